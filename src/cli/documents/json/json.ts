/** A JSON file. Comments and trailing commas are read too, and reported with a fix. */
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { setOwn } from "../../../core/json/pointer.ts";
import { quote } from "../../../core/unicode/describe.ts";
import type { FileFinding, Part, SourceDocument } from "../document.ts";
import { createLines, type Lines, type Range } from "../positions.ts";
import { findExtensions } from "./extensions.ts";
import { findNode, readNode } from "./nodes.ts";
import { readJsonSource } from "./source.ts";
import { jsonSpotAt } from "./spot.ts";
import { syntaxMessage } from "./syntax.ts";

export function openJson(text: string, options: { allowsComments?: boolean } = {}): SourceDocument {
  const { allowsComments = false } = options;
  const lines = createLines(text);
  const strict = parseStrictly(text);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = strict.ok ? [] : errors;
  const isReadable = tree !== undefined && error === undefined;
  const extensions =
    strict.ok || !isReadable
      ? []
      : findExtensions(text, lines, allowsComments ? ["trailing-comma"] : undefined);
  const findings = [
    ...(isReadable ? [] : [syntaxFinding(text, error, lines)]),
    ...extensions,
    ...(isReadable ? findRepeated(tree, lines) : []),
  ];
  return {
    text,
    language: "json",
    isReadable,
    value: strict.ok ? strict.value : isReadable ? readNode(tree) : undefined,
    findings: findings.toSorted((a, b) => a.range.start.offset - b.range.start.offset),
    rangeOf: (path, part) => rangeIn(tree, path, part, lines),
    spotAt: (offset) => jsonSpotAt(text, tree, offset),
    readSource: () => readJsonSource(text),
    reopen: (other) => openJson(other, options),
  };
}

function parseStrictly(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function syntaxFinding(text: string, error: ParseError | undefined, lines: Lines): FileFinding {
  const isEmpty = text.trim() === "";
  const start = isEmpty || error === undefined ? 0 : error.offset;
  const end = isEmpty || error === undefined ? 0 : start + error.length;
  return {
    code: "syntax-error",
    severity: "error",
    range: lines.range(start, end),
    message: isEmpty ? "The file is empty; write a proposal into it." : syntaxMessage(text, error),
  };
}

function rangeIn(tree: Node | undefined, path: readonly string[], part: Part, lines: Lines): Range {
  if (tree === undefined) return lines.range(0, 0);
  const { node, key, isThere } = findNode(tree, path);
  if (!isThere) return lines.range(node.offset, node.offset + Math.min(1, node.length));
  const shown = part === "name" && key !== undefined ? key : node;
  return lines.range(shown.offset, shown.offset + shown.length);
}

/** Readers disagree about which of two members with one name counts, so both places are named. */
function findRepeated(tree: Node, lines: Lines): FileFinding[] {
  const findings: FileFinding[] = [];
  const open: Node[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const first: Record<string, Node> = {};
    for (const item of node.children ?? []) {
      const [key, value] = item.type === "property" ? (item.children ?? []) : [undefined, item];
      if (value !== undefined) open.push(value);
      if (key === undefined) continue;
      const name = String(key.value);
      const earlier = Object.hasOwn(first, name) ? first[name] : undefined;
      if (earlier === undefined) setOwn(first, name, key);
      else findings.push(repeated(name, earlier, key, lines));
    }
  }
  return findings;
}

function repeated(name: string, first: Node, second: Node, lines: Lines): FileFinding {
  const range = (node: Node) => lines.range(node.offset, node.offset + node.length);
  return {
    code: "member-repeated",
    severity: "error",
    range: range(second),
    message: `The member ${quote(name)} occurs twice in one object; only the last one counts. Keep one of them.`,
    related: [{ range: range(first), message: "it occurs here first" }],
  };
}
