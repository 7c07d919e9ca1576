/** The text of a JSON file as a tree that can be edited. */
import { type Node, parseTree, visit } from "jsonc-parser";
import {
  CannotEdit,
  type Comment,
  type SourceEntry,
  type SourceText,
  type SourceValue,
} from "../edit/source-tree.ts";

export function readJsonSource(text: string): SourceText {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree === undefined) throw new CannotEdit("the file is empty");
  const isMultiline = text.trim().includes("\n");
  const isTight = !isMultiline && !/[,:] /.test(text);
  return {
    text,
    root: toSource(tree),
    comments: findComments(text),
    hasAliases: false,
    isJson: true,
    isMultiline,
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ",
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    colon: isTight ? ":" : ": ",
    gap: isTight ? "" : " ",
    padding: /\{ +"/.test(text) ? " " : "",
    writeName: (name) => JSON.stringify(name),
    writeScalar: (value) => JSON.stringify(value),
  };
}

function findComments(text: string): Comment[] {
  const comments: Comment[] = [];
  visit(text, { onComment: (start, length) => void comments.push({ start, end: start + length }) });
  return comments;
}

function toSource(node: Node): SourceValue {
  const { type, offset: start, length } = node;
  const kind = type === "object" ? "object" : type === "array" ? "list" : "scalar";
  const place = { start, ownStart: start, end: start + length, isBlock: false };
  const entries = (node.children ?? []).flatMap((child): SourceEntry[] => {
    const [key, inner] = kind === "object" ? (child.children ?? []) : [undefined, child];
    if (inner === undefined) return [];
    const value = toSource(inner);
    const name = key === undefined ? "" : String(key.value);
    const nameStart = key === undefined ? value.start : key.offset;
    const nameEnd = nameStart + (key?.length ?? 0);
    return [{ name, nameStart, nameEnd, value, start: nameStart, end: value.end }];
  });
  return { kind, value: kind === "scalar" ? node.value : undefined, ...place, entries };
}
