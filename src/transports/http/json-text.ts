/** Parses bodies as JSON, and says where one is not. */
import { parseJson } from "../../core/json/number-texts.ts";
import { type Problem, problem } from "../../operations/problems.ts";

type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

const EMPTY_BODY = malformed("The body is empty; send a JSON object.");
const NOT_UTF8 = malformed("The body is not UTF-8 text; send JSON encoded in UTF-8.");

/** RFC 8259: UTF-8 only. `text`: undefined if it is not. A byte order mark is not part of it, as section 8.1 allows. */
export function parseBody(text: string | undefined): ParsedBody {
  if (text === undefined) return NOT_UTF8;
  if (text === "") return EMPTY_BODY;
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    // What the engine says differs between runtimes, and quotes the body.
    return malformed(`The body is not JSON${placeOfFault(text)}.`);
  }
}

/** Where a text stops being JSON, in words that follow "is not JSON". */
export function placeOfFault(text: string): string {
  const position = findFault(text);
  if (position >= text.length) return ": it ends too early";
  const before = text.slice(0, position).split("\n");
  return `: unexpected text at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER_OR_NAME = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Expected = "value" | "first-item" | "name" | "first-name" | "colon" | "separator";

/** Where a text that is not JSON stops being JSON; its length if it ends too early. */
function findFault(text: string): number {
  /** The brackets that are open. */
  const open: string[] = [];
  let at = 0;
  let expected: Expected = "value";
  for (;;) {
    const isName: boolean = expected === "name" || expected === "first-name";
    at = endOf(SPACE, text, at) ?? at;
    const sign = text[at];
    if (sign === undefined) return at;
    if (expected === "colon") {
      if (sign !== ":") return at;
      expected = "value";
      at++;
    } else if (expected === "separator") {
      const isList = open.at(-1) === "[";
      if (open.length === 0 || (sign !== "," && sign !== (isList ? "]" : "}"))) return at;
      if (sign === ",") expected = isList ? "value" : "name";
      else open.pop();
      at++;
    } else if ((expected === "first-item" && sign === "]") || (expected === "first-name" && sign === "}")) {
      open.pop();
      expected = "separator";
      at++;
    } else if (sign === '"') {
      const end = stringEnd(text, at + 1);
      if (text[end] !== '"') return end;
      expected = isName ? "colon" : "separator";
      at = end + 1;
    } else if (isName) return at;
    else if (sign === "[" || sign === "{") {
      open.push(sign);
      expected = sign === "[" ? "first-item" : "first-name";
      at++;
    } else {
      const end = endOf(NUMBER_OR_NAME, text, at);
      if (end === undefined) return at;
      expected = "separator";
      at = end;
    }
  }
}

/** The position of the quotation mark that ends a string, or of what must not be in one. */
function stringEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code < 0x20 || at >= text.length) return at;
    if (code !== 0x5c) at++;
    else {
      const end = endOf(ESCAPE, text, at);
      if (end === undefined) return at;
      at = end;
    }
  }
}

/** Where the match at a position ends. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function malformed(detail: string): ParsedBody & { readonly ok: false } {
  return { ok: false, problem: problem("malformed-json", detail) };
}
