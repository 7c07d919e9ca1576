/** Every variable that the service reads. Reader, help, the table of docs/operating.md and warnings are made from this table. */

import { trustedProxies } from "../budget/client-address.ts";
import { LOG_LEVELS, type LogLevel } from "../observe/log.ts";
import { isWellFormedKey, KEY_RULE } from "../operations/gate.ts";
import { readSigningKeys } from "../receipts/key-files.ts";
import { parseJson } from "../shared/bounded-fetch.ts";
import { Faults, readNamedFile } from "../shared/faults.ts";
import { parseRedisUrl } from "../shared/redis-url.ts";
import { readDomainsFile } from "./domains-file.ts";

/** Reads the text of a variable, which is neither blank nor has space at its ends. Throws faults. */
type Kind<T> = (text: string) => T;

interface Setting<T> {
  readonly name: string;
  readonly kind: Kind<T>;
  /** What holds if it is not set. */
  readonly otherwise: T;
  /** What it means, in Markdown. Its first sentence is the help. */
  readonly text: string;
  /** What holds if it is not set, in words, where that is not a value. */
  readonly shown?: string;
  /** It may also come from a file, under its name with `_FILE`. */
  readonly isSecret?: true;
  /** It means nothing unless this one is set, and is not read then. */
  readonly needs?: string;
}

/** How a setting is described, and when it is read. */
type About = Omit<Setting<never>, "name" | "kind" | "otherwise">;

function setting<T, None extends T | undefined>(name: string, kind: Kind<T>, otherwise: None, about: About) {
  return { name, kind, otherwise, ...about } satisfies Setting<T | None>;
}

const wholeNumber =
  (least: number, most: number): Kind<number> =>
  (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new Faults(" ", `must be a whole number from ${least} to ${most}.`);
  };

/** Without the brackets that an IPv6 address has in URLs. */
const address: Kind<string> = (text) => text.replace(/^\[(.*)\]$/, "$1");

const webAddress: Kind<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new Faults(" ", "must be an absolute http or https URL.");
  if (url.username !== "" || url.password !== "")
    throw new Faults(" ", "must not have a user name or password.");
  // Not `url.hash`, which is empty after a lone "#".
  if (text.includes("#")) throw new Faults(" ", "must not have a fragment.");
  return text;
};

/** The base URL of a service, without trailing slash. */
const serviceAddress: Kind<string> = (text) => {
  const { href } = new URL(webAddress(text));
  if (text.includes("?")) throw new Faults(" ", "must not have a query.");
  return href.replace(/(?<!\/)\/+$/, "");
};

/** An address in its usual form, so that `https:/…` is no path to anybody; or a file of JSON. */
const addressOrPath: Kind<string> = (text) => {
  if (/^https?:/i.test(text)) return new URL(webAddress(text)).href;
  // Read again and again later. What is wrong now is told along with all other faults.
  if (parseJson(readNamedFile(text, ": ")) === undefined)
    throw new Faults(": ", "the file is not JSON in UTF-8.");
  return text;
};

const apiKeys: Kind<readonly string[]> = (text) => {
  const keys = text.split(/[\s,]+/).filter((key) => key !== "");
  if (keys.length === 0) throw new Faults(" ", "has no key.");
  const faults = keys.flatMap((key, index) =>
    isWellFormedKey(key) ? [] : [`key ${index + 1} of ${keys.length} is malformed; ${KEY_RULE}`],
  );
  if (faults.length > 0) throw new Faults(": ", ...faults);
  return keys;
};

const headerText: Kind<string> = (text) => {
  if (/[^\x21-\x7e]/.test(text)) throw new Faults(" ", "has characters that cannot be sent in a header.");
  return text;
};

const logLevel: Kind<LogLevel> = (text) => {
  const level = text.toLowerCase();
  if (Object.hasOwn(LOG_LEVELS, level)) return level as LogLevel;
  throw new Faults(" ", `must be one of ${Object.keys(LOG_LEVELS).join(", ")}.`);
};

/** User name and password are sent to the collector, as its clients do. */
const tracesAddress: Kind<string> = (text) => {
  const url = `${text.replace(/(?<!\/)\/+$/, "")}/v1/traces`;
  const isWeb = /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "");
  if (!isWeb || /[?#]/.test(text))
    throw new Faults(" ", "must be an absolute http or https URL without query and fragment.");
  return url;
};

/** `name=value,name=value`, percent-encoded. What cannot be sent would only be noticed at the first call. */
const pairs: Kind<Readonly<Record<string, string>>> = (text) => {
  const found: Record<string, string> = {};
  const given = text.split(",").filter((pair) => pair.trim() !== "");
  for (const [index, pair] of given.entries()) {
    const [, name, encoded = ""] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/s.exec(pair) ?? [];
    let value = encoded.trim();
    try {
      value = decodeURIComponent(value);
    } catch {
      // It is not percent-encoded.
    }
    if (name === undefined || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new Faults(" ", `must be name=value,…; entry ${index + 1} is no header that can be sent.`);
    found[name] = value;
  }
  return found;
};

const SAMPLERS = ["always_on", "always_off", "traceidratio"] as const;

const sampler: Kind<(typeof SAMPLERS)[number]> = (text) => {
  const found = SAMPLERS.find((name) => name === text.replace(/^parentbased_/, ""));
  if (found !== undefined) return found;
  throw new Faults(" ", `must be ${SAMPLERS.join(" or ")}, with or without parentbased_.`);
};

const share: Kind<number> = (text) => {
  if (Number(text) >= 0 && Number(text) <= 1) return Number(text);
  throw new Faults(" ", "must be a number from 0 to 1.");
};

export const SETTINGS = {
  host: setting("HOST", address, "127.0.0.1", {
    text: "Address to listen on; IPv6 with or without brackets. Anything but loopback needs `PREFLIGHT_API_KEYS` or `PREFLIGHT_IDENTITY_URL`.",
  }),
  port: setting("PORT", wholeNumber(0, 65_535), 8080, { text: "Port to listen on. `0` picks a free one." }),
  baseUrl: setting("PREFLIGHT_BASE_URL", serviceAddress, undefined, {
    shown: "the listening address",
    text: "How callers reach the service, such as `https://preflight.example.org`. Used in links and as the audience of signed calls. Never taken from the `Host` header. It may have a path if the proxy in front strips it.",
  }),
  domains: setting("PREFLIGHT_DOMAINS", readDomainsFile, undefined, {
    shown: "the embedded product",
    text: "Path of a JSON file with the domains to serve, see below.",
  }),
  apiKeys: setting("PREFLIGHT_API_KEYS", apiKeys, [], {
    shown: "one generated at start and printed",
    isSecret: true,
    text: "Keys, separated by commas, spaces or line breaks. Each is `ai_` and 16 to 253 letters, digits, `_` or `-`. Only their digests are kept.",
  }),
  identityUrl: setting("PREFLIGHT_IDENTITY_URL", webAddress, undefined, {
    text: "RFC 7662 introspection endpoint of an identity service. Cannot be combined with `PREFLIGHT_API_KEYS`.",
  }),
  identityToken: setting("PREFLIGHT_IDENTITY_TOKEN", headerText, undefined, {
    isSecret: true,
    needs: "PREFLIGHT_IDENTITY_URL",
    text: "Bearer token that Preflight sends to that endpoint.",
  }),
  keyHelpUrl: setting("PREFLIGHT_KEY_HELP_URL", webAddress, undefined, {
    text: "A page of yours that tells people where to get a key. The workbench links to it where it asks for one; without it, to `PREFLIGHT_IDENTITY_ISSUER` if that is set.",
  }),
  identityIssuer: setting("PREFLIGHT_IDENTITY_ISSUER", webAddress, undefined, {
    text: "An OAuth authorization server. MCP clients are then directed to it (RFC 9728).",
  }),
  proxyJwks: setting("PREFLIGHT_PROXY_JWKS", addressOrPath, undefined, {
    shown: "signed calls are refused",
    text: "URL or path of the key set that verifies signed calls.",
  }),
  signingKeys: setting("PREFLIGHT_SIGNING_KEY_FILE", readSigningKeys, undefined, {
    shown: "no receipts",
    text: "Path of a private key, as JWK or PEM, for P-256 or Ed25519. Builds then have a [receipt](receiving.md). Several paths are separated by commas: the first key signs, and all are published at `/.well-known/jwks.json`.",
  }),
  rateLimit: setting("PREFLIGHT_RATE_LIMIT", wholeNumber(1, 1_000_000_000), 20, {
    text: "Calls per minute for each client.",
  }),
  refreshSeconds: setting("PREFLIGHT_REFRESH_SECONDS", wholeNumber(1, 3_600), 30, {
    text: "Average time between two fetches of a product's rules and registry, 1 to 3,600. A product that cannot be reached is asked less often, after a while only every fourth time; while there is no copy yet, the time is 30 at most. Only with `PREFLIGHT_DOMAINS`.",
    needs: "PREFLIGHT_DOMAINS",
  }),
  redis: setting("PREFLIGHT_REDIS_URL", parseRedisUrl, undefined, {
    shown: "each process counts for itself",
    isSecret: true,
    text: "Where replicas count calls, to share one exact budget. `redis://` or `rediss://` (TLS), with user, password and database if needed; or the address of [Sentinels or a Redis Cluster](#redis).",
  }),
  clientAddress: setting("PREFLIGHT_TRUST_PROXY", trustedProxies, (remote) => remote ?? "", {
    shown: "nobody",
    text: "Whose `X-Forwarded-For` is trusted: addresses, CIDR ranges, `loopback`, `private`, or the number of proxies in front.",
  }),
  adminPort: setting("PREFLIGHT_ADMIN_PORT", wholeNumber(0, 65_535), undefined, {
    shown: "no metrics",
    text: "Port of `/metrics`, `/healthz` and `/readyz` for the operator. `0` picks a free one.",
  }),
  adminHost: setting("PREFLIGHT_ADMIN_HOST", address, "127.0.0.1", {
    needs: "PREFLIGHT_ADMIN_PORT",
    text: "Address of the admin port.",
  }),
  /** So that load balancers notice. */
  drainSeconds: setting("PREFLIGHT_DRAIN_SECONDS", wholeNumber(0, 600), 0, {
    text: "How long to go on serving after SIGTERM, 0 to 600, see [below](#stopping).",
  }),
  logLevel: setting("LOG_LEVEL", logLevel, "info", {
    text: "What is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.",
  }),
  tracesUrl: setting("OTEL_EXPORTER_OTLP_ENDPOINT", tracesAddress, undefined, {
    shown: "no traces",
    text: "Base URL of a collector, such as `http://collector:4318`, see [traces](#traces). These variables have their usual names and meaning.",
  }),
  tracesHeaders: setting("OTEL_EXPORTER_OTLP_HEADERS", pairs, undefined, {
    shown: "none",
    needs: "OTEL_EXPORTER_OTLP_ENDPOINT",
    text: "What is sent to it along with spans, such as `authorization=Bearer%20…`.",
  }),
  tracesName: setting("OTEL_SERVICE_NAME", String, "preflight", {
    needs: "OTEL_EXPORTER_OTLP_ENDPOINT",
    text: "Who sends them.",
  }),
  tracesSampler: setting("OTEL_TRACES_SAMPLER", sampler, "always_on", {
    needs: "OTEL_EXPORTER_OTLP_ENDPOINT",
    text: "`always_on`, `always_off` or `traceidratio`, for calls that belong to no trace. A trace of the caller is sampled if the caller says so.",
  }),
  tracesShare: setting("OTEL_TRACES_SAMPLER_ARG", share, 1, {
    needs: "OTEL_EXPORTER_OTLP_ENDPOINT",
    text: "The share of `traceidratio`, 0 to 1.",
  }),
};

/** Everything that is set, and what holds where nothing is. */
export type Config = {
  readonly [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key] extends Setting<infer T> ? T : never;
};
