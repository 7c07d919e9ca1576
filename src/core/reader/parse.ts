/**
 * A parser of JSON that knows where everything stands. It also reads what people and models write in place of JSON, and
 * remarks on it: comments, a comma after the last entry, single quotes, names without quotes, line breaks in texts and
 * the words of Python. Not recursive, since a text may open thousands of brackets, and it looks at each character once.
 */
import { keepNoted, Notes, type Occurrence, type PathKey, setOwn } from "../json/values.ts";
import { quote } from "../unicode/unicode.ts";
import { createPlaces, type Position } from "./lines.ts";

export interface Remark {
  readonly kind: "comment" | "trailing-comma" | "single-quotes" | "bare-name" | "line-break" | "python-word";
  readonly start: number;
  readonly end: number;
}

/** Where reading ended, and what was expected there. */
export interface Fault {
  readonly at: number;
  readonly expected:
    | ("value" | "name" | "colon" | "comma")
    | ("end-of-text" | "escape" | "end-of-comment" | "fewer-brackets");
  readonly inside: "list" | "object" | undefined;
}

export interface Parsed {
  /** Undefined if there is a fault. */
  readonly value: unknown;
  readonly end: number;
  readonly remarks: readonly Remark[];
  readonly fault: Fault | undefined;
  /** How many names in quotes it has, with their colon. A text without any only looks like an object. */
  readonly names: number;
}

/** A list or object that is open. What few of them have is made when it is needed: a text may open thousands of brackets. */
interface Frame {
  readonly container: unknown[] | Record<string, unknown>;
  /** The member that is being read, and where its name starts. */
  name: string;
  start: number;
  /** How many members the objects around it have so far. */
  readonly before: number;
  /** Which of the members that are known has a name first, once one is repeated. */
  firsts: Record<string, number> | undefined;
  notes: Notes | undefined;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const SPACE = /[ \t\n\r]+/y;
/** Up to a quote, or to what may not stand in a text. Line breaks and tabs may not either, but are read. */
const INSIDE = {
  '"': /(?:[ !#-[\]-\uffff]+|[\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y,
  "'": /(?:[ -&(-[\]-\uffff]+|[\n\r\t]|\\(?:["'\\/bfnrt]|u[0-9a-fA-F]{4}))*/y,
};
/** What has to be looked at closely in a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be found
const NOT_PLAIN = /[\\\0-\x1f]/;
/** How JSON writes what it does not have in a text. */
const IN_JSON: Readonly<Record<string, string>> = {
  ...{ "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\'": "'" },
};
/** Python writes them with a capital. */
const WORDS = new Map(
  Object.entries({ true: true, false: false, null: null, True: true, False: false, None: null }),
);

/** Behind white space and comments. `maxDepth`: how many brackets may be open where it is most likely no JSON. */
export function parse(text: string, start = 0, maxDepth = Number.POSITIVE_INFINITY): Parsed {
  const open: Frame[] = [];
  const remarks: Remark[] = [];
  const placeOf = createPlaces(text);
  let at = start;
  let fault: Fault | undefined;
  let isDone = false;
  let result: unknown;
  /** What may stand next: a value, the first entry, the next entry, or what follows an entry. */
  let state: "value" | "first" | "next" | "after" = "value";
  let comma = 0;
  let names = 0;
  /** The first member of each name in the objects that are open: what it is called, and where it starts and ends. */
  const members = { names: [] as string[], starts: [] as number[], ends: [] as number[] };
  let known = 0;

  while (!isDone && fault === undefined) {
    skip();
    if (fault === undefined) step();
  }
  return { value: fault === undefined ? result : undefined, end: at, remarks, fault, names };

  function step(): undefined {
    const frame = open.at(-1);
    const isObject = frame !== undefined && !Array.isArray(frame.container);
    const sign = text[at];
    if (frame !== undefined && state !== "value" && sign === (isObject ? "}" : "]")) {
      if (state === "next") remark("trailing-comma", comma, comma + 1);
      at++;
      close(frame);
    } else if (state === "after") {
      if (sign !== ",") return fail("comma");
      comma = at++;
      state = "next";
    } else if (isObject && state !== "value") readName(frame);
    else readValue();
  }

  function readName(frame: Frame): undefined {
    frame.start = at;
    const sign = text[at];
    const isQuoted = sign === '"' || sign === "'";
    const name = isQuoted ? readText(sign) : take(WORD);
    if (name === undefined) return fail("name");
    if (!isQuoted) remark("bare-name", frame.start, at);
    frame.name = name;
    if (fault === undefined) skip();
    if (fault !== undefined) return;
    if (text[at] !== ":") return fail("colon");
    at++;
    if (isQuoted) names++;
    state = "value";
  }

  function readValue() {
    const sign = text[at];
    if (sign === "{" || sign === "[") {
      if (open.length >= maxDepth) return fail("fewer-brackets");
      const container = sign === "{" ? {} : [];
      open.push({ container, name: "", start: at++, before: known, firsts: undefined, notes: undefined });
      state = "first";
      return;
    }
    if (sign === '"' || sign === "'") {
      const value = readText(sign);
      return fault === undefined ? finish(value) : undefined;
    }
    const start = at;
    const number = take(NUMBER);
    if (number !== undefined) return finish(Number(number), number);
    const word = take(WORD) ?? "";
    if (!WORDS.has(word)) {
      at = start;
      return fail("value");
    }
    if (/^[A-Z]/.test(word)) remark("python-word", start, at);
    finish(WORDS.get(word));
  }

  function close(frame: Frame): void {
    const { container, notes } = frame;
    known = frame.before;
    open.pop();
    if (notes !== undefined) {
      keepNoted(container, notes);
      const outer = open.at(-1);
      if (outer !== undefined && (notes.isInexact || notes.isRepeating)) notesOf(outer).addInner(notes);
    }
    finish(container);
  }

  function finish(value: unknown, written?: string): void {
    state = "after";
    const frame = open.at(-1);
    if (frame === undefined) {
      result = value;
      isDone = true;
      return;
    }
    const { container, name } = frame;
    const isList = Array.isArray(container);
    const key: PathKey = isList ? container.length : name;
    if (isList) container.push(value);
    else {
      if (Object.hasOwn(container, name)) noteRepeat(frame, container[name], value);
      else {
        members.names[known] = name;
        members.starts[known] = frame.start;
        members.ends[known++] = at;
      }
      setOwn(container, name, value);
    }
    if (written !== undefined && written !== String(value))
      notesOf(frame).addNumber(key, value as number, written);
  }

  /** `before`: what the name stood for until now. */
  function noteRepeat(frame: Frame, before: unknown, value: unknown): void {
    const { name } = frame;
    const notes = notesOf(frame);
    const another = occurrence(value, frame.start, at);
    const same = notes.occurrencesOf(name);
    if (same !== undefined) {
      same.push(another);
      return;
    }
    frame.firsts ??= firstsOf(frame);
    const first = frame.firsts[name]!;
    notes.addRepeat(name, occurrence(before, members.starts[first]!, members.ends[first]!), another);
  }

  function firstsOf({ before }: Frame): Record<string, number> {
    const firsts = {};
    for (let index = before; index < known; index++) setOwn(firsts, members.names[index]!, index);
    return firsts;
  }

  function occurrence(value: unknown, start: number, end: number): Occurrence {
    const { line, column } = placeOf(start);
    return { value, start, end, line, column };
  }

  function skip(): undefined {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) take(SPACE);
      else if (code === 0x23 || (code === 0x2f && (text[at + 1] === "/" || text[at + 1] === "*"))) {
        const from = at;
        const isBlock = text[at + 1] === "*" && code === 0x2f;
        const found = isBlock ? text.indexOf("*/", at + 2) : text.indexOf("\n", at);
        if (isBlock && found < 0) return fail("end-of-comment", text.length);
        at = found < 0 ? text.length : isBlock ? found + 2 : found;
        remark("comment", from, at);
      } else return;
    }
  }

  /** The text in quotes that starts here; of no use if there is a fault in it. */
  function readText(quote: '"' | "'"): string {
    if (quote === "'") remark("single-quotes", at, at + 1);
    const from = ++at;
    const plain = text.slice(from, Math.max(from, text.indexOf(quote, from)));
    if (plain !== "" && !NOT_PLAIN.test(plain)) {
      at = from + plain.length + 1;
      return plain;
    }
    const piece = take(INSIDE[quote]) ?? "";
    if (text[at] !== quote) {
      fail(text[at] === "\\" ? "escape" : "end-of-text");
      return "";
    }
    at++;
    const lineBreak = piece.search(/[\n\r\t]/);
    if (lineBreak >= 0) remark("line-break", from + lineBreak, from + lineBreak + 1);
    if (lineBreak < 0 && !piece.includes("\\")) return piece;
    const json = piece.replace(/\\.|[\n\r\t"]/g, (sign) => IN_JSON[sign] ?? sign);
    return JSON.parse(`"${json}"`) as string;
  }

  /** Returns nothing, so that whoever fails can return at once. */
  function fail(expected: Fault["expected"], where = at): undefined {
    const around = open.at(-1)?.container;
    fault = { at: where, expected, inside: around && (Array.isArray(around) ? "list" : "object") };
    return undefined;
  }

  function remark(kind: Remark["kind"], from: number, end: number): void {
    remarks.push({ kind, start: from, end });
  }

  /** What stands here of this form, once it is read; undefined if nothing does. */
  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return undefined;
    const from = at;
    at = pattern.lastIndex;
    return text.slice(from, at);
  }
}

function notesOf(frame: Frame): Notes {
  frame.notes ??= new Notes();
  return frame.notes;
}

/** What is deeper is not worth a description of what is wrong in it. */
export const MAX_OPEN_BRACKETS = 500;

export function describeFault(text: string): string {
  const { at, what } = findFault(text);
  return `at ${placeText(createPlaces(text)(at))} ${what()}`;
}

/** `passesRemarks`: where what JSON does not have is read past, so that it is not what reading ended at. */
export function findFault(text: string, passesRemarks = false): { readonly at: number; what(): string } {
  const { remarks, fault, end } = parse(text, 0, MAX_OPEN_BRACKETS);
  const [remark] = passesRemarks && fault !== undefined ? [] : remarks;
  // Reading ends at the first fault, so that a remark is about something before it.
  if (remark !== undefined) return { at: remark.start, what: () => `there is ${remarkText(remark, text)}` };
  if (fault !== undefined) return { at: fault.at, what: () => faultText(fault, text) };
  const rest = text.slice(end).search(/\S/);
  return { at: end + rest, what: () => `there is ${foundAt(text, end + rest)} behind its end` };
}

export const placeText = ({ line, column }: Omit<Position, "offset">) => `line ${line}, column ${column}`;

export const remarkText = ({ kind, start, end }: Remark, text: string): string =>
  REMARKS[kind](text.slice(start, end));

const REMARKS: Readonly<Record<Remark["kind"], (written: string) => string>> = {
  comment: () => "a comment",
  "trailing-comma": () => "a comma too many, behind the last entry",
  "single-quotes": () => "a text in single quotes instead of double ones",
  "bare-name": (name) => `the name ${quote(name)} without its quotes`,
  "line-break": () => "a line break or tab inside a text instead of \\n or \\t",
  "python-word": (word) => `${word} instead of ${word === "None" ? "null" : word.toLowerCase()}`,
};

export function faultText({ at, expected, inside }: Fault, text: string): string {
  if (at >= text.length) {
    const open = expected === "end-of-text" ? "text" : expected === "end-of-comment" ? "comment" : inside;
    return `it ends too early${open === undefined ? "" : `, inside ${article(open)}`}`;
  }
  if (expected === "fewer-brackets") return `more than ${MAX_OPEN_BRACKETS} brackets are open`;
  if (expected === "end-of-text") return "there is a control character inside a text";
  if (expected === "escape") return "there is a backslash that escapes nothing inside a text";
  const more = expected === "name" ? " in double quotes" : "";
  const end = expected === "comma" ? ` or ${inside === "list" ? '"]"' : '"}"'}` : more;
  return `there is ${foundAt(text, at)} where a ${expected}${end} is expected`;
}

const article = (noun: string) => `${noun === "object" ? "an" : "a"} ${noun}`;

function foundAt(text: string, at: number): string {
  const [found] = /^(?:[\w$.+-]{1,40}|[\s\S])/u.exec(text.slice(at, at + 41))!;
  if (found === ",") return "a comma";
  if (/^-?0\d+$/.test(found)) return `the number ${found} with a zero in front`;
  if (found === '"') return "a text";
  if (/^[\u201c-\u201f\u2018-\u201b\u00ab\u00bb\u0060]$/.test(found)) return `the quotation mark ${found}`;
  return quote(found);
}
