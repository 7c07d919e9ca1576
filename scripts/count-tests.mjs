/** Adds up the reports of several test runs: `N passed, N failed`. If CI is set, a skipped test counts as failed. */
import { readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    passed += report.numPassedTests;
    failed += report.numFailedTests + (process.env.CI ? report.numPendingTests : 0);
    // A file that could not be loaded has no tests to count, but it is a failure.
    failed += report.testResults.filter(
      (result) => result.status === "failed" && result.assertionResults.length === 0,
    ).length;
  } catch (error) {
    console.error(`${file}: no report (${error.message})`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
