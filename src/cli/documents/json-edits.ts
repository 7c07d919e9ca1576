/** Writes a patch into the text of a JSON file, so that everything else keeps its formatting and comments. */
import {
  applyEdits,
  type FormattingOptions,
  type JSONPath,
  modify,
  type Node,
  parseTree,
} from "jsonc-parser";
import { parsePointer } from "../../core/json/pointer.ts";
import type { PatchOperation } from "../../core/types.ts";
import { findNode } from "./json-nodes.ts";

/** The operations follow one another, so each one is written into the text that the one before left. */
export function editJson(text: string, patch: readonly PatchOperation[]): string | undefined {
  let current = text;
  for (const operation of patch) {
    const next = editOnce(current, operation);
    if (next === undefined) return undefined;
    current = next;
  }
  return current;
}

function editOnce(text: string, operation: PatchOperation): string | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree === undefined) return undefined;
  switch (operation.op) {
    case "test":
      return text;
    case "replace":
      return replaceValue(text, tree, operation.path, write(text, operation.value));
    case "add":
      return insert(text, tree, operation.path, write(text, operation.value));
    case "remove":
      return remove(text, tree, operation.path);
    case "copy":
    case "move":
      return move(text, tree, operation);
  }
}

function replaceValue(text: string, tree: Node, pointer: string, written: string): string | undefined {
  const { node, isThere } = findNode(tree, parsePointer(pointer));
  if (!isThere) return undefined;
  const indented = indentAs(text, node.offset, written);
  return text.slice(0, node.offset) + indented + text.slice(node.offset + node.length);
}

/** Stands for a value while the library places it; the text that takes its place may be anything. */
const STAND_IN = '"\\u0000preflight"';

function insert(text: string, tree: Node, pointer: string, written: string): string | undefined {
  if (pointer === "") return replaceValue(text, tree, pointer, written);
  const path = pathOf(tree, pointer);
  if (path === undefined) return undefined;
  const last = path.at(-1);
  const isMember = typeof last === "string";
  if (isMember && findNode(tree, parsePointer(pointer)).isThere)
    return replaceValue(text, tree, pointer, written);
  const edits = modify(text, path, JSON.parse(STAND_IN), {
    formattingOptions: formattingOf(text),
    isArrayInsertion: !isMember,
  });
  const placed = applyEdits(text, edits);
  const at = placed.indexOf(STAND_IN);
  if (at < 0) return undefined;
  return placed.slice(0, at) + indentAs(placed, at, written) + placed.slice(at + STAND_IN.length);
}

function remove(text: string, tree: Node, pointer: string): string | undefined {
  const path = pathOf(tree, pointer);
  if (path === undefined || !findNode(tree, parsePointer(pointer)).isThere) return undefined;
  return applyEdits(text, modify(text, path, undefined, { formattingOptions: formattingOf(text) }));
}

function move(
  text: string,
  tree: Node,
  { op, from, path }: Extract<PatchOperation, { from: string }>,
): string | undefined {
  const { node, key, isThere } = findNode(tree, parsePointer(from));
  if (!isThere) return undefined;
  if (op === "move" && key !== undefined && isRename(tree, from, path))
    return replaceRange(text, key, JSON.stringify(parsePointer(path).at(-1)));
  const written = outdent(text, node);
  const without = op === "move" ? remove(text, tree, from) : text;
  const rest = without && parseTree(without, [], { allowTrailingComma: true });
  // The whole document is moved up: what was around it goes.
  if (path === "") return text.slice(0, tree.offset) + written + text.slice(tree.offset + tree.length);
  return rest && insert(without, rest, path, written);
}

function isRename(tree: Node, from: string, path: string): boolean {
  const parent = (pointer: string) => pointer.slice(0, pointer.lastIndexOf("/"));
  return parent(from) === parent(path) && !findNode(tree, parsePointer(path)).isThere;
}

function replaceRange(text: string, { offset, length }: Node, piece: string): string {
  return text.slice(0, offset) + piece + text.slice(offset + length);
}

/** A pointer as the library wants it: numbers for items. Undefined if the parent does not exist. */
function pathOf(tree: Node, pointer: string): JSONPath | undefined {
  const tokens = parsePointer(pointer);
  const path: JSONPath = [];
  for (const [index, token] of tokens.entries()) {
    const parent = findNode(tree, tokens.slice(0, index));
    if (!parent.isThere) return undefined;
    if (parent.node.type === "object") path.push(token);
    else if (parent.node.type === "array")
      path.push(token === "-" ? (parent.node.children ?? []).length : Number(token));
    else return undefined;
  }
  return path;
}

/** Scalars as JSON; objects and lists over several lines, in the indentation of the file. */
function write(text: string, value: unknown): string {
  const { insertSpaces, tabSize, eol } = formattingOf(text);
  const isFlat = Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
  if (isFlat) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  const unit = insertSpaces ? " ".repeat(tabSize!) : "\t";
  return JSON.stringify(value, null, unit).replaceAll("\n", eol!);
}

/** Indents all lines but the first like the line that the value starts on. */
function indentAs(text: string, offset: number, written: string): string {
  const indent = indentAt(text, offset);
  return written.replace(/(\r\n|\n)/g, `$1${indent}`);
}

/** The text of a value as if its line were not indented. */
function outdent(text: string, { offset, length }: Node): string {
  const indent = indentAt(text, offset);
  const piece = text.slice(offset, offset + length);
  return indent === "" ? piece : piece.replaceAll(`\n${indent}`, "\n");
}

function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))![0];
}

/** As the file is indented already. */
function formattingOf(text: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  const insertSpaces = !indent.startsWith("\t");
  return {
    insertSpaces,
    tabSize: insertSpaces ? indent.length : 4,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
