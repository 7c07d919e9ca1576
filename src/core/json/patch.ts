/** RFC 6902 JSON Patch. The given document is never altered: containers are copied before they change. */
import type { PatchOperation } from "../types.ts";
import { equalJson } from "./equality.ts";
import { keepNotes, settleRepeats } from "./notes.ts";
import { setOwn } from "./pointer.ts";

type Container = Record<string, unknown> | unknown[];

interface Place {
  readonly parent: Container;
  readonly last: string;
}

/** Operations that need a value; JSON null is one. */
const VALUED = new Set(["add", "replace", "test"]);

/** Thrown inside a patch only, to roll it back. One for all: to make an error costs more than to apply a patch. */
const FAILURE = new Error("the patch does not apply");

export function createPatcher(original: unknown) {
  let root = original;
  /** Containers that are copies already and may be changed. */
  let owned = new Set<object>();
  /** How to take back the changes of the patch that is being applied. */
  let undo: (() => void)[] = [];

  function own(container: Container): Container {
    if (owned.has(container)) return container;
    const copy = Array.isArray(container) ? container.slice() : { ...container };
    keepNotes(container, copy);
    owned.add(copy);
    return copy;
  }

  /** The container of the last token, copied along the way. */
  function parentOf(tokens: readonly string[]): Container {
    let parent = ownRoot();
    for (let index = 0; index < tokens.length - 1; index++) {
      const key = existingKey(parent, tokens[index]!);
      const below = asContainer(get(parent, key));
      const copy = own(below);
      if (copy !== below) put(parent, key, copy);
      parent = copy;
    }
    return parent;
  }

  function ownRoot(): Container {
    const container = asContainer(root);
    const copy = own(container);
    if (copy !== container) setRoot(copy);
    return copy;
  }

  function setRoot(value: unknown): void {
    const before = root;
    undo.push(() => {
      root = before;
    });
    root = value;
  }

  function put(container: Container, key: string | number, value: unknown): void {
    const existed = Object.hasOwn(container, key);
    const before = get(container, key);
    // Members keep their order when a change is taken back, which only matters to a reader.
    undo.push(() => {
      if (existed) assign(container, key, before);
      else delete (container as Record<string, unknown>)[key];
    });
    assign(container, key, value);
  }

  /** A place by the container around it; undefined if it is the whole document. */
  function placeOf(path: string): Place | undefined {
    const tokens = tokensOf(path);
    return tokens.length === 0 ? undefined : { parent: parentOf(tokens), last: tokens.at(-1)! };
  }

  function add(place: Place | undefined, value: unknown): void {
    if (place === undefined) {
      setRoot(value);
      return;
    }
    const { parent, last } = place;
    if (!Array.isArray(parent)) {
      put(parent, last, value);
      return;
    }
    const index = last === "-" ? parent.length : indexOf(last);
    if (index > parent.length) throw FAILURE;
    undo.push(() => parent.splice(index, 1));
    parent.splice(index, 0, value);
  }

  function remove(place: Place | undefined): unknown {
    if (place === undefined) {
      const value = root;
      setRoot(undefined);
      return value;
    }
    const { parent, last } = place;
    const key = existingKey(parent, last);
    const value = get(parent, key);
    if (Array.isArray(parent)) {
      undo.push(() => parent.splice(key as number, 0, value));
      parent.splice(key as number, 1);
    } else {
      undo.push(() => setOwn(parent, last, value));
      delete parent[last];
    }
    return value;
  }

  function move(from: string, path: string): void {
    const source = placeOf(from);
    const value = remove(source);
    // Most moves rename a member, so the container is known.
    const name = source && siblingOf(from, path);
    add(name === undefined ? placeOf(path) : { parent: source!.parent, last: name }, value);
  }

  function replace(path: string, value: unknown): void {
    const place = placeOf(path);
    if (place === undefined) {
      setRoot(value);
      return;
    }
    put(place.parent, existingKey(place.parent, place.last), value);
    undo.push(settleRepeats(place.parent, place.last));
  }

  function read(path: string): unknown {
    let value = root;
    for (const token of tokensOf(path)) {
      const container = asContainer(value);
      value = get(container, existingKey(container, token));
    }
    return value;
  }

  function applyOne(operation: PatchOperation): void {
    if ("value" in operation ? operation.value === undefined : VALUED.has(operation.op)) throw FAILURE;
    switch (operation.op) {
      case "add":
        add(placeOf(operation.path), operation.value);
        return;
      case "remove":
        remove(placeOf(operation.path));
        return;
      case "replace":
        replace(operation.path, operation.value);
        return;
      case "move":
        if (operation.from === operation.path) {
          read(operation.from);
          return;
        }
        if (operation.path.startsWith(`${operation.from}/`)) throw FAILURE;
        move(operation.from, operation.path);
        return;
      case "copy":
        add(placeOf(operation.path), read(operation.from));
        // What stands at two places now must be copied again before it changes at one of them.
        owned = new Set();
        return;
      case "test":
        if (!equalJson(read(operation.path), operation.value)) throw FAILURE;
        return;
      default:
        throw FAILURE;
    }
  }

  return {
    /** The document after all changes so far. */
    document: () => root,
    /** Whether a list stands at a pointer now. */
    isListAt(pointer: string): boolean {
      try {
        return Array.isArray(read(pointer));
      } catch (error) {
        if (error !== FAILURE) throw error;
        return false;
      }
    },
    /** Applies all operations or none. */
    apply(patch: readonly PatchOperation[]): boolean {
      undo = [];
      try {
        for (const operation of patch) applyOne(operation);
        return true;
      } catch (error) {
        if (error !== FAILURE) throw error;
        for (const change of undo.reverse()) change();
        return false;
      }
    },
  };
}

function tokensOf(pointer: unknown): string[] {
  if (pointer === "") return [];
  if (typeof pointer !== "string" || !pointer.startsWith("/")) throw FAILURE;
  const tokens: string[] = [];
  // A loop, because a long patch spends much of its time here and `split` takes nearly three times as long.
  for (let start = 1; start > 0; ) {
    const end = pointer.indexOf("/", start);
    tokens.push(end < 0 ? pointer.slice(start) : pointer.slice(start, end));
    start = end + 1;
  }
  if (!pointer.includes("~")) return tokens;
  if (/~(?![01])/.test(pointer)) throw FAILURE;
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The last token of a pointer that differs from another one only there. */
function siblingOf(pointer: string, other: string): string | undefined {
  const end = pointer.lastIndexOf("/") + 1;
  return other.lastIndexOf("/") + 1 === end && other.startsWith(pointer.slice(0, end))
    ? tokensOf(other.slice(end - 1))[0]
    : undefined;
}

function indexOf(token: string): number {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(token)) throw FAILURE;
  return Number(token);
}

function asContainer(value: unknown): Container {
  if (typeof value !== "object" || value === null) throw FAILURE;
  return value as Container;
}

function existingKey(container: Container, token: string): string | number {
  const key = Array.isArray(container) ? indexOf(token) : token;
  if (!Object.hasOwn(container, key)) throw FAILURE;
  return key;
}

function get(container: Container, key: string | number): unknown {
  return (container as Record<string | number, unknown>)[key];
}

function assign(container: Container, key: string | number, value: unknown): void {
  if (Array.isArray(container)) container[key as number] = value;
  else setOwn(container, String(key), value);
}
