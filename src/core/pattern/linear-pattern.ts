/** Patterns of spec packages: read as ECMAScript with the flag `u`, run on RE2, in time linear in the text. */
import { type AST, RegExpParser, RegExpSyntaxError } from "@eslint-community/regexpp";
import { RE2JS } from "re2js";
import { remember } from "../json/values.ts";
import { type Bounds, boundsOfScript, categoryOf, complementOf, inCategories } from "../unicode/unicode.ts";

/** The parser calls itself for each group. Patterns are short, but a thousand brackets are short too. */
const MAX_GROUPS_DEEP = 50;

const parser = new RegExpParser({ ecmaVersion: 2025 });

export const parsePattern = unlessRefused(parse);

export const translatePattern = unlessRefused((source) => ({ re2: write(parse(source)) }));

function parse(source: string): AST.Pattern {
  if (isTooDeep(source)) refuse(`has groups more than ${MAX_GROUPS_DEEP} levels deep`);
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error;
    return refuse(explainSyntax(source, error));
  }
}

class Refused extends Error {}

function refuse(message: string): never {
  throw new Refused(message);
}

function unlessRefused<Made>(make: (source: string) => Made): (source: string) => Made | { refusal: string } {
  return (source) => {
    try {
      return make(source);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { refusal: error.message };
    }
  };
}

function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const [part] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]?|[()]/gsu)) {
    if (part === "(" && ++depth > MAX_GROUPS_DEEP) return true;
    if (part === ")") depth--;
  }
  return false;
}

const BOTH_CASES =
  'write both cases, as in [aA], or use a rule with the check "matches" and "case": "ignore"';

function write(node: AST.Pattern | AST.Alternative | AST.Element): string {
  switch (node.type) {
    case "Pattern":
      return alternatives(node);
    case "Alternative":
      return node.elements.map(write).join("");
    case "Group":
    case "CapturingGroup":
      if (node.type === "Group" && node.modifiers) refuse(`changes flags, as in (?i:...); ${BOTH_CASES}`);
      return `(?:${alternatives(node)})`;
    case "Quantifier":
      return write(node.element) + node.raw.slice(node.element.raw.length);
    case "Assertion":
      if (node.kind === "lookahead" || node.kind === "lookbehind")
        refuse('looks ahead or behind; RE2 cannot, so write a second pattern or a "matches" rule instead');
      // Without the flag `m` a $ stands for the end of the text and nothing else.
      return node.kind === "end" ? "\\z" : node.raw;
    case "Backreference":
      return refuse("refers back to a group, which RE2 cannot; write out what may stand there");
    case "Character":
      return literal(node);
    case "CharacterSet":
      return oneOf(characters(node));
    case "CharacterClass":
      return oneOf(node.elements.map(characters).join(""), node.negate);
    default:
      // Sets of strings need the flag `v`.
      throw new Error(`The parser gave ${node.type} without the flag v.`);
  }
}

const alternatives = (node: { alternatives: AST.Alternative[] }) => node.alternatives.map(write).join("|");

/** A class of RE2, which has none without characters. */
function oneOf(inside: string, isNegated = false): string {
  if (inside === "") return oneOf(ranges(ALL), !isNegated);
  return `[${isNegated ? "^" : ""}${inside}]`;
}

function characters(element: AST.CharacterClassElement | AST.AnyCharacterSet): string {
  switch (element.type) {
    case "Character":
      return literal(element);
    case "CharacterClassRange":
      return `${literal(element.min)}-${literal(element.max)}`;
    case "CharacterSet":
      return characterSet(element);
    default:
      throw new Error(`The parser gave ${element.type} in a class without the flag v.`);
  }
}

/** There are a few hundred of them, and those of properties are long. */
const knownSets = new Map<string, string>();

function characterSet(element: AST.CharacterSet): string {
  const known = knownSets.get(element.raw);
  if (known !== undefined) return known;
  const bounds = element.kind === "property" ? boundsOfProperty(element) : SETS[element.kind];
  const isNegated = element.kind !== "any" && element.negate;
  const inside = ranges(isNegated ? complementOf(bounds) : bounds);
  knownSets.set(element.raw, inside);
  return inside;
}

function ranges(bounds: Bounds): string {
  let text = "";
  for (let at = 0; at < bounds.length; at += 2) {
    const [first, last] = [bounds[at]!, bounds[at + 1]! - 1];
    text += first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`;
  }
  return text;
}

function literal({ value, raw }: AST.Character): string {
  if (value >= 0xd800 && value <= 0xdfff) refuse(`names half of a surrogate pair: ${raw}`);
  return escaped(value);
}

const escaped = (point: number): string =>
  /[0-9A-Za-z]/.test(String.fromCodePoint(point))
    ? String.fromCodePoint(point)
    : `\\x{${point.toString(16)}}`;

const ALL = complementOf([]);
const LINE_ENDS: Bounds = [0x0a, 0x0b, 0x0d, 0x0e, 0x2028, 0x202a];
const SETS: Readonly<Record<Exclude<AST.CharacterSet["kind"], "property">, Bounds>> = {
  any: complementOf(LINE_ENDS),
  digit: [0x30, 0x3a],
  word: [0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b],
  space: [
    ...[0x09, 0x0e, 0x20, 0x21, 0xa0, 0xa1, 0x1680, 0x1681, 0x2000, 0x200b],
    ...[0x2028, 0x202a, 0x202f, 0x2030, 0x205f, 0x2060, 0x3000, 0x3001, 0xfeff, 0xff00],
  ],
};

function boundsOfProperty({ key, value, raw }: AST.UnicodePropertyCharacterSet): Bounds {
  if (value === null) {
    if (key === "Any") return ALL;
    if (key === "ASCII") return [0, 0x80];
  } else if (key === "General_Category" || key === "gc") {
    const category = categoryOf(value);
    // A package outlives a version of Unicode, and each version assigns characters that were unassigned before.
    if (["C", "Other", "Cn"].includes(category))
      refuse(`uses ${raw}, which changes with every version of Unicode`);
    const bounds = inCategories((each) => each.startsWith(category));
    if (bounds.length > 0 && category !== "Cs") return bounds;
  } else if (key === "Script" || key === "sc") {
    const why = `uses ${raw}; write the script's full name as of Unicode 15.0, such as Script=Greek`;
    return boundsOfScript(value) ?? refuse(why);
  }
  return refuse(
    `uses ${raw}; only general categories such as \\p{L} and scripts such as \\p{Script=Greek} are known`,
  );
}

/** In the words of the parser, which repeats the whole pattern first. */
function explainSyntax(source: string, { message, index }: RegExpSyntaxError): string {
  const reason = message.slice(message.lastIndexOf(": ") + 2);
  if (reason === "Invalid group" && /^\?[a-z]*\)/.test(source.slice(index)))
    return `changes flags, as in (?i); ${BOTH_CASES}`;
  const near = source.slice(Math.max(0, index - 2), index + 1).toWellFormed();
  return `is not a regular expression of ECMAScript: ${reason} near ${near}`;
}

export type LinearPattern = ReturnType<typeof compileNew>;

const MAX_SOURCE_LENGTH = 500;
const MAX_PROGRAM_SIZE = 2_000;
const MAX_REMEMBERED = 512;

/** A repeated group that contains only a repetition, as in `(a+)+`: never needed, and exponential on other engines. */
const NESTED_REPETITION = /\((?:\?:)?(?:\[(?:\\.|[^\]\\])*\]|\\.|[^()\\[\]|])[*+](?:\?)?\)(?:[*+]|\{\d+,\})/;

/** A package whose patterns could take more steps than this on one text is refused. */
const MAX_STEPS = 500_000;

/** Why a pattern cannot be used for texts of this length; undefined if it can. */
export function tooCostly({ size }: LinearPattern, maxLength: number): string | undefined {
  const longest = Math.floor(MAX_STEPS / size);
  return maxLength <= longest
    ? undefined
    : `is too costly for texts of up to ${maxLength} characters; make it simpler, or "maxLength" at most ${longest}`;
}

/** Packages of many domains use the same few patterns. */
export const compilePattern = remember(1_000, MAX_SOURCE_LENGTH, unlessRefused(compileNew));

function compileNew(source: string) {
  if (source.length > MAX_SOURCE_LENGTH) refuse(`is longer than ${MAX_SOURCE_LENGTH} characters`);
  if (NESTED_REPETITION.test(source))
    refuse("repeats a group that is itself only a repetition, such as (a+)+; write the inner one alone");
  const program = compileRe2(write(parse(source)));
  const size = program.programSize();
  if (size > MAX_PROGRAM_SIZE)
    refuse(`compiles to more than ${MAX_PROGRAM_SIZE} instructions; use smaller repetitions`);
  return {
    source,
    /** How many instructions it has. A test takes at most this many steps for each character. */
    size,
    /** What it matches, from left to right. `spend` is told before each search how many characters it may look at. */
    findAll(text: string, spend: (characters: number) => void): string[] {
      const found: string[] = [];
      const matcher = program.matcher(text);
      for (let from = 0; ; from = matcher.end()) {
        spend(text.length - from);
        if (!matcher.find()) return found;
        const match = matcher.group();
        if (match !== null && match !== "") found.push(match);
      }
    },
    // RE2 in JavaScript takes about a microsecond for a short text.
    test: remember(MAX_REMEMBERED, 128, (text) => program.test(text)),
  };
}

function compileRe2(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    const why = error instanceof Error ? error.message : "no reason given";
    return refuse(`is not a pattern that RE2 can run (${why})`);
  }
}
