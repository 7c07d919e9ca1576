/** Edits the text of a document. The result is read again: it must say what was meant, and nothing may be lost. */
import { equalJson } from "../../../core/json/equality.ts";
import { createPatcher } from "../../../core/json/patch.ts";
import type { PatchOperation } from "../../../core/types.ts";
import type { SourceDocument } from "../document.ts";
import { applyToDraft, type EditedDraft } from "./draft.ts";
import { printDraft } from "./print.ts";
import { CannotEdit, type SourceText } from "./source-tree.ts";

/** Why an edit was not made, as the rest of a sentence. */
interface Refused {
  readonly refusal: string;
}

/** The document after a patch. */
export function editDocument(
  document: SourceDocument,
  patch: readonly PatchOperation[],
): SourceDocument | Refused {
  try {
    const source = document.readSource();
    const edited = applyToDraft(source, patch);
    const meant = createPatcher(document.value);
    if (!meant.apply(edited.patch)) return { refusal: "the patch does not fit the file" };
    const after = document.reopen(printDraft(source, edited));
    if (!after.isReadable || !equalJson(after.value, meant.document()))
      return { refusal: "the file would say something else than was meant" };
    if (!keepsComments(source, after.readSource(), edited)) return { refusal: "a comment would be lost" };
    return after;
  } catch (error) {
    if (error instanceof CannotEdit) return { refusal: error.message };
    throw error;
  }
}

/** Comments inside something that is gone may go with it. */
function keepsComments(before: SourceText, after: SourceText, { dropped }: EditedDraft): boolean {
  const left = new Map<string, number>();
  for (const { start, end } of after.comments) count(left, after.text.slice(start, end), 1);
  return before.comments.every(({ start, end }) => {
    if (dropped.some((gone) => gone.start <= start && end <= gone.end)) return true;
    return count(left, before.text.slice(start, end), -1) >= 0;
  });
}

function count(counts: Map<string, number>, text: string, step: number): number {
  const now = (counts.get(text) ?? 0) + step;
  counts.set(text, now);
  return now;
}
