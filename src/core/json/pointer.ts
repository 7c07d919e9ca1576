/** RFC 6901 pointers and paths, and reading own members whatever their name. Path patterns are in path-pattern.ts. */

export type PathKey = string | number;
export type Path = readonly PathKey[];

export function escapeToken(key: PathKey): string {
  if (typeof key === "number") return String(key);
  return key.includes("~") || key.includes("/") ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

export function pointerOf(path: Path): string {
  let pointer = "";
  for (const key of path) pointer += `/${escapeToken(key)}`;
  return pointer;
}

export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  const tokens = pointer.slice(1).split("/");
  if (!pointer.includes("~")) return tokens;
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member or item at `key`, own ones only, so that `constructor` and `__proto__` are ordinary names. */
export function child(value: unknown, key: PathKey): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const found = (value as Record<PathKey, unknown>)[key];
  // Objects inherit only functions, which JSON does not have, and `__proto__`. Object.hasOwn would cost more.
  if (typeof found === "function") return undefined;
  return key === "__proto__" && !Object.hasOwn(value, key) ? undefined : found;
}

/** The path of a member or an item. A loop, because walks spend much of their time here, and a spread takes several times as long and twice the memory. */
export function below(path: Path, key: PathKey): Path {
  const made = new Array<PathKey>(path.length + 1);
  for (let depth = 0; depth < path.length; depth++) made[depth] = path[depth]!;
  made[path.length] = key;
  return made;
}

/** What is at the end of a path; undefined if there is nothing. */
export function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const key of path) found = child(found, key);
  return found;
}

/** Sets an own member even where the name is `__proto__`. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}
