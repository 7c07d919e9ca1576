/**
 * Vitest's setup file of what `npm run verify` runs: after `CI_UNTIL` (seconds since 1970), which .ci/run sets, no further test
 * starts. By `leftOut`, scripts/count-tests.mjs tells these from tests that are skipped because something is missing.
 */
import { beforeEach } from "vitest";

const until = Number(process.env.CI_UNTIL ?? Number.POSITIVE_INFINITY) * 1000;

beforeEach(({ task, skip }) => {
  if (Date.now() < until) return;
  Object.assign(task.meta, { leftOut: true });
  skip("there is no time left");
});
