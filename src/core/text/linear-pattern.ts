/** Patterns of spec packages, run by RE2 so that no pattern can make a check slow. */
import { RE2JS } from "re2js";

export interface LinearPattern {
  readonly source: string;
  test(text: string): boolean;
}

const LONGEST_SOURCE = 500;
const LARGEST_PROGRAM = 2_000;
const REMEMBERED = 512;

/** A repeated group that holds nothing but a repetition, as in `(a+)+`: never needed, and deadly on other engines. */
const NESTED_REPETITION = /\((?:\?:)?(?:\[(?:\\.|[^\]\\])*\]|\\.|[^()\\[\]|])[*+](?:\?)?\)(?:[*+]|\{\d+,\})/;

/** Packages of many domains use the same few patterns. */
const compiled = new Map<string, LinearPattern>();
const MOST_COMPILED = 1_000;

export function compilePattern(source: string): LinearPattern | { refusal: string } {
  const known = compiled.get(source);
  if (known) return known;
  const made = compileAfresh(source);
  if ("refusal" in made) return made;
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  compiled.set(source, made);
  return made;
}

function compileAfresh(source: string): LinearPattern | { refusal: string } {
  if (source.length > LONGEST_SOURCE) return { refusal: `is longer than ${LONGEST_SOURCE} characters` };
  if (NESTED_REPETITION.test(source)) {
    return {
      refusal: "repeats a group that is itself only a repetition, such as (a+)+; write the inner one alone",
    };
  }
  let program: RE2JS;
  try {
    program = RE2JS.compile(source);
  } catch (error) {
    return {
      refusal: `is not a pattern that RE2 can run (${error instanceof Error ? error.message : "no reason given"})`,
    };
  }
  if (program.programSize() > LARGEST_PROGRAM) {
    return { refusal: `compiles to more than ${LARGEST_PROGRAM} instructions; use smaller repetitions` };
  }
  // RE2 in JavaScript costs about a microsecond a look. An author sends the same names again and again while
  // mending a candidate, so the last answers are kept.
  const remembered = new Map<string, boolean>();
  return {
    source,
    test(text) {
      const known = remembered.get(text);
      if (known !== undefined) return known;
      const matches = program.test(text);
      if (remembered.size >= REMEMBERED) remembered.clear();
      if (text.length <= 128) remembered.set(text, matches);
      return matches;
    },
  };
}
