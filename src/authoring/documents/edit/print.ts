/** Writes an edited tree into its text. What did not change keeps every character. */
import { once } from "../../../core/json/values.ts";
import { countBefore } from "../../../core/reader/lines.ts";
import { type Draft, type DraftEntry, entriesOf, entriesThatStand, inOrder } from "./draft.ts";
import type { SourceEntry, SourceText, SourceValue } from "./source-tree.ts";

/** Why a text cannot be edited, as the rest of a sentence. */
export class CannotEdit extends Error {}

/** Lists of scalars that fit are written on one line. */
const MAX_LINE = 80;

/** Where a value begins, after its anchor and tag: a block with its first entry. */
const startOf = ({ isBlock, aliasOf, entries, ownStart }: SourceValue): number =>
  isBlock && !aliasOf ? entries[0]!.start : ownStart;

export function printDraft(source: SourceText, root: Draft): string {
  const { text, eol, unit } = source;
  const layout = createLayout(source);
  const { columnOf, indentOf, commentsIn } = layout;
  const standing = entriesThatStand(root);

  /** A value that stays where it is, from its beginning to its end. */
  function valueText(draft: Draft): string {
    const { source: was, entries } = draft as Draft & { readonly source: SourceValue };
    const start = startOf(was);
    if (draft.kind === "scalar" && !was.aliasOf && !Object.is(draft.value, was.value)) {
      const indent = layout.indentAround(was);
      const written = source.writeScalar(draft.value, was, indent === undefined, (indent ?? "") + unit);
      // The first line of a block scalar may end with a comment.
      const remark = commentsIn(start, was.end).map((each) => ` ${each}`);
      const remarked = written.replace(/(?=\r?\n|$)/, () => remark.join(""));
      return spaced(start, remarked);
    }
    if (entries === undefined) return text.slice(start, was.end);
    const isSame =
      entries.length === was.entries.length &&
      entries.every((entry, index) => entry.source === was.entries[index]);
    if (!isSame)
      return was.isBlock
        ? joinBlock(draft, was, " ".repeat(columnOf(start)))
        : joinFlow(draft, was, indentOf(was.start));
    let [written, at] = ["", start];
    for (const entry of entries) {
      written += text.slice(at, entry.source!.start) + entryText(entry, was.isBlock);
      at = entry.source!.end;
    }
    return written + text.slice(at, was.end);
  }

  /** The same with its anchor and tag, and with what follows it up to an offset. Those of a block stand on a line before it. */
  function wholeText(draft: Draft, end: number): string {
    const { start, ownStart, isBlock, end: ownEnd } = draft.source!;
    return (isBlock ? "" : text.slice(start, ownStart)) + valueText(draft) + text.slice(ownEnd, end);
  }

  /** An entry that stays where it is. */
  function entryText({ name, value: draft, source: was }: DraftEntry, isInBlock: boolean): string {
    const { name: before, nameStart, nameEnd, value, start, end } = was!;
    const nameBefore = text.slice(nameStart, nameEnd);
    const isRenamed = name !== before && typeof name !== "symbol";
    const head = text.slice(start, nameStart) + (isRenamed ? source.writeName(name, nameBefore) : nameBefore);
    const rest = text.slice(value.end, end);
    if (draft.source === value) return head + text.slice(nameEnd, startOf(value)) + valueText(draft) + rest;
    if (!isInBlock) {
      const left = draft.kind === "scalar" || draft.source ? [] : layout.closingOf(value);
      const written = spaced(value.start, flowText(draft, indentOf(value.start), left));
      return head + text.slice(nameEnd, value.start) + written + rest;
    }
    // From the colon or the dash on, because a block starts on its own line.
    const mark = before === "" ? start + 1 : text.indexOf(":", nameEnd) + 1;
    const indent = " ".repeat(columnOf(start));
    const written = blockValue(draft, undefined, indent, before === "");
    const from = draft.source ?? { start: 0, end: 0 };
    const isTakenOut = value.start <= from.start && from.end <= value.end;
    const remark = commentsIn(mark, value.kind === "scalar" ? value.end : startOf(value))
      .concat(isTakenOut ? commentsIn(from.end, value.end) : [])
      .map((each) => ` ${each}`)
      .join(`${eol}${indent}${unit}`);
    const isOnOwnLine = written.startsWith(eol) || remark === "";
    const [gap] = /^[ \t]*/.exec(text.slice(mark, value.start))!;
    const piece = gap !== "" && written.startsWith(" ") ? gap + written.slice(1) : written;
    return head + text.slice(nameEnd, mark) + (isOnOwnLine ? remark + piece : piece + remark) + rest;
  }

  /** After a colon that a value did not follow, a space is needed. */
  function spaced(at: number, written: string): string {
    const isAfterMark = at > 0 && (source.isJson ? "" : ":-").includes(text[at - 1]!);
    return isAfterMark && written !== "" ? ` ${written}` : written;
  }

  /**
   * The entries of a collection as they are written, and the comments of those that are gone, for the entry after them
   * or the end. `write`: for what was not there. `kept`: the entry of this collection that one was.
   */
  function piecesOf(draft: Draft, was: SourceValue | undefined, write: (entry: DraftEntry) => string) {
    const entries = inOrder(draft, was);
    const own = new Set(was?.entries);
    const kept = new Set(entries.flatMap(({ source: from }) => (from && own.has(from) ? [from] : [])));
    const orphans = new Map<SourceEntry, string[]>();
    let atEnd: string[] = [];
    for (const entry of own)
      if (kept.has(entry)) {
        orphans.set(entry, atEnd);
        atEnd = [];
      } else if (!standing.has(entry))
        atEnd.push(...layout.commentsOf(entry), ...commentsIn(entry.value.end, entry.end));
    const pieces = entries.map((entry) => {
      const from = entry.source;
      if (from === undefined || !kept.has(from))
        return { comments: travelling(entry), body: write(entry), kept: undefined };
      return { comments: orphans.get(from)!, body: entryText(entry, was!.isBlock), kept: from };
    });
    return { pieces, atEnd };
  }

  /** A collection in brackets. `was`: what they held before. `outer`: the indentation of the line that they start on. */
  function joinFlow(draft: Draft, was: SourceValue | undefined, outer: string, left: string[] = []): string {
    const before = was && layout.around(was);
    const first = was?.entries[0];
    const firstLead = first === undefined ? "" : before!.pieces.get(first)!.lead;
    const isPlain = (entry: DraftEntry) => entry.value.kind === "scalar" && travelling(entry).length === 0;
    const isShort = draft.kind === "list" && entriesOf(draft).every(isPlain);
    const isMultiline = first === undefined ? source.isMultiline && !isShort : firstLead.includes("\n");
    const indent = !isMultiline ? outer : first === undefined ? outer + unit : indentOf(first.start);
    const { pieces, atEnd } = piecesOf(draft, was, (entry) => flowEntry(entry, draft.kind, indent));
    const edge = isMultiline ? "" : /^[ \t]*/.exec(firstLead)![0];
    const remark = (comment: string): string => {
      if (!isMultiline && !comment.startsWith("/*"))
        throw new CannotEdit("a comment would have no line of its own");
      return isMultiline ? eol + indent + comment : ` ${comment}`;
    };
    let inside = "";
    for (const [index, { comments, body, kept }] of pieces.entries()) {
      const { lead = "", pre = "", tail = "" } = (kept && before!.pieces.get(kept)) ?? {};
      const isLast = index === pieces.length - 1;
      const isOwnLead = lead !== "" && (isMultiline || lead.trim() !== "");
      const comma = isLast && before?.hasTrailingComma !== true ? "" : ",";
      inside += comments.map(remark).join("");
      inside += isOwnLead ? lead : isMultiline ? eol + indent : index === 0 ? edge : source.gap;
      inside += body + pre + comma + tail;
    }
    inside += atEnd.concat(left).map(remark).join("");
    const isNew = first === undefined && pieces.length > 0;
    const closing = before?.closing ?? "";
    const rest = isNew && isMultiline && closing.trim() === "" ? eol + outer : closing;
    const [open, close] = draft.kind === "list" ? "[]" : "{}";
    const padding = isNew && !isMultiline && draft.kind === "object" ? source.padding : "";
    return `${open}${padding}${inside}${inside === "" && rest.trim() === "" ? "" : rest}${padding}${close}`;
  }

  /** The lines of a block collection, from its first entry on. `was`: what it held before. */
  function joinBlock(draft: Draft, was: SourceValue | undefined, indent: string): string {
    const first = was?.entries[0];
    // Where a dash stands before the first member, comments cannot.
    const startsLine =
      first === undefined || text.slice(layout.lineStart(first.start), first.start).trim() === "";
    const { pieces, atEnd } = piecesOf(draft, was, (entry) => blockEntry(entry, draft.kind, indent));
    const above = (comments: readonly string[]) => comments.map((each) => each + eol + indent).join("");
    const below = (comments: readonly string[]) => comments.map((each) => eol + indent + each).join("");
    if (pieces.length === 0) {
      // A list may stand right below its name, but brackets have to be further in.
      const further = startsLine && was && layout.indentAround(was) === indent ? unit : "";
      const brackets = further + (draft.kind === "list" ? "[]" : "{}");
      return startsLine ? above(atEnd) + brackets : brackets + below(atEnd);
    }
    const before = was && layout.around(was);
    let result = "";
    for (const [index, { comments, body, kept }] of pieces.entries()) {
      const { lead = "" } = (kept && before!.pieces.get(kept)) ?? {};
      if (index > 0) result += below(comments) + (lead === "" ? eol + indent : lead) + body;
      else {
        const all = kept ? comments.concat(commentsIn(kept.start - lead.length, kept.start)) : comments;
        result += startsLine ? above(all) + body : body + below(all);
      }
    }
    return result + below(atEnd);
  }

  /** The comments that go with an entry to its new place. */
  function travelling({ source: from, value }: DraftEntry): string[] {
    if (from === undefined) return [];
    const inside = value.source === from.value ? [] : commentsIn(from.value.start, from.value.end);
    return layout.commentsOf(from).concat(inside);
  }

  function flowEntry(entry: DraftEntry, kind: Draft["kind"], indent: string): string {
    return `${kind === "object" ? nameText(entry) + source.colon : ""}${flowText(entry.value, indent)}`;
  }

  function nameText({ name, source: from }: DraftEntry): string {
    if (typeof name === "symbol") throw new CannotEdit("a merge key would move");
    const was = from && text.slice(from.nameStart, from.nameEnd);
    return source.writeName(name, was === "" ? undefined : was);
  }

  /** A number that stands in the text already has the digits that it has there: a double may hold fewer. */
  function newScalar({ value, like }: Draft, isInFlow: boolean, indent: string): string {
    if (typeof value === "number" && like?.value === value) return text.slice(like.ownStart, like.end);
    return source.writeScalar(value, like, isInFlow, indent);
  }

  /** A value in brackets or on one line. `indent`: of the line on which it starts. `left`: comments for its end. */
  function flowText(draft: Draft, indent: string, left?: string[]): string {
    const was = draft.source;
    // Scalars of blocks cannot stand in brackets as they are.
    const isFlow = was !== undefined && !was.isBlock && was.style?.startsWith("BLOCK") !== true;
    if (isFlow) return reindent(wholeText(draft, was.end), indentOf(was.start), indent);
    if (draft.kind === "scalar") return newScalar(draft, true, indent);
    return joinFlow(draft, undefined, indent, left);
  }

  function blockEntry(entry: DraftEntry, kind: Draft["kind"], indent: string): string {
    const isItem = kind === "list";
    return (isItem ? "-" : `${nameText(entry)}:`) + blockValue(entry.value, entry.source, indent, isItem);
  }

  /** What follows a colon or a dash. `indent`: of the entry. */
  function blockValue(draft: Draft, from: SourceEntry | undefined, indent: string, isItem: boolean): string {
    const was = draft.source;
    const inner = indent + (isItem ? "  " : unit);
    if (was !== undefined) {
      const isBlock = was.isBlock && was.aliasOf === undefined;
      const end = from?.value === was ? Math.max(from.end, was.end) : was.end;
      const column = columnOf(isBlock ? startOf(was) : (from?.start ?? layout.lineStart(was.start)));
      const written = reindent(wholeText(draft, end), " ".repeat(column), isBlock ? inner : indent);
      if (!isBlock) return written === "" ? "" : ` ${written}`;
      const properties = text.slice(was.start, was.ownStart).trim();
      if (properties !== "") return ` ${properties}${eol}${inner}${written}`;
      return isItem ? ` ${written}` : `${eol}${inner}${written}`;
    }
    if (draft.kind === "scalar") return ` ${newScalar(draft, false, inner)}`;
    const entries = entriesOf(draft);
    if (entries.length === 0) return draft.kind === "list" ? " []" : " {}";
    const isFlat =
      draft.kind === "list" && entries.every(({ value, source: own }) => value.kind === "scalar" && !own);
    if (isFlat) {
      const line = ` ${flowText(draft, inner)}`;
      if (indent.length + line.length < MAX_LINE && !line.includes("\n")) return line;
    }
    const lines = joinBlock(draft, undefined, inner);
    return isItem && !lines.startsWith("#") ? ` ${lines}` : `${eol}${inner}${lines}`;
  }

  const { root: whole } = source;
  const head = text.slice(0, whole.start);
  const foot = text.slice(whole.end);
  const was = root.source;
  if (was === whole) return text.slice(0, startOf(whole)) + valueText(root) + foot;
  if (was === undefined) {
    const isBlock = !source.isJson && root.kind !== "scalar" && entriesOf(root).length > 0;
    return head + (isBlock ? joinBlock(root, undefined, "") : flowText(root, "")) + foot;
  }
  const indent = indentOf(whole.start);
  // With the comment on its last line.
  const end = source.isJson ? was.end : layout.holderOf(was)!.entry.end;
  const start = was.isBlock ? startOf(was) : was.start;
  const from = was.isBlock ? " ".repeat(columnOf(start)) : indentOf(start);
  const written = reindent(wholeText(root, end), from, indent);
  const above = commentsIn(whole.start, start).map((each) => each + eol + indent);
  const below = commentsIn(end, whole.end).map((each) => eol + indent + each);
  return head + above.join("") + written + below.join("") + foot;
}

function createLayout({ text, comments, root }: SourceText) {
  /** Made when it is first asked for, because most edits only replace scalars. */
  let holders: Map<SourceEntry | SourceValue, { parent: SourceValue; entry: SourceEntry }> | undefined;
  /** The entry that holds a value, or is the part itself, and what that is in; none for the whole document. */
  function holderOf(part: SourceEntry | SourceValue) {
    if (holders === undefined) {
      holders = new Map();
      const open = [root];
      for (let parent = open.pop(); parent !== undefined; parent = open.pop())
        for (const entry of parent.entries) {
          holders.set(entry, { parent, entry }).set(entry.value, { parent, entry });
          open.push(entry.value);
        }
    }
    return holders.get(part);
  }

  const lineStart = (offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

  function commentsIn(start: number, end: number): string[] {
    return between(start, end).map((comment) => text.slice(comment.start, comment.end));
  }

  function between(start: number, end: number) {
    const first = countBefore(comments.length, (index) => comments[index]!.start < start);
    const next = countBefore(comments.length, (index) => comments[index]!.end <= end);
    return comments.slice(first, next);
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
    return /^[ \t]*(?:\r?\n|$)/.test(text.slice(at, end)) ? at : start;
  }

  /**
   * What belongs to each entry of a collection besides its own text: from the entry before it, between it and its comma,
   * and the comment after the comma on the same line. `closing`: what stands before the closing bracket.
   */
  const around = once(({ isBlock, entries, ownStart, end }: SourceValue) => {
    const pieces = new Map<SourceEntry, Readonly<Record<"lead" | "pre" | "tail", string>>>();
    const close = isBlock ? end : end - 1;
    let at = isBlock ? entries[0]!.start : ownStart + 1;
    let hasTrailingComma = false;
    for (const [index, entry] of entries.entries()) {
      const lead = text.slice(at, entry.start);
      const next = entries[index + 1]?.start ?? close;
      const comma = isBlock ? undefined : commaIn(entry.end, next);
      const after = comma === undefined ? entry.end : comma + 1;
      at = isBlock ? after : tailEnd(after, next);
      const pre = text.slice(entry.end, comma ?? entry.end);
      pieces.set(entry, { lead, pre, tail: text.slice(after, at) });
      hasTrailingComma = comma !== undefined;
    }
    return { pieces, closing: text.slice(at, close), hasTrailingComma };
  });

  /** The comments that belong to an entry and are not inside its value. */
  function commentsOf(entry: SourceEntry): string[] {
    const { start, end, value } = entry;
    const { lead, pre, tail } = around(holderOf(entry)!.parent).pieces.get(entry)!;
    const before = commentsIn(start - lead.length, startOf(value));
    return [...before, ...commentsIn(end, end + pre.length + 1 + tail.length)];
  }

  return {
    lineStart,
    commentsIn,
    around,
    commentsOf,
    /** The comments behind the last entry of a collection in brackets. */
    closingOf(value: SourceValue): string[] {
      const isIn = value.entries.length > 0 && !value.isBlock && value.aliasOf === undefined;
      return isIn ? commentsIn(value.end - 1 - around(value).closing.length, value.end) : [];
    },
    holderOf,
    columnOf: (offset: number): number => offset - lineStart(offset),
    indentOf: (offset: number): string => /^[ \t]*/.exec(text.slice(lineStart(offset), offset))![0],
    /** Of the entries of the block collection that holds a value; undefined if it stands in brackets. */
    indentAround(value: SourceValue): string | undefined {
      const { parent, entry } = holderOf(value) ?? {};
      if (entry === undefined) return "";
      return parent!.isBlock ? " ".repeat(entry.start - lineStart(entry.start)) : undefined;
    },
  };
}

/** Moves all lines but the first. */
function reindent(written: string, from: string, to: string): string {
  if (from === to || !written.includes("\n")) return written;
  return written.replaceAll(/\n([^\n]*)/g, (whole, line: string) => {
    if (line.trim() === "") return whole;
    return `\n${to}${line.startsWith(from) ? line.slice(from.length) : line.trimStart()}`;
  });
}
