/**
 * What hostile bodies cost, repair included, as multiples of a valid body of the same size. First in this process, for all
 * of them; then the worst ones as whole requests to the service.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  checkCandidate,
  createRegistry,
  loadSpecPackage,
  type RegistryEntry,
  repairCandidate,
} from "proposal-preflight";
import { hostileBodies, largeCandidate } from "../attacks.ts";
import { type HostilePackage, hostilePackages } from "../hostile-packages.ts";
import { key, type PinnedServer, serviceEnvironment, startPinned } from "../pinned-server.ts";
import { median, type Report, spread } from "../report.ts";
import { rounds } from "../rounds.ts";

const ROUNDS = 7;
const WORST = 10;
/** Requests of one round: enough for the clock ticks in which the system counts processor time. */
const VALID_REQUESTS = 200;
const HOSTILE_REQUESTS = 20;
const MAX_MULTIPLE = 20;

const DATAGEN = { targetProduct: "datagen", domainId: "generator-option" };

export const title = "Hostile bodies";

const readData = (path: string) =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`proposal-preflight/spec-packages/${path}`)), "utf8"));

export async function run(report: Report): Promise<void> {
  const document = readData("datagen/generator-option.json");
  const { candidate: valid } = document.examples.valid[0];
  const large = JSON.stringify(largeCandidate(valid));
  const bodies = hostileBodies(valid);
  const costs = inProcess(document, large, bodies);
  const worst = costs.rows.slice(0, WORST).map(({ name }) => name);
  const multiples = await asRequests(large, new Map(worst.map((name) => [name, bodies.get(name)!])));
  const highest = worst.reduce((a, b) => (median(multiples.get(a)!) >= median(multiples.get(b)!) ? a : b));
  report.figure("worst hostile request, of a valid one", "x", multiples.get(highest)!, {
    atMost: MAX_MULTIPLE,
  });
  report.table(
    `Worst ${WORST} of ${bodies.size} hostile bodies with repair, as multiples of a valid one of ${large.length} bytes (check alone: ${(costs.base / 1_000).toFixed(2)} ms)`,
    ["body", "check", "check and repair", "whole request", "answer"],
    costs.rows
      .slice(0, WORST)
      .map(({ name, checked, repaired, bytes }) => [
        name,
        `${checked.toFixed(1)}x`,
        `${repaired.toFixed(1)}x`,
        `${spread(multiples.get(name)!, 1)}x`,
        `${Math.round(bytes / 1024)} KB`,
      ]),
  );
  await otherProducts(report);
}

/** The same for packages of other products, which a server of ours publishes. */
async function otherProducts(report: Report): Promise<void> {
  const packages = hostilePackages();
  const publisher = createServer((request, response) => {
    const [, product, what] = (request.url ?? "").split("/");
    const found = packages.find(({ document }) => document.targetProduct === product);
    response.writeHead(200, { "content-type": "application/json", etag: '"1"' });
    response.end(JSON.stringify(what === "spec" ? found?.document : { generators: [] }));
  });
  await new Promise<void>((done) => publisher.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), "preflight-hostile-"));
  const file = join(folder, "domains.json");
  const domains = packages.map(({ document: { targetProduct, domainId } }) => ({
    targetProduct,
    domainId,
    specPackageUrl: `${url}/${targetProduct}/spec`,
    registryUrl: `${url}/${targetProduct}/registry`,
    submissionUrl: `${url}/${targetProduct}/api/proposals`,
  }));
  writeFileSync(file, JSON.stringify({ domains }));
  const server = await startPinned(
    [fileURLToPath(new URL("../../../dist/server/main.js", import.meta.url))],
    { ...serviceEnvironment, PREFLIGHT_DOMAINS: file },
  );
  try {
    // The log has the publisher's address before the service's own, and the rules are there a little later.
    while (!server.output().includes("Metrics: ")) await pause(50);
    const own = /serving at (\S+)/.exec(server.output())?.[1] ?? "";
    const ready = async () => !(await (await fetch(`${own}/readyz`)).text()).includes('"unavailable"');
    while (!(await ready())) await pause(50);
    const rows: { name: string; multiples: number[]; bytes: number }[] = [];
    for (const one of packages) rows.push(...(await multiplesOf({ ...server, url: own }, one)));
    rows.sort((a, b) => median(b.multiples) - median(a.multiples));
    report.figure("worst hostile request for other products, of a valid one", "x", rows[0]!.multiples, {
      atMost: MAX_MULTIPLE,
    });
    report.table(
      `${rows.length} hostile bodies for ${packages.length} other products with repair, as multiples of a valid one for the same product`,
      ["body", "whole request", "body in KB"],
      rows.map(({ name, multiples, bytes }) => [
        name,
        `${spread(multiples, 1)}x`,
        `${Math.round(bytes / 1024)}`,
      ]),
    );
  } finally {
    await server.stop();
    publisher.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function multiplesOf(server: PinnedServer, { document, valid, attacks }: HostilePackage) {
  const send = (candidate: unknown, count: number) =>
    requestMicros(server, JSON.stringify(candidate), count, document);
  const rows = Object.entries(attacks).map(([name, candidate]) => ({
    name,
    candidate,
    multiples: [] as number[],
    bytes: JSON.stringify(candidate).length,
  }));
  for (let round = 0; round <= rounds; round++) {
    const base = await send(valid, VALID_REQUESTS);
    for (const { candidate, multiples } of rows) {
      const multiple = (await send(candidate, HOSTILE_REQUESTS)) / base;
      if (round > 0) multiples.push(multiple);
    }
  }
  return rows;
}

function inProcess(document: unknown, large: string, bodies: ReadonlyMap<string, string>) {
  const { generators, asOf } = readData("datagen/registry.json") as {
    asOf: string;
    generators: RegistryEntry[];
  };
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error("the reference package does not load");
  const context = { registry: createRegistry(generators, asOf), now: Date.now() };
  const check = (body: string) => JSON.stringify(checkCandidate(loaded.spec, JSON.parse(body), context));
  const repair = (body: string) =>
    JSON.stringify(repairCandidate(loaded.spec, JSON.parse(body), context, "suggested"));
  cost(() => check(large), 200);
  const base = cost(() => check(large), 50);
  const rows = [...bodies].map(([name, body]) => {
    const [checked, repaired] = [check, repair].map((run) => {
      run(body);
      return median(Array.from({ length: ROUNDS }, () => cost(() => run(body), 1)));
    }) as [number, number];
    return { name, checked: checked / base, repaired: repaired / base, bytes: repair(body).length };
  });
  return { base, rows: rows.sort((a, b) => b.repaired - a.repaired) };
}

/** The multiples of each body, round by round. */
async function asRequests(
  large: string,
  bodies: ReadonlyMap<string, string>,
): Promise<Map<string, number[]>> {
  const server = await startPinned(
    [fileURLToPath(new URL("../../../dist/server/main.js", import.meta.url))],
    {
      ...serviceEnvironment,
    },
  );
  const multiples = new Map([...bodies.keys()].map((name) => [name, [] as number[]]));
  try {
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      const base = await requestMicros(server, large, VALID_REQUESTS);
      for (const [name, body] of bodies) {
        const multiple = (await requestMicros(server, body, HOSTILE_REQUESTS)) / base;
        if (round > 0) multiples.get(name)!.push(multiple);
      }
    }
  } finally {
    await server.stop();
  }
  return multiples;
}

async function requestMicros(
  server: PinnedServer,
  candidate: string,
  times: number,
  { targetProduct, domainId } = DATAGEN,
): Promise<number> {
  const body = `{"targetProduct":"${targetProduct}","domainId":"${domainId}","repair":"suggested","candidate":${candidate}}`;
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
  const before = server.cpuMicros();
  for (let count = 0; count < times; count++) {
    const answer = await fetch(`${server.url}/api/validate`, { method: "POST", headers, body });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a hostile body was answered with ${answer.status}`);
  }
  return (server.cpuMicros() - before) / times;
}

/** Microseconds of processor time of one run. */
function cost(run: () => void, times: number): number {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}
