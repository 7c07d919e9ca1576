/** Splits an expression in CEL (Common Expression Language) into tokens and reads them into a tree. */
import { FaultError } from "./frame.ts";

/** Where something stands in an expression. */
type Part = { start: number; end: number };

/** Throws a FaultError. */
export function refuse(message: string, { start, end }: Part): never {
  throw new FaultError(message, start, end);
}

export type Node = Part &
  (
    | { kind: "literal"; type: "int" | "double" | "string" | "bool" | "null"; value: unknown }
    | { kind: "name"; name: string }
    | { kind: "member"; of: Node; name: string; isOptional: boolean }
    | { kind: "index"; of: Node; index: Node; isOptional: boolean }
    | { kind: "call"; target: Node | undefined; name: string; args: Node[] }
    | { kind: "list"; items: Node[] }
    | { kind: "map"; entries: { key: Node; value: Node }[] }
    | { kind: "unary"; operator: "!" | "-"; operand: Node }
    | { kind: "binary"; operator: string; left: Node; right: Node }
    | { kind: "choice"; test: Node; yes: Node; no: Node }
  );

export type NodeOf<Kind extends Node["kind"]> = Extract<Node, { kind: Kind }>;

const NO_ESCAPE = "CEL has no such escape; write \\\\ for a backslash, or r'…' for a pattern";
const PATTERN_HINT = "; a pattern is a text, as in `x.matches('^a')`";
const MAX_EXPRESSION_LENGTH = 2_000;
const MAX_DEPTH = 40;
const MAX_NODES = 400;

/** What binds weakest comes first; operators of one row are read from left to right. */
const PRECEDENCE = [["||"], ["&&"], ["<", "<=", ">", ">=", "==", "!=", "in"], ["+", "-"], ["*", "/", "%"]];
/** CEL keeps these words for later. */
const RESERVED = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** Throws a FaultError. */
export function readExpression(source: string): Node {
  if (source.length > MAX_EXPRESSION_LENGTH)
    refuse(`it is longer than ${MAX_EXPRESSION_LENGTH} characters`, { start: 0, end: source.length });
  const tokens = readTokens(source);
  let at = 0;
  let depth = 0;
  let nodes = 0;

  const peek = (): Token => tokens[at]!;
  const isMark = (text: string): boolean => peek().kind === "mark" && peek().text === text;
  const take = (text: string): boolean => {
    if (!isMark(text)) return false;
    at++;
    return true;
  };
  const fail = (message: string, at: Part = peek()): never => refuse(message, at);
  const expect = (text: string): Token => {
    const token = peek();
    if (!take(text)) fail(`"${text}" is missing ${token.kind === "end" ? "at the end" : "before this"}`);
    return token;
  };
  const made = <Made extends Node>(node: Made): Made => {
    if (++nodes > MAX_NODES) fail(`it has more than ${MAX_NODES} parts; split the rule`, node);
    return node;
  };
  const endOf = (): number => tokens[at - 1]!.end;

  const readChoice = (): Node => {
    if (++depth > MAX_DEPTH) fail(`it is nested more than ${MAX_DEPTH} levels deep`);
    const test = readBinary(0);
    let node = test;
    if (take("?")) {
      const yes = readBinary(0);
      expect(":");
      const no = readChoice();
      node = made({ kind: "choice", test, yes, no, start: test.start, end: no.end });
    }
    depth--;
    return node;
  };

  const readBinary = (row: number): Node => {
    const operators = PRECEDENCE[row];
    if (operators === undefined) return readUnary();
    let left = readBinary(row + 1);
    for (let token = peek(); isOperator(token, operators); token = peek()) {
      at++;
      const right = readBinary(row + 1);
      left = made({ kind: "binary", operator: token.text, left, right, start: left.start, end: right.end });
    }
    return left;
  };

  const readUnary = (): Node => {
    const token = peek();
    if (!isMark("!") && !isMark("-")) return readMembers();
    at++;
    if (++depth > MAX_DEPTH) fail(`it is nested more than ${MAX_DEPTH} levels deep`, token);
    const operand = readUnary();
    depth--;
    const operator = token.text as "!" | "-";
    return made({ kind: "unary", operator, operand, start: token.start, end: operand.end });
  };

  const readMembers = (): Node => {
    let node = readPrimary();
    for (;;) {
      const { start } = node;
      const isOptional = isMark(".?") || isMark("[?");
      if (take(".") || take(".?")) {
        const token = peek();
        if (token.kind !== "name") fail("the name of a member or function is missing here");
        at++;
        if (!isOptional && take("(")) {
          const args = readList(")", readChoice);
          node = made({ kind: "call", target: node, name: token.text, args, start, end: endOf() });
        } else node = made({ kind: "member", of: node, name: token.text, isOptional, start, end: token.end });
      } else if (take("[") || take("[?")) {
        const index = readChoice();
        const { end } = expect("]");
        node = made({ kind: "index", of: node, index, isOptional, start, end });
      } else return node;
    }
  };

  const readList = <Item>(closing: string, read: () => Item): Item[] => {
    const items: Item[] = [];
    if (take(closing)) return items;
    do {
      // A comma may stand before the end.
      if (isMark(closing)) break;
      items.push(read());
    } while (take(","));
    expect(closing);
    return items;
  };

  const readPrimary = (): Node => {
    const token = peek();
    const { start, end, text } = token;
    at++;
    const literal = (type: NodeOf<"literal">["type"], value: unknown) =>
      made({ kind: "literal", type, value, start, end });
    if (token.kind === "int" || token.kind === "double") return literal(token.kind, Number(text));
    if (token.kind === "string") return literal("string", text);
    if (token.kind === "name") {
      if (text === "true" || text === "false") return literal("bool", text === "true");
      if (text === "null") return literal("null", null);
      if (RESERVED.has(text) || text === "in")
        return fail(`CEL keeps the word "${text}" for itself${hintFor(text)}`, token);
      if (!take("(")) return made({ kind: "name", name: text, start, end });
      const args = readList(")", readChoice);
      return made({ kind: "call", target: undefined, name: text, args, start, end: endOf() });
    }
    if (text === "(") {
      const inner = readChoice();
      expect(")");
      return inner;
    }
    if (text === "[") return made({ kind: "list", items: readList("]", readChoice), start, end: endOf() });
    if (text === "{") {
      const entries = readList("}", () => {
        const key = readChoice();
        expect(":");
        return { key, value: readChoice() };
      });
      return made({ kind: "map", entries, start, end: endOf() });
    }
    if (token.kind === "end") return fail("it ends too early", token);
    const hint = text === "/" ? PATTERN_HINT : hintFor(text);
    return fail(`a value is missing before "${text}"${hint}`, token);
  };

  const node = readChoice();
  if (peek().kind === "end") return node;
  // A foreign word may be the one that was read last, as in `not x`.
  const hint = hintFor(peek().text) || hintFor(tokens[at - 1]!.text);
  return fail(`an operator is missing before "${peek().text}"${hint}`);
}

const isOperator = ({ kind, text }: Token, operators: readonly string[]): boolean =>
  (kind === "mark" || (kind === "name" && text === "in")) && operators.includes(text);

interface Token extends Part {
  kind: "int" | "double" | "string" | "name" | "mark" | "end";
  /** The name, number or mark itself, or the content of a text. */
  text: string;
}

/** What says it here, and the words and marks for it of people who know another language. */
const INSTEAD = new Map(
  Object.entries({
    ...{ "==": "= === is equals", "!=": "!== <>", "&&": "and AND", "||": "or OR", "!(…)": "not NOT" },
    ...{ "test ? a : b": "if else", "'…'": "`", true: "True TRUE", false: "False FALSE" },
    ...{ null: "None nil undefined", "x.size()": "length len count", "x.trim()": "strip" },
    ...{ "x.lower()": "toLowerCase", "x.upperAscii()": "toUpperCase upper", "x.distinct()": "unique" },
    ...{ "y in x` or, of a text, `x.contains(y)": "includes", "x.substring(0, 3)": "substr" },
    ...{ "x.matches('…')": "=~ test match regex", "x.all(item, …)": "every forEach" },
    ...{ "x.exists(item, …)": "some any find", "date(x)": "Date", "math.round(x)": "Math round" },
    ...{ "math.abs(x)": "abs", "int(x)": "parseInt", "double(x)": "Number", "string(x)": "String" },
  }).flatMap(([here, words]) => words.split(" ").map((word) => [word, here] as const)),
);

/** Marks that have no meaning here, the longest first. */
const FOREIGN_MARKS = [...INSTEAD.keys()]
  .filter((word) => !/\w/.test(word))
  .sort((a, b) => b.length - a.length);

/** To be put behind a refusal: what to write in place of a word or mark, if anybody can tell. */
export const hintFor = (word: string) => (INSTEAD.has(word) ? `; write \`${INSTEAD.get(word)}\`` : "");

const MARKS = [
  ...FOREIGN_MARKS.filter((mark) => mark !== "="),
  ...["==", "!=", "<=", ">=", "&&", "||", ".?", "[?"],
  ...["(", ")", "[", "]", "{", "}", ".", ",", ":", "?", "+", "-", "*", "/", "%", "<", ">", "!", "="],
];
const NUMBER = /(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)[uU]?/;
const TOKEN = new RegExp(
  [
    ...["\\s+|//[^\\n]*", `(?<opening>[rRbB]{0,2}(?:"""|'''|"|'))`, `(?<number>${NUMBER.source})`],
    ...["(?<name>[A-Za-z_]\\w*)", ...MARKS.map((mark) => mark.replace(/\W/g, "\\$&"))],
  ].join("|"),
  "y",
);
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|.)/gs;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
  ...{ "\\": "\\", "'": "'", '"': '"', "`": "`", "?": "?" },
};

function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  for (let start = 0, end = 0; start < source.length; start = end) {
    TOKEN.lastIndex = start;
    const found = TOKEN.exec(source);
    if (found === null) {
      const hint = tokens.some((token) => token.text === "/") ? PATTERN_HINT : "";
      return refuse(`"${source[start]}" means nothing here${hint}`, { start, end: start + 1 });
    }
    const [text] = found;
    const { opening, number, name } = found.groups!;
    end = TOKEN.lastIndex;
    if (opening !== undefined) {
      const read = readText(source, start, opening);
      end = read.end;
      tokens.push({ kind: "string", ...read, start });
    } else if (number !== undefined) tokens.push(readNumber(text, start));
    else if (name !== undefined || MARKS.includes(text))
      tokens.push({ kind: name === undefined ? "mark" : "name", text, start, end });
  }
  tokens.push({ kind: "end", text: "", start: source.length, end: source.length });
  return tokens;
}

function readNumber(text: string, start: number): Token {
  const end = start + text.length;
  if (/u$/i.test(text))
    refuse("there are no unsigned numbers here, since JSON has none; leave the u out", { start, end });
  const value = Number(text);
  const isInt = /^(?:0x[0-9a-f]+|\d+)$/i.test(text);
  if (!(isInt ? Number.isSafeInteger(value) : Number.isFinite(value)))
    refuse("the number is too large", { start, end });
  return { kind: isInt ? "int" : "double", text, start, end };
}

function readText(source: string, start: number, opening: string): { text: string; end: number } {
  const prefix = opening.replace(/(?<!["'])["']+$/, "").toLowerCase();
  const quotes = opening.slice(prefix.length);
  if (prefix.includes("b"))
    refuse("there are no bytes here, since JSON has none; leave the b out", { start, end: start + 1 });
  const isRaw = prefix.includes("r");
  const from = start + opening.length;
  // A text between single quotes ends with the line. What stands behind a backslash never ends one, unless it is raw.
  const others = `(?!${quotes})[^${isRaw ? "" : "\\\\"}${quotes.length === 1 ? "\\n" : ""}]`;
  const rest = new RegExp(`((?:${isRaw ? "" : "\\\\.|"}${others})*)${quotes}`, "sy");
  rest.lastIndex = from;
  const [, content] = rest.exec(source) ?? refuse("the text has no end", { start, end: source.length });
  const decoded = (sequence: string, at: number) =>
    decode(sequence.slice(1)) ?? refuse(NO_ESCAPE, { start: from + at, end: from + at + 2 });
  return { text: isRaw ? content! : content!.replace(ESCAPE, decoded), end: rest.lastIndex };
}

/** Undefined for half of a surrogate pair and for what is no code point. */
function decode(sequence: string): string | undefined {
  if (!/^(?:[xuU].|\d{3})/.test(sequence)) return LETTERS[sequence];
  const point = /^\d/.test(sequence) ? Number.parseInt(sequence, 8) : Number.parseInt(sequence.slice(1), 16);
  const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}
