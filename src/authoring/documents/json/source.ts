/** The text of a JSON file as a tree that can be edited. */
import { type Node, visit } from "jsonc-parser";
import type { Comment, SourceEntry, SourceText, SourceValue } from "../edit/source-tree.ts";
import { keptDigits } from "../number-texts.ts";

export function readJsonSource(text: string, tree: Node): SourceText {
  const root = toSource(tree);
  const isMultiline = text.trim().includes("\n");
  const { colon, gap } = spacingIn(text, root);
  return {
    text,
    root,
    problem: undefined,
    comments: findComments(text),
    isJson: true,
    isMultiline,
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ",
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    colon,
    gap,
    padding: /\{ +"/.test(text) ? " " : "",
    writeName: (name) => JSON.stringify(name),
    writeScalar: (value, was) => keptDigits(value, was?.value) ?? JSON.stringify(value),
  };
}

/** As the first member has it after its colon, and the first two entries on one line between them. */
function spacingIn(text: string, root: SourceValue): { colon: string; gap: string } {
  let colon: string | undefined;
  let gap: string | undefined;
  const open = [root];
  for (let value = open.pop(); value && (colon === undefined || gap === undefined); value = open.pop())
    for (const [index, { start, nameEnd, value: inner }] of value.entries.entries()) {
      if (value.kind === "object") colon ??= text.slice(nameEnd, inner.start);
      const between = index === 0 ? "\n" : text.slice(value.entries[index - 1]!.end, start);
      if (/^,[ \t]*$/.test(between)) gap ??= between.slice(1);
      open.push(inner);
    }
  const isTight = colon === ":";
  return { colon: /^\s*:[ \t]*$/.test(colon ?? "") ? colon! : ": ", gap: gap ?? (isTight ? "" : " ") };
}

function findComments(text: string): Comment[] {
  const comments: Comment[] = [];
  visit(text, { onComment: (start, length) => void comments.push({ start, end: start + length }) });
  return comments;
}

function toSource(node: Node): SourceValue {
  const { type, offset: start, length } = node;
  const kind = type === "object" ? "object" : type === "array" ? "list" : "scalar";
  const end = start + length;
  const place = { start, ownStart: start, end, shown: [start, end] as const, isBlock: false };
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
