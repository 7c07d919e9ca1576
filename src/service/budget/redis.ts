/**
 * One call budget for any number of replicas, counted by Redis in fixed windows of its own clock, and so are the uses of a
 * nonce, so that only one replica accepts a signed call.
 *
 * Every call is also counted here. When Redis fails, that local count decides until Redis counts again: no call waits for a
 * server that is known to be down, or is refused or allowed because of it, and a used up budget is not renewed.
 *
 * Recovery is the same after every failure, be it a lost connection, a silent server or one that refuses to write: drop the
 * connection, connect again with growing pauses, and count a test call. Only when that works is the budget shared again.
 */
import { hash } from "node:crypto";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import type { Limiter } from "../operations/ports.ts";
import type { RedisAddress } from "../shared/redis-url.ts";
import { createMemoryLimiter, decisionOf } from "./memory.ts";

type Counted = [calls: number, leftMs: number];

/** Who counts: Redis for all replicas, or each replica for itself. */
export type LimiterState = "shared" | "local";

interface RedisLimiterOptions {
  address: RedisAddress;
  limit: number;
  /** Default 60. */
  windowSeconds?: number;
  /** Called once per change, and again if Redis then refuses this user. `reason`: a code such as ECONNREFUSED, safe to log. */
  onStateChange?: (state: LimiterState, reason: string) => void;
}

export interface RedisLimiter extends Limiter {
  /** False when another process has seen the nonce within `seconds`; true when none has, or when Redis is lost. */
  claim(nonce: string, seconds: number): boolean | Promise<boolean>;
  close(): void;
}

/** How long Redis may take, counted in steps: a process that got no processor time takes itself for late, and not Redis. */
const TIMEOUT_MS = 500;
const TIMEOUT_STEPS = 4;

/** Codes of Redis that somebody has to do something about. */
const REFUSALS: readonly string[] = ["WRONGPASS", "NOAUTH", "NOPERM"];

/**
 * Adds the calls to a window, and returns what it holds and the milliseconds that it lasts. A window that is longer than it
 * should be, since the clock of the server was set back, is cut. A key that holds no count is replaced: what is wrong with
 * one bucket must not concern the others.
 */
const COUNT_SCRIPT = `redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.pcall('incrby', KEYS[1], ARGV[1])
if type(consumed) == 'table' then
  redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2])
  consumed = tonumber(ARGV[1])
end
local ttl = redis.call('pttl', KEYS[1])
if ttl == -1 or ttl > 1000 * ARGV[2] then
  redis.call('expire', KEYS[1], ARGV[2])
  ttl = 1000 * ARGV[2]
end
return {consumed, ttl}`;

/** Resolves when Redis counts, or does not for now. Rejects if it never will: the server is of another kind than it says. */
export async function createRedisLimiter(options: RedisLimiterOptions): Promise<RedisLimiter> {
  const { address, limit, windowSeconds = 60, onStateChange = () => {} } = options;
  const local = createMemoryLimiter({ limit, windowSeconds });
  let state: LimiterState | undefined;
  let reported = "";
  let closed = false;
  let failures = 0;
  let reason = "closed";
  let dropping = false;

  // The client resets its own counter on every connection, even to a server that refuses to write.
  const pause = () => reconnectPause(failures++);
  const client = openClient(address, pause);
  // An attempt that throws, as to a port that is no number, would be the client's last one.
  client.on("end", () => setTimeout(() => closed || client.connect().catch(() => {}), pause()).unref());
  client.defineCommand("countCalls", { numberOfKeys: 1, lua: COUNT_SCRIPT });
  const { countCalls } = client as unknown as {
    countCalls(key: string, cost: number, windowSeconds: number): Promise<Counted>;
  };
  // Nobody who reads a Redis dump should learn client addresses, and all IPv4 addresses can be hashed in minutes. So the digest
  // is keyed with what all replicas share and a dump does not contain: the password. Prefixing a secret of one SHA-256 block is
  // safe here, because digests are never verified for others; it takes a sixth of the time of HMAC.
  const secret = hash("sha256", `preflight call budget\n${address.password ?? ""}`, "hex");
  const callsKey = (bucket: string) => `preflight:calls:${hash("sha256", secret + bucket, "base64url")}`;
  const close = (): void => {
    closed = true;
    state = "local";
    client.disconnect();
  };
  // Counted on each connection, before the shared budget applies. A cluster spreads keys over its nodes: so many keys reach
  // each of them, unless it has more than thirty.
  const length = "nodes" in address ? 256 : 1;
  const probes = Array.from({ length }, (_, at) => callsKey(`probe${at || ""}`));

  const settled = new Promise<void>((resolve, reject) => {
    const enter = (next: LimiterState, why: string): void => {
      if (closed) return;
      if (state !== next || (why !== reported && REFUSALS.includes(why))) {
        state = next;
        reported = why;
        onStateChange(next, why);
      }
      resolve();
    };
    // It never works with this address, so it is not tried again. If the service runs already, it goes on by itself.
    const refuse = (kind: string): void => {
      if (state !== undefined) enter("local", "wrong-kind");
      close();
      reject(new Error(`PREFLIGHT_REDIS_URL names ${kind}.`));
    };
    // Of each Sentinel. If none is left, an error without a cause follows.
    client.on("sentinelError", (error: unknown) => {
      reason = redisReason(error, reason);
    });
    client.on("error", (error: Error & { lastNodeError?: unknown }) => {
      reason = redisReason(error, reason);
      const kind = otherKindIn(`${error.lastNodeError}\n${error.message}`);
      if (kind !== undefined) refuse(kind);
      // While no Sentinel answers, there is no connection that could be closed.
      else if (client.status === "connecting") enter("local", reason);
    });
    client.on("close", () => {
      dropping = false;
      enter("local", reason);
      reason = "closed";
    });
    client.on("ready", async () => {
      // A user without the right to ask for it may still count.
      const said = "host" in address && (await client.info("server").catch(() => undefined));
      const kind = otherKindIn(said);
      if (kind !== undefined) return refuse(kind);
      const counts = probes.map((probe) => countCalls.call(client, probe, 1, windowSeconds));
      Promise.all(counts).then(() => {
        failures = 0;
        enter("shared", "connected");
      }, reconnect);
    });
  });

  function reconnect(error: unknown): undefined {
    // Only a live connection has to be dropped; a lost one is already being replaced.
    if (client.status !== "ready" || dropping) return;
    dropping = true;
    reason = redisReason(error, "closed");
    client.disconnect(true);
  }

  /** What Redis has counted under a key, with these calls. Undefined, at once or later, if it does not count. */
  function ask(key: string, cost: number, seconds: number): Promise<Counted | undefined> | undefined {
    if (state !== "shared") return undefined;
    let steps = 0;
    const timer = setInterval(() => {
      if (++steps === TIMEOUT_STEPS) reconnect(new Error("Command timed out"));
    }, TIMEOUT_MS / TIMEOUT_STEPS);
    const counting = countCalls.call(client, key, cost, seconds).catch(reconnect);
    return counting.finally(() => clearInterval(timer));
  }

  await settled;
  return {
    take(bucket, cost = 1) {
      const alone = local.take(bucket, cost);
      const asked = ask(callsKey(bucket), cost, windowSeconds);
      return asked?.then((counted) => (counted ? decisionOf(limit, ...counted) : alone)) ?? alone;
    },
    // To refuse all agents would do more harm than a repeated check that stores nothing.
    claim: (nonce, seconds) =>
      ask(`preflight:nonce:${nonce}`, 1, seconds)?.then((counted) => !counted || counted[0] === 1) ?? true,
    close,
  };
}

/** What servers of another kind say: about themselves, if they were taken for a single one, and otherwise in their errors. */
const OTHER_KINDS: readonly [says: RegExp, kind: string][] = [
  [/^redis_mode:cluster/m, "a Redis Cluster; write redis+cluster://host:port,host:port for it"],
  [/^redis_mode:sentinel/m, "a Redis Sentinel; write redis+sentinel://host:port,host:port/master for it"],
  [
    /cluster support disabled/,
    "a Redis server that is not part of a Cluster; write redis://host:port for it",
  ],
  [/unknown command .?sentinel/i, "a Redis server that is not a Sentinel; write redis://host:port for it"],
];

const otherKindIn = (said: unknown): string | undefined =>
  OTHER_KINDS.find(([says]) => says.test(String(said)))?.[1];

const MAX_PAUSE_MS = 2_000;

/** No call may wait long for a server that is down. `retryStrategy`: milliseconds until the next attempt to connect. */
function openClient({ tls, db, ...server }: RedisAddress, retryStrategy: () => number): Redis | Cluster {
  const options = {
    ...(tls && { tls: {} }),
    connectionName: "preflight",
    // Of a server that says nothing at all, also while a connection is made.
    socketTimeout: MAX_PAUSE_MS,
    disableClientInfo: true,
    // Commands of one event loop turn are sent together, which costs less than half of one write each.
    enableAutoPipelining: true,
    // A failed command is not sent again: its caller has already been answered.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: MAX_PAUSE_MS,
    disconnectTimeout: 50,
  } satisfies RedisOptions;
  if ("nodes" in server) {
    const { nodes, ...login } = server;
    return new Cluster(nodes, {
      redisOptions: { ...options, ...login },
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      // Names stay names: certificates are issued for them.
      dnsLookup: (name, found) => found(null, name),
      clusterRetryStrategy: retryStrategy,
    });
  }
  // Nothing is queued: a call that Redis cannot count now is decided by the local count, now.
  const single = { ...options, enableOfflineQueue: false, db, retryStrategy };
  if ("host" in server) return new Redis({ ...single, ...server });
  const { master: name, ...sentinels } = server;
  return new Redis({
    ...single,
    ...sentinels,
    name,
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinelCommandTimeout: MAX_PAUSE_MS,
    sentinelRetryStrategy: retryStrategy,
  });
}

/** Grows with each failure; random, so replicas spread out. */
export const reconnectPause = (failures: number): number =>
  Math.min(MAX_PAUSE_MS, 50 * 2 ** Math.min(failures, 10)) + Math.random() * 50;

/** A short code such as ECONNREFUSED. Nothing else is safe to log: client errors quote commands, such as AUTH. */
export function redisReason(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  // A cluster: what the last node said.
  if ("lastNodeError" in error) return redisReason(error.lastNodeError, otherwise);
  if (/^Socket timeout|^Command timed out/.test(error.message)) return "timeout";
  const { message } = error;
  // A Sentinel: why it was not asked, or that it knows no master of that name.
  if (/^connected to sentinel .* invalid reply|No such master with that name/.test(message))
    return "unknown-master";
  const cause = /^failed to connect to sentinel \S+ because (.*)$/s.exec(message)?.[1] ?? message;
  return /^\w+ (E[A-Z_]{3,20})\b/.exec(cause)?.[1] ?? /^[A-Z]{3,20}(?= )/.exec(cause)?.[0] ?? otherwise;
}
