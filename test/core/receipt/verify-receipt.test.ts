/** Which receipts hold: signed here as a service signs them, with one thing wrong each. */
import { createPublicKey, type KeyObject, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { buildProposal, type ReceiptContext, verifyReceipt } from "../../../src/core/index.ts";
import { digestOf } from "../../../src/core/json/digest.ts";
import { ecKey, edKey, jwkOf } from "../../support/signing-keys.ts";
import { buildContext, datagenDocument, spec } from "../datagen.ts";

type Json = Record<string, unknown>;

const { examples } = datagenDocument() as { examples: { valid: { candidate: unknown }[] } };
const { proposalPackage } = buildProposal(spec, examples.valid[0]!.candidate, buildContext);
const { digest: _, ...content } = proposalPackage!;
/** Another package, which has the digest of what it holds. */
const packageWith = (changes: Json) => {
  const changed = { ...content, ...changes };
  return { ...changed, digest: digestOf(changed) };
};

const issuer = "https://preflight.example";
const seconds = 1_790_000_000;
const now = seconds * 1_000;
const [ec, ed] = [ecKey(), edKey()];
const publicOf = (key: KeyObject, more: Json) => ({ ...jwkOf(createPublicKey(key)), ...more });
const ecJwk = publicOf(ec, { kid: "k-1", use: "sig", alg: "ES256" });
const edJwk = publicOf(ed, { kid: "k-2" });
const context: ReceiptContext = { keys: { keys: [edJwk, ecJwk] }, issuer, proposalPackage, now };

const HEADER = { alg: "ES256", kid: "k-1", typ: "preflight-receipt+jwt" };
const CLAIMS = {
  ...{ iss: issuer, iat: seconds, exp: seconds + 86_400, sub: proposalPackage!.digest },
  ...{ targetProduct: spec.targetProduct, domainId: spec.domainId, service: "proposal-preflight/1.0.0" },
  ...{ specPackage: { version: spec.version, digest: spec.digest }, note: "~~~ÿþ???>>>" },
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signText = (text: string, key: KeyObject) =>
  `${text}.${sign(key === ed ? null : "sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
/** Signed by a published key, so that nothing but the change is wrong. */
const signed = (header: Json, claims: Json = {}, key = ec) =>
  signText(`${encode({ ...HEADER, ...header })}.${encode({ ...CLAIMS, ...claims })}`, key);
const good = signed({});
const [head, payload, signature] = good.split(".") as [string, string, string];

async function judge(given: unknown, more: object = {}): Promise<string> {
  const verdict = await verifyReceipt(given, { ...context, ...more });
  return verdict.valid ? "valid" : verdict.code;
}

/** A receipt of so many characters. */
function receiptOf(length: number): string {
  for (let filler = 5_600; ; filler++)
    for (const rest of ["", "a", "aa"]) {
      const receipt = signed({ rest }, { filler: "a".repeat(filler) });
      if (receipt.length === length) return receipt;
    }
}

test("a good receipt is given back as what it states, and a bad one with the reason in words", async () => {
  expect(await verifyReceipt(good, context)).toEqual({ valid: true, claims: CLAIMS });
  expect(await verifyReceipt("", context)).toEqual({
    valid: false,
    code: "receipt-malformed",
    message: "The receipt is not a signed JWT of at most 8,192 characters.",
  });
});

describe("a receipt is good", () => {
  test.each<[string, unknown, object?]>([
    ["if it is signed with Ed25519", signed({ alg: "EdDSA", kid: "k-2" }, {}, ed)],
    ["of exactly the greatest length", receiptOf(8_192)],
    ["if its key has the longest name", signed({ kid: "k".repeat(128) }), keysOf({ kid: "k".repeat(128) })],
    ["if its key does not say what it is for", good, keysOf({ use: undefined })],
    ["if it is not older than the product accepts", signed({}, { iat: seconds - 60 }), { maxAgeSeconds: 60 }],
    ["if the issuer is named with slashes at the end", good, { issuer: `${issuer}//` }],
    ["if the clock of the service is a minute ahead", signed({}, { iat: seconds + 60 })],
    ["in its last second", signed({}, { exp: seconds + 1 })],
  ])("%s", async (_, given, more) => {
    expect(await judge(given, more)).toBe("valid");
  });
});

function keysOf(changes: Json): object {
  return { keys: { keys: [{ ...ecJwk, ...changes }] } };
}

describe("a receipt is refused", () => {
  test.each<[string, unknown, string, object?]>([
    ["of a megabyte", `${head}.${"A".repeat(1_048_576)}.${signature}`, "receipt-malformed"],
    ["that is a character too long", receiptOf(8_193), "receipt-malformed"],
    ["that is not text", [good], "receipt-malformed"],
    ["of two parts", `${head}.${payload}`, "receipt-malformed"],
    ["with something before it", `Bearer ${good}`, "receipt-malformed"],
    ["with something after it", `${good}.`, "receipt-malformed"],
    ["whose header is not JSON", `AAAA.${payload}.${signature}`, "receipt-malformed"],
    ["whose header is no object", signText(`${encode([HEADER])}.${payload}`, ec), "receipt-malformed"],
    [
      "whose header is not UTF-8",
      `${Buffer.from(JSON.stringify({ ...HEADER, a: "é" }), "latin1").toString("base64url")}.${payload}.${signature}`,
      "receipt-malformed",
    ],
    [
      "without a signature, as `none` says",
      `${encode({ ...HEADER, alg: "none" })}.${payload}.AA`,
      "receipt-algorithm",
    ],
    ["of HS256 with the public key as secret", signed({ alg: "HS256" }), "receipt-algorithm"],
    ["of another type", signed({ typ: "JWT" }), "receipt-type"],
    ["with an extension that must be understood", signed({ crit: ["exp"] }), "receipt-type"],
    ["whose kid is a path", signed({ kid: "../keys" }), "receipt-key", keysOf({ kid: "../keys" })],
    [
      "whose kid is too long",
      signed({ kid: "k".repeat(129) }),
      "receipt-key",
      keysOf({ kid: "k".repeat(129) }),
    ],
    ["of a key that is not published", signed({ kid: "other" }), "receipt-key"],
    ["of a key for encryption", good, "receipt-key", keysOf({ use: "enc" })],
    ["of a key of another type", good, "receipt-key", keysOf({ kty: "OKP" })],
    ["of a key on another curve", good, "receipt-key", keysOf({ crv: "P-384" })],
    ["of a key that is no point of the curve", good, "receipt-key", keysOf({ x: ecJwk.y })],
    ["that brings its own key", signed({ kid: "own", jwk: jwkOf(createPublicKey(ec)) }), "receipt-key"],
    ["of another key under that name", signed({}, {}, ecKey()), "receipt-signature"],
    [
      "with other claims under the signature",
      `${head}.${encode({ ...CLAIMS, exp: 9e9 })}.${signature}`,
      "receipt-signature",
    ],
    ["with a signature of another length", `${head}.${payload}.AAAA`, "receipt-signature"],
    ["with a signature that is not Base64", `${head}.${payload}.A`, "receipt-signature"],
    [
      "with other bits in the last character, which decoders leave out",
      good.slice(0, -1) + String.fromCharCode(good.charCodeAt(good.length - 1) + 1),
      "receipt-signature",
    ],
    ["whose claims are a list", signText(`${head}.${encode([CLAIMS])}`, ec), "receipt-claims"],
    ...["iss", "iat", "exp", "sub", "targetProduct", "domainId", "specPackage", "service"].map(
      (name): [string, string, string] => [
        `without "${name}"`,
        signed({}, { [name]: undefined }),
        "receipt-claims",
      ],
    ),
    ["whose subject only ends in a digest", signed({}, { sub: `:${CLAIMS.sub}` }), "receipt-claims"],
    ["whose subject only starts with a digest", signed({}, { sub: `${CLAIMS.sub}0` }), "receipt-claims"],
    [
      "without the version of the rules",
      signed({}, { specPackage: { digest: spec.digest } }),
      "receipt-claims",
    ],
    [
      "without the digest of the rules",
      signed({}, { specPackage: { version: spec.version } }),
      "receipt-claims",
    ],
    ["of another service", signed({}, { iss: "https://elsewhere.example" }), "receipt-issuer"],
    ["from the future", signed({}, { iat: seconds + 61 }), "receipt-future"],
    ["that has expired", signed({}, { exp: seconds }), "receipt-expired"],
    [
      "that is older than the product accepts",
      signed({}, { iat: seconds - 61 }),
      "receipt-expired",
      { maxAgeSeconds: 60 },
    ],
    ["about another package", signed({}, { sub: `sha256:${"0".repeat(64)}` }), "receipt-package"],
    ["about another product", signed({}, { targetProduct: "other" }), "receipt-package"],
    ["about another domain", signed({}, { domainId: "other" }), "receipt-package"],
    [
      "about other rules",
      signed({}, { specPackage: { version: "1.0.0", digest: `sha256:${"0".repeat(64)}` } }),
      "receipt-package",
    ],
    ["without a package", good, "receipt-package", { proposalPackage: undefined }],
    [
      "about a package that does not say its rules",
      signed({}, { sub: packageWith({ specPackage: null }).digest }),
      "receipt-package",
      { proposalPackage: packageWith({ specPackage: null }) },
    ],
    [
      "beside another package, whose digest is right",
      good,
      "receipt-package",
      { proposalPackage: packageWith({ candidate: {} }) },
    ],
  ])("%s", async (_, given, code, more) => {
    expect(await judge(given, more)).toBe(code);
  });

  test("when what was fetched is no key set", async () => {
    for (const keys of [{}, [], null, "x", { keys: {} }, { keys: [null, 1] }])
      expect(await judge(good, { keys })).toBe("receipt-key");
  });

  test("when nobody says what time it is, as a program without types may forget", async () => {
    for (const more of [{ now: undefined }, { now: Number.NaN }, { maxAgeSeconds: Number.NaN }])
      expect(await judge(good, more)).toBe("receipt-expired");
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
