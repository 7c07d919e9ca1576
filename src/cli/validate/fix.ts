/** Fixes in the text of a file. */
import { escapeToken } from "../../core/json/pointer.ts";
import type { PatchOperation } from "../../core/types.ts";
import { applyEdits, type SourceDocument, type TextEdit } from "../documents/document.ts";
import { createLines, type Range } from "../documents/positions.ts";

/** A patch for the candidate, as one for the document that holds it. */
export function rebased(patch: readonly PatchOperation[], base: readonly string[]): PatchOperation[] {
  if (base.length === 0) return [...patch];
  const prefix = base.map((token) => `/${escapeToken(token)}`).join("");
  return patch.map((operation) =>
    "from" in operation
      ? { ...operation, from: prefix + operation.from, path: prefix + operation.path }
      : { ...operation, path: prefix + operation.path },
  );
}

/** Fixes of the file itself that keep its meaning, such as a comma too many. */
export function withSafeFileFixes({ text, findings }: SourceDocument): { text: string; fixed: number } {
  const edits = findings.flatMap(({ fix }): readonly TextEdit[][] =>
    fix?.applicability === "safe" ? [fix.edits] : [],
  );
  return { text: applyEdits(text, edits.flat()), fixed: edits.length };
}

/** What differs between two texts, as one replacement. */
export function replacementBetween(before: string, after: string): { range: Range; text: string } {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let common = 0;
  const most = Math.min(before.length, after.length) - start;
  while (common < most && before.at(-1 - common) === after.at(-1 - common)) common++;
  const range = createLines(before).range(start, before.length - common);
  return { range, text: after.slice(start, after.length - common) };
}
