/** Writes an edited tree into its text. What did not change keeps every character. */
import { equalJson } from "../../../core/json/equality.ts";
import { applyEdits, type TextEdit } from "../document.ts";
import { inOrder, survey } from "./arrange.ts";
import {
  type Draft,
  type DraftEntry,
  draftOf,
  draftValue,
  type EditedDraft,
  entriesOf,
  newDraft,
} from "./draft.ts";
import { createLayout, reindent } from "./layout.ts";
import { CannotEdit, type SourceEntry, type SourceText, type SourceValue } from "./source-tree.ts";

/** Lists of scalars that fit are written on one line. */
const MAX_LINE = 80;

export function printDraft(source: SourceText, { root, rootFrom }: EditedDraft): string {
  const { text, eol, unit } = source;
  const layout = createLayout(source);
  const { columnOf, indentOf, commentsIn } = layout;
  const { places, placed } = survey(root);

  /** The changes inside a value that stays where it is. */
  function editsIn(draft: Draft): TextEdit[] {
    const was = draft.source!;
    if (was.aliasOf !== undefined) return editsOfAlias(draft, was);
    if (draft.kind === "scalar") {
      if (Object.is(draft.scalar, was.value)) return [];
      const block = layout.blockAround(was);
      const written = source.writeScalar(
        draft.scalar,
        was,
        block === undefined,
        (block?.indent ?? "") + unit,
      );
      return [{ start: was.ownStart, end: was.end, text: spaced(was.ownStart, written) }];
    }
    const { entries } = draft;
    if (entries === undefined) return [];
    const isSame =
      entries.length === was.entries.length &&
      entries.every((entry, index) => entry.source === was.entries[index]);
    if (isSame) return entries.flatMap((entry) => editsOf(entry, was.isBlock));
    const sorted = inOrder(draft, was);
    return [was.isBlock ? rebuildBlock(sorted, was) : rebuildFlow(sorted, was)];
  }

  /** An alias stays one if what it repeats has changed in the same way. */
  function editsOfAlias(draft: Draft, was: SourceValue): TextEdit[] {
    const target = places.get(was.aliasOf!) ?? draftOf(was.aliasOf!);
    const value = draftValue(draft);
    if (equalJson(value, draftValue(target))) return [];
    return [{ start: was.start, end: was.end, text: flowText(newDraft(value), indentOf(was.start)) }];
  }

  function editsOf({ name, draft, source: was }: DraftEntry, isInBlock: boolean): TextEdit[] {
    const { nameStart, nameEnd, value } = was!;
    const renamed =
      name === was!.name
        ? []
        : [{ start: nameStart, end: nameEnd, text: source.writeName(name, !isInBlock) }];
    if (draft.source === value) return [...renamed, ...editsIn(draft)];
    if (!isInBlock)
      return [
        ...renamed,
        { start: value.start, end: value.end, text: flowText(draft, indentOf(value.start)) },
      ];
    // From the colon or the dash on, because a block starts on its own line.
    const mark = was!.name === "" ? was!.start + 1 : text.indexOf(":", nameEnd) + 1;
    const indent = " ".repeat(columnOf(was!.start));
    const written = blockValue(draft, undefined, indent, was!.name === "");
    const remark = commentsIn(mark, value.isBlock ? value.entries[0]!.start : value.ownStart)
      .map((each) => ` ${each}`)
      .join(`${eol}${indent}${unit}`);
    const isOnOwnLine = written.startsWith(eol) || remark === "";
    return [
      ...renamed,
      { start: mark, end: value.end, text: isOnOwnLine ? remark + written : written + remark },
    ];
  }

  /** After a colon that a value did not follow, a space is needed. */
  function spaced(at: number, written: string): string {
    return at > 0 && /[:-]/.test(text[at - 1]!) && written !== "" ? ` ${written}` : written;
  }

  /** An entry that stays in its collection, with the changes inside it. */
  function keptBody(entry: DraftEntry, isInBlock: boolean): string {
    const { start, end } = entry.source!;
    return editedSlice(start, end, editsOf(entry, isInBlock));
  }

  function editedSlice(start: number, end: number, edits: readonly TextEdit[]): string {
    const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
    return applyEdits(text.slice(start, end), moved);
  }

  /** Comments of entries that are gone, for the entry after them or the end. */
  function orphans(was: SourceValue, kept: ReadonlySet<SourceEntry>) {
    const before = new Map<SourceEntry, string[]>();
    let waiting: string[] = [];
    for (const entry of was.entries) {
      if (kept.has(entry)) {
        before.set(entry, waiting);
        waiting = [];
      } else if (!placed.has(entry))
        waiting.push(...layout.commentsOf(entry), ...commentsIn(entry.value.end, entry.end));
    }
    return { before, atEnd: waiting };
  }

  function rebuildFlow(entries: readonly DraftEntry[], was: SourceValue): TextEdit {
    const { pieces, closing, hasTrailingComma } = layout.flow(was);
    const kept = new Set(entries.flatMap(({ source: from }) => (from && pieces.has(from) ? [from] : [])));
    const { before, atEnd } = orphans(was, kept);
    const [first] = was.entries;
    const firstLead = first === undefined ? "" : pieces.get(first)!.lead;
    const isMultiline = first === undefined ? source.isMultiline : firstLead.includes("\n");
    const indent =
      isMultiline && first !== undefined
        ? indentOf(first.start)
        : indentOf(was.start) + (isMultiline ? unit : "");
    const edge = isMultiline ? "" : /^[ \t]*/.exec(firstLead)![0];
    const remark = (comment: string): string => {
      if (!isMultiline && !comment.startsWith("/*"))
        throw new CannotEdit("a comment would have no line of its own");
      return isMultiline ? eol + indent + comment : ` ${comment}`;
    };
    let inside = "";
    for (const [index, entry] of entries.entries()) {
      const piece = entry.source && pieces.get(entry.source);
      const comments = piece ? before.get(entry.source!)! : travelling(entry);
      const isLast = index === entries.length - 1;
      const plainLead = isMultiline ? eol + indent : index === 0 ? edge : source.gap;
      const hasOwnLead = piece !== undefined && (isMultiline || piece.lead.trim() !== "");
      const lead = hasOwnLead && piece.lead !== "" ? piece.lead : plainLead;
      const body = piece ? keptBody(entry, false) : flowEntry(entry, was.kind === "object", indent);
      const { pre = "", tail = "", hadComma = false } = piece ?? {};
      const comma = isLast && !hasTrailingComma ? "" : ",";
      inside += comments.map(remark).join("") + lead;
      inside += hadComma && comma !== "" ? body + pre + comma + tail : body + comma + pre + tail;
    }
    const isFilled = first === undefined && isMultiline && entries.length > 0;
    const rest = isFilled && closing.trim() === "" ? eol + indentOf(was.start) : closing;
    const outside = entries.length === 0 && atEnd.length === 0 && rest.trim() === "" ? "" : rest;
    const [open, close] = [text[was.ownStart]!, text[was.end - 1]!];
    const end =
      first === undefined && !isMultiline && entries.length > 0 && open === "{" ? source.padding : "";
    return {
      start: was.ownStart,
      end: was.end,
      text: `${open}${end}${inside}${atEnd.map(remark).join("")}${outside}${end}${close}`,
    };
  }

  function rebuildBlock(entries: readonly DraftEntry[], was: SourceValue): TextEdit {
    const first = was.entries[0]!;
    const indent = " ".repeat(columnOf(first.start));
    const startsLine = text.slice(layout.lineStart(first.start), first.start).trim() === "";
    const own = new Set(was.entries);
    const kept = new Set(entries.flatMap(({ source: from }) => (from && own.has(from) ? [from] : [])));
    const { before, atEnd } = orphans(was, kept);
    const lines = (comments: readonly string[]) => comments.map((comment) => eol + indent + comment).join("");
    let result = "";
    for (const [index, entry] of entries.entries()) {
      const isKept = entry.source !== undefined && kept.has(entry.source);
      const lead = isKept ? layout.leadOf(entry.source!) : "";
      const body = isKept ? keptBody(entry, true) : blockEntry(entry, was.kind === "list", indent);
      const comments = isKept ? before.get(entry.source!)! : travelling(entry);
      if (index > 0) result += lines(comments) + (lead === "" ? eol + indent : lead) + body;
      else {
        const all = [...comments, ...(lead === "" ? [] : layout.leadComments(entry.source!))];
        // Where a dash stands before the first member, comments cannot.
        result += startsLine ? all.map((each) => each + eol + indent).join("") + body : body + lines(all);
      }
    }
    // A list may stand right below its name, but brackets have to be further in.
    const further = startsLine && layout.blockAround(was)?.indent === indent ? unit : "";
    if (entries.length === 0) result = further + (was.kind === "list" ? "[]" : "{}");
    const isAbove = entries.length === 0 && startsLine;
    const whole = isAbove
      ? atEnd.map((each) => each + eol + indent).join("") + result
      : result + lines(atEnd);
    return { start: first.start, end: was.entries.at(-1)!.end, text: whole };
  }

  /** The comments that go with an entry to its new place. */
  function travelling({ source: from, draft }: DraftEntry): string[] {
    if (from === undefined) return [];
    const isWhole = draft.source === from.value;
    return isWhole
      ? layout.commentsOf(from)
      : layout.commentsOf(from).concat(commentsIn(from.value.start, from.value.end));
  }

  function flowEntry({ name, draft }: DraftEntry, isMember: boolean, indent: string): string {
    return `${isMember ? source.writeName(name, true) + source.colon : ""}${flowText(draft, indent)}`;
  }

  /** A value in brackets or on one line. `indent`: of the line on which it starts. */
  function flowText(draft: Draft, indent: string): string {
    const from = draft.source;
    if (from !== undefined && from.aliasOf === undefined && !from.isBlock && isFlowScalar(from)) {
      const written = editedSlice(from.start, from.end, editsIn(draft));
      return reindent(written, indentOf(from.start), indent);
    }
    if (draft.kind === "scalar") return source.writeScalar(draft.scalar, from, true, indent);
    const entries = inOrder(draft);
    const [open, close] = draft.kind === "list" ? "[]" : "{}";
    if (entries.length === 0) return `${open}${close}`;
    const isPlain = (entry: DraftEntry) => entry.draft.kind === "scalar" && travelling(entry).length === 0;
    const isFlat = !source.isMultiline || (draft.kind === "list" && entries.every(isPlain));
    const inner = indent + unit;
    const isMember = draft.kind === "object";
    const bodies = entries.map((entry) => {
      const comments = travelling(entry);
      if (isFlat && comments.length > 0) throw new CannotEdit("a comment would have no line of its own");
      return { comments, body: flowEntry(entry, isMember, isFlat ? indent : inner) };
    });
    if (isFlat) {
      const pad = isMember ? source.padding : "";
      return `${open}${pad}${bodies.map(({ body }) => body).join(`,${source.gap}`)}${pad}${close}`;
    }
    const lines = bodies.map(({ comments, body }) =>
      [...comments.map((each) => eol + inner + each), eol + inner + body].join(""),
    );
    return `${open}${lines.join(",")}${eol}${indent}${close}`;
  }

  /** Scalars of blocks cannot stand in brackets as they are. */
  function isFlowScalar({ kind, style = "" }: SourceValue): boolean {
    return kind !== "scalar" || !style.startsWith("BLOCK");
  }

  function blockEntry({ name, draft, source: from }: DraftEntry, isItem: boolean, indent: string): string {
    const start = isItem ? "-" : `${source.writeName(name, false)}:`;
    return start + blockValue(draft, from, indent, isItem);
  }

  /** What follows a colon or a dash. `indent`: of the entry. */
  function blockValue(draft: Draft, from: SourceEntry | undefined, indent: string, isItem: boolean): string {
    const was = draft.source;
    const inner = indent + (isItem ? "  " : unit);
    if (was !== undefined && was.aliasOf === undefined) {
      const isBlock = was.isBlock;
      const end = from?.value === was ? Math.max(from.end, was.end) : was.end;
      const start = isBlock ? was.entries[0]!.start : was.start;
      const column = isBlock ? columnOf(start) : columnOf(from?.start ?? layout.lineStart(was.start));
      const written = reindent(
        editedSlice(start, end, editsIn(draft)),
        " ".repeat(column),
        isBlock ? inner : indent,
      );
      if (!isBlock) return written === "" ? "" : ` ${written}`;
      const properties = text.slice(was.start, was.ownStart).trim();
      if (properties !== "") return ` ${properties}${eol}${inner}${written}`;
      return isItem ? ` ${written}` : `${eol}${inner}${written}`;
    }
    if (draft.kind === "scalar") return ` ${source.writeScalar(draft.scalar, was, false, inner)}`;
    const entries = entriesOf(draft);
    if (entries.length === 0) return draft.kind === "list" ? " []" : " {}";
    const isFlat =
      draft.kind === "list" &&
      entries.every(({ draft: each, source: own }) => each.kind === "scalar" && !own);
    if (isFlat) {
      const line = ` ${flowText(draft, inner)}`;
      if (indent.length + line.length < MAX_LINE && !line.includes("\n")) return line;
    }
    const lines = blockLines(draft, inner);
    return isItem && !lines.startsWith("#") ? ` ${lines}` : `${eol}${inner}${lines}`;
  }

  /** The entries of a new collection, each on its line. */
  function blockLines(draft: Draft, indent: string): string {
    return inOrder(draft)
      .flatMap((entry) => [...travelling(entry), blockEntry(entry, draft.kind === "list", indent)])
      .join(eol + indent);
  }

  if (root.source === source.root) return applyEdits(text, editsIn(root));
  const { root: whole } = source;
  const head = text.slice(0, whole.start);
  const foot = text.slice(whole.end);
  if (root.source === undefined || rootFrom === undefined) {
    const isBlock = !source.isJson && root.kind !== "scalar" && entriesOf(root).length > 0;
    return head + (isBlock ? blockLines(root, "") : flowText(root, "")) + foot;
  }
  const indent = indentOf(whole.start);
  const was = root.source;
  const end = Math.max(was.end, was.isBlock || !source.isJson ? rootFrom.end : was.end);
  const start = was.isBlock ? was.entries[0]!.start : was.start;
  const from = was.isBlock ? " ".repeat(columnOf(start)) : indentOf(start);
  const written = reindent(editedSlice(start, end, editsIn(root)), from, indent);
  const above = commentsIn(whole.start, start).map((each) => each + eol + indent);
  const below = commentsIn(end, whole.end).map((each) => eol + indent + each);
  return head + above.join("") + written + below.join("") + foot;
}
