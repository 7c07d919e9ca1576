/** Reads `PREFLIGHT_REDIS_URL`. Separate from the client, so that the setting is checked without loading it. */
import { Faults } from "./faults.ts";

/** Which server counts: this one, the one that Sentinels call the master, or each node of a Cluster its part. */
export type RedisAddress = ReturnType<typeof parseRedisUrl>;

const FORMS =
  "redis://host:port, redis+sentinel://host:port,host:port/master or redis+cluster://host:port,host:port (rediss for TLS)";
const SHAPE =
  /^(?<scheme>redis|rediss)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<credentials>[^/?#]*)@)?(?<hosts>[^@/?#]*)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/i;

/** Faults never quote the setting, which may hold a password. */
export function parseRedisUrl(text: string) {
  const parts = SHAPE.exec(text)?.groups;
  if (parts === undefined) throw fault(`is not a URL of the form ${FORMS}`);
  const { scheme = "", kind = "", credentials = "", hosts = "", path = "", query = "" } = parts;
  // `user`, `user:password` or `:password`.
  const [first = "", ...rest] = credentials.split(":");
  const [username, password] = [decoded(first), decoded(rest.join(":"))];
  const tls = scheme.toLowerCase() === "rediss";
  const login = { tls, ...(username !== "" && { username }), ...(password !== "" && { password }) };
  switch (kind.toLowerCase()) {
    case "sentinel": {
      const [master = "", database = "", ...more] = path.split("/");
      if (master === "" || more.length > 0)
        throw fault("has no path of the form /master or /master/database, with the name that Sentinels know");
      const names = { db: readDatabase(database), master: decoded(master) };
      return { ...login, ...names, ...readSentinelLogin(query), sentinels: readHosts(hosts, 26_379) };
    }
    case "cluster":
      if (path !== "" && path !== "0") throw fault("has a path; a Redis Cluster has database 0 only");
      if (query !== "") throw fault("has a query, which has no meaning for a Redis Cluster");
      return { ...login, db: 0, nodes: readHosts(hosts, 6379) };
    default: {
      const [host, ...others] = readHosts(hosts, 6379);
      if (others.length > 0)
        throw fault("has several hosts; write redis+sentinel:// or redis+cluster:// for that");
      return { ...login, db: readDatabase(path), ...host! };
    }
  }
}

/** Each is `host`, `host:port` or `[IPv6]:port`. */
function readHosts(hosts: string, defaultPort: number) {
  return hosts.split(",").map((text) => {
    if (text === "") throw fault("has no host, or an empty one");
    if (!URL.canParse(`redis://${text}`)) throw fault(`is not a URL of the form ${FORMS}`);
    const { hostname, port } = new URL(`redis://${text}`);
    return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? defaultPort : Number(port) };
  });
}

function readDatabase(text: string): number {
  if (!/^\d{0,5}$/.test(text)) throw fault("has a path that is not a database number such as /0");
  return Number(text);
}

/** Of Sentinels that have their own. */
function readSentinelLogin(query: string) {
  const found: { sentinelUsername?: string; sentinelPassword?: string } = {};
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

const fault = (text: string): Faults => new Faults(" ", `${text}.`);
