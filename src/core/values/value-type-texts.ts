/** What is said about the types of values: a page shows it that tests no value. */
import type { ValueType } from "./value-types.ts";

/** What a value of the type looks like, for messages and docs. */
export const VALUE_TYPE_PHRASES: Record<ValueType, string> = {
  string: "a string",
  integer: "a whole number from -9007199254740991 to 9007199254740991",
  number: "a number",
  boolean: "true or false",
  date: "a calendar date such as 2026-02-28",
  time: "a time such as 14:30:00 or 14:30:00Z",
  datetime: "a date and time with offset such as 2026-02-28T14:30:00Z",
  uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
  email: "an e-mail address such as ada@example.org",
  url: "an absolute http or https URL such as https://example.org/",
  object: "an object",
  array: "an array",
};

/** A value that is of the type and one that is not, as JSON, for people who write records. */
export const VALUE_TYPE_EXAMPLES: Record<ValueType, { good: string; bad: string }> = {
  string: { good: '"Ada"', bad: "null" },
  integer: { good: "42", bad: '"42"' },
  number: { good: "4.2", bad: '"4,2"' },
  boolean: { good: "true", bad: '"yes"' },
  date: { good: '"2026-02-28"', bad: '"28.02.2026"' },
  time: { good: '"14:30:00"', bad: '"2:30 pm"' },
  datetime: { good: '"2026-02-28T14:30:00Z"', bad: '"2026-02-28 14:30"' },
  uuid: { good: '"123e4567-e89b-12d3-a456-426614174000"', bad: '"123e4567"' },
  email: { good: '"ada@example.org"', bad: '"ada at example.org"' },
  url: { good: '"https://example.org/"', bad: '"example.org"' },
  object: { good: '{ "a": 1 }', bad: '"{}"' },
  array: { good: "[1, 2]", bad: '"1, 2"' },
};
