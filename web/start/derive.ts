/** A draft from sample records: the fields are read off the values. */
import { fieldsFromRecords } from "../../src/core/checks/records/records.ts";
import { isPlainObject, setOwn } from "../../src/core/json/pointer.ts";
import type { Json } from "../../src/core/types.ts";
import { blankDraft, type FieldModel, type GroupModel, type RecordsModel } from "../form/model.ts";
import { setAt } from "../json/edit.ts";

export type Records =
  | { readonly ok: true; readonly records: Record<string, unknown>[] }
  | { readonly ok: false; readonly reason: string };

const MAX_RECORDS = 100;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** JSON (a list, one object, or an object a line), or a table with a header and commas, semicolons or tabs. */
export function readRecords(text: string): Records {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: false, reason: "Paste a few records first." };
  const records = readJson(trimmed) ?? readJsonLines(trimmed) ?? readTable(trimmed);
  if (records === undefined || records.length === 0)
    return {
      ok: false,
      reason:
        "No records were found. Paste a JSON list of objects, or a table whose first line names the columns.",
    };
  return { ok: true, records: records.slice(0, MAX_RECORDS) };
}

function readJson(text: string): Record<string, unknown>[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const list = Array.isArray(value) ? value : [value];
    return list.every(isPlainObject) ? list : undefined;
  } catch {
    return undefined;
  }
}

function readJsonLines(text: string): Record<string, unknown>[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const records = lines.map((line) => readJson(line)?.[0]);
  return records.every((record) => record !== undefined) ? records : undefined;
}

function readTable(text: string): Record<string, unknown>[] | undefined {
  if (/^[[{]/.test(text)) return undefined;
  const first = text.split(/\r?\n/, 1)[0]!;
  const separator = ["\t", ";", ","].find((mark) => first.includes(mark));
  const rows = splitTable(text, separator ?? ",");
  const [names, ...lines] = rows;
  if (names === undefined || lines.length === 0 || names.some((name) => name.trim() === "")) return undefined;
  const columns = names.map((_, column) => readColumn(lines.map((line) => line[column]?.trim() ?? "")));
  return lines.map((_, index) => {
    const record: Record<string, unknown> = {};
    for (const [column, name] of names.entries()) setOwn(record, name.trim(), columns[column]![index]);
    return record;
  });
}

/** A column of numbers or of truth values is read as such; everything else stays text. */
function readColumn(values: readonly string[]): unknown[] {
  const given = values.filter((value) => value !== "");
  if (given.length === values.length && given.every((value) => NUMBER.test(value))) return values.map(Number);
  if (given.length === values.length && given.every((value) => value === "true" || value === "false"))
    return values.map((value) => value === "true");
  return [...values];
}

/** RFC 4180, with any separator. */
function splitTable(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = "";
    } else if (character === "\n") {
      rows.push([...row, cell.replace(/\r$/, "")]);
      row = [];
      cell = "";
    } else cell += character;
  }
  rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((one) => one.trim() !== ""));
}

/** The records of a form, if its domain has any. */
export function findRecords(model: FieldModel): RecordsModel | undefined {
  if (model.kind === "records") return model;
  return model.kind === "group"
    ? model.members.map(findRecords).find((found) => found !== undefined)
    : undefined;
}

/** A draft with these records, and with fields of the types that the values show. */
export function draftFrom(
  model: GroupModel,
  target: RecordsModel,
  records: Record<string, unknown>[],
  types: readonly string[],
): Json {
  const fields = fieldsFromRecords(records).map(({ name, type }) => ({
    [target.nameMember]: name,
    [target.typeMember]: types.includes(type) ? type : (types[0] ?? type),
  }));
  const withFields = setAt(blankDraft(model), target.fieldsAt, fields);
  return setAt(withFields, target.at, records) as Json;
}
