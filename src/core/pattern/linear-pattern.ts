/** Patterns of spec packages: read as ECMAScript with the flag `u`, run on RE2, in time linear in the text. */
import { RE2JS } from "re2js";
import { translatePattern } from "./translate-pattern.ts";

export interface LinearPattern {
  readonly source: string;
  /** How many instructions it has. A test takes at most this many steps for each character. */
  readonly size: number;
  test(text: string): boolean;
  /** What it matches, from left to right. `spend` is told before each search how many characters it may look at. */
  findAll(text: string, spend: (characters: number) => void): string[];
}

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
const compiled = new Map<string, LinearPattern>();
const MAX_COMPILED = 1_000;

export function compilePattern(source: string): LinearPattern | { refusal: string } {
  const known = compiled.get(source);
  if (known) return known;
  const made = compileNew(source);
  if ("refusal" in made) return made;
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(source, made);
  return made;
}

function compileNew(source: string): LinearPattern | { refusal: string } {
  if (source.length > MAX_SOURCE_LENGTH) return { refusal: `is longer than ${MAX_SOURCE_LENGTH} characters` };
  if (NESTED_REPETITION.test(source)) {
    return {
      refusal: "repeats a group that is itself only a repetition, such as (a+)+; write the inner one alone",
    };
  }
  const translated = translatePattern(source);
  if ("refusal" in translated) return translated;
  let program: RE2JS;
  try {
    program = RE2JS.compile(translated.re2);
  } catch (error) {
    return {
      refusal: `is not a pattern that RE2 can run (${error instanceof Error ? error.message : "no reason given"})`,
    };
  }
  if (program.programSize() > MAX_PROGRAM_SIZE) {
    return { refusal: `compiles to more than ${MAX_PROGRAM_SIZE} instructions; use smaller repetitions` };
  }
  // RE2 in JavaScript takes about a microsecond for a short text. Authors send the same names again while they fix
  // a candidate, so recent answers are kept.
  const remembered = new Map<string, boolean>();
  return {
    source,
    size: program.programSize(),
    findAll(text, spend) {
      const found: string[] = [];
      const matcher = program.matcher(text);
      for (let from = 0; ; from = matcher.end()) {
        spend(text.length - from);
        if (!matcher.find()) return found;
        const match = matcher.group();
        if (match !== null && match !== "") found.push(match);
      }
    },
    test(text) {
      const known = remembered.get(text);
      if (known !== undefined) return known;
      const matches = program.test(text);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      if (text.length <= 128) remembered.set(text, matches);
      return matches;
    },
  };
}
