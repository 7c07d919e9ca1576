/** For reviewdog, which posts fixes as suggested changes: Reviewdog Diagnostic Format. Its columns count bytes of UTF-8. */

import { linesOf, type Position, type Range } from "../../authoring/documents/document.ts";
import type { Severity } from "../../core/types.ts";
import { within } from "../files/records.ts";
import { visibleJson } from "../terminal/text.ts";
import {
  type FileReport,
  type LocatedDiagnostic,
  type Reporter,
  type ReporterParts,
  replacementsOf,
} from "./report.ts";

const SEVERITIES: Readonly<Record<Severity, string>> = { error: "ERROR", warning: "WARNING", info: "INFO" };

export function createRdjsonReporter({ terminal }: ReporterParts): Reporter {
  const diagnostics: object[] = [];
  return {
    file(report) {
      const { path, failure } = report;
      if (failure !== undefined)
        diagnostics.push({ message: failure.message, location: { path }, severity: "ERROR" });
      const lines = linesOf(report.text);
      for (const located of report.diagnostics) diagnostics.push(entryOf(report, lines, located));
    },
    end() {
      terminal.write(`${visibleJson({ source: { name: "preflight" }, diagnostics }, 2)}\n`);
    },
  };
}

function entryOf(report: FileReport, lines: readonly string[], located: LocatedDiagnostic): object {
  const { diagnostic, range } = located;
  const { code, docs, severity, message } = diagnostic;
  const suggestions = replacementsOf(report, located).map(({ range: at, text }) => ({
    range: rangeEntry(report, lines, at),
    text,
  }));
  return {
    message,
    location: { path: report.path, range: rangeEntry(report, lines, range) },
    severity: SEVERITIES[severity],
    code: { value: code, ...(docs.startsWith("http") && { url: docs }) },
    ...(suggestions.length > 0 && { suggestions }),
  };
}

function rangeEntry({ before }: FileReport, lines: readonly string[], range: Range): object {
  const { start, end } = within(range, before);
  const position = ({ line, column }: Position) => ({
    line: line + (before?.lines ?? 0),
    column:
      Buffer.byteLength((lines[line - 1] ?? "").slice(0, column - 1)) +
      (line === 1 ? (before?.bytes ?? 0) : 0) +
      1,
  });
  return { start: position(start), end: position(end) };
}
