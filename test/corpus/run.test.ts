/** The program of corpus/README.md, as it is called there. */
import { expect, test } from "vitest";
import { listCases } from "../../corpus/cases.mjs";
import { projectFolder } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";

test("prints a draft a line, for programs to repair", async () => {
  const run = await runProcess(process.execPath, ["corpus/run.mjs", "drafts"], { cwd: projectFolder });
  expect(run.stderr).toBe("");
  const lines = run.stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(listCases().filter(({ repair }) => repair === "suggested").length);
  for (const line of lines) expect(Object.keys(JSON.parse(line))).toEqual(["id", "domain", "draft"]);
});
