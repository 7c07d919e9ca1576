/** Compiles what schemas say about texts and numbers. */

import { compilePattern, type LinearPattern, tooCostly } from "../../pattern/linear-pattern.ts";
import { closest } from "../../similar/matcher.ts";
import { quote } from "../../unicode/describe.ts";
import { FORMATS, type TextFormat } from "../../values/value-types.ts";
import type { TypeJudge } from "../place.ts";
import { numberType } from "../types/number-type.ts";
import { textType } from "../types/text-type.ts";
import {
  type Compiler,
  type Layer,
  lastWith,
  leastOf,
  mostOf,
  numbersOf,
  patternsOf,
  rangeIn,
  type Site,
} from "./compiler.ts";
import { isWhole } from "./keywords.ts";

/** Longer examples would hide what a message says. */
const MAX_EXAMPLE_LENGTH = 60;

/** `isTest`: whether texts such as placeholders are values like any other. */
export function compileText(
  layers: readonly Layer[],
  site: Site,
  isTest: boolean,
  compiler: Compiler,
): TypeJudge {
  const { min, max } = rangeIn(layers, "minLength", "maxLength", compiler);
  const rules = compiler.rulesAt(site);
  return textType({
    min,
    max,
    patterns: readPatterns(layers, max, compiler),
    formats: formatsOf(layers, compiler),
    hint: hintOf(layers),
    prose: patternsOf(site).some((pattern) => compiler.context.prose.has(pattern)),
    words: rules.flatMap(({ lists }) => lists).at(-1)?.values,
    confining: rules.filter(({ confines }) => confines),
    isTest,
  });
}

/** What the author of the package says the text should be. */
function hintOf(layers: readonly Layer[]): string | undefined {
  const textUnder = (keyword: string) =>
    layers.map(({ schema }) => schema[keyword]).find((value) => typeof value === "string");
  const form = textUnder("form") ?? textUnder("description");
  // Messages put it at the end of a sentence.
  if (form !== undefined) return String(form).replace(/\.$/, "");
  const [example] = layers.flatMap(({ schema }) => (Array.isArray(schema.examples) ? schema.examples : []));
  const title = textUnder("title");
  if (typeof example !== "string" || example.length > MAX_EXAMPLE_LENGTH)
    return title === undefined ? undefined : String(title);
  return `${title ?? "a text"}, such as ${quote(example)}`;
}

function readPatterns(layers: readonly Layer[], maxLength: number, compiler: Compiler): LinearPattern[] {
  const patterns: LinearPattern[] = [];
  for (const { schema, pointer } of layers) {
    if (schema.pattern === undefined) continue;
    const at = `${pointer}/pattern`;
    const pattern = readPattern(schema.pattern as string, at, compiler);
    if (pattern) patterns.push(pattern);
    // Every pattern must be bounded, so that no text can make a check expensive.
    if (maxLength === Number.POSITIVE_INFINITY)
      compiler.disallow(at, "pattern-unbounded", `A "pattern" needs a "maxLength" beside it.`);
    const why = pattern && maxLength !== Number.POSITIVE_INFINITY ? tooCostly(pattern, maxLength) : undefined;
    if (why !== undefined) compiler.disallow(at, "pattern-refused", `The pattern ${why}.`);
  }
  return patterns;
}

export function readPattern(source: string, pointer: string, compiler: Compiler): LinearPattern | undefined {
  const compiled = compilePattern(source);
  if (!("refusal" in compiled)) return compiled;
  compiler.refuse(pointer, "pattern-refused", `The pattern ${compiled.refusal}.`);
  return undefined;
}

function formatsOf(layers: readonly Layer[], compiler: Compiler): TextFormat[] {
  return layers.flatMap(({ schema, pointer }) => {
    if (schema.format === undefined) return [];
    const name = schema.format as string;
    const format = FORMATS.get(name);
    if (format !== undefined) return [format];
    const meant = closest(name, FORMATS.keys());
    const hint =
      meant === undefined
        ? `known formats are ${[...FORMATS.keys()].join(", ")}.`
        : `did you mean ${quote(meant)}?`;
    compiler.disallow(`${pointer}/format`, "format-unknown", `There is no format ${quote(name)}; ${hint}`);
    return [];
  });
}

export function compileNumber(layers: readonly Layer[], compiler: Compiler): TypeJudge {
  const lowest = (keyword: string) => leastOf(layers, keyword, Number.NEGATIVE_INFINITY);
  const [minimum, maximum] = [lowest("minimum"), mostOf(layers, "maximum")];
  const [above, under] = [lowest("exclusiveMinimum"), mostOf(layers, "exclusiveMaximum")];
  const [least, most] = [Math.max(minimum, above), Math.min(maximum, under)];
  if (least > most || (least === most && (above === least || under === most)))
    compiler.disallowNever(
      lastWith(layers, "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"),
      "no number is within these bounds",
    );
  const given = (bound: number) => (Number.isFinite(bound) ? bound : undefined);
  return numberType({
    name: layers.some(({ schema }) => isWhole(schema.type)) ? "integer" : "number",
    minimum: given(minimum),
    maximum: given(maximum),
    exclusiveMinimum: given(above),
    exclusiveMaximum: given(under),
    multipleOf: numbersOf(layers, "multipleOf"),
  });
}
