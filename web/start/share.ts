/** A link that holds the draft in its fragment, which browsers do not send to any server. */
import { SHARED } from "../state/address.ts";

const PLAIN = "p";
const COMPRESSED = "z";
const MAX_BYTES = 1_048_576;

interface SharedDraft {
  readonly domain: string;
  readonly text: string;
}

export async function fragmentOf(draft: SharedDraft): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([draft.domain, draft.text]));
  if (typeof CompressionStream === "undefined") return `${SHARED}${PLAIN}${toBase64(bytes)}`;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `${SHARED}${COMPRESSED}${toBase64(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

/** Undefined if the fragment holds no draft; null if it holds one that cannot be read. */
export async function readFragment(fragment: string): Promise<SharedDraft | undefined | null> {
  if (!fragment.startsWith(SHARED)) return undefined;
  try {
    const kind = fragment[SHARED.length];
    const bytes = fromBase64(fragment.slice(SHARED.length + 1));
    const plain = kind === COMPRESSED ? await inflate(bytes) : bytes;
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
    if (!Array.isArray(value) || typeof value[0] !== "string" || typeof value[1] !== "string") return null;
    return { domain: value[0], text: value[1] };
  } catch {
    return null;
  }
}

/** A short link must not become a text that fills the memory. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_BYTES) throw new Error("too large");
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
}
