/** Patterns of spec packages. They run on RE2, in time linear in the text. */
import { RE2JS } from "re2js";

export interface LinearPattern {
  readonly source: string;
  test(text: string): boolean;
}

const MAX_SOURCE_LENGTH = 500;
const MAX_PROGRAM_SIZE = 2_000;
const MAX_REMEMBERED = 512;

/** A repeated group that contains only a repetition, as in `(a+)+`: never needed, and exponential on other engines. */
const NESTED_REPETITION = /\((?:\?:)?(?:\[(?:\\.|[^\]\\])*\]|\\.|[^()\\[\]|])[*+](?:\?)?\)(?:[*+]|\{\d+,\})/;

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
  let program: RE2JS;
  try {
    program = RE2JS.compile(source);
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
