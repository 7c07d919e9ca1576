/** Turns drafted edits into JSON Patches that stand alone: relative to the candidate as sent, complete by themselves. */
import type { Edit, FixDraft } from "../findings/finding.ts";
import { originOf, type Reading } from "../findings/reading.ts";
import { child, isPlainObject, type Path, pointerOf } from "../json/pointer.ts";
import type { Fix, PatchOperation } from "../types.ts";

/** What else has to change when a value is put at a place. */
export type Followers = (path: Path, to: unknown) => Edit[] | "refuse" | undefined;

/** How deep and how wide the search for a scalar goes, which a `test` can name. */
const MAX_ANCHOR_DEPTH = 4;
const MAX_ANCHOR_WIDTH = 4;

export interface PatchWriter {
  /** The fixes of one finding. No two first fixes write to one place. */
  write(drafts: readonly FixDraft[]): Fix[];
}

/** `sent` is the candidate as sent; edits lead into it by way of the reading. */
export function createPatchWriter(sent: unknown, reading: Reading, followers: Followers): PatchWriter {
  const written = new Set<string>();

  const locate = (path: Path): Path | undefined => {
    const origin = originOf(reading, path);
    return origin.isPart ? undefined : origin.path;
  };
  const at = (path: Path): unknown => path.reduce<unknown>((value, key) => child(value, key), sent);
  /** Where a new item or member goes; undefined if its container is not there. `made` is added by the same patch. */
  const target = (path: Path, made?: string): Path | undefined => {
    const parent = locate(path.slice(0, -1));
    if (parent === undefined) return undefined;
    if (pointerOf(parent) !== made && typeof at(parent) !== "object") return undefined;
    return at(parent) === null ? undefined : [...parent, path.at(-1)!];
  };

  function operationsFor(edits: readonly Edit[]): PatchOperation[] | undefined {
    const operations: PatchOperation[] = [];
    let made: string | undefined;
    for (const edit of edits) {
      switch (edit.kind) {
        case "replace": {
          const path = locate(edit.path);
          const current = path && at(path);
          if (path === undefined || current === undefined || current === edit.to) return undefined;
          if (isTestable(current)) operations.push({ op: "test", path: pointerOf(path), value: current });
          operations.push({ op: "replace", path: pointerOf(path), value: edit.to });
          const followed = followers(edit.path, edit.to);
          if (followed === "refuse") return undefined;
          const more = followed && operationsFor(followed);
          if (followed && !more) return undefined;
          operations.push(...(more ?? []));
          break;
        }
        case "add": {
          const path = target(edit.path);
          if (path === undefined || (typeof path.at(-1) === "string" && at(path) !== undefined))
            return undefined;
          operations.push({ op: "add", path: pointerOf(path), value: edit.value });
          break;
        }
        case "remove": {
          const path = locate(edit.path);
          if (path === undefined || at(path) === undefined) return undefined;
          const isItem = typeof path.at(-1) === "number";
          const test = isItem ? anchor(path, at(path), 0) : undefined;
          if (test) operations.push(test);
          operations.push({ op: "remove", path: pointerOf(path) });
          break;
        }
        case "move":
        case "settle": {
          const from = locate(edit.path);
          const place = edit.kind === "move" ? edit.to : edit.path;
          const to = place.length === 0 ? [] : target(place, made);
          if (from === undefined || to === undefined || at(from) === undefined) return undefined;
          if (to.length > 0 && at(to) !== undefined) return undefined;
          operations.push({ op: "move", from: pointerOf(from), path: pointerOf(to) });
          break;
        }
        case "ensure": {
          const path = target(edit.path);
          if (path === undefined) return undefined;
          if (at(path) !== undefined) break;
          made = pointerOf(path);
          operations.push({ op: "add", path: made, value: {} });
          break;
        }
        case "wrap": {
          const path = locate(edit.path);
          const parent = path && at(path.slice(0, -1));
          if (path === undefined || path.length === 0 || !isPlainObject(parent)) return undefined;
          let aside = `${path.at(-1)}_`;
          while (Object.hasOwn(parent, aside)) aside += "_";
          const [here, there] = [pointerOf(path), pointerOf([...path.slice(0, -1), aside])];
          operations.push(
            { op: "move", from: here, path: there },
            { op: "add", path: here, value: [] },
            { op: "move", from: there, path: `${here}/0` },
          );
          break;
        }
      }
    }
    return operations.length > 0 ? operations : undefined;
  }

  /** A `test` of a scalar at or near the top of an item, so that the patch fails on another document. */
  function anchor(path: Path, value: unknown, depth: number): PatchOperation | undefined {
    if (isTestable(value)) return { op: "test", path: pointerOf(path), value };
    if (typeof value !== "object" || value === null || depth >= MAX_ANCHOR_DEPTH) return undefined;
    const keys = Array.isArray(value) ? [...value.slice(0, MAX_ANCHOR_WIDTH).keys()] : firstKeys(value);
    for (const key of keys) {
      const found = anchor([...path, key], child(value, key), depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  return {
    write(drafts) {
      const fixes: Fix[] = [];
      for (const { title, applicability, edits, decision } of drafts) {
        const patch = operationsFor(edits);
        if (patch === undefined) continue;
        if (fixes.length === 0) {
          const places = patch.flatMap(placesWritten);
          if (places.some((place) => written.has(place))) continue;
          for (const place of places) written.add(place);
        }
        fixes.push({ title, applicability, patch, ...(decision && { decision }) });
      }
      return fixes;
    },
  };
}

function placesWritten(operation: PatchOperation): string[] {
  if (operation.op === "test") return [];
  // Moving a value and replacing it can both be done.
  return operation.op === "move" ? [`from ${operation.from}`, operation.path] : [operation.path];
}

/** Scalars that JSON can write. */
function isTestable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value === "boolean" || value === null || Number.isFinite(value);
}

function firstKeys(value: object): string[] {
  const keys: string[] = [];
  for (const key in value) {
    keys.push(key);
    if (keys.length >= MAX_ANCHOR_WIDTH) break;
  }
  return keys;
}
