/**
 * Follows the `RateLimit` header of the service. Refused calls count as well, so a call that would be refused is better
 * sent when the budget is full again.
 */
export interface Budget {
  /** How long the next call should wait. */
  waitMs(): number;
  read(headers: Headers): void;
}

const RATE_LIMIT = /^"default";r=(\d{1,9});t=(\d{1,9})$/;

export function createBudget(): Budget {
  let emptyUntil = 0;
  return {
    waitMs: () => Math.max(0, emptyUntil - Date.now()),
    read(headers) {
      const [, remaining, seconds] = RATE_LIMIT.exec(headers.get("ratelimit") ?? "") ?? [];
      if (remaining === undefined) return;
      emptyUntil = remaining === "0" ? Date.now() + Number(seconds) * 1_000 : 0;
    },
  };
}
