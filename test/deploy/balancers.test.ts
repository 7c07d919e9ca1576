/** Replicas behind the balancers of deploy/, with a real Redis. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PrivateJwk, signProxyCall } from "proposal-preflight/proxy-signing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { writeHaproxyFile, writeNginxFiles } from "../support/balancer-files.ts";
import { projectFolder } from "../support/built.ts";
import { envelope } from "../support/envelopes.ts";
import { send } from "../support/http.ts";
import { outputOf, startProcess } from "../support/processes.ts";
import { freePort, type RedisServer, requireServer, startRedis } from "../support/servers.ts";
import { type RunningService, startService } from "../support/service.ts";

const key = "ai_balanced_0123456789";
const deploy = join(projectFolder, "deploy");
const folder = mkdtempSync(join(tmpdir(), "preflight-balancers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const privateJwk = { ...privateKey.export({ format: "jwk" }), kid: "k1" } as unknown as PrivateJwk;
const jwks = join(folder, "jwks.json");
writeFileSync(jwks, JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] }));

const BALANCERS = ["nginx", "haproxy"] as const;

requireServer("redis-server", ...BALANCERS)("replicas behind a balancer", () => {
  let redis: RedisServer;
  let replicas: RunningService[];
  const replicaPorts: number[] = [];
  const urls: Record<string, string> = {};

  beforeAll(async () => {
    redis = await startRedis();
    replicaPorts.push(await freePort(), await freePort());
    replicas = await Promise.all([startReplica(0), startReplica(1)]);
    for (const name of BALANCERS) await startBalancer(name, await freePort());
  });
  afterAll(async () => {
    const codes = await Promise.all(replicas.map((replica) => replica.stop()));
    await redis.stop();
    expect(codes).toEqual([0, 0]);
  });

  const startReplica = (index: number) =>
    startService({
      PORT: String(replicaPorts[index]),
      PREFLIGHT_BASE_URL: "https://preflight.example.org",
      PREFLIGHT_API_KEYS: key,
      PREFLIGHT_REDIS_URL: redis.url,
      PREFLIGHT_PROXY_JWKS: jwks,
      PREFLIGHT_TRUST_PROXY: "loopback",
      // HAProxy asks every second, and believes the second answer.
      PREFLIGHT_DRAIN_SECONDS: "3",
    });

  async function startBalancer(name: (typeof BALANCERS)[number], port: number): Promise<void> {
    const own = mkdtempSync(join(folder, name));
    const [write, args, check] =
      name === "nginx"
        ? [writeNginxFiles, ["-p", own, "-c", "nginx.conf"], "-t"]
        : [writeHaproxyFile, ["-db", "-f", join(own, "haproxy.cfg")], "-c"];
    write(deploy, own, { port, replicas: replicaPorts });
    await outputOf(name, [check, ...args]);
    startProcess(name, args);
    urls[name] = `http://127.0.0.1:${port}`;
    await vi.waitFor(async () => expect(await statusOf(name, "/readyz", "192.0.2.1")).toBe(200), 60_000);
  }

  const statusOf = (name: string, path: string, address: string) =>
    send(urls[name]!, { path, headers: { "x-forwarded-for": address } }).then(({ status }) => status);

  test.each(BALANCERS)("%s: both serve, and share one budget by the address of the caller", async (name) => {
    const address = `203.0.113.${BALANCERS.indexOf(name)}`;
    const calls = Array.from({ length: 60 }, () => statusOf(name, "/api/domains", address));
    const statuses = await Promise.all(calls);
    expect(statuses.filter((status) => status === 200).length).toBe(20);
    expect(statuses.filter((status) => status === 429).length).toBe(40);
    const served = ({ logs }: RunningService) => logs().some(({ operation }) => operation === "listDomains");
    await expect.poll(() => replicas.every(served)).toBe(true);
  });

  test.each(BALANCERS)("%s: a signed call arrives as it was signed, and is accepted once", async (name) => {
    const target = "/api/validate?a=%2F%41//b";
    const body = JSON.stringify(envelope());
    const headers = await signProxyCall({
      ...{ privateKey: privateJwk, audience: "https://preflight.example.org" },
      ...{ method: "POST", target, body, capability: "preflight.validateProposal" },
      ...{ agent: "a1", subject: "u1" },
    });
    const call = async () =>
      (await send(urls[name]!, { path: target, body, headers: { ...headers } })).status;
    expect([await call(), await call(), await call()]).toEqual([200, 401, 401]);
  });

  test.each(BALANCERS)("%s: a body that is too large is refused by Preflight", async (name) => {
    const answer = await send(urls[name]!, { path: "/api/validate", body: "x".repeat(200_000), key });
    expect([answer.status, answer.json().code]).toEqual([413, "body-too-large"]);
  });

  test("while a replica is restarted, no call is lost", async () => {
    let isOver = false;
    const answered: Record<string, number> = { nginx: 0, haproxy: 0 };
    const lost: unknown[] = [];
    const agent = new Agent({ keepAlive: true });
    const body = JSON.stringify(envelope());
    const client = async (name: string, number: number): Promise<void> => {
      for (let calls = 0; !isOver; calls++) {
        const headers = { "x-forwarded-for": `198.51.${number}.${Math.floor(calls / 10) % 256}` };
        const answer = await send(urls[name]!, { path: "/api/validate", body, key, headers }, agent).catch(
          String,
        );
        if (typeof answer !== "string" && [200, 429].includes(answer.status)) answered[name]!++;
        else lost.push([name, typeof answer === "string" ? answer : answer.text.slice(0, 200)]);
      }
    };
    const clients = Array.from({ length: 6 }, (_, number) => client(BALANCERS[number % 2]!, number));
    const untilAnswered = async (more: number) => {
      const before = { ...answered };
      const isEnough = () => BALANCERS.every((name) => answered[name]! >= before[name]! + more);
      await expect.poll(isEnough).toBe(true);
    };
    await untilAnswered(100);
    expect(await replicas[0]!.stop()).toBe(0);
    await untilAnswered(100);
    replicas[0] = await startReplica(0);
    await untilAnswered(100);
    isOver = true;
    await Promise.all(clients);
    agent.destroy();
    expect(lost).toEqual([]);
  });
});
