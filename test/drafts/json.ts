/** Reading and changing JSON values by pointers, written apart from the core that is being measured. */

export type Tokens = readonly string[];

export function tokensOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function pointerOf(tokens: Tokens): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function at(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of tokensOf(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as Record<string, unknown>)[token];
  }
  return value;
}

function holderOf(root: unknown, pointer: string): { holder: Record<string, unknown>; key: string } {
  const tokens = tokensOf(pointer);
  const key = tokens.pop()!;
  const holder = at(root, pointerOf(tokens));
  if (typeof holder !== "object" || holder === null) throw new Error(`nothing holds ${pointer}`);
  return { holder: holder as Record<string, unknown>, key };
}

export function put(root: unknown, pointer: string, value: unknown): void {
  const { holder, key } = holderOf(root, pointer);
  holder[key] = value;
}

export function remove(root: unknown, pointer: string): void {
  const { holder, key } = holderOf(root, pointer);
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

/** Gives a member another name; it keeps its position. */
export function rename(root: unknown, pointer: string, name: string): void {
  const { holder, key } = holderOf(root, pointer);
  const entries = Object.entries(holder);
  for (const [own] of entries) delete holder[own];
  for (const [own, value] of entries) holder[own === key ? name : own] = value;
}

export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), Object.keys(b)];
  return (
    left.length === right.length &&
    left.every(([key, value]) => Object.hasOwn(b, key) && isSame(value, (b as Record<string, unknown>)[key]))
  );
}
