/**
 * `tools/call` over MCP. Preflight checks a real candidate, with keys, limit, log and metrics enabled. Its peers have
 * a tool that says hello and nothing else. Servers take turns on one core, and the load comes from the other.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { candidates } from "../candidates.ts";
import { key, type PinnedServer, serviceEnvironment, startPinned } from "../pinned-server.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { connections, rounds, seconds } from "../rounds.ts";
import { load, warmUp } from "../wrk.ts";

const root = new URL("../../../", import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));

const eras = ["2025-11-25", "2026-07-28"] as const;
type Era = (typeof eras)[number];

interface Contestant {
  name: string;
  args: string[];
  environment?: Record<string, string>;
  tool: { name: string; arguments: object };
  /** The revisions it speaks. */
  eras: readonly Era[];
}

const hello = { name: "hello", arguments: { name: "Preflight" } };
const validate = {
  name: "validateProposal",
  arguments: { targetProduct: "datagen", domainId: "generator-option", candidate: candidates.small() },
};

const preflight: Contestant = {
  name: "Preflight: validateProposal, 1.5 KB",
  args: [path("dist/server/main.js")],
  environment: serviceEnvironment,
  tool: validate,
  eras,
};
const standard: Contestant = {
  name: "SDK v2, standard handler: hello",
  args: [path("dist-dev/bench/peers/mcp-sdk-v2.js")],
  tool: hello,
  eras,
};
const floor: Contestant = {
  name: "lower bound: node:http, JSON.parse, 1.5 KB",
  args: [path("dist-dev/bench/peers/mcp-floor.js")],
  tool: validate,
  eras,
};
const contestants: Contestant[] = [
  floor,
  preflight,
  standard,
  { name: "mcp-handler: hello", args: [path("bench/peers/mcp-handler.mjs")], tool: hello, eras },
  { name: "SDK v1: hello", args: [path("bench/peers/mcp-sdk-v1.mjs")], tool: hello, eras: ["2025-11-25"] },
  { name: "fastmcp: hello", args: [path("bench/peers/mcp-fastmcp.mjs")], tool: hello, eras: ["2025-11-25"] },
];

function call({ tool }: Contestant, era: Era) {
  const common = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": era,
    Authorization: `Bearer ${key}`,
  };
  const isModern = era === "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": era,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = isModern ? { ...tool, _meta } : tool;
  return {
    headers: isModern ? { ...common, "Mcp-Method": "tools/call", "Mcp-Name": tool.name } : common,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  };
}

type Samples = Map<Contestant, Record<Era, number[]>>;

export const title = "MCP";

export async function run(report: Report): Promise<void> {
  const entered = contestants.filter(({ args }) => existsSync(args[0] ?? ""));
  const [wall, cpu]: [Samples, Samples] = [new Map(), new Map()];
  for (const one of entered)
    for (const samples of [wall, cpu]) samples.set(one, { "2025-11-25": [], "2026-07-28": [] });
  for (let round = 0; round < rounds; round++) await measureRound(entered, wall, cpu);
  print(report, entered, wall, cpu);
}

/** As over plain HTTP, every round starts the servers again. */
async function measureRound(entered: readonly Contestant[], wall: Samples, cpu: Samples): Promise<void> {
  const servers = new Map<Contestant, PinnedServer>();
  try {
    for (const contestant of entered) {
      const server = await startPinned(contestant.args, contestant.environment);
      servers.set(contestant, server);
      for (const era of contestant.eras) await rehearse(contestant, era, server.url);
    }
    for (const era of eras) {
      for (const [contestant, server] of servers) {
        if (!contestant.eras.includes(era)) continue;
        const cpuBefore = server.cpuMicros();
        const { requests, microsPerRequest } = await load({
          url: `${server.url}/mcp`,
          ...call(contestant, era),
          seconds,
        });
        wall.get(contestant)?.[era].push(microsPerRequest);
        cpu.get(contestant)?.[era].push((server.cpuMicros() - cpuBefore) / requests);
        server.emptyLog();
      }
    }
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

/** One call to make sure that the answer is right, then load until the server is warm. */
async function rehearse(contestant: Contestant, era: Era, url: string): Promise<void> {
  const { headers, body } = call(contestant, era);
  const answer = await fetch(`${url}/mcp`, { method: "POST", headers, body });
  const text = await answer.text();
  const expected = contestant === preflight ? '"structuredContent":{"valid":true' : "Hello, Preflight";
  if (answer.status !== 200 || !text.includes(expected))
    throw new Error(`${contestant.name}, ${era}: ${answer.status} ${text}`);
  await warmUp({ url: `${url}/mcp`, headers, body });
}

function print(report: Report, entered: Contestant[], wall: Samples, cpu: Samples): void {
  const cell = (one: Contestant, era: Era, write: () => string) => (one.eras.includes(era) ? write() : "–");
  const of = (samples: Samples, one: Contestant, era: Era) => samples.get(one)?.[era] ?? [];
  report.table(
    `MCP tools/call, µs per request, wall / processor: medians of ${rounds} × ${seconds} s, ${connections} connections`,
    ["", ...eras],
    entered.map((one) => [
      one.name,
      ...eras.map((era) =>
        cell(one, era, () =>
          [wall, cpu].map((samples) => median(of(samples, one, era)).toFixed(0)).join(" / "),
        ),
      ),
    ]),
  );
  if (!entered.includes(preflight)) return;
  const relative = (one: Contestant, era: Era) => ratios(of(cpu, one, era), of(cpu, preflight, era));
  const targets = new Map([
    [floor, 0.6],
    [standard, 3],
  ]);
  for (const [one, target] of targets) {
    if (!entered.includes(one)) continue;
    for (const era of eras)
      report.figure(`MCP ${era}, of ${one.name}`, "x", relative(one, era), { atLeast: target });
  }
  report.table(
    "Throughput of Preflight by processor time, relative to",
    ["", ...eras],
    entered
      .filter((one) => one !== preflight)
      .map((one) => [one.name, ...eras.map((era) => cell(one, era, () => spread(relative(one, era))))]),
  );
}
