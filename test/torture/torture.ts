/** Random calls and random faults for a while, and then a report. */
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createCalls, makeCall } from "./calls.ts";
import { type Replica, startCast } from "./cast.ts";
import { causeFaults, type FaultLog, type Random } from "./faults.ts";
import { watchMemory } from "./memory.ts";

export interface TortureOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly print: (line: string) => void;
}

const CLIENTS = 12;
const WARM_UP_MS = 3_000;
const MAX_SHOWN = 20;

/** True if nothing went wrong. */
export async function torture({ seconds, seed, print }: TortureOptions): Promise<boolean> {
  print(`seed ${seed}, ${seconds} seconds, ${CLIENTS} clients, two replicas behind nginx`);
  const cast = await startCast();
  const failures = { wrong: 0, lost: 0 };
  const tally = new Map<string, number>();
  const count = (name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);
  const times: number[] = [];
  let receipts = 0;
  let isOver = false;

  const client = async (index: number): Promise<void> => {
    const random = createRandom(seed * 1_000 + index);
    const calls = createCalls(seed * 1_000 + index * 100_000, random);
    const agent = new Agent({ keepAlive: true });
    while (!isOver) {
      const outcome = await makeCall(calls.next(), cast, agent);
      if (outcome.kind === "answered") {
        count(`answered ${outcome.status}`);
        times.push(outcome.ms);
        if (outcome.hasReceipt) receipts++;
      } else if (outcome.kind === "wrong" || outcome.kind === "lost") {
        const { kind, why } = outcome;
        count(kind);
        if (++failures[kind] <= MAX_SHOWN)
          print(`${kind.toUpperCase()} at ${Math.round(performance.now() / 1_000)} s: ${why}`);
      } else count(`${outcome.kind} ${outcome.code}`);
      if (outcome.kind !== "answered") await sleep(20);
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  await sleep(WARM_UP_MS);
  const memory = watchMemory(cast.replicas, seconds, print);
  const faults: FaultLog = { counts: new Map() };
  const end = performance.now() + seconds * 1_000;
  const summary = () =>
    `${sum(tally)} calls, ${sum(faults.counts)} faults, ${failures.wrong} wrong, ${failures.lost} lost that may be repeated`;
  const progress = setInterval(() => print(summary()), 60_000);
  await causeFaults(cast, createRandom(seed), () => performance.now() >= end, faults);
  clearInterval(progress);
  memory.finish();

  const recovered = await Promise.all(cast.replicas.map(recover));
  isOver = true;
  await Promise.all(clients);
  const oddities = cast.replicas.flatMap((replica) => replica.oddities);
  const codes = await cast.close();

  for (const [name, times] of [...tally].sort()) print(`  ${name}: ${times}`);
  print(
    `faults: ${[...faults.counts]
      .sort()
      .map(([name, times]) => `${name} ${times}`)
      .join(", ")}`,
  );
  times.sort((one, other) => one - other);
  print(`receipts: ${receipts}, each of them verified`);
  print(`latency: median ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, longest ${at(times, 1)} ms`);
  for (const line of oddities.slice(0, MAX_SHOWN)) print(`LOGGED ${line}`);
  for (const line of recovered) if (line !== undefined) print(`NOT RECOVERED ${line}`);
  if (codes.some((code) => code !== 0)) print(`EXIT CODES ${codes.join(", ")}`);
  const isGood =
    failures.wrong + failures.lost + oddities.length === 0 &&
    receipts > 0 &&
    recovered.every((line) => line === undefined) &&
    codes.every((code) => code === 0);
  print(
    `${isGood ? "passed" : "FAILED"}: ${summary()}; again with: npm run verify -- torture ${seconds} ${seed}`,
  );
  return isGood;
}

/** Undefined when the replica is as good as new: ready, with fresh rules, and counting in Redis. */
async function recover(replica: Replica): Promise<string | undefined> {
  let state = "";
  for (let tries = 0; tries < 300; tries++) {
    await sleep(100);
    try {
      const ready = await fetch(`${replica.adminUrl}/readyz`);
      const metrics = await (await fetch(`${replica.adminUrl}/metrics`)).text();
      const value = (name: string) => new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "m").exec(metrics)?.[1];
      const ages = ["preflight_rules_age_seconds", "preflight_registry_age_seconds"].map((name) =>
        Number(value(name)),
      );
      state = `ready ${ready.status}, shared ${value("preflight_limiter_shared")}, ages ${ages.join(" and ")}`;
      const isShared = value("preflight_limiter_shared") === "1";
      if (ready.status === 200 && isShared && ages.every((age) => age < 5)) return undefined;
    } catch (error) {
      state = String(error);
    }
  }
  return `${replica.name}: ${state}`;
}

/** Numbers from 0 up to, and without, `below`. */
function createRandom(seed: number): Random {
  let state = (seed % 2_147_483_647) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * below);
  };
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, one) => total + one, 0);
const at = (sorted: readonly number[], part: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
