/** Keys of the reference identity service at the doors of the real service, over real sockets. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signUp, type User } from "../../neighbours/identity/client.ts";
import { type Identity, startIdentity } from "../../neighbours/identity/server.ts";
import { type Client, createClient } from "../support/http.ts";
import { type RunningService, startService } from "../support/service.ts";
import { proposal } from "./proposal.ts";
import { createSecrets } from "./secrets.ts";
import { until } from "./support.ts";

const secrets = createSecrets();
let identity: Identity;
let service: RunningService;
let http: Client;
let user: User;

beforeAll(async () => {
  identity = await startIdentity();
  secrets.keep(identity.token);
  service = await startService({
    PREFLIGHT_IDENTITY_URL: identity.introspectionUrl,
    PREFLIGHT_IDENTITY_TOKEN: identity.token,
    PREFLIGHT_RATE_LIMIT: "100000",
    LOG_LEVEL: "trace",
  });
  http = createClient(service.url);
  user = await signUp(identity.url, "ada");
});
afterAll(async () => {
  http.close();
  await service.stop();
  await identity.stop();
  secrets.expectUnseen(service);
});

async function call(key: string, path = "/api/validate") {
  const answer = await http({ path, key, body: proposal });
  secrets.hear(answer);
  return answer;
}

async function mint(request?: Parameters<User["mintKey"]>[0]) {
  const minted = await user.mintKey(request);
  secrets.keep(minted.key);
  return minted;
}

describe("a key from the identity service", () => {
  it("opens both operations, and listing too", async () => {
    const { key } = await mint();
    expect((await call(key)).json()).toMatchObject({ valid: true });
    expect((await call(key, "/api/build")).json().proposalPackage).toBeDefined();
    expect((await http({ path: "/api/domains", key })).status).toBe(200);
  });

  it("is asked about once", async () => {
    const { key } = await mint();
    const before = identity.introspections;
    await Promise.all(Array.from({ length: 20 }, () => call(key)));
    await call(key);
    expect(identity.introspections).toBe(before + 1);
  });

  it("opens only what its scope names", async () => {
    const { key } = await mint({ scopes: ["preflight.validateProposal"] });
    expect((await call(key)).status).toBe(200);
    const refused = await call(key, "/api/build");
    expect([refused.status, refused.json().code]).toEqual([403, "capability-mismatch"]);
    expect(refused.headers["www-authenticate"]).toContain('error="insufficient_scope"');
    expect((await http({ path: "/api/domains", key })).status).toBe(403);
  });

  it("is 401 once it is revoked, disabled or expired", async () => {
    const [revoked, disabled, brief] = [await mint(), await mint(), await mint({ expiresInSeconds: 1 })];
    await user.revokeKey(revoked.id);
    await user.disableKey(disabled.id);
    for (const { key } of [revoked, disabled]) {
      const answer = await call(key);
      expect([answer.status, answer.json().code]).toEqual([401, "invalid-credentials"]);
      expect(answer.headers["www-authenticate"]).toMatch(/^Bearer .*error="invalid_token"/);
    }
    // Good until its own end, however long answers are remembered.
    await until(async () => (await call(brief.key)).status === 401, "the key expires");
  });

  it("that is none is refused before anyone is asked", async () => {
    const before = identity.introspections;
    for (const key of [
      "ai_short",
      "sk_aaaaaaaaaaaaaaaaaaaaaaaa",
      `ai_${"a".repeat(254)}`,
      "ai_aaaaaaaaaaaaaaaa%41",
    ])
      expect((await call(secrets.keep(key))).status).toBe(401);
    expect(identity.introspections).toBe(before);
  });

  it("works for MCP tools as well", async () => {
    const { key } = await mint({ scopes: ["preflight.validateProposal"] });
    const tool = (name: string) =>
      http({
        path: "/mcp",
        key,
        headers: { accept: "application/json, text/event-stream" },
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: proposal } },
      });
    const good = await tool("validateProposal");
    expect(good.json().result.structuredContent).toMatchObject({ valid: true });
    expect((await tool("buildProposal")).status).toBe(403);
  });
});
