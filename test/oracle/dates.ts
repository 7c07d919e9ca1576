/** Dates and times of RFC 3339, section 5.6. Letters may be of either case, digits are ASCII. */

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(.*)$/s;
const OFFSET = /^([+-])([0-9]{2}):([0-9]{2})$/;

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MINUTES_IN_DAY = 24 * 60;

export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (month < 1 || month > 12) return false;
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && isLeapYear ? 29 : DAYS_IN_MONTH[month - 1]!;
  return day >= 1 && day <= days;
}

/** A time of day; the offset may be left out. */
export function isTime(text: string): boolean {
  return isClockTime(text, { offset: "optional" });
}

/** A date and a time joined by `T`, with an offset. */
export function isDatetime(text: string): boolean {
  const separator = text[10];
  return (
    (separator === "T" || separator === "t") &&
    isDate(text.slice(0, 10)) &&
    isClockTime(text.slice(11), { offset: "required" })
  );
}

function isClockTime(text: string, { offset }: { offset: "optional" | "required" }): boolean {
  const match = TIME.exec(text);
  if (!match) return false;
  const [hour, minute, second] = match.slice(1, 4).map(Number) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 60) return false;
  const offsetText = match[4]!;
  let offsetMinutes: number | undefined;
  if (offsetText === "") {
    if (offset === "required") return false;
    // Without an offset the time is read as it stands.
    offsetMinutes = 0;
  } else {
    offsetMinutes = minutesOfOffset(offsetText);
  }
  if (offsetMinutes === undefined) return false;
  if (second < 60) return true;
  // A leap second is the last second of a day in UTC, whatever the clock shows elsewhere.
  const minuteInUtc = (hour * 60 + minute - offsetMinutes + 2 * MINUTES_IN_DAY) % MINUTES_IN_DAY;
  return minuteInUtc === MINUTES_IN_DAY - 1;
}

/** Minutes east of UTC; undefined if it is no offset. */
function minutesOfOffset(text: string): number | undefined {
  if (text === "Z" || text === "z") return 0;
  const match = OFFSET.exec(text);
  if (!match) return undefined;
  const hours = Number(match[2]);
  const minutes = Number(match[3]);
  if (hours > 23 || minutes > 59) return undefined;
  return (match[1] === "-" ? -1 : 1) * (hours * 60 + minutes);
}
