/** The types that records and members can be declared with. */
import { isPlainObject } from "../json/pointer.ts";
import { isSafeJson } from "../json/safety.ts";
import { isDate, isDateTime, isTime } from "./calendar.ts";
import { isUrl } from "./url.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_EMAIL_LENGTH = 254;
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

type Test = (value: unknown, depth: number) => boolean;

/** Each asks for the type itself instead of through a helper, since they run for every value of every record. */
const TESTS = {
  string: (value) => typeof value === "string" && value.isWellFormed(),
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  date: (value) => typeof value === "string" && isDate(value),
  time: (value) => typeof value === "string" && isTime(value, 0, false),
  datetime: (value) => typeof value === "string" && isDateTime(value),
  uuid: (value) => typeof value === "string" && UUID.test(value),
  email: (value) => typeof value === "string" && value.length <= MAX_EMAIL_LENGTH && EMAIL.test(value),
  url: (value) => typeof value === "string" && isUrl(value),
  object: (value, depth) => isPlainObject(value) && isSafeJson(value, depth),
  array: (value, depth) => Array.isArray(value) && isSafeJson(value, depth),
} satisfies Record<string, Test>;

export type ValueType = keyof typeof TESTS;

/** `depth` is the number of levels between the candidate's root and the value. */
export const VALUE_TYPES: Record<ValueType, Test> = TESTS;

export function isValueType(name: string): name is ValueType {
  return Object.hasOwn(VALUE_TYPES, name);
}
