/** Dates and times as people write them. */
import { daysIn, isDate, isTime, monthNumber, weekdayOf } from "../calendar.ts";
import { clear, type FixedValue, open } from "./reading.ts";

const twoDigits = (number: string | number) => String(number).padStart(2, "0");
const dateOf = (year: string, month: string | number, day: string | number) =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`;

const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const MONTH = String.raw`([A-Za-z]{3,9})\.?`;
const [DAY_MONTH_YEAR, MONTH_DAY_YEAR, YEAR_MONTH_DAY] = [
  new RegExp(String.raw`^${DAY}[\s.-]+(?:of\s+)?${MONTH},?[\s-]+(\d{4})$`),
  new RegExp(String.raw`^${MONTH}\s+${DAY},?\s+(\d{4})$`),
  new RegExp(String.raw`^(\d{4})[\s-]+${MONTH}[\s-]+${DAY}$`),
];

/** Dates in other notations. Where two readings are possible, there are two. */
export function readDate(text: string): FixedValue[] {
  const withTime = /^(\d{4}-\d{2}-\d{2})[Tt ](.*)$/.exec(text);
  // With anything but a time behind it, it is not a date that was written too long.
  if (withTime)
    return isTime(withTime[2]!, 0, false) || /^\d\d:\d\d$/.test(withTime[2]!) ? [open(withTime[1])] : [];
  const yearFirst = /^(\d{4})([-/. ]?)(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (yearFirst && (yearFirst[2] !== "" || text.length === 8)) {
    const [, year = "", , month = "", day = ""] = yearFirst;
    return [clear(dateOf(year, month, day)), ...lastDayOf(year, month, day)];
  }
  const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text);
  if (yearLast) {
    const [, first = "", second = "", year = ""] = yearLast;
    return [clear(dateOf(year, second, first)), clear(dateOf(year, first, second))];
  }
  return readNamedMonth(text);
}

/** With the name of a month, and perhaps that of the day of the week, which then has to be right. */
function readNamedMonth(text: string): FixedValue[] {
  const [, weekday, rest = text] = /^([A-Za-z]{3,9}),\s+(.*)$/.exec(text) ?? [];
  const dayFirst = DAY_MONTH_YEAR.exec(rest);
  const monthFirst = MONTH_DAY_YEAR.exec(rest);
  const yearFirst = YEAR_MONTH_DAY.exec(rest);
  const date = dayFirst
    ? dateOf(dayFirst[3]!, monthNumber(dayFirst[2]!), dayFirst[1]!)
    : monthFirst
      ? dateOf(monthFirst[3]!, monthNumber(monthFirst[1]!), monthFirst[2]!)
      : yearFirst
        ? dateOf(yearFirst[1]!, monthNumber(yearFirst[2]!), yearFirst[3]!)
        : undefined;
  if (date === undefined || !isDate(date)) return [];
  if (weekday === undefined) return [clear(date)];
  return [weekdayOf(date).toLowerCase().startsWith(weekday.toLowerCase()) ? clear(date) : open(date)];
}

/** For a day that the month does not have. Which day was meant is for the author to say. */
function lastDayOf(year: string, month: string, day: string): FixedValue[] {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return d > daysIn(y, m) && d <= 31 ? [open(dateOf(year, month, daysIn(y, m)))] : [];
}

export function readTime(text: string): FixedValue[] {
  const parts = /^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2}))?)?\s*([ap])?\.?(?:m\.?)?$/i.exec(text);
  if (!parts) return [];
  const [, hour = "", minute, second = "00", half] = parts;
  // An hour alone is a time only with its half of the day.
  if (half === undefined ? minute === undefined : Number(hour) > 12 || Number(hour) === 0) return [];
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return [clear(`${twoDigits(hours)}:${minute ?? "00"}:${second}`)];
}

export function readDateTime(text: string): FixedValue[] {
  const [, before = "", after = ""] = /^(\S+?)(?:[Tt]|\s+)(\d{1,2}:\d\d.*)$/.exec(text) ?? [];
  const isSound = ({ value, grounds }: FixedValue) => grounds[1] !== "open" && isDate(String(value));
  const days = isDate(before) ? [clear(before)] : readDate(before).filter(isSound);
  const [day] = days;
  // One day, or none: a moment whose day has two readings has two readings as well.
  const written = day === undefined || days.length > 1 ? text : `${String(day.value)}T${after}`;
  const joined = written.replace(/\s+(?=[+-]\d|[Zz]$)/, "");
  const zoned = joined.replace(
    /([+-]\d\d)(\d\d)?$/,
    (_, hours: string, minutes = "00") => `${hours}:${minutes}`,
  );
  const withSeconds = zoned.replace(/^([^T]*T\d\d:\d\d)(?=$|[Zz+-])/, "$1:00");
  const date = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  return [
    ...[joined, zoned, withSeconds].map(clear),
    // A time zone or a time of day that nobody wrote.
    open(`${withSeconds}Z`),
    ...(date === text ? [open(`${date}T00:00:00Z`)] : []),
    ...(date === undefined ? [] : lastDayOf(date.slice(0, 4), date.slice(5, 7), date.slice(8))).map(
      ({ value }) => open(withSeconds.replace(/^.{10}/, String(value))),
    ),
  ];
}
