/** Reads the values of keywords, over all schemas that apply to one value. */
import type { Compiler, Layer } from "./compiler.ts";

/** The number under a keyword in each layer that has it. */
export function numbersOf(
  layers: readonly Layer[],
  keyword: string,
  { refuse }: Compiler,
  isGood: (value: number) => boolean,
  what: string,
): number[] {
  const numbers: number[] = [];
  for (const { schema, pointer } of layers) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (typeof value === "number" && Number.isFinite(value) && isGood(value)) numbers.push(value);
    else refuse(`${pointer}/${keyword}`, "keyword-value", `"${keyword}" must be ${what}.`);
  }
  return numbers;
}

const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
const COUNT = "a whole number of at least 0";

/** The greatest lower bound of all layers. */
export function leastOf(layers: readonly Layer[], keyword: string, compiler: Compiler): number {
  return Math.max(0, ...numbersOf(layers, keyword, compiler, isCount, COUNT));
}

/** The smallest upper bound of all layers. */
export function mostOf(layers: readonly Layer[], keyword: string, compiler: Compiler): number {
  return Math.min(Number.POSITIVE_INFINITY, ...numbersOf(layers, keyword, compiler, isCount, COUNT));
}

/** The lower and the upper bound, which must leave room for a value. */
export function rangeIn(
  layers: readonly Layer[],
  least: string,
  most: string,
  compiler: Compiler,
): { min: number; max: number } {
  const [min, max] = [leastOf(layers, least, compiler), mostOf(layers, most, compiler)];
  if (min > max)
    compiler.disallowNever(lastWith(layers, least, most), `"${least}" ${min} is more than "${most}" ${max}`);
  return { min, max };
}

/** Where a contradiction between keywords is reported: in the last layer that has one of them. */
export function lastWith(layers: readonly Layer[], ...keywords: string[]): string {
  for (const { schema, pointer } of layers.toReversed())
    for (const keyword of keywords) if (schema[keyword] !== undefined) return `${pointer}/${keyword}`;
  return layers[0]?.pointer ?? "";
}

/** A list of texts. */
export function isNameList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
