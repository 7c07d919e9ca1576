/** Compiles what schemas say about texts and numbers. */

import { compilePattern, type LinearPattern, tooCostly } from "../../pattern/linear-pattern.ts";
import { closest } from "../../similar/similar.ts";
import { quote } from "../../unicode/describe.ts";
import { FORMATS, type TextFormat } from "../../values/formats/formats.ts";
import type { SchemaNode } from "../nodes/node.ts";
import { numberNode } from "../nodes/number-node.ts";
import { textNode } from "../nodes/text-node.ts";
import type { Build, Part, Place } from "./build.ts";
import { numbersOf, placeOf, rangeIn } from "./keyword-values.ts";
import { isWhole } from "./kinds-of-schema.ts";

/** Longer examples would hide what a message says. */
const MAX_EXAMPLE_LENGTH = 60;

/** `isTest`: whether texts such as placeholders are values like any other. */
export function buildText(parts: readonly Part[], place: Place, isTest: boolean, build: Build): SchemaNode {
  const { min, max } = rangeIn(parts, "minLength", "maxLength", build);
  return textNode({
    min,
    max,
    patterns: patternsOf(parts, max, build),
    formats: formatsOf(parts, build),
    hint: hintOf(parts),
    prose: build.context.prose.has(place.at),
    words: build.rulesAt(place).findLast(({ words }) => words !== undefined)?.words,
    isTest,
  });
}

/** What the author of the package says the text should be. */
function hintOf(parts: readonly Part[]): string | undefined {
  const textUnder = (keyword: string) =>
    parts.map(({ schema }) => schema[keyword]).find((value) => typeof value === "string");
  const description = textUnder("description");
  if (description !== undefined) return String(description);
  const [example] = parts.flatMap(({ schema }) => (Array.isArray(schema.examples) ? schema.examples : []));
  const title = textUnder("title");
  if (typeof example !== "string" || example.length > MAX_EXAMPLE_LENGTH)
    return title === undefined ? undefined : String(title);
  return `${title ?? "a text"}, such as ${quote(example)}`;
}

function patternsOf(parts: readonly Part[], maxLength: number, build: Build): LinearPattern[] {
  const patterns: LinearPattern[] = [];
  for (const { schema, pointer } of parts) {
    if (schema.pattern === undefined) continue;
    const place = `${pointer}/pattern`;
    const pattern = readPattern(schema.pattern, place, build);
    if (pattern) patterns.push(pattern);
    if (build.context.isBare) continue;
    if (maxLength === Number.POSITIVE_INFINITY)
      build.refuse(place, "pattern-unbounded", `A "pattern" needs a "maxLength" beside it.`);
    else if (pattern) {
      const why = tooCostly(pattern, maxLength);
      if (why !== undefined) build.refuse(place, "pattern-refused", `The pattern ${why}.`);
    }
  }
  return patterns;
}

export function readPattern(source: unknown, place: string, build: Build): LinearPattern | undefined {
  const compiled = typeof source === "string" ? compilePattern(source) : { refusal: "must be a string" };
  if (!("refusal" in compiled)) return compiled;
  build.refuse(place, "pattern-refused", `The pattern ${compiled.refusal}.`);
  return undefined;
}

function formatsOf(parts: readonly Part[], build: Build): TextFormat[] {
  const formats: TextFormat[] = [];
  for (const { schema, pointer } of parts) {
    const name = schema.format;
    if (name === undefined) continue;
    const format = typeof name === "string" ? FORMATS.get(name) : undefined;
    if (format) formats.push(format);
    else if (typeof name !== "string" || !build.context.isBare) {
      const meant = typeof name === "string" ? closest(name, FORMATS.keys()) : undefined;
      const hint =
        meant === undefined
          ? `; known formats are ${[...FORMATS.keys()].join(", ")}`
          : `; did you mean ${quote(meant)}?`;
      build.refuse(
        `${pointer}/format`,
        "format-unknown",
        `There is no format ${typeof name === "string" ? quote(name) : "of this kind"}${hint.endsWith("?") ? hint : `${hint}.`}`,
      );
    }
  }
  return formats;
}

export function buildNumber(parts: readonly Part[], build: Build): SchemaNode {
  const any = () => true;
  const read = (keyword: string) => numbersOf(parts, keyword, build, any, "a number");
  const [minimum, maximum] = [highest(read("minimum")), lowest(read("maximum"))];
  const [above, under] = [highest(read("exclusiveMinimum")), lowest(read("exclusiveMaximum"))];
  const least = Math.max(minimum ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY);
  const most = Math.min(maximum ?? Number.POSITIVE_INFINITY, under ?? Number.POSITIVE_INFINITY);
  if (least > most || (least === most && (above === least || under === most)))
    build.refuseNever(
      placeOf(parts, "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"),
      "no number is within these bounds",
    );
  return numberNode({
    type: parts.some(({ schema }) => isWhole(schema.type)) ? "integer" : "number",
    minimum,
    maximum,
    exclusiveMinimum: above,
    exclusiveMaximum: under,
    multipleOf: numbersOf(parts, "multipleOf", build, (value) => value > 0, "a number above 0"),
  });
}

function highest(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

function lowest(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}
