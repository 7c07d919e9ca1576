/**
 * Adds up test runs, each given as `<JSON report>=<exit status>`: `N passed, N failed`. With CI set, a skipped test is
 * a failed one. The failed ones, and those that passed only at the second attempt, are said again at the end, because
 * logs are often cut to their last lines.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** So that one long difference does not take the place of the other failures. */
const MAX_LINES_PER_FAILURE = 30;

let passed = 0;
let failed = 0;
for (const run of process.argv.slice(2)) {
  const [file, status] = run.split("=");
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    for (const result of report.testResults) describeFailures(file, result);
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

function describeFailures(report, { name, message, assertionResults }) {
  const file = relative(process.cwd(), name);
  for (const { fullName, status, failureMessages } of assertionResults) {
    const isSkipped = status === "skipped" || status === "pending";
    if (failureMessages.length === 0 && !(isSkipped && process.env.CI)) continue;
    const result = status === "passed" ? "passed only at the second attempt" : status;
    describe(`${report}: ${file}: ${fullName}: ${result}`, failureMessages.join("\n"));
  }
  if (assertionResults.length === 0) describe(`${report}: ${file}: not loaded`, message);
}

function describe(title, text) {
  const lines = text.split("\n").slice(0, MAX_LINES_PER_FAILURE);
  console.error([title, ...lines.map((line) => `  ${line}`)].join("\n"));
}
