import { afterEach, describe, expect, it } from "vitest";
import { createRegistryThread } from "../../src/service/catalogue/registries.ts";
import { createThread } from "../../src/service/shared/thread.ts";

/** A thread that obeys its job's URL: answers, hangs for ever, or dies. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ id, job }) => {
      if (job.url === "hang") for (;;);
      if (job.url === "die") process.exit(1);
      if (job.url === "code") throw Object.assign(new Error("secret text"), { code: "ESECRET" });
      if (job.url === "throw") throw new Error("secret text");
      if (job.url !== "silent") parentPort.postMessage({ id, answer: { status: "failed", problem: { code: "answered", message: job.url } } });
    });`)}`,
);
/** Only jobs that are meant to run out of time get little of it. */
const limitsFor = (url: string) => ({
  headMs: 1,
  totalMs: url === "hang" || url === "silent" ? 150 : 30_000,
  stallMs: 1,
  stallBytes: 1,
  maxBytes: 1,
  maxPages: 1,
  maxEntries: 1,
});

type RegistryThread = ReturnType<typeof createRegistryThread>;
let thread: RegistryThread | undefined;
afterEach(() => thread?.close());

const start = (concurrency = 8): RegistryThread => {
  thread = createRegistryThread({ script, graceMs: 50, concurrency });
  return thread;
};
const read = async (reader: RegistryThread, url: string): Promise<string> => {
  const answer = await reader.run({ url, member: "entries", limits: limitsFor(url) });
  return answer.status === "failed" ? `${answer.problem.code}: ${answer.problem.message}` : answer.status;
};

it("a thread that has nothing to do for long enough ends, and the next job gets another one", async () => {
  const number = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, threadId } from "node:worker_threads";
      parentPort.on("message", ({ id }) => parentPort.postMessage({ id, answer: threadId }));`)}`,
  );
  const { run, close } = createThread<string, number>({
    name: "idle",
    script: number,
    concurrency: 1,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    idleMs: 0,
    timeLimitMs: () => 30_000,
    failed: () => -1,
  });
  try {
    const [first, second] = await Promise.all([run("a"), run("b")]);
    expect(second).toBe(first);
    await expect.poll(() => run("c")).toBeGreaterThan(first!);
  } finally {
    await close();
  }
});

describe("the registry thread", () => {
  it.each([
    ["hang", "registry-thread: the registry thread hung"],
    ["silent", "registry-thread: the registry thread hung"],
    ["die", "registry-thread: the registry thread ended"],
    ["throw", "registry-thread: the registry thread failed (Error)"],
  ])("is replaced when it does this: %s", async (url, message) => {
    const reader = start();
    expect(await read(reader, url)).toBe(message);
    expect(await read(reader, "again")).toBe("answered: again");
  });

  it("takes up waiting reads after it was replaced", async () => {
    const reader = start(1);
    const answers = await Promise.all(["hang", "first", "second"].map((url) => read(reader, url)));
    expect(answers).toEqual([
      "registry-thread: the registry thread hung",
      "answered: first",
      "answered: second",
    ]);
  });

  it("answers any number of reads, a few at a time", async () => {
    const reader = start();
    const urls = Array.from({ length: 20 }, (_, at) => `read ${at}`);
    expect(await Promise.all(urls.map((url) => read(reader, url)))).toEqual(
      urls.map((url) => `answered: ${url}`),
    );
  });

  it("tells an error by its code where it has one, never by its text", async () => {
    const reader = start();
    expect(await read(reader, "code")).toBe("registry-thread: the registry thread failed (ESECRET)");
  });

  it("answers every read when it is closed, those under way, waiting and new ones", async () => {
    const reader = start(1);
    const under = read(reader, "hang");
    const waiting = read(reader, "second");
    await reader.close();
    expect(await Promise.all([under, waiting, read(reader, "third")])).toEqual(
      new Array(3).fill("registry-thread: the registry thread was stopped"),
    );
  });
});
