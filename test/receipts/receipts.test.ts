/** Receipts: what a service signs about the packages that it builds, and which of them hold. */
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { type BuildResult, type ReceiptContext, verifyReceipt } from "../../src/core/index.ts";
import { readConfig } from "../../src/service/settings/config.ts";
import { altered, embedded, envelope } from "../support/envelopes.ts";
import { startServiceHere } from "../support/service-here.ts";
import { ecKey, edKey, jwkOf, keyFile, pemOf } from "../support/signing-keys.ts";

const NAME = "PREFLIGHT_SIGNING_KEY_FILE";
const signing = { ES256: ecKey(), EdDSA: edKey() };
const services = {
  ES256: await startServiceHere({ environment: { [NAME]: keyFile(pemOf(signing.ES256)) } }),
  EdDSA: await startServiceHere({
    environment: {
      [NAME]: `${keyFile({ ...jwkOf(signing.EdDSA), kid: "k-1" })}, ${keyFile(pemOf(ecKey()))}`,
    },
  }),
};
const without = await startServiceHere();
afterAll(() => Promise.all([services.ES256.stop(), services.EdDSA.stop(), without.stop()]));

type Here = Pick<typeof without, "url" | "key">;
// biome-ignore lint/suspicious/noExplicitAny: what it sends is what the tests are about.
const post = async ({ url, key }: Here, path: string, body: object): Promise<any> =>
  (
    await fetch(url + path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${key}`,
      },
      body: JSON.stringify(body),
    })
  ).json();
const build = (service: Here, body: object = envelope()): Promise<BuildResult> =>
  post(service, "/api/build", body);
const keysOf = async ({ url }: Here) =>
  (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as ReceiptContext["keys"];

describe.each(["ES256", "EdDSA"] as const)("a service that signs with %s", (alg) => {
  const service = services[alg];

  test("states who judged which package by which rules and registry, for a day", async () => {
    const { receipt, proposalPackage, submission, specPackage, registry } = await build(service);
    expect(submission!.headers["Preflight-Receipt"]).toBe(receipt);
    const keys = await keysOf(service);
    const { payload, protectedHeader } = await jwtVerify(receipt!, createLocalJWKSet(keys as never), {
      typ: "preflight-receipt+jwt",
      issuer: service.url,
      algorithms: [alg],
    });
    expect(protectedHeader.kid).toBe((keys.keys[0] as { kid: string }).kid);
    const { iat } = payload;
    expect(Math.abs(iat! - Date.now() / 1_000)).toBeLessThan(60);
    expect(payload).toEqual({
      iss: service.url,
      iat,
      exp: iat! + 86_400,
      sub: proposalPackage!.digest,
      targetProduct: embedded.targetProduct,
      domainId: embedded.domainId,
      specPackage,
      registry,
      service: expect.stringMatching(/^proposal-preflight\/\d/),
    });
  });

  test("signs the package of a repaired candidate, and nothing where nothing is built", async () => {
    const draft = altered((candidate) => {
      candidate.generatorName = ` ${candidate.generatorName} `;
      candidate.supportedStrategies = ["FAST"];
    });
    const { repaired, receipt } = await build(service, { ...draft, repair: "safe" });
    expect(receipt).toBeUndefined();
    const context = { keys: await keysOf(service), issuer: service.url, now: Date.now() };
    const { proposalPackage } = repaired!;
    expect(await verifyReceipt(repaired!.receipt, { ...context, proposalPackage })).toMatchObject({
      valid: true,
    });
    const invalid = await build(
      service,
      altered((candidate) => delete candidate.owner),
    );
    expect(JSON.stringify(invalid)).not.toMatch(/receipt/i);
  });

  test("signs over MCP as over REST", async () => {
    const { targetProduct, domainId, candidate } = envelope();
    const call = {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "buildProposal", arguments: { targetProduct, domainId, candidate } },
    };
    const { result } = await post(service, "/mcp", call);
    const { proposalPackage, receipt } = result.structuredContent;
    const client = createClient({ baseUrl: service.url });
    expect(await client.verifyReceipt(receipt, proposalPackage)).toMatchObject({ valid: true });
  });
});

test("publishes all keys with cache headers and without their private halves; none without a key", async () => {
  const answer = await fetch(`${services.EdDSA.url}/.well-known/jwks.json`);
  expect(answer.headers.get("content-type")).toBe("application/jwk-set+json");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  const { keys } = (await answer.json()) as { keys: object[] };
  expect(keys).toMatchObject([
    { kid: "k-1", alg: "EdDSA", use: "sig", crv: "Ed25519" },
    { kid: expect.stringMatching(/^[\w-]{43}$/), alg: "ES256", use: "sig", crv: "P-256" },
  ]);
  expect(JSON.stringify(keys)).not.toContain('"d"');
  expect((await fetch(`${without.url}/.well-known/jwks.json`)).status).toBe(404);
  expect(JSON.stringify(await build(without))).not.toMatch(/receipt/i);
});

describe("a receipt is refused", async () => {
  const { receipt, proposalPackage } = await build(services.ES256);
  const good = receipt!;
  const keys = await keysOf(services.ES256);
  const issuer = services.ES256.url;
  const context: ReceiptContext = { keys, issuer, proposalPackage, now: Date.now() };
  const [head, payload, signature] = good.split(".") as [string, string, string];
  const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  /** Signed by the service's own key, so that nothing but the change is wrong. */
  const signed = (header: object, claims: object = {}, key = signing.ES256) => {
    const text = `${encode({ ...decode(head), ...header })}.${encode({ ...decode(payload), ...claims })}`;
    return `${text}.${sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
  };
  const judge = async (given: unknown, more: Partial<ReceiptContext> = {}) => {
    const verdict = await verifyReceipt(given, { ...context, ...more });
    return verdict.valid ? "valid" : verdict.code;
  };
  const seconds = Math.floor(Date.now() / 1_000);

  test("never when nothing is wrong with it", async () => {
    expect(await judge(good)).toBe("valid");
    expect(await judge(signed({}))).toBe("valid");
    expect(await judge(good, { maxAgeSeconds: 3_600 })).toBe("valid");
    expect(await judge(good, { issuer: `${issuer}/` })).toBe("valid");
  });

  test.each([
    ["of a megabyte", `${head}.${"A".repeat(1_048_576)}.${signature}`, "receipt-malformed"],
    ["that is not text", { receipt: good }, "receipt-malformed"],
    ["of two parts", `${head}.${payload}`, "receipt-malformed"],
    ["whose header is not JSON", `AAAA.${payload}.${signature}`, "receipt-malformed"],
    [
      "without a signature, as `none` says",
      `${encode({ ...decode(head), alg: "none" })}.${payload}.AA`,
      "receipt-algorithm",
    ],
    ["of HS256 with the public key as secret", signed({ alg: "HS256" }), "receipt-algorithm"],
    ["of another type", signed({ typ: "JWT" }), "receipt-type"],
    ["with an extension that must be understood", signed({ crit: ["exp"] }), "receipt-type"],
    ["whose kid is a path", signed({ kid: "../../etc/passwd" }), "receipt-key"],
    ["of a key that is not published", signed({ kid: "other" }), "receipt-key"],
    [
      "that brings its own key",
      signed({ kid: "own", jwk: jwkOf(createPublicKey(signing.ES256)) }),
      "receipt-key",
    ],
    ["of another key under that name", signed({}, {}, ecKey()), "receipt-signature"],
    [
      "with other claims under the signature",
      `${head}.${encode({ ...decode(payload), exp: 9e9 })}.${signature}`,
      "receipt-signature",
    ],
    ["with a signature of another length", `${head}.${payload}.AAAA`, "receipt-signature"],
    [
      "with other bits in the last character, which decoders leave out",
      good.slice(0, -1) + String.fromCharCode(good.charCodeAt(good.length - 1) + 1),
      "receipt-signature",
    ],
    ["without a subject", signed({}, { sub: undefined }), "receipt-claims"],
    ["of another service", signed({}, { iss: "https://elsewhere.example" }), "receipt-issuer"],
    ["from the future", signed({}, { iat: seconds + 120 }), "receipt-future"],
    ["that has expired", signed({}, { exp: seconds }), "receipt-expired"],
    ["about another package", signed({}, { sub: `sha256:${"0".repeat(64)}` }), "receipt-package"],
    ["about another product", signed({}, { targetProduct: "other" }), "receipt-package"],
  ])("%s", async (_, given, code) => {
    expect(await judge(given)).toBe(code);
  });

  test("when it is older than the product accepts", async () => {
    expect(await judge(good, { maxAgeSeconds: 60, now: Date.now() + 61_000 })).toBe("receipt-expired");
  });

  test("when what was fetched is no key set", async () => {
    for (const keys of [{}, [], null, "x", { keys: {} }, { keys: [null, 1] }])
      expect(await judge(good, { keys } as object)).toBe("receipt-key");
  });

  test("when nobody says what time it is, as a program without types may forget", async () => {
    for (const more of [{ now: undefined }, { now: Number.NaN }, { maxAgeSeconds: Number.NaN }])
      expect(await judge(good, more as object)).toBe("receipt-expired");
  });

  test("when the package was altered, even if its digest was not", async () => {
    const candidate = { ...(proposalPackage!.candidate as object), description: "Something else entirely." };
    expect(await judge(good, { proposalPackage: { ...proposalPackage, candidate } })).toBe("receipt-package");
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(await judge(good, { proposalPackage: { ...proposalPackage, candidate: deep } })).toBe(
      "receipt-package",
    );
  });
});

test("a client asks for keys again when a receipt names one that it does not know, and not for every forged name", async () => {
  let asked = 0;
  const counting: typeof fetch = (...given) => {
    asked++;
    return fetch(...given);
  };
  const client = createClient({ baseUrl: services.ES256.url, fetch: counting });
  const { receipt, proposalPackage } = await build(services.ES256);
  const [, payload, signature] = receipt!.split(".");
  const judged = (kid: string) => {
    const head = Buffer.from(JSON.stringify({ alg: "ES256", kid, typ: "preflight-receipt+jwt" })).toString(
      "base64url",
    );
    return client.verifyReceipt(`${head}.${payload}.${signature}`, proposalPackage);
  };
  for (const kid of ["a", "b", "c"])
    expect(await judged(kid)).toMatchObject({ valid: false, code: "receipt-key" });
  expect(await client.verifyReceipt(receipt, proposalPackage)).toMatchObject({ valid: true });
  expect(asked).toBe(1);
  // Nor for each of those that come at once, when the keys are older.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 20_000);
  await Promise.all(["d", "e", "f"].map(judged));
  clock.mockRestore();
  expect(asked).toBe(2);
});

test("a client forgets keys after five minutes, so that a key that was withdrawn does not count for ever, nor until a clock that was set back is where it was", async () => {
  let keys = await keysOf(services.ES256);
  const client = createClient({ baseUrl: services.ES256.url, fetch: async () => Response.json(keys) });
  const { receipt, proposalPackage } = await build(services.ES256);
  const judged = async () => (await client.verifyReceipt(receipt, proposalPackage)).valid;
  const date = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  expect(await judged()).toBe(true);
  date.mockRestore();
  keys = { keys: [] };
  expect(await judged()).toBe(true);
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 300_000);
  expect(await judged()).toBe(false);
  clock.mockRestore();
});

describe("a signing key is refused at start by its file's name", () => {
  const read = (paths: string) => readConfig({ [NAME]: paths });
  const faultsOf = (paths: string) => {
    const reading = read(paths);
    return reading.ok ? [] : reading.faults;
  };
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
  const ec = ecKey();
  const d = String(jwkOf(ec).d);

  test.each([
    ["of RSA", pemOf(rsa), "another kind"],
    ["on another curve", pemOf(ecKey("P-384")), "another kind"],
    [
      "that is public only, in PEM",
      String(createPublicKey(ec).export({ format: "pem", type: "spki" })),
      "public key",
    ],
    ["that is public only, as JWK", jwkOf(createPublicKey(ec)), "public key"],
    ["whose halves do not belong together", { ...jwkOf(ecKey()), d }, "do not belong together"],
    ["for encryption", { ...jwkOf(ec), use: "enc" }, "meant for something else"],
    ["with a path for a kid", { ...jwkOf(ec), kid: "../keys/1" }, "`kid`"],
    ["that is nothing of the kind", `not a key ${d}`, "neither"],
    ["that is JSON and no key", { d }, "neither"],
    ["that is empty", "", "neither"],
  ])("%s", (_, content, expected) => {
    const path = keyFile(content);
    const [fault, ...more] = faultsOf(path);
    expect(more).toEqual([]);
    expect(fault).toMatch(new RegExp(`^${NAME}: ${path} `));
    expect(fault).toContain(expected);
    expect(fault).not.toContain(d);
  });

  test("each of several, a missing file and a repeated name too", () => {
    const jwk = { ...jwkOf(ec), kid: "same" };
    const faults = faultsOf(
      [keyFile(jwk), keyFile({ ...jwkOf(ecKey()), kid: "same" }), "/nowhere/key"].join(", "),
    );
    expect(faults).toEqual([
      expect.stringContaining("kid of another file"),
      `${NAME}: /nowhere/key cannot be read (ENOENT).`,
    ]);
  });

  test("not when others may read it, which is a warning", () => {
    const open = keyFile(pemOf(ec), 0o644);
    expect(read(open)).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining(`${open} holds a private key`)],
    });
    expect(read(keyFile(pemOf(ec), 0o640))).toMatchObject({ ok: true, warnings: [] });
  });
});
