import { isPlainObject } from "./pointer.ts";

/** Deep equality of JSON values, not recursive: the values come from callers. */
export function equalJson(a: unknown, b: unknown): boolean {
  const pairs: [unknown, unknown][] = [[a, b]];
  while (pairs.length > 0) {
    const [left, right] = pairs.pop()!;
    if (left === right) continue;
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      for (const [index, item] of left.entries()) pairs.push([item, right[index]]);
    } else if (isPlainObject(left) && isPlainObject(right)) {
      const keys = Object.keys(left);
      if (keys.length !== Object.keys(right).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(right, key)) return false;
        pairs.push([left[key], right[key]]);
      }
    } else {
      return false;
    }
  }
  return true;
}
