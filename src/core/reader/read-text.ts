/**
 * A text in which a person or model gives a proposal: JSON, or JSON inside of something else. Where it can be read in one
 * way it is, with what was read past; where not, the place is named. The work grows with the length of the text: each
 * attempt starts behind the one before, and there are few.
 */

import { equalJson, isPlainObject } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { createPlaces } from "./lines.ts";
import {
  type Fault,
  faultText,
  findFault,
  MAX_OPEN_BRACKETS,
  type Parsed,
  parse,
  placeText,
  type Remark,
  remarkText,
} from "./parse.ts";
import { depthOf, neverText, parseEffort, readJson, type Sent } from "./read-json.ts";

export type ReadText =
  /** JSON and nothing else. */
  | { readonly kind: "json"; readonly value: Sent }
  | {
      readonly kind: "found";
      readonly value: Sent;
      /** Where it stands; undefined if it is nowhere as it is. */
      readonly part?: Part;
      /** Whether words stand around it, so that it may be a part of what the text says. */
      readonly isAmongWords: boolean;
      /** What stands around it or in it that JSON does not have, with places. */
      past(): readonly string[];
    }
  /** `reason`: where reading ended, as the rest of a sentence. `at`: the offset of that place. */
  | { readonly kind: "unread"; readonly at: number; reason(): string };

/** Reads YAML, where the surface takes it. Undefined: it is none. */
export type ReadYaml = (text: string) => unknown;

type Part = { readonly start: number; readonly end: number };

/** What stands in a fence; `around`: with its marks. */
type Fence = Part & { readonly around: Part };

const MAX_ENCODINGS = 3;
/** No answer of a model has so many fences, or so many brackets that open an object. */
const MAX_FENCES = 50;
const MAX_ATTEMPTS = 30;
/** What it takes to search a text and to parse a part of it, in comparisons of words. */
const SEARCH_EFFORT = 50;
const ATTEMPT_EFFORT = 20;

export function readText(text: string, meter: Meter, readYaml?: ReadYaml, encodings = 0): ReadText {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const read = readJson(start === 0 ? text : text.slice(start));
  if (read.ok) return readEncoded(read.value);
  if (!meter.spend(SEARCH_EFFORT + (text.length >> 5)))
    return unread(start, () => "it is too long to be searched for one");
  const { fences, around } = splitFences(text, start);
  const [fence, secondFence] = fences;
  const asYaml = fence === undefined ? text.slice(start) : text.slice(fence.start, fence.end);
  const yaml = secondFence === undefined ? readYaml?.(asYaml) : undefined;
  const isYaml = isProposalLike(yaml);
  // Of several members at most one can be an object that a sentence introduces.
  if (isYaml && fence === undefined && Object.keys(yaml).length > 1) return foundYaml();
  const { found, fault, isSpent } = search(text, meter, fences, around);
  const [first] = found;
  const second = found.find(({ parsed }) => !equalJson(parsed.value, first!.parsed.value));
  const tooMany = "more brackets open an object in it than are tried, up to";
  if (isSpent !== undefined) return unread(isSpent, () => `${tooMany} ${placeIn(isSpent)}`);
  const two = (...places: Found[]) => places.map((each) => placeIn(each.start)).join(" and at ");
  if (first !== undefined && second !== undefined)
    return unread(second.start, () => `there are two proposals in it, at ${two(first, second)}`);
  if (first !== undefined && fault === undefined) return foundJson(first);
  if (isYaml) return foundYaml();
  if (fault !== undefined) return unreadAt(fault.at, () => faultText(fault, text));
  if (text.trim() === "") return unread(0, () => "it is empty");
  const escaped = encodings < MAX_ENCODINGS && ESCAPED.test(text) ? unescaped(text.slice(start)) : undefined;
  if (escaped !== undefined) return readInner(escaped, "backslashes in front of its quotes");
  const { at, what } = findFault(start === 0 ? text : ` ${text.slice(start)}`, true);
  return unreadAt(at, what);

  /** JSON whose value is a text may be JSON once more. */
  function readEncoded(value: Sent): ReadText {
    const given: unknown = value;
    if (typeof given === "object" && given !== null) return { kind: "json", value };
    if (typeof given !== "string")
      return unread(text.search(/\S/), () => `it is ${given === null ? "null" : `a ${typeof given}`}`);
    if (encodings === MAX_ENCODINGS) return unread(0, () => "it is JSON inside of JSON too often");
    return readInner(given, "quotes around it");
  }

  function readInner(encoded: string, by: string): ReadText {
    const inner = readText(encoded, meter, readYaml, encodings + 1);
    if (inner.kind === "unread") return { ...inner, at: 0 };
    const past = inner.kind === "json" ? [] : inner.past();
    return {
      kind: "found",
      value: inner.value,
      isAmongWords: inner.kind === "found" && inner.isAmongWords,
      past: () => [`${by}, as if it were encoded twice`, ...past],
    };
  }

  function unreadAt(at: number, what: () => string): ReadText {
    return unread(at, () => `at ${placeIn(at)} ${what()}`);
  }

  function placeIn(at: number): string {
    return placeText(createPlaces(text)(at));
  }

  function foundYaml(): ReadText {
    const past = () => ["YAML", ...(fence ? [`a fence at ${placeIn(fence.around.start)}`] : [])];
    return { kind: "found", value: neverText(yaml), isAmongWords: false, past };
  }

  function foundJson({ start: from, end, parsed }: Found): ReadText {
    const fence = fences.find((each) => each.start <= from && end <= each.end);
    const wordsIn = (first: number, last: number) => {
      const at = text.slice(first, last).search(/\S/);
      return at < 0 ? [] : [first + at];
    };
    const inner = fence ?? { start: from, end };
    const before = wordsIn(start, fence?.around.start ?? from);
    const after = wordsIn(fence?.around.end ?? end, text.length);
    const isAmongWords = before.length + after.length > 0;
    return {
      kind: "found",
      value: parsed.value as Sent,
      part: { start: from, end },
      isAmongWords,
      past() {
        const placeOf = createPlaces(text);
        const say = (what: string, at: number, more = "") => `${what} at ${placeText(placeOf(at))}${more}`;
        const sayWords = (places: readonly number[]) => places.map((at) => say("text", at));
        const counts = new Map<Remark["kind"], number>();
        for (const { kind } of parsed.remarks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
        const firstOf = (kind: Remark["kind"]) => parsed.remarks.find((remark) => remark.kind === kind)!;
        const said = [
          ...(start > 0 ? ["a byte order mark"] : []),
          ...sayWords(before),
          ...(fence === undefined ? [] : [say("a fence", fence.around.start)]),
          ...sayWords(wordsIn(inner.start, from)),
          ...Array.from(counts, ([kind, count]) => {
            const more = count === 1 ? "" : ` and ${count - 1} more`;
            return say(remarkText(firstOf(kind), text), firstOf(kind).start, more);
          }),
          ...sayWords(wordsIn(end, inner.end)),
          ...sayWords(after),
        ];
        return said.length > 0 ? said : ["white space that JSON does not have"];
      },
    };
  }
}

const unread = (at: number, reason: () => string): ReadText => ({ kind: "unread", at, reason });

/** An object whose quotes are escaped, without the quotes around it. */
const ESCAPED = /\{\s*(?:\\[nrt]\s*)*\\"/;

/** Undefined if it has other quotes as well. */
function unescaped(text: string): string | undefined {
  const read = readJson(`"${text.trim().replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`);
  const value: unknown = read.value;
  return typeof value === "string" ? value : undefined;
}

function splitFences(text: string, start: number): { fences: Fence[]; around: Part[] } {
  const fences: Fence[] = [];
  const around: Part[] = [];
  let open: { mark: string; index: number; start: number } | undefined;
  let outside = start;
  const marks = /^[ \t>]*(`{3,}|~{3,}).*/gm;
  for (let match = marks.exec(text); match !== null && fences.length < MAX_FENCES; match = marks.exec(text)) {
    const { index, 0: line, 1: mark = "" } = match;
    if (open === undefined) {
      around.push({ start: outside, end: index });
      open = { mark, index, start: index + line.length };
    } else if (mark.startsWith(open.mark) && line.trim() === mark) {
      outside = index + line.length;
      fences.push({ start: open.start, end: index, around: { start: open.index, end: outside } });
      open = undefined;
    }
  }
  const end = text.length;
  if (open !== undefined) fences.push({ start: open.start, end, around: { start: open.index, end } });
  else around.push({ start: outside, end });
  return { fences, around };
}

type Found = Part & { readonly parsed: Parsed };

/** `fault`: where an object ends that was meant as one. `isSpent`: the bracket at which no more were tried. */
function search(text: string, meter: Meter, fences: readonly Part[], around: readonly Part[]) {
  const found: Found[] = [];
  let fault: Fault | undefined;
  let isSpent: number | undefined;
  let attempts = 0;

  /** What only starts with a bracket, as a footnote does, is passed over; what is an object up to a fault is not. */
  function lookInto({ start, end }: Part): void {
    const section = text.slice(start, end);
    // Not a bracket with anything else behind it.
    const opening = /\[(?=\s*[{/#])|\{(?=\s*["'\w$/#])/g;
    /** Why the first bracket that was passed over opens nothing, and how many are open since then. */
    let passed: Fault | undefined;
    let [depth, counted] = [0, 0];
    for (let match = opening.exec(section); match !== null; match = opening.exec(section)) {
      const from = start + match.index;
      if (attempts++ >= MAX_ATTEMPTS || !meter.spend(ATTEMPT_EFFORT)) {
        isSpent ??= from;
        return;
      }
      const parsed = parse(text, from, MAX_OPEN_BRACKETS);
      meter.charge(parseEffort(parsed.end - from));
      // Behind what was read, or the work would grow with its square.
      opening.lastIndex = Math.max(from + 1, parsed.fault?.at ?? parsed.end) - start;
      for (; passed !== undefined && counted < from; counted++) depth += depthOf(text.charCodeAt(counted));
      // A member or item of what is damaged, not what a program returns.
      const broken = depth > 0 && /^\s*(?:[}\],]|$)/.test(text.slice(parsed.end)) ? passed : undefined;
      if (parsed.fault === undefined && isProposalLike(parsed.value) && broken === undefined)
        found.push({ start: from, end: parsed.end, parsed });
      else if (parsed.fault === undefined ? broken !== undefined : parsed.names > 0) {
        fault ??= broken ?? parsed.fault;
        return;
      }
      if (passed === undefined) [passed, counted] = [parsed.fault, from];
    }
  }

  for (const fence of fences) lookInto(fence);
  const [fenced, ...more] = found;
  const ofFences = { fault, isSpent };
  for (const part of around) lookInto(part);
  if (fenced === undefined) return { found, fault, isSpent };
  const versions = found.slice(1 + more.length).filter((other) => isVersionOf(fenced, other));
  return { found: [fenced, ...more, ...versions], ...ofFences };
}

/** Whether the other says something else of a member: what words around a fence quote or give as an example does not. */
function isVersionOf({ parsed: { value } }: Found, { parsed: { value: other } }: Found): boolean {
  if (!isPlainObject(value) || !isPlainObject(other)) return false;
  return Object.keys(other).some(
    (name) => Object.hasOwn(value, name) && !equalJson(other[name], value[name]),
  );
}

function isProposalLike(value: unknown): value is object {
  if (Array.isArray(value)) return value.length > 0 && value.every(isPlainObject);
  return isPlainObject(value) && Object.keys(value).length > 0;
}
