/** Redis servers that belong together: a master with its replica and Sentinels, or a cluster. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "./free-port.ts";
import { type StartedProcess, startProcess } from "./processes.ts";
import { makeCertificate } from "./servers.ts";

export interface RedisNode {
  readonly port: number;
  /** Asks this server, whatever its role is. */
  ask(...command: string[]): Promise<unknown>;
  kill(): Promise<void>;
  /** Starts it again, with the role that it had. */
  restart(): Promise<void>;
  pause(): void;
  resume(): void;
}

export interface RedisGroup {
  /** What `PREFLIGHT_REDIS_URL` is set to. */
  readonly url: string;
  /** For `NODE_EXTRA_CA_CERTS`, if the servers speak TLS. */
  readonly caFile: string;
  readonly servers: readonly RedisNode[];
  readonly sentinels: readonly RedisNode[];
  /** The server that counts now; of a cluster, one of them. */
  master(): Promise<RedisNode>;
  /** Lets another server take its place, as an operator would before a restart. Settles when it has. */
  failOver(): Promise<void>;
}

export interface RedisGroupOptions {
  readonly password?: string;
  readonly tls?: boolean;
}

/** How long a server may be silent before the others agree that it is gone. */
export const SILENCE_MS = 1_000;
const MASTER_NAME = "budget";

export async function startSentinels({
  replicas = 1,
  sentinels: count = 3,
  sentinelPassword,
  ...options
}: RedisGroupOptions & {
  replicas?: number;
  sentinels?: number;
  sentinelPassword?: string;
} = {}): Promise<RedisGroup> {
  const place = await preparePlace(options);
  const auth = options.password === undefined ? [] : [["masterauth", options.password]];
  const servers = [await place.start("master", auth)];
  for (let at = 0; at < replicas; at++)
    servers.push(
      await place.start(`replica${at}`, [...auth, ["replicaof", `127.0.0.1 ${servers[0]!.port}`]]),
    );
  const quorum = Math.floor(count / 2) + 1;
  const sentinels: RedisNode[] = [];
  for (let at = 0; at < count; at++)
    sentinels.push(
      await place.start(
        `sentinel${at}`,
        [
          ["sentinel", `monitor ${MASTER_NAME} 127.0.0.1 ${servers[0]!.port} ${quorum}`],
          ["sentinel", `down-after-milliseconds ${MASTER_NAME} ${SILENCE_MS}`],
          ["sentinel", `failover-timeout ${MASTER_NAME} ${5 * SILENCE_MS}`],
          ...(options.password === undefined
            ? []
            : [["sentinel", `auth-pass ${MASTER_NAME} ${options.password}`]]),
        ],
        { isSentinel: true, password: sentinelPassword },
      ),
    );
  // A failover needs Sentinels that know each other and the replica.
  await Promise.all(
    sentinels.map((sentinel) =>
      until(async () => {
        const known = await Promise.all([
          sentinel.ask("SENTINEL", "replicas", MASTER_NAME),
          sentinel.ask("SENTINEL", "sentinels", MASTER_NAME),
        ]);
        return known.flat().length === replicas + count - 1;
      }),
    ),
  );
  const master = async (): Promise<RedisNode> => {
    const [, port] = (await sentinels[0]!.ask(
      "SENTINEL",
      "get-master-addr-by-name",
      MASTER_NAME,
    )) as string[];
    return servers.find((server) => server.port === Number(port))!;
  };
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join();
  const query =
    sentinelPassword === undefined ? "" : `?sentinelPassword=${encodeURIComponent(sentinelPassword)}`;
  return {
    url: `${place.scheme}+sentinel://${place.credentials}${hosts}/${MASTER_NAME}${query}`,
    caFile: place.caFile,
    servers,
    sentinels,
    master,
    async failOver() {
      const before = await master();
      await sentinels[0]!.ask("SENTINEL", "failover", MASTER_NAME);
      await until(async () => (await master()) !== before && isReplica(before));
    },
  };
}

/** The first half of the servers are masters, each with one replica. */
export async function startCluster({
  masters = 3,
  replicas = true,
  ...options
}: RedisGroupOptions & { masters?: number; replicas?: boolean } = {}): Promise<RedisGroup> {
  const place = await preparePlace(options);
  const settings = [
    ["cluster-enabled", "yes"],
    // A node that has not met others does not know its address.
    ["cluster-announce-ip", "127.0.0.1"],
    ["cluster-node-timeout", String(SILENCE_MS)],
    ...(options.tls ? [["tls-cluster", "yes"]] : []),
    ...(options.password === undefined ? [] : [["masterauth", options.password]]),
  ];
  const servers: RedisNode[] = [];
  for (let at = 0; at < masters * (replicas ? 2 : 1); at++)
    servers.push(await place.start(`node${at}`, settings));
  const ids = await Promise.all(servers.map((server) => server.ask("CLUSTER", "MYID")));
  await Promise.all(
    servers.map(async (server, at) => {
      await server.ask("CLUSTER", "SET-CONFIG-EPOCH", String(at + 1));
      if (at > 0) await server.ask("CLUSTER", "MEET", "127.0.0.1", String(servers[0]!.port));
      const first = Math.ceil((16_384 * at) / masters);
      const last = Math.ceil((16_384 * (at + 1)) / masters) - 1;
      if (at < masters) await server.ask("CLUSTER", "ADDSLOTSRANGE", String(first), String(last));
    }),
  );
  const everyone = (holds: (text: string) => boolean, ...command: string[]) =>
    Promise.all(servers.map((server) => until(async () => holds(String(await server.ask(...command))))));
  await everyone((nodes) => ids.every((id) => nodes.includes(String(id))), "CLUSTER", "NODES");
  for (const [at, server] of servers.slice(masters).entries())
    await server.ask("CLUSTER", "REPLICATE", String(ids[at]));
  await everyone((info) => info.includes("cluster_state:ok"), "CLUSTER", "INFO");
  await Promise.all(
    servers
      .slice(masters)
      .map((server) => until(async () => /master_link_status:up/.test(String(await server.ask("INFO"))))),
  );
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join();
  return {
    url: `${place.scheme}+cluster://${place.credentials}${hosts}`,
    caFile: place.caFile,
    servers,
    sentinels: [],
    async master() {
      const [[, , [, port]]] = (await servers[0]!.ask("CLUSTER", "SLOTS")) as [
        [number, number, [string, number]],
      ];
      return servers.find((server) => server.port === port)!;
    },
    async failOver() {
      const roles = await Promise.all(servers.map(isReplica));
      const replica = servers[roles.indexOf(true)]!;
      await replica.ask("CLUSTER", "FAILOVER");
      await until(async () => !(await isReplica(replica)));
    },
  };
}

async function isReplica(server: RedisNode): Promise<boolean> {
  return /role:slave/.test(String(await server.ask("INFO", "replication")));
}

interface Place {
  readonly scheme: "redis" | "rediss";
  readonly credentials: string;
  readonly caFile: string;
  start(
    name: string,
    settings: string[][],
    own?: { isSentinel?: boolean; password?: string | undefined },
  ): Promise<RedisNode>;
}

async function preparePlace({ password, tls = false }: RedisGroupOptions): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-redis-group-"));
  if (tls) await makeCertificate(folder);
  const caFile = join(folder, "cert.pem");

  async function start(
    name: string,
    settings: string[][],
    own: { isSentinel?: boolean; password?: string | undefined } = {},
  ): Promise<RedisNode> {
    const ownPassword = own.isSentinel ? own.password : password;
    mkdirSync(join(folder, name));
    const config = join(folder, name, "redis.conf");
    const writeConfig = (port: number) => {
      const lines = [
        ["bind", "127.0.0.1"],
        ["dir", join(folder, name)],
        ["save", '""'],
        ["set-proc-title", "no"],
        ...(own.isSentinel ? [] : [["repl-diskless-sync-delay", "0"]]),
        ...(ownPassword === undefined ? [] : [["requirepass", ownPassword]]),
        ...(tls
          ? [
              ...[
                ["port", "0"],
                ["tls-port", String(port)],
                ["tls-replication", "yes"],
              ],
              ...[
                ["tls-cert-file", caFile],
                ["tls-key-file", join(folder, "key.pem")],
              ],
              ...[
                ["tls-ca-cert-file", caFile],
                ["tls-auth-clients", "no"],
              ],
            ]
          : [["port", String(port)]]),
        ...settings,
      ];
      writeFileSync(config, lines.map((line) => line.join(" ")).join("\n"));
    };
    let server: StartedProcess;
    async function launch(): Promise<void> {
      server = startProcess("redis-server", [config, ...(own.isSentinel ? ["--sentinel"] : [])]);
      await server.said(/Ready to accept connections|Sentinel ID is/);
    }
    const port = await freePort();
    writeConfig(port);
    await launch();
    return {
      port,
      async ask(name, ...args) {
        const client = new Redis({
          ...{ host: "127.0.0.1", port, retryStrategy: null, enableReadyCheck: false },
          ...(ownPassword !== undefined && { password: ownPassword }),
          ...(tls && { tls: { rejectUnauthorized: false } }),
        });
        client.on("error", () => undefined);
        try {
          return await client.call(name!, ...args);
        } finally {
          client.disconnect();
        }
      },
      kill: () => server.kill(),
      restart: launch,
      pause: () => void server.process.kill("SIGSTOP"),
      resume: () => void server.process.kill("SIGCONT"),
    };
  }

  return {
    scheme: tls ? "rediss" : "redis",
    credentials: password === undefined ? "" : `:${encodeURIComponent(password)}@`,
    caFile,
    start,
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50));
}
