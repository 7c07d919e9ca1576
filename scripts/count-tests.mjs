/**
 * `node scripts/count-tests.mjs <folder> <status>`: counts the tests of all reports in a folder, for CI, and says what failed. A
 * skipped test is a failed one where CI is set, unless it was left out for want of time: then it is named. `status` is not 0
 * if one of the runs ended with an error.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** So that one long difference does not take the place of the other failures. */
const MAX_LINES_PER_FAILURE = 30;

const [folder, status] = process.argv.slice(2);
let passed = 0;
let failed = 0;
const reports = readdirSync(folder).filter((file) => file.endsWith(".json"));
for (const file of reports.sort()) {
  const report = JSON.parse(readFileSync(join(folder, file), "utf8"));
  for (const result of report.testResults) describeFailures(file, result);
  // A file that could not even be loaded has no tests to count.
  const unloaded = report.testResults.filter(
    (result) => result.status === "failed" && result.assertionResults.length === 0,
  ).length;
  const late = report.testResults
    .map(({ name, assertionResults }) => ({ name, count: assertionResults.filter(isLeftOut).length }))
    .filter(({ count }) => count > 0);
  for (const { name, count } of late)
    console.error(`${file}: ${relative(process.cwd(), name)}: left out for want of time: ${count}`);
  const skipped = report.numPendingTests - late.reduce((sum, { count }) => sum + count, 0);
  passed += report.numPassedTests;
  failed += report.numFailedTests + unloaded + (process.env.CI ? skipped : 0);
}
if (status !== "0" && failed === 0) {
  console.error("All tests passed, but a run ended with an error; what it printed says why.");
  failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function isLeftOut({ status, meta }) {
  return status === "skipped" && meta?.leftOut === true;
}

function describeFailures(report, { name, message, assertionResults }) {
  const file = relative(process.cwd(), name);
  for (const { fullName, status, failureMessages, meta } of assertionResults) {
    const isSkipped = (status === "skipped" || status === "pending") && !isLeftOut({ status, meta });
    if (status === "failed" || (isSkipped && process.env.CI))
      describe(`${report}: ${file}: ${fullName}: ${status}`, failureMessages.join("\n"));
  }
  if (assertionResults.length === 0) describe(`${report}: ${file}: not loaded`, message);
}

function describe(title, text) {
  const lines = text.split("\n").slice(0, MAX_LINES_PER_FAILURE);
  console.error([title, ...lines.map((line) => `  ${line}`)].join("\n"));
}
