/**
 * Shares nonces between processes through Redis, so that only one of them accepts a signed call. While Redis is down,
 * each process relies on its own memory: refusing all agents would do more harm than a repeated check that stores
 * nothing.
 */
import { createRedisClient, redisReason } from "../shared/redis-client.ts";
import type { RedisAddress } from "../shared/redis-url.ts";

export interface SharedNonces {
  /** False when another process has seen the nonce; true when none has, or when Redis is down. */
  claim(nonce: string, seconds: number): Promise<boolean>;
  close(): void;
}

export type SharedNoncesEvent =
  | { readonly type: "nonce-sharing-failed"; readonly reason: string }
  | { readonly type: "nonce-sharing-restored" };

const TIMEOUT_MS = 500;
/** How long Redis is left alone after a failure, so that no call waits for a server that is known to be down. */
const PAUSE_MS = 1_000;

export function createSharedNonces(
  address: RedisAddress,
  onEvent: (event: SharedNoncesEvent) => void = () => {},
): SharedNonces {
  const client = createRedisClient(address, {
    connectionName: "preflight-nonces",
    commandTimeout: TIMEOUT_MS,
  });
  // Failures are handled where commands fail; without a listener this event would end the process.
  client.on("error", () => {});
  let isShared = true;
  let pausedUntil = 0;

  return {
    async claim(nonce, seconds) {
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
    close: () => client.disconnect(),
  };
}
