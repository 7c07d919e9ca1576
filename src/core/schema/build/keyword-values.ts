/** Reads the values of keywords, over all schemas that apply to one place. */
import type { Build, Part } from "./build.ts";

/** The number under a keyword in each part that has it. */
export function numbersOf(
  parts: readonly Part[],
  keyword: string,
  { refuse }: Build,
  isGood: (value: number) => boolean,
  what: string,
): number[] {
  const numbers: number[] = [];
  for (const { schema, pointer } of parts) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (typeof value === "number" && Number.isFinite(value) && isGood(value)) numbers.push(value);
    else refuse(`${pointer}/${keyword}`, "keyword-value", `"${keyword}" must be ${what}.`);
  }
  return numbers;
}

const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
const COUNT = "a whole number of at least 0";

/** The greatest lower bound of all parts. */
export function leastOf(parts: readonly Part[], keyword: string, build: Build): number {
  return Math.max(0, ...numbersOf(parts, keyword, build, isCount, COUNT));
}

/** The smallest upper bound of all parts. */
export function mostOf(parts: readonly Part[], keyword: string, build: Build): number {
  return Math.min(Number.POSITIVE_INFINITY, ...numbersOf(parts, keyword, build, isCount, COUNT));
}

/** The lower and the upper bound, which must leave room for a value. */
export function rangeIn(
  parts: readonly Part[],
  least: string,
  most: string,
  build: Build,
): { min: number; max: number } {
  const [min, max] = [leastOf(parts, least, build), mostOf(parts, most, build)];
  if (min > max)
    build.refuseNever(placeOf(parts, least, most), `"${least}" ${min} is more than "${most}" ${max}`);
  return { min, max };
}

/** Where a contradiction between keywords is reported: the last part that has one of them. */
export function placeOf(parts: readonly Part[], ...keywords: string[]): string {
  for (const { schema, pointer } of parts.toReversed())
    for (const keyword of keywords) if (schema[keyword] !== undefined) return `${pointer}/${keyword}`;
  return parts[0]?.pointer ?? "";
}

/** A list of different texts. */
export function isNameList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
