/** Where everything stands in a text of JSON or JSON5, which may be unfinished. */
import { numberOf } from "../../../core/json/values.ts";
import type { Comment, SourceEntry, SourceValue } from "../edit/source-tree.ts";

const SPACE = /[\s\ufeff]+/y;
const COMMENT = /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)/y;
/** Runs of characters at once: the engine's stack grows with each repetition of a group. */
const TEXT = /"(?:[^"\\\n\r]+|\\(?:\r\n|[\s\S]))*"?|'(?:[^'\\\n\r]+|\\(?:\r\n|[\s\S]))*'?/y;
const WORD = /[^\s,:[\]{}"'/]+/y;
const NUMBER = /^[+-]?(?:0[xX][\da-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)$/;
const NAME = /^[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$_]*$/u;
const MAX_DEPTH = 1_000;

export function readTree(text: string) {
  const comments: Comment[] = [];
  let at = 0;
  /** The first place that is wrong in JSON5 too. */
  let fault: number | undefined;
  const root = value(0);
  skip();
  if (root === undefined || at < text.length) fault ??= at;
  return { root, comments, fault };

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  }

  function skip(): void {
    for (;;) {
      take(SPACE);
      const start = at;
      if (take(COMMENT) === undefined) return;
      comments.push({ start, end: at });
    }
  }

  function value(depth: number): SourceValue | undefined {
    skip();
    const start = at;
    const sign = text[at];
    if (sign === "{" || sign === "[") return container(sign, depth);
    const written = take(TEXT) ?? take(WORD);
    if (written === undefined) return undefined;
    return made("scalar", start, { value: scalarOf(written, start), style: styleOf(written) });
  }

  function made(kind: SourceValue["kind"], start: number, more: Partial<SourceValue>): SourceValue {
    const place = { start, ownStart: start, end: at, shown: [start, at] as const, isBlock: false };
    return { kind, value: undefined, entries: [], ...place, ...more };
  }

  function container(open: string, depth: number): SourceValue {
    const start = at++;
    const isObject = open === "{";
    const close = isObject ? "}" : "]";
    const entries: SourceEntry[] = [];
    let needsComma = false;
    for (skip(); text[at] !== close; skip()) {
      const sign = text[at];
      const isEnd = sign === undefined || sign === "}" || sign === "]";
      if (isEnd || depth > MAX_DEPTH || (sign === ",") !== needsComma) fault ??= at;
      if (isEnd || depth > MAX_DEPTH) break;
      const before = at;
      const next = sign === "," ? undefined : entry(isObject, depth);
      if (next) entries.push(next);
      needsComma = next !== undefined;
      // What is neither an entry nor a comma is passed over.
      if (at === before && sign !== ",") fault ??= at;
      if (at === before) at++;
    }
    if (text[at] === close) at++;
    return made(isObject ? "object" : "list", start, { entries });
  }

  function entry(isMember: boolean, depth: number): SourceEntry | undefined {
    const start = at;
    const written = isMember ? (take(TEXT) ?? take(WORD)) : "";
    if (written === undefined) return undefined;
    const place = { start, nameStart: start, nameEnd: at };
    const style = styleOf(written);
    const name = style === undefined ? unescaped(written, start) : String(scalarOf(written, start));
    if (isMember) {
      if (style === undefined && !NAME.test(name)) fault ??= start;
      skip();
      if (text[at] !== ":") {
        fault ??= at;
        return undefined;
      }
      at++;
    }
    const inner = value(depth + 1);
    if (inner === undefined) fault ??= at;
    return inner && { name, ...place, value: inner, end: inner.end };
  }

  function scalarOf(written: string, start: number): unknown {
    const [quote] = written;
    if (quote === '"' || quote === "'") {
      if (written.length < 2 || !written.endsWith(quote)) fault ??= at;
      return unescaped(written.slice(1, written.endsWith(quote) ? -1 : undefined), start);
    }
    if (written === "true" || written === "false") return written === "true";
    if (written === "null") return null;
    if (!NUMBER.test(written)) fault ??= start;
    return numberOf(written);
  }

  function unescaped(inner: string, start: number): string {
    return inner.replace(/\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[\s\S]))/g, (_, four, two, other) => {
      if (other === undefined) return String.fromCharCode(Number.parseInt(four ?? two, 16));
      if (/[1-9ux]/.test(other)) fault ??= start;
      return ESCAPES[other] ?? other;
    });
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", 0: "\0" },
  // A line break after a backslash goes on with the text.
  ...{ "\n": "", "\r": "", "\r\n": "", "\u2028": "", "\u2029": "" },
};

/** The quotes that a text is written in, by their names in YAML. */
export function styleOf(written: string): string | undefined {
  return written.startsWith('"') ? "QUOTE_DOUBLE" : written.startsWith("'") ? "QUOTE_SINGLE" : undefined;
}

/** A name in the manner of another one: in its quotes, or in none. */
export function json5Name(name: string, like: string | undefined): string {
  if (like?.startsWith("'")) return json5Text(name, "QUOTE_SINGLE");
  return like !== undefined && !like.startsWith('"') && NAME.test(name) ? name : JSON.stringify(name);
}

export function json5Text(text: string, style: string | undefined): string {
  const written = JSON.stringify(text);
  if (style !== "QUOTE_SINGLE") return written;
  return `'${written.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
