/** The processes of a run. All of them end with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PrivateJwk } from "../../src/adapters/signed-calls/signing.ts";
import { writeNginxFiles } from "../support/balancer-files.ts";

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A process that can be killed, stopped for a while, and started again at the same address. */
export interface Player {
  readonly name: string;
  start(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Waits until it has ended. */
  ended(): Promise<number | null>;
  readonly pid: () => number;
}

export interface Replica extends Player {
  readonly url: string;
  readonly adminUrl: string;
  /** Lines of the log that are of interest: faults and everything that is not JSON. */
  readonly oddities: string[];
  /** The last lines that are not about calls. */
  readonly recent: string[];
  /** When it was last killed or told to stop, by `performance.now()`. Infinity while it is away. */
  lostAt: number;
}

/** What signs calls, and for whom they are signed. */
export interface Signer {
  readonly privateKey: PrivateJwk;
  readonly audience: string;
}

const players = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of players) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

function createPlayer(
  name: string,
  command: string,
  args: readonly string[],
  environment: Record<string, string>,
  isReady: RegExp,
  saidOn: "stdout" | "stderr" = "stdout",
  onError: (line: string) => void = () => undefined,
): Player {
  let child: ChildProcess | undefined;
  let exit: Promise<number | null> = Promise.resolve(0);
  return {
    name,
    pid: () => child!.pid!,
    async start() {
      const started = spawn(command, args, {
        env: { PATH: process.env.PATH ?? "", ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      players.add(started);
      let rest = "";
      started.stderr.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop()!;
        for (const line of lines) onError(line);
      });
      exit = once(started, "exit").then(([code]) => {
        players.delete(started);
        return code as number | null;
      });
      let output = "";
      await new Promise<void>((resolve, reject) => {
        started[saidOn].setEncoding("utf8").on("data", (text: string) => {
          output = (output + text).slice(-20_000);
          if (isReady.test(output)) resolve();
        });
        void exit.then((code) => reject(new Error(`${name} ended with ${code} while it started`)));
      });
    },
    signal: (signal) => void child?.kill(signal),
    ended: () => exit,
  };
}

export interface Cast {
  /** Where the balancer listens. */
  readonly url: string;
  readonly signer: Signer;
  readonly replicas: readonly Replica[];
  readonly redis: Player;
  readonly identity: Player;
  readonly product: Player;
  close(): Promise<(number | null)[]>;
}

export async function startCast(): Promise<Cast> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-torture-"));
  const [balancerPort, redisPort, identityPort, productPort, ...ports] = await freePorts(8);
  const upstream = file("dist-dev/torture/upstream.js");
  const documents = file("spec-packages/datagen");
  const stand = (role: string, port: number) =>
    createPlayer(role, process.execPath, [upstream, role, String(port), documents], {}, /ready/);
  const identity = stand("identity", identityPort!);
  const product = stand("product", productPort!);
  const redis = createPlayer(
    "redis",
    "redis-server",
    ["--bind", "127.0.0.1", "--port", String(redisPort), "--dir", folder, "--save", "", "--appendonly", "no"],
    {},
    /Ready to accept connections/,
  );
  const domains = join(folder, "domains.json");
  const productUrl = `http://127.0.0.1:${productPort}`;
  const domain = {
    targetProduct: "datagen",
    domainId: "generator-option",
    specPackageUrl: `${productUrl}/spec`,
    registryUrl: `${productUrl}/registry`,
    submissionUrl: `${productUrl}/api/proposals`,
  };
  writeFileSync(domains, JSON.stringify({ domains: [domain] }));
  writeNginxFiles(file("deploy"), folder, { port: balancerPort!, replicas: [ports[0]!, ports[2]!] });
  const balancer = createPlayer(
    "nginx",
    "nginx",
    ["-p", folder, "-c", "nginx.conf"],
    {},
    /event method/,
    "stderr",
  );
  const audience = `http://127.0.0.1:${balancerPort}`;
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const jwks = join(folder, "jwks.json");
  writeFileSync(jwks, JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] }));
  const signer: Signer = {
    audience,
    privateKey: { ...privateKey.export({ format: "jwk" }), kid: "k1" } as unknown as PrivateJwk,
  };
  await Promise.all([identity.start(), product.start(), redis.start(), balancer.start()]);

  const createReplica = (index: number): Replica => {
    const [port, adminPort] = [ports[index * 2]!, ports[index * 2 + 1]!];
    const oddities: string[] = [];
    const recent: string[] = [];
    const player = createPlayer(
      `replica ${index + 1}`,
      process.execPath,
      [file("dist/server/main.js")],
      {
        PORT: String(port),
        PREFLIGHT_ADMIN_PORT: String(adminPort),
        PREFLIGHT_BASE_URL: audience,
        PREFLIGHT_PROXY_JWKS: jwks,
        PREFLIGHT_TRUST_PROXY: "loopback",
        PREFLIGHT_DOMAINS: domains,
        PREFLIGHT_REFRESH_SECONDS: "1",
        PREFLIGHT_IDENTITY_URL: `http://127.0.0.1:${identityPort}`,
        PREFLIGHT_IDENTITY_TOKEN: "token",
        PREFLIGHT_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
        PREFLIGHT_RATE_LIMIT: "100000000",
      },
      /Metrics:/,
      "stdout",
      (line) => {
        if (!line.includes('"msg":"call"')) recent.push(line.slice(0, 300));
        if (recent.length > 30) recent.shift();
        if (!line.startsWith("{") || /"msg":"(fault|uncaught)"/.test(line)) oddities.push(line.slice(0, 600));
      },
    );
    return Object.assign(player, {
      url: `http://127.0.0.1:${port}`,
      adminUrl: `http://127.0.0.1:${adminPort}`,
      oddities,
      recent,
      lostAt: Number.NEGATIVE_INFINITY,
    });
  };
  const replicas = [createReplica(0), createReplica(1)];
  await Promise.all(replicas.map((replica) => replica.start()));
  return {
    url: audience,
    signer,
    replicas,
    redis,
    identity,
    product,
    async close() {
      for (const replica of replicas) replica.signal("SIGTERM");
      const codes = await Promise.all(replicas.map((replica) => replica.ended()));
      for (const player of [balancer, redis, identity, product]) player.signal("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
      return codes;
    },
  };
}

/** All at once, so that none of them is given out twice. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
