/**
 * `POST /api/validate` over HTTP: Preflight with keys, limit, log and metrics enabled, compared with a lower bound that
 * only parses and with peers that only check. Servers run on one core, and the load comes from the other one. Rounds
 * are interleaved, so that a slow minute of the machine affects all of them, and every round starts the servers again:
 * what the compiler decides while a process warms up differs from one start to the next.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CandidateName, candidates, faultCount } from "../candidates.ts";
import { key, type PinnedServer, serviceEnvironment, startPinned } from "../pinned-server.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { connections, rounds, seconds } from "../rounds.ts";
import { load, warmUp } from "../wrk.ts";

const root = new URL("../../../", import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));

interface Contestant {
  name: string;
  args: string[];
  environment?: Record<string, string>;
  /** False for the lower bound, which gives every request the same answer. */
  checks: boolean;
}

const preflight: Contestant = {
  name: "Preflight, everything enabled",
  args: [path("dist/server/main.js")],
  environment: serviceEnvironment,
  checks: true,
};

const contestants: Contestant[] = [
  {
    name: "lower bound: node:http, JSON.parse",
    args: [path("dist-dev/bench/peers/floor.js")],
    checks: false,
  },
  { name: "bare Fastify 5 + Ajv", args: [path("dist-dev/bench/peers/fastify-ajv.js")], checks: true },
  { name: "Express 5 + zod 4", args: [path("bench/peers/express-zod.mjs")], checks: true },
  preflight,
];

const sizes = Object.keys(candidates) as CandidateName[];
const titles: Record<CandidateName, string> = {
  small: "1.5 KB",
  medium: "16 KB",
  large: "60 KB",
  faulty: `${faultCount} problems`,
};

const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
const bodies = Object.fromEntries(
  sizes.map((size) => [
    size,
    JSON.stringify({
      targetProduct: "datagen",
      domainId: "generator-option",
      candidate: candidates[size](),
    }),
  ]),
) as Record<CandidateName, string>;

/** By contestant: throughput of Preflight relative to it. */
const TARGETS: Record<string, Record<CandidateName, number>> = {
  "bare Fastify 5 + Ajv": { small: 1.05, medium: 1.2, large: 1.4, faulty: 0.35 },
  "Express 5 + zod 4": { small: 4.5, medium: 3, large: 3, faulty: 2 },
};

type Samples = Map<Contestant, Record<CandidateName, number[]>>;

export const title = "HTTP";

export async function run(report: Report): Promise<void> {
  const entered = contestants.filter(({ args }) => existsSync(args[0] ?? ""));
  const [wall, cpu]: [Samples, Samples] = [new Map(), new Map()];
  for (const contestant of entered)
    for (const samples of [wall, cpu])
      samples.set(contestant, { small: [], medium: [], large: [], faulty: [] });
  for (let round = 0; round < rounds; round++) await measureRound(entered, wall, cpu);
  print(report, entered, wall, cpu);
}

async function measureRound(entered: readonly Contestant[], wall: Samples, cpu: Samples): Promise<void> {
  const servers = new Map<Contestant, PinnedServer>();
  try {
    for (const contestant of entered) {
      const server = await startPinned(contestant.args, contestant.environment);
      servers.set(contestant, server);
      await rehearse(contestant, server.url);
    }
    for (const size of sizes) {
      for (const [contestant, server] of servers) {
        const options = { url: `${server.url}/api/validate`, headers, body: bodies[size] };
        // V8 may have dropped the code for one kind of body while it was busy with the others.
        await load({ ...options, seconds: 1 });
        const cpuBefore = server.cpuMicros();
        const { requests, microsPerRequest } = await load({ ...options, seconds });
        wall.get(contestant)?.[size].push(microsPerRequest);
        cpu.get(contestant)?.[size].push((server.cpuMicros() - cpuBefore) / requests);
        server.emptyLog();
      }
    }
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

/** Sends every body once, to make sure that all servers agree, and then loads the server until it is warm. */
async function rehearse({ name, checks }: Contestant, url: string): Promise<void> {
  for (const size of sizes) {
    const answer = await fetch(`${url}/api/validate`, { method: "POST", headers, body: bodies[size] });
    const result = (await answer.json()) as { valid: boolean; diagnostics: { severity?: string }[] };
    if (!checks) continue;
    const errors = result.diagnostics?.filter(({ severity = "error" }) => severity === "error").length;
    const expected = size === "faulty" ? faultCount : 0;
    if (answer.status !== 200 || errors !== expected) {
      throw new Error(
        `${name} reports ${errors} problems in "${size}", not ${expected}: ${JSON.stringify(result)}`,
      );
    }
  }
  for (const size of sizes) await warmUp({ url: `${url}/api/validate`, headers, body: bodies[size] });
}

/**
 * A server that has its core to itself is busy all the time, so both figures are the same. If the machine has other
 * work, only the processor time is comparable, so that is what is kept.
 */
function print(report: Report, entered: Contestant[], wall: Samples, cpu: Samples): void {
  const of = (samples: Samples, one: Contestant, size: CandidateName) => samples.get(one)?.[size] ?? [];
  const head = ["", ...sizes.map((size) => titles[size])];
  const row = (one: Contestant, cell: (size: CandidateName) => string) => [one.name, ...sizes.map(cell)];
  report.table(
    `POST /api/validate, µs per request, wall / processor: medians of ${rounds} × ${seconds} s, ${connections} connections`,
    head,
    entered.map((one) =>
      row(one, (size) => [wall, cpu].map((samples) => median(of(samples, one, size)).toFixed(0)).join(" / ")),
    ),
  );
  if (!entered.includes(preflight)) return;
  const peers = entered.filter((one) => one !== preflight);
  const relative = (samples: Samples, one: Contestant, size: CandidateName) =>
    ratios(of(samples, one, size), of(samples, preflight, size));
  for (const one of peers) {
    for (const size of sizes) {
      const target = TARGETS[one.name]?.[size];
      report.figure(
        `HTTP, ${titles[size]}, of ${one.name}`,
        "x",
        relative(cpu, one, size),
        target === undefined ? undefined : { atLeast: target },
      );
    }
  }
  for (const [by, samples] of [
    ["processor time", cpu],
    ["wall time", wall],
  ] as const) {
    report.table(
      `Throughput of Preflight by ${by}, relative to`,
      head,
      peers.map((one) => row(one, (size) => spread(relative(samples, one, size)))),
    );
  }
}
