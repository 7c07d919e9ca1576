/** A draft from sample records: the fields are read off the values. */
import { fieldsFromRecords } from "../../src/core/checks/record-reports.ts";
import { type SpecPackageDocument, wordOf } from "../../src/core/spec-package/document.ts";
import type { Json } from "../../src/core/types.ts";
import { setAt, valueAt } from "../json/edit.ts";
import type { RecordsModel } from "../model/model.ts";

const MAX_RECORDS = 100;

/** The types that fields of records may have. */
export function typesOf({ rules, lists }: SpecPackageDocument, at: string): readonly string[] {
  const rule = rules.find((one) => one.check === "records-match-fields" && one.at.includes(at));
  return lists?.[String(rule?.params?.types)]?.values.map(wordOf) ?? [];
}

/** A draft with these records, and with fields of the types that the values show. Fields that are there stay. */
export function draftFrom(
  draft: unknown,
  target: RecordsModel,
  records: readonly Record<string, unknown>[],
  types: readonly string[],
): Json {
  const kept = records.slice(0, MAX_RECORDS);
  const before = valueAt(draft, target.fieldsAt);
  const declared = (Array.isArray(before) ? before : []).filter(
    (field) => field?.[target.nameMember] !== undefined,
  );
  const names = new Set(declared.map((field) => field[target.nameMember]));
  const fields = fieldsFromRecords([...kept])
    .filter(({ name }) => !names.has(name))
    .map(({ name, type }) => ({
      [target.nameMember]: name,
      [target.typeMember]: types.includes(type) ? type : (types[0] ?? type),
    }));
  const withFields = setAt(draft, target.fieldsAt, [...declared, ...fields]);
  return setAt(withFields, target.at, kept) as Json;
}
