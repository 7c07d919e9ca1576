/** Durations of ISO 8601 as in appendix A of RFC 3339: weeks alone, or units in falling order without gaps. */

const DURATION =
  /^P(?:(\d+)W|(?:(\d+)Y(?:(\d+)M(?:(\d+)D)?)?|(\d+)M(?:(\d+)D)?|(\d+)D)?(?:T(?:(\d+)H(?:(\d+)M(?:(\d+)S)?)?|(\d+)M(?:(\d+)S)?|(\d+)S))?)$/;

export function isDuration(text: string): boolean {
  return text !== "P" && DURATION.test(text);
}

/** Months, whose length depends on the calendar, and the seconds of all other units. */
function partsOf(text: string): { months: number; seconds: number } {
  const [date, time = ""] = text.slice(1).split("T") as [string, string?];
  const amount = (part: string, unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(part)?.[1] ?? 0);
  const days = amount(date, "W") * 7 + amount(date, "D");
  return {
    months: amount(date, "Y") * 12 + amount(date, "M"),
    seconds: days * 86_400 + amount(time, "H") * 3_600 + amount(time, "M") * 60 + amount(time, "S"),
  };
}

/**
 * Below 0 if the first is shorter; undefined if that depends on the calendar, as with a month and 30 days: a month has 28
 * to 31 days, and a year 365 or 366.
 */
export function compareDurations(a: string, b: string): number | undefined {
  if (!isDuration(a) || !isDuration(b)) return undefined;
  const [left, right] = [partsOf(a), partsOf(b)];
  const months = left.months - right.months;
  const seconds = left.seconds - right.seconds;
  const years = Math.trunc(months / 12);
  const orderWith = (daysOfYear: number, daysOfMonth: number) =>
    Math.sign((years * daysOfYear + (months % 12) * daysOfMonth) * 86_400 + seconds);
  const order = orderWith(365, 28);
  return order === orderWith(366, 31) ? order : undefined;
}
