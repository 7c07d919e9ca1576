/** What records tell about the fields that they belong to. */
import { child, isPlainObject } from "../../json/pointer.ts";
import { VALUE_TYPES, type ValueType } from "../../values/value-types.ts";

const MAX_FIELDS = 64;
/** From the narrowest to the widest; every string is a `string` and every whole number a `number`. */
const TYPES_BY_WIDTH: readonly ValueType[] = [
  ...([
    "boolean",
    "integer",
    "number",
    "datetime",
    "date",
    "time",
    "uuid",
    "email",
    "url",
    "string",
  ] as const),
  ...(["array", "object"] as const),
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

export function namesOf(fields: readonly unknown[], nameMember: string): string[] {
  return fields
    .map((field) => child(field, nameMember))
    .filter((name): name is string => typeof name === "string");
}
