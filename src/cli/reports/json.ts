/** For programs: the answers of the service, with the place of each diagnostic in its file. */
import type { Position, Range } from "../../authoring/documents/document.ts";
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
  const lineOf = (report: FileReport) => `${visibleJson(fileEntry(report))}\n`;
  /** Where nothing is wrong, records of a file differ in their line alone. */
  let clean: { path: string; basis: FileReport["basis"]; head: string; tail: string } | undefined;
  return {
    file(report) {
      const { path, before, status, diagnostics, omitted, fixed, failure, basis } = report;
      const isClean = status === "valid" && diagnostics.length + omitted + fixed === 0 && !failure;
      if (before === undefined || !isClean) return terminal.write(lineOf(report));
      if (clean?.path !== path || clean.basis !== basis) {
        const mark = `"line":${before.lines + 1},`;
        const [head = "", ...rest] = lineOf(report).split(mark);
        clean = { path, basis, head: `${head}"line":`, tail: `,${rest.join(mark)}` };
      }
      terminal.write(`${clean.head}${before.lines + 1}${clean.tail}`);
    },
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
