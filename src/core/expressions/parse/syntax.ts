/** Reads an expression in CEL (Common Expression Language) into a tree. */
import { FaultError } from "../fault.ts";
import { readTokens, type Token } from "./tokens.ts";

interface Span {
  start: number;
  end: number;
}

export type Node = Span &
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
    throw new FaultError(`it is longer than ${MAX_EXPRESSION_LENGTH} characters`, 0, source.length);
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
  const fail = (message: string, { start, end }: Span = peek()): never => {
    throw new FaultError(message, start, end);
  };
  const expect = (text: string): Token => {
    const token = peek();
    if (!take(text))
      fail(token.kind === "end" ? `"${text}" is missing at the end` : `"${text}" is missing before this`);
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
        if (!isOptional && isMark("(")) {
          const args = readArguments();
          node = made({ kind: "call", target: node, name: token.text, args, start, end: endOf() });
        } else node = made({ kind: "member", of: node, name: token.text, isOptional, start, end: token.end });
      } else if (take("[") || take("[?")) {
        const index = readChoice();
        const { end } = expect("]");
        node = made({ kind: "index", of: node, index, isOptional, start, end });
      } else return node;
    }
  };

  const readArguments = (): Node[] => {
    expect("(");
    return readList(")", readChoice);
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
    if (token.kind === "int" || token.kind === "double")
      return made({ kind: "literal", type: token.kind, value: token.value, start, end });
    if (token.kind === "string") return made({ kind: "literal", type: "string", value: text, start, end });
    if (token.kind === "name") {
      if (text === "true" || text === "false")
        return made({ kind: "literal", type: "bool", value: text === "true", start, end });
      if (text === "null") return made({ kind: "literal", type: "null", value: null, start, end });
      if (RESERVED.has(text) || text === "in") return fail(`CEL keeps the word "${text}" for itself`, token);
      if (!isMark("(")) return made({ kind: "name", name: text, start, end });
      const args = readArguments();
      return made({ kind: "call", target: undefined, name: text, args, start, end: endOf() });
    }
    if (text === "(") {
      const inner = readChoice();
      expect(")");
      return inner;
    }
    if (text === "[") {
      const items = readList("]", readChoice);
      return made({ kind: "list", items, start, end: endOf() });
    }
    if (text === "{") {
      const entries = readList("}", () => {
        const key = readChoice();
        expect(":");
        return { key, value: readChoice() };
      });
      return made({ kind: "map", entries, start, end: endOf() });
    }
    return fail(token.kind === "end" ? "it ends too early" : `a value is missing before "${text}"`, token);
  };

  const node = readChoice();
  if (peek().kind !== "end") fail(`an operator is missing before "${peek().text}"`);
  return node;
}

function isOperator({ kind, text }: Token, operators: readonly string[]): boolean {
  return (kind === "mark" || (kind === "name" && text === "in")) && operators.includes(text);
}
