/** Places and findings as the protocol writes them. */
import { type Diagnostic, DiagnosticSeverity, type Range } from "vscode-languageserver";
import { createLines, type Range as SourceRange } from "../../authoring/documents/document.ts";
import type { Severity } from "../../core/types.ts";
import type { FileReport, LocatedDiagnostic } from "../reports/report.ts";

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

export function toRange({ start, end }: SourceRange): Range {
  const placeOf = ({ line, column }: SourceRange["start"]) => ({ line: line - 1, character: column - 1 });
  return { start: placeOf(start), end: placeOf(end) };
}

export function toDiagnostic({ diagnostic, range, related }: LocatedDiagnostic, uri: string): Diagnostic {
  const { code, severity, message, docs } = diagnostic;
  const others = related.map(({ range, message }) => ({ location: { uri, range: toRange(range) }, message }));
  return {
    ...{ range: toRange(range), severity: SEVERITIES[severity], source: "preflight", code },
    ...(URL.canParse(docs) && { codeDescription: { href: docs } }),
    message,
    ...(others.length > 0 && { relatedInformation: others }),
  };
}

/** Says at the top of a file that nothing is known about it: no diagnostics would look like a pass. */
export function uncheckedDiagnostic({ message, hint }: NonNullable<FileReport["failure"]>): Diagnostic {
  const text = `Not checked: ${message}${hint === undefined ? "" : ` ${hint}`}`;
  const diagnostic = { code: "unchecked", severity: "error", pointer: "", message: text, docs: "" } as const;
  return toDiagnostic({ diagnostic, range: createLines("").range(0, 0), related: [] }, "");
}
