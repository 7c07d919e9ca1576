/** Dates, times and durations in milliseconds. The calendar is ours: that of the runtime differs from one to the next. */
import { isDate, isDateTime } from "../../values/calendar.ts";
import { fail } from "../frame.ts";

export const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR, m: MINUTE, s: 1_000, ms: 1, us: 1e-3, ns: 1e-6 };
/** The years that CEL's points in time can have. */
const [FIRST, LAST] = [daysFrom(1, 1, 1) * DAY, daysFrom(9999, 12, 31) * DAY + DAY - 1];

/** Days since 1970-01-01, by the algorithm of Howard Hinnant. */
function daysFrom(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export interface Civil {
  year: number;
  month: number;
  day: number;
}

export function civilOf(moment: number): Civil {
  const days = Math.floor(moment / DAY) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const part = Math.floor((5 * dayOfYear + 2) / 153);
  const month = part < 10 ? part + 3 : part - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * part + 2) / 5) + 1,
  };
}

/** Counted from 0. */
export function dayOfYear(moment: number): number {
  return Math.floor(moment / DAY) - daysFrom(civilOf(moment).year, 1, 1);
}

/** 0 is Sunday. */
export function dayOfWeek(moment: number): number {
  const day = (Math.floor(moment / DAY) + 4) % 7;
  return day < 0 ? day + 7 : day;
}

/** The start of the day, in UTC. */
export function startOfDay(moment: number): number {
  return Math.floor(moment / DAY) * DAY;
}

export function inRange(moment: number): number {
  return moment >= FIRST && moment <= LAST ? moment : fail("the point in time is beyond the years 1 to 9999");
}

export function readDate(text: string): number | undefined {
  if (!isDate(text)) return undefined;
  const [year, month, day] = text.split("-").map(Number) as [number, number, number];
  return year === 0 ? undefined : daysFrom(year, month, day) * DAY;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))?$/i;

/** The time since midnight, in UTC if the text has an offset. 24:00 is the end of the day. */
export function readTime(text: string): number | undefined {
  if (/^24:00(?::00)?$/.test(text)) return DAY;
  const parts = TIME.exec(text);
  if (parts === null) return undefined;
  const [, hours, minutes, seconds = "0", fraction = "0", sign, offsetHours = "0", offsetMinutes = "0"] =
    parts;
  const time =
    Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1_000 + Number(fraction) * 1_000;
  const offset = Number(offsetHours) * HOUR + Number(offsetMinutes) * MINUTE;
  return sign === "-" ? time + offset : time - offset;
}

export function readTimestamp(text: string): number | undefined {
  if (!isDateTime(text)) return undefined;
  const day = readDate(text.slice(0, 10));
  // A leap second is the second after it.
  const leap = text.slice(17, 19) === "60";
  const time = readTime(leap ? `${text.slice(11, 17)}59${text.slice(19)}` : text.slice(11));
  return day === undefined || time === undefined ? undefined : day + time + (leap ? 1_000 : 0);
}

const DURATION =
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:h|ms|us|ns|m|s)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:h|ms|us|ns|m|s))*$/;

/** As CEL writes durations: `1h30m`, `90s`, `-1.5h`. */
export function readDuration(text: string): number | undefined {
  if (text === "0") return 0;
  if (text.length > 60 || !DURATION.test(text)) return undefined;
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/([\d.]+)(ms|us|ns|h|m|s)/g))
    sum += Number(amount) * UNITS[unit!]!;
  return Number.isFinite(sum) ? (text.startsWith("-") ? -sum : sum) : undefined;
}

const pad = (number: number, length = 2): string => String(number).padStart(length, "0");

/** RFC 3339, in UTC. */
export function writeTimestamp(moment: number): string {
  const { year, month, day } = civilOf(moment);
  const rest = moment - startOfDay(moment);
  const [hours, minutes] = [Math.floor(rest / HOUR), Math.floor(rest / MINUTE) % 60];
  const seconds = Math.floor(rest / 1_000) % 60;
  const milliseconds = Math.floor(rest % 1_000);
  const fraction = milliseconds === 0 ? "" : `.${pad(milliseconds, 3)}`;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hours)}:${pad(minutes)}:${pad(seconds)}${fraction}Z`;
}

export function writeDate(moment: number): string {
  return writeTimestamp(startOfDay(moment)).slice(0, 10);
}

/** As CEL does: in seconds. */
export function writeDuration(duration: number): string {
  return `${Number((duration / 1_000).toFixed(9))}s`;
}
