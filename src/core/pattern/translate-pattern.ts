/**
 * Reads regular expressions as ECMAScript reads them with the flag `u`, and writes them for RE2. What RE2 cannot run in
 * linear time is refused by name.
 */
import { type AST, RegExpParser, RegExpSyntaxError } from "@eslint-community/regexpp";
import type { Bounds } from "../unicode/properties.ts";
import { boundsOf } from "./character-sets.ts";
import { explainSyntax } from "./explain-syntax.ts";

export type TranslatedPattern =
  | { re2: string }
  /** `isSyntax`: not a regular expression at all. Otherwise it is one that we do not run. */
  | { refusal: string; isSyntax: boolean };

/** The parser calls itself for each group. Patterns are short, but a thousand brackets are short too. */
const MAX_GROUPS_DEEP = 50;

const parser = new RegExpParser({ ecmaVersion: 2025 });

/** The syntax tree of a pattern, or why there is none. */
export function parsePattern(source: string): AST.Pattern | { refusal: string; isSyntax: boolean } {
  if (isTooDeep(source))
    return { refusal: `has groups more than ${MAX_GROUPS_DEEP} levels deep`, isSyntax: false };
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error;
    return { refusal: explainSyntax(source, error), isSyntax: true };
  }
}

export function translatePattern(source: string): TranslatedPattern {
  const pattern = parsePattern(source);
  if ("refusal" in pattern) return pattern;
  let refusal: string | undefined;
  const re2 = write(pattern, (message) => {
    refusal ??= message;
  });
  return refusal === undefined ? { re2 } : { refusal, isSyntax: false };
}

/** Whether a text is a regular expression, be it one that we run or not. */
export function isPatternSyntax(text: string): boolean {
  const translated = translatePattern(text);
  return "re2" in translated || !translated.isSyntax;
}

function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const [part] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]?|[()]/gsu)) {
    if (part === "(" && ++depth > MAX_GROUPS_DEEP) return true;
    if (part === ")") depth--;
  }
  return false;
}

type Refuse = (message: string) => void;

function write(node: AST.Pattern | AST.Alternative | AST.Element, refuse: Refuse): string {
  switch (node.type) {
    case "Pattern":
      return alternatives(node, refuse);
    case "Alternative":
      return node.elements.map((element) => write(element, refuse)).join("");
    case "Group":
      if (node.modifiers)
        refuse(
          'changes flags, as in (?i:...); write both cases, as in [aA], or use a rule with the check "matches" and "case": "ignore"',
        );
      return `(?:${alternatives(node, refuse)})`;
    case "CapturingGroup":
      return `(?:${alternatives(node, refuse)})`;
    case "Quantifier":
      return write(node.element, refuse) + node.raw.slice(node.element.raw.length);
    case "Assertion":
      return assertion(node, refuse);
    case "Backreference":
      refuse("refers back to a group, which RE2 cannot; write out what may stand there");
      return "";
    case "Character":
      return literal(node, refuse);
    case "CharacterSet":
      return oneOf(characters(node, refuse));
    case "CharacterClass":
      return oneOf(node.elements.map((element) => characters(element, refuse)).join(""), node.negate);
    default:
      // Sets of strings need the flag `v`.
      throw new Error(`The parser gave ${node.type} without the flag v.`);
  }
}

function alternatives(node: { alternatives: AST.Alternative[] }, refuse: Refuse): string {
  return node.alternatives.map((alternative) => write(alternative, refuse)).join("|");
}

function assertion(node: AST.Assertion, refuse: Refuse): string {
  switch (node.kind) {
    case "start":
      return "^";
    case "end":
      // Without the flag `m` it stands for the end of the text and nothing else.
      return "\\z";
    case "word":
      return node.negate ? "\\B" : "\\b";
    default:
      refuse('looks ahead or behind; RE2 cannot, so write a second pattern or a "matches" rule instead');
      return "";
  }
}

/** A class of RE2, which has none without characters. */
function oneOf(inside: string, isNegated = false): string {
  if (inside === "") return oneOf(ranges([0, 0x110000]), !isNegated);
  return `[${isNegated ? "^" : ""}${inside}]`;
}

/** What stands between the brackets of a class. */
function characters(element: AST.CharacterClassElement | AST.AnyCharacterSet, refuse: Refuse): string {
  switch (element.type) {
    case "Character":
      return literal(element, refuse);
    case "CharacterClassRange":
      return `${literal(element.min, refuse)}-${literal(element.max, refuse)}`;
    case "CharacterSet": {
      const set = characterSet(element);
      if ("refusal" in set) refuse(set.refusal);
      return "refusal" in set ? "" : set.inside;
    }
    default:
      throw new Error(`The parser gave ${element.type} in a class without the flag v.`);
  }
}

/** There are a few hundred of them, and those of properties are long. */
const knownSets = new Map<string, { inside: string }>();

function characterSet(element: AST.CharacterSet): { inside: string } | { refusal: string } {
  const known = knownSets.get(element.raw);
  if (known) return known;
  const bounds = boundsOf(element);
  if ("refusal" in bounds) return bounds;
  const made = { inside: ranges(bounds) };
  knownSets.set(element.raw, made);
  return made;
}

function ranges(bounds: Bounds): string {
  let text = "";
  for (let at = 0; at < bounds.length; at += 2) {
    const [first, last] = [bounds[at]!, bounds[at + 1]! - 1];
    text += first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`;
  }
  return text;
}

function literal({ value, raw }: AST.Character, refuse: Refuse): string {
  if (value >= 0xd800 && value <= 0xdfff) refuse(`names half of a surrogate pair: ${raw}`);
  return escaped(value);
}

const escaped = (point: number): string =>
  /[0-9A-Za-z]/.test(String.fromCodePoint(point))
    ? String.fromCodePoint(point)
    : `\\x{${point.toString(16)}}`;
