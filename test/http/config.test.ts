import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/service/settings/config.ts";

type Environment = Readonly<Record<string, string>>;

const folder = mkdtempSync(join(tmpdir(), "preflight-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

function faultsOf(environment: Environment): readonly string[] {
  const reading = readConfig(environment);
  return reading.ok ? [] : reading.faults;
}

test("nothing set: loopback, the embedded product, keys of its own, 20 calls a minute", () => {
  const reading = readConfig({});
  expect(reading.ok && reading.config).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    baseUrl: undefined,
    domains: undefined,
    identityUrl: undefined,
    apiKeys: [],
    proxyJwks: undefined,
    rateLimit: 20,
    redis: undefined,
    adminPort: undefined,
    adminHost: "127.0.0.1",
    drainSeconds: 0,
    tracesUrl: undefined,
    logLevel: "info",
  });
  expect(reading.ok && Object.isFrozen(reading.config)).toBe(true);
  expect(reading.warnings).toEqual([]);
});

test("blank is the same as not set", () => {
  expect(readConfig({ PORT: " ", HOST: "", PREFLIGHT_API_KEYS: "", PREFLIGHT_REDIS_URL: "" })).toMatchObject({
    ok: true,
    config: { port: 8080, host: "127.0.0.1" },
  });
});

test("an IPv6 address may have brackets, as in URLs", () => {
  expect(
    readConfig({ HOST: "[::1]", PREFLIGHT_ADMIN_PORT: "0", PREFLIGHT_ADMIN_HOST: "[::]" }),
  ).toMatchObject({
    ok: true,
    config: { host: "::1", adminHost: "::" },
  });
});

test("what has no effect by itself is remarked on", () => {
  const { warnings } = readConfig({ PREFLIGHT_ADMIN_HOST: "0.0.0.0", PREFLIGHT_REFRESH_SECONDS: "5" });
  expect(warnings).toEqual([
    "PREFLIGHT_REFRESH_SECONDS has no effect without PREFLIGHT_DOMAINS.",
    "PREFLIGHT_ADMIN_HOST has no effect without PREFLIGHT_ADMIN_PORT.",
  ]);
});

test("every fault is reported at once", () => {
  const environment = {
    PORT: "http",
    HOST: "0.0.0.0",
    PREFLIGHT_BASE_URL: "preflight.example",
    PREFLIGHT_DOMAINS: join(folder, "missing.json"),
    PREFLIGHT_IDENTITY_ISSUER: "ftp://issuer.example",
    PREFLIGHT_PROXY_JWKS: join(folder, "missing-jwks.json"),
    PREFLIGHT_RATE_LIMIT: "0",
    PREFLIGHT_REDIS_URL: "http://redis",
    PREFLIGHT_TRUST_PROXY: "nonsense",
    PREFLIGHT_ADMIN_PORT: "70000",
    LOG_LEVEL: "loud",
  };
  const named = faultsOf(environment).map((fault) => /^[A-Z_]+/.exec(fault)?.[0]);
  expect(named.sort()).toEqual(Object.keys(environment).sort());
});

test("of settings that exclude or need each other, a fault of one hides nothing and makes no other", () => {
  const environment = {
    HOST: "0.0.0.0",
    PREFLIGHT_BASE_URL: "preflight.example",
    PREFLIGHT_API_KEYS: "short",
    PREFLIGHT_IDENTITY_URL: "identity.example",
  };
  expect(faultsOf(environment).map((fault) => /^[A-Z_]+(?: and [A-Z_]+)?/.exec(fault)?.[0])).toEqual([
    "PREFLIGHT_BASE_URL",
    "PREFLIGHT_API_KEYS",
    "PREFLIGHT_IDENTITY_URL",
    "PREFLIGHT_API_KEYS and PREFLIGHT_IDENTITY_URL",
  ]);
  expect(readConfig(environment).warnings.join()).not.toContain("PREFLIGHT_BASE_URL");
});

describe("a fault", () => {
  const key = "ai_0123456789abcdef";
  test.each<[string, Environment, RegExp]>([
    [
      "keys and an identity service",
      { PREFLIGHT_API_KEYS: key, PREFLIGHT_IDENTITY_URL: "http://127.0.0.1" },
      /exclude/,
    ],
    [
      "open to the network without an identity",
      { HOST: "192.0.2.1" },
      /PREFLIGHT_API_KEYS or PREFLIGHT_IDENTITY_URL/,
    ],
    [
      "keys without a key",
      { HOST: "0.0.0.0", PREFLIGHT_BASE_URL: "https://x.example", PREFLIGHT_API_KEYS: " , ,\n" },
      /has no key/,
    ],
    [
      "a file of keys that is missing",
      { PREFLIGHT_API_KEYS_FILE: "/nowhere/keys" },
      /PREFLIGHT_API_KEYS_FILE.*ENOENT/,
    ],
    [
      "a key and a file of keys",
      { PREFLIGHT_API_KEYS: key, PREFLIGHT_API_KEYS_FILE: join(folder, "keys") },
      /exclude each other/,
    ],
    [
      "a collector at no address",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
      /OTEL_EXPORTER_OTLP_ENDPOINT must/,
    ],
    [
      "a collector at an address with a query",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318?tenant=1" },
      /OTEL_EXPORTER_OTLP_ENDPOINT must/,
    ],
    ...["x token=a", "x-token", "a=1,x-token=a%0Ab"].map((headers): [string, Environment, RegExp] => [
      `what a collector cannot be sent: ${headers}`,
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_EXPORTER_OTLP_HEADERS: headers },
      /^OTEL_EXPORTER_OTLP_HEADERS must be name=value,…; entry \d is no header that can be sent\.$/,
    ]),
    ["a Redis under a scheme of services", { PREFLIGHT_REDIS_URL: "tcp://redis:6379" }, /redis:\/\//],
    ["one port for two things", { PORT: "9000", PREFLIGHT_ADMIN_PORT: "9000" }, /differ/],
    ["a base URL with a query", { PREFLIGHT_BASE_URL: "https://x.example/?a" }, /query/],
    [
      "a base URL with a fragment, if only its sign",
      { PREFLIGHT_BASE_URL: "https://x.example/#" },
      /fragment/,
    ],
    ["a base URL with a password", { PREFLIGHT_BASE_URL: "https://a:b@x.example" }, /password/],
    ["a negative port", { PORT: "-1" }, /0 to 65535/],
    ["a key set at no address", { PREFLIGHT_PROXY_JWKS: "http://" }, /PREFLIGHT_PROXY_JWKS must be/],
    ["a key set behind a password", { PREFLIGHT_PROXY_JWKS: "https://a:b@x.example/jwks" }, /password/],
    [
      "a token with a line break",
      { PREFLIGHT_IDENTITY_URL: "http://127.0.0.1", PREFLIGHT_IDENTITY_TOKEN: "a\nb" },
      /header/,
    ],
  ])("%s", (_name, environment, pattern) => {
    const faults = faultsOf(environment);
    expect(faults.length).toBe(1);
    expect(faults[0]).toMatch(pattern);
  });

  test("never quotes what may be secret", () => {
    const secret = "hunter2secret";
    const faults = faultsOf({
      PREFLIGHT_API_KEYS: `ai_0123456789abcdef, ${secret}`,
      PREFLIGHT_REDIS_URL: `nonsense://:${secret}@host`,
      PREFLIGHT_IDENTITY_URL: `http://user:${secret}@host`,
      PREFLIGHT_IDENTITY_TOKEN: secret,
    });
    expect(faults.some((fault) => fault.includes("key 2 of 2"))).toBe(true);
    expect(faults.join()).not.toContain(secret);
  });
});

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["localhost", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["127.example.com", false],
])("%s is loopback: %s", (HOST, loopback) => {
  expect(faultsOf({ HOST }).length === 0).toBe(loopback);
});

test("the URL of a key set is no path, however it is written", () => {
  for (const text of ["https:/id.example/jwks", "HTTPS://id.example/jwks", "https:id.example/jwks"]) {
    const reading = readConfig({ PREFLIGHT_PROXY_JWKS: text });
    expect(reading).toMatchObject({ ok: true, config: { proxyJwks: "https://id.example/jwks" } });
  }
});

test("keys may be separated by commas, spaces and lines", () => {
  const [a, b, c] = ["ai_aaaaaaaaaaaaaaaa", "ai_bbbbbbbbbbbbbbbb", "ai_cccccccccccccccc"];
  const reading = readConfig({ PREFLIGHT_API_KEYS: `${a}, ${b}\n${c},` });
  expect(reading.ok && reading.config).toMatchObject({ identityUrl: undefined, apiKeys: [a, b, c] });
});

test("a setting nobody knows is warned about, with what was meant", () => {
  const { ok, warnings } = readConfig({ PREFLIGHT_RATELIMIT: "5", PREFLIGHT_XYZZY: "1", PREFIGHT_PORT: "1" });
  expect(ok).toBe(true);
  expect(warnings).toEqual([
    "PREFLIGHT_RATELIMIT is not a setting of Preflight; did you mean PREFLIGHT_RATE_LIMIT?",
    "PREFLIGHT_XYZZY is not a setting of Preflight",
  ]);
});

test.each([
  ["PREFLIGHT_KEYS", "PREFLIGHT_API_KEYS"],
  ["PREFLIGHT_HOST", "HOST"],
  ["PREFLIGHT_PORT", "PORT"],
  ["PREFLIGHT_LOG_LEVEL", "LOG_LEVEL"],
  ["PREFLIGHT_IDENTITY_TOKN", "PREFLIGHT_IDENTITY_TOKEN"],
  ["PREFLIGHT_JWKS", "PREFLIGHT_PROXY_JWKS"],
  ["PREFLIGHT_ADMINPORT", "PREFLIGHT_ADMIN_PORT"],
  ["PREFLIGHT_ADMIN_HOTS", "PREFLIGHT_ADMIN_HOST"],
  ["PREFLIGHT_API_KEY_FILE", "PREFLIGHT_API_KEYS_FILE"],
  ["PREFLIGHT_RATE", "PREFLIGHT_RATE_LIMIT"],
])("for %s the hint is %s", (name, meant) => {
  expect(readConfig({ [name]: "1" }).warnings).toEqual([
    `${name} is not a setting of Preflight; did you mean ${meant}?`,
  ]);
});

test.each(["PREFLIGHT_URL", "PREFLIGHT_SECONDS", "PREFLIGHT_DEBUG", "PREFLIGHT_PROXY"])(
  "for %s there is no hint that could be wrong",
  (name) => {
    expect(readConfig({ [name]: "1" }).warnings).toEqual([
      expect.not.stringContaining("PREFLIGHT_IDENTITY_URL"),
    ]);
  },
);

test("what Kubernetes sets for services of these names disturbs nobody", () => {
  const reading = readConfig({
    PREFLIGHT_PORT: "tcp://10.96.0.7:80",
    PREFLIGHT_SERVICE_HOST: "10.96.0.7",
    PREFLIGHT_SERVICE_PORT: "80",
    PREFLIGHT_SERVICE_PORT_HTTP: "80",
    PREFLIGHT_PORT_80_TCP: "tcp://10.96.0.7:80",
    PREFLIGHT_PORT_80_TCP_PROTO: "tcp",
    PREFLIGHT_PORT_80_TCP_PORT: "80",
    PREFLIGHT_PORT_80_TCP_ADDR: "10.96.0.7",
    PREFLIGHT_ADMIN_PORT: "tcp://10.96.0.8:9090",
    PREFLIGHT_ADMIN_SERVICE_HOST: "10.96.0.8",
    PREFLIGHT_REDIS_PORT: "tcp://10.96.0.9:6379",
    PREFLIGHT_REDIS_PORT_6379_TCP_ADDR: "10.96.0.9",
  });
  expect(reading.warnings).toEqual([]);
  expect(reading.ok && reading.config).toMatchObject({ port: 8080, adminPort: undefined });
});

test("secrets come from files", () => {
  const path = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const keys = readConfig({
    PREFLIGHT_API_KEYS_FILE: path("keys", "ai_0123456789abcdef\nai_0123456789abcdeg\n"),
  });
  expect(keys.ok && keys.config).toMatchObject({
    apiKeys: ["ai_0123456789abcdef", "ai_0123456789abcdeg"],
  });
  const others = readConfig({
    PREFLIGHT_IDENTITY_URL: "https://identity.example",
    PREFLIGHT_IDENTITY_TOKEN_FILE: path("token", "t0ken\n"),
    PREFLIGHT_REDIS_URL_FILE: path("redis", "redis://:secret@redis.example"),
  });
  expect(others.warnings).toEqual([]);
  expect(others.ok && others.config).toMatchObject({
    identityToken: "t0ken",
    redis: { host: "redis.example", password: "secret" },
  });
});

describe("the file of domains", () => {
  const good = {
    targetProduct: "datagen",
    domainId: "generator-option",
    specPackageUrl: "https://datagen.example/spec",
    registryUrl: "https://datagen.example/registry",
    submissionUrl: "https://datagen.example/api/proposals",
  };
  const read = (content: string) => {
    const path = join(folder, "domains.json");
    writeFileSync(path, content);
    return readConfig({ PREFLIGHT_DOMAINS: path });
  };

  test("is read, a byte order mark and all", () => {
    const reading = read(`\ufeff${JSON.stringify({ domains: [good] })}`);
    expect(reading.ok && reading.config.domains).toEqual([{ ...good, registryMember: "generators" }]);
  });

  test("may name further registries, beside the product's own or instead of it, or none", () => {
    const { registryUrl: _, ...rest } = good;
    const none = read(JSON.stringify({ domains: [rest] }));
    expect(none.ok && none.config.domains?.[0]).not.toHaveProperty("registryUrl");
    const registries = { "chain-ids": "https://datagen.example/chains", licences: "http://spdx.example/l" };
    const reading = read(
      JSON.stringify({
        domains: [
          { ...good, registries },
          { ...rest, domainId: "other", registries: {} },
        ],
      }),
    );
    expect(reading.ok && reading.config.domains?.map((domain) => domain.registries)).toEqual([
      registries,
      {},
    ]);
    expect(reading.ok && reading.config.domains?.[1]).not.toHaveProperty("registryUrl");
  });

  test("may name the member that lists the registry's entries", () => {
    const named = { ...good, registryMember: "größe / 🙂" };
    const reading = read(JSON.stringify({ domains: [named] }));
    expect(reading.ok && reading.config.domains).toEqual([named]);
  });

  test.each(
    [
      ["empty", ""],
      ["a number", 5],
      ["null", null],
      ["too long", "x".repeat(101)],
      ["two lines", "a\nb"],
      ["next"],
    ].map(([name, value = name]) => [name, value]),
  )("a registry member that is %s", (_name, registryMember) => {
    const reading = read(JSON.stringify({ domains: [{ ...good, registryMember }] }));
    expect(reading.ok ? [] : reading.faults).toEqual([
      expect.stringMatching(/^PREFLIGHT_DOMAINS: \/domains\/0\/registryMember: /),
    ]);
  });

  test.each<[string, string, RegExp[]]>([
    ["no JSON", '{\n  "domains": [,]}', [/not JSON: .* line 2, column 15/]],
    ["no list", "{}", [/domains/]],
    ["an empty list", '{"domains":[]}', [/\/domains: The list has 0 items/]],
    ["no object", '{"domains":[5]}', [/\/domains\/0: Expected an object/]],
    ["a repeat", JSON.stringify({ domains: [good, good] }), [/\/domains\/1: An earlier entry has the same/]],
    [
      "several faults",
      JSON.stringify({ domains: [{ ...good, targetProduct: "a/b", registryUrl: "file:///x", extra: 1 }] }),
      [/targetProduct/, /"extra"/, /registryUrl/],
    ],
    [
      "addresses that are not the same to everybody",
      JSON.stringify({
        domains: [
          { ...good, submissionUrl: " https://a.example/" },
          { ...good, domainId: "b", submissionUrl: "https:a.example" },
          { ...good, domainId: "c", specPackageUrl: "https://a.example/s\n" },
        ],
      }),
      [/\/0\/submissionUrl: This must be an absolute/, /\/1\/submissionUrl/, /\/2\/specPackageUrl/],
    ],
    [
      "a member by another name, whose secret is not quoted",
      JSON.stringify({ domains: [{ ...good, registryURL: "https://ada:hunter2@a.example/" }] }),
      [/^(?!.*hunter2).*It looks like "registryUrl"/],
    ],
    [
      "registries of the wrong form",
      JSON.stringify({
        domains: [
          {
            ...good,
            registries: { Chains: "https://a.example/", ids: "ftp://a.example/", on: "https://u@a.example/" },
          },
          { ...good, domainId: "other", registries: ["https://a.example/"] },
        ],
      }),
      [
        /\/registries\/Chains: .*lower-case words/,
        /\/domains\/1\/registries: Expected an object/,
        /registries\/ids: This must be/,
        /registries\/on: This must not/,
      ],
    ],
    [
      "a missing member",
      JSON.stringify({ domains: [{ ...good, submissionUrl: undefined }] }),
      [/submissionUrl/],
    ],
  ])("%s", (_name, content, patterns) => {
    const reading = read(content);
    const faults = reading.ok ? [] : reading.faults;
    expect(faults.length).toBe(patterns.length);
    for (const [index, pattern] of patterns.entries()) expect(faults[index]).toMatch(pattern);
  });
});
