/** Path patterns of rules: a pointer in which `*` stands for every item of a list and every member of a map. */
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

/** The members that the schema declares by name for the object at a path pattern; `*` does not stand for those. */
export type DeclaredNames = (pattern: string) => ReadonlySet<string> | undefined;

export function compilePathPattern(
  source: string,
  declaredNames: DeclaredNames = () => undefined,
): PathPattern {
  const tokens = parsePointer(source);
  const last = tokens.length;
  let prefix = "";
  const steps = source
    .split("/")
    .slice(1)
    .map((part, index) => {
      const named = part === "*" ? declaredNames(prefix) : undefined;
      prefix += `/${part}`;
      return { token: tokens[index]!, isAny: part === "*", named };
    });

  function every(value: unknown, path: PathKey[], test: (value: unknown, path: Path) => boolean): boolean {
    const depth = path.length;
    if (depth === last) return test(value, path);
    const { token, isAny, named } = steps[depth]!;
    let isFine = true;
    if (!isAny) {
      if (!isPlainObject(value)) return true;
      path.push(token);
      isFine = every(child(value, token), path, test);
      path.pop();
    } else if (Array.isArray(value)) {
      for (let index = 0; isFine && index < value.length; index++) {
        path.push(index);
        isFine = every(value[index], path, test);
        path.pop();
      }
    } else if (isPlainObject(value)) {
      for (const key in value) {
        if (named?.has(key) === true) continue;
        path.push(key);
        isFine = every(value[key], path, test);
        path.pop();
        if (!isFine) break;
      }
    }
    return isFine;
  }

  /** Without `*` there is one value at most, so there is one path. */
  function only(candidate: unknown, test: (value: unknown, path: Path) => boolean): boolean {
    let value = candidate;
    for (let depth = 0; depth < last; depth++) {
      if (!isPlainObject(value)) return true;
      value = child(value, tokens[depth]!);
    }
    return test(value, tokens);
  }

  const ofAll: PathPattern["every"] = steps.some(({ isAny }) => isAny)
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
      steps.every(({ token, isAny, named }, depth) => {
        const key = path[depth]!;
        return isAny ? named?.has(key as string) !== true : key === token;
      }),
  };
}
