/** The identity service fails in every way it can, while callers keep calling. */
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../support/free-port.ts";
import { type Client, createClient, openSocket } from "../support/http.ts";
import { type RunningService, startService } from "../support/service.ts";
import { startServiceHere } from "../support/service-here.ts";
import { proposal } from "./proposal.ts";
import { createSecrets } from "./secrets.ts";
import { type Listening, listen, readBody, sendJson, until } from "./support.ts";

const secrets = createSecrets();
const token = secrets.keep("token-of-this-service-7d1f");
const newKey = () => secrets.keep(`ai_${crypto.randomUUID()}`);
const good: RequestListener = (_, response) => sendJson(response, { active: true, sub: "ada" });

describe("a new key, when the identity service", () => {
  let reply: RequestListener = good;
  let identity: Listening;
  let service: RunningService;
  let http: Client;
  beforeAll(async () => {
    identity = await listen(
      async (request, response) => {
        await readBody(request);
        reply(request, response);
      },
      await freePort(),
    );
    service = await startService({
      PREFLIGHT_IDENTITY_URL: identity.url,
      PREFLIGHT_IDENTITY_TOKEN: token,
      PREFLIGHT_RATE_LIMIT: "100000",
      LOG_LEVEL: "trace",
    });
    http = createClient(service.url);
  });
  afterAll(async () => {
    http.close();
    await service.stop();
    await identity.stop();
    secrets.expectUnseen(service);
  });

  const shout = "what-the-neighbour-said";
  const failures: Record<string, RequestListener> = {
    "answers 500": (_, response) => sendJson(response, { error: secrets.keep(shout) }, 500),
    "answers 429": (_, response) => sendJson(response, { active: false }, 429),
    "answers HTML": (_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<p>${shout}`),
    "answers 10 MB": (_, response) => {
      response.on("error", () => {});
      sendJson(response, { active: true, sub: "ada", pad: "x".repeat(10_000_000) });
    },
    redirects: (_, response) => response.writeHead(302, { location: "/elsewhere" }).end(),
    "answers half": (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write('{"active":true', () => response.destroy());
    },
    "hangs up": (request) => request.socket.destroy(),
    "is slow": () => {},
  };
  it("keeps a call waiting, takes all that stands behind the call and cannot be read for one error", async () => {
    let answer: (() => void) | undefined;
    reply = (...both) => {
      answer = () => good(...both);
    };
    const call = `POST /api/validate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${newKey()}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
    const socket = openSocket(service.url);
    let received = "";
    socket.on("data", (chunk) => (received += String(chunk)));
    socket.write(call);
    await until(() => answer !== undefined, "the question");
    for (let piece = 0; piece < 12; piece++) {
      socket.write("what is this\r\n\r\n");
      // By then it has arrived, as a piece of its own.
      await http("/healthz");
    }
    answer!();
    reply = good;
    await once(socket, "close");
    expect(received.match(/HTTP\/1\.1 400/g)).toHaveLength(2);
    expect(service.logs().filter(({ name }) => name === "MaxListenersExceededWarning")).toEqual([]);
  });

  it.each(Object.entries(failures))(
    "%s, is 503 with Retry-After; and it comes back by itself",
    async (_, failure) => {
      reply = failure;
      const key = newKey();
      const answer = await http({ path: "/api/validate", key, body: proposal });
      secrets.hear(answer);
      expect([answer.status, answer.json().code]).toEqual([503, "upstream-unavailable"]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect(answer.text).not.toContain(shout);
      reply = good;
      await until(
        async () => (await http({ path: "/api/validate", key: newKey(), body: proposal })).status === 200,
        "keys are taken again",
      );
    },
  );

  it("is gone for good under load: known keys go on, new ones get 503, none gets 401", async () => {
    reply = good;
    const known = newKey();
    const call = async (key: string) => {
      const answer = await http({ path: "/api/validate", key, body: proposal });
      secrets.hear(answer);
      return answer.status;
    };
    expect(await call(known)).toBe(200);
    const port = Number(new URL(identity.url).port);
    const seen = { known: new Set<number>(), fresh: new Set<number>() };
    let phase: "before" | "down" | "over" = "before";
    let callsWhileDown = 0;
    const caller = async () => {
      while (phase !== "over") {
        const wasDown = phase === "down";
        seen.known.add(await call(known));
        const status = await call(newKey());
        if (!wasDown) continue;
        seen.fresh.add(status);
        callsWhileDown++;
      }
    };
    const load = Promise.all(Array.from({ length: 4 }, caller));
    await identity.stop();
    phase = "down";
    await until(() => callsWhileDown >= 100, "a hundred calls while it is down");
    phase = "over";
    await load;
    expect([...seen.known]).toEqual([200]);
    expect([...seen.fresh]).toEqual([503]);
    identity = await listen((request, response) => reply(request, response), port);
    await until(async () => (await call(newKey())) === 200, "new keys are taken again");
  });
});

describe("as time goes by", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("a revoked key works for a minute, and a known one for five while nobody can be asked", async () => {
    const clock = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock() + ahead);
    let reply = good;
    let identity = await listen((request, response) => reply(request, response), await freePort());
    const port = Number(new URL(identity.url).port);
    const service = await startServiceHere({
      environment: { PREFLIGHT_IDENTITY_URL: identity.url, PREFLIGHT_RATE_LIMIT: "100000" },
    });
    const http = createClient(service.url);
    const pass = (seconds: number) => {
      ahead += seconds * 1000;
    };
    const call = async (key: string) => (await http({ path: "/api/validate", key, body: proposal })).status;
    try {
      const [revoked, lasting] = [newKey(), newKey()];
      expect([await call(revoked), await call(lasting)]).toEqual([200, 200]);
      reply = (_, response) => sendJson(response, { active: false });
      pass(59);
      expect(await call(revoked)).toBe(200);
      pass(1);
      expect(await call(revoked)).toBe(401);
      await identity.stop();
      expect(await call(lasting)).toBe(200);
      pass(239);
      expect(await call(lasting)).toBe(200);
      expect(await call(newKey())).toBe(503);
      pass(2);
      expect(await call(lasting)).toBe(503);
      reply = good;
      identity = await listen((request, response) => reply(request, response), port);
      pass(2);
      expect([await call(lasting), await call(newKey())]).toEqual([200, 200]);
    } finally {
      http.close();
      await service.stop();
      await identity.stop();
    }
  });
});
