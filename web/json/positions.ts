/**
 * Where the parts of a JSON text stand, and where it stops being JSON. Works with a stack of its own, because a text
 * may be nested more deeply than calls can be.
 */
import { escapeToken } from "../../src/core/json/pointer.ts";

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
  readonly depth: number;
  readonly broken: Broken | undefined;
}

interface Frame {
  kind: "object" | "list";
  pointer: string;
  from: number;
  index: number;
  /** What may come next. */
  expects: "first" | "value" | "more";
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them in strings.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

export function readPositions(text: string): Positions {
  const spans = new Map<string, Span>();
  const stack: Frame[] = [];
  let depth = 0;
  let at = 0;
  let pointer = "";
  let name: { from: number; to: number } | undefined;

  const result = (message?: string, offset = at): Positions => ({
    spans,
    depth,
    broken: message === undefined ? undefined : { message, offset, ...lineOf(text, offset) },
  });
  const skip = (): void => {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const record = (from: number, to: number, where: string, named: typeof name): void => {
    spans.set(where, { from, to, ...(named && { nameFrom: named.from, nameTo: named.to }) });
  };
  const names: (typeof name)[] = [];

  skip();
  if (at === text.length) return result("There is nothing here yet.");
  for (;;) {
    // A value starts here.
    skip();
    const from = at;
    const character = text[at];
    if (character === "{" || character === "[") {
      at++;
      stack.push({ kind: character === "{" ? "object" : "list", pointer, from, index: 0, expects: "first" });
      names.push(name);
      name = undefined;
      depth = Math.max(depth, stack.length);
    } else {
      const token = character === '"' ? match(STRING) : match(SCALAR);
      if (token === undefined) return result(valueProblem(text, at));
      at += token.length;
      record(from, at, pointer, name);
    }
    // What follows it belongs to the innermost container.
    for (;;) {
      const frame = stack.at(-1);
      skip();
      if (frame === undefined) {
        if (at < text.length) return result("The text goes on after the end of the value.");
        return result();
      }
      const closing = frame.kind === "object" ? "}" : "]";
      if (frame.expects === "more") {
        if (text[at] === ",") {
          at++;
          frame.expects = "value";
          skip();
        } else if (text[at] !== closing) return result(`Expected "," or "${closing}".`);
      }
      if (text[at] === closing) {
        if (frame.expects === "value") return result(`There is a comma before "${closing}" that must go.`);
        at++;
        stack.pop();
        record(frame.from, at, frame.pointer, names.pop());
        continue;
      }
      if (frame.kind === "object") {
        const quoted = match(STRING);
        if (quoted === undefined) return result("Expected a member name in double quotes.");
        name = { from: at, to: at + quoted.length };
        at += quoted.length;
        skip();
        if (text[at] !== ":") return result('Expected ":" after the member name.');
        at++;
        pointer = `${frame.pointer}/${escapeToken(JSON.parse(quoted))}`;
      } else {
        name = undefined;
        pointer = `${frame.pointer}/${frame.index}`;
        frame.index++;
      }
      frame.expects = "more";
      break;
    }
  }
}

function valueProblem(text: string, at: number): string {
  const character = text[at];
  if (character === undefined) return "The text ends where a value is expected.";
  if (character === '"') return "A string is not closed, or has a character that must be escaped.";
  if (character === "'") return "Strings need double quotes.";
  return "Expected a value: text in double quotes, a number, true, false, null, [ or {.";
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
