/**
 * Dates, times of day, points in time and durations: which texts name one that exists, and what they are in milliseconds.
 * Texts are read here, since runtimes differ in that. In the calendar they do not: ECMAScript says how it is computed.
 */

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

export const daysIn = (year: number, month: number): number =>
  dateOf(momentOf(year, month + 1, 0)).getUTCDate();

export function monthNumber(name: string): number {
  const lower = name.toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(lower)) + 1;
}

const DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const MINUTES = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
const CLOCK = String.raw`${MINUTES}:(?:[0-5]\d|60)(?:\.\d+)?`;
const OFFSET = `(?:[Zz]|[+-]${MINUTES})`;
const IS_DATE = new RegExp(`^${DATE}$`);
const IS_TIME = new RegExp(`^${CLOCK}${OFFSET}?$`);
const IS_DATE_TIME = new RegExp(`^${DATE}[Tt]${CLOCK}${OFFSET}$`);

/** An RFC 3339 full-date that exists in the calendar. */
export const isDate = (text: unknown): boolean =>
  typeof text === "string" && text.length === 10 && IS_DATE.test(text) && isInMonth(text);

const isInMonth = (text: string): boolean =>
  text.slice(8, 10) <= "28" ||
  Number(text.slice(8, 10)) <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)));

/** An RFC 3339 partial-time or full-time. */
export const isTime = (text: unknown): boolean =>
  typeof text === "string" && IS_TIME.test(text) && isSecond(text);

/** An RFC 3339 full-time. */
export const isTimeWithOffset = (text: unknown) => isTime(text) && /[Zz+-]/.test(text as string);

export const isDateTime = (text: unknown): boolean =>
  typeof text === "string" && IS_DATE_TIME.test(text) && isInMonth(text) && isSecond(text.slice(11));

/** A leap second falls at 23:59:60 UTC and nowhere else. */
function isSecond(time: string): boolean {
  if (time[6] !== "6") return true;
  const minute = readTime(time.replace(/:60[.\d]*/, ""))!;
  return (minute + DAY) % DAY === DAY - MINUTE;
}

/** Why a text in the form of a date or time names one that does not exist; undefined if it has another form. */
export function whyImpossible(text: string): string | undefined {
  if (text[4] !== "-" && !text.includes(":")) return undefined;
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
