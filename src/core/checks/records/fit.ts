/** The quick answer to whether records match their fields. */
import { child, isPlainObject } from "../../json/pointer.ts";
import { isValueType, VALUE_TYPES } from "../../values/value-types.ts";
import type { FieldMembers } from "./fields.ts";

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
    const type = child(fields[index], typeMember);
    const name = child(fields[index], nameMember);
    if (typeof name !== "string" || typeof type !== "string" || !isValueType(type)) return false;
    // If a name occurs twice, counting members could miss a record that has a wrong one instead.
    for (let earlier = 0; earlier < index; earlier++) if (names[earlier] === name) return false;
    if (name in Object.prototype) ordinary = false;
    names[index] = name;
    tests[index] = VALUE_TYPES[type];
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
