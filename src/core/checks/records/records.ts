/** What records and the fields that they belong to tell about one another. */
import { child, isPlainObject } from "../../json/pointer.ts";
import type { Meter } from "../../meter/meter.ts";
import { VALUE_TYPES, type ValueType } from "../../values/value-types.ts";
import type { WordList } from "../params.ts";

const MAX_FIELDS = 64;
/** From the narrowest to the widest; every string is a `string` and every whole number a `number`. */
const TYPES_BY_WIDTH: readonly ValueType[] = [
  ...(["boolean", "integer", "number", "datetime", "date", "time"] as const),
  ...(["uuid", "email", "url", "string", "array", "object"] as const),
];

/** The narrowest type that all values have. */
export function typeOfValues(values: readonly unknown[]): ValueType {
  return TYPES_BY_WIDTH.find((type) => values.every((value) => VALUE_TYPES[type].test(value, 0))) ?? "string";
}

/** The fields that a list of records shows, in the order in which they first occur. */
export function fieldsFromRecords(
  records: readonly unknown[],
): { name: string; type: ValueType; values: unknown[] }[] {
  const values = new Map<string, unknown[]>();
  for (const record of records) {
    if (!isPlainObject(record)) continue;
    for (const [name, value] of Object.entries(record)) {
      const known = values.get(name);
      if (known) known.push(value);
      else if (values.size < MAX_FIELDS) values.set(name, [value]);
    }
  }
  return [...values].map(([name, list]) => ({ name, type: typeOfValues(list), values: list }));
}

/**
 * The type that was meant: as written, in other case, by an alias of the package or with one typing error. Values are
 * not judged by a wilder guess, which could find fault with all of them.
 */
export function createTypeReader(list: WordList): (type: unknown, meter: Meter) => ValueType | undefined {
  const exact = new Set<unknown>(list.values);
  return (type, meter) => {
    if (exact.has(type)) return type as ValueType;
    const [match, other] = typeof type === "string" ? list.matcher.match(type, meter) : [];
    return match !== undefined && other === undefined && match.grounds[0] !== "likeness"
      ? (match.value as ValueType)
      : undefined;
  };
}

/** One look-up for each field instead of two. */
const testByType = new Map<unknown, (value: unknown, depth: number) => boolean>(
  Object.entries(VALUE_TYPES).map(([type, { test }]) => [type, test]),
);

/** The quick answer to whether each record has exactly the declared fields, with values of their types. */
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
