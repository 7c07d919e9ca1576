/** The types that an output field may declare, and which values are of them. `null` is of none. */
import { isDate, isDatetime, isTime } from "./dates.ts";
import { isLdhName, isUrl } from "./url.ts";

const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const MAX_INTEGER = 2 ** 53 - 1;

const isText = (value: unknown) => typeof value === "string";
const isFiniteNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const VALUE_TYPES = new Map<string, (value: unknown) => boolean>([
  ["string", isText],
  ["integer", (value) => isFiniteNumber(value) && isWholeNumber(value as number)],
  ["number", isFiniteNumber],
  ["boolean", (value) => value === true || value === false],
  ["date", (value) => isText(value) && isDate(value as string)],
  ["time", (value) => isText(value) && isTime(value as string)],
  ["datetime", (value) => isText(value) && isDatetime(value as string)],
  ["uuid", (value) => isText(value) && isUuid(value as string)],
  ["email", (value) => isText(value) && isEmail(value as string)],
  ["url", (value) => isText(value) && isUrl(value as string)],
  ["object", isObject],
  ["array", Array.isArray],
]);

function isWholeNumber(value: number): boolean {
  return Math.trunc(value) === value && value >= -MAX_INTEGER && value <= MAX_INTEGER;
}

function isUuid(text: string): boolean {
  return /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/.test(text);
}

/** A dot-atom of at most 64 characters, `@`, and a host name. */
function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH) return false;
  const parts = text.split("@");
  if (parts.length !== 2) return false;
  const [local, host] = parts as [string, string];
  if (local.length > MAX_LOCAL_LENGTH) return false;
  return local.split(".").every((atom) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom)) && isLdhName(host);
}
