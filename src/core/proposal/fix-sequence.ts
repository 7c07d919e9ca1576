/**
 * Turns drafted edits into JSON Patches that can be applied one after the other in the order of the result.
 * Drafts are relative to the candidate as it was checked. Earlier fixes may have removed items, renamed members or
 * changed the same text, so the sequence tracks how earlier fixes moved things.
 */
import type { Coupling } from "../checks/definition.ts";
import type { Edit, FixDraft } from "../findings/finding.ts";
import {
  child,
  escapeToken,
  isPlainObject,
  type Path,
  type PathKey,
  parsePointer,
  pointerOf,
} from "../json/pointer.ts";
import { MAX_NESTING } from "../json/safety.ts";
import type { Fix, PatchOperation } from "../types.ts";

export interface FixSequence {
  /**
   * Patches for one diagnostic at `path`. The first of them counts as applied when the next diagnostic's are made.
   */
  next(drafts: readonly FixDraft[], path: Path, pointer: string): Fix[];
}

interface Plan {
  patch: PatchOperation[];
  /** The value that is put in, for titles. */
  value?: unknown;
  /** Renames that go with the change. */
  renames?: readonly { path: Path; to: string }[];
  doubtful?: boolean;
}

/** `candidate` is what was checked: with the names in `misspelled` corrected. */
export function createFixSequence(
  candidate: unknown,
  misspelled: ReadonlyMap<string, string>,
  couplings: readonly Coupling[],
): FixSequence {
  // The keys of all of these are pointers into the candidate as checked.
  /** The name that a member has now, if it was renamed. */
  const nameNow = new Map(misspelled);
  /** Removed indexes by list, and removed members. */
  const removed = new Map<string, number[]>();
  const gone = new Set<string>();
  /** The top-level members below which anything was renamed or removed. */
  const moved = new Set<PathKey | undefined>();
  for (const misnamed of misspelled.keys()) moved.add(parsePointer(misnamed)[0]);
  /** Values that were put in, by replacing or adding. */
  const values = new Map<string, unknown>();
  /** Where placeholders were put. */
  const shaky = new Set<string>();
  /** A member that was added to an object. */
  const added = new Map<string, string>();

  /** Where a place is now; undefined if it was removed. `pointer` is that of the path. */
  function locate(path: Path, pointer: string): string | undefined {
    if (!moved.has(path[0])) return pointer;
    let [checked, now] = ["", ""];
    for (const key of path) {
      const indexes = typeof key === "number" ? removed.get(checked) : undefined;
      checked += `/${escapeToken(key)}`;
      if (gone.has(checked) || indexes?.includes(key as number)) return undefined;
      if (typeof key === "number")
        now += `/${indexes ? key - indexes.filter((index) => index < key).length : key}`;
      else now += `/${escapeToken(nameNow.get(checked) ?? key)}`;
    }
    return now;
  }

  function read(path: Path, pointer = pointerOf(path)): unknown {
    const put = values.get(pointer);
    if (put !== undefined) return put;
    let value = candidate;
    for (const key of path) value = child(value, key);
    return value;
  }

  /**
   * A short `test` that ties the patch to this document: of the place itself or, failing that, of one nearby. It
   * avoids placeholders if it can, so that it also holds for callers who skip them.
   */
  function pin(path: Path, pointer = pointerOf(path)): PatchOperation | undefined {
    for (const avoided of shaky.size > 0 ? [shaky, undefined] : [undefined]) {
      let test = anchor(path, pointer, undefined, avoided);
      for (let around = path; !test && around.length > 0; ) {
        around = around.slice(0, -1);
        test = anchor(around, undefined, undefined, avoided);
      }
      if (test) return test;
    }
    return undefined;
  }

  /** The first scalar at or below a place. */
  function anchor(
    path: Path,
    pointer = pointerOf(path),
    value = read(path, pointer),
    avoided?: ReadonlySet<string>,
  ): PatchOperation | undefined {
    if (avoided?.has(pointer)) return undefined;
    if (typeof value === "object" && value !== null) {
      if (path.length > MAX_NESTING) return undefined;
      const newest = added.get(pointer);
      if (newest !== undefined && !avoided) return anchor([...path, newest]);
      const keys: PathKey[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
      for (const key of keys.slice(0, 8)) {
        const below = anchor([...path, key], undefined, undefined, avoided);
        if (below) return below;
      }
      if (keys.length > 0 || newest !== undefined) return undefined;
    }
    // JSON cannot write a number that was read as infinite.
    if (value === undefined || value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
      return undefined;
    const place = locate(path, pointer);
    return place === undefined ? undefined : { op: "test", path: place, value };
  }

  function plan(edit: Edit, pointer: string): Plan | undefined {
    const path = locate(edit.path, pointer);
    if (path === undefined) return undefined;
    switch (edit.kind) {
      case "replace":
        return planReplace(edit.path, pointer, path, edit.to);
      case "add": {
        const parentPath = edit.path.slice(0, -1);
        const parent = read(parentPath);
        const isContainer = isPlainObject(parent) || Array.isArray(parent);
        if (!isContainer || read(edit.path, pointer) !== undefined) return undefined;
        const test = pin(parentPath);
        return test && { patch: [test, { op: "add", path, value: edit.value }] };
      }
      case "remove": {
        const test = pin(edit.path, pointer);
        return test && { patch: [test, { op: "remove", path }] };
      }
      case "rename": {
        const test = pin(edit.path, pointer);
        return test && { patch: [test, { op: "move", from: path, path: siblingOf(path, edit.to) }] };
      }
    }
  }

  function planReplace(
    checked: Path,
    pointer: string,
    path: string,
    to: (current: unknown) => unknown,
  ): Plan | undefined {
    const current = read(checked, pointer);
    const value = to(current);
    if (value === undefined || value === current) return undefined;
    const test = anchor(checked, pointer, current) ?? pin(checked, pointer);
    if (!test) return undefined;
    const patch: PatchOperation[] = [test, { op: "replace", path, value }];
    const renames: { path: Path; to: string }[] = [];
    let doubtful = false;
    for (const couple of couplings) {
      const asked = couple({ path: checked, from: current, to: value }, read);
      if (asked === "refuse") return undefined;
      if (asked === "doubt") doubtful = true;
      else if (asked) {
        renames.push(...asked.renames);
        if (asked.doubtful) doubtful = true;
      }
    }
    for (const rename of renames) {
      const from = locate(rename.path, pointerOf(rename.path));
      if (from === undefined) return undefined;
      patch.push({ op: "move", from, path: siblingOf(from, rename.to) });
    }
    return { patch, value, renames, doubtful };
  }

  function track(edit: Edit, pointer: string, { value, renames }: Plan): void {
    if (edit.kind === "rename") nameNow.set(pointer, edit.to);
    if (edit.kind === "rename" || edit.kind === "remove") moved.add(edit.path[0]);
    if (edit.kind === "replace") values.set(pointer, value);
    for (const rename of renames ?? []) {
      nameNow.set(pointerOf(rename.path), rename.to);
      moved.add(rename.path[0]);
    }
    if (edit.kind === "add") {
      values.set(pointer, edit.value);
      added.set(pointerOf(edit.path.slice(0, -1)), String(edit.path.at(-1)));
    }
    const index = edit.path.at(-1);
    if (edit.kind === "remove" && typeof index === "number") {
      const list = pointerOf(edit.path.slice(0, -1));
      removed.set(list, [...(removed.get(list) ?? []), index]);
    } else if (edit.kind === "remove") {
      gone.add(pointer);
    }
  }

  return {
    next(drafts, place, placePointer) {
      const fixes: Fix[] = [];
      for (const { title, applicability, edit } of drafts) {
        const pointer = edit.path === place ? placePointer : pointerOf(edit.path);
        const planned = plan(edit, pointer);
        if (!planned) continue;
        if (fixes.length === 0) {
          track(edit, pointer, planned);
          if (applicability === "placeholder" || planned.doubtful) shaky.add(pointer);
        }
        fixes.push({
          title: typeof title === "function" ? title(planned.value) : title,
          applicability: planned.doubtful ? "placeholder" : applicability,
          patch: planned.patch,
        });
      }
      return fixes;
    },
  };
}

function siblingOf(pointer: string, name: string): string {
  return `${pointer.slice(0, pointer.lastIndexOf("/"))}/${escapeToken(name)}`;
}
