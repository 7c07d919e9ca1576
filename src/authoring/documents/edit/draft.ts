/**
 * A tree that becomes the wanted value. The patch says where in the text each part comes from, and the value alone what
 * the tree says in the end.
 */

import { isPlainObject, parsePointer, setOwn } from "../../../core/json/pointer.ts";
import { equalJson } from "../../../core/json/values.ts";
import type { PatchOperation } from "../../../core/types.ts";
import { type EntryName, MERGE, mergedInto, type SourceEntry, type SourceValue } from "./source-tree.ts";

export interface Draft {
  kind: SourceValue["kind"];
  scalar: unknown;
  /** Undefined: it is new. */
  readonly source: SourceValue | undefined;
  /** A scalar of the text that a new one is written like. */
  readonly like: SourceValue | undefined;
  /** Undefined: as in the source. */
  entries: DraftEntry[] | undefined;
  /** The value that it has to have, once that is known. */
  wanted?: { readonly value: unknown };
}

export interface DraftEntry {
  name: EntryName;
  draft: Draft;
  /** The entry of the text that it was, here or elsewhere. */
  source: SourceEntry | undefined;
}

export type EditedDraft = ReturnType<typeof draftFor>;

export function draftFor(source: SourceValue, value: unknown, patch: readonly PatchOperation[]) {
  /** Values of the text that are no longer part of the document, unless parts of them were moved before. */
  const dropped: SourceValue[] = [];
  const { root: replayed, rootFrom } = replay(source, patch, dropped);
  const root = withValue(replayed, value, dropped);
  settle(root);
  return { root, rootFrom, dropped };
}

/** Moves parts as the patch does. What cannot be followed, such as the way into an alias, is left to the value. */
function replay(source: SourceValue, patch: readonly PatchOperation[], dropped: SourceValue[]) {
  let root = draftOf(source);
  /** The entry that became the whole document, if one did. */
  let rootFrom: SourceEntry | undefined;

  function find(path: readonly string[]): Draft | undefined {
    let draft: Draft | undefined = root;
    for (const token of path) draft = draft && entryAt(draft, token)?.draft;
    return draft;
  }

  function insert(path: readonly string[], entry: Omit<DraftEntry, "name">): void {
    const parent = find(path.slice(0, -1));
    if (parent === undefined || !isOpen(parent)) return;
    const entries = entriesOf(parent);
    const last = path.at(-1)!;
    if (parent.kind === "list") {
      entries.splice(last === "-" ? entries.length : Number(last), 0, { ...entry, name: "" });
      return;
    }
    const there = entryAt(parent, last);
    if (there !== undefined) entries.splice(entries.indexOf(there), 1);
    if (there?.draft.source) dropped.push(there.draft.source);
    entries.push({ ...entry, name: last });
  }

  function take(path: readonly string[]): DraftEntry | undefined {
    const parent = find(path.slice(0, -1));
    const entry = parent && entryAt(parent, path.at(-1)!);
    if (entry) entriesOf(parent).splice(entriesOf(parent).indexOf(entry), 1);
    return entry;
  }

  function put(path: readonly string[], value: unknown, isAdded: boolean): void {
    if (path.length === 0) {
      root = withValue(root, value, dropped);
      return;
    }
    const parent = find(path.slice(0, -1));
    const entry = parent && entryAt(parent, path.at(-1)!);
    if (entry === undefined || (isAdded && parent!.kind === "list"))
      insert(path, { draft: newDraft(value), source: undefined });
    else entry.draft = withValue(entry.draft, value, dropped);
  }

  function move(from: readonly string[], path: readonly string[]): void {
    const name = path.at(-1);
    const parent = find(from.slice(0, -1));
    const isRename =
      from.length === path.length && path.slice(0, -1).every((token, at) => token === from[at]);
    const renamed = isRename && parent?.kind === "object" && !entryAt(parent, name!);
    const entry = renamed ? entryAt(parent, from.at(-1)!) : take(from);
    if (entry === undefined) return;
    const isWithin = from.length > path.length && path.every((token, at) => token === from[at]);
    const outer = isWithin && name !== undefined ? find(path.slice(0, -1)) : undefined;
    const holder = outer?.kind === "object" ? entryAt(outer, name!) : undefined;
    // What was taken out of a value takes its place, with the name and the comments that are there.
    if (holder !== undefined) holder.draft = entry.draft;
    else if (renamed) entry.name = name!;
    else if (name === undefined) [root, rootFrom] = [entry.draft, entry.source];
    else insert(path, entry);
  }

  for (const operation of patch) {
    const path = parsePointer(operation.path);
    if (operation.op === "remove") {
      const gone = take(path)?.draft.source;
      if (gone) dropped.push(gone);
    } else if (operation.op === "move") move(parsePointer(operation.from), path);
    else if (operation.op === "copy") {
      const copied = find(parsePointer(operation.from));
      if (copied) insert(path, { draft: newDraft(draftValue(copied)), source: undefined });
    } else if (operation.op === "add" || operation.op === "replace")
      put(path, operation.value, operation.op === "add");
  }
  return { root, rootFrom };
}

/** What an alias or a merge key brings in is not changed from there. */
function isOpen({ kind, source }: Draft): boolean {
  return kind !== "scalar" && source?.aliasOf === undefined;
}

function entryAt(parent: Draft, token: string): DraftEntry | undefined {
  if (!isOpen(parent)) return undefined;
  const entries = entriesOf(parent);
  return parent.kind === "list" ? entries[Number(token)] : entries.findLast(({ name }) => name === token);
}

/** The draft, or another one in its place, with the value. Keeps what both have. */
function withValue(draft: Draft, value: unknown, dropped: SourceValue[]): Draft {
  const kind = kindOf(value);
  if (draft.kind !== kind) {
    if (draft.source) dropped.push(draft.source);
    return newDraft(value, draft.source ?? draft.like);
  }
  draft.wanted = { value };
  if (kind === "scalar") draft.scalar = value;
  else if (isOpen(draft)) {
    const before = entriesOf(draft);
    draft.entries = kind === "list" ? items(before, value as unknown[]) : members(before, value as object);
    const kept = new Set(draft.entries);
    for (const entry of before) if (!kept.has(entry) && entry.draft.source) dropped.push(entry.draft.source);
  }
  return draft;

  /** Items that stay as they are keep their text, wherever they are then. */
  function items(before: readonly DraftEntry[], wanted: readonly unknown[]): DraftEntry[] {
    const unused = new Set(before);
    const use = (entry: DraftEntry | undefined, isFit: (entry: DraftEntry) => boolean) => {
      if (entry === undefined || !unused.has(entry) || !isFit(entry)) return undefined;
      unused.delete(entry);
      return entry;
    };
    const equal = wanted.map((item, index) => {
      const isEqual = (entry: DraftEntry) => equalJson(draftValue(entry.draft), item);
      return use(before[index], isEqual) ?? use([...unused].find(isEqual), isEqual);
    });
    return wanted.map((item, index) => {
      const entry = equal[index] ?? use(before[index], () => true);
      if (entry === undefined) return { name: "", draft: newDraft(item), source: undefined };
      entry.draft = withValue(entry.draft, item, dropped);
      return entry;
    });
  }

  /** Of members with one name the last counts. Whether a merge key brings one in is seen when all is settled. */
  function members(before: readonly DraftEntry[], wanted: object): DraftEntry[] {
    const last = new Map<EntryName, DraftEntry>(before.map((entry) => [entry.name, entry]));
    for (const [name, entry] of last)
      if (name !== MERGE && Object.hasOwn(wanted, name))
        entry.draft = withValue(entry.draft, (wanted as Record<string, unknown>)[name], dropped);
    const kept = before.filter(({ name }) => name === MERGE || Object.hasOwn(wanted, name));
    if (last.has(MERGE)) return kept;
    const added = Object.entries(wanted).filter(([name]) => !last.has(name));
    return [...kept, ...added.map(([name, item]) => newEntry(name, item))];
  }
}

/** Once the values are known: which aliases and merge keys still say what is wanted. All others are written out. */
function settle(root: Draft): void {
  /** What stands behind the anchors of the new text. */
  const anchored = new Map<SourceValue, unknown>();
  visit(root, (draft) => {
    if (!isOpen(draft) && draft.kind !== "scalar") return;
    const { wanted, source: from } = draft;
    if (from && !from.aliasOf) anchored.set(from, wanted ? wanted.value : draftValue(draft));
    for (const { name, source } of entriesOf(draft)) {
      if (source?.anchored && source.name === name) anchored.set(source.anchored, source.anchored.value);
    }
  });
  const standing = entriesThatStand(root);
  visit(root, (draft) => {
    if (draft.entries === undefined) return;
    if (draft.wanted && draft.entries.some(({ name }) => name === MERGE))
      settleMerge(draft, draft.wanted.value as object, anchored);
    for (const entry of draft.entries) {
      const { source, wanted } = entry.draft;
      const isStale =
        source?.aliasOf &&
        wanted &&
        !(anchored.has(source.aliasOf) && equalJson(anchored.get(source.aliasOf), wanted.value));
      if (isStale) entry.draft = newDraft(wanted.value, source.aliasOf);
    }
    keepMembers(draft, standing);
  });
}

/** A member that differs from what a merge key brings in stands beside it. Without a use left, the key goes. */
function settleMerge(draft: Draft, wanted: object, anchored: ReadonlyMap<SourceValue, unknown>): void {
  const sources = mergedInto(
    draft.entries!.flatMap(({ name, draft: { source: value } }) => (value ? [{ name, value }] : [])),
  );
  const brought = objectOf(sources.toReversed().map((source) => sourceValue(source, anchored)));
  const isLost = sources.some(({ aliasOf }) => aliasOf !== undefined && !anchored.has(aliasOf));
  const isKept = !isLost && Object.keys(brought).every((name) => Object.hasOwn(wanted, name));
  const entries = isKept ? draft.entries! : draft.entries!.filter(({ name }) => name !== MERGE);
  const own = new Set(entries.map(({ name }) => name));
  for (const [name, value] of Object.entries(wanted)) {
    if (own.has(name) || (isKept && Object.hasOwn(brought, name) && equalJson(brought[name], value)))
      continue;
    const like = sources.flatMap(
      ({ entries: from }) => from.findLast((entry) => entry.name === name) ?? [],
    )[0];
    entries.push({ name, draft: newDraft(value, like?.value), source: undefined });
  }
  draft.entries = entries;
}

/** A value that was put into a new list or object in its own place: the name and its comments stay where they are. */
function keepMembers(draft: Draft, standing: ReadonlySet<SourceEntry>): void {
  if (draft.kind !== "object" || draft.source === undefined || draft.source.aliasOf) return;
  for (const entry of draft.entries!) {
    if (entry.source !== undefined || entry.draft.source !== undefined) continue;
    const was = draft.source.entries.find(({ name }) => name === entry.name);
    if (was === undefined || !standing.has(was)) continue;
    visit(entry.draft, ({ entries = [] }) => {
      for (const inner of entries)
        if (inner.source === was) {
          inner.source = undefined;
          entry.source = was;
        }
    });
  }
}

function visit(draft: Draft, see: (draft: Draft) => void): void {
  see(draft);
  for (const entry of draft.entries ?? []) visit(entry.draft, see);
}

export function draftOf(source: SourceValue): Draft {
  return { kind: source.kind, scalar: source.value, source, like: source, entries: undefined };
}

export function entriesOf(draft: Draft): DraftEntry[] {
  draft.entries ??= (draft.source?.entries ?? []).map((entry) => ({
    name: entry.name,
    draft: draftOf(entry.value),
    source: entry,
  }));
  return draft.entries;
}

const newEntry = (name: string, value: unknown, like?: SourceValue): DraftEntry => ({
  name,
  draft: newDraft(value, like),
  source: undefined,
});

/** `like`: what stood there. Texts in place of a text are written like it. */
function newDraft(value: unknown, like?: SourceValue): Draft {
  const kind = kindOf(value);
  const inside = kind === "scalar" ? [] : Object.entries(value as object);
  const entries = inside.map(([name, item]) => newEntry(kind === "list" ? "" : name, item, likeOf(name)));
  return { kind, scalar: value, source: undefined, like, entries };

  function likeOf(name: string): SourceValue | undefined {
    if (like?.kind === "scalar") return like;
    return like?.entries.find((entry, index) => entry.name === name || String(index) === name)?.value;
  }
}

/** `source`: for what merge keys bring in. */
function draftValue({ kind, scalar, source, entries }: Draft): unknown {
  if (kind === "scalar") return scalar;
  if (entries === undefined) return sourceValue(source!);
  if (kind === "list") return entries.map((entry) => draftValue(entry.draft));
  const own = entries.map(({ name, draft }) => (name === MERGE ? {} : { [name]: draftValue(draft) }));
  return objectOf([...(source ? broughtInto(source) : []), ...own]);
}

/** `now`: the values behind anchors, where they have changed. */
export function sourceValue(source: SourceValue, now?: ReadonlyMap<SourceValue, unknown>): unknown {
  const { kind, value, entries, aliasOf } = source;
  if (aliasOf && now?.has(aliasOf)) return now.get(aliasOf);
  if (kind === "scalar") return value;
  if (kind === "list") return entries.map((entry) => sourceValue(entry.value, now));
  const own = entries.map(({ name, value: inner }) =>
    name === MERGE ? {} : { [name]: sourceValue(inner, now) },
  );
  return objectOf([...broughtInto(source, now), ...own]);
}

function broughtInto(source: SourceValue, now?: ReadonlyMap<SourceValue, unknown>): unknown[] {
  return mergedInto(source.entries)
    .toReversed()
    .map((merged) => sourceValue(merged, now));
}

/** Of members with one name the last counts. */
function objectOf(parts: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const part of parts)
    if (isPlainObject(part)) for (const [name, value] of Object.entries(part)) setOwn(object, name, value);
  return object;
}

function kindOf(value: unknown): SourceValue["kind"] {
  return Array.isArray(value) ? "list" : isPlainObject(value) ? "object" : "scalar";
}

/** The entries of the text that are still somewhere. */
export function entriesThatStand(root: Draft): ReadonlySet<SourceEntry> {
  const standing = new Set<SourceEntry>();
  visit(root, ({ entries = [] }) => {
    for (const { source } of entries) if (source) standing.add(source);
  });
  return standing;
}

function firstOffset(draft: Draft): number {
  if (draft.source) return draft.source.start;
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...(draft.entries ?? []).map(({ draft: inner, source: from }) => from?.start ?? firstOffset(inner)),
  );
}

/** Members stand in the order of the text that they come from; new ones come last. */
export function inOrder(draft: Draft, was?: SourceValue): DraftEntry[] {
  const entries = entriesOf(draft);
  if (draft.kind === "list") return entries;
  const keyOf = ({ name, draft: inner, source: from }: DraftEntry): number =>
    from?.start ?? was?.entries.find((entry) => entry.name === name)?.start ?? firstOffset(inner);
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((one, other) => (one.key === other.key ? 0 : one.key - other.key))
    .map(({ entry }) => entry);
}
