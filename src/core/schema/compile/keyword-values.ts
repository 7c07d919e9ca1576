/** Reads the values of keywords, over all schemas that apply to one value. */
import type { Compiler, Layer } from "./compiler.ts";

/** The number under a keyword in each layer that has it. */
export function numbersOf(layers: readonly Layer[], keyword: string): number[] {
  return layers.flatMap(({ schema }) => (schema[keyword] as number | undefined) ?? []);
}

/** The greatest lower bound of all layers. */
export function leastOf(layers: readonly Layer[], keyword: string, none = 0): number {
  return Math.max(none, ...numbersOf(layers, keyword));
}

/** The smallest upper bound of all layers. */
export function mostOf(layers: readonly Layer[], keyword: string): number {
  return Math.min(Number.POSITIVE_INFINITY, ...numbersOf(layers, keyword));
}

/** The lower and the upper bound, which must leave room for a value. */
export function rangeIn(
  layers: readonly Layer[],
  least: string,
  most: string,
  compiler: Compiler,
): { min: number; max: number } {
  const [min, max] = [leastOf(layers, least), mostOf(layers, most)];
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
