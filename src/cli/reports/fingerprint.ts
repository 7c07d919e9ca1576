/** What identifies a fault, however the file around it changes: its file, code, place and message. */
import { createHash } from "node:crypto";
import type { FileReport, LocatedDiagnostic } from "./report.ts";

/**
 * Of each diagnostic of a file. One that equals an earlier one in all of that has its number too, in whichever of the file's
 * records, which are asked about in turn.
 */
export function createFingerprints() {
  const seen = new Map<string, number>();
  let last: Pick<FileReport, "path" | "before"> | undefined;
  return (report: FileReport): ReadonlyMap<LocatedDiagnostic, string> => {
    const { path, before, diagnostics } = report;
    const isNext = before !== undefined && path === last?.path && before.lines >= (last.before?.lines ?? 0);
    if (!isNext) seen.clear();
    last = { path, before };
    return new Map(
      diagnostics.map((located) => {
        const { code, pointer, message } = located.diagnostic;
        const words = JSON.stringify([path, code, pointer, message]);
        const earlier = seen.get(words) ?? 0;
        seen.set(words, earlier + 1);
        const text = earlier === 0 ? words : `${words}${earlier}`;
        return [located, createHash("sha256").update(text).digest("hex").slice(0, 32)];
      }),
    );
  };
}
