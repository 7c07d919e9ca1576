/** For code scanning: SARIF 2.1.0 (OASIS). */

import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Range } from "../../authoring/documents/document.ts";
import type { CodeEntry } from "../../core/spec-package/codes.ts";
import type { Severity } from "../../core/types.ts";
import { visibleJson } from "../terminal/text.ts";
import {
  createFingerprints,
  type FileReport,
  type LocatedDiagnostic,
  type Reporter,
  type ReporterParts,
  replacementsOf,
} from "./report.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

export function createSarifReporter({ terminal, version, codes }: ReporterParts): Reporter {
  /** In the order of their index, each with the page about it. */
  const rules = new Map<string, string>();
  const results: object[] = [];
  const notifications: object[] = [];
  const fingerprintsOf = createFingerprints();

  function ruleIndex({ diagnostic: { code, docs } }: LocatedDiagnostic): number {
    if (!rules.has(code)) rules.set(code, docs);
    return [...rules.keys()].indexOf(code);
  }

  function result(path: string, located: LocatedDiagnostic, report: FileReport, print: string): object {
    const { diagnostic, range, related } = located;
    const { code, severity, message, pointer } = diagnostic;
    const fixes = replacementsOf(report, located).map((each) => fixOf(path, each));
    return {
      ruleId: code,
      ruleIndex: ruleIndex(located),
      level: LEVELS[severity],
      message: { text: message },
      locations: [{ ...location(path, range), logicalLocations: [{ fullyQualifiedName: pointer }] }],
      ...(related.length > 0 && {
        relatedLocations: related.map(({ range, message }, id) => ({
          id,
          ...location(path, range),
          message: { text: message },
        })),
      }),
      partialFingerprints: { "preflight/v1": print },
      ...(fixes.length > 0 && { fixes }),
    };
  }

  return {
    file(report) {
      const { path, failure } = report;
      for (const [located, print] of fingerprintsOf(report))
        results.push(result(path, located, report, print));
      if (failure !== undefined)
        notifications.push({
          level: "error",
          message: { text: failure.message },
          locations: [{ physicalLocation: { artifactLocation: artifact(path) } }],
        });
    },
    end({ failed }) {
      const texts = new Map(codes().map((entry) => [entry.code, entry]));
      const driver = {
        name: "preflight",
        version,
        semanticVersion: version,
        rules: [...rules].map(([id, helpUri]) => ruleEntry(id, helpUri, texts.get(id))),
      };
      const invocation = {
        executionSuccessful: failed === 0,
        ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
      };
      const run = { tool: { driver }, invocations: [invocation], columnKind: "utf16CodeUnits", results };
      terminal.write(`${visibleJson({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, 2)}\n`);
    },
  };
}

function ruleEntry(id: string, helpUri: string, entry: CodeEntry | undefined): object {
  return {
    id,
    ...(entry && {
      shortDescription: { text: entry.summary },
      help: { text: `${entry.fix} For an example: preflight explain ${id}` },
    }),
    helpUri,
  };
}

function location(path: string, range: Range) {
  return { physicalLocation: { artifactLocation: artifact(path), region: region(range) } };
}

function region({ start, end }: Range) {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** Relative paths stay relative, so that a scanner can match them with the repository. */
function artifact(path: string) {
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href };
  const uri = path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  return { uri };
}

function fixOf(path: string, { title, range, text }: ReturnType<typeof replacementsOf>[number]): object {
  const change = { deletedRegion: region(range), insertedContent: { text } };
  return {
    description: { text: title },
    artifactChanges: [{ artifactLocation: artifact(path), replacements: [change] }],
  };
}
