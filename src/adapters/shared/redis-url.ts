/** Reads `PREFLIGHT_REDIS_URL`. Separate from the client, so that the setting is checked without loading it. */

export interface RedisAddress {
  host: string;
  port: number;
  tls: boolean;
  username?: string;
  password?: string;
  db: number;
}

export type RedisUrl =
  | { readonly ok: true; readonly address: RedisAddress }
  /** Never quotes the setting, which may hold a password. */
  | { readonly ok: false; readonly fault: string };

const fault = (text: string): RedisUrl => ({ ok: false, fault: text });

/** `redis://` or `rediss://` (TLS), then `[user][:password@]host[:port][/database]`. A query is ignored. */
export function parseRedisUrl(text: string): RedisUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "redis:" && url.protocol !== "rediss:")) {
    return fault("is not a URL of the form redis://host:port or rediss://host:port");
  }
  if (url.hostname === "") return fault("has no host");
  if (!/^\/?$|^\/\d{1,5}$/.test(url.pathname)) {
    return fault("has a path that is not a database number such as /0");
  }
  const username = decoded(url.username);
  const password = decoded(url.password);
  if (username === undefined || password === undefined) {
    return fault("has a user name or password with a % sign that is not encoded as %25");
  }
  return {
    ok: true,
    address: {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? 6379 : Number(url.port),
      tls: url.protocol === "rediss:",
      ...(username === "" ? {} : { username }),
      ...(password === "" ? {} : { password }),
      db: Number(url.pathname.slice(1)),
    },
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
