/** The order of defence: who pays, who is asked, and who is not asked any more. */

import { expect, test } from "vitest";
import { neverText } from "../../src/core/reader/read-json.ts";
import { createEmbeddedCatalogue } from "../../src/service/catalogue/embedded.ts";
import {
  createGate,
  type GateParts,
  isWellFormedKey,
  readCredentials,
} from "../../src/service/operations/gate.ts";
import { listDomains } from "../../src/service/operations/list-domains.ts";
import type { KeyVerdict, LimitDecision, ProxyVerdict } from "../../src/service/operations/ports.ts";
import { validateProposal as validate } from "../../src/service/operations/validate-proposal.ts";

const key = "ai_0123456789abcdef";
const address = "203.0.113.7";
const ip = "ip:203.0.113.7";
const sha256OfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

interface Scene {
  readonly limit?: number;
  readonly keyVerdict?: KeyVerdict | Promise<KeyVerdict>;
  readonly isKeyKnown?: boolean;
  readonly proxyVerdict?: ProxyVerdict;
  readonly isLimiterAsync?: boolean;
  readonly resourceMetadataUrl?: string;
}

/** A gate that writes down what it asks of whom. */
function createScene(scene: Scene = {}) {
  const { limit = 20, keyVerdict, proxyVerdict, isLimiterAsync = false, resourceMetadataUrl } = scene;
  const { isKeyKnown } = scene;
  const asked: string[] = [];
  let count = 0;
  const parts: GateParts = {
    keys: {
      verify: () => {
        asked.push("key");
        return keyVerdict ?? { status: "active", subject: "someone" };
      },
      ...(isKeyKnown !== undefined && { isKnown: () => isKeyKnown }),
    },
    proxy: proxyVerdict && {
      verify: () => {
        asked.push("proxy");
        return Promise.resolve(proxyVerdict);
      },
    },
    limiter: {
      take(bucket, cost = 1) {
        asked.push(`${bucket} ${cost}`);
        count += cost;
        const decision: LimitDecision = {
          allowed: count <= limit,
          limit,
          remaining: limit - count,
          resetSeconds: 7,
        };
        return isLimiterAsync ? Promise.resolve(decision) : decision;
      },
    },
    context: {
      catalogue: createEmbeddedCatalogue("http://x"),
      rulesUrl: "http://x/rules",
      now: Date.now,
    },
    resourceMetadataUrl,
  };
  return { gate: createGate(parts), asked };
}

const head = (...rawHeaders: string[]) => ({ method: "POST", target: "/api/validate", rawHeaders });
const withKey = head("Authorization", `Bearer ${key}`);
const signed = head("X-Adt-Proxy-Agent", "a1");
const verified: ProxyVerdict = {
  status: "verified",
  agent: "a1",
  subject: "s",
  capability: "preflight.validateProposal",
  contentSha256: sha256OfNothing,
};

test("with a key the address pays first; then the key is asked about; all without a promise", () => {
  const { gate, asked } = createScene();
  const admission = gate.admit(withKey, address);
  expect(admission).not.toBeInstanceOf(Promise);
  expect(admission).toMatchObject({ ok: true, caller: { kind: "key" }, decision: { remaining: 19 } });
  expect(asked).toEqual([`${ip} 1`, "key"]);
});

test.each([false, true])(
  "nobody is asked about the key of a caller over its limit (limiter async: %s)",
  async (isLimiterAsync) => {
    const { gate, asked } = createScene({ limit: 0, isLimiterAsync });
    expect(await gate.admit(withKey, address)).toMatchObject({
      ok: false,
      problem: { code: "rate-limited" },
    });
    expect(asked).toEqual([`${ip} 1`]);
  },
);

test("nobody is asked about a malformed key, but it costs", async () => {
  const { gate, asked } = createScene();
  const admission = await gate.admit(head("Authorization", "Bearer ai_x"), address);
  expect(admission).toMatchObject({ ok: false, problem: { code: "invalid-credentials" } });
  expect(asked).toEqual([`${ip} 1`]);
});

test("an identity service that cannot be asked is 503 with Retry-After, never 401", async () => {
  const { gate } = createScene({
    keyVerdict: Promise.resolve({ status: "unavailable", retryAfterSeconds: 3.2 }),
  });
  expect(await gate.admit(withKey, address)).toMatchObject({
    ok: false,
    problem: { code: "upstream-unavailable", status: 503, headers: { "Retry-After": "4" } },
  });
});

test("a signed call is verified first and its agent pays, not the address", async () => {
  const { gate, asked } = createScene({ proxyVerdict: verified });
  expect(await gate.admit(signed, address)).toMatchObject({
    ok: true,
    caller: { kind: "agent", agent: "a1" },
  });
  expect(asked).toEqual(["proxy", "agent:a1 1"]);
});

test("a signature that does not hold is paid for by the address, and its reason stays inside", async () => {
  const { gate, asked } = createScene({
    proxyVerdict: { status: "refused", reason: "the nonce has been used" },
  });
  const admission = await gate.admit(signed, address);
  expect(asked).toEqual(["proxy", `${ip} 1`]);
  expect(admission).toMatchObject({ ok: false, problem: { status: 401, reason: "the nonce has been used" } });
  if (!admission.ok) expect(admission.problem.detail).not.toContain("nonce");
});

test("a signature that does not hold costs the address a call even where no tool is called", async () => {
  const { gate, asked } = createScene({ proxyVerdict: { status: "refused", reason: "x" }, limit: 1 });
  expect(await gate.admit(signed, address, 0)).toMatchObject({ ok: false, problem: { status: 401 } });
  expect(asked).toEqual(["proxy", `${ip} 1`]);
  expect(await gate.admit(signed, address, 0)).toMatchObject({ ok: false, problem: { status: 429 } });
  const good = createScene({ proxyVerdict: verified });
  expect(await good.gate.admit(signed, address, 0)).toMatchObject({ ok: true, decision: undefined });
  expect(good.asked).toEqual(["proxy"]);
});

test.each([
  [15, false],
  [16, true],
  [253, true],
  [254, false],
])("a key of %i characters after its prefix is well formed: %s", async (length, isWellFormed) => {
  const { gate, asked } = createScene();
  const text = `ai_${"k".repeat(length)}`;
  const admission = await gate.admit(head("Authorization", `Bearer ${text}`), address);
  expect([admission.ok, asked.includes("key"), isWellFormedKey(text)]).toEqual(
    new Array(3).fill(isWellFormed),
  );
});

test("a key set that cannot be had is 503", async () => {
  const { gate } = createScene({ proxyVerdict: { status: "unavailable", retryAfterSeconds: 1 } });
  expect(await gate.admit(signed, address)).toMatchObject({ ok: false, problem: { status: 503 } });
});

test("where signed calls are not taken each is 401 at the address's cost", async () => {
  const { gate, asked } = createScene();
  expect(await gate.admit(signed, address)).toMatchObject({ ok: false, problem: { status: 401 } });
  expect(asked).toEqual([`${ip} 1`]);
});

test("several calls at once cost as many; none cost nothing, unless refused", async () => {
  const { gate, asked } = createScene();
  await gate.admit(withKey, address, 5);
  expect(asked.splice(0)).toEqual([`${ip} 5`, "key"]);
  expect(await gate.admit(withKey, address, 0)).toMatchObject({ ok: true, decision: undefined });
  expect(asked.splice(0)).toEqual(["key"]);
  await gate.admit(head("Authorization", "Basic x"), address, 0);
  expect(asked).toEqual([`${ip} 1`]);
});

test("an address without calls has nobody asked about a key, however little that costs", async () => {
  const overLimit = async (isKeyKnown: boolean) => {
    const { gate, asked } = createScene({ limit: 1, isKeyKnown });
    await gate.admit(head(), address, 2);
    asked.splice(0);
    return { admission: await gate.admit(withKey, address, 0), asked };
  };
  expect(await overLimit(false)).toMatchObject({
    admission: { ok: false, problem: { code: "rate-limited" } },
    asked: [`${ip} 0`],
  });
  expect(await overLimit(true)).toMatchObject({ admission: { ok: true }, asked: ["key"] });
  const { gate, asked } = createScene({ isKeyKnown: false });
  expect(await gate.admit(withKey, address, 0)).toMatchObject({ ok: true, decision: undefined });
  expect(asked).toEqual([`${ip} 0`, "key"]);
});

test("permission: a key by its scope, a signed call by its capability, nobody by nothing", () => {
  const { gate } = createScene();
  const may = (caller: Parameters<typeof gate.authorize>[1]) => gate.authorize(validate, caller)?.code;
  expect(may({ kind: "anonymous" })).toBe("unauthenticated");
  expect(may({ kind: "key", subject: "s" })).toBeUndefined();
  expect(may({ kind: "key", subject: "s", scopes: ["preflight.validateProposal"] })).toBeUndefined();
  expect(may({ kind: "key", subject: "s", scopes: ["preflight.buildProposal"] })).toBe("capability-mismatch");
  const agent = { kind: "agent", agent: "a", subject: "s", contentSha256: "" } as const;
  expect(may({ ...agent, capability: "preflight.validateProposal" })).toBeUndefined();
  expect(may({ ...agent, capability: "preflight.buildProposal" })).toBe("capability-mismatch");
});

test("domains may be listed by anybody, and an operation runs with what the service has", () => {
  const { gate } = createScene();
  expect(gate.authorize(listDomains, { kind: "anonymous" })).toBeUndefined();
  expect(gate.run(listDomains, neverText({}))).toMatchObject({
    ok: true,
    body: { domains: [{ targetProduct: "datagen" }] },
  });
});

test("a signed call vouches for its body", () => {
  const { gate } = createScene();
  const { status: _, ...rest } = verified;
  const caller = { kind: "agent", ...rest } as const;
  expect(gate.bindBody(caller, undefined)).toBeUndefined();
  expect(gate.bindBody(caller, new Uint8Array())).toBeUndefined();
  expect(gate.bindBody(caller, Buffer.from(" "))?.code).toBe("invalid-credentials");
  expect(gate.bindBody({ kind: "key", subject: "s" }, Buffer.from("anything"))).toBeUndefined();
});

test("what each refusal tells the caller, and what it tells only the log", async () => {
  const resourceMetadataUrl = "https://preflight.example/.well-known/oauth-protected-resource";
  const admitted = async (
    scene: Scene,
    ...[call, cost]: [Parameters<typeof head> | typeof signed, number?]
  ) => createScene(scene).gate.admit(Array.isArray(call) ? head(...call) : call, address, cost);
  const authorization = (...values: string[]) => values.flatMap((value) => ["Authorization", value]);
  const refused: Record<string, Awaited<ReturnType<typeof admitted>>> = {
    "no scheme": await admitted({}, authorization(key)),
    "another scheme": await admitted({}, authorization("Basic dTpw")),
    "a malformed key": await admitted({}, authorization("Bearer ai_short")),
    "two keys": await admitted({}, authorization(`Bearer ${key}`, `Bearer ${key}`)),
    "a key and a signature": await admitted({}, [...authorization(`Bearer ${key}`), ...signed.rawHeaders]),
    "an unknown key": await admitted({ keyVerdict: { status: "inactive" } }, authorization(`Bearer ${key}`)),
    "a key, while the identity service is down": await admitted(
      { keyVerdict: { status: "unavailable", retryAfterSeconds: 1 } },
      authorization(`Bearer ${key}`),
    ),
    "no budget": await admitted({ limit: 0 }, authorization(`Bearer ${key}`)),
    "an unknown key, without cost or budget": await admitted(
      { limit: 0, keyVerdict: { status: "inactive" } },
      authorization(`Bearer ${key}`),
      0,
    ),
    "a signature, which is not configured": await admitted({}, signed),
    "a bad signature": await admitted({ proxyVerdict: { status: "refused", reason: "no such key" } }, signed),
    "a signature, while the key set is down": await admitted(
      { proxyVerdict: { status: "unavailable", retryAfterSeconds: 2 } },
      signed,
    ),
    "an agent without budget": await admitted({ proxyVerdict: verified, limit: 0 }, signed),
  };
  const { gate } = createScene({ resourceMetadataUrl });
  const agent = { kind: "agent", agent: "a", subject: "s", capability: "x", contentSha256: "" } as const;
  const denied = {
    "nobody may validate": gate.authorize(validate, { kind: "anonymous" }),
    "a key with another scope": gate.authorize(validate, { kind: "key", subject: "s", scopes: ["x"] }),
    "an agent with another capability": gate.authorize(validate, agent),
    "an agent with another body": gate.bindBody(agent, Buffer.from("{}")),
  };
  const rows = [
    ...Object.entries(refused).map(([name, admission]) => [
      name,
      admission.ok ? undefined : admission.problem,
    ]),
    ...Object.entries(denied),
  ];
  await expect(`${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`).toMatchFileSnapshot(
    "expected/gate-refusals.json",
  );
});

test("a caller that is let in is known by what the verifier said, and by nothing more", async () => {
  const keyVerdict = { status: "active", subject: "s", id: "1", scopes: ["x"] } as const;
  const { gate } = createScene({ keyVerdict, proxyVerdict: { ...verified, id: "2" } });
  expect(await gate.admit(withKey, address)).toMatchObject({
    caller: { kind: "key", subject: "s", id: "1", scopes: ["x"] },
  });
  const { status: _, ...who } = verified;
  expect(await gate.admit(signed, address)).toEqual({
    ok: true,
    caller: { kind: "agent", id: "2", ...who },
    decision: { allowed: true, limit: 20, remaining: 18, resetSeconds: 7 },
  });
  expect(await gate.admit(head(), address)).toMatchObject({ ok: true, caller: { kind: "anonymous" } });
  expect(await gate.admit(head(), address, 0)).toEqual({
    ok: true,
    caller: { kind: "anonymous" },
    decision: undefined,
  });
});

test.each([
  ["Authorization", `Bearer ${key}`, "key"],
  ["authorization", `bearer ${key}`, "key"],
  ["AUTHORIZATION", `BEARER   ${key}`, "key"],
  ["Authorization", `Bearer\t${key}`, "refused"],
  ["Authorization", `Bearer${key}`, "refused"],
  ["Authorization", `Bearer ${key} `, "refused"],
  ["Authorization", ` Bearer ${key}`, "refused"],
  ["Authorization", `Barer  ${key}`, "refused"],
  ["Authorization", `Bearer ai_${"k".repeat(15)}!`, "refused"],
  ["Authorization", `Bearer x${key}`, "refused"],
  ["Authorization", `Digest ${key}`, "refused"],
  ["Authorization", `Bearer ${key}\n`, "refused"],
  ["Authorization", "", "refused"],
  ["Authorisation", `Bearer ${key}`, "none"],
  ["Proxy-Authorization", `Bearer ${key}`, "none"],
  ["x-adt-proxy-a", "", "proxy"],
  ["X-ADT-PROXY-", "", "proxy"],
  ["x-adt-proxy", "", "none"],
  ["y-adt-proxy-agent", "", "none"],
  ["x-adt-other-agent", "", "none"],
])("the header %s: %j is %s", (name, value, kind) => {
  expect(readCredentials(head("Host", "x", name, value)).kind).toBe(kind);
  // A value that looks like a header's name is no header.
  expect(readCredentials(head("X-Note", name, "Accept", value)).kind).toBe("none");
});
