/** What stands around the values of a text: white space, commas and comments. */
import type { SourceEntry, SourceText, SourceValue } from "./source-tree.ts";

/** What belongs to an entry in brackets besides its own text. */
interface FlowPiece {
  /** From the comma before it. */
  readonly lead: string;
  /** Between it and its comma. */
  readonly pre: string;
  /** A comment after the comma, on the same line. */
  readonly tail: string;
  readonly hadComma: boolean;
}

interface FlowLayout {
  readonly pieces: ReadonlyMap<SourceEntry, FlowPiece>;
  /** Before the closing bracket. */
  readonly closing: string;
  readonly hasTrailingComma: boolean;
}

export function createLayout({ text, comments, root }: SourceText) {
  /** Made when it is first asked for, because most edits only replace scalars. */
  let parents: Map<SourceEntry | SourceValue, { parent: SourceValue; index: number }> | undefined;
  function placeOf(part: SourceEntry | SourceValue) {
    if (parents === undefined) {
      parents = new Map();
      const open = [root];
      for (let parent = open.pop(); parent !== undefined; parent = open.pop())
        for (const [index, entry] of parent.entries.entries()) {
          parents.set(entry, { parent, index }).set(entry.value, { parent, index });
          open.push(entry.value);
        }
    }
    return parents.get(part);
  }

  const lineStart = (offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

  function commentsIn(start: number, end: number): string[] {
    return between(start, end).map((comment) => text.slice(comment.start, comment.end));
  }

  function between(start: number, end: number) {
    let low = 0;
    let high = comments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comments[middle]!.start < start) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (let at = low; at < comments.length && comments[at]!.end <= end; at++) found.push(comments[at]!);
    return found;
  }

  /** The first comma that is not in a comment. */
  function commaIn(start: number, end: number): number | undefined {
    const hidden = between(start, end);
    for (let at = text.indexOf(",", start); at >= 0 && at < end; at = text.indexOf(",", at + 1))
      if (!hidden.some((comment) => comment.start <= at && at < comment.end)) return at;
    return undefined;
  }

  /** The end of the comments that follow on the same line, if nothing else does. */
  function tailEnd(start: number, end: number): number {
    let at = start;
    for (const comment of between(start, end)) {
      if (text.slice(at, comment.end).includes("\n")) break;
      at = comment.end;
    }
    const rest = text.slice(at, end);
    return /^[ \t]*(?:\r?\n|$)/.test(rest) ? at : start;
  }

  const flowLayouts = new Map<SourceValue, FlowLayout>();
  function flow(container: SourceValue): FlowLayout {
    const known = flowLayouts.get(container);
    if (known) return known;
    const made = readFlow(container);
    flowLayouts.set(container, made);
    return made;
  }

  function readFlow(container: SourceValue): FlowLayout {
    const pieces = new Map<SourceEntry, FlowPiece>();
    const close = container.end - 1;
    let at = container.ownStart + 1;
    let hasTrailingComma = false;
    for (const [index, entry] of container.entries.entries()) {
      const next = container.entries[index + 1]?.start ?? close;
      const comma = commaIn(entry.end, next);
      const lead = text.slice(at, entry.start);
      const after = comma === undefined ? entry.end : comma + 1;
      const end = tailEnd(after, next);
      const pre = comma === undefined ? "" : text.slice(entry.end, comma);
      pieces.set(entry, { lead, pre, tail: text.slice(after, end), hadComma: comma !== undefined });
      hasTrailingComma = index === container.entries.length - 1 && comma !== undefined;
      at = end;
    }
    return { pieces, closing: text.slice(at, close), hasTrailingComma };
  }

  /** From the entry before, in a block collection; empty for the first one. */
  function leadOf(entry: SourceEntry): string {
    const { parent, index } = placeOf(entry)!;
    const before = parent.entries[index - 1];
    return before === undefined ? "" : text.slice(before.end, entry.start);
  }

  function leadComments(entry: SourceEntry): string[] {
    return commentsIn(entry.start - leadOf(entry).length, entry.start);
  }

  /** The comments that belong to an entry and are not inside its value. */
  function commentsOf(entry: SourceEntry): string[] {
    const { parent } = placeOf(entry)!;
    const { value, start, end } = entry;
    const inner = value.isBlock ? value.entries[0]!.start : value.ownStart;
    const own = commentsIn(start, inner);
    if (parent.isBlock) return [...leadComments(entry), ...own];
    const piece = flow(parent).pieces.get(entry)!;
    const lead = commentsIn(start - piece.lead.length, start);
    return [...lead, ...own, ...commentsIn(end, end + piece.pre.length + 1 + piece.tail.length)];
  }

  return {
    lineStart,
    commentsIn,
    flow,
    leadOf,
    leadComments,
    commentsOf,
    columnOf: (offset: number): number => offset - lineStart(offset),
    indentOf: (offset: number): string => /^[ \t]*/.exec(text.slice(lineStart(offset), offset))![0],
    /** The block collection that holds a value, with the indentation of its entries. */
    blockAround(value: SourceValue): { indent: string } | undefined {
      const place = placeOf(value);
      if (place === undefined) return { indent: "" };
      const { parent, index } = place;
      if (!parent.isBlock) return undefined;
      const { start } = parent.entries[index]!;
      return { indent: " ".repeat(start - lineStart(start)) };
    },
  };
}

/** Moves all lines but the first. */
export function reindent(written: string, from: string, to: string): string {
  if (from === to || !written.includes("\n")) return written;
  return written.replaceAll(/\n([^\n]*)/g, (whole, line: string) => {
    if (line.trim() === "") return whole;
    return `\n${to}${line.startsWith(from) ? line.slice(from.length) : line.trimStart()}`;
  });
}
