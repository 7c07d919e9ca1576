/**
 * What following live products costs requests: one domain compared with a thousand, a small registry compared with a
 * million entries, and the same load with and without a million-entry registry being read again all the time.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { candidates } from "../candidates.ts";
import { key, loadCore, type PinnedServer, serviceEnvironment, startPinned } from "../pinned-server.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { connections, rounds, seconds } from "../rounds.ts";

const root = new URL("../../../", import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));

interface Setting {
  name: string;
  domains: number;
  generators: number;
  /** Whether no two domains have the same rules. */
  ownRules?: boolean;
  target?: string;
}

const settings: Setting[] = [
  { name: "1 domain, 1e3 generators", domains: 1, generators: 1_000 },
  { name: "1,000 domains with the same rules", domains: 1_000, generators: 1_000, target: "0.9" },
  {
    name: "1,000 domains with different rules",
    domains: 1_000,
    generators: 1_000,
    ownRules: true,
    target: "0.75",
  },
  { name: "1 domain, 1e6 generators", domains: 1, generators: 1_000_000, target: "0.5" },
];

type Served = PinnedServer & { metrics: string };

interface Sample {
  /** Processor time is the better figure on a machine that is also doing other work. */
  wallMicros: number;
  cpuMicros: number;
  p50Ms: number;
  p99Ms: number;
}

export const title = "Many products";

export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-domains-"));
  const products = await startPinned([path("dist-dev/bench/peers/products.js")]);
  const servers = new Map<Setting, Served>();
  try {
    for (const setting of settings) servers.set(setting, await serve(setting, products.url, folder, report));
    await throughput(servers, folder, report);
    const million = settings.at(-1) as Setting;
    await refreshing(million, servers.get(million) as Served, products.url, folder, report);
  } finally {
    await Promise.all([...servers.values(), products].map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function serve(setting: Setting, productsUrl: string, folder: string, report: Report): Promise<Served> {
  const file = join(folder, "domains.json");
  const domains = Array.from({ length: setting.domains }, (_, n) => ({
    targetProduct: `product-${n}`,
    domainId: "generator-option",
    specPackageUrl: `${productsUrl}/${n}/${setting.ownRules === true ? "own-spec" : "spec"}`,
    registryUrl: `${productsUrl}/${n}/registry/${setting.generators}`,
    submissionUrl: `${productsUrl}/${n}/api/proposals`,
  }));
  writeFileSync(file, JSON.stringify({ domains }));
  const started = performance.now();
  const server = await startPinned([path("dist/service/server/main.js")], {
    ...serviceEnvironment,
    PREFLIGHT_DOMAINS: file,
    PREFLIGHT_REFRESH_SECONDS: setting.generators === 1_000_000 ? "2" : "30",
  });
  // The log contains the products' addresses before the service's own, so wait for the banner.
  await until(async () => server.output().includes("Metrics: "));
  const url = /serving at (\S+)/.exec(server.output())?.[1] ?? "";
  const metrics = /^Metrics: (\S+)/m.exec(server.output())?.[1] ?? "";
  await until(async () => !(await read(`${url}/readyz`)).includes('"unavailable"'));
  const took = ((performance.now() - started) / 1_000).toFixed(1);
  const memory = (residentBytes(server) / 1_048_576).toFixed(0);
  report.note(`${setting.name}: ready after ${took} s, ${memory} MB resident.`);
  const served = { ...server, url, metrics };
  // Before the code is optimized, a server is only half as fast.
  await load(setting, served, folder, 5);
  return served;
}

async function throughput(servers: Map<Setting, Served>, folder: string, report: Report): Promise<void> {
  const samples = new Map<Setting, Sample[]>(settings.map((setting) => [setting, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [setting, server] of servers) {
      samples.get(setting)?.push(await load(setting, server, folder, seconds));
    }
  }
  const all = (setting: Setting, figure: keyof Sample) =>
    (samples.get(setting) ?? []).map((sample) => sample[figure]);
  const of = (setting: Setting, figure: keyof Sample) => median(all(setting, figure));
  const [base] = settings as [Setting];
  const relative = (setting: Setting, figure: keyof Sample) =>
    ratios(all(base, figure), all(setting, figure));
  for (const setting of settings) {
    if (setting.target === undefined) continue;
    const target = { atLeast: Number(setting.target) };
    report.figure(`${setting.name}, of one`, "x", relative(setting, "cpuMicros"), target);
  }
  report.table(
    `POST /api/validate, 1.5 KB, all domains in turn: medians of ${rounds} × ${seconds} s, ${connections} connections`,
    ["", "µs wall", "µs processor", "throughput by wall / processor time", "target"],
    settings.map((setting) => [
      setting.name,
      of(setting, "wallMicros").toFixed(0),
      of(setting, "cpuMicros").toFixed(0),
      `${spread(relative(setting, "wallMicros"))} / ${spread(relative(setting, "cpuMicros"))}`,
      setting.target ?? "",
    ]),
  );
}

/** The registry changes on every fetch, so that it is fetched, parsed and indexed nearly all the time. */
async function refreshing(
  setting: Setting,
  server: Served,
  productsUrl: string,
  folder: string,
  report: Report,
): Promise<void> {
  const { metrics } = server;
  const modes = [
    { name: "at rest", path: "calm", samples: [] as Sample[], delays: [] as number[] },
    { name: "during refreshes", path: "restless", samples: [] as Sample[], delays: [] as number[] },
  ] as const;
  const [rest, busy] = modes;
  for (let round = 0; round < rounds; round++) {
    for (const mode of modes) {
      await fetch(`${productsUrl}/${mode.path}`, { method: "POST" });
      if (mode === rest) await until(async () => Number(await read(`${productsUrl}/unchanged`)) >= 2);
      else await until(async () => (await read(`${productsUrl}/unchanged`)) === "0");
      await loopDelay(metrics);
      mode.samples.push(await load(setting, server, folder, 3 * seconds));
      mode.delays.push(await loopDelay(metrics));
    }
  }
  await fetch(`${productsUrl}/calm`, { method: "POST" });
  const of = (samples: readonly Sample[], figure: keyof Sample) =>
    median(samples.map((sample) => sample[figure]));
  report.table(
    `The same load while the registry of a million is read anew: medians of ${rounds} × ${3 * seconds} s`,
    ["", "µs wall", "p50 ms", "p99 ms", "loop delay p99 ms"],
    modes.map(({ name, samples, delays }) => [
      name,
      of(samples, "wallMicros").toFixed(0),
      of(samples, "p50Ms").toFixed(2),
      of(samples, "p99Ms").toFixed(2),
      median(delays).toFixed(1),
    ]),
  );
  const ratio = of(busy.samples, "p99Ms") / of(rest.samples, "p99Ms");
  report.note(`p99 during refreshes is ${ratio.toFixed(2)} of that at rest (target: at most 2).`);
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** As the service measures it, since the metrics were last read. */
async function loopDelay(metrics: string): Promise<number> {
  const found = /^preflight_nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await read(metrics));
  return Number(found?.[1]) * 1_000;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("timed out after two minutes");
}

function residentBytes({ pid }: PinnedServer): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4_096;
}

/** Sends requests to all domains of a setting in turn: wrk rotates through one body per domain. */
async function load(
  setting: Setting,
  server: PinnedServer,
  folder: string,
  duration: number,
): Promise<Sample> {
  const candidate = candidates.small();
  const bodies = Array.from({ length: setting.domains }, (_, n) =>
    JSON.stringify({ targetProduct: `product-${n}`, domainId: "generator-option", candidate }),
  );
  const script = join(folder, "load.lua");
  writeFileSync(join(folder, "bodies"), bodies.join("\n"));
  writeFileSync(script, rotation(join(folder, "bodies")));
  const before = server.cpuMicros();
  const wrk = [
    "wrk",
    "--threads",
    "1",
    "--connections",
    String(connections),
    "--timeout",
    "10s",
    "--duration",
    `${duration}s`,
  ];
  const { stdout } = await promisify(execFile)("taskset", [
    "-c",
    loadCore,
    ...wrk,
    "--script",
    script,
    server.url,
  ]);
  const [requests = 0, micros = 0, errors = 0, p50 = 0, p99 = 0] =
    /^RESULT (.*)$/m.exec(stdout)?.[1]?.split(" ").map(Number) ?? [];
  if (requests === 0 || errors > 0) throw new Error(`${errors} of ${requests} requests failed:\n${stdout}`);
  const cpuMicros = (server.cpuMicros() - before) / requests;
  server.emptyLog();
  return { wallMicros: micros / requests, cpuMicros, p50Ms: p50 / 1_000, p99Ms: p99 / 1_000 };
}

function rotation(bodies: string): string {
  return `
local headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer ${key}" }
local requests, at = {}, 0
function init()
  for body in io.lines(${JSON.stringify(bodies)}) do
    requests[#requests + 1] = wrk.format("POST", "/api/validate", headers, body)
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration,
    e.connect + e.read + e.write + e.timeout + e.status, latency:percentile(50), latency:percentile(99)))
end
`;
}
