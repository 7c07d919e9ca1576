/**
 * Dates, times of day, points in time and durations: which texts name one that exists, and what they are in milliseconds.
 * Texts are read here, since runtimes differ in that. In the calendar they do not: ECMAScript says how it is computed.
 */

const [PLUS, HYPHEN, FULL_STOP, COLON, SMALL_T, SMALL_Z] = [0x2b, 0x2d, 0x2e, 0x3a, 0x74, 0x7a];
/** The bit that makes ASCII letters lower case. */
const LOWER = 0x20;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

export function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : DAYS[month - 1]!;
}

export function monthNumber(name: string): number {
  const lower = name.toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(lower)) + 1;
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** An RFC 3339 full-date that exists in the calendar. */
export const isDate = (text: unknown): boolean =>
  typeof text === "string" && text.length === 10 && startsWithDate(text);

function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return false;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  // There are no days in a month that does not exist, and comparing with NaN is false.
  return !Number.isNaN(year) && day >= 1 && day <= daysIn(year, month);
}

/** An RFC 3339 partial-time or full-time. */
export const isTime = (text: unknown): boolean => typeof text === "string" && isTimeFrom(text, 0, false);

/** An RFC 3339 full-time. */
export const isTimeWithOffset = (text: unknown) => typeof text === "string" && isTimeFrom(text, 0, true);

export function isDateTime(text: unknown): boolean {
  if (typeof text !== "string" || (text.charCodeAt(10) | LOWER) !== SMALL_T) return false;
  return startsWithDate(text) && isTimeFrom(text, 11, true);
}

function isTimeFrom(text: string, start: number, needsOffset: boolean): boolean {
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  if (text.charCodeAt(start + 2) !== COLON || text.charCodeAt(start + 5) !== COLON) return false;
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return false;
  let at = start + 8;
  if (text.charCodeAt(at) === FULL_STOP) {
    const fraction = ++at;
    while (isDigit(text.charCodeAt(at))) at++;
    if (at === fraction) return false;
  }
  let shift = 0;
  const sign = text.charCodeAt(at);
  if (sign === PLUS || sign === HYPHEN) {
    const hours = twoDigits(text, at + 1);
    const minutes = twoDigits(text, at + 4);
    if (text.charCodeAt(at + 3) !== COLON || !(hours <= 23 && minutes <= 59)) return false;
    shift = (hours * 60 + minutes) * (sign === PLUS ? 1 : -1);
    at += 6;
  } else if ((sign | LOWER) === SMALL_Z) at++;
  else if (needsOffset) return false;
  // A leap second falls at 23:59:60 UTC and nowhere else.
  return at === text.length && (second < 60 || (hour * 60 + minute - shift + 2880) % 1440 === 1439);
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** Why a text in the form of a date or time names one that does not exist; undefined if it has another form. */
export function whyImpossible(text: string): string | undefined {
  if (text.charCodeAt(4) !== HYPHEN && !text.includes(":")) return undefined;
  const date = /^(\d{4})-(\d\d)-(\d\d)(?:$|[Tt ])/.exec(text);
  if (date) {
    const [year, month, day] = [Number(date[1]), Number(date[2]), Number(date[3])];
    if (month < 1 || month > 12) return `there is no month ${date[2]}`;
    if (day < 1) return "days start at 01";
    if (day > daysIn(year, month)) {
      if (day === 29) return `${year} is not a leap year`;
      return `${MONTHS[month - 1]} has ${daysIn(year, month)} days${month === 2 ? ` in ${year}` : ""}`;
    }
  }
  const time = /(?:^|[Tt ])(\d\d):(\d\d)(?::(\d\d))?/.exec(text);
  if (!time) return undefined;
  if (Number(time[1]) > 23) return `there is no hour ${time[1]}`;
  if (Number(time[2]) > 59) return `there is no minute ${time[2]}`;
  if (Number(time[3]) > 60) return `there is no second ${time[3]}`;
  return time[3] === "60" ? "a leap second is only at 23:59:60 UTC" : undefined;
}

/** The start of a day. Date.UTC takes the years 0 to 99 for others; the calendar repeats every 400 years. */
const momentOf = (year: number, month: number, day: number): number =>
  Date.UTC(year + 400, month - 1, day) - 146_097 * DAY;

/** A moment can lie between two milliseconds. */
export const dateOf = (moment: number): Date => new Date(Math.floor(moment));

/** Counted from 0. */
export const dayOfYear = (moment: number): number =>
  Math.floor((moment - momentOf(dateOf(moment).getUTCFullYear(), 1, 1)) / DAY);

/** The English name of the day of the week of a date that exists. */
export const weekdayOf = (date: string): string => WEEKDAYS[dateOf(dayOf(date)).getUTCDay()]!;

export const startOfDay = (moment: number): number => Math.floor(moment / DAY) * DAY;

/** The first and the last millisecond of the years that CEL's points in time can have. */
export const [FIRST_MOMENT, LAST_MOMENT] = [momentOf(1, 1, 1), momentOf(9999, 12, 31) + DAY - 1];

/** The start of the day that a date, or a point in time that exists, names. */
const dayOf = (text: string): number =>
  momentOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));

export const readDate = (text: string): number | undefined =>
  isDate(text) && !text.startsWith("0000") ? dayOf(text) : undefined;

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

/** The same with leap seconds: each comes after every other second. */
export function timeOf(text: string): number | undefined {
  const leap = /^(\d\d:\d\d:)60(?=\D|$)/.exec(text);
  if (leap === null) return readTime(text);
  const before = isTime(text) ? readTime(`${leap[1]}59${text.slice(8)}`) : undefined;
  return before === undefined ? undefined : before + 1_000;
}

export function readTimestamp(text: string): number | undefined {
  if (!isDateTime(text)) return undefined;
  const [day, time] = [readDate(text.slice(0, 10)), timeOf(text.slice(11))];
  return day === undefined || time === undefined ? undefined : day + time;
}

/** Below 0 if the first is earlier; undefined if they cannot be compared. A date and a moment: by their days. */
export function compareMoments(a: string, b: string): number | undefined {
  const [time, other] = [timeOf(withNanoseconds(a)), timeOf(withNanoseconds(b))];
  if (time !== undefined && other !== undefined) return nanoseconds(time - other);
  if (isDate(a) || isDate(b))
    return isDate(a.slice(0, 10)) && isDate(b.slice(0, 10)) ? dayOf(a) - dayOf(b) : undefined;
  if (!isDateTime(a) || !isDateTime(b)) return undefined;
  return dayOf(a) - dayOf(b) + nanoseconds(timeOfDay(a) - timeOfDay(b));
}

/** A time of day has room for nanoseconds, unlike the milliseconds since 1970, and an offset costs the digits behind them. */
const nanoseconds = (milliseconds: number): number => Math.round(milliseconds * 1e6) / 1e6;

const withNanoseconds = (time: string): string => time.replace(/^(\d\d:\d\d:\d\d\.\d{9})\d+/, "$1");

const timeOfDay = (dateTime: string): number => timeOf(withNanoseconds(dateTime.slice(11)))!;

/** RFC 3339, in UTC. */
export const writeTimestamp = (moment: number): string => dateOf(moment).toISOString().replace(".000Z", "Z");

export const writeDate = (moment: number): string => writeTimestamp(moment).slice(0, 10);

/** Durations of ISO 8601 as in appendix A of RFC 3339: weeks alone, or units in falling order without gaps. */
const DURATION =
  /^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

export const isDuration = (text: unknown) => typeof text === "string" && text !== "P" && DURATION.test(text);

/** As CEL does: in seconds. */
export const writeDuration = (duration: number): string => `${Number((duration / 1_000).toFixed(9))}s`;
