/** Which input of the form shows a place of the candidate, and what a person calls that place. */
import { child, escapeToken, isPlainObject, parsePointer } from "../../src/core/json/values.ts";
import { listAt } from "../json/edit.ts";
import { BARE, type FieldModel, fits, type GroupModel, isScalar, type RecordsModel } from "./model.ts";
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
  if (model.kind === "union") {
    const branch = model.branches[branchOf(model, value, undefined)];
    return branch && value !== undefined ? step({ ...branch, required: true }, value, token) : undefined;
  }
  const inner = { model: childOf(model, token) };
  // An optional group that is absent is only a button.
  if (model.kind === "group") return value === undefined && !model.required ? undefined : inner;
  if (model.kind === "tuple")
    return inner.model && (value !== undefined || model.required) ? inner : undefined;
  return inner.model && Object.hasOwn(value ?? {}, token) && token !== "length" ? inner : undefined;
}

/** A record shows its members, whatever they are called. */
const RECORD: FieldModel = { ...BARE, kind: "group", name: "", label: "", members: [], others: undefined };

/** The field of a part of what a field shows. */
function childOf(holder: FieldModel, token: string): FieldModel | undefined {
  switch (holder.kind) {
    case "group":
      return holder.members.find(({ name }) => name === token) ?? holder.others;
    case "tuple":
      return holder.items[Number(token)];
    case "rows":
    case "list":
    case "map":
      return holder.item;
    default:
      return holder.kind === "records" ? RECORD : undefined;
  }
}

/** The fields on the way to a place, each with what holds it and with its value. */
function wayTo(root: FieldModel, candidate: unknown, pointer: string) {
  let model: FieldModel | undefined = root;
  let value = candidate;
  return parsePointer(pointer).map((token) => {
    const holder = kindAt(model, value);
    model = holder && childOf(holder, token);
    value = child(value, token);
    return { token, holder, model, value };
  });
}

/** "Type of “minutes”", "points in sample record 2", "Vessel › Length metres". */
export function labelOf(model: GroupModel, candidate: unknown, pointer: string): string {
  const parts = wayTo(model, candidate, pointer).map(({ token, holder, model: field, value }) => {
    const number = Number(token) + 1;
    if (holder?.kind === "group" && holder !== RECORD)
      return field === undefined || field === holder.others ? token : field.label;
    if (holder?.kind === "tuple") return field?.label ?? String(number);
    if (holder?.kind === "map") return token;
    if (holder?.kind === "records") return `${singular(holder.label)} ${number}`;
    if (holder?.kind === "rows" || (holder?.kind === "list" && !isScalar(holder.item))) {
      const name = nameOf(holder.item, value);
      return name === undefined ? `${singular(holder.label)} ${number}` : `“${name}”`;
    }
    return /^\d+$/.test(token) ? String(number) : token;
  });
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
  const { model, value } = wayTo(root, candidate, pointer).at(-1) ?? { model: root, value: candidate };
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
  return wayTo(root, candidate, pointer).map(({ token, holder }) => {
    if (holder?.kind !== "group") return Number(token) || 0;
    const at = holder.members.findIndex(({ name }) => name === token);
    return at < 0 ? holder.members.length : at;
  });
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

/** The tables of records in a form. */
export function recordsIn(model: FieldModel): readonly RecordsModel[] {
  if (model.kind === "records") return [model];
  return model.kind === "group" ? model.members.flatMap(recordsIn) : [];
}

export interface Column {
  name: string;
  /** Absent for what the records hold without a declaration. */
  type?: string;
}

/** The columns of a table of records: the declared fields, then what is only in records. */
export function columnsOf(model: RecordsModel, candidate: unknown, records: readonly unknown[]): Column[] {
  const columns = new Map<string, Column>();
  for (const field of listAt(candidate, model.fieldsAt)) {
    const name = child(field, model.nameMember);
    const type = child(field, model.typeMember);
    if (typeof name === "string" && name !== "" && !columns.has(name))
      columns.set(name, { name, type: typeof type === "string" ? type : "" });
  }
  for (const name of records.filter(isPlainObject).flatMap((record) => Object.keys(record)))
    if (!columns.has(name)) columns.set(name, { name });
  return [...columns.values()];
}
