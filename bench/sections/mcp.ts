/**
 * `tools/call` over MCP. Preflight checks a real candidate, with keys, limit, log and metrics enabled. Its peers have
 * a tool that says hello and nothing else. Servers take turns on one core, and the load comes from the other.
 */
import { fileURLToPath } from "node:url";
import { candidates } from "../candidates.ts";
import { type Contest, type Contestant, type Event, hold, steadiness } from "../contest.ts";
import { key, serviceEnvironment } from "../pinned-server.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { connections, rounds, seconds } from "../rounds.ts";

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

const eras = ["2025-11-25", "2026-07-28"] as const;
type Era = (typeof eras)[number];

interface McpServer extends Contestant {
  tool: { name: string; arguments: object };
  /** The revisions it speaks. */
  eras: readonly Era[];
}

const hello = { name: "hello", arguments: { name: "Preflight" } };
const validate = {
  name: "validateProposal",
  arguments: { targetProduct: "datagen", domainId: "generator-option", candidate: candidates.small() },
};

const preflight: McpServer = {
  name: "Preflight: validateProposal, 1.5 KB",
  args: [path("dist/service/server/main.js")],
  environment: serviceEnvironment,
  tool: validate,
  eras,
};
const standard: McpServer = {
  name: "SDK v2, standard handler: hello",
  args: [path("dist-dev/bench/peers/mcp-sdk-v2.js")],
  tool: hello,
  eras,
};
const floor: McpServer = {
  name: "lower bound: node:http, JSON.parse, 1.5 KB",
  args: [path("dist-dev/bench/peers/mcp-floor.js")],
  tool: validate,
  eras,
};
const contestants: McpServer[] = [
  floor,
  preflight,
  standard,
  { name: "mcp-handler: hello", args: [path("bench/peers/mcp-handler.mjs")], tool: hello, eras },
  { name: "SDK v1: hello", args: [path("bench/peers/mcp-sdk-v1.mjs")], tool: hello, eras: ["2025-11-25"] },
  { name: "fastmcp: hello", args: [path("bench/peers/mcp-fastmcp.mjs")], tool: hello, eras: ["2025-11-25"] },
];

function call({ tool }: McpServer, era: Era) {
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

export function callEvent(era: Era): Event<McpServer> & { era: Era } {
  return {
    era,
    name: era,
    request: (one, url) => (one.eras.includes(era) ? { url: `${url}/mcp`, ...call(one, era) } : undefined),
    verify(one, _, text) {
      const expected = one === preflight ? '"structuredContent":{"valid":true' : "Hello, Preflight";
      if (!text.includes(expected)) throw new Error(`${one.name}, ${era}: ${text}`);
    },
  };
}

export const title = "MCP";

export async function run(report: Report): Promise<void> {
  const events = eras.map(callEvent);
  print(report, events, await hold(contestants, events));
}

function print(report: Report, events: ReturnType<typeof callEvent>[], contest: Contest<McpServer>): void {
  const rows = (list: readonly McpServer[], cell: (one: McpServer, event: (typeof events)[0]) => string) =>
    list.map((one) => [
      one.name,
      ...events.map((event) => (one.eras.includes(event.era) ? cell(one, event) : "–")),
    ]);
  report.table(
    `MCP tools/call, µs per request, wall / processor: medians of ${rounds} starts × ${seconds} s, ${connections} connections; ~ where starts differ by more than 15 %`,
    ["", ...eras],
    rows(contestants, (one, event) => {
      const { wall, cpu } = contest.samples(one, event);
      return `${median(wall).toFixed(0)} / ${median(cpu).toFixed(0)}${steadiness(cpu)}`;
    }),
  );
  const relative = (one: McpServer, event: (typeof events)[0]) =>
    ratios(contest.samples(one, event).cpu, contest.samples(preflight, event).cpu);
  const targets = new Map([
    [floor, 0.6],
    [standard, 3],
  ]);
  for (const [one, target] of targets)
    for (const event of events)
      report.figure(`MCP ${event.era}, of ${one.name}`, "x", relative(one, event), { atLeast: target });
  report.table(
    "Throughput of Preflight by processor time, relative to",
    ["", ...eras],
    rows(
      contestants.filter((one) => one !== preflight),
      (one, event) => spread(relative(one, event)),
    ),
  );
  report.note(
    `In its slowest minute the machine took ${contest.unrest.toFixed(2)} times as long for a fixed loop as in its fastest.`,
  );
}
