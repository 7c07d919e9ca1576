/** Two replicas with a real Redis behind the balancers of deploy/, and callers that notice every lost call. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PrivateJwk } from "proposal-preflight/proxy-signing";
import { expect, vi } from "vitest";
import { writeHaproxyFile, writeNginxFiles } from "../support/balancer-files.ts";
import { projectFolder } from "../support/built.ts";
import { envelope } from "../support/envelopes.ts";
import { freePort } from "../support/free-port.ts";
import { send } from "../support/http.ts";
import { outputOf, startProcess } from "../support/processes.ts";
import { startRedis } from "../support/servers.ts";
import { PATIENT, type RunningService, startService } from "../support/service.ts";

export const BALANCERS = ["nginx", "haproxy"] as const;
export type Balancer = (typeof BALANCERS)[number];

export const key = "ai_balanced_0123456789";

export interface Stack {
  readonly replicas: RunningService[];
  /** For signing calls. */
  readonly privateKey: PrivateJwk;
  urlOf(balancer: Balancer): string;
  /** Stops a replica and starts it again at the same port; the exit code. */
  restart(index: number, whileStopped?: () => Promise<void>): Promise<number | null>;
  /** The exit codes of the replicas. */
  stop(): Promise<(number | null)[]>;
}

export async function startStack(): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-balancers-"));
  const keys = generateKeyPairSync("ed25519");
  const privateKey = { ...keys.privateKey.export({ format: "jwk" }), kid: "k1" } as unknown as PrivateJwk;
  const jwks = join(folder, "jwks.json");
  const publicJwk = { ...keys.publicKey.export({ format: "jwk" }), kid: "k1" };
  writeFileSync(jwks, JSON.stringify({ keys: [publicJwk] }));
  const redis = await startRedis();
  const ports = [await freePort(), await freePort()];
  const startReplica = (index: number) =>
    startService({
      ...PATIENT,
      PORT: String(ports[index]),
      PREFLIGHT_BASE_URL: "https://preflight.example.org",
      PREFLIGHT_API_KEYS: key,
      PREFLIGHT_REDIS_URL: redis.url,
      PREFLIGHT_PROXY_JWKS: jwks,
      PREFLIGHT_TRUST_PROXY: "loopback",
      // HAProxy asks every second, and believes the second answer.
      PREFLIGHT_DRAIN_SECONDS: "3",
    });
  const replicas = await Promise.all([startReplica(0), startReplica(1)]);
  const urls = new Map<Balancer, string>();

  async function startBalancer(name: Balancer, port: number): Promise<void> {
    const own = mkdtempSync(join(folder, name));
    const [write, args, check] =
      name === "nginx"
        ? [writeNginxFiles, ["-p", own, "-c", "nginx.conf"], "-t"]
        : [writeHaproxyFile, ["-db", "-f", join(own, "haproxy.cfg")], "-c"];
    write(join(projectFolder, "deploy"), own, { port, replicas: ports });
    await outputOf(name, [check, ...args]);
    startProcess(name, args);
    const url = `http://127.0.0.1:${port}`;
    urls.set(name, url);
    await vi.waitFor(async () => expect((await send(url, { path: "/readyz" })).status).toBe(200), 60_000);
  }
  for (const name of BALANCERS) await startBalancer(name, await freePort());

  return {
    replicas,
    privateKey,
    urlOf: (balancer) => urls.get(balancer)!,
    async restart(index, whileStopped) {
      const code = await replicas[index]!.stop();
      await whileStopped?.();
      replicas[index] = await startReplica(index);
      return code;
    },
    async stop() {
      const codes = await Promise.all(replicas.map((replica) => replica.stop()));
      await redis.stop();
      rmSync(folder, { recursive: true });
      return codes;
    },
  };
}

export interface Callers {
  /** Waits for this many more answers through each balancer. */
  untilAnswered(more: number): Promise<void>;
  /** Stops calling; the calls that were answered, and those that were lost. */
  stop(): Promise<{ readonly answered: Record<Balancer, number>; readonly lost: readonly unknown[] }>;
}

/** Three callers a balancer. A refusal because of the budget is an answer. */
export function startCallers({ urlOf }: Stack, keepAlive: boolean): Callers {
  let isOver = false;
  const answered: Record<Balancer, number> = { nginx: 0, haproxy: 0 };
  const lost: unknown[] = [];
  const agent = new Agent({ keepAlive });
  const body = JSON.stringify(envelope());
  const call = async (balancer: Balancer, number: number): Promise<void> => {
    for (let calls = 0; !isOver; calls++) {
      const headers = { "x-forwarded-for": `198.51.${number}.${Math.floor(calls / 10) % 256}` };
      const sent = send(urlOf(balancer), { path: "/api/validate", body, key, headers }, agent);
      const answer = await sent.catch(String);
      if (typeof answer !== "string" && [200, 429].includes(answer.status)) answered[balancer]++;
      else lost.push([balancer, typeof answer === "string" ? answer : answer.text.slice(0, 200)]);
    }
  };
  const callers = Array.from({ length: 6 }, (_, number) => call(BALANCERS[number % 2]!, number));
  return {
    async untilAnswered(more) {
      const before = { ...answered };
      const isEnough = () => BALANCERS.every((name) => answered[name] >= before[name] + more);
      await expect.poll(isEnough).toBe(true);
    },
    async stop() {
      isOver = true;
      await Promise.all(callers);
      agent.destroy();
      return { answered, lost };
    },
  };
}
