const RATE_LIMIT = /^"default";r=(\d{1,9});t=(\d{1,9})$/;

/**
 * Follows the `RateLimit` header of the service. Refused calls count as well, so a call that would be refused is better
 * sent when the budget is full again.
 */
export function createBudget() {
  let emptyUntil = 0;
  return {
    /** How long the next call should wait. */
    waitMs: () => Math.max(0, emptyUntil - Date.now()),
    read(headers: Headers): void {
      const [, remaining, seconds] = RATE_LIMIT.exec(headers.get("ratelimit") ?? "") ?? [];
      if (remaining === undefined) return;
      emptyUntil = remaining === "0" ? Date.now() + Number(seconds) * 1_000 : 0;
    },
  };
}
