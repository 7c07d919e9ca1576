import { createHash, createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  type PrivateJwk,
  type ProxyCall,
  type ProxyHeaders,
  signProxyCall,
} from "proposal-preflight/proxy-signing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProxyVerifier, type ProxyVerifierOptions } from "../../src/service/identity/verifier.ts";
import type { NeighbourEvent } from "../../src/service/operations/record.ts";
import { handClock, type Listening, listen, proxyHeaderNames, sendJson } from "./support.ts";

const audience = "https://preflight.example";
const clock = handClock();
const seconds = () => Math.floor(clock.now() / 1000);
const ed = keyPair("ed-1", "ed25519");
const ec = keyPair("ec-1", "ec");
const stranger = keyPair("ed-1", "ed25519");

function keyPair(kid: string, type: "ed25519" | "ec") {
  const { publicKey, privateKey } =
    type === "ec" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519");
  const jwk = (key: KeyObject) => ({ ...key.export({ format: "jwk" }), kid }) as unknown as PrivateJwk;
  return { publicJwk: jwk(publicKey), privateJwk: jwk(privateKey) };
}

let identity: Listening;
let jwks: string;
let fetches = 0;
beforeAll(async () => {
  identity = await listen((_, response) => {
    fetches++;
    const symmetric = {
      kty: "oct",
      kid: "hmac-1",
      k: "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlYw",
      alg: "HS256",
    };
    sendJson(response, { keys: [ed.publicJwk, ec.publicJwk, symmetric, { kty: "RSA", kid: "rsa-1" }] });
  });
  jwks = `${identity.url}/jwks.json`;
  verifier = newVerifier();
});
afterAll(() => identity.stop());

const events: NeighbourEvent[] = [];
const newVerifier = (maxNonces?: number, more: Partial<ProxyVerifierOptions> = {}) =>
  createProxyVerifier({
    jwks,
    audience,
    now: clock.now,
    elapsed: clock.elapsed,
    onEvent: (event) => events.push(event),
    ...(maxNonces && { maxNonces }),
    ...more,
  });
let verifier: ReturnType<typeof newVerifier>;

const call = {
  privateKey: ed.privateJwk,
  audience,
  method: "POST",
  target: "/api/validate",
  agent: "agent-1",
  subject: "user-1",
  capability: "preflight.validateProposal",
  body: '{"candidate":{}}',
} satisfies ProxyCall;

const sign = (changes: Partial<ProxyCall> = {}) =>
  signProxyCall({ ...call, timestamp: seconds(), ...changes });

interface Sent {
  headers: Partial<ProxyHeaders>;
  method?: string;
  target?: string;
  more?: string[];
  by?: ReturnType<typeof newVerifier>;
}
const verify = ({ headers, method = "POST", target = "/api/validate", more = [], by = verifier }: Sent) =>
  by.verify({ method, target, rawHeaders: ["Host", "x", ...Object.entries(headers).flat(), ...more] });

const refused = { status: "refused" };
const NOT_SUPPORTED = "crit and b64 are not supported";

describe("a call that the identity service signed", () => {
  it.each([
    ["EdDSA", ed.privateJwk],
    ["ES256", ec.privateJwk],
  ])("is verified with %s, and says who, for whom and what", async (_, privateKey) => {
    const headers = await sign({ privateKey });
    expect(await verify({ headers })).toEqual({
      status: "verified",
      agent: "agent-1",
      id: expect.stringMatching(/^[\w-]{16}$/),
      subject: "user-1",
      capability: "preflight.validateProposal",
      contentSha256: headers["x-adt-proxy-content-sha256"],
    });
  });

  it("may write its header names in any case", async () => {
    const headers = Object.fromEntries(
      Object.entries(await sign()).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(await verify({ headers })).toMatchObject({ status: "verified" });
  });

  it("is good from a minute before to a minute after its time", async () => {
    for (const shift of [-60, 60])
      expect(await verify({ headers: await sign({ timestamp: seconds() + shift }) })).toMatchObject({
        status: "verified",
      });
    for (const shift of [-61, 61])
      expect(await verify({ headers: await sign({ timestamp: seconds() + shift }) })).toMatchObject(refused);
  });

  it.each([
    [["Transfer-Encoding", "chunked"], "refused"],
    [["CONTENT-LENGTH", "1"], "refused"],
    [["Content-Length", "0"], "verified"],
    [["Content-Length", "000"], "verified"],
    [["Content-Length", "01"], "refused"],
    [["Content-Length", "10"], "refused"],
    [["Content-Lengths", "1"], "verified"],
    [["X-Note", "content-length"], "verified"],
    [["X-Something-Of-14", "transfer-encoding"], "verified"],
  ])("to a GET with %j is %s", async (more, status) => {
    for (const method of ["GET", "HEAD"]) {
      const headers = await sign({ method, body: "" });
      const verdict = await verify({ headers, method, more });
      expect(verdict.status).toBe(status);
      if (verdict.status === "refused") expect(verdict.reason).toBe("a GET request announces a body");
    }
    expect((await verify({ headers: await sign(), more })).status).toBe("verified");
  });

  it("is not good any more if its minute passed while the key set was fetched", async () => {
    const own = handClock();
    let delay = 59_000;
    const slow = await listen((_, response) => {
      own.pass(delay);
      sendJson(response, { keys: [ed.publicJwk] });
    });
    const statuses = [];
    for (delay of [60_000, 61_000]) {
      const by = createProxyVerifier({
        jwks: `${slow.url}/jwks.json`,
        audience,
        now: own.now,
        elapsed: own.elapsed,
      });
      const headers = await sign({ timestamp: Math.floor(own.now() / 1000) });
      statuses.push(await verify({ headers, by }));
    }
    await slow.stop();
    expect(statuses).toMatchObject([
      { status: "verified" },
      { ...refused, reason: "the timestamp is outside the window" },
    ]);
  });

  it("may be for a base URL that was written with a slash at its end", async () => {
    expect(await verify({ headers: await sign({ audience: `${audience}/` }) })).toMatchObject({
      status: "verified",
    });
  });
});

describe("each of the seven headers", () => {
  describe.each(proxyHeaderNames)("%s", (name) => {
    it("must be there", async () => {
      const { [name]: _, ...headers } = await sign();
      expect(await verify({ headers })).toEqual({ ...refused, reason: `${name} is missing` });
    });
    it("must not be repeated, not even with the same value or in another case", async () => {
      const headers = await sign();
      const more = [name.toUpperCase(), headers[name]];
      expect(await verify({ headers, more })).toEqual({ ...refused, reason: `${name} is repeated` });
    });
    it("must not be empty", async () => {
      expect(await verify({ headers: { ...(await sign()), [name]: "" } })).toEqual({
        ...refused,
        reason: `${name} is malformed`,
      });
    });
    it("must not be over-long", async () => {
      const headers = await sign();
      expect(await verify({ headers: { ...headers, [name]: headers[name].padEnd(1_100, "1") } })).toEqual({
        ...refused,
        reason: `${name} is malformed`,
      });
    });
    it("must not hold a blank, a line break or anything but ASCII", async () => {
      const headers = await sign();
      for (const bad of [" ", "\n", "\t", "é", "\u0000"])
        expect(await verify({ headers: { ...headers, [name]: `${headers[name]}${bad}` } })).toMatchObject(
          refused,
        );
    });
    it("must be the one that was signed", async () => {
      const headers = await sign({ nonce: "a-nonce-of-one-call" });
      const others = await sign({
        agent: "agent-2",
        subject: "user-2",
        capability: "preflight.buildProposal",
        timestamp: seconds() + 1,
        nonce: "a-nonce-of-another-call",
        body: "{}",
      });
      expect(await verify({ headers: { ...headers, [name]: others[name] } })).toEqual({
        ...refused,
        reason: "the signature is not valid",
      });
    });
  });

  it("has no unknown sibling", async () => {
    const more = ["X-Adt-Proxy-Tenant", "acme"];
    expect(await verify({ headers: await sign(), more })).toEqual({
      ...refused,
      reason: "unknown x-adt-proxy- header",
    });
  });

  it("cannot be smuggled one by one by an ordinary client", async () => {
    expect(await verify({ headers: { "x-adt-proxy-agent": "agent-1" } })).toMatchObject(refused);
  });
});

describe("what is signed cannot be sent elsewhere", () => {
  it.each([
    ["path", { target: "/api/build" }],
    ["query", { target: "/api/validate?dry=1" }],
    ["method", { method: "PUT" }],
  ])("another %s", async (_, place) => {
    expect(await verify({ headers: await sign(), ...place })).toMatchObject(refused);
  });
  it("another service", async () => {
    expect(await verify({ headers: await sign({ audience: "https://other.example" }) })).toMatchObject(
      refused,
    );
  });
});

describe("the timestamp is whole Unix seconds", () => {
  it.each([
    ["milliseconds", () => String(clock.now())],
    ["a fraction", () => `${seconds()}.5`],
    ["a sign", () => `+${seconds()}`],
    ["a leading zero", () => `0${seconds()}`],
    ["a date", () => new Date(clock.now()).toISOString()],
    ["hexadecimal", () => `0x${seconds().toString(16)}`],
    ["an exponent", () => "1.8e9"],
  ])("not %s", async (_, timestamp) => {
    const headers = { ...(await sign()), "x-adt-proxy-timestamp": timestamp() };
    expect(await verify({ headers })).toMatchObject(refused);
  });
});

describe("a nonce is good once", () => {
  it("and not a second time", async () => {
    const headers = await sign();
    expect(await verify({ headers })).toMatchObject({ status: "verified" });
    expect(await verify({ headers })).toEqual({ ...refused, reason: "the nonce has been used" });
    const sameNonce = await sign({ nonce: headers["x-adt-proxy-nonce"], body: "{}" });
    expect(await verify({ headers: sameNonce })).toMatchObject(refused);
  });

  it("of two calls at the very same time, one passes", async () => {
    const headers = await sign();
    const verdicts = await Promise.all([verify({ headers }), verify({ headers }), verify({ headers })]);
    expect(verdicts.map(({ status }) => status).sort()).toEqual(["refused", "refused", "verified"]);
  });

  it("until its call could no longer be accepted anyway", async () => {
    const by = newVerifier();
    const headers = await sign({ timestamp: seconds() + 60 });
    expect(await verify({ headers, by })).toMatchObject({ status: "verified" });
    clock.pass(120_000);
    expect(await verify({ headers, by })).toEqual({ ...refused, reason: "the nonce has been used" });
    clock.pass(1_000);
    expect(await verify({ headers, by })).toEqual({
      ...refused,
      reason: "the timestamp is outside the window",
    });
    clock.pass(1_000);
    const anew = await sign({ nonce: headers["x-adt-proxy-nonce"] });
    expect(await verify({ headers: anew, by })).toMatchObject({ status: "verified" });
  });

  it.each([-60, 0, 60])("for 121 seconds, even with a timestamp that is %i seconds off", async (shift) => {
    const by = newVerifier();
    const headers = await sign({ timestamp: seconds() + shift });
    expect(await verify({ headers, by })).toMatchObject({ status: "verified" });
    const again = async () =>
      verify({ headers: await sign({ nonce: headers["x-adt-proxy-nonce"] }), by }).then(
        ({ status }) => status,
      );
    clock.pass(120_999);
    expect(await again()).toBe("refused");
    clock.pass(1_001);
    expect(await again()).toBe("verified");
  });

  it("even after the clock was set back", async () => {
    const by = newVerifier();
    const headers = await sign({ timestamp: seconds() - 60 });
    expect(await verify({ headers, by })).toMatchObject({ status: "verified" });
    clock.set(3_600_000);
    expect(await verify({ headers: await sign(), by })).toMatchObject({ status: "verified" });
    clock.set(-3_600_000);
    expect(await verify({ headers, by })).toEqual({ ...refused, reason: "the nonce has been used" });
  });

  it("even if it was forgotten before the clock was set back, by up to an hour", async () => {
    const by = newVerifier();
    const headers = await sign();
    const setBack = { ...refused, reason: "the clock was set back: the nonce may have been used" };
    expect(await verify({ headers, by })).toMatchObject({ status: "verified" });
    clock.pass(600_000);
    expect(await verify({ headers: await sign(), by })).toMatchObject({ status: "verified" });
    clock.set(-600_000);
    expect(await verify({ headers, by })).toEqual(setBack);
    // New calls are good again as soon as they are newer than any that was forgotten.
    clock.pass(1_000);
    expect(await verify({ headers: await sign(), by })).toMatchObject({ status: "verified" });
    // The second of them is forgotten while the clock has not reached its time again.
    clock.pass(122_000);
    expect(await verify({ headers: await sign(), by })).toEqual(setBack);
    clock.pass(478_000);
    expect(await verify({ headers: await sign(), by })).toMatchObject({ status: "verified" });
    // A clock that was wrong by more than an hour must not keep agents out for as long.
    clock.set(-86_400_000);
    expect(await verify({ headers: await sign(), by })).toMatchObject({ status: "verified" });
  });

  it("and cannot be used up by someone whose signature does not hold", async () => {
    const headers = await sign();
    const forged = { ...headers, "x-adt-proxy-subject": "admin" };
    expect(await verify({ headers: forged })).toMatchObject(refused);
    expect(await verify({ headers })).toMatchObject({ status: "verified" });
  });

  it("a full memory refuses to go on rather than forget", async () => {
    const by = newVerifier(2);
    const first = await sign();
    for (const headers of [first, await sign()])
      expect(await verify({ headers, by })).toMatchObject({ status: "verified" });
    expect(await verify({ headers: await sign(), by })).toEqual({
      status: "unavailable",
      retryAfterSeconds: 122,
    });
    expect(await verify({ headers: first, by })).toMatchObject(refused);
    expect(events.filter(({ type }) => type.startsWith("nonce"))).toEqual([{ type: "nonce-memory-full" }]);
    clock.pass(122_000);
    expect(await verify({ headers: await sign(), by })).toMatchObject({ status: "verified" });
  });
});

describe("where processes share their nonces", () => {
  it("a call is verified by one of them, and refused by the others", async () => {
    const claims: [nonce: string, seconds: number][] = [];
    const claimNonce = async (...claim: [string, number]) => claims.push(claim) === 1;
    const both = [1, 2].map(() => newVerifier(undefined, { claimNonce }));
    const headers = await sign();
    const verdicts = [];
    for (const by of both) verdicts.push(await verify({ headers, by }));
    expect(verdicts).toMatchObject([
      { status: "verified" },
      { ...refused, reason: "the nonce has been used" },
    ]);
    const claim = [headers["x-adt-proxy-nonce"], 121];
    expect(claims).toEqual([claim, claim]);
  });
});

it("a verifier loads its keys when it is told to", async () => {
  const by = newVerifier();
  const before = fetches;
  expect(await by.loadKeys()).toBeUndefined();
  expect(fetches).toBe(before + 1);
  expect(events.at(-1)).toEqual({ type: "key-set-loaded", keys: 2 });
});

it("an agent has one id in the log, which depends on a secret of this service", async () => {
  const idBy = async (logSecret?: string, agent = "agent-1") => {
    const by = newVerifier(undefined, logSecret === undefined ? {} : { logSecret });
    const verdict = await verify({ headers: await sign({ agent }), by });
    return verdict.status === "verified" ? verdict.id : undefined;
  };
  const ids = [await idBy(), await idBy("one"), await idBy("two"), await idBy("one", "agent-2")];
  expect(new Set(ids).size).toBe(4);
  expect(await idBy("one")).toBe(ids[1]);
  expect(await idBy("")).toBe(ids[0]);
});

describe("the signature is one of ours and nothing else", () => {
  /** Signs the very payload, under a header of the attacker's choice. */
  async function craft(header: Record<string, unknown>, signature?: (input: string) => string) {
    nextLook();
    const headers = await sign();
    const protectedPart = encode(JSON.stringify(header));
    const made = signature?.(protectedPart) ?? headers["x-adt-proxy-signature"].split(".")[2]!;
    return { headers: { ...headers, "x-adt-proxy-signature": `${protectedPart}..${made}` } };
  }
  /** An unknown kid makes the verifier look at the key set again, at most once a second. */
  const nextLook = () => clock.pass(1_000);
  const encode = (text: string) => Buffer.from(text).toString("base64url");
  const typ = "adt-proxy+jws";

  it("alg none", async () => {
    for (const alg of ["none", "None", "NONE"])
      expect(await verify(await craft({ alg, kid: "ed-1", typ }, () => "AA"))).toMatchObject(refused);
  });

  it("HS256 with the public key as the secret", async () => {
    const secret = Buffer.from(ed.publicJwk.x, "base64url");
    const forged = await craft({ alg: "HS256", kid: "ed-1", typ }, (input) =>
      createHmac("sha256", secret).update(input).digest("base64url"),
    );
    expect(await verify(forged)).toEqual({ ...refused, reason: "the algorithm is not allowed" });
  });

  it("a symmetric key that stands in the set", async () => {
    expect(await verify(await craft({ alg: "HS256", kid: "hmac-1", typ }))).toMatchObject(refused);
    expect(await verify(await craft({ alg: "EdDSA", kid: "hmac-1", typ }))).toMatchObject(refused);
  });

  it("the algorithm of another key", async () => {
    expect(await verify(await craft({ alg: "ES256", kid: "ed-1", typ }))).toMatchObject(refused);
    expect(await verify(await craft({ alg: "Ed25519", kid: "ed-1", typ }))).toMatchObject(refused);
  });

  it.each([
    ["another typ", { alg: "EdDSA", kid: "ed-1", typ: "JWT" }, "the typ is wrong"],
    ["no typ", { alg: "EdDSA", kid: "ed-1" }, "the typ is wrong"],
    ["a typ in other letters", { alg: "EdDSA", kid: "ed-1", typ: "ADT-PROXY+JWS" }, "the typ is wrong"],
    ["no kid", { alg: "EdDSA", typ }, "the kid is missing"],
    ["an empty kid", { alg: "EdDSA", kid: "", typ }, "the kid is missing"],
    ["a kid that is no string", { alg: "EdDSA", kid: ["ed-1"], typ }, "the kid is missing"],
    ["crit", { alg: "EdDSA", kid: "ed-1", typ, crit: ["exp"], exp: 1 }, NOT_SUPPORTED],
    ["an empty crit", { alg: "EdDSA", kid: "ed-1", typ, crit: [] }, NOT_SUPPORTED],
    [
      "a crit that the library understands",
      { alg: "EdDSA", kid: "ed-1", typ, b64: true, crit: ["b64"] },
      NOT_SUPPORTED,
    ],
    ["b64 by itself", { alg: "EdDSA", kid: "ed-1", typ, b64: true }, NOT_SUPPORTED],
    ["an unencoded payload", { alg: "EdDSA", kid: "ed-1", typ, b64: false, crit: ["b64"] }, NOT_SUPPORTED],
    ["no alg", { kid: "ed-1", typ }, "the algorithm is not allowed"],
    ["an alg that is no string", { alg: ["EdDSA"], kid: "ed-1", typ }, "the algorithm is not allowed"],
    ["another key's algorithm", { alg: "ES256", kid: "ed-1", typ }, "no key with that kid and algorithm"],
  ])("%s", async (_, header, reason) => {
    // Signed properly under that header, so that nothing but the header can be what is refused.
    const { FlattenedSign, importJWK } = await import("jose");
    const { proxyPayload } = await import("proposal-preflight/proxy-signing");
    const headers = await sign();
    const payload = proxyPayload({ audience, method: "POST", target: "/api/validate", headers });
    const jws = await new FlattenedSign(Buffer.from(payload))
      .setProtectedHeader(header as { alg: string })
      .sign(await importJWK(ed.privateJwk, "EdDSA"), { crit: { exp: true } })
      .catch(() => undefined);
    const signature = jws
      ? `${jws.protected}..${jws.signature}`
      : (await craft(header)).headers["x-adt-proxy-signature"];
    expect(await verify({ headers: { ...headers, "x-adt-proxy-signature": signature } })).toEqual({
      ...refused,
      reason,
    });
  });

  it("a protected header that is no JSON", async () => {
    const headers = { ...(await sign()), "x-adt-proxy-signature": `${encode("{nope")}..AAAA` };
    expect(await verify({ headers })).toEqual({ ...refused, reason: "the protected header cannot be read" });
  });

  it("a payload that is attached", async () => {
    const headers = await sign();
    const [start, , end] = headers["x-adt-proxy-signature"].split(".");
    const attached = { ...headers, "x-adt-proxy-signature": `${start}.${encode("x")}.${end}` };
    expect(await verify({ headers: attached })).toMatchObject(refused);
  });

  it("a stranger's key under a known kid", async () => {
    expect(await verify({ headers: await sign({ privateKey: stranger.privateJwk }) })).toEqual({
      ...refused,
      reason: "the signature is not valid",
    });
  });

  it("a kid that nobody knows", async () => {
    const before = fetches;
    nextLook();
    expect(await verify({ headers: await sign({ kid: "nobody" }) })).toMatchObject(refused);
    expect(fetches).toBe(before + 1);
  });

  it("a key of the caller's own in the header", async () => {
    const header = { alg: "EdDSA", kid: "mine", typ, jwk: stranger.publicJwk, jku: "http://127.0.0.1:1/" };
    expect(await verify(await craft(header))).toMatchObject(refused);
  });
});

describe("signProxyCall", () => {
  it("makes a fresh nonce and a present time by itself", async () => {
    const { privateKey, ...rest } = call;
    const before = Math.floor(Date.now() / 1000);
    const [one, other] = [
      await signProxyCall({ privateKey, ...rest }),
      await signProxyCall({ privateKey, ...rest }),
    ];
    expect(one["x-adt-proxy-nonce"]).not.toBe(other["x-adt-proxy-nonce"]);
    expect(Number(one["x-adt-proxy-timestamp"])).toBeGreaterThanOrEqual(before);
    expect(Number(one["x-adt-proxy-timestamp"])).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it("says at once when a value could never be accepted", async () => {
    const refusal = (changes: Partial<ProxyCall>) =>
      sign(changes).then(
        () => "signed",
        (error: unknown) => {
          expect(error).toBeInstanceOf(TypeError);
          return (error as TypeError).message.replace("signProxyCall: ", "");
        },
      );
    expect(await refusal({ agent: "an agent" })).toBe("invalid value for x-adt-proxy-agent");
    expect(await refusal({ nonce: "short" })).toBe("invalid value for x-adt-proxy-nonce");
    expect(await refusal({ timestamp: 1.5 })).toBe("invalid value for x-adt-proxy-timestamp");
    const noPath = "target must be a path with its query, such as /api/validate";
    for (const target of ["https://preflight.example/api", "/api/domains?domainId=café", "/api#here"])
      expect(await refusal({ target })).toBe(noPath);
    expect(await refusal({ method: "post" })).toBe("method must be in capitals, such as POST");
    const { kid: _, ...nameless } = ed.privateJwk;
    expect(await refusal({ privateKey: nameless as PrivateJwk })).toBe("the key needs a kid");
    expect(await refusal({ kid: "" })).toBe("the key needs a kid");
    expect(await refusal({ kid: "k".repeat(900) })).toBe("the kid is too long");
    const unfit = "the key must be a private Ed25519 or P-256 key that may sign";
    expect(await refusal({ privateKey: {} as PrivateJwk })).toBe(unfit);
    const { d: _d, ...publicJwk } = ed.privateJwk;
    const publicKey = publicJwk as unknown as PrivateJwk;
    expect(await refusal({ privateKey: publicKey })).toBe(unfit);
    for (const crv of ["P-521", "P-256"])
      expect(await refusal({ privateKey: { ...ed.privateJwk, crv } })).toBe(unfit);

    const importKey = (jwk: object, alg: object, uses: ("sign" | "verify" | "deriveBits")[]) =>
      crypto.subtle.importKey("jwk", jwk as JsonWebKey, alg as never, true, uses);
    const ecdsa = { name: "ECDSA", namedCurve: "P-256" };
    const signing = await importKey(ec.privateJwk, ecdsa, ["sign"]);
    const verifying = await importKey(ec.publicJwk, ecdsa, ["verify"]);
    const deriving = await importKey(ec.privateJwk, { ...ecdsa, name: "ECDH" }, ["deriveBits"]);
    expect(await refusal({ privateKey: signing })).toBe("the key needs a kid");
    expect(await refusal({ privateKey: signing, kid: "ec-1" })).toBe("signed");
    for (const privateKey of [verifying, deriving])
      expect(await refusal({ privateKey, kid: "ec-1" })).toBe(unfit);
  });

  it("covers no body where there is none, and bytes as well as text", async () => {
    const { body: _, ...bodiless } = call;
    const none = await signProxyCall(bodiless);
    const digest = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(none["x-adt-proxy-content-sha256"]).toBe(digest(""));
    const bytes = await sign({ body: Buffer.from("{}") });
    expect(bytes["x-adt-proxy-content-sha256"]).toBe(digest("{}"));
    expect((await sign({ body: "{}" }))["x-adt-proxy-content-sha256"]).toBe(digest("{}"));
  });

  it("needs nothing of Node, so that any runtime with Web Crypto can sign", async () => {
    for (const file of ["signing", "payload"]) {
      const source = await readFile(
        new URL(`../../src/service/identity/${file}.ts`, import.meta.url),
        "utf8",
      );
      const imported = [...source.matchAll(/from "([^"]+)"/g)].map(([, name]) => name);
      expect(imported.filter((name) => !/^jose(\/|$)|^\.\/payload\.ts$/.test(name!))).toEqual([]);
    }
  });

  it("takes a CryptoKey as well", async () => {
    const { importJWK } = await import("jose");
    for (const [pair, alg] of [
      [ed, "EdDSA"],
      [ec, "ES256"],
    ] as const) {
      const privateKey = await importJWK(pair.privateJwk, alg);
      if (privateKey instanceof Uint8Array) throw new Error("not a key pair");
      const headers = await sign({ privateKey, kid: pair.privateJwk.kid! });
      expect(await verify({ headers })).toMatchObject({ status: "verified" });
    }
  });
});
