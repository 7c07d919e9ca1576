/** Ties declared fields to records: whether they fit, and what a change to one means for the other. */
import { compilePathPattern } from "../json/path-pattern.ts";
import { child, escapeToken, isPlainObject, type Path } from "../json/pointer.ts";
import { isValueType, VALUE_TYPES } from "../values/value-types.ts";
import type { Coupling } from "./definition.ts";

/** A fix that would have to rename more places than this is not offered. */
const MAX_RENAMES = 200;

/** Whether each record has exactly the declared fields, with values of their types. */
export function recordsFit(
  fields: readonly unknown[],
  records: readonly unknown[],
  nameMember: string,
  typeMember: string,
  depth: number,
): boolean {
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
    let members = 0;
    for (const _ in record) members++;
    if (members !== total) return false;
  }
  return true;
}

/** Renaming a field renames it in the records; another type or list is doubtful where the two then disagree. */
export function createCoupling(
  fieldsPath: readonly string[],
  recordsPath: readonly string[],
  nameMember: string,
  typeMember: string,
): Coupling {
  const pattern = (member: string) =>
    compilePathPattern(`/${[...fieldsPath, "*", member].map(escapeToken).join("/")}`);
  const [nameAt, typeAt] = [pattern(nameMember), pattern(typeMember)];
  const isAt = (path: Path, list: readonly string[]) =>
    path.length === list.length && list.every((key, index) => key === path[index]);
  return ({ path, from, to }, read) => {
    const isFields = isAt(path, fieldsPath);
    if (isFields || isAt(path, recordsPath)) {
      const [given, records] = [isFields ? to : read(fieldsPath), isFields ? read(recordsPath) : to];
      if (!Array.isArray(given) || !Array.isArray(records)) return undefined;
      const now = (index: number, member: string) => read([...fieldsPath, index, member]);
      const fields = isFields
        ? given
        : given.map((_, index) => ({
            [nameMember]: now(index, nameMember),
            [typeMember]: now(index, typeMember),
          }));
      return recordsFit(fields, records, nameMember, typeMember, recordsPath.length + 2)
        ? undefined
        : "doubt";
    }
    const isName = nameAt.matches(path);
    if (!isName && !typeAt.matches(path)) return undefined;
    const [fields, records] = [read(fieldsPath), read(recordsPath)];
    if (!Array.isArray(fields) || !Array.isArray(records)) return undefined;
    if (!isName) {
      // As an earlier fix leaves it, and as the records still call it.
      const names = [
        read([...path.slice(0, -1), nameMember]),
        child(fields[Number(path.at(-2))], nameMember),
      ];
      const fits =
        typeof to === "string" &&
        isValueType(to) &&
        names.every((name) => typeof name === "string") &&
        records.every((record) =>
          names.every((name) => {
            const value = child(record, name);
            return value === undefined || VALUE_TYPES[to](value, 0);
          }),
        );
      return fits ? undefined : "doubt";
    }
    if (typeof to !== "string") return undefined;
    // Names as earlier fixes leave them, so that no two fields end up with the same one.
    const names = fields.map((_, index) => read([...fieldsPath, index, nameMember]));
    const named = (name: string) => names.filter((other) => other === name).length;
    if (named(to) > 0 || (typeof from === "string" && named(from) > 1)) return "refuse";
    const renames: { path: Path; to: string }[] = [];
    // Records that have neither name, or another kind of value under the new one, are about something else.
    let doubtful = false;
    const type = read([...path.slice(0, -1), typeMember]);
    const fits = (value: unknown) =>
      value !== undefined && (typeof type !== "string" || !isValueType(type) || VALUE_TYPES[type](value, 0));
    for (const [index, record] of records.entries()) {
      if (!isPlainObject(record)) continue;
      if (typeof from !== "string" || !Object.hasOwn(record, from)) {
        if (!fits(child(record, to))) doubtful = true;
        continue;
      }
      if (Object.hasOwn(record, to) || renames.length >= MAX_RENAMES) return "refuse";
      renames.push({ path: [...recordsPath, index, from], to });
    }
    return { renames, doubtful };
  };
}
