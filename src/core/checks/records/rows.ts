/** Records that were sent as rows, whose cells are in the order of the declared fields. */
import { originOf, type Reading, replaceInReading } from "../../findings/reading.ts";
import { child, isPlainObject, type Path, setOwn, valueAt } from "../../json/pointer.ts";
import type { Meter } from "../../meter/meter.ts";
import { readingsOf, VALUE_TYPES, type ValueType } from "../../values/value-types.ts";
import type { FieldMembers, TypeReader } from "./fields.ts";

/** More rows than this are left as they are. */
const MAX_ROWS = 256;

export interface Rows {
  fieldsPath: Path;
  recordsPath: Path;
  members: FieldMembers;
  meantType: TypeReader;
}

/** Reads rows as records, if every one of them has a value for each field that would do there. */
export function readRows(reading: Reading, { fieldsPath, recordsPath, members, meantType }: Rows): void {
  const at = (path: Path) => valueAt(reading.value, path);
  const [fields, records] = [at(fieldsPath), at(recordsPath)];
  if (!Array.isArray(fields) || !Array.isArray(records) || records.length > MAX_ROWS) return;
  const rows = records.filter((record) => !isPlainObject(record));
  if (rows.length === 0) return;
  const columns = fields.map((field) => child(field, members.name));
  const types = fields.map((field) => meantType(child(field, members.type), reading.meter));
  if (columns.length === 0 || new Set(columns).size !== columns.length) return;
  if (!columns.every((name): name is string => typeof name === "string")) return;
  if (!rows.every((row) => Array.isArray(row) && isRow(row, types, reading.meter))) return;
  if (originOf(reading, [...recordsPath, 0]).isInText) return;
  const read = records.map((record, index) => {
    if (!Array.isArray(record)) return record;
    const named: Record<string, unknown> = {};
    const path = [...recordsPath, index];
    const own = originOf(reading, path).path;
    for (const [column, name] of columns.entries()) {
      setOwn(named, name, record[column]);
      reading.origins.set([...path, name], { path: [...own, column] });
    }
    reading.origins.set(path, { path: own, sent: record, shape: { as: "row", columns } });
    reading.altered.add(named);
    return named;
  });
  replaceInReading(reading, recordsPath, read);
  reading.altered.add(read);
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
