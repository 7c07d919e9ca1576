/** Threads of the command as it is installed: the same answers in the same order, and ids across them. */
import { expect, test } from "vitest";
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
