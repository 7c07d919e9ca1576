/** Fixes in the text of a file: written only if the text then says exactly what it should, and nothing else. */
import { equalJson } from "../../core/json/equality.ts";
import { createPatcher } from "../../core/json/patch.ts";
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

/** The text of a document after a patch. Undefined if it cannot be written without changing anything else. */
export function patchedText(document: SourceDocument, patch: readonly PatchOperation[]): string | undefined {
  const patcher = createPatcher(document.value);
  if (!patcher.apply(patch)) return undefined;
  const text = document.edit(patch);
  if (text === undefined) return undefined;
  const after = document.reopen(text);
  return after.isReadable && equalJson(after.value, patcher.document()) ? text : undefined;
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
