/**
 * Servers that take turns: each runs on one core, and the load comes from the other. Every round starts all servers
 * again, because what the compiler decides while a process warms up differs from one start to the next and then stays.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type PinnedServer, startPinned } from "./pinned-server.ts";
import { median } from "./report.ts";
import { rounds, seconds } from "./rounds.ts";
import { type Load, load } from "./wrk.ts";

export interface Contestant {
  readonly name: string;
  /** Left out: `node`. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** One kind of request, such as a size of the body. */
export interface Event<C extends Contestant> {
  readonly name: string;
  /** Undefined if the contestant does not take part. */
  request(contestant: C, url: string): Omit<Load, "seconds"> | undefined;
  /** Throws if the answer is not what this contestant should say. */
  verify?(contestant: C, status: number, body: string): void;
}

/** Microseconds per request, a sample for each round. */
export interface Samples {
  readonly wall: number[];
  readonly cpu: number[];
}

export interface Contest<C extends Contestant> {
  samples(contestant: C, event: Event<C>): Samples;
  /** How many times as slow the machine was in its slowest minute as in its fastest, by a fixed loop. */
  readonly unrest: number;
}

/** Above this spread between starts a figure is marked. */
const STEADY = 1.15;

/** `~` marks a figure whose starts differ by more than 15 % around their median. */
export function steadiness(samples: readonly number[]): string {
  const middle = median(samples);
  return samples.some((value) => value > middle * STEADY || value < middle / STEADY) ? "~" : "";
}

export async function hold<C extends Contestant>(
  contestants: readonly C[],
  events: readonly Event<C>[],
): Promise<Contest<C>> {
  const all = new Map(
    contestants.map((one) => [
      one,
      new Map(events.map((event) => [event, { wall: [], cpu: [] } as Samples])),
    ]),
  );
  const samples = (one: C, event: Event<C>) => all.get(one)!.get(event)!;
  const calibrations = [calibrate()];
  for (let round = 0; round < rounds; round++) {
    await measureRound(contestants, events, samples);
    calibrations.push(calibrate());
  }
  return { samples, unrest: Math.max(...calibrations) / Math.min(...calibrations) };
}

async function measureRound<C extends Contestant>(
  contestants: readonly C[],
  events: readonly Event<C>[],
  samples: (contestant: C, event: Event<C>) => Samples,
): Promise<void> {
  const servers = new Map<C, PinnedServer>();
  try {
    for (const one of contestants)
      servers.set(one, await startPinned([...one.args], { ...one.environment }, one.program));
    for (const event of events) {
      for (const [one, server] of servers) {
        const request = event.request(one, server.url);
        if (request === undefined) continue;
        await verify(one, event, request);
        const steady = await measureWhenSteady(server, request);
        const { wall, cpu } = samples(one, event);
        wall.push(steady.wall);
        cpu.push(steady.cpu);
      }
    }
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

/** A busy machine serves few requests in a second, so fewer than these say nothing yet. */
const MIN_WARM_UP_REQUESTS = 2_000;
const MAX_WARM_UPS = 20;
/** A server that gains more than this from one load to the next is still warming up. */
const GAIN = 0.9;

/**
 * Loads a server again and again until it gets no faster: what takes part in a request with many problems is a lot of
 * code, which V8 optimizes one function at a time, for up to ten seconds.
 */
async function measureWhenSteady(
  server: PinnedServer,
  request: Omit<Load, "seconds">,
): Promise<{ wall: number; cpu: number }> {
  let served = 0;
  let before = Number.POSITIVE_INFINITY;
  for (let loads = 1; ; loads++) {
    const start = server.cpuMicros();
    const { requests, microsPerRequest } = await load({ ...request, seconds });
    const cpu = (server.cpuMicros() - start) / requests;
    server.emptyLog();
    if ((served >= MIN_WARM_UP_REQUESTS && cpu > before * GAIN) || loads > MAX_WARM_UPS)
      return { wall: microsPerRequest, cpu };
    served += requests;
    before = cpu;
  }
}

async function verify<C extends Contestant>(
  one: C,
  event: Event<C>,
  request: Omit<Load, "seconds">,
): Promise<void> {
  const { url, method = "POST", headers = {}, body } = request;
  const ask = () => fetch(url, { method, headers, ...(body !== undefined && { body }) });
  // Some runtimes do not say when they listen.
  let answer = await ask().catch(() => undefined);
  for (let tries = 0; answer === undefined && tries < 100; tries++) {
    await pause(100);
    answer = await ask().catch(() => undefined);
  }
  if (answer === undefined) throw new Error(`${one.name} does not listen`);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${one.name}, ${event.name}: ${answer.status} ${text}`);
  event.verify?.(one, answer.status, text);
}

/** The wall time of a fixed piece of work, in milliseconds: the best of several, so that it tells a slow machine from a short pause. */
function calibrate(): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    let sum = 0;
    for (let count = 0; count < 20_000_000; count++) sum = (sum * 31 + count) | 0;
    return performance.now() - start + (sum === 0.5 ? 1 : 0);
  });
  return Math.min(...times);
}
