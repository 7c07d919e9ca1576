/** A run in one line: what was found, and what to do next. */
import { grouped, plural } from "../terminal/text.ts";
import type { Summary } from "./report.ts";

export function isPerfect({ errors, warnings, failed }: Summary): boolean {
  return errors + warnings + failed === 0;
}

export function summaryLine(summary: Summary): string {
  if (isPerfect(summary)) return `✔ ${successText(summary)}`;
  return `${summary.errors + summary.failed > 0 ? "✖" : "⚠"} ${problemText(summary)}`;
}

/** What can be done about it, as a command that can be pasted; undefined if there is nothing. */
export function remedyLine({ fixable }: Summary, command: string): string | undefined {
  const all = fixable.safe + fixable.suggested;
  if (all === 0) return undefined;
  return `${grouped(all)} can be fixed: ${command} ${fixable.suggested > 0 ? "--fix=suggested" : "--fix"}`;
}

function successText({ files, fixed, skipped, known }: Summary): string {
  const valid = files === 1 ? "1 file is valid" : `${grouped(files)} files are valid`;
  return [valid, ...extras(fixed, skipped, known)].join(" · ");
}

function problemText(summary: Summary): string {
  const { errors, warnings, failed, files, invalid, fixed, skipped, known } = summary;
  const counts = [
    ...(errors > 0 ? [plural(errors, "error")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ];
  const where =
    invalid > 0 && files > 1 ? `${grouped(invalid)} of ${plural(files, "file")}` : plural(files, "file");
  return [
    ...(counts.length > 0 ? [`${counts.join(", ")} in ${where}`] : []),
    ...failures(summary, failed),
    ...extras(fixed, skipped, known),
  ].join(" · ");
}

function failures({ unchecked }: Summary, failed: number): string[] {
  const unfixed = failed - unchecked;
  return [
    ...(unchecked > 0 ? [`${plural(unchecked, "file")} could not be checked`] : []),
    ...(unfixed > 0 ? [`${plural(unfixed, "file")} could not be fixed`] : []),
  ];
}

function extras(fixed: number, skipped: number, known: number): string[] {
  return [
    ...(fixed > 0 ? [`${grouped(fixed)} fixed`] : []),
    ...(known > 0 ? [`${grouped(known)} of the baseline`] : []),
    ...(skipped > 0 ? [`${plural(skipped, "other file")} skipped`] : []),
  ];
}
