/**
 * A JSON file. Comments and trailing commas are read too, and reported with a fix. So is any other text that holds a
 * proposal, such as an answer of a model that was saved as it is.
 */
import { hasRepeats, writeJson } from "../../../core/json/values.ts";
import { Meter } from "../../../core/meter/meter.ts";
import { parse, placeText, type Remark } from "../../../core/reader/parse.ts";
import { readJson } from "../../../core/reader/read-json.ts";
import { type ReadYaml, readText } from "../../../core/reader/read-text.ts";
import {
  type Before,
  createLines,
  type FileFinding,
  type Lines,
  NOTHING,
  placeAfter,
  type SourceDocument,
  type Spot,
  syntaxError,
} from "../document.ts";
import { sourceValue } from "../edit/draft.ts";
import { keptDigits, type SourceText } from "../edit/source-tree.ts";
import { findMark, MARK, rangeIn, repeatedFindings } from "../places.ts";
import { json5Name, json5Text, readTree } from "./tree.ts";

interface JsonOptions {
  /** `jsonc` has comments and commas after the last entry, `json5` names without quotes and more. */
  readonly dialect?: "jsonc" | "json5" | undefined;
  /** Where it starts in its file. */
  readonly from?: Before | undefined;
  /** For YAML in a fence. */
  readonly readYaml?: ReadYaml;
}

/** Of the editor and the command, whose own limits are those of files. */
const FILE_WORK = Number.POSITIVE_INFINITY;

export function openJson(text: string, options: JsonOptions = {}): SourceDocument {
  const lines = createLines(text, options.from);
  /** What the places are found in: the text, with spaces in place of the words around a value. */
  let inner = text;
  let isWhole = true;
  let source: ReturnType<typeof jsonSource>;
  const readSource = () => {
    source ??= jsonSource(inner);
    return source;
  };

  function repeats(): FileFinding[] {
    const source = readSource();
    return source?.fault === undefined ? repeatedFindings(source?.root, text, lines) : [];
  }

  const readable = (value: unknown, found: readonly FileFinding[] = []) => ({
    isReadable: true,
    value,
    findings: () => [...found, ...repeats()].toSorted((a, b) => a.range.start.offset - b.range.start.offset),
  });

  function unreadable(at: number, why: string) {
    const range = lines.range(at, at + tokenAt(text, at).length);
    const nothing =
      options.from === undefined
        ? "The file is empty; write a proposal into it."
        : "A record is missing here; write one, or take the comma away.";
    const finding = syntaxError(range, text.trim() === "" ? nothing : why);
    return { isReadable: false, value: undefined, findings: () => [finding] };
  }

  function read() {
    const strict = readStrict(text);
    // Of a good file nobody asks for the places, and finding them takes longer than reading the value.
    if (strict !== undefined)
      return hasRepeats(strict.value)
        ? readable(strict.value)
        : { isReadable: true, findings: () => [], ...strict };
    if (options.dialect === "json5") return readJson5();
    const { value, fault, remarks, end } = parse(text);
    // Behind the value there may be comments, and nothing that a further one could start with.
    const rest = parse(text, end);
    const isRest = rest.fault?.at === text.length && rest.fault.expected === "value" && !rest.fault.inside;
    const found = [...remarks, ...rest.remarks].map((remark) => extensionFinding(remark, text, lines));
    if (fault !== undefined || !isRest || found.includes(undefined)) return readAround();
    return readable(value, options.dialect === "jsonc" ? [] : found.filter((each) => each !== undefined));
  }

  function readJson5() {
    const source = readSource();
    const fault = source ? source.fault : 0;
    if (fault === undefined) return readable(sourceValue(source!.root));
    const token = tokenAt(text, fault);
    const why = /^[+-]?(?:Infinity|NaN)$/.test(token)
      ? `${token} is no number in JSON; write another one, or a text in quotes.`
      : "This is not JSON5: something else was expected here.";
    return unreadable(fault, why);
  }

  function readAround() {
    const found = readText(text, new Meter(FILE_WORK), options.readYaml);
    isWhole = false;
    if (found.kind === "json") return { isReadable: true, value: found.value, findings: () => [] };
    if (found.kind === "unread") return unreadable(found.at, `This is not JSON: ${inFile(found.reason())}.`);
    const { value, part, isAmongWords } = found;
    const { start, end } = part ?? { start: 0, end: 0 };
    if (part !== undefined) inner = blankAround(text, start, end);
    const past = found.past().join("; ");
    // JSON has no comments, and only the author knows whether they may go. In YAML they stand anywhere.
    const comment = part === undefined ? /(?:^|\s)#/ : /^[^\S\r\n\u2028\u2029]*(?:#|\/[/*])/m;
    const decision = past.includes("a comment at") || comment.test(text.slice(0, start) + text.slice(end));
    const title = `Write it as JSON${decision ? ", without its comments" : ""}`;
    // A record on a line has no other to go on in.
    const isLine = options.from !== undefined && !text.trim().includes("\n");
    const written = isLine ? writeJson(value) : `${writeJson(value, 2)}\n`;
    const edits = [{ start: 0, end: text.length, text: written }];
    const about = { title, patch: [], edits, ...(decision && { decision }) };
    const fixes = [{ ...about, applicability: "suggested" as const }];
    const message = `This is not JSON. A proposal was read in it, past ${inFile(past)}.`;
    const finding = { ...syntaxError(lines.range(start, start + 1), message), fixes };
    return { isReadable: true, isAmongWords, value, findings: () => [finding, ...repeats()] };
  }

  /** What the reader says about places of this text, with those of the file. */
  const inFile = (said: string) =>
    said.replace(/\bline (\d+), column (\d+)/g, (_, line, column) =>
      placeText(placeAfter(options.from ?? NOTHING, { line: Number(line), column: Number(column) })),
    );

  const { findings, ...found } = read();
  let known: readonly FileFinding[] | undefined;
  return {
    text,
    language: "json",
    lines,
    ...found,
    // Nobody asks for those of a text that is read back.
    get findings() {
      known ??= findings();
      return known;
    },
    rangeOf: (path, part) => rangeIn(readSource()?.root, path, part, lines),
    spotAt: (offset) => jsonSpotAt(inner, offset),
    readSource: () => (isWhole ? readSource() : undefined),
    reopen: (other) => openJson(other, options),
  };
}

/** What finds the places calls itself for each level. */
const MAX_DEPTH = 500;

/** Undefined: it is not JSON. Throws a RangeError where it is nested too deep. */
function readStrict(text: string): { readonly value: unknown } | undefined {
  const read = readJson(text);
  if (!read.ok) return undefined;
  if (text.length > 2 * MAX_DEPTH && isTooDeep(read.value)) throw new RangeError("nested too deep");
  return read;
}

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth > MAX_DEPTH || Object.values(value).some((item) => isTooDeep(item, depth + 1));
}

function tokenAt(text: string, at: number): string {
  return /^[\w$.+-]{1,40}/.exec(text.slice(at, at + 40))?.[0] ?? text.slice(at, at + 1);
}

/** The text with spaces in place of everything but a part, so that places stay where they are. */
function blankAround(text: string, start: number, end: number): string {
  const blank = (piece: string) => piece.replace(/[^\r\n]/g, " ");
  return blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
}

/** About what JSON with comments has and JSON has not; undefined for anything else. */
function extensionFinding({ kind, start, end }: Remark, text: string, lines: Lines): FileFinding | undefined {
  const isComment = kind === "comment" && text[start] === "/";
  if (!isComment && kind !== "trailing-comma") return undefined;
  const what = isComment ? "no comments" : "no comma after the last entry";
  const title = `Remove the ${isComment ? "comment" : "comma"}`;
  // A comment is something that the author wrote.
  const applicability = isComment ? "removal" : "safe";
  return {
    code: isComment ? "comment-in-json" : "trailing-comma",
    severity: "warning",
    range: lines.range(start, end),
    message: `JSON has ${what}; this file can be read here, but not sent as it is.`,
    fixes: [{ title, applicability, patch: [], edits: [{ start, end, text: "" }] }],
  };
}

/** What is replaced as a whole: a text in quotes, which its line may end, or a word. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s,:[\]{}"'/]+/g;

/** What is being written at a place of a JSON text. */
function jsonSpotAt(text: string, offset: number): Spot | undefined {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const [line] = /^.*/.exec(text.slice(from))!;
  const token = [...line.matchAll(TOKEN)].findLast(({ index }) => from + index < offset);
  const isInside = token !== undefined && offset <= from + token.index + token[0].length;
  const start = isInside ? from + token.index : offset;
  const end = isInside ? start + token[0].length : offset;
  const find = (mark: string) => findMark(readTree(text.slice(0, start) + mark + text.slice(end)).root);
  // Where no value can stand, it is a name that has no colon yet.
  const found = find(`"${MARK}"`) ?? find(`"${MARK}":0`);
  const colon = /^\s*:/.test(text.slice(end, end + 100)) ? "" : ": ";
  const writeName = (name: string) => JSON.stringify(name) + colon;
  return found && { ...found, start, end, writeName, writeValue: JSON.stringify };
}

/** A JSON text as a tree that can be edited; undefined if there is no value. `fault`: where it is not even JSON5. */
function jsonSource(text: string): (SourceText & { readonly fault: number | undefined }) | undefined {
  const { root, comments, fault } = readTree(text);
  if (root === undefined) return undefined;
  const [first] = root.entries;
  const firstName = root.kind === "object" && first ? text.slice(first.nameStart, first.nameEnd) : undefined;
  const isMultiline = text.trim().includes("\n");
  const [, colon = ": "] = /["']([ \t]*:[ \t]*)\S/.exec(text) ?? [];
  return {
    fault,
    text,
    root,
    comments,
    isJson: true,
    isMultiline,
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ",
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    colon,
    gap: colon === ":" ? "" : " ",
    padding: /\{ +"/.test(text) ? " " : "",
    writeName: (name, was = firstName) => json5Name(name, was),
    writeScalar(value, was) {
      if (typeof value === "string") return json5Text(value, was?.style);
      return keptDigits(value, was?.value) ?? JSON.stringify(value);
    },
  };
}
