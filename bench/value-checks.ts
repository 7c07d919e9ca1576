/**
 * The value types of `datagen` / `generator-option`, as someone would write them to check records by hand. The peers
 * share them, so that none of them is slower or faster because it checks a date differently.
 */

export type ValueCheck = (value: unknown) => boolean;

const dateShape = /^(\d{4})-(\d\d)-(\d\d)$/;
const timeShape =
  /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const emailShape = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isDate(value: unknown): boolean {
  const parts = typeof value === "string" ? dateShape.exec(value) : null;
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (daysOf[month - 1] ?? 0) + (leap ? 1 : 0);
}

export const isTime: ValueCheck = (value) => typeof value === "string" && timeShape.test(value);

export const isDateTime: ValueCheck = (value) =>
  typeof value === "string" &&
  (value[10] === "T" || value[10] === "t") &&
  isDate(value.slice(0, 10)) &&
  isTime(value.slice(11));

export const isWebUrl: ValueCheck = (value) =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);

export const valueChecks: ReadonlyMap<string, ValueCheck> = new Map<string, ValueCheck>([
  ["string", (value) => typeof value === "string"],
  ["integer", (value) => Number.isSafeInteger(value)],
  ["number", (value) => typeof value === "number"],
  ["boolean", (value) => typeof value === "boolean"],
  ["date", isDate],
  ["time", isTime],
  ["datetime", isDateTime],
  ["uuid", (value) => typeof value === "string" && uuidShape.test(value)],
  ["email", (value) => typeof value === "string" && emailShape.test(value)],
  ["url", isWebUrl],
  ["object", (value) => typeof value === "object" && value !== null && !Array.isArray(value)],
  ["array", (value) => Array.isArray(value)],
]);
