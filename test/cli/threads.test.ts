/** Threads of the command as it is installed: the same answers in the same order, and ids across them. */
import { expect, test } from "vitest";
import { NOTHING } from "../../src/authoring/documents/document.ts";
import { createTerminal } from "../../src/cli/terminal/terminal.ts";
import { createPool } from "../../src/cli/validate/pool.ts";
import { prepareRun } from "../../src/cli/validate/prepare.ts";
import { makeFolder } from "./command.ts";
import { VALID } from "./files.ts";
import { startPreflight } from "./spawned.ts";

const folder = makeFolder();

test("two threads answer as one does, line by line, and see ids that are taken twice", async () => {
  const one = JSON.stringify(JSON.parse(VALID));
  const records = Array.from({ length: Math.ceil(6_000_000 / one.length) }, (_, index) =>
    index % 50 === 7 ? "{" : one.replaceAll("loyalty-card", `card-${index % 5_000}`),
  );
  folder.write("many.ndjson", records.join("\n"));
  const run = async (threads: number) => {
    const words = ["--format", "ndjson", "--identity", "/generatorId", "--threads", String(threads)];
    const started = startPreflight(["validate", "many.ndjson", ...words], { cwd: folder.path });
    return { code: await started.exit, stdout: started.output(), stderr: started.errors() };
  };
  const [alone, together] = [await run(1), await run(2)];
  expect(alone.stdout.split("\n").length).toBeGreaterThan(records.length);
  expect(alone).toMatchObject({ code: 1, stderr: "" });
  expect(together.stdout === alone.stdout).toBe(true);
  expect(together).toMatchObject({ code: 1, stderr: "" });
});

test("what is staged is checked here, however much there is: no thread can be sent how to read it", async () => {
  const nowhere = { write() {}, on() {} };
  const terminal = createTerminal({ stdout: nowhere, stderr: nowhere, env: {} }, () => {});
  const session = { terminal, environment: {}, version: "" };
  const run = await prepareRun([], { config: false, threads: 2 }, session);
  const pool = createPool(run, session, () => true);
  const much = { bytes: Buffer.alloc(5_000_000, "\n"), isList: false, before: NOTHING } as const;
  const staged = { path: "a.json", read: () => Buffer.from(VALID) };
  async function* works() {
    yield [{ file: { path: "b.ndjson" }, block: much }, { file: staged }];
  }
  for await (const { answer } of pool.inOrder(works())) expect(answer.summary).toMatchObject({ valid: 1 });
  await pool.close();
});
