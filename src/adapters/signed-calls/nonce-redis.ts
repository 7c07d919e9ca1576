/**
 * Lets all processes know each other's nonces through Redis, so that a signed call is taken by one of them only.
 * While Redis cannot be asked every process relies on its own memory: refusing agents altogether would cost more
 * than a repeat of a check that stores nothing.
 */
import { Redis } from "ioredis";
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
const LONGEST_RETRY_MS = 2_000;

export function createSharedNonces(
  { tls, ...server }: RedisAddress,
  onEvent: (event: SharedNoncesEvent) => void = () => {},
): SharedNonces {
  const client = new Redis({
    ...server,
    ...(tls ? { tls: {} } : {}),
    connectionName: "preflight-nonces",
    disableClientInfo: true,
    enableAutoPipelining: true,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: TIMEOUT_MS,
    connectTimeout: LONGEST_RETRY_MS,
    disconnectTimeout: 50,
    retryStrategy: (times) => Math.min(LONGEST_RETRY_MS, 50 * 2 ** Math.min(times, 10)) + Math.random() * 50,
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
        if (isShared) onEvent({ type: "nonce-sharing-failed", reason: reasonOf(error) });
        isShared = false;
        return true;
      }
    },
    close: () => client.disconnect(),
  };
}

/** A short code and nothing else: errors of the client hold commands, and AUTH is one of them. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return /^[A-Z]{3,20}(?= )/.exec(error.message)?.[0] ?? "unreachable";
}
