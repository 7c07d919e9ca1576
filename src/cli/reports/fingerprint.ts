/** What identifies a fault, however the file around it changes: its file, code, place and message. */
import { createHash } from "node:crypto";
import type { LocatedDiagnostic } from "./report.ts";

/** Of each diagnostic of a file. One that equals an earlier one in all of that has its number too. */
export function fingerprintsOf(
  path: string,
  diagnostics: readonly LocatedDiagnostic[],
): ReadonlyMap<LocatedDiagnostic, string> {
  const seen = new Map<string, number>();
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
}
