/** Places and findings as the protocol writes them. */
import { pathToFileURL } from "node:url";
import { type Diagnostic, DiagnosticSeverity, type Range } from "vscode-languageserver";
import type { Range as SourceRange } from "../../authoring/documents/document.ts";
import type { Severity } from "../../core/types.ts";
import type { FileReport, LocatedDiagnostic } from "../reports/report.ts";

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

const SOURCE = "preflight";

export function toRange({ start, end }: SourceRange): Range {
  return {
    start: { line: start.line - 1, character: start.column - 1 },
    end: { line: end.line - 1, character: end.column - 1 },
  };
}

export function toDiagnostic({ diagnostic, range, related }: LocatedDiagnostic, uri: string): Diagnostic {
  const { code, severity, message, docs } = diagnostic;
  return {
    range: toRange(range),
    severity: SEVERITIES[severity],
    source: SOURCE,
    code,
    ...(URL.canParse(docs) && { codeDescription: { href: docs } }),
    message,
    ...(related.length > 0 && {
      relatedInformation: related.map((each) => ({
        location: { uri, range: toRange(each.range) },
        message: each.message,
      })),
    }),
  };
}

/** Says at the top of a file that nothing is known about it: no diagnostics would look like a pass. */
export function uncheckedDiagnostic({ message, hint }: NonNullable<FileReport["failure"]>): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Error,
    source: SOURCE,
    code: "unchecked",
    message: `Not checked: ${message}${hint === undefined ? "" : ` ${hint}`}`,
  };
}

export const uriOf = (path: string): string => pathToFileURL(path).href;
