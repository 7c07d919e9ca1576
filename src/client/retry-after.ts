const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** RFC 9110 section 5.6.7. Undefined if it is none: `Date.parse` alone takes `-1` and `0` for days of the year 2001 and 2000. */
export function readHttpDate(value: string | null | undefined): number | undefined {
  const time = HTTP_DATE.test(value ?? "") ? Date.parse(value!) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Eleven days. No timer can wait for longer than twice that: it would be over at once. */
const LONGEST_MS = 999_999_000;

/**
 * How long whoever answered does not want to be asked again. `Retry-After` has whole seconds or a date (RFC 9110 section
 * 10.2.3). A date is compared with the sender's own clock, if `date` says what that shows.
 */
export function retryAfterMs(value: string | null | undefined, date: string | null | undefined) {
  if (value == null) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const until = readHttpDate(value);
  if (until === undefined) return undefined;
  const seconds = Math.ceil((until - (readHttpDate(date) ?? Date.now())) / 1_000);
  return Math.min(Math.max(0, seconds * 1_000), LONGEST_MS);
}
