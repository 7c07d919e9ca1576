/**
 * A tree that becomes the wanted value. The patch says where in the text each part comes from, and the value alone what
 * the tree says in the end.
 */

import { equalJson, isPlainObject, parsePointer, setOwn } from "../../../core/json/values.ts";
import type { PatchOperation } from "../../../core/types.ts";
import { type EntryName, MERGE, mergedInto, type SourceEntry, type SourceValue } from "./source-tree.ts";

export interface Draft {
  readonly kind: SourceValue["kind"];
  /** Of a scalar; once the patch is replayed, what every part has to say. */
  value: unknown;
  /** Undefined: it is new. */
  readonly source: SourceValue | undefined;
  /** A scalar of the text that a new one is written like. */
  readonly like: SourceValue | undefined;
  /** Undefined: as in the source. */
  entries: DraftEntry[] | undefined;
}

export interface DraftEntry {
  name: EntryName;
  value: Draft;
  /** The entry of the text that it was, here or elsewhere. */
  source: SourceEntry | undefined;
}

export function draftFor(source: SourceValue, value: unknown, patch: readonly PatchOperation[]) {
  /** Values of the text that are no longer part of the document, unless parts of them were moved before. */
  const dropped: SourceValue[] = [];
  const root = withValue(replay(source, patch, dropped), value, dropped);
  settle(root);
  return { root, dropped };
}

/** Moves parts as the patch does. What cannot be followed, such as the way into an alias, is left to the value. */
function replay(source: SourceValue, patch: readonly PatchOperation[], dropped: SourceValue[]): Draft {
  let root = draftOf(source);

  function find(path: readonly string[]): Draft | undefined {
    return path.reduce<Draft | undefined>((draft, token) => draft && entryAt(draft, token)?.value, root);
  }

  function placeOf(path: readonly string[]) {
    const parent = find(path.slice(0, -1));
    return { parent, entry: parent && entryAt(parent, path.at(-1)!) };
  }

  function insert(path: readonly string[], { value, source: from }: Omit<DraftEntry, "name">): void {
    const { parent, entry: there } = placeOf(path);
    if (parent === undefined || !isOpen(parent)) return;
    const entries = entriesOf(parent);
    const name = path.at(-1)!;
    if (parent.kind === "list")
      entries.splice(name === "-" ? entries.length : Number(name), 0, { name: "", value, source: from });
    else {
      if (there !== undefined) entries.splice(entries.indexOf(there), 1);
      if (there?.value.source) dropped.push(there.value.source);
      entries.push({ name, value, source: from });
    }
  }

  function take(path: readonly string[]): DraftEntry | undefined {
    const { parent, entry } = placeOf(path);
    if (entry) entriesOf(parent!).splice(entriesOf(parent!).indexOf(entry), 1);
    return entry;
  }

  function put(path: readonly string[], value: unknown, isAdded: boolean): void {
    const { parent, entry } = placeOf(path);
    if (path.length === 0) root = withValue(root, value, dropped);
    else if (entry === undefined || (isAdded && parent!.kind === "list")) insert(path, newEntry("", value));
    else entry.value = withValue(entry.value, value, dropped);
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
    if (holder !== undefined) holder.value = entry.value;
    else if (renamed) entry.name = name!;
    else if (name === undefined) root = entry.value;
    else insert(path, entry);
  }

  for (const operation of patch) {
    const path = parsePointer(operation.path);
    if (operation.op === "remove") {
      const gone = take(path)?.value.source;
      if (gone) dropped.push(gone);
    } else if (operation.op === "move") move(parsePointer(operation.from), path);
    else if (operation.op === "copy") {
      const copied = find(parsePointer(operation.from));
      if (copied) insert(path, newEntry("", draftValue(copied), copied.source));
    } else if (operation.op === "add" || operation.op === "replace")
      put(path, operation.value, operation.op === "add");
  }
  return root;
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
    if (draft.source && draft.kind !== "scalar") dropped.push(draft.source);
    return newDraft(value, draft.source ?? draft.like);
  }
  draft.value = value;
  if (isOpen(draft)) {
    const before = entriesOf(draft);
    draft.entries = kind === "list" ? items(before, value as unknown[]) : members(before, value as object);
    const kept = new Set(draft.entries);
    for (const entry of before) if (!kept.has(entry) && entry.value.source) dropped.push(entry.value.source);
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
      const isEqual = (entry: DraftEntry) => equalJson(draftValue(entry.value), item);
      return use(before[index], isEqual) ?? use([...unused].find(isEqual), isEqual);
    });
    return wanted.map((item, index) => {
      const entry = equal[index] ?? use(before[index], () => true);
      if (entry === undefined) return newEntry("", item);
      entry.value = withValue(entry.value, item, dropped);
      return entry;
    });
  }

  /** Of members with one name the last counts. Whether a merge key brings one in is seen when all is settled. */
  function members(before: readonly DraftEntry[], wanted: object): DraftEntry[] {
    const last = new Map<EntryName, DraftEntry>(before.map((entry) => [entry.name, entry]));
    for (const [name, entry] of last)
      if (name !== MERGE && Object.hasOwn(wanted, name))
        entry.value = withValue(entry.value, (wanted as Record<string, unknown>)[name], dropped);
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
  visit(root, ({ value, source: from, entries = [] }) => {
    // What a merge key brings in stays as it is, and nobody has said its value.
    if (from && !from.aliasOf) anchored.set(from, value === undefined ? sourceValue(from) : value);
    for (const { name, source } of entries)
      if (source?.anchored && source.name === name) anchored.set(source.anchored, source.anchored.value);
  });
  const standing = entriesThatStand(root);
  visit(root, (draft) => {
    if (draft.entries === undefined) return;
    if (draft.entries.some(({ name }) => name === MERGE)) settleMerge(draft, anchored);
    for (const entry of draft.entries) {
      const { value, source } = entry.value;
      if (entry.name !== MERGE && source?.aliasOf && !equalJson(anchored.get(source.aliasOf), value))
        entry.value = newDraft(value, source.aliasOf);
    }
    keepMembers(draft, standing);
  });
}

/** A member that differs from what a merge key brings in stands beside it. Without a use left, the key goes. */
function settleMerge(draft: Draft, anchored: ReadonlyMap<SourceValue, unknown>): void {
  const wanted = draft.value as object;
  const sources = mergedInto(
    draft.entries!.flatMap(({ name, value: { source: value } }) => (value ? [{ name, value }] : [])),
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
    entries.push(newEntry(name, value, like?.value));
  }
  draft.entries = entries;
}

/** A value that was put into a new list or object in its own place: the name and its comments stay where they are. */
function keepMembers(draft: Draft, standing: ReadonlySet<SourceEntry>): void {
  if (draft.kind !== "object" || draft.source === undefined || draft.source.aliasOf) return;
  for (const entry of draft.entries!) {
    if (entry.source !== undefined || entry.value.source !== undefined) continue;
    const was = draft.source.entries.find(({ name }) => name === entry.name);
    if (was === undefined || !standing.has(was)) continue;
    visit(entry.value, ({ entries = [] }) => {
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
  for (const entry of draft.entries ?? []) visit(entry.value, see);
}

export function draftOf(source: SourceValue): Draft {
  return { kind: source.kind, value: source.value, source, like: source, entries: undefined };
}

export function entriesOf(draft: Draft): DraftEntry[] {
  draft.entries ??= (draft.source?.entries ?? []).map((entry) => ({
    name: entry.name,
    value: draftOf(entry.value),
    source: entry,
  }));
  return draft.entries;
}

const newEntry = (name: string, value: unknown, like?: SourceValue): DraftEntry => ({
  name,
  value: newDraft(value, like),
  source: undefined,
});

/** `like`: what stood there. Texts in place of a text are written like it. */
function newDraft(value: unknown, like?: SourceValue): Draft {
  const kind = kindOf(value);
  const inside = kind === "scalar" ? [] : Object.entries(value as object);
  const entries = inside.map(([name, item]) => newEntry(kind === "list" ? "" : name, item, likeOf(name)));
  return { kind, value, source: undefined, like, entries };

  function likeOf(name: string): SourceValue | undefined {
    if (like?.kind === "scalar") return like;
    return like?.entries.find((entry, index) => entry.name === name || String(index) === name)?.value;
  }
}

/** `source`: for what merge keys bring in. */
function draftValue({ kind, value, source, entries }: Draft): unknown {
  if (kind === "scalar") return value;
  if (entries === undefined) return sourceValue(source!);
  if (kind === "list") return entries.map((entry) => draftValue(entry.value));
  const own = entries.map(({ name, value: inner }) => (name === MERGE ? {} : { [name]: draftValue(inner) }));
  return objectOf([...broughtBy(source?.entries ?? []), ...own]);
}

/** `now`: the values behind anchors, where they have changed. */
export function sourceValue(source: SourceValue, now?: ReadonlyMap<SourceValue, unknown>): unknown {
  const { kind, value, entries, aliasOf } = source;
  if (aliasOf && now?.has(aliasOf)) return now.get(aliasOf);
  if (kind === "scalar") return value;
  if (kind === "list") return entries.map((entry) => sourceValue(entry.value, now));
  const object: Record<string, unknown> = {};
  for (const entry of entries)
    if (entry.name !== MERGE) setOwn(object, entry.name, sourceValue(entry.value, now));
    else
      for (const [name, brought] of Object.entries(objectOf(broughtBy([entry], now))))
        if (!Object.hasOwn(object, name)) setOwn(object, name, brought);
  return object;
}

/** What merge keys bring in: what counts comes last. */
function broughtBy(
  entries: readonly SourceEntry[],
  now?: ReadonlyMap<SourceValue, unknown>,
): readonly unknown[] {
  return mergedInto(entries)
    .map((merged) => sourceValue(merged, now))
    .toReversed();
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
    ...(draft.entries ?? []).map(({ value, source: from }) => from?.start ?? firstOffset(value)),
  );
}

/** Members stand in the order of the text that they come from; new ones come last. */
export function inOrder(draft: Draft, was?: SourceValue): DraftEntry[] {
  const entries = entriesOf(draft);
  if (draft.kind === "list") return entries;
  const keyOf = ({ name, value, source: from }: DraftEntry): number =>
    from?.start ?? was?.entries.find((entry) => entry.name === name)?.start ?? firstOffset(value);
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((one, other) => (one.key === other.key ? 0 : one.key - other.key))
    .map(({ entry }) => entry);
}
