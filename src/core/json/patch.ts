/** The part of RFC 6902 that fixes use. The given document is never altered: containers are copied before they change. */

import type { PatchOperation } from "../types.ts";
import { equalJson } from "./equality.ts";
import { child, type Path, type PathKey, parsePointer, setOwn } from "./pointer.ts";

export interface Patcher {
  /** The document after all changes so far. */
  readonly document: unknown;
  /** Applies all operations or none. */
  apply(patch: readonly PatchOperation[]): boolean;
}

export function createPatcher(original: unknown): Patcher {
  let document = original;
  let copied = new Set<object>();

  /** The container itself if it is already a copy, else a new copy. */
  function owned(container: object): Record<string, unknown> | unknown[] {
    if (copied.has(container)) return container as Record<string, unknown> | unknown[];
    let copy: Record<string, unknown> | unknown[];
    if (Array.isArray(container)) {
      copy = container.slice();
    } else {
      copy = {};
      for (const key of Object.keys(container))
        setOwn(copy, key, (container as Record<string, unknown>)[key]);
    }
    copied.add(copy);
    return copy;
  }

  /** The parent of the last token, copied along the way; undefined if the path does not exist. */
  function openParent(path: Path): Record<string, unknown> | unknown[] | undefined {
    if (typeof document !== "object" || document === null) return undefined;
    document = owned(document);
    let at = document as Record<string, unknown> | unknown[];
    for (let depth = 0; depth < path.length - 1; depth++) {
      const token = path[depth]!;
      const next = child(at, token);
      if (typeof next !== "object" || next === null) return undefined;
      const copy = owned(next);
      assign(at, token, copy);
      at = copy;
    }
    return at;
  }

  function put(op: "add" | "replace", path: Path, value: unknown): boolean {
    const key = path.at(-1);
    if (key === undefined) {
      document = value;
      return true;
    }
    const parent = openParent(path);
    if (parent === undefined) return false;
    if (Array.isArray(parent)) {
      const index = key === "-" && op === "add" ? parent.length : Number(key);
      if (!Number.isInteger(index) || index < 0 || index > parent.length - (op === "add" ? 0 : 1))
        return false;
      parent.splice(index, op === "add" ? 0 : 1, value);
      return true;
    }
    if (op === "replace" && !Object.hasOwn(parent, key)) return false;
    setOwn(parent, String(key), value);
    return true;
  }

  function remove(path: Path): boolean {
    const key = path.at(-1);
    const parent = key === undefined ? undefined : openParent(path);
    if (key === undefined || parent === undefined || !Object.hasOwn(parent, key)) return false;
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[String(key)];
    return true;
  }

  function move(from: Path, to: Path): boolean {
    const place = lookUp(document, from);
    return place.exists && remove(from) && put("add", to, place.value);
  }

  function applyOne(operation: PatchOperation): boolean {
    const tokens = parsePointer(operation.path);
    switch (operation.op) {
      case "test": {
        const place = lookUp(document, tokens);
        return place.exists && equalJson(place.value, operation.value);
      }
      case "add":
      case "replace":
        return put(operation.op, tokens, operation.value);
      case "remove":
        return remove(tokens);
      case "move":
        return move(parsePointer(operation.from), tokens);
    }
  }

  return {
    get document() {
      return document;
    },
    apply(patch) {
      const before = document;
      // A patch that fails half-way must be rolled back, so containers copied earlier are copied again.
      if (patch.length > 2) copied = new Set();
      else if (patch.length === 2 && patch[0]?.op !== "test") copied = new Set();
      for (const operation of patch) {
        if (!applyOne(operation)) {
          document = before;
          return false;
        }
      }
      return true;
    },
  };
}

function assign(container: Record<string, unknown> | unknown[], key: PathKey, value: unknown): void {
  if (Array.isArray(container)) container[Number(key)] = value;
  else setOwn(container, String(key), value);
}

function lookUp(document: unknown, tokens: Path): { exists: boolean; value?: unknown } {
  let value = document;
  for (const token of tokens) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return { exists: false };
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(String(token))) return { exists: false };
    value = (value as Record<PathKey, unknown>)[token];
  }
  return { exists: true, value };
}
