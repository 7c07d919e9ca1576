/**
 * What hostile bodies cost as whole requests, repair included, as multiples of a valid body of the same size under the
 * same package.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { loadSpecPackage } from "proposal-preflight";
import { hostileBodies, largeCandidate } from "../attacks.ts";
import { type HostilePackage, hostilePackages } from "../hostile-packages.ts";
import { key, type PinnedServer, serviceEnvironment, startPinned } from "../pinned-server.ts";
import { median, type Report, spread } from "../report.ts";
import { rounds, seconds } from "../rounds.ts";
import {
  createRandom,
  createSubject,
  drawScatter,
  fitOf,
  measureAgain,
  readPackage,
  scatter,
  search,
} from "../search.ts";

const SHOWN = 20;
/** Of what a search found, so many are sent as requests. */
const AS_REQUESTS = 5;
/** And the worst of these once more, alone and in more rounds. */
const SUSPECTS = 2;
const ROUNDS_AGAIN = 7;
/** Requests of one round: enough for the clock ticks in which the system counts processor time. */
const VALID_REQUESTS = 100;
const HOSTILE_REQUESTS = 10;
const BYTEWISE_REQUESTS = 3;
const MAX_MULTIPLE = 20;

/** More processor time than this is noticed by whoever calls meanwhile. */
const MAX_MS = 25;
const SCATTERED = Number(process.env.BENCH_SCATTERED ?? 1_000);
const MIN_CORRELATION = 0.8;
/** Calls at once that one caller may make, and how long others may wait for an answer meanwhile. */
const AT_ONCE = 6;
const MAX_WAIT_MS = 200;

export const title = "Hostile bodies";

/** `BENCH_SECONDS=3600 npm run bench -- hostile/search` looks for worse bodies for an hour. */
export const parts = {
  async search(report: Report): Promise<void> {
    const seed = Number(process.env.BENCH_SEED ?? Date.now() % 1_000_000);
    console.log(`BENCH_SEED=${seed}`);
    const roll = createRandom(seed);
    // Valid bodies of these packages are small, so that only the time of the others counts.
    const named = namedPackages();
    const unnamed = [embeddedPackage(), ...hostilePackages()];
    const subjects = [...unnamed, ...named].map(createSubject);
    const tried = search(subjects, Date.now() + seconds * 1_000, roll);
    const all = measureAgain(subjects).sort((a, b) => b.multiple - a.multiple);
    const isNamed = ({ name }: { name: string }) =>
      named.some(({ document }) => document.targetProduct === name);
    const found = all.filter((one) => !isNamed(one));
    report.table(
      `Worst ${SHOWN} bodies that a search of ${seconds} s found among ${tried}, in the process`,
      ["product", "of a valid body", "ms", "body in KB", "begins"],
      found
        .slice(0, SHOWN)
        .map(({ name, body, ms, multiple }) => [
          name,
          `${multiple.toFixed(1)}x`,
          ms.toFixed(1),
          `${Math.round(Buffer.byteLength(body) / 1024)}`,
          JSON.stringify(body.slice(0, 60)),
        ]),
    );
    const slowest = all.filter((one) => isNamed(one) || one.name === "datagen");
    report.figure("worst body found, of a valid one, in the process", "x", [found[0]!.multiple]);
    const asRequests = await requestsWith(unnamed, found.slice(0, AS_REQUESTS));
    report.table(
      "The same as whole requests",
      ["body", "whole request"],
      asRequests.map(({ name, multiples }) => [name, `${spread(multiples, 1)}x`]),
    );
    // The worst of many measurements is most likely one that was disturbed.
    const suspects = asRequests.flatMap(({ body }) => body ?? []).slice(0, SUSPECTS);
    const again = await requestsWith(
      unnamed,
      found.filter(({ body }) => suspects.includes(body)),
      ROUNDS_AGAIN,
    );
    report.figure("worst body found, of a valid one, as a request", "x", again[0]!.multiples, {
      atMost: MAX_MULTIPLE,
    });
    report.figure("worst body found for a real product", "ms", [Math.max(...slowest.map(({ ms }) => ms))], {
      atMost: MAX_MS,
    });
    const folder = mkdtempSync(join(tmpdir(), "preflight-search-"));
    for (const [index, { body }] of found.slice(0, 5).entries())
      writeFileSync(join(folder, `${index + 1}.json`), body);
    const points = await scatter(
      subjects.filter((subject) => !isNamed(subject)),
      SCATTERED,
      roll,
    );
    const { correlation, outlier } = fitOf(points);
    report.figure("counted work and time, correlation", "", [correlation], { atLeast: MIN_CORRELATION });
    report.figure("slowest of random bodies, of the time its work stands for", "x", [outlier]);
    writeFileSync(join(folder, "scatter.svg"), drawScatter(points));
    console.log(`The worst bodies and the plot of work and time are in ${folder}`);
  },
};

async function requestsWith(
  packages: readonly HostilePackage[],
  found: readonly { readonly name: string; readonly body: string }[],
  count = rounds,
): Promise<Row[]> {
  const bodiesOf = ({ document: { targetProduct } }: HostilePackage) =>
    found.flatMap(({ name, body }, index) =>
      name === targetProduct ? [[`${name}: number ${index + 1}`, body] as const] : [],
    );
  const attacked = packages
    .map((one) => ({ ...one, attacks: new Map(bodiesOf(one)) }))
    .filter(({ attacks }) => attacks.size > 0);
  return withService(attacked, (server) => worstFirst(server, attacked, count));
}

/** The packages of the examples and of the corpus. */
function namedPackages(): HostilePackage[] {
  const folders = ["examples", "corpus/packages"].map(
    (folder) => new URL(`../../../${folder}/`, import.meta.url),
  );
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".json"))
      .map((path) => new URL(path, folder))
      .filter((url) => readFileSync(url, "utf8").includes('"preflight-spec-package/1"'))
      .map(readPackage),
  );
}

export async function run(report: Report): Promise<void> {
  const packages = [embeddedPackage(), ...hostilePackages()];
  for (const { document } of packages) {
    const loaded = loadSpecPackage(document);
    if (!loaded.ok) throw new Error(`${document.targetProduct} is refused: ${loaded.reasons[0]?.message}`);
  }
  const { rows, waits } = await withService(packages, async (server) => {
    const found = await worstFirst(server, packages);
    return { rows: found, waits: await waitsBeside(server, packages, found) };
  });
  report.figure(`/healthz beside ${AT_ONCE} of the worst at once`, "ms", waits, { atMost: MAX_WAIT_MS });
  report.figure("worst hostile request, of a valid one", "x", rows[0]!.multiples, { atMost: MAX_MULTIPLE });
  report.table(
    `Worst ${SHOWN} of ${rows.length} hostile bodies for ${packages.length} products with repair, as multiples of a valid one for the same product`,
    ["body", "whole request", "body in KB"],
    rows
      .slice(0, SHOWN)
      .map(({ name, multiples, bytes }) => [name, `${spread(multiples, 1)}x`, `${Math.round(bytes / 1024)}`]),
  );
}

function embeddedPackage(): HostilePackage {
  const readData = (path: string) =>
    JSON.parse(
      readFileSync(new URL(import.meta.resolve(`proposal-preflight/spec-packages/${path}`)), "utf8"),
    );
  const document = readData("datagen/generator-option.json");
  const { candidate } = document.examples.valid[0];
  const attacks = [...hostileBodies(candidate)].map(([name, body]) => [`datagen: ${name}`, body] as const);
  return {
    document,
    registry: readData("datagen/registry.json"),
    valid: JSON.stringify(largeCandidate(candidate)),
    attacks: new Map(attacks),
  };
}

/** Runs the service with these packages, which a server of ours publishes. */
async function withService<Result>(
  packages: readonly HostilePackage[],
  use: (server: PinnedServer) => Promise<Result>,
): Promise<Result> {
  const publisher = createServer((request, response) => {
    const [, product, what] = (request.url ?? "").split("/");
    const found = packages.find(({ document }) => document.targetProduct === product);
    response.writeHead(200, { "content-type": "application/json", etag: '"1"' });
    response.end(JSON.stringify(what === "spec" ? found?.document : found?.registry));
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
    [fileURLToPath(new URL("../../../dist/service/server/main.js", import.meta.url))],
    { ...serviceEnvironment, PREFLIGHT_DOMAINS: file },
  );
  try {
    // The log has the publisher's address before the service's own, and the rules are there a little later.
    while (!server.output().includes("Metrics: ")) await pause(50);
    const own = /serving at (\S+)/.exec(server.output())?.[1] ?? "";
    const ready = async () => !(await (await fetch(`${own}/readyz`)).text()).includes('"unavailable"');
    while (!(await ready())) await pause(50);
    return await use({ ...server, url: own });
  } finally {
    await server.stop();
    publisher.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Row {
  readonly name: string;
  /** Undefined for the valid one. */
  readonly body: string | undefined;
  readonly multiples: number[];
  readonly bytes: number;
}

async function worstFirst(
  server: PinnedServer,
  packages: readonly HostilePackage[],
  count = rounds,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of packages) rows.push(...(await multiplesOf(server, one, count)));
  return rows.sort((a, b) => median(b.multiples) - median(a.multiples));
}

/** The multiples of each body, round by round. */
async function multiplesOf(server: PinnedServer, one: HostilePackage, count: number): Promise<Row[]> {
  const rows = [...one.attacks].map(([name, body]) => ({
    name,
    body,
    bytes: Buffer.byteLength(body),
    multiples: [] as number[],
  }));
  const inBytes = {
    name: `${one.document.targetProduct}: a valid body byte by byte`,
    body: undefined,
    bytes: one.valid.length,
    multiples: [] as number[],
  };
  // The first round only warms up.
  for (let round = 0; round <= count; round++) {
    const base = await requestMicros(server, one, one.valid, VALID_REQUESTS);
    for (const { body, multiples } of rows) {
      const multiple = (await requestMicros(server, one, body, HOSTILE_REQUESTS)) / base;
      if (round > 0) multiples.push(multiple);
    }
    const multiple = (await requestMicros(server, one, one.valid, BYTEWISE_REQUESTS, byteByByte)) / base;
    if (round > 0) inBytes.multiples.push(multiple);
  }
  return [...rows, inBytes];
}

/** How long /healthz takes while the worst bodies are checked at once, round by round the longest. */
async function waitsBeside(
  server: PinnedServer,
  packages: readonly HostilePackage[],
  rows: readonly Row[],
): Promise<number[]> {
  const worst = rows.flatMap(({ name }) =>
    packages.flatMap((one) => (one.attacks.has(name) ? [{ one, body: one.attacks.get(name)! }] : [])),
  );
  const waits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let isDone = false;
    const calls = worst
      .slice(0, AT_ONCE)
      .map(({ one, body }) => atOnce(`${server.url}/api/validate`, requestOf(one, body)));
    const done = Promise.all(calls).finally(() => {
      isDone = true;
    });
    let longest = 0;
    while (!isDone) {
      const start = performance.now();
      await (await fetch(`${server.url}/healthz`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - start);
    }
    await done;
    waits.push(longest);
  }
  return waits;
}

function requestOf({ document: { targetProduct, domainId } }: HostilePackage, candidate: string): string {
  return `{"targetProduct":"${targetProduct}","domainId":"${domainId}","repair":"suggested","candidate":${candidate}}`;
}

async function requestMicros(
  server: PinnedServer,
  one: HostilePackage,
  candidate: string,
  times: number,
  send = atOnce,
): Promise<number> {
  const body = requestOf(one, candidate);
  const before = server.cpuMicros();
  for (let count = 0; count < times; count++) {
    const status = await send(`${server.url}/api/validate`, body);
    if (status !== (send === atOnce ? 200 : 413))
      throw new Error(`a hostile body was answered with ${status}`);
  }
  return (server.cpuMicros() - before) / times;
}

const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };

async function atOnce(url: string, body: string): Promise<number> {
  const answer = await fetch(url, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** As chunks of one byte, in packets as full as they can be. The service refuses a body in so many pieces. */
async function byteByByte(url: string, body: string): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}`,
    "Connection: close",
    "Transfer-Encoding: chunked",
  ];
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
  const socket = connect(Number(port), hostname);
  const chunks = Array.from(body, (letter) => `1\r\n${letter}\r\n`).join("");
  socket.end(`${head.join("\r\n")}\r\n\r\n${chunks}0\r\n\r\n`);
  // A service that stops reading may close the connection before its answer is read.
  return text(socket).then(
    (answer) => Number(answer.split(" ", 2)[1]),
    () => 413,
  );
}
