const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

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
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1_000) * 1_000);
}
