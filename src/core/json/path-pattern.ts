/** Path patterns of rules: a pointer in which `*` stands for every item of a list and for every member of a map. */
import { child, isPlainObject, type Path, type PathKey, parsePointer } from "./pointer.ts";

export interface PathPattern {
  readonly source: string;
  /** True when `test` holds for every value that the pattern finds; stops at the first that fails. */
  every(candidate: unknown, test: (value: unknown) => boolean): boolean;
  /**
   * Each value that the pattern finds, and undefined for a member that is absent from an object that is there.
   * The path is reused between calls: copy it to keep it.
   */
  each(candidate: unknown, visit: (value: unknown, path: Path) => void): void;
}

export function compilePathPattern(source: string): PathPattern {
  const tokens = parsePointer(source);
  const last = tokens.length;

  function every(value: unknown, depth: number, test: (value: unknown) => boolean): boolean {
    if (depth === last) return test(value);
    const token = tokens[depth]!;
    if (token !== "*") {
      return isPlainObject(value) ? every(child(value, token), depth + 1, test) : true;
    }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++)
        if (!every(value[index], depth + 1, test)) return false;
    } else if (isPlainObject(value)) {
      for (const key of Object.keys(value)) if (!every(value[key], depth + 1, test)) return false;
    }
    return true;
  }

  function each(value: unknown, path: PathKey[], visit: (value: unknown, path: Path) => void): void {
    const depth = path.length;
    if (depth === last) {
      visit(value, path);
      return;
    }
    const token = tokens[depth]!;
    if (token !== "*") {
      if (!isPlainObject(value)) return;
      path.push(token);
      each(child(value, token), path, visit);
      path.pop();
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        path.push(index);
        each(value[index], path, visit);
        path.pop();
      }
    } else if (isPlainObject(value)) {
      for (const key of Object.keys(value)) {
        path.push(key);
        each(value[key], path, visit);
        path.pop();
      }
    }
  }

  return {
    source,
    every: (candidate, test) => every(candidate, 0, test),
    each: (candidate, visit) => each(candidate, [], visit),
  };
}
