/** What CI says at its end: that nothing was left out or skipped without being named, and what of it is a failure. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const [passed, skipped, late] = [
  { fullName: "a passed one", status: "passed", failureMessages: [] },
  { fullName: "a skipped one", status: "skipped", failureMessages: [], meta: {} },
  { fullName: "a late one", status: "skipped", failureMessages: [], meta: { leftOut: true } },
];

function count(tests: readonly { status: string }[]): { status: number | null; out: string; err: string } {
  const folder = mkdtempSync(join(tmpdir(), "preflight-count-"));
  try {
    const report = {
      numPassedTests: tests.filter(({ status }) => status === "passed").length,
      numFailedTests: 0,
      numPendingTests: tests.filter(({ status }) => status === "skipped").length,
      testResults: [{ name: "one.test.ts", status: "passed", assertionResults: tests }],
    };
    writeFileSync(join(folder, "tests.json"), JSON.stringify(report));
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/count-tests.mjs", folder, "0"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, CI: "true" },
    });
    return { status, out: stdout, err: stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a test for which no time was left is named, and is no failure", () => {
  expect(count([passed!, late!])).toEqual({
    status: 0,
    out: "1 passed, 0 failed\n",
    err: "tests.json: one.test.ts: left out for want of time: 1\n",
  });
});

test("a test that was skipped for another reason is one", () => {
  const { status, out, err } = count([passed!, late!, skipped!]);
  expect([status, out]).toEqual([1, "1 passed, 1 failed\n"]);
  expect(err).toContain("a skipped one: skipped");
});
