/** A JSON file. Comments and trailing commas are read too, and reported with a fix. */
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { describeRepeat } from "../../../core/findings/repeated-names.ts";
import { findRepeats, type Occurrence } from "../../../core/json/notes.ts";
import { pointerOf } from "../../../core/json/pointer.ts";
import { parse } from "../../../core/reader/parse.ts";
import { readJson } from "../../../core/reader/read-json.ts";
import { type FileFinding, type SourceDocument, syntaxError } from "../document.ts";
import type { SourceText } from "../edit/source-tree.ts";
import { rangeIn } from "../places.ts";
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
    const strict = readJson(text);
    if (strict.ok && isTooDeep(strict.value)) throw new RangeError("nested too deep");
    // Of a good file nobody asks for the places, and finding them takes longer than reading the value.
    if (strict.ok) return { isReadable: true, value: strict.value, findings: findRepeated(strict.value) };
    const root = tree();
    const [error] = errors;
    if (root === undefined || error !== undefined)
      return { isReadable: false, value: undefined, findings: [syntaxFinding(text, error, lines)] };
    const { value } = parse(text);
    const findings = [
      ...findExtensions(text, lines, options.allowsComments === true),
      ...findRepeated(value),
    ];
    return {
      isReadable: true,
      value,
      findings: findings.sort((a, b) => a.range.start.offset - b.range.start.offset),
    };
  }

  function findRepeated(value: unknown): FileFinding[] {
    return findRepeats(value).map((repeat): FileFinding => {
      const { message, choices } = describeRepeat(repeat);
      const ranges = repeat.occurrences.map(({ start }) =>
        lines.range(start, start + nameLength(text, start)),
      );
      return {
        code: "member-repeated",
        severity: "error",
        range: ranges.at(-1)!,
        message,
        fixes: choices.flatMap(({ title, start, value: chosen }) => {
          const kept = keepOne(text, repeat.occurrences, start);
          if (kept === undefined) return [];
          const patch = [{ op: "replace", path: pointerOf(repeat.path), value: chosen } as const];
          const edits = [{ start: 0, end: text.length, text: kept }];
          return [{ title, applicability: "suggested", decision: true, patch, edits }];
        }),
        related: ranges.slice(0, -1).map((range) => ({ range, message: "it occurs here as well" })),
      };
    });
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

/** What finds the places calls itself for each level. */
const MAX_DEPTH = 500;

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth > MAX_DEPTH || Object.values(value).some((item) => isTooDeep(item, depth + 1));
}

function nameLength(text: string, start: number): number {
  return /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\w+)/.exec(text.slice(start))?.[0].length ?? 1;
}

/** The text with only the member that starts at `kept`; undefined if something stands between a member and its comma. */
function keepOne(text: string, members: readonly Occurrence[], kept: number): string | undefined {
  let result = text;
  for (const { start, end } of members.toReversed()) {
    if (start === kept) continue;
    const after = /^\s*,\s*/.exec(result.slice(end))?.[0];
    const before = /,\s*$/.exec(result.slice(0, start))?.[0];
    if (after !== undefined) result = result.slice(0, start) + result.slice(end + after.length);
    else if (before !== undefined) result = result.slice(0, start - before.length) + result.slice(end);
    else return undefined;
  }
  return result;
}

function syntaxFinding(text: string, error: ParseError | undefined, lines: Lines): FileFinding {
  const isEmpty = text.trim() === "";
  const { offset, length } = isEmpty || error === undefined ? { offset: 0, length: 0 } : error;
  const message = isEmpty ? "The file is empty; write a proposal into it." : syntaxMessage(text, error);
  return syntaxError(lines.range(offset, offset + length), message);
}
