/**
 * Files with several records: one on each line, or the items of a list. Lines are read as a stream in blocks of whole
 * records, so that no file of them is too large.
 */
import { createReadStream } from "node:fs";
import { type Before, NOTHING, type Position, type Range } from "../../authoring/documents/document.ts";
import { isMarkdown, openDocument } from "../../authoring/documents/open.ts";
import { Failure, systemReason } from "../terminal/terminal.ts";
import { givenName, type InputFile } from "./find.ts";
import { readText, refuseTooLarge, sizeOf, textOf } from "./read.ts";

/** The text of one record, or why it cannot be read. */
export interface Piece {
  readonly text: string;
  readonly before: Before;
  readonly failure?: Failure;
}

/** Some whole records of a stream, or a list as a whole. */
export interface Block {
  readonly bytes: Uint8Array;
  readonly isList: boolean;
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
  const pieces = divide(file, text, NOTHING);
  const failure = pieces.at(-1)?.failure;
  if (failure !== undefined) throw failure;
  return pieces;
}

/** Of a file of lines, each line may be a list. */
function startsList(file: InputFile, start: string): boolean {
  return !LINES_NAME.test(givenName(file) ?? "") && start[behindGap(start, 0)] === "[";
}

const GAP = /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;

/** Where something else than white space and comments stands, or the end. */
function behindGap(text: string, from: number): number {
  let at = from;
  GAP.lastIndex = from;
  while (GAP.test(text)) at = GAP.lastIndex;
  return at;
}

/** The records of a text that are not empty, and last why the others of a list cannot be told apart. */
function divide(file: InputFile, text: string, before: Before, asList = startsList(file, text)): Piece[] {
  const start = asList ? behindGap(text, 0) + 1 : 0;
  const { ends, close } = asList ? itemsIn(text, start) : { ends: undefined, close: text.length };
  const end = close < 0 ? text.length : close;
  let last = { at: 0, before };
  const pieceAt = ([from, to]: readonly [number, number]): Piece => {
    last = { at: from, before: after(last.before, text.slice(last.at, from)) };
    return { text: text.slice(from, to), before: last.before };
  };
  const pieces = spansOf(text, start, end, ends).map(pieceAt);
  if (ends === undefined) return pieces;
  // JSON with comments allows a comma after the last item.
  const isTrailing = ends.length > 0 && text.slice(ends.at(-1)! + 1, end).trim() === "";
  if (isTrailing && close >= 0 && recordName(file, true) === "line.json") pieces.push(pieceAt([end, end]));
  const noEnd = close < 0 ? "The list has no end: there is no ] after its last item." : undefined;
  const wrong =
    noEnd ?? (behindGap(text, end + 1) < text.length ? "Something follows the list of records." : undefined);
  if (wrong !== undefined) pieces.push({ ...pieceAt([end, end]), failure: new Failure(wrong) });
  return pieces;
}

/** What stands before whatever follows a text. */
export function after({ lines, columns, bytes, offset }: Before, text: string): Before {
  let [count, start] = [lines, -columns];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
    [count, start] = [count + 1, at + 1];
  const length = Buffer.byteLength(text.slice(Math.max(0, start))) + (count === lines ? bytes : 0);
  return { lines: count, columns: text.length - start, bytes: length, offset: offset + text.length };
}

/** Where the records are that are not empty. `ends`: the commas of a list. */
function spansOf(text: string, first: number, last: number, ends: readonly number[] | undefined) {
  const spans: (readonly [from: number, to: number])[] = [];
  for (let [start, index] = [first, 0]; start < last; index++) {
    const end = ends ? (ends[index] ?? last) : text.indexOf("\n", start) + 1 || last;
    const part = text.slice(start, end);
    const from = ends ? end - part.trimStart().length : start;
    // Before a comma of a list something is missing.
    if (part.trim() !== "") spans.push([from, start + part.trimEnd().length]);
    else if (ends !== undefined && index < ends.length) spans.push([start, start]);
    start = ends ? end + 1 : end;
  }
  return spans;
}

/** The commas between the items of a list that is open at the start, and where the list ends, or -1. */
function itemsIn(text: string, start: number): { ends: number[]; close: number } {
  const ends: number[] = [];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
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
export function piecesIn(file: InputFile, { bytes, isList, before, isTooLong }: Block): Piece[] {
  try {
    if (isTooLong) refuseTooLarge(Number.POSITIVE_INFINITY);
    return divide(file, textOf(bytes).text, before, isList);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const first = bytes.indexOf(LINE_FEED) + 1;
    if (isList || first === 0 || first === bytes.length) return [{ text: "", before, failure: error }];
    const pieces: Piece[] = [];
    for (let [start, lines] = [0, before.lines]; start < bytes.length; lines++) {
      const end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length;
      const line = { bytes: bytes.subarray(start, end), isList, before: { ...before, lines } };
      pieces.push(...piecesIn(file, line));
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
  let isList: boolean | undefined;
  let [held, before]: [Buffer, Before] = [Buffer.alloc(0), NOTHING];
  /** Whether the rest of a line that is too long is passed over. */
  let isSkipping = false;

  function take(end: number, isTooLong = false): Block {
    const bytes = held.subarray(0, end);
    const block = { bytes, isList: isList === true, before, isTooLong };
    before = { ...after(before, bytes.toString()), offset: 0 };
    held = held.subarray(end);
    return block;
  }

  function* takeWhole(isEnd: boolean): Iterable<Block> {
    if (isList === undefined) {
      if (held.subarray(0, 3).equals(BYTE_ORDER_MARK)) held = held.subarray(3);
      isList = startsList(file, held.toString("latin1", 0, BLOCK_BYTES));
    }
    if (isList) {
      refuseTooLarge(held.length, ' Write a record on each line, as jq -c ".[]" does.');
      if (isEnd) yield take(held.length);
      return;
    }
    if (isSkipping) {
      const end = held.indexOf(LINE_FEED) + 1;
      take(end || held.length);
      isSkipping = end === 0;
    }
    const end = isEnd ? held.length : held.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield take(end);
    try {
      refuseTooLarge(held.length);
    } catch {
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
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`The file cannot be read: ${systemReason(error)}.`);
  }
}

interface FoundRecord {
  readonly name: string;
  /** 0 if the file is no more than one record. */
  readonly line: number;
  readonly value?: unknown;
  /** Why it cannot be read. `isEnd`: nor can what follows in its file. */
  readonly failure?: Failure;
  readonly isEnd?: boolean;
}

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
  let last = 0;
  try {
    if (!isStream(file, each)) {
      yield await found(0, (await readText(file)).text);
      return;
    }
    for await (const block of blocksIn(file))
      for (const { text, before, failure } of piecesIn(file, block)) {
        const line = before.lines + 1;
        yield failure ? { ...named(line), failure, isEnd: block.isList } : await found(line, text, before);
        last = line;
      }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    yield { ...named(last), failure: error, isEnd: true };
  }
}
