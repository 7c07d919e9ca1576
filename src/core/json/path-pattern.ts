/** Path patterns of rules: a pointer in which `*` stands for every item of a list and every member of an object. */
import { child, isPlainObject, type Path, type PathKey, parsePointer } from "./pointer.ts";

export interface PathPattern {
  readonly source: string;
  /**
   * True when `test` holds for every value that the pattern finds; stops at the first that fails. Finds the same
   * values as `each`.
   */
  every(candidate: unknown, test: (value: unknown, path: Path) => boolean): boolean;
  /**
   * Each value that the pattern finds, and undefined for a member that is absent from an object that is there.
   * The path is reused between calls: copy it to keep it.
   */
  each(candidate: unknown, visit: (value: unknown, path: Path) => void): void;
  /** Whether this is the path of a value that the pattern finds. */
  matches(path: Path): boolean;
}

/** The key that a token of a pattern or pointer stands for in a list or object; undefined in anything else. */
export function keyIn(container: unknown, token: string): PathKey | undefined {
  if (Array.isArray(container)) return LIST_INDEX.test(token) ? Number(token) : undefined;
  return isPlainObject(container) ? token : undefined;
}

const LIST_INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** `seesAbsentParents`: finds an absent member also where the objects around it are absent. */
export function compilePathPattern(source: string, seesAbsentParents = false): PathPattern {
  const tokens = parsePointer(source);
  const last = tokens.length;
  const parts = source.split("/").slice(1);
  const steps = parts.map((part, index) => ({ token: tokens[index]!, isAny: part === "*" }));

  function every(value: unknown, path: PathKey[], test: (value: unknown, path: Path) => boolean): boolean {
    const depth = path.length;
    if (depth === last) return test(value, path);
    const { token, isAny } = steps[depth]!;
    let isFine = true;
    if (!isAny) {
      const key = value === undefined && seesAbsentParents ? token : keyIn(value, token);
      if (key === undefined) return true;
      path.push(key);
      isFine = every(child(value, key), path, test);
      path.pop();
    } else if (Array.isArray(value)) {
      for (let index = 0; isFine && index < value.length; index++) {
        path.push(index);
        isFine = every(value[index], path, test);
        path.pop();
      }
    } else if (isPlainObject(value)) {
      for (const key in value) {
        path.push(key);
        isFine = every(value[key], path, test);
        path.pop();
        if (!isFine) break;
      }
    }
    return isFine;
  }

  /** Without `*` and places in lists there is one value at most, so there is one path. */
  function only(candidate: unknown, test: (value: unknown, path: Path) => boolean): boolean {
    let value = candidate;
    for (let depth = 0; depth < last; depth++) {
      if (!isPlainObject(value) && !(value === undefined && seesAbsentParents)) return true;
      value = child(value, tokens[depth]!);
    }
    return test(value, tokens);
  }

  const ofAll: PathPattern["every"] = steps.some(({ isAny, token }) => isAny || LIST_INDEX.test(token))
    ? (candidate, test) => every(candidate, [], test)
    : only;
  return {
    source,
    every: ofAll,
    each(candidate, visit) {
      ofAll(candidate, (value, path) => {
        visit(value, path);
        return true;
      });
    },
    matches: (path) =>
      path.length === last &&
      steps.every(({ token, isAny }, depth) => isAny || String(path[depth]) === token),
  };
}

/** Whether everything that a pattern stands for is covered by one of the others, which may have `*` in place of a name. */
export function createCover(patterns: Iterable<string>): (pattern: string) => boolean {
  const known = new Map([...patterns].map((pattern) => [pattern, true]));
  const covers = [...known.keys()]
    .filter((pattern) => pattern.includes("*"))
    .map((pattern) => pattern.split("/"));
  return (pattern) => {
    let isCovered = known.get(pattern);
    if (isCovered === undefined) {
      const parts = pattern.split("/");
      isCovered = covers.some(
        (cover) =>
          cover.length === parts.length &&
          cover.every((part, depth) => part === "*" || part === parts[depth]),
      );
      known.set(pattern, isCovered);
    }
    return isCovered;
  };
}
