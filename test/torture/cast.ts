/** The processes of a run. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PrivateJwk } from "../../src/service/identity/signing.ts";
import { writeNginxFiles } from "../support/balancer-files.ts";
import { freePort } from "../support/free-port.ts";
import { createPlayer, type Player } from "../support/player.ts";

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

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

export interface Cast {
  /** Where the balancer listens. */
  readonly url: string;
  readonly signer: Signer;
  /** Of receipts. */
  readonly keys: { readonly keys: readonly object[] };
  readonly replicas: readonly Replica[];
  readonly redis: Player;
  readonly identity: Player;
  readonly product: Player;
  close(): Promise<(number | null)[]>;
}

export async function startCast(): Promise<Cast> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-torture-"));
  const [balancerPort, redisPort, identityPort, productPort, ...ports] = await Promise.all(
    Array.from({ length: 8 }, freePort),
  );
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
  const receiptKey = join(folder, "receipts.json");
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = "receipts";
  const secret = { ...pair.privateKey.export({ format: "jwk" }), kid };
  writeFileSync(receiptKey, JSON.stringify(secret), { mode: 0o600 });
  const keys = { keys: [{ ...pair.publicKey.export({ format: "jwk" }), kid }] };
  await Promise.all([identity.start(), product.start(), redis.start(), balancer.start()]);

  const createReplica = (index: number): Replica => {
    const [port, adminPort] = [ports[index * 2]!, ports[index * 2 + 1]!];
    const oddities: string[] = [];
    const recent: string[] = [];
    const player = createPlayer(
      `replica ${index + 1}`,
      process.execPath,
      [file("dist/service/server/main.js")],
      {
        PORT: String(port),
        PREFLIGHT_ADMIN_PORT: String(adminPort),
        PREFLIGHT_BASE_URL: audience,
        PREFLIGHT_PROXY_JWKS: jwks,
        PREFLIGHT_SIGNING_KEY_FILE: receiptKey,
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
    keys,
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
