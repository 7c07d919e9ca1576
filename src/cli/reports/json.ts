/** For programs: the answers of the service, with the place of each diagnostic in its file. */
import type { Position, Range } from "../../authoring/documents/positions.ts";
import { visibleJson } from "../terminal/text.ts";
import type { FileReport, LocatedDiagnostic, Reporter, ReporterParts } from "./report.ts";

export function createJsonReporter({ terminal }: ReporterParts): Reporter {
  const files: object[] = [];
  const findings: object[] = [];
  return {
    file: (report) => void (report.status === "run" ? findings : files).push(fileEntry(report)),
    end: ({ fixable: _, ...summary }) =>
      terminal.write(`${visibleJson({ files, ...(findings.length > 0 && { findings }), summary }, 2)}\n`),
  };
}

/** One line for each file or record, as soon as it is checked; findings of the run after them. */
export function createNdjsonReporter({ terminal }: Pick<ReporterParts, "terminal">): Reporter {
  return {
    file: (report) => terminal.write(`${visibleJson(fileEntry(report))}\n`),
    end() {},
  };
}

function fileEntry({ path, before, status, diagnostics, omitted, fixed, failure, basis }: FileReport) {
  const { targetProduct, domainId, specPackage, registry } = basis ?? {};
  return {
    path,
    ...(before && { line: before.lines + 1 }),
    status,
    ...(failure && { error: failure.message }),
    diagnostics: diagnostics.map(diagnosticEntry),
    omitted,
    fixed,
    ...(basis && { targetProduct, domainId, specPackage, registry }),
  };
}

function diagnosticEntry({ diagnostic, range, related }: LocatedDiagnostic) {
  const { related: places, docs, ...rest } = diagnostic;
  return {
    ...rest,
    // Without a service there is no page; `preflight explain` has its text.
    ...(docs.startsWith("http") && { docs }),
    range: rangeEntry(range),
    ...(related.length > 0 && {
      related: related.map(({ range, message }, index) => ({
        ...(places?.[index] && { pointer: places[index].pointer }),
        message,
        range: rangeEntry(range),
      })),
    }),
  };
}

function rangeEntry({ start, end }: Range) {
  const position = ({ line, column }: Position) => ({ line, column });
  return { start: position(start), end: position(end) };
}
