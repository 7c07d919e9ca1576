/** A JSON file. Comments and trailing commas are read too, and reported with a fix. */
import { getLocation, type Node, type ParseError, parseTree, printParseErrorCode, visit } from "jsonc-parser";
import { describeRepeat } from "../../../core/findings/repeated-names.ts";
import { findRepeats, type Occurrence } from "../../../core/json/notes.ts";
import { pointerOf } from "../../../core/json/pointer.ts";
import { parse } from "../../../core/reader/parse.ts";
import { readJson } from "../../../core/reader/read-json.ts";
import { type FileFinding, type SourceDocument, type Spot, syntaxError } from "../document.ts";
import {
  type Comment,
  findSource,
  type SourceEntry,
  type SourceText,
  type SourceValue,
} from "../edit/source-tree.ts";
import { keptDigits } from "../number-texts.ts";
import { rangeIn } from "../places.ts";
import { createLines, type Lines } from "../positions.ts";

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

/** What is being written at a place of a JSON text. */
function jsonSpotAt(text: string, source: SourceText | undefined, offset: number): Spot | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const tokens = path.map(String);
  // A text or a number around the place is replaced as a whole.
  const isInside =
    previousNode !== undefined &&
    previousNode.offset < offset &&
    offset <= previousNode.offset + previousNode.length;
  const start = isInside
    ? previousNode.offset
    : offset - (/[\w.-]*$/.exec(text.slice(0, offset))?.[0].length ?? 0);
  const end = isInside ? previousNode.offset + previousNode.length : offset;
  const hasColon = /^\s*:/.test(text.slice(end, end + 100));
  const writing = {
    start,
    end,
    writeName: (name: string) => `${JSON.stringify(name)}${hasColon ? "" : ": "}`,
    writeValue: (value: unknown) => JSON.stringify(value),
  };
  if (!isAtPropertyKey) return { kind: "value", path: tokens, names: [], ...writing };
  const parent = tokens.slice(0, -1);
  const entries = source ? findSource(source.root, parent).value.entries : [];
  const names = entries.flatMap(({ name, nameStart }) => (nameStart === start ? [] : [String(name)]));
  return { kind: "name", path: parent, names, ...writing };
}

/** Why a text is not JSON, in plain words. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidNumberFormat: "This is not a number as JSON writes it.",
  PropertyNameExpected: 'A member name in double quotes is expected here, as in "name": … .',
  ValueExpected: "A value is expected here.",
  ColonExpected: "A colon is expected here, between the name of a member and its value.",
  CommaExpected: "A comma is expected here, after the entry before.",
  CloseBraceExpected: "The object is not closed; a } is missing.",
  CloseBracketExpected: "The list is not closed; a ] is missing.",
  EndOfFileExpected: "The document has ended already; nothing may follow it.",
  InvalidCommentToken: "This is not a comment.",
  UnexpectedEndOfComment: "The comment is not closed; a */ is missing.",
  UnexpectedEndOfString: "The text is not closed; a double quote is missing on this line.",
  UnexpectedEndOfNumber: "The number is not complete.",
  InvalidUnicode: "After \\u, four hexadecimal digits are expected.",
  InvalidEscapeCharacter: 'There is no such escape; a backslash is written as "\\\\".',
  InvalidCharacter:
    "A text may not contain this control character; write it as an escape such as \\n or \\t.",
};

function syntaxMessage(text: string, error: ParseError | undefined): string {
  const symbol = error === undefined ? "" : text.slice(error.offset, error.offset + error.length);
  // It is read as two numbers, 0 and the rest.
  if (/^\d/.test(symbol) && /[^\w.]0$/.test(` ${text.slice(0, error!.offset).slice(-2)}`))
    return "This is not JSON. A number has no zero in front; leave it out, or write a text in double quotes if it matters.";
  const reason = error && REASONS[printParseErrorCode(error.error)];
  if (reason !== undefined) return `This is not JSON. ${reason}`;
  if (symbol.startsWith("'")) return "This is not JSON. Texts are written in double quotes.";
  return "This is not JSON. Only texts in double quotes, numbers, true, false, null, objects and lists are values.";
}

/** The text of a JSON file as a tree that can be edited. */
function readJsonSource(text: string, tree: Node): SourceText {
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

/** What JSON with comments allows and JSON does not: found so that it can be reported with a fix. */
function findExtensions(text: string, lines: Lines, allowsComments: boolean): FileFinding[] {
  const findings: FileFinding[] = [];
  let comma: number | undefined;
  const entry = () => {
    comma = undefined;
  };
  const close = () => {
    if (comma !== undefined) findings.push(trailingComma(comma, lines));
    comma = undefined;
  };
  visit(
    text,
    {
      onComment(start, length) {
        if (!allowsComments) findings.push(comment(start, start + length, lines));
      },
      onSeparator(character, offset) {
        comma = character === "," ? offset : undefined;
      },
      onObjectBegin: entry,
      onArrayBegin: entry,
      onObjectProperty: entry,
      onLiteralValue: entry,
      onObjectEnd: close,
      onArrayEnd: close,
    },
    { allowTrailingComma: true },
  );
  return findings;
}

function comment(start: number, end: number, lines: Lines): FileFinding {
  return {
    code: "comment-in-json",
    severity: "warning",
    range: lines.range(start, end),
    message: "JSON has no comments; this file can be read here, but not sent as it is.",
    // It takes out something that the author wrote, so it is never applied in bulk.
    fixes: [
      { title: "Remove the comment", applicability: "removal", patch: [], edits: [{ start, end, text: "" }] },
    ],
  };
}

function trailingComma(at: number, lines: Lines): FileFinding {
  return {
    code: "trailing-comma",
    severity: "warning",
    range: lines.range(at, at + 1),
    message: "JSON has no comma after the last entry; this file can be read here, but not sent as it is.",
    fixes: [
      {
        title: "Remove the comma",
        applicability: "safe",
        patch: [],
        edits: [{ start: at, end: at + 1, text: "" }],
      },
    ],
  };
}
