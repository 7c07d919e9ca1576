/** RFC 3339 dates and times that exist in the calendar. */

const [PLUS, HYPHEN, FULL_STOP, COLON, SMALL_T, SMALL_Z] = [0x2b, 0x2d, 0x2e, 0x3a, 0x74, 0x7a];
/** The bit that makes ASCII letters lower case. */
const LOWER = 0x20;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysIn(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : DAYS[month - 1]!;
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The English name of the day of the week of a date that exists, by Sakamoto's method. */
export function weekdayOf(date: string): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const shifted = month < 3 ? year - 1 : year;
  const offset = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1]!;
  const days = shifted + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return WEEKDAYS[(days + offset + day) % 7]!;
}

/** The number of a month by its English name or an abbreviation; 0 if there is none. */
export function monthNumber(name: string): number {
  const lower = name.toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(lower)) + 1;
}

/** The number that two digits at this index make, or NaN. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** An RFC 3339 full-date that exists in the calendar. */
export function isDate(text: string): boolean {
  return text.length === 10 && startsWithDate(text);
}

function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return false;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  // There are no days in a month that does not exist, and comparing with NaN is false.
  return !Number.isNaN(year) && day >= 1 && day <= daysIn(year, month);
}

/** An RFC 3339 full-time from `start` to the end of the text, or a partial-time unless `needsOffset`. */
export function isTime(text: string, start: number, needsOffset: boolean): boolean {
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

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

export function isDateTime(text: string): boolean {
  return (text.charCodeAt(10) | LOWER) === SMALL_T && startsWithDate(text) && isTime(text, 11, true);
}

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
