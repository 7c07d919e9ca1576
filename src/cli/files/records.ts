/**
 * Files with several records: one on each line, or the items of a list. They are read as a stream in blocks of whole
 * records, so that no file is too large.
 */
import { createReadStream } from "node:fs";
import { type Before, NOTHING, type Position, type Range } from "../../authoring/documents/document.ts";
import { isMarkdown, openDocument } from "../../authoring/documents/open.ts";
import { Failure, systemReason } from "../terminal/terminal.ts";
import { givenName, type InputFile } from "./find.ts";
import { readText, refuseTooLarge, sizeOf, textOf } from "./read.ts";

type Division = "lines" | "items";

/** The text of one record, or why it cannot be read. */
export interface Piece {
  readonly text: string;
  readonly before: Before;
  readonly failure?: Failure;
}

/** Some whole records of a stream. */
export interface Block {
  readonly bytes: Uint8Array;
  readonly division: Division;
  readonly before: Before;
  /** Whether it stands for one record that is too long to be read. */
  readonly isTooLong?: boolean;
}

const LINES_NAME = /\.(?:ndjson|jsonl)$/i;
const YAML_NAME = /\.ya?ml$/i;

/** Whether a file is read as a stream. `each`: whether a file of JSON has several records, whatever its name. */
export function isStream(file: InputFile, each: boolean): boolean {
  const name = givenName(file) ?? "";
  return LINES_NAME.test(name) || (each && !YAML_NAME.test(name) && !isMarkdown(name));
}

/** What decides on the language of its records. */
export function recordName(file: InputFile, each: boolean): string | undefined {
  const name = givenName(file);
  return isStream(file, each) && !/\.json[c5]$/i.test(name ?? "") ? "line.json" : name;
}

/** A range of a file as one of the record in it. */
export function within({ start, end }: Range, { lines, columns, offset }: Before = NOTHING): Range {
  const place = (at: Position): Position => ({
    line: at.line - lines,
    column: at.line === lines + 1 ? at.column - columns : at.column,
    offset: at.offset - offset,
  });
  return { start: place(start), end: place(end) };
}

/** The records of a text; undefined if it is one document. Throws a Failure. */
export function piecesOf(file: InputFile, text: string, each: boolean): Piece[] | undefined {
  if (!isStream(file, each)) return undefined;
  const start = isList(file, text) ? text.indexOf("[") + 1 : 0;
  if (start === 0) return divide(text, "lines", NOTHING);
  const items = itemsIn(text.slice(start));
  const end = start + items.close;
  refuseRest(items.close, text.slice(end + 1));
  const pieces = divide(text.slice(start, end), "items", after(NOTHING, text.slice(0, start)));
  if (lacksItem(file, text.slice(start), items, false))
    pieces.push({ text: "", before: after(NOTHING, text.slice(0, end)) });
  return pieces;
}

/** Of a file of lines, each line may be a list. */
function isList(file: InputFile, start: string): boolean {
  return !LINES_NAME.test(givenName(file) ?? "") && /^\s*\[/.test(start);
}

/** Whether a list ends after a comma, which JSON with comments allows. `isBegun`: whether items stand before the text. */
function lacksItem(file: InputFile, text: string, { ends, close }: Items, isBegun: boolean): boolean {
  const last = text.slice(0, Math.max(0, close)).trimEnd().length - 1;
  return close >= 0 && recordName(file, true) === "line.json" && last === (ends.at(-1) ?? (isBegun && -1));
}

function refuseRest(close: number, rest: string): void {
  if (close < 0) throw new Failure("The list has no end: there is no ] after its last item.");
  if (rest.trim() !== "") throw new Failure("Something follows the list of records.");
}

function divide(text: string, division: Division, before: Before): Piece[] {
  let last = { at: 0, before };
  return spansOf(text, division).map(([start, end]) => {
    last = { at: start, before: after(last.before, text.slice(last.at, start)) };
    return { text: text.slice(start, end), before: last.before };
  });
}

/** What stands before whatever follows a text. */
export function after({ lines, columns, bytes, offset }: Before, text: string): Before {
  let [count, start] = [lines, -columns];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
    [count, start] = [count + 1, at + 1];
  const length = Buffer.byteLength(text.slice(Math.max(0, start))) + (count === lines ? bytes : 0);
  return { lines: count, columns: text.length - start, bytes: length, offset: offset + text.length };
}

/** Where the records are that are not empty. */
function spansOf(text: string, division: Division): (readonly [start: number, end: number])[] {
  const spans: [number, number][] = [];
  const ends = division === "items" ? itemsIn(text).ends : undefined;
  for (let [start, index] = [0, 0]; start < text.length; index++) {
    const end = ends ? (ends[index] ?? text.length) : text.indexOf("\n", start) + 1 || text.length;
    const part = text.slice(start, end).trimEnd();
    const from = end - text.slice(start, end).trimStart().length;
    // Before a comma of a list something is missing. What follows the last one may be in the next block.
    if (part !== "") spans.push([ends ? from : start, start + part.length]);
    else if (ends !== undefined && index < ends.length) spans.push([start, start]);
    start = ends ? end + 1 : end;
  }
  return spans;
}

type Items = ReturnType<typeof itemsIn>;

/** The commas between the items of a list that is open at the start of the text, and where the list ends, or -1. */
function itemsIn(text: string): { ends: number[]; close: number } {
  const ends: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '"' || sign === "'") {
      for (at++; at < text.length && text[at] !== sign; at++) if (text[at] === "\\") at++;
    } else if (sign === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) {
      const mark = text[at + 1] === "*" ? "*/" : "\n";
      const end = text.indexOf(mark, at + 2);
      at = end < 0 ? text.length : end + mark.length - 1;
    } else if (sign === "{" || sign === "[") depth++;
    else if (sign === "," && depth === 0) ends.push(at);
    else if (sign === "]" && depth === 0) return { ends, close: at };
    else if (sign === "}" || sign === "]") depth--;
  }
  return { ends, close: -1 };
}

const LINE_FEED = 0x0a;

/** The records of a block. One that cannot be read is there with the reason. */
export function piecesIn({ bytes, division, before, isTooLong }: Block): Piece[] {
  try {
    if (isTooLong) refuseTooLarge(Number.POSITIVE_INFINITY);
    return divide(textOf(bytes).text, division, before);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const first = bytes.indexOf(LINE_FEED) + 1;
    if (division === "items" || first === 0 || first === bytes.length)
      return [{ text: "", before, failure: error }];
    const pieces: Piece[] = [];
    for (let [start, lines] = [0, before.lines]; start < bytes.length; lines++) {
      const end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length;
      const line = { bytes: bytes.subarray(start, end), division, before: { ...before, lines } };
      pieces.push(...piecesIn(line));
      start = end;
    }
    return pieces;
  }
}

/** Large enough that handing a block to a thread costs little, small enough that a few of them are nothing. */
const BLOCK_BYTES = 65_536;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/** Throws a Failure if the file cannot be read, or not to its end. */
export async function* blocksIn(file: InputFile): AsyncIterable<Block> {
  let division: Block["division"] | undefined;
  let [held, before]: [Buffer, Before] = [Buffer.alloc(0), NOTHING];
  /** Whether the rest of a line that is too long is passed over, or that of a list that has ended. */
  let isSkipping = false;
  let [close, isBegun] = [-1, false];

  function take(end: number, isTooLong = false): Block {
    const bytes = held.subarray(0, end);
    const block = { bytes, division: division!, before, isTooLong };
    before = { ...after(before, bytes.toString()), offset: 0 };
    held = held.subarray(end);
    return block;
  }

  function* takeWhole(isEnd: boolean): Iterable<Block> {
    if (division === undefined) {
      if (held.subarray(0, 3).equals(BYTE_ORDER_MARK)) held = held.subarray(3);
      division = isList(file, held.toString("latin1", 0, 1_000)) ? "items" : "lines";
      if (division === "items") take(held.indexOf("[") + 1);
    }
    if (isSkipping) {
      const end = held.indexOf(LINE_FEED) + 1;
      take(end || held.length);
      isSkipping = end === 0;
    }
    if (close >= 0) return refuseRest(close, take(held.length).bytes.toString());
    let isMissing = false;
    let end = isEnd ? held.length : held.lastIndexOf(LINE_FEED) + 1;
    if (division === "items") {
      const text = held.toString("latin1");
      const items = itemsIn(text);
      ({ close } = items);
      end = close >= 0 ? close : isEnd ? held.length : (items.ends.at(-1) ?? -1) + 1;
      isMissing = lacksItem(file, text, items, isBegun);
    }
    isBegun ||= end > 0;
    if (end > 0) yield take(end);
    if (isMissing) yield { bytes: Buffer.from(","), division, before };
    if (close >= 0) take(1);
    try {
      refuseTooLarge(held.length);
    } catch (error) {
      if (division === "items") throw error;
      yield take(held.length, true);
      isSkipping = true;
    }
  }
  try {
    if (!file.isStdin) sizeOf(file.path);
    const stream = file.isStdin ? process.stdin : createReadStream(file.path, { highWaterMark: BLOCK_BYTES });
    let [chunks, size]: [Buffer[], number] = [[], 0];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      // As much again as is held: what has no end yet is copied and searched anew with each block.
      if (size < Math.max(BLOCK_BYTES, held.length)) continue;
      held = Buffer.concat([held, ...chunks]);
      [chunks, size] = [[], 0];
      yield* takeWhole(false);
    }
    held = Buffer.concat([held, ...chunks]);
    yield* takeWhole(true);
    if (division === "items") refuseRest(close, held.toString("latin1"));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`The file cannot be read: ${systemReason(error)}.`);
  }
}

/**
 * A record with its name and its line, which is 0 if the file is no more than one: what it says, or why it cannot be read.
 * `isEnd`: nor can what follows in its file.
 */
type FoundRecord = { readonly name: string; readonly line: number } & (
  | { readonly value: unknown }
  | { readonly failure: Failure; readonly isEnd?: boolean }
);

/** Every record of a file. The last one says why no more can be read. */
export async function* recordsIn(file: InputFile, each: boolean): AsyncIterable<FoundRecord> {
  const { path } = file;
  const language = recordName(file, each);
  const named = (line: number) => ({ name: line === 0 ? path : `${path}:${line}`, line });
  const found = async (line: number, text: string, before?: Before): Promise<FoundRecord> => {
    const { value, findings } = await openDocument(language, text, before);
    const finding = findings.find(({ code }) => code === "syntax-error");
    if (finding === undefined) return { ...named(line), value };
    const { start } = finding.range;
    return { name: `${path}:${start.line}:${start.column}`, line, failure: new Failure(finding.message) };
  };
  const ofPiece = ({ text, before, failure }: Piece) =>
    failure ? { ...named(before.lines + 1), failure } : found(before.lines + 1, text, before);
  let last = 0;
  try {
    if (isStream(file, each) && file.read === undefined) {
      for await (const block of blocksIn(file))
        for (const piece of piecesIn(block)) {
          yield await ofPiece(piece);
          last = piece.before.lines + 1;
        }
      return;
    }
    const { text } = await readText(file);
    const pieces = piecesOf(file, text, each);
    if (pieces === undefined) yield found(0, text);
    else for (const piece of pieces) yield ofPiece(piece);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    yield { ...named(last), failure: error, isEnd: true };
  }
}
