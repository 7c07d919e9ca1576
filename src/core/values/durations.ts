/** Durations of ISO 8601 as in appendix A of RFC 3339: weeks alone, or units in falling order without gaps. */

const DURATION =
  /^P(?:(\d+)W|(?:(\d+)Y(?:(\d+)M(?:(\d+)D)?)?|(\d+)M(?:(\d+)D)?|(\d+)D)?(?:T(?:(\d+)H(?:(\d+)M(?:(\d+)S)?)?|(\d+)M(?:(\d+)S)?|(\d+)S))?)$/;

export function isDuration(text: string): boolean {
  return text !== "P" && DURATION.test(text);
}

/** How long it is at least and at most, in seconds: a month has 28 to 31 days, and a year 365 or 366. */
function rangeOf(text: string): readonly [number, number] | undefined {
  if (!isDuration(text)) return undefined;
  const [date, time = ""] = text.slice(1).split("T") as [string, string?];
  const amount = (part: string, unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(part)?.[1] ?? 0);
  const months = amount(date, "Y") * 12 + amount(date, "M");
  const days = amount(date, "W") * 7 + amount(date, "D");
  const seconds = days * 86_400 + amount(time, "H") * 3_600 + amount(time, "M") * 60 + amount(time, "S");
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return [seconds + (years * 365 + rest * 28) * 86_400, seconds + (years * 366 + rest * 31) * 86_400];
}

/** Below 0 if the first is shorter; undefined if that depends on the calendar, as with a month and 30 days. */
export function compareDurations(a: string, b: string): number | undefined {
  const [left, right] = [rangeOf(a), rangeOf(b)];
  if (left === undefined || right === undefined) return undefined;
  if (left[0] === right[0] && left[1] === right[1]) return 0;
  if (left[1] < right[0]) return -1;
  return left[0] > right[1] ? 1 : undefined;
}
