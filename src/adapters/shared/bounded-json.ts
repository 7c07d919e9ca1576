/**
 * One JSON document from a neighbour, within bounds: the time limit covers the whole exchange, the body is cut
 * off where it grows too large, and redirects are not followed. Whatever goes wrong comes back as data under a
 * reason from a closed list, so that nothing the neighbour wrote can reach a log line or an answer.
 */
export type ExchangeFault =
  | "unreachable"
  | "timeout"
  | "redirect"
  | "status"
  | "content-type"
  | "too-large"
  | "truncated"
  | "malformed";

export type Exchange =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly fault: ExchangeFault;
      /** Set where an HTTP answer was received. */
      readonly status?: number;
      /** What the neighbour's `Retry-After` asked for, where it is a number of seconds. */
      readonly retryAfterSeconds?: number;
    };

export interface ExchangeBounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly fetch?: typeof fetch | undefined;
  /** Which media types count as JSON; compared without parameters and without case. */
  readonly mediaTypes: readonly string[];
}

export async function exchangeJson(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  bounds: ExchangeBounds,
): Promise<Exchange> {
  const signal = AbortSignal.timeout(bounds.timeoutMs);
  const ask = () => (bounds.fetch ?? fetch)(url, { ...init, redirect: "manual", signal });
  let response: Response;
  try {
    response = await ask().catch((error) => {
      // A kept-alive connection may be closed by the other side just as it is used again. Both exchanges made
      // with this are safe to repeat, so one second attempt is better than a refused caller.
      if (isLostConnection(error)) return ask();
      throw error;
    });
  } catch {
    return { ok: false, fault: signal.aborted ? "timeout" : "unreachable" };
  }
  const { status } = response;
  const fault = faultOfHead(response, bounds.mediaTypes);
  if (fault !== undefined) {
    discard(response);
    const retryAfter = response.headers.get("retry-after");
    return retryAfter !== null && /^\d{1,6}$/.test(retryAfter)
      ? { ok: false, fault, status, retryAfterSeconds: Number(retryAfter) }
      : { ok: false, fault, status };
  }
  let text: string | undefined;
  try {
    text = await readText(response, bounds.maxBytes);
  } catch {
    return { ok: false, fault: signal.aborted ? "timeout" : "truncated", status };
  }
  if (text === undefined) return { ok: false, fault: "too-large", status };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, fault: "malformed", status };
  }
}

function faultOfHead(response: Response, mediaTypes: readonly string[]): ExchangeFault | undefined {
  if (response.status >= 300 && response.status < 400) return "redirect";
  if (response.status !== 200) return "status";
  const mediaType = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  return mediaType !== undefined && mediaTypes.includes(mediaType) ? undefined : "content-type";
}

/** Undefined where the body is larger than `maxBytes`. */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream, which closes the connection: the rest is never received.
    if (size > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A body that is neither read nor cancelled would hold its connection. */
function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}

function isLostConnection(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return cause?.code === "ECONNRESET" || cause?.code === "UND_ERR_SOCKET" || cause?.code === "EPIPE";
}
