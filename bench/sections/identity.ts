/**
 * What it costs to identify the caller: `GET /api/domains` without credentials, with a key set at start, with a cached
 * key of an identity service, and as a signed proxy call. Then many new keys at once, with the number of introspection
 * requests that they cause.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { exportJWK, generateKeyPair } from "jose";
import { signProxyCall } from "proposal-preflight/proxy-signing";
import { loadCore, type PinnedServer, startPinned } from "../pinned-server.ts";
import { median, type Report } from "../report.ts";
import { connections, rounds, seconds } from "../rounds.ts";

const embeddedKey = "ai_bench_0123456789abcdef";
const remoteKey = "ai_bench_fedcba9876543210";
const target = "/api/domains";
const kid = "bench";
/** More than a core can verify in the time, because each call needs its own signature. */
const signedPerSecond = 6_000;

type Way = { name: string; server: PinnedServer; requests(): Promise<string[]> | string[] };

export const title = "Identifying the caller";

export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-identity-"));
  const identity = await startStub();
  const pair = await generateKeyPair("EdDSA", { crv: "Ed25519" });
  const jwks = join(folder, "jwks.json");
  writeFileSync(jwks, JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid }] }));
  const service = fileURLToPath(new URL("../../../dist/service/server/main.js", import.meta.url));
  const common = { PORT: "0", PREFLIGHT_RATE_LIMIT: "1000000000", PREFLIGHT_PROXY_JWKS: jwks };
  const embedded = await startPinned([service], { ...common, PREFLIGHT_API_KEYS: embeddedKey });
  const remote = await startPinned([service], {
    ...common,
    PREFLIGHT_IDENTITY_URL: identity.url,
    PREFLIGHT_IDENTITY_TOKEN: "bench",
  });
  const sign = () =>
    Promise.all(
      Array.from({ length: signedPerSecond * seconds }, async () => {
        const headers = await signProxyCall({
          privateKey: pair.privateKey,
          kid,
          audience: embedded.url,
          method: "GET",
          target,
          agent: "agent",
          subject: "user",
          capability: "preflight.listDomains",
        });
        return raw(headers);
      }),
    );
  const ways: Way[] = [
    { name: "no credentials", server: embedded, requests: () => [raw({})] },
    { name: "key set at start", server: embedded, requests: () => [withKey(embeddedKey)] },
    { name: "key of an identity service, cached", server: remote, requests: () => [withKey(remoteKey)] },
    { name: "signed proxy call, EdDSA", server: embedded, requests: sign },
  ];
  try {
    await measure(ways, folder, report);
    await storm(remote.url, identity, report);
  } finally {
    await Promise.all([embedded.stop(), remote.stop()]);
    identity.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function raw(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\nHost: bench\r\n${lines.join("")}\r\n`;
}

const withKey = (key: string) => raw({ authorization: `Bearer ${key}` });

async function measure(ways: Way[], folder: string, report: Report): Promise<void> {
  const wall = ways.map((): number[] => []);
  const cpu = ways.map((): number[] => []);
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { name, server, requests }] of ways.entries()) {
      const list = await requests();
      const before = server.cpuMicros();
      const { count, micros } = await load(server.url, list, folder, name);
      if (round > 0) {
        wall[index]?.push(micros / count);
        cpu[index]?.push((server.cpuMicros() - before) / count);
      }
      server.emptyLog();
    }
  }
  const [wallBase = 0, cpuBase = 0] = [wall, cpu].map((samples) => median(samples[0] ?? []));
  report.table(
    `GET ${target}, µs per request: medians of ${rounds} × ${seconds} s, ${connections} connections`,
    ["", "wall", "added", "processor", "added"],
    ways.map(({ name }, index) => {
      const [wallMedian, cpuMedian] = [median(wall[index] ?? []), median(cpu[index] ?? [])];
      const cells = [wallMedian, wallMedian - wallBase, cpuMedian, cpuMedian - cpuBase];
      return [name, ...cells.map((value) => value.toFixed(0))];
    }),
  );
}

/** Runs wrk with a list of requests in order. When the list ends, it repeats the last one. */
async function load(url: string, list: string[], folder: string, name: string) {
  const separator = "\u001e";
  writeFileSync(join(folder, "requests"), list.join(separator));
  writeFileSync(
    join(folder, "load.lua"),
    `
local requests, at = {}, 0
local file = io.open(${JSON.stringify(join(folder, "requests"))}, "rb")
for one in file:read("*a"):gmatch("[^\\30]+") do requests[#requests + 1] = one end
file:close()
function request()
  if at < #requests then at = at + 1 end
  return requests[at]
end
function done(summary)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d\\n", summary.requests, summary.duration,
    e.connect + e.read + e.write + e.timeout + e.status))
end
`,
  );
  const wrk = ["wrk", "--threads", "1", "--connections", String(connections), "--duration", `${seconds}s`];
  const args = ["-c", loadCore, ...wrk, "--script", join(folder, "load.lua"), `${url}${target}`];
  const { stdout } = await promisify(execFile)("taskset", args);
  const [count = 0, micros = 0, errors = 0] = (
    /^RESULT (\d+) (\d+) (\d+)$/m.exec(stdout)?.slice(1) ?? []
  ).map(Number);
  if (count === 0 || errors > 0) throw new Error(`${name}: ${errors} of ${count} requests failed\n${stdout}`);
  return { count, micros };
}

/** An identity service that knows every key and answers after 20 ms. */
async function startStub() {
  let questions = 0;
  const server = createServer((incoming, response) => {
    questions++;
    incoming.resume();
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"active":true,"sub":"bench"}');
    }, 20);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`,
    questions: () => questions,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function storm(url: string, identity: { questions(): number }, report: Report): Promise<void> {
  const [keys, callsEach] = [500, 10];
  const before = identity.questions();
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const call = (key: string) =>
    new Promise<number>((resolve, reject) => {
      const outgoing = request(
        `${url}${target}`,
        { agent, headers: { authorization: `Bearer ${key}` } },
        (answer) => {
          answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
        },
      );
      outgoing.once("error", reject).end();
    });
  const calls = Array.from({ length: keys * callsEach }, (_, at) =>
    call(`ai_storm_${String(Math.floor(at / callsEach)).padStart(20, "0")}`),
  );
  const statuses = await Promise.all(calls);
  agent.destroy();
  const good = statuses.filter((status) => status === 200).length;
  report.note(
    `${keys} keys seen for the first time, ${callsEach} calls each, all at once: ` +
      `${good} of ${calls.length} answered 200, ${identity.questions() - before} requests to the identity service`,
  );
}
