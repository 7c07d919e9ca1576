/** The order of defence: who pays, who is asked, and who is not asked any more. */
import { expect, test } from "vitest";
import { createEmbeddedCatalogue } from "../../src/adapters/catalogue/embedded.ts";
import { isWellFormedKey } from "../../src/operations/gate/credentials.ts";
import { createGate, type GateParts } from "../../src/operations/gate/gate.ts";
import { OPERATIONS } from "../../src/operations/operations.ts";
import type { KeyVerdict, LimitDecision, ProxyVerdict } from "../../src/operations/ports.ts";

const key = "ai_0123456789abcdef";
const address = "203.0.113.7";
const ip = "ip:203.0.113.7";
const [, validate] = OPERATIONS;
const sha256OfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

interface Scene {
  readonly limit?: number;
  readonly keyVerdict?: KeyVerdict | Promise<KeyVerdict>;
  readonly proxyVerdict?: ProxyVerdict;
  readonly isLimiterAsync?: boolean;
}

/** A gate that writes down what it asks of whom. */
function createScene({ limit = 20, keyVerdict, proxyVerdict, isLimiterAsync = false }: Scene = {}) {
  const asked: string[] = [];
  let count = 0;
  const parts: GateParts = {
    keys: {
      verify: () => {
        asked.push("key");
        return keyVerdict ?? { status: "active", subject: "someone" };
      },
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
      close: () => Promise.resolve(),
    },
    context: {
      catalogue: createEmbeddedCatalogue("http://x", "generators"),
      rulesUrl: "http://x/rules",
      now: Date.now,
    },
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

test("permission: a key by its scope, a signed call by its capability, nobody by nothing", () => {
  const { gate } = createScene();
  const may = (caller: Parameters<typeof gate.authorize>[1]) => gate.authorize(validate!, caller)?.code;
  expect(may({ kind: "anonymous" })).toBe("unauthenticated");
  expect(may({ kind: "key", subject: "s" })).toBeUndefined();
  expect(may({ kind: "key", subject: "s", scopes: ["preflight.validateProposal"] })).toBeUndefined();
  expect(may({ kind: "key", subject: "s", scopes: ["preflight.buildProposal"] })).toBe("capability-mismatch");
  const agent = { kind: "agent", agent: "a", subject: "s", contentSha256: "" } as const;
  expect(may({ ...agent, capability: "preflight.validateProposal" })).toBeUndefined();
  expect(may({ ...agent, capability: "preflight.buildProposal" })).toBe("capability-mismatch");
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
