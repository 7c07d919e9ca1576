/**
 * Adds up test runs, each given as `<JSON report>=<exit status>`: `N passed, N failed`. With CI set, a skipped test is
 * a failed one.
 */
import { readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
for (const run of process.argv.slice(2)) {
  const [file, status] = run.split("=");
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    // A file that could not even be loaded has no tests to count.
    const unloaded = report.testResults.filter(
      (result) => result.status === "failed" && result.assertionResults.length === 0,
    ).length;
    const faults = report.numFailedTests + unloaded + (process.env.CI ? report.numPendingTests : 0);
    passed += report.numPassedTests;
    failed += faults;
    if (status !== "0" && faults === 0) {
      console.error(`${file}: all tests passed, but the run ended with ${status}; what it printed says why`);
      failed += 1;
    }
  } catch (error) {
    console.error(`${file}: no report (${error.message})`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
