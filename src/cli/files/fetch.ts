/** What a command fetches, however slow or long the answer is. Redirects are followed: a person gave the address. */
import { isUtf8 } from "node:buffer";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 16_777_216;

export async function fetchText(url: string): Promise<{ text: string } | { reason: string }> {
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) return { reason: `the answer was ${answer.status}` };
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      // Leaving the loop ends the transfer.
      if (bytes > MAX_BYTES) return { reason: "it is too large" };
      chunks.push(chunk);
    }
    const whole = Buffer.concat(chunks);
    return isUtf8(whole) ? { text: new TextDecoder().decode(whole) } : { reason: "it is not UTF-8 text" };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return { reason: isLate ? "there was no answer in time" : "it cannot be reached" };
  }
}
