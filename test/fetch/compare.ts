/** Compares answers: equal status, equal headers of the contract, equal body but for what must differ. */
import { readFileSync } from "node:fs";
import type { HandlerOptions } from "../../src/service/fetch/handler.ts";
import type { Call } from "../support/http.ts";
import { key } from "./corpus.ts";

export const BASE_URL = "https://preflight.example";

/** Enough for every request of the corpus. */
export const RATE_LIMIT = 100_000;

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../spec-packages/datagen/${name}.json`, import.meta.url), "utf8"));

/** The embedded product, given as data. */
export function embeddedOptions(): HandlerOptions {
  const { generators: entries, asOf } = read("registry");
  return {
    baseUrl: BASE_URL,
    keys: [key],
    rateLimit: RATE_LIMIT,
    clientAddress: () => "127.0.0.1",
    domains: [
      {
        specPackage: read("generator-option"),
        registry: { entries, asOf },
        submissionUrl: "https://datagen.example/api/proposals",
      },
    ],
  };
}

export interface Compared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** What the contract says about headers. Length, date and connection are the server's own. */
const HEADERS = [
  ...["content-type", "allow", "www-authenticate", "retry-after", "ratelimit", "ratelimit-policy", "etag"],
  ...[
    "cache-control",
    "vary",
    "link",
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
  ],
  ...["strict-transport-security", "access-control-allow-origin", "access-control-expose-headers"],
  ...[
    "access-control-allow-methods",
    "access-control-allow-headers",
    "access-control-max-age",
    "x-request-id",
  ],
];

export function comparable(
  status: number,
  header: (name: string) => string | undefined,
  text: string,
): Compared {
  const id = header("x-request-id");
  const headers = Object.fromEntries(HEADERS.map((name) => [name, header(name)]));
  return {
    status,
    headers: {
      ...headers,
      ratelimit: headers.ratelimit?.replace(/\d+/g, "N"),
      "x-request-id": id && /^[A-Za-z0-9-]{14,}$/.test(id) ? "ID" : id,
    },
    text: id === undefined ? text : text.replaceAll(id, "ID"),
  };
}

/** A request of the Fetch API, as a runtime would make it of what arrives. */
export function requestOf({ path, method, headers = {}, body, key }: Call): Request {
  const bytes =
    body === undefined || body instanceof Buffer || typeof body === "string" ? body : JSON.stringify(body);
  const isSent = bytes !== undefined && method !== "GET" && method !== "HEAD";
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const has = (name: string) => pairs.some(([other]) => other.toLowerCase() === name);
  if (key !== undefined) pairs.push(["authorization", `Bearer ${key}`]);
  if (isSent && !has("content-type")) pairs.push(["content-type", "application/json"]);
  if (isSent) pairs.push(["content-length", String(Buffer.byteLength(bytes))]);
  return new Request(`http://127.0.0.1:8080${path}`, {
    method: method ?? (isSent ? "POST" : "GET"),
    headers: pairs,
    ...(isSent && { body: bytes as string }),
  });
}
