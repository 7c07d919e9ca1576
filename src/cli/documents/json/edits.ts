/** Writes a patch into the text of a JSON file, so that everything else keeps its formatting and comments. */
import { type Node, parseTree } from "jsonc-parser";
import { parsePointer } from "../../../core/json/pointer.ts";
import type { PatchOperation } from "../../../core/types.ts";
import { applyEdits, type TextEdit } from "../document.ts";
import { findNode } from "./nodes.ts";
import { createJsonWriter, indentAt, type JsonWriter } from "./write.ts";

/** The operations follow one another, so each one is written into the text that the one before left. */
export function editJson(text: string, patch: readonly PatchOperation[]): string | undefined {
  let current = text;
  for (const operation of patch) {
    const tree = parseTree(current, [], { allowTrailingComma: true });
    const edits = tree && editsOf({ text: current, tree, writer: createJsonWriter(current) }, operation);
    if (edits === undefined) return undefined;
    current = applyEdits(current, edits);
  }
  return current;
}

interface State {
  readonly text: string;
  readonly tree: Node;
  readonly writer: JsonWriter;
}

/** Undefined if the operation does not fit the document. */
function editsOf(state: State, operation: PatchOperation): TextEdit[] | undefined {
  switch (operation.op) {
    case "test":
      return [];
    case "replace":
      return replace(state, operation.path, state.writer.write(operation.value));
    case "add":
      return insert(state, operation.path, state.writer.write(operation.value));
    case "remove":
      return remove(state, operation.path);
    case "copy":
    case "move":
      return move(state, operation);
  }
}

function replace({ text, tree }: State, pointer: string, written: string): TextEdit[] | undefined {
  const { node, isThere } = findNode(tree, parsePointer(pointer));
  if (!isThere) return undefined;
  const indented = indentLines(written, indentAt(text, node.offset));
  return [{ start: node.offset, end: endOf(node), text: indented }];
}

function insert(state: State, pointer: string, written: string): TextEdit[] | undefined {
  const { text, tree, writer } = state;
  const path = parsePointer(pointer);
  const name = path.at(-1);
  if (name === undefined || (isMemberThere(tree, path) && name !== "-"))
    return replace(state, pointer, written);
  const { node: parent, isThere } = findNode(tree, path.slice(0, -1));
  if (!isThere || (parent.type !== "object" && parent.type !== "array")) return undefined;
  const entry = parent.type === "object" ? `${JSON.stringify(name)}${writer.colon}${written}` : written;
  const { children = [] } = parent;
  const [first] = children;
  if (first === undefined) return [fillEmpty(state, parent, entry)];
  const next = parent.type === "array" && name !== "-" ? children[Number(name)] : undefined;
  const isMultiline = text.slice(parent.offset, first.offset).includes("\n");
  const indent = indentAt(text, first.offset);
  const gap = isMultiline ? writer.eol + indent : writer.gap;
  const own = indentLines(entry, isMultiline ? indent : indentAt(text, parent.offset));
  if (next !== undefined) return [{ start: next.offset, end: next.offset, text: `${own},${gap}` }];
  return append(text, children.at(-1)!, gap, own);
}

function isMemberThere(tree: Node, path: readonly string[]): boolean {
  const { key, isThere } = findNode(tree, path);
  return isThere && key !== undefined;
}

/** After the last entry. A comment on its line stays with it, and a trailing comma stays one. */
function append(text: string, last: Node, gap: string, own: string): TextEdit[] {
  const end = endOf(last);
  const comma = skipTrivia(text, end);
  const hasComma = text[comma] === ",";
  const after = hasComma ? comma + 1 : end;
  const [remark = ""] = gap.includes("\n")
    ? (/^[ \t]*(\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(after)) ?? [])
    : [];
  const at = after + remark.length;
  const added = { start: at, end: at, text: `${gap}${own}${hasComma ? "," : ""}` };
  if (hasComma) return [added];
  return at === end ? [{ ...added, text: `,${added.text}` }] : [{ start: end, end, text: "," }, added];
}

function fillEmpty({ text, writer }: State, parent: Node, entry: string): TextEdit {
  const start = parent.offset + 1;
  const outer = indentAt(text, parent.offset);
  const inner = outer + writer.unit;
  const isPlain = text.slice(start, endOf(parent) - 1).trim() === "";
  if (!writer.isMultiline || !isPlain) return { start, end: start, text: entry };
  const filling = `${writer.eol}${inner}${indentLines(entry, inner)}${writer.eol}${outer}`;
  return { start, end: endOf(parent) - 1, text: filling };
}

function remove({ text, tree }: State, pointer: string): TextEdit[] | undefined {
  const path = parsePointer(pointer);
  const { node, key, isThere } = findNode(tree, path);
  if (!isThere || path.length === 0) return undefined;
  const entry = key === undefined ? node : node.parent!;
  const siblings = entry.parent?.children ?? [];
  const index = siblings.indexOf(entry);
  const comma = skipTrivia(text, endOf(entry));
  const hasComma = text[comma] === ",";
  const end = hasComma ? comma + 1 : endOf(entry);
  const before = siblings[index - 1];
  const edits = [wholeLines(text, entry.offset, end)];
  if (hasComma || before === undefined) return edits;
  // The last entry goes: the comma in front of it too.
  const leading = skipTrivia(text, endOf(before));
  return [{ start: leading, end: leading + 1, text: "" }, ...edits];
}

/** A piece of the text, with its line ends if nothing else is on its lines. */
function wholeLines(text: string, start: number, end: number): TextEdit {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const [rest = ""] = /^[ \t]*(\/\/[^\r\n]*)?\r?\n/.exec(text.slice(end)) ?? [];
  const startsLine = lineStart > 0 && text.slice(lineStart, start).trim() === "";
  if (startsLine && rest !== "") return { start: lineStart, end: end + rest.length, text: "" };
  const [space = ""] = /^[ \t]*/.exec(text.slice(end)) ?? [];
  return { start, end: end + space.length, text: "" };
}

function move(
  state: State,
  { op, from, path }: Extract<PatchOperation, { from: string }>,
): TextEdit[] | undefined {
  const { text, tree, writer } = state;
  const { node, key, isThere } = findNode(tree, parsePointer(from));
  if (!isThere) return undefined;
  if (op === "move" && key !== undefined && isRename(tree, from, path))
    return [{ start: key.offset, end: endOf(key), text: JSON.stringify(parsePointer(path).at(-1)) }];
  // As it is written, without the indentation of its line.
  const indent = indentAt(text, node.offset);
  const written = text.slice(node.offset, endOf(node)).replaceAll(`\n${indent}`, "\n");
  if (path === "") return replace(state, "", written);
  if (op === "copy") return insert(state, path, written);
  const without = applyEdits(text, remove(state, from) ?? []);
  const rest = parseTree(without, [], { allowTrailingComma: true });
  const edits = rest && insert({ text: without, tree: rest, writer }, path, written);
  // Places have moved meanwhile, so the two steps become one edit of the whole text.
  return edits && [{ start: 0, end: text.length, text: applyEdits(without, edits) }];
}

function isRename(tree: Node, from: string, path: string): boolean {
  const parent = (pointer: string) => pointer.slice(0, pointer.lastIndexOf("/"));
  return path !== "" && parent(from) === parent(path) && !findNode(tree, parsePointer(path)).isThere;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function indentLines(written: string, indent: string): string {
  return written.replaceAll("\n", `\n${indent}`);
}

/** The first character that is neither white space nor part of a comment. */
function skipTrivia(text: string, offset: number): number {
  const [trivia = ""] = /^(\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(offset)) ?? [];
  return offset + trivia.length;
}
