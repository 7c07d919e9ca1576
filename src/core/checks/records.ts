/** The check of records by the fields that a candidate declares. */
import { type Edit, fix, type Reading } from "../findings/finding.ts";
import { numberText } from "../json/notes.ts";
import { child, isPlainObject, type Path, parsePointer, setOwn, valueAt } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import { quote } from "../unicode/describe.ts";
import { isValueType, readingsOf, VALUE_TYPES, type ValueType } from "../values/value-types.ts";
import { definePlaceCheck, notList } from "./definition.ts";
import { listName, member, text } from "./params.ts";
import { createTypeReader, fieldsFromRecords, reportRecords, typeOfValues } from "./record-reports.ts";

const MAX_ROWS = 256;
/** A fix that would have to rename more keys than this is not offered. */
const MAX_RENAMES = 200;
/** What it costs to rename a key in one record, as a number of comparisons. */
const RENAME_EFFORT = 16;

const ofField = (description: string) => member({ description }, (_at, { fields }) => `${fields}/*`);

const SUMMARY = "Each record has exactly the declared fields, with values of their declared types.";
/** Types whose texts people write in many ways. */
const FORMED: ReadonlySet<string> = new Set<ValueType>(["date", "time", "datetime"]);

export const recordsMatchFields = definePlaceCheck({
  name: "records-match-fields",
  summary: SUMMARY,
  kinds: ["missing", "unknown", "mismatch"],
  describe({ types }, lists) {
    const texts = lists.get(types)!.values.filter((type) => FORMED.has(type));
    const forms = texts.map((type) => `${type} ${JSON.stringify(VALUE_TYPES[type as ValueType].good)}`);
    return forms.length === 0 ? SUMMARY : `${SUMMARY.slice(0, -1)}: ${forms.join(", ")}.`;
  },
  parts: {
    fields: text("pointer of the list of declared fields"),
    name: ofField("member of a field that contains its name"),
    type: ofField("member of a field that contains its type"),
    types: listName("list of the types; each must be one that this check knows"),
  },
  unsuited: notList,
  compile({ params, written, places }, at) {
    const { fields: fieldsPointer, name: nameMember, type: typeMember, types: list } = params;
    const unknownType = list.values.find((type) => !isValueType(type));
    if (unknownType !== undefined)
      return {
        refusal: `${quote(unknownType)} of the list ${quote(written.types)} is not a type that this check knows`,
      };
    if (places.length > 1 || at.includes("*"))
      return { refusal: `"at" must be the pointer of one list of records` };
    const recordsPath = parsePointer(at);
    const fieldsPath = parsePointer(fieldsPointer);
    const meantType = createTypeReader(list);
    const members = { name: nameMember, type: typeMember };
    const table: Parameters<typeof reportRecords>[0] = {
      eachField: `${fieldsPointer}/*`,
      fieldsPath,
      recordsPath,
      members,
      meantType,
    };
    const namesOf = (fields: readonly unknown[]) =>
      fields.map((field) => child(field, nameMember)).filter((name) => typeof name === "string");
    const memberAt = (path: Path) =>
      path.length === fieldsPath.length + 2 && fieldsPath.every((key, depth) => key === path[depth])
        ? { index: Number(path.at(-2)), member: path.at(-1) }
        : undefined;

    return {
      open(candidate) {
        const fields = valueAt(candidate, fieldsPath);
        return {
          ok: (records) =>
            !Array.isArray(fields) ||
            !Array.isArray(records) ||
            recordsFit(fields, records, members, recordsPath.length + 2),
          report(records, _path, blame, sink) {
            if (Array.isArray(fields) && fields.length > 0 && Array.isArray(records))
              reportRecords(table, fields, records, blame, sink);
          },
        };
      },
      insight: {
        read: (reading) => readRows(reading, table),
        unchecked(candidate) {
          const [fields, records] = [valueAt(candidate, fieldsPath), valueAt(candidate, recordsPath)];
          const isKnown =
            Array.isArray(fields) &&
            fields.length > 0 &&
            fields.every((field) => typeof child(field, nameMember) === "string");
          return !isKnown && Array.isArray(records) && records.length > 0 ? [recordsPath] : [];
        },
        /** A field that gets another name takes the keys of the records along. */
        follow(candidate, path, to, meter) {
          const asked = memberAt(path);
          if (asked?.member !== nameMember || typeof to !== "string") return undefined;
          const [fields, records] = [valueAt(candidate, fieldsPath), valueAt(candidate, recordsPath)];
          if (!Array.isArray(fields)) return undefined;
          const from = child(fields[asked.index], nameMember);
          const names = namesOf(fields);
          if (names.includes(to) || names.filter((name) => name === from).length > 1) return "refuse";
          if (!Array.isArray(records) || typeof from !== "string") return undefined;
          if (!meter.spend(RENAME_EFFORT * records.length)) return "refuse";
          const edits: Edit[] = [];
          for (const [index, record] of records.entries()) {
            if (!isPlainObject(record) || !Object.hasOwn(record, from)) continue;
            if (Object.hasOwn(record, to) || edits.length >= MAX_RENAMES) return "refuse";
            edits.push({
              kind: "move",
              path: [...recordsPath, index, from],
              to: [...recordsPath, index, to],
            });
          }
          return edits;
        },
        propose(candidate, path, meter) {
          const [fields, records] = [valueAt(candidate, fieldsPath), valueAt(candidate, recordsPath)];
          if (isSamePath(path, fieldsPath) && Array.isArray(records))
            return {
              value: fieldsFromRecords(records).map(({ name, type }) => ({
                [nameMember]: name,
                [typeMember]: type,
              })),
            };
          if (isSamePath(path, recordsPath) && Array.isArray(fields)) {
            // Of a field without a type, null would pass for the value.
            if (!fields.every((field) => meantType(child(field, typeMember), meter) !== undefined))
              return undefined;
            const record: Record<string, null> = {};
            for (const name of namesOf(fields)) setOwn(record, name, null);
            return Object.keys(record).length > 0 ? { value: [record] } : undefined;
          }
          const asked = memberAt(path);
          if (asked === undefined || !Array.isArray(fields) || !Array.isArray(records)) return undefined;
          const field = fields[asked.index];
          if (asked.member === nameMember) {
            const name = nameFor(field, fields, records, meter);
            return name === undefined ? undefined : { value: name, certainty: "open" };
          }
          const name = child(field, nameMember);
          if (asked.member !== typeMember || typeof name !== "string") return undefined;
          if (!meter.spend(records.length)) return undefined;
          const values = records.map((record) => child(record, name)).filter((value) => value !== undefined);
          if (values.length === 0) return undefined;
          // Texts can be of many types, and so can numbers whose digits were not kept: what they look like is only a proposal.
          const isKept = (record: unknown) =>
            numberText(record, name) === undefined && isExact(child(record, name));
          const isTold =
            values.every((value) => typeof value === "boolean") ||
            (values.every((value) => typeof value === "number") && records.every(isKept));
          const type = typeOfValues(values);
          return list.values.includes(type)
            ? { value: type, certainty: isTold ? "clear" : "open" }
            : undefined;
        },
      },
    };

    /** The one name that records use and no field has, for the one field without a name, if its type fits. */
    function nameFor(
      field: unknown,
      fields: readonly unknown[],
      records: readonly unknown[],
      meter: Meter,
    ): string | undefined {
      const only = meter.recall(fields, records, () => {
        const names = namesOf(fields);
        if (names.length !== fields.length - 1) return undefined;
        const open = fieldsFromRecords(records).filter(({ name }) => !names.includes(name));
        return open.length === 1 ? open[0] : undefined;
      });
      const type = meantType(child(field, typeMember), meter);
      return only && (type === undefined || only.values.every((value) => VALUE_TYPES[type].test(value, 0)))
        ? only.name
        : undefined;
    }
  },
});

function isSamePath(path: Path, other: Path): boolean {
  return path.length === other.length && path.every((key, index) => key === other[index]);
}

/** Beyond ±(2^53−1), a JSON number does not say which digits were written. */
function isExact(value: unknown): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}

/** One look-up for each field instead of two. */
const testByType = new Map<unknown, (value: unknown, depth: number) => boolean>(
  Object.entries(VALUE_TYPES).map(([type, { test }]) => [type, test]),
);

export function recordsFit(
  fields: readonly unknown[],
  records: readonly unknown[],
  members: { readonly name: string; readonly type: string },
  depth: number,
): boolean {
  const total = fields.length;
  const names = new Array<string>(total);
  const tests = new Array<(value: unknown, depth: number) => boolean>(total);
  let ordinary = true;
  for (let index = 0; index < total; index++) {
    const test = testByType.get(child(fields[index], members.type));
    const name = child(fields[index], members.name);
    if (typeof name !== "string" || test === undefined) return false;
    // If a name occurs twice, counting members could miss a record that has a wrong one instead.
    for (let earlier = 0; earlier < index; earlier++) if (names[earlier] === name) return false;
    // What else a record inherits are functions, which no type accepts.
    if (name === "__proto__") ordinary = false;
    names[index] = name;
    tests[index] = test;
  }
  for (let at = 0; at < records.length; at++) {
    const record = records[at];
    if (!isPlainObject(record)) return false;
    for (let index = 0; index < total; index++) {
      const name = names[index]!;
      const value = ordinary ? record[name] : child(record, name);
      if (value === undefined || !tests[index]!(value, depth)) return false;
    }
    let count = 0;
    for (const _ in record) count++;
    if (count !== total) return false;
  }
  return true;
}

/** Reads rows, whose cells are in the order of the declared fields, as records, if every one of them has a value for each field that would do there. */
function readRows(
  reading: Reading,
  { fieldsPath, recordsPath, members, meantType }: Parameters<typeof reportRecords>[0],
): void {
  const at = (path: Path) => valueAt(reading.value, path);
  const [fields, records] = [at(fieldsPath), at(recordsPath)];
  if (!Array.isArray(fields)) return;
  if (
    Array.isArray(records)
      ? records.length > MAX_ROWS || records.every(isPlainObject)
      : !isPlainObject(records)
  )
    return;
  const columns = fields.map((field) => child(field, members.name));
  if (isPlainObject(records) && columns.some((name) => Object.hasOwn(records, String(name)))) {
    // One record without its list.
    const origin = reading.originOf(recordsPath);
    reading.setOrigin(recordsPath, origin);
    const wrap = fix("Put it into a list", "structure", { kind: "wrap", path: recordsPath });
    reading.noteForm(recordsPath, "an array", "array", records, wrap);
    reading.setOrigin([...recordsPath, 0], origin);
    reading.replace(recordsPath, [records]);
    return;
  }
  if (!Array.isArray(records)) return;
  const rows = records.filter((record) => !isPlainObject(record));
  const types = fields.map((field) => meantType(child(field, members.type), reading.meter));
  if (columns.length === 0 || new Set(columns).size !== columns.length) return;
  if (!columns.every((name): name is string => typeof name === "string")) return;
  if (!rows.every((row) => Array.isArray(row) && isRow(row, types, reading.meter))) return;
  // A row of names is a head, which says what the columns are.
  if ((rows[0] as unknown[]).every((cell) => columns.includes(String(cell)))) return;
  if (reading.originOf([...recordsPath, 0]).isInText) return;
  const read = records.map((record, index) => {
    if (!Array.isArray(record)) return record;
    const named: Record<string, unknown> = {};
    const path = [...recordsPath, index];
    const own = reading.originOf(path).path;
    for (const [column, name] of columns.entries()) {
      setOwn(named, name, record[column]);
      reading.setOrigin([...path, name], { path: [...own, column], isInText: false });
    }
    reading.setOrigin(path, { path: own, isInText: false });
    const cells = { kind: "nameCells", path, columns } as const;
    const reshape = fix("Name the values in the order of the fields", "structure", cells);
    reading.noteForm(path, "an object", "object", record, reshape);
    return named;
  });
  reading.replace(recordsPath, read);
}

function isRow(row: readonly unknown[], types: readonly (ValueType | undefined)[], meter: Meter): boolean {
  return (
    row.length === types.length &&
    row.every((cell, index) => {
      const type = types[index];
      return (
        type === undefined || VALUE_TYPES[type].test(cell, 0) || readingsOf(type, cell, meter).length > 0
      );
    })
  );
}
