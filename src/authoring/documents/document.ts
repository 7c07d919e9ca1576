/** A file's text, the value in it, and the way from one to the other. */
import { createPlaces, lineStartsOf, type Position } from "../../core/reader/lines.ts";
import type { Fix, Severity } from "../../core/types.ts";
import type { FILE_CODES } from "./codes.ts";
import type { Path, SourceText } from "./edit/source-tree.ts";

export type { Position } from "../../core/reader/lines.ts";

/** `name` is the name of a member, `value` everything else. */
export type Part = "name" | "value";

export interface SourceDocument {
  readonly text: string;
  readonly language: "json" | "yaml";
  /** Whether there is a value. Otherwise `findings` say why not. */
  readonly isReadable: boolean;
  /** Whether it stands among words, which may say more than it does and would be lost. */
  readonly isAmongWords?: boolean;
  readonly value: unknown;
  /** What is wrong with the file itself, whatever its content means. In the order of the text. */
  readonly findings: readonly FileFinding[];
  /** Where something stands. For something that is absent: the start of the object or list that should hold it. */
  rangeOf(path: Path, part: Part): Range;
  /** What may be written at a place of the text, which may be unfinished; undefined if that cannot be told. */
  spotAt(offset: number): Spot | undefined;
  /** The text as a tree; undefined if there is nothing in it. */
  readSource(): SourceText | undefined;
  /** Its places, as those of its file. */
  readonly lines: Lines;
  /** Another text, read in the same way. */
  reopen(text: string): SourceDocument;
}

/** A place where something is being written. */
export interface Spot {
  readonly kind: "name" | "value";
  /** Of the object for a name, of the value itself for a value. */
  readonly path: Path;
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
  /** The member that it is about, from the top of the document; the patches of its fixes start there too. */
  readonly path?: Path;
  readonly fixes?: readonly (Fix & { readonly edits: readonly TextEdit[] })[];
  readonly related?: readonly { readonly range: Range; readonly message: string }[];
}

export function syntaxError(range: Range, message: string): FileFinding {
  return { code: "syntax-error", severity: "error", range, message };
}

/** The rules have that of repeated members too, and explain it. */
export type FileCode = (typeof FILE_CODES)[number]["code"] | "member-repeated";

/** Replaces a piece of the text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let [result, at] = ["", 0];
  for (const { start, end, text: piece } of edits.toReversed().toSorted((a, b) => a.start - b.start))
    [result, at] = [result + text.slice(at, start) + piece, end];
  return result + text.slice(at);
}

export interface Range {
  readonly start: Position;
  /** Just after the last character. */
  readonly end: Position;
}

/** How much of a file stands before a text that is a part of it. In a stream, the offset counts from the start of the block. */
export interface Before {
  readonly lines: number;
  readonly columns: number;
  /** The columns as bytes of UTF-8. */
  readonly bytes: number;
  readonly offset: number;
}

export const NOTHING: Before = { lines: 0, columns: 0, bytes: 0, offset: 0 };

/** A place of a text as one of its file. */
export function placeAfter({ lines, columns }: Before, { line, column }: Omit<Position, "offset">) {
  return { line: line + lines, column: line === 1 ? column + columns : column };
}

export type Lines = ReturnType<typeof createLines>;

export function createLines(text: string, before = NOTHING) {
  const placeOf = createPlaces(text);
  /** The offset is one of the text, and the place one of its file. */
  const at = (offset: number) => ({ ...placeAfter(before, placeOf(offset)), offset: offset + before.offset });
  return {
    at,
    range: (start: number, end: number): Range => ({ start: at(start), end: at(Math.max(start, end)) }),
    /** Both from 1. A place after the end of its line is that end. */
    offsetAt(line: number, column: number): number {
      const starts = lineStartsOf(text);
      const start = starts[line - 1];
      if (start === undefined) return text.length;
      const next = starts[line] ?? text.length + 1;
      return Math.max(start, Math.min(start + column - 1, next - 1));
    },
  };
}

/** The lines of a text without their line ends. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);
