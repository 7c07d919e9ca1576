/** Counts the patterns of a schema before any of them is compiled. */
import { isPlainObject } from "../../json/pointer.ts";

/** Not recursive: schemas can be deeper than the stack. Equal patterns are compiled once. */
export function countPatterns(schema: unknown): number {
  const patterns = new Set<string>();
  const parts: unknown[] = [schema];
  while (parts.length > 0) {
    const part = parts.pop();
    if (typeof part !== "object" || part === null) continue;
    const { pattern, patternProperties } = part as Record<string, unknown>;
    if (typeof pattern === "string") patterns.add(pattern);
    if (isPlainObject(patternProperties))
      for (const source of Object.keys(patternProperties)) patterns.add(source);
    for (const inner of Object.values(part)) parts.push(inner);
  }
  return patterns.size;
}
