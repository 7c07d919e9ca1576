/**
 * Writes a patch into the text of a YAML file. Values, names, and whole lines are replaced where they stand, so that
 * everything else keeps its formatting and comments. What cannot be done that way is written anew by the library, which
 * keeps comments but not spacing.
 */
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import { parsePointer } from "../../../core/json/pointer.ts";
import type { PatchOperation } from "../../../core/types.ts";
import { applyEdits, type TextEdit } from "../document.ts";
import { findYamlNode } from "./nodes.ts";
import { parseYaml } from "./parse.ts";
import { flowText, keyWritten, linesText, scalarText } from "./write.ts";

/** The operations follow one another, so each one is written into the text that the one before left. */
export function editYaml(text: string, patch: readonly PatchOperation[]): string | undefined {
  let current = text;
  for (const operation of patch) {
    const next = editOnce(current, operation);
    if (next === undefined) return undefined;
    current = next;
  }
  return current;
}

function editOnce(text: string, operation: PatchOperation): string | undefined {
  const document = parseYaml(text);
  switch (operation.op) {
    case "test":
      return text;
    case "replace":
      return replace(text, document, parsePointer(operation.path), operation.value);
    case "add":
      return add(text, document, parsePointer(operation.path), operation.value);
    case "remove":
      return remove(text, document, parsePointer(operation.path));
    case "copy":
    case "move":
      return move(text, document, operation);
  }
}

function replace(
  text: string,
  document: Document.Parsed,
  path: string[],
  value: unknown,
): string | undefined {
  const { node, isThere, isShared } = findYamlNode(document, path);
  // A change inside an anchor would show wherever it is used.
  if (!isThere || isShared || !node?.range) return undefined;
  const [start, end] = node.range;
  const before = text.slice(start, end);
  // Block values end with their line end, which must stay.
  const lineEnd = /\r?\n$/.exec(before)?.[0] ?? "";
  const gap = start === end && /[^\s]$/.test(text.slice(0, start)) ? " " : "";
  const written = isScalar(node) ? scalarText(value, node.type) : flowText(value);
  return applyEdits(text, [{ start, end, text: gap + written + lineEnd }]);
}

function add(text: string, document: Document.Parsed, path: string[], value: unknown): string | undefined {
  const last = path.at(-1);
  const { node: parent, isThere, isShared } = findYamlNode(document, path.slice(0, -1));
  if (last === undefined) return replace(text, document, path, value);
  if (!isThere || isShared) return undefined;
  const existing = findYamlNode(document, path);
  if (isMap(parent) && existing.isThere && existing.pair !== undefined)
    return replace(text, document, path, value);
  if (!isCollection(parent)) return undefined;
  const index = isSeq(parent) ? (last === "-" ? parent.items.length : Number(last)) : parent.items.length;
  const edit =
    parent.items.length === 0
      ? fillEmpty(parent, last, value)
      : parent.flow === true
        ? insertInFlow(parent, index, last, value)
        : insertLines(text, parent, index, last, value);
  if (edit !== undefined) return applyEdits(text, [edit]);
  return rewritten(document, () => {
    if (isSeq(parent)) parent.items.splice(index, 0, document.createNode(value));
    else (parent as YAMLMap).set(document.createNode(last), document.createNode(value));
  });
}

/** `{}` and `[]` get what is added between their brackets. */
function fillEmpty(parent: Collection, name: string, value: unknown): TextEdit | undefined {
  if (parent.flow !== true || !parent.range) return undefined;
  const [start, end] = parent.range;
  const text = isMap(parent) ? `{ ${keyWritten(name)}: ${flowText(value)} }` : `[${flowText(value)}]`;
  return { start, end, text };
}

type Collection = Extract<Node, { items: unknown }>;

function insertInFlow(parent: Collection, index: number, name: string, value: unknown): TextEdit | undefined {
  const written = isMap(parent) ? `${keyWritten(name)}: ${flowText(value)}` : flowText(value);
  const next = extentOf(parent.items[index]);
  if (next !== undefined) return { start: next.start, end: next.start, text: `${written}, ` };
  const last = extentOf(parent.items.at(-1));
  return last && { start: last.end, end: last.end, text: `, ${written}` };
}

function insertLines(
  text: string,
  parent: Collection,
  index: number,
  name: string,
  value: unknown,
): TextEdit | undefined {
  const first = extentOf(parent.items[0]);
  const next = extentOf(parent.items[index]);
  const last = extentOf(parent.items.at(-1));
  if (first === undefined || last === undefined) return undefined;
  const column = isSeq(parent) ? dashBefore(text, first.start) : first.start;
  if (column === undefined) return undefined;
  const indent = " ".repeat(column - lineStart(text, column));
  const content = isSeq(parent) ? [value] : { [name]: value };
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = linesText(content)
    .map((line) => indent + line + eol)
    .join("");
  if (next !== undefined) {
    const dash = isSeq(parent) ? dashBefore(text, next.start) : next.start;
    if (dash === undefined || text.slice(lineStart(text, dash), dash).trim() !== "") return undefined;
    return { start: lineStart(text, dash), end: lineStart(text, dash), text: lines };
  }
  const end = lineEnd(text, last.end);
  return { start: end, end, text: text.slice(0, end).endsWith("\n") || end === 0 ? lines : eol + lines };
}

function remove(text: string, document: Document.Parsed, path: string[]): string | undefined {
  const last = path.at(-1);
  const { node: parent, isThere, isShared } = findYamlNode(document, path.slice(0, -1));
  if (last === undefined || !isThere || isShared || !isCollection(parent)) return undefined;
  const { pair } = findYamlNode(document, path);
  const index = isSeq(parent) ? Number(last) : parent.items.indexOf(pair as never);
  if (index < 0 || index >= parent.items.length) return undefined;
  const edit = parent.items.length === 1 ? undefined : removalOf(text, parent, index);
  if (edit !== undefined) return applyEdits(text, [edit]);
  return rewritten(document, () => void parent.items.splice(index, 1));
}

function removalOf(text: string, parent: Collection, index: number): TextEdit | undefined {
  const own = extentOf(parent.items[index]);
  const before = extentOf(parent.items[index - 1]);
  const after = extentOf(parent.items[index + 1]);
  if (own === undefined) return undefined;
  if (parent.flow === true) {
    if (before !== undefined) return { start: before.end, end: own.end, text: "" };
    return after && { start: own.start, end: after.start, text: "" };
  }
  const at = isSeq(parent) ? dashBefore(text, own.start) : own.start;
  if (at === undefined) return undefined;
  const start = lineStart(text, at);
  const isAlone = text.slice(start, at).trim() === "";
  if (isAlone) return { start, end: lineEnd(text, own.end), text: "" };
  // The first member of a list item stands on the line of its dash, which the next member takes over.
  return after && { start: own.start, end: after.start, text: "" };
}

function move(
  text: string,
  document: Document.Parsed,
  { op, from, path }: Extract<PatchOperation, { from: string }>,
): string | undefined {
  const source = parsePointer(from);
  const target = parsePointer(path);
  const { node, key, pair, isThere, isShared } = findYamlNode(document, source);
  if (!isThere || isShared || node === null) return undefined;
  const isRename =
    source.slice(0, -1).join("/") === target.slice(0, -1).join("/") && source.length === target.length;
  if (
    op === "move" &&
    isRename &&
    pair !== undefined &&
    key?.range &&
    !findYamlNode(document, target).isThere
  ) {
    const [start, end] = key.range;
    return applyEdits(text, [{ start, end, text: keyWritten(target.at(-1)!) }]);
  }
  const value = isNode(pair?.value) || pair === undefined ? node.toJS(document) : null;
  if (target.length === 0) return replace(text, document, [], value);
  const without = op === "move" ? remove(text, document, source) : text;
  return without === undefined ? undefined : add(without, parseYaml(without), target, value);
}

/** Where an item or a member stands. */
function extentOf(item: unknown): { start: number; end: number } | undefined {
  if (isNode(item)) return item.range ? { start: item.range[0], end: item.range[1] } : undefined;
  const { key, value } = (item ?? {}) as Partial<Pair>;
  if (!isNode(key) || !key.range) return undefined;
  const end = isNode(value) && value.range ? value.range[1] : key.range[1];
  return { start: key.range[0], end: Math.max(end, key.range[1]) };
}

function dashBefore(text: string, offset: number): number | undefined {
  const found = /-[ \t]*$/.exec(text.slice(lineStart(text, offset), offset));
  return found === null ? undefined : lineStart(text, offset) + found.index;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** After the line that a value ends on, its comment included. Block values end after their line already. */
function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === "\n") return offset;
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}

function rewritten(document: Document.Parsed, change: () => void): string {
  change();
  return document.toString({ lineWidth: 0 });
}
