import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createKeySet, parseKeySet } from "../../src/service/identity/key-set.ts";
import type { NeighbourEvent } from "../../src/service/operations/record.ts";
import { handClock, type Listening, listen, sendJson, until } from "./support.ts";

const publicJwk = (kid: string) => ({
  ...generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }),
  kid,
});
const ecJwk = (kid: string) => ({
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" }),
  kid,
});
const serve =
  (...kids: string[]): RequestListener =>
  (_, response) =>
    sendJson(response, { keys: kids.map(publicJwk) });

let running: Listening[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
});

async function setUp(reply: RequestListener) {
  const state = { reply, fetches: 0 };
  const server = await listen((request, response) => {
    state.fetches++;
    state.reply(request, response);
  });
  running.push(server);
  const clock = handClock();
  const events: NeighbourEvent[] = [];
  const keySet = createKeySet({
    jwks: `${server.url}/jwks`,
    elapsed: clock.elapsed,
    onEvent: (event) => events.push(event),
  });
  return { state, server, clock, events, keySet, find: async (kid: string) => keySet.find("EdDSA", kid) };
}

describe("a key set at an address", () => {
  it("is fetched once for many, and kept", async () => {
    const { find, state } = await setUp(serve("k1"));
    const answers = await Promise.all(Array.from({ length: 20 }, () => find("k1")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["found"]));
    expect(state.fetches).toBe(1);
  });

  it("rotates without a failed call: an unknown kid makes it look again at once", async () => {
    const { find, state, clock } = await setUp(serve("k1"));
    await find("k1");
    for (const kids of [
      ["k1", "k2"],
      ["k2", "k3"],
    ]) {
      state.reply = serve(...kids);
      clock.pass(1_000);
      expect(await find(kids[1]!)).toMatchObject({ status: "found" });
    }
    clock.pass(1_000);
    expect(await find("k1")).toEqual({ status: "unknown" });
  });

  it("is not fetched more than once a second, however many unknown kids come", async () => {
    const { find, state } = await setUp(serve("k1"));
    await find("k1");
    const started = performance.now();
    await Promise.all(Array.from({ length: 50 }, (_, at) => find(`made-up-${at}`)));
    // The look after the first waits for its second to be over.
    expect(state.fetches).toBeLessThanOrEqual(2 + Math.floor((performance.now() - started) / 1_000));
  });

  it("lets 64 calls with unknown kids wait, puts the others off, and finds the keys it has meanwhile", async () => {
    const { find } = await setUp(serve("k1"));
    await find("k1");
    const answers = Array.from({ length: 100 }, (_, at) => find(`made-up-${at}`));
    expect(await answers[99]).toEqual({ status: "unavailable", retryAfterSeconds: 1 });
    expect(await find("k1")).toMatchObject({ status: "found" });
    const settled = (await Promise.all(answers)).map(({ status }) => status);
    expect(settled.filter((status) => status === "unknown")).toHaveLength(64);
    expect(await find("made-up")).toEqual({ status: "unknown" });
  });

  it("looks once more when the look it joined may have been too early", async () => {
    const held: (() => void)[] = [];
    const { find, state } = await setUp((request, response) => {
      const early = serve("k1");
      held.push(() => early(request, response));
    });
    const first = find("k1");
    await until(() => held.length === 1, "the first look is under way");
    const rotated = find("k2");
    state.reply = serve("k1", "k2");
    held[0]!();
    expect(await first).toMatchObject({ status: "found" });
    expect(await rotated).toMatchObject({ status: "found" });
  });

  it("is renewed behind the caller's back after a minute", async () => {
    const { find, state, clock } = await setUp(serve("k1"));
    await find("k1");
    clock.pass(60_000);
    expect(await find("k1")).toMatchObject({ status: "found" });
    await until(() => state.fetches === 2, "the set is fetched anew");
  });

  it("does not trust a withdrawn key for longer than five minutes", async () => {
    const { find, state, clock } = await setUp(serve("k1"));
    await find("k1");
    state.reply = serve("k2");
    clock.pass(300_000);
    expect(await find("k1")).toEqual({ status: "unknown" });
  });

  it("serves its last good keys for an hour when it cannot be had, and comes back by itself", async () => {
    const { find, state, clock, events } = await setUp(serve("k1"));
    await find("k1");
    state.reply = (_, response) => sendJson(response, {}, 500);
    clock.pass(3_599_999);
    expect(await find("k1")).toMatchObject({ status: "found" });
    expect(events.at(-1)).toEqual({ type: "key-set-failed", reason: "status", status: 500 });
    // While it cannot be had nobody can say that a kid is unknown.
    expect(await find("k2")).toMatchObject({ status: "unavailable" });
    clock.pass(1_000);
    expect(await find("k1")).toEqual({ status: "unavailable", retryAfterSeconds: 1 });
    state.reply = serve("k1");
    clock.pass(1_000);
    expect(await find("k1")).toMatchObject({ status: "found" });
  });

  const failures: Record<string, RequestListener> = {
    "a redirect": (_, response) => response.writeHead(301, { location: "/other" }).end(),
    HTML: (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>hi</h1>"),
    "something else in JSON": (_, response) => sendJson(response, { keys: "none" }),
    "10 MB": (_, response) => {
      response.on("error", () => {});
      sendJson(response, { keys: [], pad: "x".repeat(10_000_000) });
    },
    "half a response": (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 99 });
      response.write('{"keys":[', () => response.destroy());
    },
    "a connection that is cut": (request) => request.socket.destroy(),
    "more keys than anyone has": (_, response) => sendJson(response, { keys: Array(101).fill({}) }),
  };
  it.each(Object.entries(failures))("%s is no key set", async (_, reply) => {
    const { find } = await setUp(reply);
    expect(await find("k1")).toMatchObject({ status: "unavailable" });
  });

  it("passes over keys that are not for this, one that shows its private half above all", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const keys = [
      null,
      7,
      { ...privateKey.export({ format: "jwk" }), kid: "private" },
      { ...publicJwk("for-encryption"), use: "enc" },
      { ...publicJwk("for-signing"), key_ops: ["sign"] },
      { ...publicJwk("other-alg"), alg: "ES256" },
      { ...publicJwk("broken"), x: "AAAA" },
      { ...publicJwk(""), kid: undefined },
      { ...publicJwk("other-curve"), crv: "X25519" },
      { ...publicJwk("other-type"), kty: "EC" },
      { ...publicJwk("no-list"), key_ops: "verify" },
      { ...publicJwk("no-x"), x: 1 },
      { ...ecJwk("ec-no-y"), y: undefined },
      { ...ecJwk("ec-other-curve"), crv: "P-384" },
      { ...ecJwk("ec-other-type"), kty: "OKP" },
      { ...ecJwk("ec-other-alg"), alg: "EdDSA" },
      { ...publicJwk("good"), use: "sig", alg: "EdDSA", key_ops: ["verify"] },
      { ...ecJwk("ec-good"), alg: "ES256" },
      ecJwk("ec-plain"),
    ];
    const usable = ["EdDSA good", "ES256 ec-good", "ES256 ec-plain"];
    expect([...((await parseKeySet({ keys })) ?? new Map()).keys()]).toEqual(usable);
    const { find, keySet, events } = await setUp((_, response) => sendJson(response, { keys }));
    expect(await find("good")).toMatchObject({ status: "found" });
    expect(await keySet.find("ES256", "ec-good")).toMatchObject({ status: "found" });
    expect(events).toEqual([{ type: "key-set-loaded", keys: 3 }]);
  });

  it("the first of two keys with one name counts", async () => {
    const [first, second] = [publicJwk("k"), publicJwk("k")];
    const { keySet, events } = await setUp((_, response) => sendJson(response, { keys: [first, second] }));
    const answer = await keySet.find("EdDSA", "k");
    if (answer.status !== "found") throw new Error(answer.status);
    expect((await crypto.subtle.exportKey("jwk", answer.key as never)).x).toBe(first.x);
    expect(events).toEqual([{ type: "key-set-loaded", keys: 1 }]);
  });

  it("is asked for as a key set or as any JSON", async () => {
    let accept: string | undefined;
    const { find } = await setUp((request, response) => {
      accept = request.headers.accept;
      serve("k1")(request, response);
    });
    await find("k1");
    expect(accept).toBe("application/json, application/jwk-set+json");
  });

  it("may have 100 keys", async () => {
    const keys = [publicJwk("k1"), ...Array(99).fill({})];
    const { find } = await setUp((_, response) => sendJson(response, { keys }));
    expect(await find("k1")).toMatchObject({ status: "found" });
  });

  it("is loaded at the start, and says why if that fails", async () => {
    const { keySet, state, clock, events } = await setUp(serve("k1"));
    expect(await keySet.load()).toBeUndefined();
    clock.pass(1_000);
    state.reply = serve();
    expect(await keySet.load()).toMatchObject({ code: "no-usable-key" });
    clock.pass(1_000);
    state.reply = (_, response) => sendJson(response, [], 200);
    expect(await keySet.load()).toMatchObject({ code: "unexpected-document" });
    clock.pass(1_000);
    state.reply = (_, response) => sendJson(response, {}, 404);
    expect(await keySet.load()).toMatchObject({ code: "status" });
    expect(events).toEqual([
      { type: "key-set-loaded", keys: 1 },
      { type: "key-set-failed", reason: "no-usable-key", status: undefined },
      { type: "key-set-failed", reason: "unexpected-document", status: undefined },
      { type: "key-set-failed", reason: "status", status: 404 },
    ]);
  });

  it("has no key while it is empty, says so, and has the next one that is published", async () => {
    const { find, state, clock, events } = await setUp(serve("k1"));
    expect(await find("k1")).toMatchObject({ status: "found" });
    clock.pass(300_000);
    state.reply = (_, response) => sendJson(response, { keys: [] });
    expect(await find("k1")).toEqual({ status: "unknown" });
    expect(events.at(-1)).toEqual({ type: "key-set-failed", reason: "no-usable-key", status: undefined });
    state.reply = serve("k1");
    clock.pass(1_000);
    expect(await find("k1")).toMatchObject({ status: "found" });
    expect(events.at(-1)).toEqual({ type: "key-set-loaded", keys: 1 });
  });

  it("is not waited for by the next call when it failed a moment ago", async () => {
    const { keySet, state, clock } = await setUp((_, response) => sendJson(response, {}, 500));
    await keySet.find("EdDSA", "k1");
    clock.pass(999);
    expect(keySet.find("EdDSA", "k1")).toEqual({ status: "unavailable", retryAfterSeconds: 1 });
    expect(state.fetches).toBe(1);
    clock.pass(1);
    expect(keySet.find("EdDSA", "k1")).toBeInstanceOf(Promise);
  });

  it("answers without a promise while it is fresh, and is fetched by one caller when it is not", async () => {
    const { keySet, state, clock } = await setUp(serve("k1"));
    await keySet.find("EdDSA", "k1");
    clock.pass(59_999);
    expect(keySet.find("EdDSA", "k1")).toMatchObject({ status: "found" });
    expect(state.fetches).toBe(1);
    clock.pass(1);
    for (let call = 0; call < 5; call++)
      expect(keySet.find("EdDSA", "k1")).toMatchObject({ status: "found" });
    await until(() => state.fetches === 2, "the set is fetched anew");
    clock.pass(239_999);
    expect(keySet.find("EdDSA", "k1")).toMatchObject({ status: "found" });
  });
});

it("a key set in a file is read again when it changes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "preflight-jwks-"));
  try {
    const path = join(folder, "jwks.json");
    const write = (...kids: string[]) => writeFile(path, JSON.stringify({ keys: kids.map(publicJwk) }));
    const clock = handClock();
    const keySet = createKeySet({ jwks: path, elapsed: clock.elapsed });
    const find = async (kid: string) => (await keySet.find("EdDSA", kid)).status;
    expect(await find("k1")).toBe("unavailable");
    clock.pass(1_000);
    await write("k1");
    expect(await find("k1")).toBe("found");
    await write("k2");
    clock.pass(1_000);
    expect(await find("k2")).toBe("found");
    clock.pass(2_000);
    expect(await find("k1")).toBe("unknown");
    await writeFile(path, "{ half");
    clock.pass(2_000);
    expect(await find("k2")).toBe("found");
    clock.pass(3_600_000);
    expect(await find("k2")).toBe("unavailable");
  } finally {
    await rm(folder, { recursive: true });
  }
});
