/** The quick answer to whether records match their fields. */
import { child, isPlainObject } from "../../json/pointer.ts";
import { VALUE_TYPES } from "../../values/value-types.ts";
import type { FieldMembers } from "./fields.ts";

/** One look-up for each field instead of two. */
const testByType = new Map<unknown, (value: unknown, depth: number) => boolean>(
  Object.entries(VALUE_TYPES).map(([type, { test }]) => [type, test]),
);

/** Whether each record has exactly the declared fields, with values of their types. */
export function recordsFit(
  fields: readonly unknown[],
  records: readonly unknown[],
  members: FieldMembers,
  depth: number,
): boolean {
  const { name: nameMember, type: typeMember } = members;
  const total = fields.length;
  const names = new Array<string>(total);
  const tests = new Array<(value: unknown, depth: number) => boolean>(total);
  let ordinary = true;
  for (let index = 0; index < total; index++) {
    const test = testByType.get(child(fields[index], typeMember));
    const name = child(fields[index], nameMember);
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
