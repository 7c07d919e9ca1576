/**
 * Lets all processes know each other's nonces through Redis, so that a signed call is taken by one of them only.
 * While Redis cannot be asked every process relies on its own memory: refusing agents altogether would cost more
 * than a repeat of a check that stores nothing.
 */
import { createRedisClient, redisReason } from "../shared/redis-client.ts";
import type { RedisAddress } from "../shared/redis-url.ts";

export interface SharedNonces {
  /** False where another process has seen the nonce. True where none has, or where nobody can tell. */
  claim(nonce: string, seconds: number): Promise<boolean>;
  close(): void;
}

export type SharedNoncesEvent =
  | { readonly type: "nonce-sharing-failed"; readonly reason: string }
  | { readonly type: "nonce-sharing-restored" };

const TIMEOUT_MS = 500;
/** After a failure nobody asks for this long, so that no call waits for a server known to be away. */
const PAUSE_MS = 1_000;

export function createSharedNonces(
  address: RedisAddress,
  onEvent: (event: SharedNoncesEvent) => void = () => {},
): SharedNonces {
  const client = createRedisClient(address, {
    connectionName: "preflight-nonces",
    commandTimeout: TIMEOUT_MS,
  });
  // Every failure shows in the command that met it; without a listener this one would end the process.
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
