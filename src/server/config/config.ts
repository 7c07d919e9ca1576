/** The configuration, from the environment, which nothing else reads. All errors are reported, not only the first. */
import { isIPv4 } from "node:net";
import type { ConfiguredDomain } from "../../adapters/catalogue/configured-domain.ts";
import { type ClientAddress, trustedProxies } from "../../adapters/limiter/client-address.ts";
import { LOG_LEVELS, type LogLevel } from "../../adapters/observe/log-line.ts";
import { parseRedisUrl, type RedisAddress } from "../../adapters/shared/redis-url.ts";
import { isWellFormedKey } from "../../operations/gate/credentials.ts";
import { readDomainsFile } from "./domains-file.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { type OtlpConfig, readOtlp } from "./otlp.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Without trailing slash. Undefined: the address that the service listens on. */
  readonly baseUrl: string | undefined;
  /** Undefined: the embedded product. */
  readonly domains: readonly ConfiguredDomain[] | undefined;
  readonly identity:
    | { readonly kind: "embedded"; readonly keys: readonly string[] }
    | { readonly kind: "remote"; readonly url: string; readonly token: string };
  readonly identityIssuer: string | undefined;
  /** A page that tells people where to get a key. */
  readonly keyHelpUrl: string | undefined;
  /** A URL or a path. Undefined: signed calls are refused. */
  readonly proxyJwks: string | undefined;
  readonly rateLimit: number;
  readonly redis: RedisAddress | undefined;
  readonly clientAddress: ClientAddress;
  /** Mean time between two fetches of a product's documents. */
  readonly refreshSeconds: number;
  /** The base URL of another Preflight whose copies are followed in place of the products. Without trailing slash. */
  readonly copiesFrom: string | undefined;
  /** Whether everybody may have whole registries, so that other Preflights can follow this one. */
  readonly sharesRegistries: boolean;
  /** Undefined: metrics are not served. */
  readonly adminPort: number | undefined;
  readonly adminHost: string;
  /** How long to go on serving after a request to stop, so that load balancers notice. */
  readonly drainSeconds: number;
  /** Undefined: traces are not exported. */
  readonly otlp: OtlpConfig | undefined;
  readonly logLevel: LogLevel;
}

type ConfigReading =
  | { readonly ok: true; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly string[]; readonly warnings: readonly string[] };

/** Values that may be secret are never quoted. */
export function readConfig(environment: Environment): ConfigReading {
  const faults: string[] = [];
  const warnings: string[] = [];
  const fault = (text: string): undefined => {
    faults.push(text);
    return undefined;
  };
  const { get, unknownNames } = readEnvironment(environment, fault);

  function integer(name: string, least: number, most: number, otherwise: number): number {
    const text = get(name);
    if (text === undefined) return otherwise;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    fault(`${name} must be a whole number from ${least} to ${most}.`);
    return otherwise;
  }

  /** Without the brackets that an IPv6 address has in URLs. */
  function address(name: string): string {
    return get(name)?.replace(/^\[(.*)\]$/, "$1") ?? "127.0.0.1";
  }

  function webAddress(name: string): string | undefined {
    const text = get(name);
    if (text === undefined) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:"))
      return fault(`${name} must be an absolute http or https URL.`);
    if (url.username !== "" || url.password !== "")
      return fault(`${name} must not have a user name or password.`);
    if (url.hash !== "") return fault(`${name} must not have a fragment.`);
    return text;
  }

  /** The base URL of a service, without trailing slash. */
  function serviceAddress(name: string): string | undefined {
    const text = webAddress(name);
    if (text === undefined) return undefined;
    if (text.includes("?")) return fault(`${name} must not have a query.`);
    return new URL(text).href.replace(/\/+$/, "");
  }

  const baseUrl = serviceAddress("PREFLIGHT_BASE_URL");

  function copiesFrom(): string | undefined {
    const url = serviceAddress("PREFLIGHT_COPIES_FROM");
    if (url === undefined) return undefined;
    if (get("PREFLIGHT_DOMAINS") === undefined)
      return fault("PREFLIGHT_COPIES_FROM needs PREFLIGHT_DOMAINS, which says what is followed.");
    if (url === baseUrl) return fault("PREFLIGHT_COPIES_FROM is this service itself; name another one.");
    return url;
  }

  function flag(name: string): boolean {
    const text = get(name)?.toLowerCase() ?? "false";
    if (text !== "true" && text !== "false") fault(`${name} must be true or false.`);
    return text === "true";
  }

  function apiKeys(): readonly string[] {
    const text = get("PREFLIGHT_API_KEYS");
    const keys = (text ?? "").split(/[\s,]+/).filter((key) => key !== "");
    if (text !== undefined && keys.length === 0) fault("PREFLIGHT_API_KEYS has no key.");
    for (const [index, key] of keys.entries()) {
      if (!isWellFormedKey(key))
        fault(
          `PREFLIGHT_API_KEYS: key ${index + 1} of ${keys.length} is malformed; a key is \`ai_\` followed by 16 to 253 letters, digits, \`_\` or \`-\`.`,
        );
    }
    return keys;
  }

  function identity(): Config["identity"] {
    const keys = apiKeys();
    const url = webAddress("PREFLIGHT_IDENTITY_URL");
    const token = get("PREFLIGHT_IDENTITY_TOKEN");
    if (url !== undefined && keys.length > 0)
      fault("PREFLIGHT_API_KEYS and PREFLIGHT_IDENTITY_URL exclude each other; set only one of them.");
    if (url === undefined) {
      if (token !== undefined && get("PREFLIGHT_IDENTITY_URL") === undefined)
        warnings.push("PREFLIGHT_IDENTITY_TOKEN has no effect without PREFLIGHT_IDENTITY_URL.");
      return { kind: "embedded", keys };
    }
    if (token === undefined)
      warnings.push("PREFLIGHT_IDENTITY_TOKEN is not set; most identity services require one.");
    else if (/[^\x21-\x7e]/.test(token))
      fault("PREFLIGHT_IDENTITY_TOKEN has characters that cannot be sent in a header.");
    if (url.startsWith("http:") && !isLoopback(new URL(url).hostname))
      warnings.push("PREFLIGHT_IDENTITY_URL is not https: keys are sent unencrypted.");
    return { kind: "remote", url, token: token ?? "" };
  }

  function redis(): RedisAddress | undefined {
    const text = get("PREFLIGHT_REDIS_URL");
    if (text === undefined) return undefined;
    const parsed = parseRedisUrl(text);
    return parsed.ok ? parsed.address : fault(`PREFLIGHT_REDIS_URL ${parsed.fault}.`);
  }

  function clientAddress(): ClientAddress {
    const parsed = trustedProxies(get("PREFLIGHT_TRUST_PROXY") ?? "");
    if (parsed.ok) return parsed.clientAddress;
    for (const text of parsed.faults) fault(`PREFLIGHT_TRUST_PROXY: ${text}.`);
    return (remote) => remote ?? "";
  }

  function domains(): readonly ConfiguredDomain[] | undefined {
    const path = get("PREFLIGHT_DOMAINS");
    if (path === undefined) return undefined;
    const read = readDomainsFile(path);
    if (read.ok) return read.domains;
    for (const text of read.faults) fault(`PREFLIGHT_DOMAINS: ${text}`);
    return undefined;
  }

  function logLevel(): LogLevel {
    const level = get("LOG_LEVEL")?.toLowerCase() ?? "info";
    if (Object.hasOwn(LOG_LEVELS, level)) return level as LogLevel;
    fault(`LOG_LEVEL must be one of ${Object.keys(LOG_LEVELS).join(", ")}.`);
    return "info";
  }

  const config: Config = {
    host: address("HOST"),
    port: integer("PORT", 0, 65_535, 8080),
    baseUrl,
    domains: domains(),
    identity: identity(),
    identityIssuer: webAddress("PREFLIGHT_IDENTITY_ISSUER"),
    keyHelpUrl: webAddress("PREFLIGHT_KEY_HELP_URL"),
    proxyJwks: /^https?:/i.test(get("PREFLIGHT_PROXY_JWKS") ?? "")
      ? webAddress("PREFLIGHT_PROXY_JWKS")
      : get("PREFLIGHT_PROXY_JWKS"),
    rateLimit: integer("PREFLIGHT_RATE_LIMIT", 1, 1_000_000_000, 20),
    redis: redis(),
    clientAddress: clientAddress(),
    refreshSeconds: integer("PREFLIGHT_REFRESH_SECONDS", 1, 3_600, 30),
    copiesFrom: copiesFrom(),
    sharesRegistries: flag("PREFLIGHT_SHARE_REGISTRIES"),
    adminPort:
      get("PREFLIGHT_ADMIN_PORT") === undefined ? undefined : integer("PREFLIGHT_ADMIN_PORT", 0, 65_535, 0),
    adminHost: address("PREFLIGHT_ADMIN_HOST"),
    drainSeconds: integer("PREFLIGHT_DRAIN_SECONDS", 0, 600, 0),
    otlp: readOtlp(get, fault),
    logLevel: logLevel(),
  };

  const hasIdentity = get("PREFLIGHT_API_KEYS") !== undefined || get("PREFLIGHT_IDENTITY_URL") !== undefined;
  if (!isLoopback(config.host) && !hasIdentity)
    fault(
      "HOST is not a loopback address: set PREFLIGHT_API_KEYS or PREFLIGHT_IDENTITY_URL to decide who may call.",
    );
  if (!isLoopback(config.host) && config.baseUrl === undefined)
    warnings.push(
      "PREFLIGHT_BASE_URL is not set: links will use the address that the service listens on, which callers may not be able to reach.",
    );
  if (config.adminPort !== undefined && config.adminPort !== 0 && config.adminPort === config.port)
    fault("PREFLIGHT_ADMIN_PORT must differ from PORT.");
  warnings.unshift(...unknownNames());

  return faults.length > 0
    ? { ok: false, faults, warnings }
    : { ok: true, config: Object.freeze(config), warnings };
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return name === "localhost" || name === "::1" || (isIPv4(name) && name.startsWith("127."));
}
