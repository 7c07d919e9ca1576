/** Reads `PREFLIGHT_REDIS_URL`. Separate from the client, so that the setting is checked without loading it. */
import { Faults } from "./faults.ts";

interface RedisHost {
  host: string;
  port: number;
}

interface RedisAccess {
  tls: boolean;
  username?: string;
  password?: string;
  db: number;
}

interface SentinelLogin {
  sentinelUsername?: string;
  sentinelPassword?: string;
}

/** Which server counts: this one, the one that Sentinels call the master, or each node of a Cluster its part. */
export type RedisAddress = RedisAccess &
  (
    | RedisHost
    /** The login: only if Sentinels have their own. */
    | ({ sentinels: RedisHost[]; master: string } & SentinelLogin)
    | { nodes: RedisHost[] }
  );

const FORMS =
  "redis://host:port, redis+sentinel://host:port,host:port/master or redis+cluster://host:port,host:port (rediss for TLS)";
const SHAPE =
  /^(?<tls>redis|rediss)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<credentials>[^/?#]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/i;

/** Faults never quote the setting, which may hold a password. */
export function parseRedisUrl(text: string): RedisAddress {
  const parts = SHAPE.exec(text)?.groups;
  if (parts === undefined) throw fault(`is not a URL of the form ${FORMS}`);
  // `user`, `user:password` or `:password`.
  const [first = "", ...rest] = (parts.credentials ?? "").split(":");
  const [username, password] = [decoded(first), decoded(rest.join(":"))];
  const access = (path: string): RedisAccess => ({
    tls: parts.tls!.toLowerCase() === "rediss",
    ...(username !== "" && { username }),
    ...(password !== "" && { password }),
    db: readDatabase(path),
  });
  const hosts = parts.hosts!.split(",");
  const path = parts.path ?? "";
  switch (parts.kind?.toLowerCase()) {
    case "sentinel": {
      const [master = "", database = "", ...more] = path.split("/");
      if (master === "" || more.length > 0)
        throw fault("has no path of the form /master or /master/database, with the name that Sentinels know");
      return {
        ...access(database),
        sentinels: hosts.map((host) => readHost(host, 26_379)),
        master: decoded(master),
        ...readSentinelLogin(parts.query ?? ""),
      };
    }
    case "cluster":
      if (path !== "" && path !== "0") throw fault("has a path; a Redis Cluster has database 0 only");
      if (parts.query) throw fault("has a query, which has no meaning for a Redis Cluster");
      return { ...access(""), nodes: hosts.map((host) => readHost(host, 6379)) };
    default:
      if (hosts.length > 1)
        throw fault("has several hosts; write redis+sentinel:// or redis+cluster:// for that");
      return { ...readHost(hosts[0]!, 6379), ...access(path) };
  }
}

/** `host`, `host:port` or `[IPv6]:port`. */
function readHost(text: string, defaultPort: number): RedisHost {
  if (text === "") throw fault("has no host, or an empty one");
  if (!URL.canParse(`redis://${text}`)) throw fault(`is not a URL of the form ${FORMS}`);
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? defaultPort : Number(port) };
}

function readDatabase(text: string): number {
  if (!/^\d{0,5}$/.test(text)) throw fault("has a path that is not a database number such as /0");
  return Number(text);
}

function readSentinelLogin(query: string): SentinelLogin {
  const found: SentinelLogin = {};
  for (const part of query.split("&").filter((text) => text !== "")) {
    const [name, ...value] = part.split("=");
    if (name !== "sentinelUsername" && name !== "sentinelPassword")
      throw fault("has a query with something else than sentinelUsername and sentinelPassword");
    found[name] = decoded(value.join("="));
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw fault("has a user name, password or master name with a % sign that is not encoded as %25");
  }
}

function fault(text: string): Faults {
  return new Faults(" ", `${text}.`);
}
