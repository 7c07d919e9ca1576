/** Where a text stops being JSON. */
import { type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { nestingOf } from "./nesting.ts";

export interface Broken {
  message: string;
  offset: number;
  line: number;
  column: number;
}

/** The parser calls itself for each level. */
const MAX_DEPTH = 1_000;

export function findBroken(text: string): Broken | undefined {
  let broken: Broken | undefined;
  const breaks = (message: string, offset: number): void => {
    broken ??= { message, offset, ...lineOf(text, offset) };
  };
  if (nestingOf(text) > MAX_DEPTH) breaks(`The text is nested more than ${MAX_DEPTH} levels deep.`, 0);
  else
    visit(
      text,
      { onError: (code, offset) => breaks(problemAt(text, offset, code), offset) },
      { disallowComments: true },
    );
  return broken;
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

function lineOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next >= 0 && next < offset; next = text.indexOf("\n", start)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}
