/** A file's text, the value in it, and the way from one to the other. */
import type { Fix, Severity } from "../../core/types.ts";
import type { SourceText } from "./edit/source-tree.ts";
import type { Range } from "./positions.ts";

/** `name` is the name of a member, `value` everything else. */
export type Part = "name" | "value";

export interface SourceDocument {
  readonly text: string;
  readonly language: "json" | "yaml";
  /** Whether there is a value. Otherwise `findings` say why not. */
  readonly isReadable: boolean;
  readonly value: unknown;
  /** What is wrong with the file itself, whatever its content means. In the order of the text. */
  readonly findings: readonly FileFinding[];
  /** Where something stands. For something that is absent: the start of the object or list that should hold it. */
  rangeOf(path: readonly string[], part: Part): Range;
  /** What may be written at a place of the text, which may be unfinished; undefined if that cannot be told. */
  spotAt(offset: number): Spot | undefined;
  /** The text as a tree; undefined if there is nothing in it. */
  readSource(): SourceText | undefined;
  /** Another text, read in the same way. */
  reopen(text: string): SourceDocument;
}

/** A place where something is being written. */
export interface Spot {
  readonly kind: "name" | "value";
  /** Of the object for a name, of the value itself for a value. */
  readonly path: readonly string[];
  /** What is there already, and would be replaced. */
  readonly start: number;
  readonly end: number;
  /** The names that the object has already, apart from the one that is being written. */
  readonly names: readonly string[];
  /** The text of a name, with its colon unless there is one. */
  writeName(name: string): string;
  writeValue(value: unknown): string;
}

export interface FileFinding {
  readonly code: FileCode;
  readonly severity: Severity;
  readonly range: Range;
  readonly message: string;
  readonly fixes?: readonly (Fix & { readonly edits: readonly TextEdit[] })[];
  readonly related?: readonly { readonly range: Range; readonly message: string }[];
}

export function syntaxError(range: Range, message: string): FileFinding {
  return { code: "syntax-error", severity: "error", range, message };
}

export type FileCode =
  | "syntax-error"
  | "identity-repeated"
  | "member-repeated"
  | "comment-in-json"
  | "trailing-comma";

/** Replaces a piece of the text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { start, end, text: piece } of edits.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, start) + piece + result.slice(end);
  return result;
}
