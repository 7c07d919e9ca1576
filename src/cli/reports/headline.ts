/** A run in one line: what was found, and what to do next. */
import { grouped, plural } from "../terminal/text.ts";
import type { Summary } from "./report.ts";

export function isPerfect({ errors, warnings, failed }: Summary): boolean {
  return errors + warnings + failed === 0;
}

export function summaryLine(summary: Summary): string {
  const { errors, warnings, failed, unchecked, files, invalid, fixed, known, skipped } = summary;
  const mark = isPerfect(summary) ? "✔" : errors + failed > 0 ? "✖" : "⚠";
  const counts = [errors > 0 && plural(errors, "error"), warnings > 0 && plural(warnings, "warning")];
  const found = counts.filter(Boolean).join(", ");
  const where =
    invalid > 0 && files > 1 ? `${grouped(invalid)} of ${plural(files, "file")}` : plural(files, "file");
  const unfixed = failed - unchecked;
  const parts = [
    isPerfect(summary) && (files === 1 ? "1 file is valid" : `${grouped(files)} files are valid`),
    found !== "" && `${found} in ${where}`,
    unchecked > 0 && `${plural(unchecked, "file")} could not be checked`,
    unfixed > 0 && `${plural(unfixed, "file")} could not be fixed`,
    fixed > 0 && `${grouped(fixed)} fixed`,
    known > 0 && `${grouped(known)} of the baseline`,
    skipped > 0 && `${plural(skipped, "other file")} skipped`,
  ];
  return `${mark} ${parts.filter(Boolean).join(" · ")}`;
}

/** What can be done about it, as a command that can be pasted; undefined if there is nothing. */
export function remedyLine({ fixable }: Summary, command: string): string | undefined {
  const all = fixable.safe + fixable.suggested;
  if (all === 0) return undefined;
  return `${grouped(all)} can be fixed: ${command} ${fixable.suggested > 0 ? "--fix=suggested" : "--fix"}`;
}
