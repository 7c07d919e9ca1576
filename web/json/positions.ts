/** Where the parts of a JSON text stand, and where it stops being JSON. */
import { type JSONPath, type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { pointerOf } from "../../src/core/json/pointer.ts";
import { nestingOf } from "./nesting.ts";

export interface Span {
  /** The value. */
  from: number;
  to: number;
  /** The name of the member, with its quotes. */
  nameFrom?: number;
  nameTo?: number;
}

export interface Broken {
  message: string;
  offset: number;
  line: number;
  column: number;
}

export interface Positions {
  readonly spans: ReadonlyMap<string, Span>;
  readonly broken: Broken | undefined;
}

/** The parser calls itself for each level. */
const MAX_DEPTH = 1_000;

export function readPositions(text: string): Positions {
  const spans = new Map<string, Span>();
  const open: { pointer: string; from: number; name: Partial<Span> }[] = [];
  let name: Partial<Span> = {};
  let broken: Broken | undefined;
  const breaks = (message: string, offset: number): void => {
    broken ??= { message, offset, ...lineOf(text, offset) };
  };
  if (nestingOf(text) > MAX_DEPTH) {
    breaks(`The text is nested more than ${MAX_DEPTH} levels deep.`, 0);
    return { spans, broken };
  }

  const begin = (from: number, pathOf: () => JSONPath): void => {
    open.push({ pointer: pointerOf(pathOf()), from, name });
    name = {};
  };
  const end = (from: number, length: number): void => {
    const container = open.pop();
    if (container)
      spans.set(container.pointer, { from: container.from, to: from + length, ...container.name });
  };
  visit(
    text,
    {
      onObjectBegin: (offset, _length, _line, _column, pathOf) => begin(offset, pathOf),
      onObjectProperty: (_name, offset, length) => {
        name = { nameFrom: offset, nameTo: offset + length };
      },
      onObjectEnd: end,
      onArrayBegin: (offset, _length, _line, _column, pathOf) => begin(offset, pathOf),
      onArrayEnd: end,
      onLiteralValue: (_value, offset, length, _line, _column, pathOf) => {
        spans.set(pointerOf(pathOf()), { from: offset, to: offset + length, ...name });
        name = {};
      },
      onError: (code, offset) => breaks(problemAt(text, offset, code), offset),
    },
    { disallowComments: true },
  );
  return { spans, broken };
}

const PROBLEMS: Partial<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  PropertyNameExpected: "Expected a member name in double quotes.",
  ColonExpected: 'Expected ":" after the member name.',
  CloseBraceExpected: 'Expected "," or "}".',
  CommaExpected: 'Expected ",".',
  CloseBracketExpected: 'Expected "," or "]".',
  EndOfFileExpected: "The text goes on after the end of the value.",
  UnexpectedEndOfString: "A string is not closed.",
  InvalidUnicode: "A string has an escape that JSON does not have.",
  InvalidEscapeCharacter: "A string has an escape that JSON does not have.",
  InvalidCharacter: "A string has a character that must be escaped.",
};

function problemAt(text: string, offset: number, code: ParseErrorCode): string {
  if (text.trim() === "") return "There is nothing here yet.";
  const before = text.slice(0, offset).trimEnd();
  const character = text[offset];
  const name = printParseErrorCode(code);
  if ((character === "}" || character === "]") && before.endsWith(","))
    return `There is a comma before "${character}" that must go.`;
  if (name === "InvalidSymbol" && before.endsWith("{")) return PROBLEMS.PropertyNameExpected!;
  if (name === "InvalidSymbol" && character === "'") return "Strings need double quotes.";
  if (character === undefined && name === "ValueExpected") return "The text ends where a value is expected.";
  return PROBLEMS[name] ?? "Expected a value: text in double quotes, a number, true, false, null, [ or {.";
}

export function lineOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next >= 0 && next < offset; next = text.indexOf("\n", start)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

/** The innermost place whose value or name holds the offset. */
export function pointerAt({ spans }: Positions, offset: number): string {
  let found = "";
  let length = Number.POSITIVE_INFINITY;
  for (const [pointer, { from, to, nameFrom = from }] of spans) {
    if (nameFrom <= offset && offset <= to && to - nameFrom < length) {
      found = pointer;
      length = to - nameFrom;
    }
  }
  return found;
}
