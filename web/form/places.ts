/** Which input of the form shows a place of the candidate, and what a person calls that place. */
import { child, escapeToken, isPlainObject, parsePointer } from "../../src/core/json/pointer.ts";
import { valueAt } from "../json/edit.ts";
import { type FieldModel, fits, type GroupModel, type RecordsModel, singular } from "./model.ts";

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
    case "group": {
      // An optional group that is absent is only a button.
      if (value === undefined && !model.required) return undefined;
      return { model: model.members.find(({ name }) => name === token) };
    }
    case "rows":
      return hasItem(value, token) ? { model: model.item } : undefined;
    case "list":
      return hasItem(value, token) ? { model: model.item } : undefined;
    case "map":
      return { model: model.item };
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
  members: [],
  open: true,
};

function hasItem(list: unknown, token: string): boolean {
  return Array.isArray(list) && Object.hasOwn(list, token) && token !== "length";
}

/** "Type of “minutes”", "points in sample record 2", "Vessel › Length metres". */
export function labelOf(model: GroupModel, candidate: unknown, pointer: string): string {
  const parts: string[] = [];
  let current: FieldModel | undefined = model;
  let at = "";
  for (const token of parsePointer(pointer)) {
    const holder: FieldModel | undefined = current;
    at += `/${escapeToken(token)}`;
    if (holder?.kind === "group" && holder !== RECORD) {
      current = holder.members.find(({ name }) => name === token);
      parts.push(current?.label ?? token);
    } else if (holder?.kind === "rows") {
      current = holder.item;
      const name = rowName(holder.item, valueAt(candidate, at));
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

/** What tells a row from others: its first text. */
export function rowName(item: GroupModel, row: unknown): string | undefined {
  if (!isPlainObject(row)) return undefined;
  const member = item.members.find(({ kind }) => kind === "text");
  const name = member && row[member.name];
  return typeof name === "string" && name.trim() !== "" ? cut(name.trim(), 40) : undefined;
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
