/** Patterns of foreign schemas: every pattern of a spec package needs a length up to which it is run. */
import { compilePattern, type LinearPattern, tooCostly } from "../../core/pattern/linear-pattern.ts";
import { quote } from "../../core/unicode/describe.ts";
import type { ReportWriter } from "../report.ts";
import type { Schema } from "./keywords.ts";

/** The `maxLength` that a pattern without one gets. */
const MAX_IMPORTED_LENGTH = 1_000;

/** Writes the pattern of a schema and the length that it needs beside it. False if the pattern is left out. */
export function translatePattern(
  part: Schema,
  place: string,
  written: Schema,
  hasDescriptions: boolean,
  report: ReportWriter,
): boolean {
  const made = importPattern(part.pattern, part.maxLength);
  if ("refusal" in made) {
    report.leaveOut("pattern", place, `The pattern ${made.refusal}.`);
    return false;
  }
  report.keep("pattern");
  written.pattern = part.pattern;
  // A description says what a text is for. People who get it wrong have to read what it must look like.
  if (hasDescriptions) written.form = formOf(part);
  if (made.maxLength !== part.maxLength) {
    const why =
      part.maxLength === undefined
        ? "was added, because every pattern needs one"
        : "was lowered to what the pattern costs";
    report.translate("maxLength", place, `"maxLength": ${made.maxLength} ${why}.`);
  }
  written.maxLength = made.maxLength;
  return true;
}

function importPattern(value: unknown, bound: unknown): { maxLength: number } | { refusal: string } {
  if (typeof value !== "string") return { refusal: "is not a text" };
  const made = compilePattern(value);
  if ("refusal" in made) return made;
  const isBound = typeof bound === "number" && Number.isSafeInteger(bound) && bound >= 0;
  return { maxLength: longestFor(made, isBound ? bound : MAX_IMPORTED_LENGTH) };
}

/** The greatest length that the pattern can be run on within the bounds, up to the one that is wanted. */
function longestFor(pattern: LinearPattern, wanted: number): number {
  let longest = wanted;
  while (longest > 1 && tooCostly(pattern, longest) !== undefined) longest = Math.floor(longest / 2);
  return longest;
}

/** Longer ones would hide what a message says. */
const MAX_EXAMPLE_LENGTH = 60;

function formOf({ examples, pattern }: Schema): string {
  const [example] = Array.isArray(examples) ? examples : [];
  const isShort = typeof example === "string" && example.length <= MAX_EXAMPLE_LENGTH;
  return `a text that matches ${pattern}${isShort ? `, such as ${quote(example)}` : ""}`;
}
