/**
 * A long text of YAML is read in pieces: members and items with everything below them. What was in the text before is not
 * read again, because an editor asks after every pause, and a fix is read back. A text whose pieces depend on one another
 * is read as a whole.
 */
import { setOwn } from "../../../core/json/values.ts";
import type { Comment, SourceEntry, SourceValue } from "../edit/source-tree.ts";
import { readWhole, type YamlText } from "./read.ts";

const LONG = 20_000;
/** Anchors, tags, directives, marks of documents, names over several lines, and indentation that is not counted in spaces. */
const REACHES_OUT = /(?:^|[\s[{,:-])[&*!]|^(?:%|---|\.\.\.)|^ *(?:- +)*\?|[\t\ufeff]|\r(?!\n)/m;

/** The pieces of the long text that was read last. */
let known: ReadonlyMap<string, YamlText> = new Map();

export function readYaml(text: string): YamlText {
  return (text.length < LONG || REACHES_OUT.test(text) ? undefined : readPieces(text)) ?? readWhole(text);
}

/** A collection with the value that it says. */
interface Part {
  readonly root: SourceValue;
  readonly value: unknown;
}

interface Line {
  readonly start: number;
  /** Where its first word stands. */
  readonly word: number;
}

function readPieces(text: string): YamlText | undefined {
  const used = new Map<string, YamlText>();
  const comments: (() => readonly Comment[])[] = [];
  const lines = wordLines(text);
  let hasRepeats = false;

  function read(start: number, end: number): YamlText {
    const piece = text.slice(start, end);
    const found = used.get(piece) ?? known.get(piece) ?? readWhole(piece);
    used.set(piece, found);
    comments.push(() =>
      found.comments().map((each) => ({ start: each.start + start, end: each.end + start })),
    );
    return found;
  }

  /** The collection of the lines from one index to another, up to an offset. Undefined: it is none, or depends on others. */
  function collect(from: number, to: number, end: number): Part | undefined {
    const first = lines[from];
    if (first === undefined) return undefined;
    const indent = first.word - first.start;
    const isDash = (line: Line) => /^-(?:\s|$)/.test(text.slice(line.word, line.word + 2));
    const isList = isDash(first);
    const starts: number[] = [];
    for (let at = from; at < to; at++) {
      const line = lines[at]!;
      const own = line.word - line.start;
      // A list may stand right below its name.
      if (own < indent || (own === indent && isList && !isDash(line))) return undefined;
      if (own === indent && isDash(line) === isList) starts.push(at);
    }
    const entries: SourceEntry[] = [];
    const values: unknown[] = [];
    let shown = [0, 0] as readonly [number, number];
    for (const [index, at] of starts.entries()) {
      const next = starts[index + 1] ?? to;
      const part = entryOf(at, next, next < to ? lines[next]!.start : end, isList);
      if (part === undefined) return undefined;
      entries.push(part.entry);
      values.push(part.value);
      shown = [index === 0 ? part.shown[0] : shown[0], part.shown[1]];
    }
    const place = { start: shown[0], ownStart: shown[0], end: entries.at(-1)!.end, shown, isBlock: true };
    const root: SourceValue = { kind: isList ? "list" : "object", value: undefined, ...place, entries };
    if (isList) return { root, value: values };
    const value: Record<string, unknown> = {};
    for (const [index, { name }] of entries.entries()) setOwn(value, String(name), values[index]);
    if (Object.keys(value).length < entries.length) hasRepeats = true;
    return { root, value };
  }

  function entryOf(from: number, to: number, end: number, isList: boolean) {
    const { start } = lines[from]!;
    const isLong = end - start > LONG && !isList && from + 1 < to;
    const inner = isLong ? lines[from + 1]!.start : end;
    const head = read(start, inner);
    const [only, ...others] = head.root?.entries ?? [];
    const isGood = head.faults.length === 0 && head.problem === undefined;
    const isOne = only !== undefined && others.length === 0 && typeof only.name === "string";
    if (!isGood || !isOne || !head.root!.isBlock || (head.root!.kind === "list") !== isList) return undefined;
    if (head.hasRepeats) hasRepeats = true;
    const entry = movedEntry(only, start);
    const shown = head.root!.shown.map((each) => each + start) as [number, number];
    if (!isLong) return { entry, shown, value: Object.values(head.value as object)[0] as unknown };
    // Only a name with nothing after it has what follows for its value.
    if (only.value.kind !== "scalar" || only.value.end > only.value.start) return undefined;
    const part = collect(from + 1, to, end);
    if (part === undefined) return undefined;
    const { root, value } = part;
    return {
      entry: { ...entry, value: root, end: root.end },
      shown: [shown[0], root.shown[1]] as const,
      value,
    };
  }

  const whole = collect(0, lines.length, text.length);
  if (whole === undefined) return undefined;
  comments.unshift(() => remarksBefore(text, lines[0]!.start));
  known = used;
  const all = () => comments.flatMap((each) => each());
  return { ...whole, faults: [], hasRepeats, problem: undefined, comments: all };
}

/** Lines that are neither empty nor a comment. */
function wordLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    let word = start;
    while (text.charCodeAt(word) === 0x20) word++;
    if (!/[#\r\n]/.test(text.charAt(word)) && word < text.length) lines.push({ start, word });
    start = text.indexOf("\n", word) + 1 || text.length;
  }
  return lines;
}

function remarksBefore(text: string, end: number): Comment[] {
  return [...text.slice(0, end).matchAll(/#.*/g)].map(({ index, 0: remark }) => ({
    start: index,
    end: index + remark.trimEnd().length,
  }));
}

/** Most of what is read is never looked at, so that what is inside moves when somebody does. */
function movedEntry(entry: SourceEntry, by: number): SourceEntry {
  const { name, nameStart, nameEnd, start, end } = entry;
  let value: SourceValue | undefined;
  return {
    ...{ name, nameStart: nameStart + by, nameEnd: nameEnd + by, start: start + by, end: end + by },
    get value() {
      value ??= moved(entry.value, by);
      return value;
    },
  };
}

function moved(source: SourceValue, by: number): SourceValue {
  const { start, ownStart, end, shown, entries } = source;
  const place = { start: start + by, ownStart: ownStart + by, end: end + by };
  const inside = entries.map((entry) => movedEntry(entry, by));
  return { ...source, ...place, shown: [shown[0] + by, shown[1] + by], entries: inside };
}
