/**
 * What each route costs, as a multiple of a valid small call of `POST /api/validate`. Only calls are counted against the budget
 * of a caller, so whatever else may be asked must not cost much more than one. The table is in docs/operating.md.
 */
import { fileURLToPath } from "node:url";
import { type Contestant, type Event, hold } from "../contest.ts";
import { key, serviceEnvironment } from "../pinned-server.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { rounds, seconds } from "../rounds.ts";
import { envelopeOf } from "./http.ts";

export const title = "Routes";

const service: Contestant = {
  name: "Preflight",
  args: [fileURLToPath(new URL("../../../dist/service/server/main.js", import.meta.url))],
  environment: serviceEnvironment,
};

interface Route extends Event<Contestant> {
  readonly counted: boolean;
}

const json = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };

function call(
  path: string,
  body: string,
  name = `POST ${path}`,
  headers: Record<string, string> = json,
): Route {
  return { name, counted: true, request: (_, url) => ({ url: `${url}${path}`, headers, body }) };
}

function page(path: string, headers: Record<string, string> = {}): Route {
  return {
    name: `GET ${path}`,
    counted: path.startsWith("/api/"),
    request: (_, url) => ({ url: `${url}${path}`, method: "GET", headers }),
  };
}

function mcp(method: string, params: object, what = method): Route {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const counted = method === "tools/call";
  return { ...call("/mcp", body, `POST /mcp, ${what}`, counted ? json : headers), counted };
}

const domain = "datagen/generator-option";
const small = envelopeOf("small");
const yardstick = call("/api/validate", small, "POST /api/validate, valid, 1.5 KB");
const clientInfo = { name: "bench", version: "1" };
const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };

const routes: readonly Route[] = [
  yardstick,
  call("/api/validate", envelopeOf("large"), "POST /api/validate, valid, 60 KB"),
  call("/api/build", small, "POST /api/build, valid, 1.5 KB"),
  page("/api/domains"),
  page("/api/domains?targetProduct=datagen&domainId=generator-option"),
  mcp("tools/call", { name: "validateProposal", arguments: JSON.parse(small) }, "tools/call of the same"),
  mcp("initialize", initialize),
  mcp("initialize", { ...initialize, clientInfo: { ...clientInfo, other: 1 } }, "initialize, unusual client"),
  mcp("ping", {}),
  mcp("tools/list", {}),
  mcp("resources/list", {}),
  mcp("resources/templates/list", {}),
  mcp("resources/read", { uri: `preflight://spec-packages/${domain}` }, "resources/read of the rules"),
  mcp("no/such-method", {}, "an unknown method"),
  ...[
    "/",
    "/docs",
    "/openapi.json",
    "/capabilities.json",
    "/llms.txt",
    "/server.json",
    "/problems/not-found",
  ].map((path) => page(path)),
  page("/.well-known/api-catalog"),
  page("/rules"),
  page("/rules/datagen/generator-option"),
  page("/rules/datagen/generator-option/field-type-unknown"),
  page(`/spec-packages/${domain}`),
  page(`/registries/${domain}`),
  page(`/registries/${domain}?search=name`),
  page("/healthz"),
  page("/readyz"),
];

export async function run(report: Report): Promise<void> {
  const { samples } = await hold([service], routes);
  const base = samples(service, yardstick).cpu;
  const cost = (route: Route) => ratios(samples(service, route).cpu, base);
  report.table(
    `Processor time per request, as a multiple of a valid small call: medians of ${rounds} starts × ${seconds} s`,
    ["route", "counted", "multiple"],
    routes.map((route) => [route.name, route.counted ? "yes" : "no", spread(cost(route))]),
  );
  for (const route of routes.filter(({ counted }) => !counted))
    report.figure(`Routes, ${route.name}, of a small call`, "x", cost(route));
  report.note(`A valid small call took ${median(base).toFixed(0)} µs of processor time.`);
}
