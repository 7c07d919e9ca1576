/**
 * `node scripts/test-again.mjs <report>`: runs the test files that failed once more, one after the other and with nothing beside
 * them, because tests that wait for other processes fail on a machine that has too much to do. Exits with 0 if all of them pass
 * now; the report then has what they gave, and their failures are printed.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** If more fail, it is not for want of time. */
const MAX_FILES = 5;

const [path] = process.argv.slice(2);
const first = JSON.parse(readFileSync(path, "utf8"));
const failed = first.testResults.filter(({ status }) => status === "failed");
if (failed.length === 0 || failed.length > MAX_FILES) process.exit(1);

const secondPath = `${path}.again`;
const { status } = spawnSync(
  process.execPath,
  [
    ...["node_modules/vitest/vitest.mjs", "run", "--no-file-parallelism", ...failed.map(({ name }) => name)],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${secondPath}`],
  ],
  // However late it is: what failed is not to be left out now.
  { stdio: "inherit", env: { ...process.env, CI_UNTIL: undefined } },
);
if (status !== 0) process.exit(1);

const second = JSON.parse(readFileSync(secondPath, "utf8"));
rmSync(secondPath);
for (const { name, assertionResults } of failed)
  for (const { fullName, failureMessages, status } of assertionResults)
    if (status === "failed")
      console.error(`${name}: ${fullName}: passed alone\n${failureMessages.join("\n")}`);
const count = (results, wanted) =>
  results.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted)
    .length;
const testResults = [...first.testResults.filter(({ status }) => status !== "failed"), ...second.testResults];
const merged = {
  ...first,
  testResults,
  numPassedTests: count(testResults, "passed"),
  numFailedTests: count(testResults, "failed"),
  numPendingTests: first.numPendingTests,
};
writeFileSync(path, JSON.stringify(merged));
