/**
 * Shares nonces between processes through Redis, so that only one of them accepts a signed call. While Redis is down,
 * each process relies on its own memory: refusing all agents would do more harm than a repeated check that stores
 * nothing.
 */
import { once } from "node:events";
import type { NeighbourEvent } from "../operations/record.ts";
import { createRedisClient, redisReason } from "../shared/redis-client.ts";
import type { RedisAddress } from "../shared/redis-url.ts";

export type SharedNonces = Awaited<ReturnType<typeof createSharedNonces>>;

const TIMEOUT_MS = 500;
/** How long Redis is left alone after a failure, so that no call waits for a server that is known to be down. */
const PAUSE_MS = 1_000;

export async function createSharedNonces(
  address: RedisAddress,
  onEvent: (event: NeighbourEvent) => void = () => {},
) {
  const { client, close } = createRedisClient(address, {
    connectionName: "preflight-nonces",
    commandTimeout: TIMEOUT_MS,
    // A server that was made a replica of another one. The next connection may lead to that one.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  // Failures are handled where commands fail; without a listener this event would end the process.
  client.on("error", () => {});
  // A cluster lets no command wait for the first connection.
  if ("nodes" in address)
    await Promise.race([once(client, "ready"), once(client, "close")]).catch(() => undefined);
  let isShared = true;
  let pausedUntil = 0;

  return {
    /** False when another process has seen the nonce; true when none has, or when Redis is down. */
    async claim(nonce: string, seconds: number): Promise<boolean> {
      if (performance.now() < pausedUntil) return true;
      try {
        const reply = await client.set(`preflight:nonce:${nonce}`, "1", "EX", seconds, "NX");
        if (!isShared) onEvent({ type: "nonce-sharing-restored" });
        isShared = true;
        return reply === "OK";
      } catch (error) {
        pausedUntil = performance.now() + PAUSE_MS;
        if (isShared) onEvent({ type: "nonce-sharing-failed", reason: redisReason(error, "unreachable") });
        isShared = false;
        return true;
      }
    },
    close,
  };
}
