/** Several workers on one port, on bad days: any of them may die at any moment, and the others serve on. */
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { workerFlags } from "../../src/server/workers.ts";
import { envelope } from "../support/envelopes.ts";
import { send } from "../support/http.ts";
import { type RunningService, startService } from "../support/service.ts";

const key = "ai_workers_0123456789";
let service: RunningService;
afterEach(async () => {
  expect(await service.stop()).toBe(0);
});

async function start(environment: Record<string, string> = {}): Promise<void> {
  service = await startService({
    PREFLIGHT_WORKERS: "2",
    PREFLIGHT_API_KEYS: key,
    PREFLIGHT_RATE_LIMIT: "1000000",
    ...environment,
  });
  await expect.poll(() => serving().length).toBe(2);
}

/** The workers that have said that they listen and still run. */
function serving(): number[] {
  const running = children();
  const listening = new Set(service.logs().flatMap(({ msg, pid }) => (msg === "listening" ? [pid] : [])));
  return running.filter((pid) => listening.has(pid));
}

function children(): number[] {
  const primary = service.process.pid!;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return Number(parent) === primary && state !== "Z" ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
}

const kill = (pid: number | undefined) => {
  if (pid !== undefined) process.kill(pid, "SIGKILL");
};

/** Clients that make a connection for each call. A call of a killed worker may fail, but none may hang. */
function createLoad(clients: number) {
  let answered = 0;
  let cut = 0;
  let stopped = false;
  const strange: unknown[] = [];
  const body = envelope();
  const run = async (): Promise<void> => {
    while (!stopped) {
      const call = send(service.url, { path: "/api/validate", body, key, headers: { connection: "close" } });
      const patience = new AbortController();
      const outcome = await Promise.race([
        call.then(
          ({ status }) => status,
          ({ code }) => code,
        ),
        sleep(20_000, "hung", { signal: patience.signal }),
      ]);
      patience.abort();
      if (outcome === 200) answered++;
      else if (outcome === "ECONNRESET") cut++;
      else strange.push(outcome);
    }
  };
  const running = Array.from({ length: clients }, run);
  return {
    answered: () => answered,
    async end() {
      stopped = true;
      await Promise.all(running);
      return { answered, cut, strange };
    },
  };
}

async function scrape(): Promise<string> {
  const answer = await fetch(service.adminUrl);
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return text;
}

function sumOf(text: string, name: string): number {
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

test("workers collect garbage on one thread if every core has one", async () => {
  expect(workerFlags(2, 4)).toEqual([]);
  const flags = workerFlags(4, 4);
  expect(flags).toEqual(["--single-threaded-gc", "--max-semi-space-size=32"]);
  await start();
  const expected = workerFlags(2, availableParallelism());
  for (const pid of serving()) {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    expect(command.filter((argument) => flags.includes(argument))).toEqual(expected);
  }
});

test("ten deaths in a row, also of workers that are starting: nothing hangs and no counter falls", async () => {
  await start();
  const load = createLoad(8);
  let before = 0;
  for (let deaths = 0; deaths < 10; deaths++) {
    const answered = load.answered();
    await expect.poll(load.answered).toBeGreaterThan(answered + 20);
    const text = await scrape();
    const requests = sumOf(text, "preflight_requests_total");
    expect(requests).toBeGreaterThanOrEqual(before);
    before = requests;
    // The youngest is still starting, every other time.
    const all = children();
    kill(deaths % 2 === 0 ? serving()[0] : all.at(-1));
    expect(sumOf(await scrape(), "preflight_requests_total")).toBeGreaterThanOrEqual(before);
  }
  const { strange, cut } = await load.end();
  expect(strange).toEqual([]);
  // At most what the clients had under way in the workers that were killed.
  expect(cut).toBeLessThanOrEqual(80);
  await expect.poll(() => serving().length).toBe(2);
  const text = await scrape();
  expect(sumOf(text, "preflight_worker_restarts_total")).toBe(10);
  expect(sumOf(text, "preflight_workers")).toBe(2);
});

test("a primary that was asleep while a worker died goes on", async () => {
  await start();
  const load = createLoad(8);
  for (let round = 0; round < 3; round++) {
    await expect.poll(() => serving().length).toBe(2);
    const scraped = scrape();
    process.kill(service.process.pid!, "SIGSTOP");
    await sleep(100);
    kill(serving()[0]);
    await sleep(300);
    process.kill(service.process.pid!, "SIGCONT");
    await scraped;
    const answered = load.answered();
    await expect.poll(load.answered).toBeGreaterThan(answered + 20);
  }
  expect((await load.end()).strange).toEqual([]);
});

test("when all workers die at once, the port stays and callers wait for the next worker", async () => {
  await start();
  for (const pid of serving()) kill(pid);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(service.url, { path: "/api/validate", body: envelope(), key })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test("a service that is told to stop while its only workers are starting answers those who wait for them", async () => {
  await start();
  const before = serving();
  for (const pid of before) kill(pid);
  await expect.poll(() => children().filter((pid) => !before.includes(pid)).length).toBe(2);
  const starting = children().filter((pid) => !before.includes(pid));
  for (const pid of starting) process.kill(pid, "SIGSTOP");
  const answer = send(service.url, { path: "/api/validate", body: envelope(), key });
  service.process.kill("SIGTERM");
  await expect.poll(() => service.logs().filter(({ msg }) => msg === "stopping").length).toBe(1);
  // Longer than connections wait for a worker that serves.
  await sleep(3_000);
  for (const pid of starting) process.kill(pid, "SIGCONT");
  expect((await answer).status).toBe(200);
});

test("a worker that is told to stop finishes its calls and is replaced", async () => {
  await start();
  const load = createLoad(8);
  const [first] = serving();
  await expect.poll(load.answered).toBeGreaterThan(50);
  process.kill(first!, "SIGTERM");
  await expect.poll(() => serving().includes(first!)).toBe(false);
  await expect.poll(() => serving().length).toBe(2);
  expect(await load.end()).toMatchObject({ cut: 0, strange: [] });
});
