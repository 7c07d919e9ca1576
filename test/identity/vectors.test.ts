/**
 * The published vectors, checked twice: against this product, and with nothing but `node:crypto` and what
 * docs/identity.md says, as a reader in another language would.
 */
import { createHash, createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PrivateJwk, type ProxyHeaders, signProxyCall } from "proposal-preflight/proxy-signing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProxyVerifier } from "../../src/service/identity/verifier.ts";

interface Vector {
  name: string;
  method: string;
  target: string;
  body: string;
  headers: ProxyHeaders;
  payload: string;
  signingInput: string;
  protectedHeader: { alg: "EdDSA" | "ES256"; kid: string; typ: string };
}

interface Vectors {
  now: number;
  audience: string;
  privateKeys: PrivateJwk[];
  valid: Vector[];
  invalid: Omit<Vector, "payload" | "signingInput" | "protectedHeader">[];
}

const vectors: Vectors = JSON.parse(await readFile(new URL("vectors.json", import.meta.url), "utf8"));
const { audience, privateKeys } = vectors;

let folder: string;
let jwks: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "preflight-vectors-"));
  jwks = join(folder, "jwks.json");
  await writeFile(jwks, JSON.stringify({ keys: privateKeys.map(({ d: _, ...publicHalf }) => publicHalf) }));
});
afterAll(() => rm(folder, { recursive: true }));

const verifyHere = ({ method, target, headers }: Pick<Vector, "method" | "target" | "headers">) =>
  createProxyVerifier({ jwks, audience, now: () => vectors.now * 1000, elapsed: () => 0 }).verify({
    method,
    target,
    rawHeaders: Object.entries(headers).flat(),
  });

describe.each(vectors.valid)("$name", (vector) => {
  const { headers, body, payload, protectedHeader } = vector;
  const [protectedPart = "", middle, signature = ""] = headers["x-adt-proxy-signature"].split(".");

  it("is the text that the documentation describes", () => {
    const signed = Object.entries(headers).slice(0, 6);
    const lines = [
      "adt-proxy-v1",
      audience,
      vector.method,
      vector.target,
      ...signed.map(([, value]) => value),
    ];
    expect(payload).toBe(lines.join("\n"));
    expect(vector.signingInput).toBe(`${protectedPart}.${Buffer.from(payload).toString("base64url")}`);
    expect(middle).toBe("");
    expect(JSON.parse(Buffer.from(protectedPart, "base64url").toString())).toEqual(protectedHeader);
    expect(headers["x-adt-proxy-content-sha256"]).toBe(createHash("sha256").update(body).digest("hex"));
  });

  it("verifies with node:crypto alone", () => {
    const jwk = privateKeys.find(({ kid }) => kid === protectedHeader.kid) as JsonWebKey;
    const { d: _, ...publicHalf } = jwk;
    const key = createPublicKey({ key: publicHalf, format: "jwk" });
    const isEdDsa = protectedHeader.alg === "EdDSA";
    const input = Buffer.from(vector.signingInput);
    const bytes = Buffer.from(signature, "base64url");
    expect(
      verify(isEdDsa ? null : "sha256", input, isEdDsa ? key : { key, dsaEncoding: "ieee-p1363" }, bytes),
    ).toBe(true);
  });

  it("is accepted by this service", async () => {
    expect(await verifyHere(vector)).toEqual({
      status: "verified",
      agent: headers["x-adt-proxy-agent"],
      id: expect.stringMatching(/^[\w-]{16}$/),
      subject: headers["x-adt-proxy-subject"],
      capability: headers["x-adt-proxy-capability"],
      contentSha256: headers["x-adt-proxy-content-sha256"],
    });
  });

  it("is what signProxyCall makes of the same values", async () => {
    const made = await signProxyCall({
      privateKey: privateKeys.find(({ kid }) => kid === protectedHeader.kid)!,
      audience,
      method: vector.method,
      target: vector.target,
      agent: headers["x-adt-proxy-agent"],
      subject: headers["x-adt-proxy-subject"],
      capability: headers["x-adt-proxy-capability"],
      body,
      timestamp: Number(headers["x-adt-proxy-timestamp"]),
      nonce: headers["x-adt-proxy-nonce"],
    });
    // An ES256 signature holds a random number, so it is another one each time.
    const fresh = { "x-adt-proxy-signature": made["x-adt-proxy-signature"] };
    expect(made).toEqual(protectedHeader.alg === "EdDSA" ? headers : { ...headers, ...fresh });
  });
});

it.each(vectors.invalid)("$name is refused", async (vector) => {
  const verdict = await verifyHere(vector);
  const digest = createHash("sha256").update(vector.body).digest("hex");
  // The body is compared by whoever has read it; everything else is in the head.
  if (verdict.status === "verified") expect(verdict.contentSha256).not.toBe(digest);
  else expect(verdict.status).toBe("refused");
});

it("the worked example of the documentation is the first vector", async () => {
  const text = await readFile(new URL("../../docs/identity.md", import.meta.url), "utf8");
  const [first] = vectors.valid;
  for (const part of [
    first!.payload,
    first!.body,
    first!.headers["x-adt-proxy-signature"],
    privateKeys[0]!.d,
  ])
    expect(text).toContain(part);
});
