/** Splits an expression in CEL into tokens. */
import { FaultError } from "../fault.ts";

type TokenKind = "int" | "double" | "string" | "name" | "mark" | "end";

export interface Token {
  kind: TokenKind;
  /** The name or mark itself, or the content of a text. */
  text: string;
  value?: number;
  start: number;
  end: number;
}

const MARKS = [
  ...["==", "!=", "<=", ">=", "&&", "||", ".?", "[?"],
  ...["(", ")", "[", "]", "{", "}", ".", ",", ":", "?", "+", "-", "*", "/", "%", "<", ">", "!"],
];
const NUMBER = /(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)[uU]?/y;
const NAME = /[A-Za-z_]\w*/y;
const TEXT = /[rRbB]{0,2}(?:"""|'''|"|')/y;
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|[abfnrtv\\'"`?])/y;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
};

export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  while (at < source.length) {
    const start = at;
    const rest = source[at]!;
    if (/\s/.test(rest)) {
      at++;
      continue;
    }
    if (source.startsWith("//", at)) {
      const end = source.indexOf("\n", at);
      at = end < 0 ? source.length : end;
      continue;
    }
    const opening = match(TEXT);
    if (opening !== undefined) {
      const { text, end } = readText(source, start, opening);
      at = end;
      tokens.push({ kind: "string", text, start, end });
      continue;
    }
    const number = match(NUMBER);
    if (number !== undefined) {
      at += number.length;
      tokens.push({ ...readNumber(number, start), start, end: at });
      continue;
    }
    const name = match(NAME);
    const mark = name === undefined ? MARKS.find((each) => source.startsWith(each, at)) : undefined;
    const text = name ?? mark;
    if (text === undefined) throw new FaultError(`"${rest}" means nothing here`, at, at + 1);
    at += text.length;
    tokens.push({ kind: name === undefined ? "mark" : "name", text, start, end: at });
  }
  tokens.push({ kind: "end", text: "", start: source.length, end: source.length });
  return tokens;
}

function readNumber(text: string, start: number): Pick<Token, "kind" | "text" | "value"> {
  const end = start + text.length;
  if (/u$/i.test(text))
    throw new FaultError(
      "there are no unsigned numbers here, since JSON has none; leave the u out",
      start,
      end,
    );
  const value = Number(text);
  const isInt = /^(?:0x[0-9a-f]+|\d+)$/i.test(text);
  if (!Number.isFinite(value) || (isInt && !Number.isSafeInteger(value)))
    throw new FaultError("the number is too large", start, end);
  return { kind: isInt ? "int" : "double", text, value };
}

function readText(source: string, start: number, opening: string): { text: string; end: number } {
  const prefix = opening.replace(/["']+$/, "").toLowerCase();
  const quotes = opening.slice(prefix.length);
  if (prefix.includes("b"))
    throw new FaultError("there are no bytes here, since JSON has none; leave the b out", start, start + 1);
  const isRaw = prefix.includes("r");
  let at = start + opening.length;
  let text = "";
  while (at < source.length && !source.startsWith(quotes, at)) {
    const character = source[at]!;
    if (character === "\n" && quotes.length === 1) break;
    if (isRaw || character !== "\\") {
      text += character;
      at++;
      continue;
    }
    ESCAPE.lastIndex = at;
    const escaped = ESCAPE.exec(source)?.[0];
    const decoded = escaped === undefined ? undefined : decode(escaped.slice(1));
    if (escaped === undefined || decoded === undefined)
      throw new FaultError(
        "CEL has no such escape; write \\\\ for a backslash, or r'…' for a pattern",
        at,
        at + 2,
      );
    text += decoded;
    at += escaped.length;
  }
  if (!source.startsWith(quotes, at)) throw new FaultError("the text has no end", start, source.length);
  return { text, end: at + quotes.length };
}

/** Undefined for half of a surrogate pair and for what is no code point. */
function decode(sequence: string): string | undefined {
  const letter = sequence[0]!;
  if ("xuU".includes(letter) || /^\d/.test(sequence)) {
    const point = /^\d/.test(sequence)
      ? Number.parseInt(sequence, 8)
      : Number.parseInt(sequence.slice(1), 16);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
    return String.fromCodePoint(point);
  }
  return LETTERS[letter] ?? letter;
}
