/**
 * The only way to a changed document. It takes the value that the new text must say, reads that text as it would read
 * any file, and returns nothing that says something else.
 */
import { equalJson, groupBy } from "../../../core/json/values.ts";
import type { PatchOperation } from "../../../core/types.ts";
import { applyEdits, type SourceDocument, type TextEdit } from "../document.ts";
import { draftFor } from "./draft.ts";
import { CannotEdit, printDraft } from "./print.ts";
import type { SourceText, SourceValue } from "./source-tree.ts";

declare const READ_BACK: unique symbol;
/** A document whose text was read as a file and says what was meant. Nothing else is written to a file. */
export type EditedDocument = SourceDocument & { readonly [READ_BACK]: true };

/** A document as it was opened. */
export const unedited = (document: SourceDocument): EditedDocument => document as EditedDocument;

/** Why an edit was not made, as the rest of a sentence. */
export interface Refused {
  readonly refusal: string;
}

/** The document with another value. `patch`: how the value came to be, for what moves with its comments. */
export function writeValue(document: SourceDocument, value: unknown, patch: readonly PatchOperation[]) {
  const source = document.readSource();
  if (source === undefined) return { refusal: "the file is not JSON as it stands" };
  try {
    const draft = draftFor(source.root, value, patch);
    const after = readBack(document, printDraft(source, draft.root) + (source.foot ?? ""), value);
    if ("refusal" in after) {
      const hint = hasAlias(source.root) ? ", perhaps by an alias of YAML" : "";
      return { refusal: after.refusal + hint };
    }
    if (keepsComments(source, after.readSource(), draft.dropped)) return after;
    return { refusal: "a comment would be lost" };
  } catch (error) {
    if (error instanceof CannotEdit) return { refusal: error.message };
    throw error;
  }
}

export const hasAlias = ({ aliasOf, entries }: SourceValue): boolean =>
  aliasOf !== undefined || entries.some(({ value }) => hasAlias(value));

/** The document with another text that says the same, such as one without a comment, or `value`. */
export function editText(document: SourceDocument, edits: readonly TextEdit[], value = document.value) {
  return readBack(document, applyEdits(document.text, edits), value);
}

function readBack(document: SourceDocument, text: string, value: unknown): EditedDocument | Refused {
  const after = document.reopen(text);
  if (after.isReadable && equalJson(after.value, value)) return after as EditedDocument;
  return { refusal: "the file would say something else than was meant" };
}

/** Comments inside something that is gone may go with it. */
function keepsComments(before: SourceText, after: SourceText | undefined, dropped: readonly SourceValue[]) {
  // Finding the comments of a text takes as long as reading it.
  if (before.comments.length === 0) return true;
  const left = groupBy(after?.comments ?? [], ({ start, end }) => after!.text.slice(start, end));
  const gone = dropped.toSorted((one, other) => one.start - other.start);
  let [next, goneTo] = [0, 0];
  return before.comments.every(({ start, end }) => {
    for (; (gone[next]?.start ?? end) <= start; next++) goneTo = Math.max(goneTo, gone[next]!.end);
    return end <= goneTo || left.get(before.text.slice(start, end))?.pop() !== undefined;
  });
}
