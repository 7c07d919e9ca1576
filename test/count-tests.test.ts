/** What CI says at its end: nothing is left out or skipped without being named, and what of it is a failure. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Finished, runProcess } from "./support/processes.ts";

const [passed, skipped, late] = [
  { fullName: "a passed one", status: "passed", failureMessages: [] },
  { fullName: "a skipped one", status: "skipped", failureMessages: [], meta: {} },
  { fullName: "a late one", status: "skipped", failureMessages: [], meta: { leftOut: true } },
];

async function count(tests: readonly { status: string }[]): Promise<Finished> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-count-"));
  try {
    const report = {
      numPassedTests: tests.filter(({ status }) => status === "passed").length,
      numFailedTests: 0,
      numPendingTests: tests.filter(({ status }) => status === "skipped").length,
      testResults: [{ name: "one.test.ts", status: "passed", assertionResults: tests }],
    };
    writeFileSync(join(folder, "tests.json"), JSON.stringify(report));
    const environment = { CI: "true" };
    return await runProcess(process.execPath, ["scripts/count-tests.mjs", folder, "0"], { environment });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a test for which no time was left is named, and is no failure", async () => {
  expect(await count([passed!, late!])).toEqual({
    code: 0,
    stdout: "1 passed, 0 failed\n",
    stderr: "tests.json: one.test.ts: left out for want of time: 1\n",
  });
});

test("a test that was skipped for another reason is one", async () => {
  const { code, stdout, stderr } = await count([passed!, late!, skipped!]);
  expect([code, stdout]).toEqual([1, "1 passed, 1 failed\n"]);
  expect(stderr).toContain("a skipped one: skipped");
});
