/**
 * `node scripts/receiving-cases.mjs`: writes conformance/receiving.jsonl, what a product may be sent and what it must answer. The first
 * line has the issuer, its keys and the rules in force. New keys are made each time and their private halves thrown away.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { digestOf, sha256Hex } from "proposal-preflight";

const ISSUER = "https://preflight.example.org";
const NOW = 1_800_000_000;
const RULES = { version: "3.1.0", digest: `sha256:${sha256Hex("the rules in force")}` };
const TYPE = "preflight-receipt+jwt";

const ec = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const signers = {
  ES256: { ...ec(), kid: "2027-a" },
  EdDSA: { ...generateKeyPairSync("ed25519"), kid: "2027-b" },
  stranger: { ...ec(), kid: "2027-c" },
};
const publicJwk = ({ publicKey, kid }, alg) => ({
  ...publicKey.export({ format: "jwk" }),
  kid,
  alg,
  use: "sig",
});

const cases = [];
/** `answer`: `refuse`, `outdated`, `check` by itself, or `accept` the receipt's word for the rules. */
const add = (group, why, answer, body, receipt) =>
  cases.push({ id: `${group}-${cases.length + 1}`, why, now: NOW, body, receipt, answer });

const content = (candidate, specPackage = RULES) => ({
  ...{ packageVersion: "1", targetProduct: "museum", domainId: "exhibit", specPackage, candidate },
});
const packageOf = (candidate, specPackage) => {
  const rest = content(candidate, specPackage);
  return { ...rest, digest: digestOf(rest) };
};
const bodyOf = (proposalPackage) => JSON.stringify({ proposalPackage });
/** A body whose candidate is this very text, with the digest of what it means, or of `other`. */
const bodyWith = (text, digest = digestOf(content(JSON.parse(text)))) =>
  bodyOf({ ...content("#"), digest }).replace('"#"', () => text);

// Numbers, which RFC 8785 writes as ECMAScript does.
const NUMBERS =
  `0 -0 0.0 -0.0 0e9 1 1.0 1.50 10e-1 1e0 1E0 1e+0 100 1E2 1e2 1e+2 12e1 -1 -1.0 -1e-0 0.1 0.10 1e-1 0.2 0.30000000000000004 4.35 4.50
2e-3 0.002 0.000001 1e-6 1e-7 0.0000001 0.00000012 1.2e-7 1e20 100000000000000000000 1e21 1000000000000000000000 1.5e21 123456789012345680000
1234567890123456789012 9007199254740991 9007199254740992 9007199254740993 9007199254740994 -9007199254740993 18446744073709551615
18446744073709551616 9223372036854775807 -9223372036854775808 -9223372036854775809 12345678901234567890 333333333.33333329 333333333.3333333
1E30 1e+30 10e29 1.7976931348623157e308 179769313486231570000e288 2.2250738585072014e-308 2.225073858507201e-308 5e-324 4.9406564584124654e-324
3e-324 1e-400 -1e-400 295147905179352830000 2.5e-5 0.000025 123.456e3 123456.0 1.2345678901234567 1.23456789012345678 0.3333333333333333
0.33333333333333331 1e23 9.999999999999999e22 8.5e15 6.02214076e23 1.4142135623730951 3.141592653589793238462643 2.718281828459045e0`.split(
    /\s+/,
  );
for (const text of NUMBERS) {
  const canonical = JSON.stringify(JSON.parse(text));
  add("number", `${text} is ${canonical} in the canonical form`, "check", bodyWith(`{"n":${text}}`));
  if (canonical !== text) {
    // Whoever keeps the text of a number computes this digest.
    const kept = `{"candidate":{"n":${text}},"domainId":"exhibit","packageVersion":"1","specPackage":{"digest":"${RULES.digest}","version":"3.1.0"},"targetProduct":"museum"}`;
    add(
      "number",
      `the digest is made over ${text} as it was written`,
      "refuse",
      bodyWith(`{"n":${text}}`, `sha256:${sha256Hex(kept)}`),
    );
  }
}
for (const text of ["1e400", "-1e400", "01", "+1", ".5", "1.", "0x10", "NaN", "Infinity", "-", "1e", "1_000"])
  add(
    "number",
    `${text} is not a number that JSON and a double can hold`,
    "refuse",
    bodyWith("1").replace('"candidate":1', () => `"candidate":${text}`),
  );

// Text, which is kept as it is and escaped in one way only.
for (let code = 0; code < 32; code++) {
  const escaped = `\\u${code.toString(16).padStart(4, "0")}`;
  add(
    "text",
    `U+${code.toString(16).padStart(4, "0")} is written in its one canonical form`,
    "check",
    bodyWith(`{"t":"${escaped}"}`),
  );
}
const TEXTS = [
  ["a solidus needs no escape", '"\\/"'],
  ["escapes in capital letters are the same character", '"\\u00C5\\u00c5"'],
  ["an escaped letter is that letter", '"\\u0061"'],
  ["a surrogate pair is one character", '"\\uD83D\\uDE00"'],
  ["and so it is without an escape", '"😀"'],
  ["DEL is not escaped", '"\\u007f"'],
  ["line separators are not escaped", '"\\u2028\\u2029"'],
  ["text is not normalized: composed", '"\\u00c5ngstr\\u00f6m"'],
  ["text is not normalized: decomposed", '"A\\u030angstro\\u0308m"'],
  ["a byte order mark inside a text stays", '"\\ufeffx"'],
  ["noncharacters stay", '"\\uffff\\ufdd0"'],
  ["the last character of Unicode", '"\\udbff\\udfff"'],
  ["quotes and backslashes", '"\\"\\\\"'],
  ["what HTML escapes is not escaped", '"<b>&amp;</b>"'],
  ["white space inside a text stays", '"  a\\tb  "'],
  ["an empty text", '""'],
  ["text that looks like a number", '"1e2"'],
  [
    "names in the order of UTF-16, not of code points",
    '{"\\ud83d\\ude00":1,"\\ufb33":2,"\\u20ac":3,"\\u0080":4,"1":5,"\\r":6,"ö":7}',
  ],
  ["a name beyond the basic plane comes before U+FF21", '{"\\uff21":1,"\\ud800\\udc00":2}'],
  ["names that numbers would sort otherwise", '{"10":1,"9":2,"1":3,"01":4}'],
  ["capital letters before small ones", '{"b":1,"B":2,"a":3,"A":4}'],
  ["an empty name", '{"":1," ":2}'],
  ["names of JavaScript's own", '{"__proto__":1,"constructor":2,"toString":3}'],
  ["a name with an escape", '{"\\u0062":1,"a":2}'],
  ["white space between the parts goes", '{ "b" : [ 1 , 2 ] ,\n"a" : { } }'],
  ["lists keep their order", "[3,1,2,[],{}]"],
  ["the three words", "[true,false,null]"],
  ["a candidate may be null", "null"],
  ["thirty levels", `${"[".repeat(30)}1${"]".repeat(30)}`],
  ["names are sorted on every level", '{"z":{"y":{"x":1,"w":2},"v":3},"u":[{"t":1,"s":2}]}'],
  ["a member that is null is not absent", '{"a":null}'],
  ["a long text", JSON.stringify("ä€😀".repeat(500))],
];
for (const [why, text] of TEXTS) {
  add("text", why, "check", bodyWith(text));
  add(
    "text",
    `${why}; and one character of the digest is another`,
    "refuse",
    bodyWith(text, flip(digestOf(content(JSON.parse(text))), 20)),
  );
}
for (const text of ['"\\ud800"', '"\\udc00x"', '{"\\ud83d":1}'])
  add(
    "text",
    "a lone surrogate is no text, so the package has no digest",
    "refuse",
    bodyWith("1").replace('"candidate":1', () => `"candidate":${text}`),
  );

// Bodies and packages that were not built.
const CANDIDATE = { title: "Pump organ", year: 1871, tags: ["music", "wood"] };
const good = packageOf(CANDIDATE);
const broken = [
  ["nothing", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["no package", "{}"],
  ["null for the package", '{"proposalPackage":null}'],
  ["a list for the package", '{"proposalPackage":[]}'],
  ["text for the package", JSON.stringify({ proposalPackage: JSON.stringify(good) })],
  ["the package without its wrapper", JSON.stringify(good)],
  ["a comma too many", bodyOf(good).replace(/}$/, ",}")],
  ["a comment", `// sent by me\n${bodyOf(good)}`],
  ["half of it", bodyOf(good).slice(0, 100)],
  ["two of them", bodyOf(good) + bodyOf(good)],
  ["single quotes", bodyOf(good).replaceAll('"', "'")],
];
for (const [why, body] of broken) add("body", `the body is or has ${why}`, "refuse", body);
const altered = {
  "the title was changed": { ...good, candidate: { ...CANDIDATE, title: "Pump Organ" } },
  "a member was added to the candidate": { ...good, candidate: { ...CANDIDATE, more: 1 } },
  "a member was removed from the candidate": { ...good, candidate: { title: "Pump organ", year: 1871 } },
  "a list was sorted": { ...good, candidate: { ...CANDIDATE, tags: ["wood", "music"] } },
  "a number became a text": { ...good, candidate: { ...CANDIDATE, year: "1871" } },
  "the product was changed": { ...good, targetProduct: "library" },
  "the domain was changed": { ...good, domainId: "event" },
  "the version of the rules was changed": { ...good, specPackage: { ...RULES, version: "3.1.1" } },
  "the digest is in capital letters": { ...good, digest: good.digest.toUpperCase() },
  "the digest has no prefix": { ...good, digest: good.digest.slice(7) },
  "the digest is that of the candidate": { ...good, digest: digestOf(CANDIDATE) },
  "the digest is missing": { ...good, digest: undefined },
  "the digest is null": { ...good, digest: null },
  "the digest is empty": { ...good, digest: "" },
  "the digest is that of another package": { ...good, digest: packageOf({ title: "Other" }).digest },
  "the package has no candidate": { ...good, candidate: undefined },
};
for (const [why, sent] of Object.entries(altered)) {
  add("altered", why, "refuse", bodyOf(sent));
  add(
    "altered",
    `${why}; the receipt of the original does not help`,
    "refuse",
    bodyOf(sent),
    receiptOf(good),
  );
}
add(
  "rules",
  "the package was built on older rules",
  "outdated",
  bodyOf(packageOf(CANDIDATE, { version: "3.0.0", digest: `sha256:${sha256Hex("old rules")}` })),
);
const sameVersion = packageOf(CANDIDATE, { version: "3.1.0", digest: `sha256:${sha256Hex("other rules")}` });
add("rules", "other rules of the same version number", "outdated", bodyOf(sameVersion));
add(
  "rules",
  "a good receipt of older rules does not help",
  "outdated",
  bodyOf(sameVersion),
  receiptOf(sameVersion),
);

// Receipts. Where one is not good, the package is still sound, and the product checks it itself.
const receipt = (why, answer, made, sent = good) => add("receipt", why, answer, bodyOf(sent), made);
for (const name of ["ES256", "EdDSA"]) {
  for (const candidate of [CANDIDATE, {}, { n: 1e21 }, { "😀": "\u2028" }, [1, 2]]) {
    const sent = packageOf(candidate);
    receipt(`signed with ${name}`, "accept", receiptOf(sent, {}, {}, name), sent);
  }
  const made = (claims, header) => receiptOf(good, claims, header, name);
  receipt("it expires in a second", "accept", made({ exp: NOW + 1 }));
  receipt("it has expired this second", "check", made({ exp: NOW }));
  receipt("it expired yesterday", "check", made({ iat: NOW - 172_800, exp: NOW - 86_400 }));
  receipt("the other clock is half a minute ahead", "accept", made({ iat: NOW + 30 }));
  receipt("it is from the future", "check", made({ iat: NOW + 3_600, exp: NOW + 90_000 }));
  receipt("it is of a service on another host", "check", made({ iss: "https://preflight.example.com" }));
  receipt("the issuer has a slash at its end", "check", made({ iss: `${ISSUER}/` }));
  receipt("it has no issuer", "check", made({ iss: undefined }));
  receipt("it has no subject", "check", made({ sub: undefined }));
  receipt("it does not expire", "check", made({ exp: undefined }));
  receipt("its expiry is a text", "check", made({ exp: String(NOW + 60) }));
  receipt("its time is missing", "check", made({ iat: undefined }));
  receipt("it names no rules", "check", made({ specPackage: undefined }));
  receipt(
    "it names other rules",
    "check",
    made({ specPackage: { version: "3.1.0", digest: sameVersion.specPackage.digest } }),
  );
  receipt("it is about another product", "check", made({ targetProduct: "library" }));
  receipt("it is about another domain", "check", made({ domainId: "event" }));
  receipt("it is about another package", "check", receiptOf(packageOf({ title: "Other" }), {}, {}, name));
  receipt("its subject is in capital letters", "check", made({ sub: good.digest.toUpperCase() }));
  receipt("it is a JWT of another type", "check", made({}, { typ: "JWT" }));
  receipt("it has no type", "check", made({}, { typ: undefined }));
  receipt("it is an access token", "check", made({}, { typ: "at+jwt" }));
  receipt("it has an extension that must be understood", "check", made({}, { crit: ["exp"] }));
  receipt(
    "it has an unknown extension",
    "check",
    made({}, { crit: ["https://example.org/x"], "https://example.org/x": true }),
  );
  receipt("its key is not known", "check", made({}, { kid: "2027-z" }));
  receipt("its key is a path", "check", made({}, { kid: "../../../../dev/null" }));
  receipt("it names no key", "check", made({}, { kid: undefined }));
  receipt(
    "it names the key of the other algorithm",
    "check",
    made({}, { kid: signers[name === "ES256" ? "EdDSA" : "ES256"].kid }),
  );
  receipt("it says another algorithm", "check", made({}, { alg: name === "ES256" ? "EdDSA" : "ES256" }));
  receipt("it says HS256", "check", made({}, { alg: "HS256" }));
  receipt("it says that it is not signed", "check", made({}, { alg: "none" }));
  const [head, payload, signature] = made().split(".");
  receipt(
    "it says that it is not signed, and is not",
    "check",
    `${part({ alg: "none", kid: signers[name].kid, typ: TYPE })}.${payload}.`,
  );
  receipt("its signature is missing", "check", `${head}.${payload}.`);
  receipt("it has two parts", "check", `${head}.${payload}`);
  receipt("it has four parts", "check", `${head}.${payload}.${signature}.${signature}`);
  receipt(
    "it has five parts, as encrypted tokens do",
    "check",
    `${head}.${payload}.${signature}.${payload}.${signature}`,
  );
  receipt("its parts have changed places", "check", `${payload}.${head}.${signature}`);
  receipt(
    "its signature is all zeros",
    "check",
    `${head}.${payload}.${Buffer.alloc(64).toString("base64url")}`,
  );
  receipt("its signature is cut short", "check", `${head}.${payload}.${signature.slice(0, 40)}`);
  receipt("it is a hundred thousand characters long", "check", `${head}.${"A".repeat(100_000)}.${signature}`);
  receipt("it is longer than 8,192 characters, though signed", "check", made({ padding: "x".repeat(8_192) }));
  for (const at of [3, 17, 40])
    receipt("a character of the signature is another", "check", `${head}.${payload}.${flip(signature, at)}`);
  for (const at of [10, 60, 120, 200])
    receipt("a character of the claims is another", "check", `${head}.${flip(payload, at)}.${signature}`);
  for (const [claim, value] of [
    ["exp", NOW + 1e6],
    ["iat", NOW - 1],
    ["iss", "https://evil.example"],
    ["service", "other/1.0.0"],
    ["domainId", "event"],
  ])
    receipt(
      `\`${claim}\` was changed under the signature`,
      "check",
      `${head}.${part({ ...JSON.parse(Buffer.from(payload, "base64url")), [claim]: value })}.${signature}`,
    );
}
receipt(
  "another key signed under the name of a known one",
  "check",
  receiptOf(good, {}, { kid: signers.ES256.kid }, "stranger"),
);
receipt("another key signed under its own name", "check", receiptOf(good, {}, {}, "stranger"));
receipt(
  "it brings its own key",
  "check",
  receiptOf(good, {}, { jwk: publicJwk(signers.stranger, "ES256") }, "stranger"),
);
receipt(
  "it says where its key is",
  "check",
  receiptOf(good, {}, { jku: "https://evil.example/jwks.json" }, "stranger"),
);
receipt("it is empty", "check", "");
receipt("it is two dots", "check", "..");
receipt("it is text", "check", "I vouch for this package.");
receipt("there is none", "check", undefined);

function part(value) {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
function receiptOf(
  { digest: sub, targetProduct, domainId, specPackage },
  claims = {},
  header = {},
  name = "ES256",
) {
  const { privateKey: key, kid } = signers[name];
  const isEc = name !== "EdDSA";
  const registry = { digest: `sha256:${sha256Hex("registry")}`, asOf: "2027-01-15T08:00:00Z" };
  const about = { sub, targetProduct, domainId, specPackage, registry, service: "proposal-preflight/1.0.0" };
  const text = `${part({ alg: isEc ? "ES256" : "EdDSA", kid, typ: TYPE, ...header })}.${part({ iss: ISSUER, iat: NOW - 600, exp: NOW + 85_800, ...about, ...claims })}`;
  return `${text}.${sign(isEc ? "sha256" : null, Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}
function flip(text, at) {
  return text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1);
}

const keys = [publicJwk(signers.ES256, "ES256"), publicJwk(signers.EdDSA, "EdDSA")];
const lines = [{ issuer: ISSUER, keys: { keys }, rules: RULES.digest }, ...cases].map((line) =>
  JSON.stringify(line),
);
const folder = new URL("../conformance/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("receiving.jsonl", folder), `${lines.join("\n")}\n`);
console.log(`${cases.length} cases`);
