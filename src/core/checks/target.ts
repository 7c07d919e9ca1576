/** Other values of a candidate, as they are seen from the place of a rule. */
import type { Type } from "../expressions/types.ts";
import type { Errors } from "../findings/finding.ts";
import { child, compilePathPattern, type Path, parsePointer, valueAt } from "../json/values.ts";

export interface Declarations {
  /** Equal for schemas that answer alike. */
  readonly key: string;
  /** The default that a build will put there if the member is absent. */
  defaultAt(pattern: string): unknown;
  /** The type that expressions see there; undefined if the schema declares nothing. */
  typeAt(pattern: string): Type | undefined;
}

/** A reference is a pointer, or a number of levels to go up and a pointer. Undefined if it leads above the top. */
export function resolveReference(at: string, reference: string): string | undefined {
  const [, levels, below] = /^(\d+)((?:\/.*)?)$/s.exec(reference) ?? [];
  if (levels === undefined) return reference;
  const parts = at.split("/").slice(1);
  const up = Number(levels);
  if (up > parts.length) return undefined;
  return joined(parts.slice(0, parts.length - up)) + below;
}

export type Reference = ReturnType<typeof compileReference>;

/** Another path pattern, seen from a value of the rule: a `*` that both have in common stands for the same item. */
export function compileReference(at: string, pattern: string, declarations: Declarations) {
  const tokens = parsePointer(pattern);
  const from = parsePointer(at);
  let shared = 0;
  while (shared < tokens.length && tokens[shared] === from[shared]) shared++;
  const own = tokens.slice(shared);
  const star = own.indexOf("*");
  const inside = compilePathPattern(joined(pattern.split("/").slice(1 + shared)));
  const fallback = declarations.defaultAt(pattern);

  /** The value from which `each` starts: the same value gives the same result. */
  function base(candidate: unknown, path: Path): unknown {
    let value = candidate;
    for (let depth = 0; depth < shared; depth++) value = child(value, path[depth]!);
    return value;
  }

  return {
    pattern,
    /** Whether it stands for several values, because it has a `*` of its own. */
    isMany: star >= 0,
    base,
    /** The value; undefined if it is absent. Only where `isMany` is false. */
    read(candidate: unknown, path: Path): unknown {
      const value = valueAt(base(candidate, path), own);
      return value === undefined ? fallback : value;
    },
    pathFrom: (path: Path): Path => [...path.slice(0, shared), ...own],
    /** The list or map that the first `*` of its own goes through; without one, the value itself. */
    listFrom: (path: Path): Path => [...path.slice(0, shared), ...(star < 0 ? own : own.slice(0, star))],
    /** Each value that is there; `at` makes the path of that value, which few ask for. */
    each(start: unknown, path: Path, visit: (value: unknown, at: () => Path) => void): void {
      let below: Path = [];
      const at = () => [...path.slice(0, shared), ...below];
      inside.each(start, (value, rest) => {
        below = rest;
        if (value !== undefined) visit(value, at);
      });
    },
  };
}

/** What is made of the values of a reference. Places next to each other see the same ones, which are read once. */
export function readOnce<Made>(
  reference: Reference | undefined,
  candidate: unknown,
  make: (path: Path, base: unknown) => Made,
): (path: Path) => Made {
  let last: { base: unknown; made: Made } | undefined;
  return (path) => {
    const base = reference?.base(candidate, path);
    if (last === undefined || last.base !== base) last = { base, made: make(path, base) };
    return last.made;
  };
}

/** Whether one of the values to which the keys lead has an error, or what it would be read from; a `*` stands for every item. */
export function hasFaultAt(value: unknown, path: Path, [key, ...keys]: Path, errors: Errors): boolean {
  if (!errors.hasErrorWithin(path)) return false;
  if (key === undefined) return true;
  // A list that is too long would take longer than an expression may, and of what has another form nothing is read.
  if ((key === "*" || child(value, key) === undefined) && errors.hasError(path)) return true;
  const own = key !== "*" ? [key] : Array.isArray(value) ? [...value.keys()] : Object.keys(value ?? {});
  return own.some((each) => hasFaultAt(child(value, each), [...path, each], keys, errors));
}

/** The outermost object around an absent member that is absent as well, or the member itself. */
export function firstAbsent(candidate: unknown, path: Path): Path {
  let value = candidate;
  for (let depth = 0; depth < path.length; depth++) {
    value = child(value, path[depth]!);
    if (value === undefined) return path.slice(0, depth + 1);
  }
  return path;
}

const joined = (parts: readonly string[]): string => parts.map((part) => `/${part}`).join("");
