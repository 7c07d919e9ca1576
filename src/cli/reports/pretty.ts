/** For people: each diagnostic with its place in the file, then what to do next and what the verdict rests on. */

import { linesOf } from "../../authoring/documents/positions.ts";
import type { Diagnostic, Fix } from "../../core/types.ts";
import { codeFrame } from "../terminal/code-frame.ts";
import { paintOf } from "../terminal/style.ts";
import { grouped, paragraph, visible, widthOf } from "../terminal/text.ts";
import { isPerfect, remedyLine, summaryLine } from "./headline.ts";
import type { Basis, FileReport, LocatedDiagnostic, Reporter, ReporterParts } from "./report.ts";

export function createPrettyReporter({
  terminal,
  command,
  explain,
}: Pick<ReporterParts, "terminal" | "command" | "explain">): Reporter {
  const { style, width, write } = terminal;
  const bases = new Set<string>();
  const explained = new Set<string>();

  /** `before`: the diagnostic before it in the same file. */
  function diagnosticText(
    { path }: FileReport,
    lines: readonly string[],
    located: LocatedDiagnostic,
    before: LocatedDiagnostic | undefined,
  ): string {
    const { diagnostic, range, related } = located;
    const { code, severity, message } = diagnostic;
    const paint = paintOf(severity, style);
    const [first, ...others] = diagnostic.fixes ?? [];
    let text = `${placeOf(path, range.start)}  ${paint(severity)}  ${code}\n`;
    text += paragraph(visible(message), width, "  ");
    // Members that are missing from one object all point at its start, which is shown once.
    const isShown = before !== undefined && isSamePlace(before, located);
    const note = first === undefined ? "" : fixText(first);
    if (!isShown) text += codeFrame({ lines, range, note }, style, width, paint);
    else if (note !== "") text += paint(paragraph(note, width, "  ").trimEnd()).concat("\n");
    for (const { range, message } of related)
      text += paragraph(`${placeOf(path, range.start)}: ${visible(message)}`, width, "    ", "  ");
    for (const fix of others) text += paragraph(`or ${fixText(fix)}`, width, "    ", "  ");
    if (!explained.has(code)) {
      explained.add(code);
      text += `  ${style.dim(`→ ${linkOf(diagnostic, explain)}`)}\n`;
    }
    return `${text}\n`;
  }

  function skippedText({ path, skipped }: FileReport): string {
    if (skipped?.isNamed !== true) return "";
    return `${visible(path)}  ${style.dim(`left alone: this is ${skipped.what}`)}\n\n`;
  }

  function failureText({ path, status, failure }: FileReport): string {
    if (failure === undefined) return "";
    const head = `${visible(path)}  ${style.red("error")}  ${status === "unchecked" ? "could not be checked" : "could not be fixed"}\n`;
    const hint = failure.hint === undefined ? "" : paragraph(visible(failure.hint), width, "  ");
    return `${head}${paragraph(visible(failure.message), width, "  ")}${hint}\n`;
  }

  return {
    file(report) {
      const { path, diagnostics, omitted, basis } = report;
      if (basis !== undefined) bases.add(basisText(basis));
      let text = failureText(report) + skippedText(report);
      const lines = diagnostics.length === 0 ? [] : linesOf(report.text);
      for (const [index, located] of diagnostics.entries())
        text += diagnosticText(report, lines, located, diagnostics[index - 1]);
      if (omitted > 0) text += `${visible(path)}  ${style.dim(`and ${grouped(omitted)} more`)}\n\n`;
      if (text !== "") write(text);
    },
    end(summary) {
      const remedy = remedyLine(summary, command);
      const headline = summaryLine(summary);
      const whole = remedy === undefined ? headline : `${headline} · ${remedy}`;
      // A command is not broken into lines: it could not be pasted.
      const line = widthOf(whole) <= width ? whole : headline;
      const basis = [...bases];
      const joined = [line, ...basis].join(" · ");
      if (isPerfect(summary) && widthOf(joined) <= width) {
        write(`${joined}\n`);
        return;
      }
      write(paragraph(line, width, "  ", "").replace(/^[✖⚠]/, (mark) => paintMark(mark)));
      if (line !== whole) write(`  ${remedy}\n`);
      for (const text of basis) write(style.dim(paragraph(text, width, "  ").trimEnd()).concat("\n"));
    },
  };

  function paintMark(mark: string): string {
    return mark === "✖" ? style.red(mark) : style.yellow(mark);
  }
}

function isSamePlace({ range: one }: LocatedDiagnostic, { range: other }: LocatedDiagnostic): boolean {
  return one.start.offset === other.start.offset && one.end.offset === other.end.offset;
}

function placeOf(path: string, { line, column }: { line: number; column: number }): string {
  return `${visible(path)}:${line}:${column}`;
}

/** A question mark: only the author can decide. */
function fixText({ title, applicability, decision }: Fix): string {
  const trust =
    applicability === "safe" ? "safe fix" : applicability === "suggested" ? "suggested fix" : applicability;
  return `${visible(title)}  (${trust}${decision === true ? "?" : ""})`;
}

/** A service says where it explains its codes; offline the command does. */
function linkOf({ code, docs }: Diagnostic, explain: ReporterParts["explain"]): string {
  return docs.startsWith("http") ? docs : explain(code);
}

function basisText({ targetProduct, domainId, specPackage, registry, registrySize }: Basis): string {
  const rules = `rules ${targetProduct}/${domainId} ${specPackage.version}`;
  if (registry === undefined) return rules;
  const entries = registrySize === undefined ? "" : ` ${grouped(registrySize)} entries`;
  const asOf = registry.asOf === undefined ? "" : ` as of ${registry.asOf.slice(0, 10)}`;
  return `${rules} · registry${entries}${asOf}`;
}
