/** Makes a package and a candidate as small as they can be while the same promise stays broken. */
import { isPlainObject, setOwn } from "./generate/shapes.ts";

/** Tries smaller variants again and again until none of them `holds`. */
export function shrink<Value>(value: Value, holds: (smaller: Value) => boolean, maxTries = 3_000): Value {
  let current = value;
  let tries = 0;
  for (let improved = true; improved; ) {
    improved = false;
    for (const smaller of variants(current)) {
      if (++tries > maxTries) return current;
      if (!holds(smaller as Value)) continue;
      current = smaller as Value;
      improved = true;
      break;
    }
  }
  return current;
}

/** Every value that is one step smaller, the largest steps first. */
function* variants(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    if (value.length > 3) yield value.slice(0, value.length >> 1);
    for (const index of value.keys()) yield value.toSpliced(index, 1);
    for (const [index, item] of value.entries())
      for (const smaller of variants(item)) yield value.with(index, smaller);
  } else if (isPlainObject(value)) {
    const names = Object.keys(value);
    for (const name of names) yield without(value, name);
    // Schemas of single places first lose what surrounds them.
    for (const name of names)
      for (const smaller of variants(value[name])) yield { ...without(value, name), ...own(name, smaller) };
  } else if (typeof value === "string" && value.length > 1) {
    if (value.length > 8) yield value.slice(0, value.length >> 1);
    if (!/^[a-z]$/.test(value)) yield "a";
    if (value.length < 12)
      for (const index of Array.from(value).keys()) yield Array.from(value).toSpliced(index, 1).join("");
  }
}

function without(value: Record<string, unknown>, name: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) if (key !== name) setOwn(copy, key, value[key]);
  return copy;
}

function own(name: string, value: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  setOwn(copy, name, value);
  return copy;
}
