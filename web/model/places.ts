/** Which input of the form shows a place of the candidate, and what a person calls that place. */
import { child, escapeToken, isPlainObject, parsePointer } from "../../src/core/json/pointer.ts";
import { valueAt } from "../json/edit.ts";
import { type FieldModel, fits, type GroupModel, type RecordsModel } from "./model.ts";
import { singular } from "./names.ts";
import { branchOf } from "./values.ts";

/** The pointer of the innermost input that shows the place. */
export function placeOf(model: GroupModel, candidate: unknown, pointer: string): string {
  let place = "";
  let current: FieldModel | undefined = model;
  let value = candidate;
  for (const token of parsePointer(pointer)) {
    const next: Step | undefined = current && step(current, value, token);
    if (next === undefined) return place;
    place += `/${escapeToken(token)}`;
    current = next.model;
    value = child(value, token);
  }
  return place;
}

interface Step {
  /** Undefined for what the form shows as JSON. */
  model: FieldModel | undefined;
}

function step(model: FieldModel, value: unknown, token: string): Step | undefined {
  if (!fits(model, value)) return undefined;
  switch (model.kind) {
    case "union": {
      const branch = model.branches[branchOf(model, value, undefined)];
      return branch && value !== undefined ? step({ ...branch, required: true }, value, token) : undefined;
    }
    case "tuple": {
      const item = model.items[Number(token)];
      return item && (value !== undefined || model.required) ? { model: item } : undefined;
    }
    case "group": {
      // An optional group that is absent is only a button.
      if (value === undefined && !model.required) return undefined;
      return { model: memberOf(model, token) };
    }
    case "rows":
      return hasItem(value, token) ? { model: model.item } : undefined;
    case "list":
      return hasItem(value, token) ? { model: model.item } : undefined;
    case "map":
      return isPlainObject(value) && Object.hasOwn(value, token) ? { model: model.item } : undefined;
    case "records":
      return hasItem(value, token) ? { model: RECORD } : undefined;
    default:
      return undefined;
  }
}

/** A record shows its members, whatever they are called. */
const RECORD: FieldModel = {
  kind: "group",
  name: "",
  label: "",
  hint: undefined,
  required: true,
  at: "",
  default: undefined,
  deprecated: undefined,
  registry: undefined,
  mayBeEmpty: true,
  members: [],
  others: undefined,
};

function memberOf({ members, others }: GroupModel, name: string): FieldModel | undefined {
  return members.find((member) => member.name === name) ?? others;
}

function hasItem(list: unknown, token: string): boolean {
  return Array.isArray(list) && Object.hasOwn(list, token) && token !== "length";
}

/** "Type of “minutes”", "points in sample record 2", "Vessel › Length metres". */
export function labelOf(model: GroupModel, candidate: unknown, pointer: string): string {
  const parts: string[] = [];
  let current: FieldModel | undefined = model;
  let at = "";
  for (const token of parsePointer(pointer)) {
    const holder = kindAt(current, valueAt(candidate, at));
    at += `/${escapeToken(token)}`;
    if (holder?.kind === "group" && holder !== RECORD) {
      current = memberOf(holder, token);
      parts.push(current === undefined || current === holder.others ? token : current.label);
    } else if (holder?.kind === "tuple") {
      current = holder.items[Number(token)];
      parts.push(current?.label ?? String(Number(token) + 1));
    } else if (holder?.kind === "map") {
      current = holder.item;
      parts.push(token);
    } else if (holder?.kind === "rows" || (holder?.kind === "list" && !isScalar(holder.item))) {
      current = holder.item;
      const name = nameOf(holder.item, valueAt(candidate, at));
      parts.push(name === undefined ? `${singular(holder.label)} ${Number(token) + 1}` : `“${name}”`);
    } else if (holder?.kind === "records") {
      current = RECORD;
      parts.push(`${singular(holder.label)} ${Number(token) + 1}`);
    } else {
      current = undefined;
      parts.push(/^\d+$/.test(token) ? String(Number(token) + 1) : token);
    }
  }
  if (parts.length === 0) return "The proposal";
  // The list's own name adds nothing once the item has one.
  const last = parts.at(-1)!;
  const rest = parts.slice(0, -1).filter((_, index) => !nextIsItem(parts, index));
  return rest.length === 0 ? last : `${rest.join(" › ")} › ${last}`;

  function nextIsItem(all: readonly string[], index: number): boolean {
    const next = all[index + 1] ?? "";
    return next.startsWith("“") || next.startsWith(`${singular(all[index]!)} `);
  }
}

/** The kind of a union that a value is of. */
export function kindAt(model: FieldModel | undefined, value: unknown): FieldModel | undefined {
  return model?.kind === "union" ? model.branches[branchOf(model, value, undefined)] : model;
}

/** The input of a place; of a place for several kinds, the input of the kind that is there. */
export function modelAt(root: FieldModel, candidate: unknown, pointer: string): FieldModel | undefined {
  let model: FieldModel | undefined = root;
  let value = candidate;
  for (const token of parsePointer(pointer)) {
    const holder = kindAt(model, value);
    if (holder?.kind === "group") model = memberOf(holder, token);
    else if (holder?.kind === "tuple") model = holder.items[Number(token)];
    else if (holder?.kind === "rows" || holder?.kind === "list" || holder?.kind === "map")
      model = holder.item;
    else return undefined;
    value = child(value, token);
  }
  return kindAt(model, value) ?? model;
}

/** In the order of the form. What is said of a whole comes before what is said of its parts. */
export function inFormOrder<Placed extends { readonly pointer: string }>(
  root: FieldModel,
  candidate: unknown,
  list: readonly Placed[],
): Placed[] {
  const positions = new Map(list.map((one) => [one, positionOf(root, candidate, one.pointer)]));
  return list.toSorted((one, other) => {
    const [a, b] = [positions.get(one)!, positions.get(other)!];
    const at = a.findIndex((number, index) => number !== b[index]);
    return at < 0 || at >= b.length ? a.length - b.length : a[at]! - b[at]!;
  });
}

/** Where a place stands in the form: the number of each field on the way. */
function positionOf(root: FieldModel, candidate: unknown, pointer: string): number[] {
  const position: number[] = [];
  let model: FieldModel | undefined = root;
  let value = candidate;
  for (const token of parsePointer(pointer)) {
    const holder = kindAt(model, value);
    if (holder?.kind === "group") {
      const at = holder.members.findIndex(({ name }) => name === token);
      position.push(at < 0 ? holder.members.length : at);
      model = memberOf(holder, token);
    } else {
      position.push(Number.isNaN(Number(token)) ? 0 : Number(token));
      if (holder?.kind === "tuple") model = holder.items[Number(token)];
      else model = holder !== undefined && "item" in holder ? holder.item : undefined;
    }
    value = child(value, token);
  }
  return position;
}

function isScalar({ kind }: FieldModel): boolean {
  return ["text", "number", "boolean", "choice"].includes(kind);
}

/** What tells an item from others: its first text. */
export function nameOf(item: FieldModel, value: unknown): string | undefined {
  const model = kindAt(item, value);
  if (typeof value === "string" && !isScalar(item) && value.trim() !== "") return cut(value.trim(), 40);
  if (!isPlainObject(value) || model?.kind !== "group") return undefined;
  const texts = model.members
    .filter(({ kind }) => kind === "text")
    .map(({ name }) => value[name])
    .filter((text): text is string => typeof text === "string" && text.trim() !== "");
  return texts[0] === undefined ? undefined : cut(texts[0].trim(), 40);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

export interface Column {
  name: string;
  /** Undefined for what the records hold without a declaration. */
  type: string | undefined;
}

/** The columns of a table of records: the declared fields, then what is only in records. */
export function columnsOf(model: RecordsModel, candidate: unknown): Column[] {
  const columns = new Map<string, Column>();
  const fields = valueAt(candidate, model.fieldsAt);
  for (const field of Array.isArray(fields) ? fields : []) {
    const name = child(field, model.nameMember);
    const type = child(field, model.typeMember);
    if (typeof name === "string" && name !== "" && !columns.has(name))
      columns.set(name, { name, type: typeof type === "string" ? type : "" });
  }
  return [...columns.values()];
}

/** Keys of records that no field declares. */
export function undeclaredKeys(columns: readonly Column[], records: readonly unknown[]): string[] {
  const declared = new Set(columns.map(({ name }) => name));
  const found = new Set<string>();
  for (const record of records)
    if (isPlainObject(record)) for (const key of Object.keys(record)) if (!declared.has(key)) found.add(key);
  return [...found];
}
