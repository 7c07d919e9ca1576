/** The configuration as operators may see it: what is secret is left out, and only said to be there. */
import type { Config } from "./config.ts";

export function describeConfig(config: Config): object {
  const { identity, redis, otlp, adminToken, proxyJwks, clientAddress: _, domains, ...others } = config;
  return {
    ...others,
    proxyJwks: proxyJwks && withoutQuery(proxyJwks),
    identity:
      identity.kind === "embedded"
        ? { kind: identity.kind, keys: identity.keys.length }
        : { kind: identity.kind, url: withoutQuery(identity.url), hasToken: identity.token !== "" },
    redis: redis && {
      ...("host" in redis && { host: redis.host, port: redis.port }),
      ...("nodes" in redis && { nodes: redis.nodes }),
      ...("sentinels" in redis && { sentinels: redis.sentinels, master: redis.master }),
      db: redis.db,
      tls: redis.tls,
      hasPassword: redis.password !== undefined,
    },
    otlp: otlp && { url: withoutQuery(otlp.url), ratio: otlp.ratio },
    hasAdminToken: adminToken !== undefined,
    domains: domains?.map(({ specPackageUrl, registryUrl, registries, submissionUrl, ...domain }) => ({
      ...domain,
      specPackageUrl: withoutQuery(specPackageUrl),
      ...(registryUrl !== undefined && { registryUrl: withoutQuery(registryUrl) }),
      ...(registries && {
        registries: Object.fromEntries(
          Object.entries(registries).map(([name, url]) => [name, withoutQuery(url)]),
        ),
      }),
      submissionUrl: withoutQuery(submissionUrl),
    })),
  };
}

/** Operators may have put a token into the query. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, "?…");
}
