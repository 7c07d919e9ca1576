/** Reads and changes candidates at path patterns, independently of the core. */
import { isPlainObject, pick, type Roll, setOwn } from "./shapes.ts";

export const tokensOf = (pattern: string): string[] =>
  pattern
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The paths of all values that a pattern stands for. */
export function pathsAt(candidate: unknown, pattern: string): (string | number)[][] {
  let found: { value: unknown; path: (string | number)[] }[] = [{ value: candidate, path: [] }];
  for (const token of tokensOf(pattern))
    found = found.flatMap(({ value, path }) => {
      if (Array.isArray(value)) {
        const keys =
          token === "*"
            ? [...value.keys()]
            : /^\d+$/.test(token) && Number(token) < value.length
              ? [Number(token)]
              : [];
        return keys.map((key) => ({ value: value[key] as unknown, path: [...path, key] }));
      }
      if (!isPlainObject(value)) return [];
      const keys = token === "*" ? Object.keys(value) : Object.hasOwn(value, token) ? [token] : [];
      return keys.map((key) => ({ value: value[key], path: [...path, key] }));
    });
  return found.map(({ path }) => path);
}

export function valueAt(candidate: unknown, path: readonly (string | number)[]): unknown {
  let value = candidate;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** A copy with another value at a path; the value is taken out if it is undefined. */
export function withValue(candidate: unknown, path: readonly (string | number)[], value: unknown): unknown {
  if (path.length === 0) return value;
  const copy = structuredClone(candidate);
  const parent = valueAt(copy, path.slice(0, -1));
  const key = path.at(-1)!;
  if (Array.isArray(parent)) {
    if (value === undefined) parent.splice(Number(key), 1);
    else parent[Number(key)] = value;
  } else if (isPlainObject(parent)) {
    if (value === undefined) delete parent[key];
    else setOwn(parent, String(key), value);
  }
  return copy;
}

/** A copy with one of the values of a pattern changed; undefined if there is none. */
export function editAt(
  candidate: unknown,
  pattern: string,
  roll: Roll,
  edit: (value: unknown) => unknown,
): unknown {
  const paths = pathsAt(candidate, pattern);
  if (paths.length === 0) return undefined;
  const path = pick(paths, roll);
  return withValue(candidate, path, edit(valueAt(candidate, path)));
}

/** A copy with a value wherever the pattern leads, also in objects that lack it; undefined if it leads nowhere. */
export function withValueAtEvery(candidate: unknown, pattern: string, value: unknown): unknown {
  const end = pattern.lastIndexOf("/");
  const [last] = tokensOf(pattern.slice(end));
  const copy = structuredClone(candidate);
  if (last !== "*")
    for (const around of pathsAt(copy, pattern.slice(0, end))) {
      const object = valueAt(copy, around);
      if (isPlainObject(object)) setOwn(object, last!, value);
    }
  const paths = pathsAt(copy, pattern);
  return paths.length === 0
    ? undefined
    : paths.reduce<unknown>((changed, path) => withValue(changed, path, value), copy);
}

/** Every place in a value, the value itself first. */
export function allPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [
    path,
    ...keys.flatMap((key) => allPaths((value as Record<string | number, unknown>)[key], [...path, key])),
  ];
}

export const pointerTo = (path: readonly (string | number)[]): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
