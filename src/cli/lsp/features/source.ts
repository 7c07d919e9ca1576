import type { SourceDocument } from "../../documents/document.ts";
import { CannotEdit, type SourceText } from "../../documents/edit/source-tree.ts";

/** The tree of a text that may be unfinished; undefined if there is none. */
export function sourceOf(document: SourceDocument): SourceText | undefined {
  try {
    return document.readSource();
  } catch (error) {
    if (error instanceof CannotEdit) return undefined;
    throw error;
  }
}
