const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Eleven days. No timer can wait for longer than twice that: it would be over at once. */
const LONGEST_MS = 999_999_000;

/**
 * How long whoever answered does not want to be asked again. `Retry-After` has whole seconds or a date (RFC 9110 section
 * 10.2.3). A date is compared with the sender's own clock, if `date` says what that shows.
 */
export function retryAfterMs(value: string | null | undefined, date: string | null | undefined) {
  if (value == null) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const until = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  const now = Date.parse(date ?? "");
  if (Number.isNaN(until)) return undefined;
  const seconds = Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1_000);
  return Math.min(Math.max(0, seconds * 1_000), LONGEST_MS);
}
