/** RFC 6901 pointers and paths, and reading own members whatever their name. Path patterns, and maps by path. */

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

/** An object as JSON has them: none that inherits members, as instances of classes, dates and maps do. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  if (parent === Object.prototype || parent === null) return true;
  // Each realm, such as a vm context, has an Object.prototype of its own.
  return Object.getPrototypeOf(parent) === null && Object.hasOwn(parent as object, "isPrototypeOf");
}

/** The member or item at `key`, own ones only, so that `constructor` and `__proto__` are ordinary names. */
export function child(value: unknown, key: PathKey): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const found = (value as Record<PathKey, unknown>)[key];
  // Objects inherit only functions, which JSON does not have, and `__proto__`. Object.hasOwn would cost more.
  if (typeof found === "function") return undefined;
  // A list has a length of its own, which is none of its items.
  if (key === "length" && Array.isArray(value)) return undefined;
  return key === "__proto__" && !Object.hasOwn(value, key) ? undefined : found;
}

/** The path of a member or an item. A loop, because walks spend much of their time here, and a spread takes several times as long and twice the memory. */
export function below(path: Path, key: PathKey): Path {
  const made = new Array<PathKey>(path.length + 1);
  for (let depth = 0; depth < path.length; depth++) made[depth] = path[depth]!;
  made[path.length] = key;
  return made;
}

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

/** Values by paths. A position and its name are one key, as in a pointer. */
export class PathMap<Value> {
  size = 0;
  private value: Value | undefined;
  private below: Map<string, PathMap<Value>> | undefined;

  set(path: Path, value: Value): void {
    let step: PathMap<Value> = this;
    for (const key of path) {
      step.below ??= new Map();
      let next = step.below.get(String(key));
      if (next === undefined) {
        next = new PathMap();
        step.below.set(String(key), next);
      }
      step = next;
    }
    if (step.value === undefined) this.size++;
    step.value = value;
  }

  get(path: Path): Value | undefined {
    return this.size === 0 ? undefined : this.stepTo(path)?.value;
  }

  hasWithin(path: Path): boolean {
    return this.size > 0 && this.stepTo(path) !== undefined;
  }

  /** How many of the first keys of the path lead to the value nearest to its end; -1 if none do. */
  depthOfNearest(path: Path, length = path.length): number {
    let nearest = -1;
    let step: PathMap<Value> | undefined = this.size === 0 ? undefined : this;
    for (let depth = 0; step !== undefined && depth <= length; depth++) {
      if (step.value !== undefined) nearest = depth;
      step = step.below?.get(String(path[depth]));
    }
    return nearest;
  }

  private stepTo(path: Path): PathMap<Value> | undefined {
    let step: PathMap<Value> | undefined = this;
    for (let depth = 0; step !== undefined && depth < path.length; depth++)
      step = step.below?.get(String(path[depth]));
    return step;
  }
}

export interface PathPattern {
  readonly source: string;
  /** Whether `test` holds for every value that `each` finds; stops at the first that fails. */
  every(candidate: unknown, test: (value: unknown, path: Path) => boolean): boolean;
  /** Undefined for a member that is absent from an object that is there. The path is reused: copy it to keep it. */
  each(candidate: unknown, visit: (value: unknown, path: Path) => void): void;
  matches(path: Path): boolean;
}

/** The key that a token of a pattern or pointer stands for in a list or object; undefined in anything else. */
function keyIn(container: unknown, token: string): PathKey | undefined {
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
  // Answers are kept: rules ask about every text of a candidate.
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
