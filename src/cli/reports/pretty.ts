/** For people: each diagnostic with its place in the file, then what to do next and what the verdict rests on. */
import type { Diagnostic, Fix } from "../../core/types.ts";
import { codeFrame } from "../terminal/code-frame.ts";
import { grouped, paragraph, plural, visible, widthOf } from "../terminal/text.ts";
import type { Basis, FileReport, LocatedDiagnostic, Reporter, ReporterParts, Summary } from "./report.ts";

export function createPrettyReporter({ terminal, command }: ReporterParts): Reporter {
  const { style, width, write } = terminal;
  const bases = new Map<string, Basis>();
  const explained = new Set<string>();

  const paintOf = ({ severity }: Diagnostic) =>
    severity === "error" ? style.red : severity === "warning" ? style.yellow : style.dim;

  function diagnosticText(path: string, lines: readonly string[], located: LocatedDiagnostic): string {
    const { diagnostic, range, related } = located;
    const { code, severity, message } = diagnostic;
    const paint = paintOf(diagnostic);
    const [first, ...others] = diagnostic.fixes ?? [];
    let text = `${placeOf(path, range.start)}  ${paint(severity)}  ${code}\n`;
    text += paragraph(visible(message), width, "  ");
    text += frameText(lines, located, paint, first === undefined ? "" : fixText(first));
    for (const { range, message } of related)
      text += paragraph(`${placeOf(path, range.start)}: ${visible(message)}`, width, "    ", "  ");
    for (const fix of others) text += paragraph(`or ${fixText(fix)}`, width, "    ", "  ");
    if (!explained.has(code)) {
      explained.add(code);
      text += `  ${style.dim(`→ ${linkOf(diagnostic)}`)}\n`;
    }
    return `${text}\n`;
  }

  function frameText(
    lines: readonly string[],
    { range }: LocatedDiagnostic,
    paint: (text: string) => string,
    note: string,
  ): string {
    const { start, end } = range;
    const frame = {
      lines,
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      note,
    };
    return codeFrame(frame, style, width, paint);
  }

  function failureText({ path, failure }: FileReport): string {
    if (failure === undefined) return "";
    const head = `${visible(path)}  ${style.red("error")}  could not be checked\n`;
    const hint = failure.hint === undefined ? "" : paragraph(visible(failure.hint), width, "  ");
    return `${head}${paragraph(visible(failure.message), width, "  ")}${hint}\n`;
  }

  return {
    file(report) {
      const { path, lines, diagnostics, omitted, basis } = report;
      if (basis !== undefined) bases.set(basisText(basis), basis);
      let text = failureText(report);
      for (const located of diagnostics) text += diagnosticText(path, lines, located);
      if (omitted > 0) text += `${visible(path)}  ${style.dim(`and ${grouped(omitted)} more`)}\n\n`;
      if (text !== "") write(text);
    },
    end(summary) {
      const basis = [...bases.keys()];
      if (isPerfect(summary)) {
        const files = summary.files === 1 ? "1 file is valid" : `${grouped(summary.files)} files are valid`;
        const fixed = summary.fixed > 0 ? ` · ${grouped(summary.fixed)} fixed` : "";
        const skipped = summary.skipped > 0 ? ` · ${grouped(summary.skipped)} skipped` : "";
        const line = `✔ ${files}${fixed}${skipped}`;
        const joined = [line, ...basis.slice(0, 1)].join(" · ");
        if (basis.length <= 1 && widthOf(joined) <= width) write(`${joined}\n`);
        else write(`${line}\n${basisLines(basis)}`);
        return;
      }
      write(paragraph(headline(summary, command), width, "  ", "").replace(/^[✖⚠]/, markOf(summary)));
      write(basisLines(basis));
    },
  };

  function markOf({ errors, unchecked }: Summary): string {
    return errors + unchecked > 0 ? style.red("✖") : style.yellow("⚠");
  }

  function basisLines(basis: readonly string[]): string {
    return basis
      .map((line) => style.dim(paragraph(line, width, "  ").trimEnd()))
      .map((line) => `${line}\n`)
      .join("");
  }
}

function isPerfect({ errors, warnings, unchecked }: Summary): boolean {
  return errors + warnings + unchecked === 0;
}

function headline(summary: Summary, command: string): string {
  const { errors, warnings, unchecked, files, invalid, fixed, fixable, skipped } = summary;
  const counts = [
    ...(errors > 0 ? [plural(errors, "error")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ].join(", ");
  const where =
    invalid > 0 && files > 1 ? `${grouped(invalid)} of ${plural(files, "file")}` : plural(files, "file");
  const parts = counts === "" ? [] : [`${counts} in ${where}`];
  if (unchecked > 0) parts.push(`${plural(unchecked, "file")} could not be checked`);
  if (fixed > 0) parts.push(`${grouped(fixed)} fixed`);
  if (skipped > 0) parts.push(`${grouped(skipped)} skipped`);
  const all = fixable.safe + fixable.suggested;
  if (all > 0) {
    const level = fixable.suggested > 0 ? "--fix=suggested" : "--fix";
    parts.push(`${grouped(all)} can be fixed: ${command} ${level}`);
  }
  return `${errors + unchecked > 0 ? "✖" : "⚠"} ${parts.join(" · ")}`;
}

function placeOf(path: string, { line, column }: { line: number; column: number }): string {
  return `${visible(path)}:${line}:${column}`;
}

function fixText({ title, applicability }: Fix): string {
  const trust =
    applicability === "safe" ? "safe fix" : applicability === "suggested" ? "suggested fix" : applicability;
  return `${visible(title)}  (${trust})`;
}

/** A service says where it explains its codes; offline the command does. */
function linkOf({ code, docs }: Diagnostic): string {
  return docs.startsWith("http") ? docs : `preflight explain ${code}`;
}

function basisText({ targetProduct, domainId, specPackage, registry, registrySize }: Basis): string {
  const entries = registrySize === undefined ? "" : ` ${grouped(registrySize)} entries`;
  const asOf = registry.asOf.startsWith("1970") ? "" : ` as of ${registry.asOf.slice(0, 10)}`;
  return `rules ${targetProduct}/${domainId} ${specPackage.version} · registry${entries}${asOf}`;
}
