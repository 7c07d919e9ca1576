/** Receipts: what a service signs about the packages that it builds, and how its client checks them. */
import { createPublicKey, generateKeyPairSync } from "node:crypto";
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
