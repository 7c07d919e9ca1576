/**
 * What operators ask: what a second replica gains, what happens at four times the load that can be served, and what a crowd
 * of idle, slow and careless connections costs everybody else.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { writeNginxFiles } from "../../test/support/balancer-files.ts";
import { candidates } from "../candidates.ts";
import { key, serviceEnvironment } from "../pinned-server.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { rounds, seconds } from "../rounds.ts";

export const title = "Operating";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const main = join(root, "dist/service/server/main.js");
const envelope = (candidate: unknown) =>
  JSON.stringify({ targetProduct: "datagen", domainId: "generator-option", candidate });

export const parts = { replicas, overload, crowd, careless };

export async function run(report: Report): Promise<void> {
  for (const part of Object.values(parts)) await part(report);
}

interface Server {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Settles when the process has ended. */
function endWithUs(child: ChildProcess): Promise<unknown> {
  children.add(child);
  return once(child, "exit").finally(() => children.delete(child));
}

/** Not pinned: the load shares both cores with it. */
async function serve(environment: Record<string, string> = {}, program = main): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-operating-"));
  const file = join(folder, "output");
  const log = openSync(file, "a");
  const server: ChildProcess = spawn(process.execPath, [program], {
    stdio: ["ignore", log, openSync("/dev/null", "a")],
    env: {
      PATH: process.env.PATH ?? "",
      ...serviceEnvironment,
      ...environment,
    },
  });
  const exited = endWithUs(server);
  for (let waited = 0; waited < 600; waited++) {
    const output = readFileSync(file, "utf8");
    const url = /http:\/\/[\w.:[\]-]+/.exec(output)?.[0];
    if (url !== undefined) {
      return {
        url,
        pid: server.pid!,
        async stop() {
          server.kill("SIGTERM");
          await exited;
          rmSync(folder, { recursive: true, force: true });
        },
      };
    }
    await sleep(50);
  }
  throw new Error("the service did not start");
}

/** Behind one address. */
interface Group {
  readonly url: string;
  readonly servers: readonly Server[];
  stop(): Promise<void>;
}

/** Servers behind an nginx of their own, with the file that operators get. */
async function balance(servers: readonly Server[]): Promise<Group> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-nginx-"));
  const port = await freePort();
  const replicas = servers.map(({ url }) => Number(new URL(url).port));
  writeNginxFiles(join(root, "deploy"), folder, { port, replicas });
  const nginx = await startProgram("nginx", ["-p", folder, "-c", "nginx.conf"], /event method/);
  return {
    url: `http://127.0.0.1:${port}`,
    servers,
    async stop() {
      await nginx.stop();
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the program has said that it is ready. */
async function startProgram(command: string, args: string[], isReady: RegExp) {
  const program = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const exited = endWithUs(program);
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr])
      stream.on("data", (text) => {
        output = (output + text).slice(-10_000);
        if (isReady.test(output)) resolve();
      });
    void exited.then(() => reject(new Error(`${command} ended: ${output}`)));
  });
  return {
    async stop() {
      program.kill("SIGTERM");
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), "close");
  return port;
}

/**
 * Takes turns between one replica and two, each behind nginx and with Redis, and the same with a bare server: a second
 * process cannot gain more on a machine than it gains there, because nginx, Redis and the load need a part of both cores.
 */
async function replicas(report: Report): Promise<void> {
  const bodies = [
    ["1.5 KB", envelope(candidates.small())],
    ["16 KB", envelope(candidates.medium())],
    ["60 KB", envelope(candidates.large())],
    ["20 problems", envelope(candidates.faulty())],
  ] as const;
  const port = await freePort();
  const settings = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"];
  const redis = await startProgram("redis-server", settings, /Ready to accept connections/);
  const replica = () =>
    serve({ PREFLIGHT_REDIS_URL: `redis://127.0.0.1:${port}`, PREFLIGHT_TRUST_PROXY: "loopback" });
  const bare = () => serve({}, fileURLToPath(new URL("../peers/floor.js", import.meta.url)));
  const contestants = [
    await balance([await replica()]),
    await balance([await replica(), await replica()]),
    await balance([await bare()]),
    await balance([await bare(), await bare()]),
  ];
  const rows: string[][] = [];
  for (const [name, body] of bodies) {
    const loads: Load[][] = contestants.map(() => []);
    for (const group of contestants) await warmUp(group, body);
    for (let round = 0; round < rounds; round++)
      for (const [index, group] of contestants.entries()) loads[index]!.push(await loadOf(group, body));
    const [speed, cost] = [
      loads.map((some) => some.map(({ perSecond }) => perSecond)),
      loads.map((some) => some.map(({ cpuMicros }) => cpuMicros)),
    ];
    const gain = ratios(speed[1]!, speed[0]!);
    const costs = ratios(cost[1]!, cost[0]!);
    const bareGain = ratios(speed[3]!, speed[2]!);
    rows.push([
      name,
      median(speed[0]!).toFixed(0),
      median(speed[1]!).toFixed(0),
      spread(gain),
      spread(costs),
      spread(loads[1]!.map(({ idle }) => idle)),
      spread(bareGain),
      String(loads[1]!.reduce((sum, { refused }) => sum + refused, 0)),
    ]);
    report.figure(`two replicas, ${name}`, "x", gain, { atLeast: 1.6 });
    report.figure(`processor time of a call, two replicas of one, ${name}`, "x", costs);
    report.figure(`two bare servers, ${name}`, "x", bareGain);
  }
  await Promise.all(contestants.map((group) => group.stop()));
  await redis.stop();
  report.table(
    "Two replicas behind nginx with Redis, load on the same two cores",
    [
      "",
      "one, calls/s",
      "two, calls/s",
      "ratio",
      "µs of a call, ratio",
      "idle with two, of a core",
      "bare servers, ratio",
      "refused",
    ],
    rows,
  );
}

interface Load {
  readonly perSecond: number;
  /** Of the servers, without nginx. */
  readonly cpuMicros: number;
  /** How many cores had nothing to do. */
  readonly idle: number;
  readonly refused: number;
}

const MAX_WARM_UPS = 20;

/**
 * Until V8 has compiled what a body needs, a call costs up to ten times as much. Each of two replicas gets half of the
 * calls, so that takes them twice as long, and they would be compared before they are ready.
 */
async function warmUp(group: Group, body: string): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0, steady = 0; count < MAX_WARM_UPS && steady < 3; count++) {
    const { cpuMicros } = await loadOf(group, body, 1);
    steady = cpuMicros > best * 0.95 ? steady + 1 : 0;
    best = Math.min(best, cpuMicros);
  }
}

async function loadOf({ url, servers }: Group, body: string, duration = seconds): Promise<Load> {
  const cpu = () => servers.reduce((sum, { pid }) => sum + cpuMicrosOf(pid), 0);
  const [before, idleBefore] = [cpu(), idleMicros()];
  const { answered, refused, micros } = await wrk(url, body, 32, duration);
  return {
    perSecond: (answered / micros) * 1e6,
    cpuMicros: (cpu() - before) / answered,
    idle: (idleMicros() - idleBefore) / micros,
    refused,
  };
}

async function wrk(
  url: string,
  body: string,
  connections: number,
  duration: number,
): Promise<{ answered: number; refused: number; micros: number }> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-wrk-"));
  try {
    writeFileSync(join(folder, "body"), body);
    const script = join(folder, "load.lua");
    writeFileSync(
      script,
      `local file = io.open(${JSON.stringify(join(folder, "body"))}, "rb")
wrk.method = "POST"
wrk.body = file:read("*a")
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer ${key}"
function done(summary) io.write(string.format("RESULT %d %d %d\\n", summary.requests, summary.duration, summary.errors.status)) end
`,
    );
    const args = ["-t1", `-c${connections}`, `-d${duration}s`, "-s", script, `${url}/api/validate`];
    const { stdout } = await promisify(execFile)("wrk", args);
    const [, requests, micros, refused] = /^RESULT (\d+) (\d+) (\d+)$/m.exec(stdout)!.map(Number);
    return { answered: requests! - refused!, refused: refused!, micros: micros! };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** About 28 KB in which every record is wrong: among the most expensive bodies of that size. */
const EXPENSIVE = envelope({
  ...candidates.small(),
  sampleRecords: Array.from({ length: 100 }, (_, index) => ({
    membershipIdd: index,
    holder: "x".repeat(150),
    points: "many",
    joinedOn: "2024-02-31",
  })),
});

interface Timed {
  readonly status: number;
  readonly ms: number;
}

function call(url: string, body: string | undefined, agent: Agent): Promise<Timed> {
  const started = performance.now();
  const { promise, resolve } = withResolvers<Timed>();
  const outgoing = request(
    url,
    {
      agent,
      method: body === undefined ? "GET" : "POST",
      headers:
        body === undefined
          ? {}
          : {
              "content-type": "application/json",
              "content-length": Buffer.byteLength(body),
              authorization: `Bearer ${key}`,
            },
    },
    (incoming) => {
      incoming
        .resume()
        .once("end", () => resolve({ status: incoming.statusCode!, ms: performance.now() - started }));
    },
  );
  outgoing.once("error", () => resolve({ status: 0, ms: performance.now() - started }));
  outgoing.end(body);
  return promise;
}

async function overload(report: Report): Promise<void> {
  const server = await serve();
  const url = `${server.url}/api/validate`;
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  /** As many calls at a time as keep it busy. */
  const usual = async (): Promise<Timed[]> => {
    const end = performance.now() + seconds * 1_000;
    const all: Timed[] = [];
    const client = async () => {
      while (performance.now() < end) all.push(await call(url, EXPENSIVE, agent));
    };
    await Promise.all(Array.from({ length: 8 }, client));
    return all;
  };
  const rows: string[][] = [];
  const [ratio, refusals, health]: number[][] = [[], [], []];
  await usual();
  for (let round = 0; round < rounds; round++) {
    const before = await usual();
    const perSecond = before.length / seconds;
    const overloaded = await flood(url, perSecond * 4, agent, server, health!);
    const accepted = overloaded.filter(({ status }) => status === 200).map(({ ms }) => ms);
    const refused = overloaded.filter(({ status }) => status === 503).map(({ ms }) => ms);
    const usualP99 = quantile(
      before.map(({ ms }) => ms),
      0.99,
    );
    ratio!.push(quantile(accepted, 0.99) / usualP99);
    refusals!.push(quantile(refused, 0.99));
    rows.push([
      String(round + 1),
      perSecond.toFixed(0),
      usualP99.toFixed(0),
      `${accepted.length} / ${refused.length} / ${overloaded.length - accepted.length - refused.length}`,
      quantile(accepted, 0.99).toFixed(0),
      quantile(refused, 0.99).toFixed(0),
      health!.at(-1)!.toFixed(0),
    ]);
  }
  agent.destroy();
  await server.stop();
  report.table(
    "Four times the load that can be served (28 KB, every record wrong)",
    [
      "round",
      "usual calls/s",
      "usual p99 ms",
      "200 / 503 / lost",
      "p99 of 200, ms",
      "p99 of 503, ms",
      "slowest /healthz, ms",
    ],
    rows,
  );
  report.figure("p99 of accepted calls at 4x load, of the usual", "x", ratio!, { atMost: 2 });
  report.figure("p99 of refusals at 4x load", "ms", refusals!);
  report.figure("slowest /healthz at 4x load", "ms", health!, { atMost: 100 });
}

/** Calls at a fixed rate, whatever comes back. What is measured starts after a second, when the burst is over. */
async function flood(
  url: string,
  perSecond: number,
  agent: Agent,
  server: Server,
  health: number[],
): Promise<Timed[]> {
  const started = performance.now();
  const length = (seconds + 1) * 1_000;
  const calls: Promise<Timed & { at: number }>[] = [];
  const slowest = watchHealth(`${server.url}/healthz`);
  let sent = 0;
  for (;;) {
    const at = performance.now() - started;
    if (at > length) break;
    for (; sent < (at / 1_000) * perSecond; sent++)
      calls.push(call(url, EXPENSIVE, agent).then((timed) => ({ ...timed, at })));
    await sleep(2);
  }
  health.push(await slowest());
  const all = await Promise.all(calls);
  return all.filter(({ at }) => at > 1_000);
}

/** Requests it every 100 ms, in a thread of its own: this one is as busy as the service. Returns the longest time. */
function watchHealth(url: string): () => Promise<number> {
  const thread = new Worker(
    `const { get } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
let slowest = 0, open = 0, isOver = false;
const finish = () => { if (isOver && open === 0) { clearInterval(timer); parentPort.postMessage(slowest); parentPort.close(); } };
const timer = setInterval(() => {
  if (isOver) return;
  const started = performance.now();
  open++;
  get(workerData, { agent: false }, (answer) => answer.resume().once("end", () => {
    slowest = Math.max(slowest, performance.now() - started);
    open--;
    finish();
  }));
}, 100);
parentPort.once("message", () => { isOver = true; finish(); });`,
    { eval: true, execArgv: [], workerData: url },
  );
  return async () => {
    thread.postMessage("over");
    const [slowest] = (await once(thread, "message")) as [number];
    return slowest;
  };
}

async function crowd(report: Report): Promise<void> {
  const server = await serve();
  const url = `${server.url}/api/validate`;
  const body = envelope(candidates.small());
  const agent = new Agent({ keepAlive: true });
  const traffic = async (): Promise<number[]> => {
    const times: number[] = [];
    const end = performance.now() + seconds * 1_000;
    const client = async () => {
      while (performance.now() < end) {
        const { status, ms } = await call(url, body, agent);
        if (status === 200) times.push(ms);
      }
    };
    await Promise.all(Array.from({ length: 4 }, client));
    return times;
  };
  await traffic();
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round++) alone.push(median(await traffic()));
  const idle = await openAll(server.url, 10_000);
  const slow = await openAll(server.url, 500);
  const head = `POST /api/validate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
  for (const socket of slow) socket.write(head);
  const drip = setInterval(() => {
    for (const socket of slow) if (!socket.destroyed) socket.write(" ");
  }, 200);
  for (let round = 0; round < rounds; round++) beside.push(median(await traffic()));
  const open = [...idle, ...slow].filter(({ destroyed }) => !destroyed).length;
  clearInterval(drip);
  for (const socket of [...idle, ...slow]) socket.destroy();
  agent.destroy();
  await server.stop();
  const slower = ratios(beside, alone);
  report.table(
    "10,000 idle connections and 500 slow senders",
    ["", "median latency, ms"],
    [
      ["alone", spread(alone)],
      [`beside ${open} open connections`, spread(beside)],
      ["ratio", spread(slower)],
    ],
  );
  report.figure("latency beside 10,000 idle and 500 slow connections", "x", slower, { atMost: 1.5 });
}

async function openAll(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  // A few hundred at a time, or the kernel's queue overflows.
  for (let left = count; left > 0; left -= 250) {
    const some = Array.from({ length: Math.min(250, left) }, () => connect(Number(port), hostname));
    for (const socket of some) socket.on("error", () => undefined);
    await Promise.all(some.map((socket) => once(socket, "connect")));
    sockets.push(...some);
  }
  return sockets;
}

/**
 * Connections that send requests and never read an answer: what they hold in memory until they are cut. Any load makes
 * the heap grow, so the same requests are sent first by callers that read.
 */
async function careless(report: Report): Promise<void> {
  const rows: string[][] = [];
  for (const [name, body, count] of [
    ["20 problems", envelope(candidates.faulty()), 200],
    ["answers of 400 KB", EXPENSIVE, 20],
  ] as const) {
    const server = await serve();
    const attentive = await memoryWith(server, body, count, true);
    const most = await memoryWith(server, body, count, false);
    await sleep(2_000);
    rows.push([name, attentive.toFixed(0), most.toFixed(0), memoryOf(server.pid).toFixed(0)]);
    await server.stop();
    report.figure(`memory for 150 connections that never read, ${name}`, "MB", [most - attentive], {
      atMost: 150,
    });
  }
  report.table(
    "150 connections that send requests and never read: memory of the process, MB",
    ["", "callers that read", "callers that do not", "after"],
    rows,
  );
}

/** The most that the process holds within ten seconds. */
async function memoryWith(server: Server, body: string, count: number, isRead: boolean): Promise<number> {
  const sockets = await openAll(server.url, 150);
  const one = `POST /api/validate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  for (const socket of sockets) {
    if (isRead) socket.resume();
    else socket.pause();
    socket.write(one.repeat(count));
  }
  let most = 0;
  for (let checks = 0; checks < 100; checks++) {
    await sleep(100);
    most = Math.max(most, memoryOf(server.pid));
  }
  for (const socket of sockets) socket.destroy();
  return most;
}

/** In MB. */
function memoryOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) / 256;
}

/** Processor time so far, with the resolution of a Linux clock tick. */
function cpuMicrosOf(pid: number): number {
  // The second field, the program's name, can contain spaces, so count from its closing bracket.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(stat[11]) + Number(stat[12])) * 10_000;
}

/** Time in which the cores of this machine had nothing to do, added up. */
function idleMicros(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle * 1_000, 0);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
