/** Which keys of a JWK set may verify signed calls. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import { parseKeySet } from "../../src/service/identity/key-set.ts";

const jwkOf = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ format: "jwk" });
const ed25519 = jwkOf(generateKeyPairSync("ed25519"));
const x25519 = jwkOf(generateKeyPairSync("x25519"));
const p256 = jwkOf(generateKeyPairSync("ec", { namedCurve: "P-256" }));
const p384 = jwkOf(generateKeyPairSync("ec", { namedCurve: "P-384" }));

const namesOf = async (document: unknown) => [...((await parseKeySet(document))?.keys() ?? ["no key set"])];

test.each<[string, Record<string, unknown>, string[]]>([
  ["Ed25519", { ...ed25519, kid: "a" }, ["EdDSA a"]],
  ["Ed25519 for EdDSA", { ...ed25519, kid: "a", alg: "EdDSA" }, ["EdDSA a"]],
  ["Ed25519 by the name that Web Crypto gives it", { ...ed25519, kid: "a", alg: "Ed25519" }, ["EdDSA a"]],
  ["Ed25519 for another algorithm", { ...ed25519, kid: "a", alg: "ES256" }, []],
  ["Ed25519 that calls itself EC", { ...ed25519, kid: "a", kty: "EC" }, []],
  ["P-256", { ...p256, kid: "a" }, ["ES256 a"]],
  ["P-256 for ES256", { ...p256, kid: "a", alg: "ES256" }, ["ES256 a"]],
  ["P-256 for another algorithm", { ...p256, kid: "a", alg: "EdDSA" }, []],
  ["P-256 that calls itself OKP", { ...p256, kid: "a", kty: "OKP" }, []],
  ["P-256 without y", { kty: "EC", crv: "P-256", x: p256.x, kid: "a" }, []],
  ["P-256 with a number for y", { ...p256, y: 5, kid: "a" }, []],
  ["P-256 off the curve", { ...p256, y: p256.x, kid: "a" }, []],
  ["another curve of OKP", { ...x25519, kid: "a" }, []],
  ["another curve of EC", { ...p384, kid: "a" }, []],
  ["a symmetric key", { kty: "oct", k: "AAAA", kid: "a" }, []],
  ["a private key", { ...ed25519, kid: "a", d: "AAAA" }, []],
  ["no kid", { ...ed25519 }, []],
  ["an empty kid", { ...ed25519, kid: "" }, []],
  ["a number for a kid", { ...ed25519, kid: 5 }, []],
  ["no x", { kty: "OKP", crv: "Ed25519", kid: "a" }, []],
  ["a number for x", { ...ed25519, x: 5, kid: "a" }, []],
  ["for signatures", { ...ed25519, kid: "a", use: "sig" }, ["EdDSA a"]],
  ["for encryption", { ...ed25519, kid: "a", use: "enc" }, []],
  ["for verifying", { ...ed25519, kid: "a", key_ops: ["verify"] }, ["EdDSA a"]],
  ["for signing alone", { ...ed25519, kid: "a", key_ops: ["sign"] }, []],
  ["for something that is no list", { ...ed25519, kid: "a", key_ops: "verify" }, []],
])("%s", async (_name, key, names) => {
  expect(await namesOf({ keys: [key] })).toEqual(names);
});

test("a key that cannot be used does not hide the others, and the first of two with one name is used", async () => {
  const [first, second] = [ed25519, jwkOf(generateKeyPairSync("ed25519"))];
  const keys = [null, "key", [], { ...x25519, kid: "a" }, { ...first, kid: "a" }, { ...second, kid: "a" }];
  const found = await parseKeySet({ keys });
  const alone = await parseKeySet({ keys: [{ ...first, kid: "a" }] });
  const exported = async (set: typeof found) =>
    (await crypto.subtle.exportKey("jwk", set!.get("EdDSA a")!)).x;
  expect([...found!.keys()]).toEqual(["EdDSA a"]);
  expect(await exported(found)).toBe(await exported(alone));
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a list", []],
  ["no keys", {}],
  ["keys that are no list", { keys: {} }],
  ["101 keys", { keys: Array.from({ length: 101 }, () => ({})) }],
])("%s is no key set", async (_name, document) => {
  expect(await parseKeySet(document)).toBeUndefined();
});

test("100 keys are", async () => {
  expect((await parseKeySet({ keys: Array.from({ length: 100 }, () => ({})) }))?.size).toBe(0);
});
