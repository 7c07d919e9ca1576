/** Changes values in JSON text and keeps the rest byte for byte. */
import { isDeepStrictEqual } from "node:util";

interface Node {
  start: number;
  end: number;
  value: unknown;
  members?: [string, Node][];
  items?: Node[];
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Makes `text` mean `actual`. Only the parts whose value differs are rewritten, in the style of the text. */
export function withValue(text: string, actual: unknown): string {
  const isPadded = !/\{"/.test(text) || /\{ "/.test(text);
  const edits = editsFor(readNode(text, 0), actual, (start, value) => {
    const lineStart = text.lastIndexOf("\n", start) + 1;
    const indent = /^ */.exec(text.slice(lineStart))![0].length;
    return layOut(value, { indent, column: start - lineStart, isPadded });
  });
  return edits
    .toReversed()
    .reduce((at, edit) => at.slice(0, edit.start) + edit.text + at.slice(edit.end), text);
}

function editsFor(node: Node, actual: unknown, write: (start: number, value: unknown) => string): Edit[] {
  if (isDeepStrictEqual(node.value, actual)) return [];
  if (node.items !== undefined && Array.isArray(actual) && node.items.length === actual.length)
    return node.items.flatMap((item, index) => editsFor(item, actual[index], write));
  if (node.members !== undefined && typeof actual === "object" && actual !== null && !Array.isArray(actual)) {
    const keys = node.members.map(([key]) => key);
    if (isDeepStrictEqual(keys, Object.keys(actual)))
      return node.members.flatMap(([key, member]) =>
        editsFor(member, (actual as Record<string, unknown>)[key], write),
      );
  }
  return [{ start: node.start, end: node.end, text: write(node.start, actual) }];
}

/** Expects valid JSON. */
function readNode(text: string, from: number): Node {
  const skip = (at: number) => at + /^[\s,:]*/.exec(text.slice(at))![0].length;
  const start = skip(from);
  if (text[start] === "{") {
    const members: [string, Node][] = [];
    let at = skip(start + 1);
    while (text[at] !== "}") {
      const key = readNode(text, at);
      const member = readNode(text, key.end);
      members.push([key.value as string, member]);
      at = skip(member.end);
    }
    const value = Object.fromEntries(members.map(([key, member]) => [key, member.value]));
    return { start, end: at + 1, value, members };
  }
  if (text[start] === "[") {
    const items: Node[] = [];
    let at = skip(start + 1);
    while (text[at] !== "]") {
      const item = readNode(text, at);
      items.push(item);
      at = skip(item.end);
    }
    return { start, end: at + 1, value: items.map((item) => item.value), items };
  }
  const [token] = /^(?:"(?:[^"\\]|\\.)*"|[^\s,\]}]+)/.exec(text.slice(start))!;
  return { start, end: start + token.length, value: JSON.parse(token) };
}

const WIDTH = 112;

interface Layout {
  indent: number;
  /** Where the value starts in its line. */
  column: number;
  /** Whether there are spaces inside braces. */
  isPadded: boolean;
}

/** JSON as a person would write it: on one line if it fits, with invisible characters escaped. */
function layOut(value: unknown, { indent, column, isPadded }: Layout): string {
  const flat = onOneLine(value, isPadded);
  if (flat.length + column <= WIDTH || typeof value !== "object" || value === null) return flat;
  const inner = indent + 2;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Object.entries(value).map(([key, part]) => {
    const name = Array.isArray(value) ? "" : `${JSON.stringify(key)}: `;
    return name + layOut(part, { indent: inner, column: inner + name.length, isPadded });
  });
  const lines = parts.map((part) => " ".repeat(inner) + part).join(",\n");
  return `${open}\n${lines}\n${" ".repeat(indent)}${close}`;
}

/** JSON on one line; `isPadded` puts spaces inside braces. */
export function onOneLine(value: unknown, isPadded: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item) => onOneLine(item, isPadded)).join(", ")}]`;
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value).replace(
      /\p{Default_Ignorable_Code_Point}/gu,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${onOneLine(item, isPadded)}`,
  );
  const padding = isPadded && members.length > 0 ? " " : "";
  return `{${padding}${members.join(", ")}${padding}}`;
}
