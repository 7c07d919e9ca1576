/**
 * A tree that becomes the wanted value. The patch says where in the text each part comes from, and the value alone what
 * the tree says in the end.
 */

import { equalJson, isPlainObject, parsePointer, setOwn } from "../../../core/json/values.ts";
import type { PatchOperation } from "../../../core/types.ts";
import { MERGE, mergedInto, type Path, type SourceEntry, type SourceValue } from "./source-tree.ts";

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
  name: SourceEntry["name"];
  value: Draft;
  /** The entry of the text that it was, here or elsewhere. */
  source: SourceEntry | undefined;
}

/** Moves parts as the patch does. What is not followed, such as a copy or the way into an alias, is left to the value. */
export function draftFor(source: SourceValue, value: unknown, patch: readonly PatchOperation[]) {
  /** Values of the text that are no longer part of the document, unless parts of them were moved before. */
  const dropped: SourceValue[] = [];
  let root = draftOf(source);

  function drop(entry: DraftEntry | undefined): void {
    if (entry?.value.source) dropped.push(entry.value.source);
  }

  function find(path: Path): Draft | undefined {
    return path.reduce<Draft | undefined>((draft, token) => draft && entryAt(draft, token)?.value, root);
  }

  function placeOf(path: Path) {
    const parent = find(path.slice(0, -1));
    return { parent, entry: parent && entryAt(parent, path.at(-1)!) };
  }

  function insert(path: Path, { value: given, source: from }: Omit<DraftEntry, "name">): void {
    const { parent, entry: there } = placeOf(path);
    if (parent === undefined || !isOpen(parent)) return;
    const entries = entriesOf(parent);
    const name = path.at(-1)!;
    if (parent.kind === "list") {
      const at = name === "-" ? entries.length : Number(name);
      entries.splice(at, 0, { name: "", value: given, source: from });
    } else {
      if (there !== undefined) entries.splice(entries.indexOf(there), 1);
      drop(there);
      entries.push({ name, value: given, source: from });
    }
  }

  function take(path: Path): DraftEntry | undefined {
    const { parent, entry } = placeOf(path);
    if (entry) entriesOf(parent!).splice(entriesOf(parent!).indexOf(entry), 1);
    return entry;
  }

  /** What was made of the parts of an entry that is gone takes its place, with its name and its comments. */
  function succeed(path: Path, was: SourceEntry): void {
    const isOfIt = ({ source: from, entries = [] }: Draft): boolean =>
      from ? was.start <= from.start && from.end <= was.end : entries.some((entry) => isOfIt(entry.value));
    const parent = find(path.slice(0, -1));
    const siblings = parent && isOpen(parent) ? entriesOf(parent) : [];
    const heir = siblings.find((entry) => !entry.source && !entry.value.source && isOfIt(entry.value));
    if (heir) heir.source = was;
  }

  function put(path: Path, given: unknown, isAdded: boolean): void {
    const { parent, entry } = placeOf(path);
    if (path.length === 0) root = withValue(root, given);
    else if (entry === undefined || (isAdded && parent!.kind === "list")) insert(path, newEntry("", given));
    else entry.value = withValue(entry.value, given);
  }

  function move(from: Path, path: Path): void {
    const name = path.at(-1);
    const parent = find(from.slice(0, -1));
    const starts = (outer: Path) => outer.every((token, at) => token === from[at]);
    const isRename = from.length === path.length && starts(path.slice(0, -1));
    const renamed = isRename && parent?.kind === "object" && !entryAt(parent, name!);
    const entry = renamed ? entryAt(parent, from.at(-1)!) : take(from);
    if (entry === undefined) return;
    const isWithin = from.length > path.length && name !== undefined && starts(path);
    const outer = isWithin ? placeOf(path) : undefined;
    // What was taken out of a value takes its place, with the name and the comments that are there.
    if (outer?.parent?.kind === "object" && outer.entry) outer.entry.value = entry.value;
    else if (renamed) entry.name = name!;
    else if (name === undefined) root = entry.value;
    else insert(path, entry);
  }

  /** The draft, or another one in its place, with the value. Keeps what both have. */
  function withValue(draft: Draft, wanted: unknown): Draft {
    const kind = kindOf(wanted);
    if (draft.kind !== kind) {
      if (draft.source && draft.kind !== "scalar") dropped.push(draft.source);
      return newDraft(wanted, draft.source ?? draft.like);
    }
    draft.value = wanted;
    if (!isOpen(draft)) return draft;
    const before = entriesOf(draft);
    const brought = broughtBy(draft.source?.entries ?? []);
    draft.entries =
      kind === "list" ? items(before, wanted as unknown[]) : members(before, wanted as object, brought);
    const kept = new Set(draft.entries);
    for (const entry of before) if (!kept.has(entry)) drop(entry);
    return draft;
  }

  /** Items that stay as they are keep their text, wherever they are then. */
  function items(before: readonly DraftEntry[], wanted: readonly unknown[]): DraftEntry[] {
    const unused = new Set<DraftEntry | undefined>(before);
    const equal = wanted.map((item, index) => {
      const isEqual = (entry: DraftEntry | undefined) =>
        entry !== undefined && unused.has(entry) && equalJson(draftValue(entry.value), item);
      const entry = isEqual(before[index]) ? before[index] : [...unused].find(isEqual);
      unused.delete(entry);
      return entry;
    });
    return wanted.map((item, index) => {
      const entry = equal[index] ?? (unused.has(before[index]) ? before[index] : undefined);
      if (entry === undefined) return newEntry("", item);
      entry.value = withValue(entry.value, item);
      return entry;
    });
  }

  /** Of members with one name the last counts. What a merge key brings in, it goes on bringing in. */
  function members(before: readonly DraftEntry[], wanted: object, brought: object): DraftEntry[] {
    const last = new Map<SourceEntry["name"], DraftEntry>(before.map((entry) => [entry.name, entry]));
    for (const [name, item] of Object.entries(wanted)) {
      const entry = last.get(name);
      if (entry) entry.value = withValue(entry.value, item);
    }
    const kept = before.filter(({ name }) => name === MERGE || Object.hasOwn(wanted, name));
    const added = Object.entries(wanted).filter(([name]) => !last.has(name) && !Object.hasOwn(brought, name));
    return [...kept, ...added.map(([name, item]) => newEntry(name, item))];
  }

  for (const operation of patch) {
    const path = parsePointer(operation.path);
    if (operation.op === "remove") {
      const gone = take(path);
      const { source: was, entries } = gone?.value ?? {};
      // The comments of what is empty because its parts were moved do not go with it.
      if (gone?.source && was?.entries.length && entries?.length === 0) succeed(path, gone.source);
      else drop(gone);
    } else if (operation.op === "move") move(parsePointer(operation.from), path);
    else if (operation.op === "add" || operation.op === "replace")
      put(path, operation.value, operation.op === "add");
  }
  root = withValue(root, value);
  const standing = entriesThatStand(root);
  visit(root, (draft) => keepMembers(draft, standing));
  return { root, dropped };
}

/** What an alias or a merge key brings in is not changed from there. */
const isOpen = ({ kind, source }: Draft): boolean => kind !== "scalar" && source?.aliasOf === undefined;

function entryAt(parent: Draft, token: string): DraftEntry | undefined {
  if (!isOpen(parent)) return undefined;
  const entries = entriesOf(parent);
  return parent.kind === "list" ? entries[Number(token)] : entries.findLast(({ name }) => name === token);
}

/** A value that was put into a new list or object in its own place: the name and its comments stay where they are. */
function keepMembers(draft: Draft, standing: ReadonlySet<SourceEntry>): void {
  if (draft.kind !== "object" || draft.source === undefined || draft.source.aliasOf) return;
  for (const entry of draft.entries ?? []) {
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
  const own = entries.filter(({ name }) => name !== MERGE);
  const parts = own.map(({ name, value: inner }) => ({ [name]: draftValue(inner) }));
  return objectOf([broughtBy(source?.entries ?? []), ...parts]);
}

/** `partValue`: for its parts. */
export function sourceValue(
  { kind, value, entries }: SourceValue,
  partValue: (part: SourceValue) => unknown = (part) => sourceValue(part),
): unknown {
  if (kind === "scalar") return value;
  if (kind === "list") return entries.map((entry) => partValue(entry.value));
  const object: Record<string, unknown> = {};
  for (const entry of entries)
    if (entry.name !== MERGE) setOwn(object, entry.name, partValue(entry.value));
    else
      for (const [name, brought] of Object.entries(broughtBy([entry])))
        if (!Object.hasOwn(object, name)) setOwn(object, name, brought);
  return object;
}

/** What merge keys bring in: the first object that has a member counts. */
function broughtBy(entries: readonly SourceEntry[]) {
  return objectOf(
    mergedInto(entries)
      .toReversed()
      .map((each) => sourceValue(each)),
  );
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

function firstOffset({ source, entries = [] }: Draft): number {
  const inside = () => entries.map(({ value, source: from }) => from?.start ?? firstOffset(value));
  return source?.start ?? Math.min(Number.MAX_SAFE_INTEGER, ...inside());
}

/** Members stand in the order of the text that they come from; new ones come last. */
export function inOrder(draft: Draft, was?: SourceValue): DraftEntry[] {
  const entries = entriesOf(draft);
  if (draft.kind === "list") return entries;
  const keyOf = ({ name, value, source: from }: DraftEntry): number =>
    from?.start ?? was?.entries.find((entry) => entry.name === name)?.start ?? firstOffset(value);
  const keys = new Map(entries.map((entry) => [entry, keyOf(entry)]));
  return entries.toSorted((one, other) => keys.get(one)! - keys.get(other)!);
}
