/** A tree that a patch is applied to. It remembers where in the text each part comes from. */
import { equalJson } from "../../../core/json/equality.ts";
import { isPlainObject, parsePointer, setOwn } from "../../../core/json/pointer.ts";
import type { PatchOperation } from "../../../core/types.ts";
import { CannotEdit, MERGE, type SourceEntry, type SourceText, type SourceValue } from "./source-tree.ts";

export interface Draft {
  kind: SourceValue["kind"];
  scalar: unknown;
  /** Undefined: it is new. */
  readonly source: SourceValue | undefined;
  /** Undefined: as in the source. */
  entries: DraftEntry[] | undefined;
}

export interface DraftEntry {
  name: string;
  draft: Draft;
  /** The entry of the text that it was, here or elsewhere. */
  readonly source: SourceEntry | undefined;
}

export interface EditedDraft {
  readonly root: Draft;
  /** The entry that became the whole document, if one did. */
  readonly rootFrom: SourceEntry | undefined;
  /** Values of the text that are no longer part of the document, unless parts of them were moved before. */
  readonly dropped: readonly SourceValue[];
  /** The patch with numbers that became texts as they are written in the file. */
  readonly patch: readonly PatchOperation[];
}

export function applyToDraft(source: SourceText, patch: readonly PatchOperation[]): EditedDraft {
  let root = draftOf(source.root);
  let rootFrom: SourceEntry | undefined;
  const dropped: SourceValue[] = [];
  const drop = ({ source: gone }: Draft): void => {
    if (gone) dropped.push(gone);
  };
  if (source.hasAliases) openAll(root);

  function find(pointer: string): Draft {
    let draft = root;
    for (const token of parsePointer(pointer)) draft = childOf(draft, token).draft;
    return draft;
  }

  function placeOf(pointer: string): { parent: Draft; last: string } {
    const end = pointer.lastIndexOf("/");
    return { parent: find(pointer.slice(0, end)), last: parsePointer(pointer.slice(end))[0]! };
  }

  /** The value as it will be: the text of a number where the number becomes a text. */
  function put(draft: Draft, value: unknown): { draft: Draft; value: unknown } {
    if (draft.kind === "scalar" && draft.source !== undefined && isScalar(value)) {
      const kept = typeof value === "string" ? (numberText(source, draft, value) ?? value) : value;
      draft.scalar = kept;
      return { draft, value: kept };
    }
    if (!isScalar(value) && draft.kind === kindOf(value)) {
      reconcile(draft, value, drop);
      return { draft, value };
    }
    drop(draft);
    return { draft: newDraft(value), value };
  }

  function insert(parent: Draft, last: string, entry: Omit<DraftEntry, "name">): void {
    const entries = entriesOf(parent);
    if (parent.kind === "list")
      entries.splice(last === "-" ? entries.length : Number(last), 0, { name: "", ...entry });
    else {
      const index = entries.findLastIndex(({ name }) => name === last);
      if (index >= 0) for (const gone of entries.splice(index, 1, { name: last, ...entry })) drop(gone.draft);
      else entries.push({ name: last, ...entry });
    }
  }

  function applyOne(operation: PatchOperation): PatchOperation {
    switch (operation.op) {
      case "test":
        return operation;
      case "replace":
      case "add": {
        const { op, path, value } = operation;
        if (path === "") {
          const made = put(root, value);
          root = made.draft;
          return { ...operation, value: made.value };
        }
        const { parent, last } = placeOf(path);
        const isInsertion = op === "add" && (parent.kind === "list" || !has(parent, last));
        if (isInsertion) {
          insert(parent, last, { draft: newDraft(value), source: undefined });
          return operation;
        }
        const entry = childOf(parent, last);
        const made = put(entry.draft, value);
        entry.draft = made.draft;
        return { ...operation, value: made.value };
      }
      case "remove": {
        const { parent, last } = placeOf(operation.path);
        drop(take(parent, last).draft);
        return operation;
      }
      case "copy": {
        const { parent, last } = placeOf(operation.path);
        insert(parent, last, { draft: newDraft(draftValue(find(operation.from))), source: undefined });
        return operation;
      }
      case "move": {
        const from = placeOf(operation.from);
        if (operation.path === "") {
          const taken = take(from.parent, from.last);
          [root, rootFrom] = [taken.draft, taken.source];
          return operation;
        }
        const to = operation.path.slice(0, operation.path.lastIndexOf("/"));
        const isRename = operation.from.slice(0, operation.from.lastIndexOf("/")) === to;
        const name = parsePointer(operation.path).at(-1)!;
        if (isRename && from.parent.kind === "object" && !has(from.parent, name)) {
          childOf(from.parent, from.last).name = name;
          return operation;
        }
        const taken = take(from.parent, from.last);
        const { parent, last } = placeOf(operation.path);
        insert(parent, last, { draft: taken.draft, source: taken.source });
        return operation;
      }
    }
  }

  const done = patch.map(applyOne);
  return { root, rootFrom, dropped, patch: done };
}

/** How a number is written, if the text that replaces it is that number. */
function numberText({ text }: SourceText, { scalar, source }: Draft, value: string): string | undefined {
  if (typeof scalar !== "number" || String(scalar) !== value || typeof source?.value !== "number")
    return undefined;
  return text.slice(source.ownStart, source.end);
}

function has(parent: Draft, name: string): boolean {
  return (
    entriesOf(parent).some((entry) => entry.name === name) ||
    (parent.source?.merged ?? []).some((entry) => entry.name === name)
  );
}

function childOf(parent: Draft, token: string): DraftEntry {
  const entries = entriesOf(parent);
  const found =
    parent.kind === "list" ? entries[Number(token)] : entries.findLast(({ name }) => name === token);
  if (found !== undefined) return found;
  // A member that a merge key brings in is written out beside it, which overrides it.
  const merged = parent.source?.merged?.find(({ name }) => name === token);
  if (merged === undefined) throw new CannotEdit("the patch does not fit the file");
  const own = { name: token, draft: newDraft(draftValue(draftOf(merged.value))), source: undefined };
  entries.push(own);
  return own;
}

function take(parent: Draft, token: string): DraftEntry {
  const entries = entriesOf(parent);
  const index = parent.kind === "list" ? Number(token) : entries.findLastIndex(({ name }) => name === token);
  if ((parent.source?.merged ?? []).some(({ name }) => name === token))
    throw new CannotEdit(`${JSON.stringify(token)} comes from a merge key`);
  const [taken] = index < 0 ? [] : entries.splice(index, 1);
  if (taken === undefined) throw new CannotEdit("the patch does not fit the file");
  return taken;
}

/** Changes a collection into another of its kind, and keeps what both have. */
function reconcile(draft: Draft, value: unknown, drop: (gone: Draft) => void): void {
  const before = entriesOf(draft);
  const unused = new Set(before);
  const reuse = (entry: DraftEntry | undefined, next: unknown): DraftEntry | undefined => {
    if (entry === undefined || !unused.delete(entry)) return undefined;
    if (equalJson(draftValue(entry.draft), next)) return entry;
    if (!isScalar(next) && entry.draft.kind === kindOf(next)) reconcile(entry.draft, next, drop);
    else if (isScalar(next) && entry.draft.kind === "scalar" && entry.draft.source) entry.draft.scalar = next;
    else {
      drop(entry.draft);
      entry.draft = newDraft(next);
    }
    return entry;
  };
  const made = (name: string, next: unknown): DraftEntry => ({
    name,
    draft: newDraft(next),
    source: undefined,
  });
  if (Array.isArray(value)) {
    const equals = value.map((next) => {
      const equal = [...unused].find((entry) => equalJson(draftValue(entry.draft), next));
      if (equal) unused.delete(equal);
      return equal;
    });
    draft.entries = value.map((next, index) => equals[index] ?? reuse(before[index], next) ?? made("", next));
  } else {
    const byName = new Map(before.map((entry) => [entry.name, entry]));
    draft.entries = Object.entries(value as object).map(
      ([name, next]) => reuse(byName.get(name), next) ?? made(name, next),
    );
  }
  for (const entry of unused) drop(entry.draft);
}

export function draftOf(source: SourceValue): Draft {
  return { kind: source.kind, scalar: source.value, source, entries: undefined };
}

export function entriesOf(draft: Draft): DraftEntry[] {
  const { source } = draft;
  draft.entries ??= ((source?.aliasOf ?? source)?.entries ?? []).map((entry) => ({
    name: entry.name,
    draft: draftOf(entry.value),
    source: entry,
  }));
  return draft.entries;
}

function openAll(draft: Draft): void {
  for (const entry of entriesOf(draft)) openAll(entry.draft);
}

export function newDraft(value: unknown): Draft {
  const kind = kindOf(value);
  const inside = kind === "scalar" ? [] : Object.entries(value as object);
  const entries = inside.map(([name, item]) => ({
    name: kind === "list" ? "" : name,
    draft: newDraft(item),
    source: undefined,
  }));
  return { kind, scalar: value, source: undefined, entries };
}

export function draftValue(draft: Draft): unknown {
  if (draft.kind === "scalar") return draft.scalar;
  if (draft.kind === "list") return entriesOf(draft).map((entry) => draftValue(entry.draft));
  const object: Record<string, unknown> = {};
  for (const { name, value } of ((draft.source?.aliasOf ?? draft.source)?.merged ?? []).toReversed())
    if (name !== MERGE) setOwn(object, name, draftValue(draftOf(value)));
  for (const { name, draft: inner } of entriesOf(draft))
    if (name !== MERGE) setOwn(object, name, draftValue(inner));
  return object;
}

function kindOf(value: unknown): SourceValue["kind"] {
  return Array.isArray(value) ? "list" : isPlainObject(value) ? "object" : "scalar";
}

const isScalar = (value: unknown): boolean => kindOf(value) === "scalar";
