/** A JSON file. Comments and trailing commas are read too, and reported with a fix. */
import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { type FileFinding, type SourceDocument, syntaxError } from "../document.ts";
import type { SourceText } from "../edit/source-tree.ts";
import { findRepeated, rangeIn } from "../places.ts";
import { createLines, type Lines } from "../positions.ts";
import { findExtensions } from "./extensions.ts";
import { readJsonSource } from "./source.ts";
import { jsonSpotAt } from "./spot.ts";
import { syntaxMessage } from "./syntax.ts";

export function openJson(text: string, options: { allowsComments?: boolean } = {}): SourceDocument {
  const lines = createLines(text);
  const errors: ParseError[] = [];
  let known: Node | undefined;
  const tree = (): Node | undefined => {
    known ??= parseTree(text, errors, { allowTrailingComma: true });
    return known;
  };
  let source: SourceText | undefined;
  const readSource = () => {
    const root = tree();
    source ??= root && readJsonSource(text, root);
    return source;
  };

  function read(): Pick<SourceDocument, "isReadable" | "value" | "findings"> {
    const strict = parseStrictly(text);
    // Of a good file nobody asks for the places, and finding them takes longer than reading the value.
    if (strict && countNames(text) === countMembers(strict.value))
      return { isReadable: true, value: strict.value, findings: [] };
    const root = tree();
    const [error] = strict ? [] : errors;
    if (root === undefined || error !== undefined)
      return { isReadable: false, value: undefined, findings: [syntaxFinding(text, error, lines)] };
    const extensions = strict ? [] : findExtensions(text, lines, options.allowsComments === true);
    const findings = [...extensions, ...findRepeated(readSource()?.root, lines)];
    return {
      isReadable: true,
      value: strict ? strict.value : getNodeValue(root),
      findings: findings.sort((a, b) => a.range.start.offset - b.range.start.offset),
    };
  }

  return {
    text,
    language: "json",
    ...read(),
    rangeOf: (path, part) => rangeIn(readSource()?.root, path, part, lines),
    spotAt: (offset) => jsonSpotAt(text, readSource(), offset),
    readSource,
    reopen: (other) => openJson(other, options),
  };
}

/** How many names a text of JSON has: the texts before a colon. */
function countNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    do {
      at = text.indexOf('"', at + 1);
    } while (isEscaped(text, at));
    at++;
    let next = at;
    while (text.charCodeAt(next) <= 0x20) next++;
    if (text[next] === ":") count++;
  }
  return count;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}

/** Deeper files are read with their places at once: the parser of those may have to give up. */
const MAX_DEPTH = 500;

/** How many members a value has with all that is in it: fewer than names if one of them is repeated. */
function countMembers(value: unknown): number | undefined {
  let count = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return undefined;
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each !== "object" || each === null) continue;
      const inner = Object.values(each);
      if (!Array.isArray(each)) count += inner.length;
      for (const one of inner) if (typeof one === "object") below.push(one);
    }
    level = below;
  }
  return count;
}

function parseStrictly(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function syntaxFinding(text: string, error: ParseError | undefined, lines: Lines): FileFinding {
  const isEmpty = text.trim() === "";
  const { offset, length } = isEmpty || error === undefined ? { offset: 0, length: 0 } : error;
  const message = isEmpty ? "The file is empty; write a proposal into it." : syntaxMessage(text, error);
  return syntaxError(lines.range(offset, offset + length), message);
}
