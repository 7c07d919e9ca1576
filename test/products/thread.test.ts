/** When a thread counts as hung: not because other programs have the processor. */
import { afterEach, expect, test, vi } from "vitest";
import { createThread } from "../../src/service/shared/thread.ts";

const LIMIT_MS = 10_000;
const SCRIPT = new URL(
  `data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", ({ id }) => parentPort.postMessage({ id, answer: "done" }));`,
);

const createPatient = (patience?: number) =>
  createThread<string, string>({
    ...{ name: "test", script: SCRIPT, concurrency: 1 },
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
    ...{ timeLimitMs: () => LIMIT_MS, failed: (message) => message },
    ...(patience !== undefined && { patience }),
  });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  ["has computed for all its time", 6, 1, LIMIT_MS, "the test thread hung"],
  ["got no processor for five times its time", 6, 5, 0, "done"],
  ["got none for as long as anyone waits", 6, 6, 0, "the test thread hung"],
  ["waits for something else than the processor", undefined, 1, 0, "the test thread hung"],
])("a job that %s", async (_name, patience, turns, usedMs, answer) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(process, "cpuUsage").mockReturnValue({ user: usedMs * 1_000, system: 0 });
  const thread = createPatient(patience);
  const running = thread.run("job");
  vi.advanceTimersByTime(turns * LIMIT_MS);
  expect(await running).toBe(answer);
  await thread.close();
});
