/** What runs inside a worker thread, here on a channel of the test's own. */
import { setPriority } from "node:os";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openRegistry } from "../../src/core/registry/registry.ts";
import { bolts, json, startUpstream } from "./support.ts";

const inside = vi.hoisted(() => ({ port: null as MessagePort | null }));
vi.mock(import("node:worker_threads"), async (load) => ({
  ...(await load()),
  get parentPort() {
    return inside.port;
  },
}));
vi.mock(import("node:os"), async (load) => ({ ...(await load()), setPriority: vi.fn() }));

let outside: MessagePort;
beforeEach(() => {
  vi.resetModules();
  const { port1, port2 } = new MessageChannel();
  [inside.port, outside] = [port1, port2];
});
afterEach(() => {
  vi.mocked(setPriority).mockReset();
  outside.close();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of several kinds
async function ask(id: number, job: unknown): Promise<any> {
  const answer = new Promise((resolve) => outside.once("message", resolve));
  outside.postMessage({ id, job });
  return answer;
}

async function serve(...args: Parameters<typeof import("../../src/service/shared/thread.ts").serveJobs>) {
  const { serveJobs } = await import("../../src/service/shared/thread.ts");
  serveJobs(...args);
}

test("each job is answered under its number, and what is handed over is not copied", async () => {
  const buffer = new ArrayBuffer(8);
  await serve((job) => Promise.resolve({ answer: [job, buffer], transfer: [buffer] }));
  expect(await ask(7, "job")).toEqual({ id: 7, answer: ["job", new ArrayBuffer(8)] });
  expect(buffer.byteLength).toBe(0);
});

test("requests come first: on Linux, and only there, the thread steps back", async () => {
  const platform = vi.spyOn(process, "platform", "get");
  try {
    platform.mockReturnValue("linux");
    await serve((job) => Promise.resolve({ answer: job }));
    expect(vi.mocked(setPriority).mock.calls).toEqual([[0, 10]]);
    expect(await ask(1, "a")).toEqual({ id: 1, answer: "a" });
    // Where that is not permitted, it works all the same.
    vi.mocked(setPriority).mockImplementation(() => {
      throw new Error("EACCES");
    });
    await serve((job) => Promise.resolve({ answer: job }));
    platform.mockReturnValue("darwin");
    vi.mocked(setPriority).mockClear();
    await serve((job) => Promise.resolve({ answer: job }));
    expect(setPriority).not.toHaveBeenCalled();
  } finally {
    platform.mockRestore();
  }
});

test("outside a thread nothing happens", async () => {
  inside.port = null;
  await expect(serve(() => Promise.reject(new Error("never called")))).resolves.toBeUndefined();
});

const limits = {
  headMs: 20_000,
  totalMs: 20_000,
  stallMs: 20_000,
  stallBytes: 1,
  maxBytes: 1e6,
  maxPages: 9,
  maxEntries: 9,
};

test("the registry thread answers with an index that can be opened, or with what went wrong", async () => {
  const upstream = await startUpstream({ "/registry": json({ generators: bolts }) });
  await import("../../src/service/catalogue/worker.ts");
  const job = { url: `${upstream.url}/registry`, member: "generators", limits };
  const { id, answer } = await ask(1, job);
  expect([id, answer.status]).toEqual([1, "loaded"]);
  expect(openRegistry(answer.data).findById("bolt")).toEqual(bolts[0]);
  expect(await ask(2, { ...job, previous: answer.trace })).toMatchObject({
    id: 2,
    answer: { status: "unchanged" },
  });
  // An error of ours is told by its kind alone: its message may quote the product.
  expect(await ask(3, { ...job, url: "no url" })).toEqual({
    id: 3,
    answer: {
      status: "failed",
      problem: { code: "internal", message: "reading the registry failed (TypeError)" },
    },
  });
  await upstream.close();
});
