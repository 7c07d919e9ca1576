import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createRemoteKeyVerifier } from "../../src/service/identity/introspection.ts";
import type { NeighbourEvent } from "../../src/service/operations/record.ts";
import { freePort } from "../support/free-port.ts";
import { handClock, type Listening, listen, readBody, sendJson } from "./support.ts";

const token = "introspection-secret-5f2c";
const keyA = "ai_aaaaaaaaaaaaaaaaaaaaaaaa";
const keyB = "ai_bbbbbbbbbbbbbbbbbbbbbbbb";
const alice = { active: true, sub: "alice" };

let running: Listening[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
});

/** A verifier in front of a neighbour that behaves as told; `reply` may be changed on the way. */
async function setUp(reply: RequestListener) {
  const asked: string[] = [];
  const state = { reply, token };
  const server = await listen(
    async (request, response) => {
      const body = request.method === "POST" ? await readBody(request) : "";
      asked.push(body);
      state.reply(request, response);
    },
    await freePort(),
  );
  running.push(server);
  const clock = handClock();
  const events: NeighbourEvent[] = [];
  const verifier = createRemoteKeyVerifier({
    url: `${server.url}/introspect`,
    token: () => state.token,
    now: clock.now,
    elapsed: clock.elapsed,
    onEvent: (event) => events.push(event),
  });
  return { asked, state, server, clock, events, verifier, verify: (key: string) => verifier.verify(key) };
}

describe("a key that the identity service knows", () => {
  it("is asked about as RFC 7662 has it, with this service's own credentials", async () => {
    let seen: { method?: string; type?: string; authorization?: string } = {};
    const { verify, asked } = await setUp((request, response) => {
      const { "content-type": type, authorization } = request.headers;
      seen = { method: request.method!, type: type!, authorization: authorization! };
      sendJson(response, { ...alice, scope: "preflight.validateProposal preflight.buildProposal" });
    });
    expect(await verify(keyA)).toEqual({
      status: "active",
      subject: "alice",
      id: expect.any(String),
      scopes: ["preflight.validateProposal", "preflight.buildProposal"],
    });
    expect(seen).toEqual({
      method: "POST",
      type: "application/x-www-form-urlencoded",
      authorization: `Bearer ${token}`,
    });
    expect(new URLSearchParams(asked[0]).get("token")).toBe(keyA);
  });

  it("is known for as long as nobody has to be asked about it", async () => {
    const { verifier, verify, state, clock } = await setUp((_, response) => sendJson(response, alice));
    const isKnown = (key: string) => verifier.isKnown!(key);
    expect(isKnown(keyA)).toBe(false);
    await verify(keyA);
    state.reply = (_, response) => sendJson(response, { active: false });
    await verify(keyB);
    expect([isKnown(keyA), isKnown(keyB)]).toEqual([true, true]);
    clock.pass(10_000);
    expect([isKnown(keyA), isKnown(keyB)]).toEqual([true, false]);
    clock.pass(50_000);
    expect(isKnown(keyA)).toBe(false);
  });

  it("is asked about with the current token, and in the trace of the call that needs it", async () => {
    const seen: unknown[] = [];
    const { verifier, state } = await setUp((request, response) => {
      seen.push([request.headers.authorization, request.headers.traceparent]);
      sendJson(response, alice);
    });
    const trace = { traceId: "1".repeat(32), spanId: "2".repeat(16), parentId: undefined };
    await verifier.verify(keyA, { ...trace, isSampled: true });
    state.token = "another";
    await verifier.verify(keyB, { ...trace, isSampled: false });
    state.token = "";
    await verifier.verify(`${keyB}x`);
    expect(seen).toEqual([
      [`Bearer ${token}`, `00-${trace.traceId}-${trace.spanId}-01`],
      ["Bearer another", `00-${trace.traceId}-${trace.spanId}-00`],
      [undefined, undefined],
    ]);
  });

  it("is known by the same id in every process, and is told in an event", async () => {
    const { verify, events } = await setUp((_, response) => sendJson(response, alice));
    expect(await verify(keyA)).toEqual({ status: "active", subject: "alice", id: "NbWPzL8yN7AZdGhL" });
    expect(events).toEqual([{ type: "key-introspected", active: true }]);
  });

  it("is not asked about again until the pause after a failure is over", async () => {
    const { verify, asked, clock, state } = await setUp((_, response) => sendJson(response, alice));
    await verify(keyA);
    clock.pass(60_000);
    state.reply = (_, response) => {
      response.setHeader("retry-after", "7");
      sendJson(response, {}, 503);
    };
    expect(await verify(keyA)).toMatchObject({ status: "active" });
    clock.pass(6_999);
    expect(verify(keyA)).toMatchObject({ status: "active" });
    expect(asked).toHaveLength(2);
    clock.pass(1);
    await verify(keyA);
    expect(asked).toHaveLength(3);
    // Past its use, the rest of the pause is told.
    clock.pass(233_000 - 1_500);
    await verify(keyA);
    clock.pass(1_500);
    expect(verify(keyA)).toEqual({ status: "unavailable", retryAfterSeconds: 6 });
  });

  it("is answered from memory, without a promise, for a minute", async () => {
    const { verify, asked, clock } = await setUp((_, response) => sendJson(response, alice));
    await verify(keyA);
    clock.pass(59_999);
    expect(verify(keyA)).toEqual({ status: "active", subject: "alice", id: expect.any(String) });
    expect(asked).toHaveLength(1);
    clock.pass(1);
    await verify(keyA);
    expect(asked).toHaveLength(2);
  });

  it("makes one question however many calls bring it at once", async () => {
    const { verify, asked } = await setUp((_, response) => sendJson(response, alice));
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => verify(keyA)));
    expect(new Set(verdicts.map((verdict) => verdict.status))).toEqual(new Set(["active"]));
    expect(asked).toHaveLength(1);
  });

  it("is never good past its own end, fresh or not", async () => {
    const { verify, clock, state } = await setUp((_, response) =>
      sendJson(response, { ...alice, exp: Math.floor(clock.now() / 1000) + 30 }),
    );
    expect(await verify(keyA)).toMatchObject({ status: "active" });
    clock.pass(30_000);
    state.reply = (_, response) => sendJson(response, {}, 500);
    expect(await verify(keyA)).toMatchObject({ status: "unavailable" });
    state.reply = (_, response) => sendJson(response, { ...alice, exp: Math.floor(clock.now() / 1000) - 1 });
    clock.pass(5_000);
    expect(await verify(keyA)).toEqual({ status: "inactive" });
  });

  it("stops working once it is revoked and the minute is over", async () => {
    const { verify, clock, state } = await setUp((_, response) => sendJson(response, alice));
    await verify(keyA);
    state.reply = (_, response) => sendJson(response, { active: false });
    clock.pass(60_000);
    expect(await verify(keyA)).toEqual({ status: "inactive" });
  });

  it("keeps an empty scope apart from none", async () => {
    const { verify, state } = await setUp((_, response) => sendJson(response, { ...alice, scope: "" }));
    expect(await verify(keyA)).toEqual({
      status: "active",
      subject: "alice",
      id: expect.any(String),
      scopes: [],
    });
    state.reply = (_, response) => sendJson(response, { ...alice, scope: null, exp: null });
    expect(await verify(keyB)).toEqual({ status: "active", subject: "alice", id: expect.any(String) });
  });
});

describe("a key that is not active", () => {
  it("is remembered for ten seconds", async () => {
    const { verify, asked, clock, state } = await setUp((_, response) =>
      sendJson(response, { active: false }),
    );
    expect(await verify(keyA)).toEqual({ status: "inactive" });
    clock.pass(9_999);
    expect(verify(keyA)).toEqual({ status: "inactive" });
    expect(asked).toHaveLength(1);
    clock.pass(1);
    state.reply = (_, response) => sendJson(response, alice);
    expect(await verify(keyA)).toMatchObject({ status: "active" });
  });

  it("cannot push good keys out of memory, however many of them come", async () => {
    const { verify, asked, state } = await setUp((_, response) => sendJson(response, alice));
    await verify(keyA);
    state.reply = (_, response) => sendJson(response, { active: false });
    for (let start = 0; start < 10_500; start += 20) {
      const keys = Array.from({ length: 20 }, (_, at) => `ai_flood${String(start + at).padStart(16, "0")}`);
      await Promise.all(keys.map(verify));
    }
    expect(asked).toHaveLength(10_501);
    expect(verify(keyA)).toMatchObject({ status: "active" });
    // The memory of bad keys is bounded: the first of the flood was let go, the last was not.
    expect(verify("ai_flood0000000000010499")).toEqual({ status: "inactive" });
    expect(verify("ai_flood0000000000000000")).toBeInstanceOf(Promise);
  });
});

describe("an identity service that fails is unavailable, never a verdict", () => {
  const html = "<!doctype html><h1>Welcome</h1>";
  const failures: Record<string, { reply: RequestListener; reason: string; status?: number }> = {
    "500": {
      reply: (_, response) => sendJson(response, { active: false }, 500),
      reason: "status",
      status: 500,
    },
    "429": {
      reply: (_, response) => sendJson(response, { active: false }, 429),
      reason: "status",
      status: 429,
    },
    "401, our own credentials being bad": {
      reply: (_, response) => sendJson(response, { active: false }, 401),
      reason: "status",
      status: 401,
    },
    "a redirect": {
      reply: (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      reason: "redirect",
      status: 302,
    },
    "a redirect that keeps the method": {
      reply: (_, response) => response.writeHead(307, { location: "/elsewhere" }).end(),
      reason: "redirect",
      status: 307,
    },
    HTML: {
      reply: (_, response) => response.writeHead(200, { "content-type": "text/html" }).end(html),
      reason: "content-type",
      status: 200,
    },
    "HTML that calls itself JSON": {
      reply: (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(html),
      reason: "malformed",
      status: 200,
    },
    "an empty answer": {
      reply: (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(),
      reason: "malformed",
      status: 200,
    },
    "10 MB": {
      reply: (_, response) => {
        response.on("error", () => {});
        response.writeHead(200, { "content-type": "application/json" });
        response.end(`{"active":true,"sub":"alice","pad":"${"x".repeat(10_000_000)}"}`);
      },
      reason: "too-large",
      status: 200,
    },
    "half a response": {
      reply: (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": 200 });
        response.write('{"active":true,"sub":"al', () => response.destroy());
      },
      reason: "truncated",
      status: 200,
    },
    "a connection that is cut": {
      reply: (request) => request.socket.destroy(),
      reason: "unreachable",
    },
  };
  for (const [name, { reply, reason, status }] of Object.entries(failures)) {
    it(name, async () => {
      const { verify, events } = await setUp(reply);
      expect(await verify(keyA)).toEqual({ status: "unavailable", retryAfterSeconds: 1 });
      const failed = { type: "key-introspection-failed", reason, stale: false };
      expect(events).toEqual([status === undefined ? failed : { ...failed, status }]);
    });
  }

  const documents: Record<string, unknown> = {
    "no `active`": { sub: "alice" },
    "`active` as a word": { active: "true", sub: "alice" },
    "`active` as a number": { active: 1, sub: "alice" },
    "an array": [alice],
    null: null,
    "a number": 7,
    "no `sub`": { active: true },
    "`sub` as an object": { active: true, sub: { toString: "alice" } },
    "`sub` as an array": { active: true, sub: ["alice"] },
    "an empty `sub`": { active: true, sub: "" },
    "a `sub` with a line break": { active: true, sub: "alice\nlevel=error" },
    "a `sub` without end": { active: true, sub: "a".repeat(257) },
    "`scope` as an array": { ...alice, scope: ["preflight.validateProposal"] },
    "`exp` as a word": { ...alice, exp: "2099-01-01" },
    "`exp` as an object": { ...alice, exp: {} },
  };
  for (const [name, document] of Object.entries(documents)) {
    it(`an answer with ${name}`, async () => {
      const { verify, events } = await setUp((_, response) => sendJson(response, document));
      expect(await verify(keyA)).toEqual({ status: "unavailable", retryAfterSeconds: 1 });
      expect(events).toMatchObject([{ reason: "unexpected-document" }]);
    });
  }

  it("one that is slow, in its head or in its body", async () => {
    const { verify, events } = await setUp(() => {});
    const slowBody = await setUp((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"active":');
    });
    const verdicts = await Promise.all([verify(keyA), slowBody.verify(keyA)]);
    expect(verdicts.map((verdict) => verdict.status)).toEqual(["unavailable", "unavailable"]);
    expect(events).toMatchObject([{ reason: "timeout" }]);
    expect(slowBody.events).toMatchObject([{ reason: "timeout" }]);
  });

  it("says nothing of the key, the token or the neighbour's words in what it reports", async () => {
    const { verify, events } = await setUp((_, response) => sendJson(response, { oops: keyA, token }, 500));
    const verdict = await verify(keyA);
    const told = JSON.stringify([verdict, events]);
    for (const secret of [keyA, keyA.slice(3), token, "oops"]) expect(told).not.toContain(secret);
  });
});

describe("while the identity service is down", () => {
  it("keys it vouched for go on for five minutes, new ones are unavailable, and it comes back by itself", async () => {
    const { verify, clock, server, events, state } = await setUp((_, response) => sendJson(response, alice));
    await verify(keyA);
    const port = Number(new URL(server.url).port);
    await server.stop();
    clock.pass(60_000);
    expect(await verify(keyA)).toMatchObject({ status: "active", subject: "alice" });
    expect(events.at(-1)).toMatchObject({ reason: "unreachable", stale: true });
    expect(verify(keyB)).toEqual({ status: "unavailable", retryAfterSeconds: 1 });
    clock.pass(239_999);
    expect(await verify(keyA)).toMatchObject({ status: "active" });
    clock.pass(1);
    expect(await verify(keyA)).toMatchObject({ status: "unavailable" });
    running.push(await listen((request, response) => state.reply(request, response), port));
    clock.pass(1_000);
    expect(await verify(keyA)).toMatchObject({ status: "active" });
    expect(await verify(keyB)).toMatchObject({ status: "active" });
  });

  it("nobody asks again for a second, and then one call tries before the others do", async () => {
    const { verify, clock, asked, state } = await setUp((request) => request.socket.destroy());
    await verify(keyA);
    const attempts = asked.length;
    expect(verify(keyB)).toEqual({ status: "unavailable", retryAfterSeconds: 1 });
    expect(asked).toHaveLength(attempts);
    clock.pass(1_000);
    state.reply = (_, response) => sendJson(response, alice);
    const trial = verify(keyA);
    expect(verify(keyB)).toMatchObject({ status: "unavailable" });
    expect(await trial).toMatchObject({ status: "active" });
    expect(await verify(keyB)).toMatchObject({ status: "active" });
  });

  it("one key's trouble is not another's: an error answer pauses that key alone, for as long as it says", async () => {
    const { verify, clock, asked, state } = await setUp((_, response) => {
      response.setHeader("retry-after", "7");
      sendJson(response, {}, 429);
    });
    expect(await verify(keyA)).toEqual({ status: "unavailable", retryAfterSeconds: 7 });
    state.reply = (_, response) => sendJson(response, alice);
    expect(await verify(keyB)).toMatchObject({ status: "active" });
    expect(verify(keyA)).toMatchObject({ status: "unavailable" });
    expect(asked).toHaveLength(2);
    clock.pass(7_000);
    expect(await verify(keyA)).toMatchObject({ status: "active" });
  });

  it("a Retry-After beyond half a minute is cut to that", async () => {
    const { verify, clock, asked } = await setUp((_, response) => {
      response.setHeader("retry-after", "3600");
      sendJson(response, {}, 503);
    });
    expect(await verify(keyA)).toEqual({ status: "unavailable", retryAfterSeconds: 30 });
    clock.pass(29_999);
    await verify(keyA);
    expect(asked).toHaveLength(1);
    clock.pass(1);
    await verify(keyA);
    expect(asked).toHaveLength(2);
  });

  it("at most 1,024 questions are open at once; further keys are unavailable, not asked about", async () => {
    const held: Parameters<RequestListener>[1][] = [];
    const { verify, state } = await setUp((_, response) => void held.push(response));
    const open = Array.from({ length: 1_024 }, (_, at) => verify(`ai_open${String(at).padStart(16, "0")}`));
    expect(open.filter((verdict) => !(verdict instanceof Promise))).toEqual([]);
    expect(verify(keyB)).toEqual({ status: "unavailable", retryAfterSeconds: 1 });
    state.reply = (_, response) => sendJson(response, alice);
    // Some may have run out of time on a busy machine; none is refused.
    const answering = setInterval(() => {
      for (const response of held.splice(0)) sendJson(response, alice);
    }, 5);
    const verdicts = await Promise.all(open);
    clearInterval(answering);
    expect(verdicts.filter(({ status }) => status === "inactive")).toEqual([]);
  });

  it("a wall clock that is set back neither keeps it down nor keeps a revoked key working", async () => {
    const { verify, clock, state } = await setUp((_, response) => sendJson(response, alice));
    await verify(keyA);
    clock.set(-86_400_000);
    clock.pass(60_000);
    state.reply = (request) => request.socket.destroy();
    expect(await verify(keyA)).toMatchObject({ status: "active" });
    clock.set(-86_400_000);
    clock.pass(1_000);
    state.reply = (_, response) => sendJson(response, { active: false });
    expect(await verify(keyA)).toEqual({ status: "inactive" });
    expect(await verify(keyB)).toEqual({ status: "inactive" });
    clock.set(-86_400_000);
    clock.pass(10_000);
    state.reply = (_, response) => sendJson(response, alice);
    expect(await verify(keyB)).toMatchObject({ status: "active" });
  });

  it("a key that was revoked stays so: the last good answer is gone with the revocation", async () => {
    const { verify, clock, state } = await setUp((_, response) => sendJson(response, alice));
    await verify(keyA);
    clock.pass(60_000);
    state.reply = (_, response) => sendJson(response, { active: false });
    await verify(keyA);
    clock.pass(10_000);
    state.reply = (_, response) => sendJson(response, {}, 503);
    expect(await verify(keyA)).toMatchObject({ status: "unavailable" });
  });
});

it("questions that follow each other share one connection", async () => {
  const sockets = new Set<unknown>();
  const { verify } = await setUp((request, response) => {
    sockets.add(request.socket);
    sendJson(response, alice);
  });
  for (let at = 0; at < 5; at++) await verify(`ai_key${at}aaaaaaaaaaaaaaaa`);
  expect(sockets.size).toBe(1);
});

it("a kept-alive connection that the neighbour closed does not cost a caller anything", async () => {
  let calls = 0;
  const { verify } = await setUp((request, response) => {
    calls++;
    if (calls === 2) request.socket.destroy();
    else sendJson(response, alice);
  });
  await verify(keyA);
  expect(await verify(keyB)).toMatchObject({ status: "active" });
  expect(calls).toBe(3);
});
