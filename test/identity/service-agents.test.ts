/** Agents of the reference identity service: registered, approved, and carried out by the real Preflight. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Registration, signUp, type User } from "../../neighbours/identity/client.ts";
import { type Identity, startIdentity } from "../../neighbours/identity/server.ts";
import { createClient } from "../support/http.ts";
import { type RunningService, startService } from "../support/service.ts";
import { proposal } from "./proposal.ts";

let identity: Identity;
let service: RunningService;
let user: User;
let agent: Registration;

beforeAll(async () => {
  identity = await startIdentity();
  service = await startService({
    PREFLIGHT_IDENTITY_URL: identity.introspectionUrl,
    PREFLIGHT_IDENTITY_TOKEN: identity.token,
    PREFLIGHT_PROXY_JWKS: identity.jwksUrl,
  });
  identity.connect(service.url);
  user = await signUp(identity.url, "ada");
  const host = await user.createHost();
  agent = await host.register("reviewer", ["preflight.validateProposal", "preflight.buildProposal"]);
});
afterAll(async () => {
  await service.stop();
  await identity.stop();
});

describe("an agent", () => {
  it("finds out what there is from Preflight's own documents", async () => {
    const response = await fetch(`${identity.url}/api/auth/capability/list`);
    const { capabilities } = (await response.json()) as { capabilities: { name: string }[] };
    expect(capabilities.map(({ name }) => name).sort()).toEqual([
      "preflight.buildProposal",
      "preflight.listDomains",
      "preflight.validateProposal",
    ]);
  });

  it("does nothing before its user has approved it", async () => {
    expect(agent.status).toBe("pending");
    expect((await agent.execute("preflight.validateProposal", proposal)).status).toBe(403);
  });

  it("validates and builds what it was granted, with the same results that a key gets", async () => {
    await user.approve(agent);
    const http = createClient(service.url);
    const { key } = await user.mintKey();
    for (const [capability, path] of [
      ["preflight.validateProposal", "/api/validate"],
      ["preflight.buildProposal", "/api/build"],
    ] as const) {
      const executed = await agent.execute(capability, proposal);
      expect(executed.status).toBe(200);
      expect(executed.body.data).toEqual((await http({ path, key, body: proposal })).json());
    }
    http.close();
  });

  it("is served where Preflight is reached by another URL than its public one", async () => {
    const publicUrl = "https://preflight.example.org";
    const apart = await startIdentity({ preflightPublicUrl: publicUrl });
    const distant = await startService({
      PREFLIGHT_BASE_URL: publicUrl,
      PREFLIGHT_IDENTITY_URL: apart.introspectionUrl,
      PREFLIGHT_PROXY_JWKS: apart.jwksUrl,
    });
    apart.connect(distant.url);
    const its = await signUp(apart.url, "bob");
    const registered = await (await its.createHost()).register("reviewer", ["preflight.validateProposal"]);
    await its.approve(registered);
    expect((await registered.execute("preflight.validateProposal", proposal)).status).toBe(200);
    await Promise.all([distant.stop(), apart.stop()]);
  });

  it("is refused by the identity service what it was not granted", async () => {
    const answer = await agent.execute("preflight.listDomains");
    expect([answer.status, answer.body.error]).toEqual([403, "capability_not_granted"]);
  });

  it("goes on through rotations of the signing key without a failed call", async () => {
    for (let rotation = 0; rotation < 3; rotation++) {
      await identity.rotate();
      const answers = await Promise.all(
        Array.from({ length: 3 }, () => agent.execute("preflight.validateProposal", proposal)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });

  it("hears from Preflight itself when its calls of the minute are used up", async () => {
    let answer = await agent.execute("preflight.validateProposal", proposal);
    // A minute may end among these calls, but not two.
    for (let calls = 0; answer.status === 200 && calls < 45; calls++)
      answer = await agent.execute("preflight.validateProposal", proposal);
    expect([answer.status, answer.body.error]).toEqual([429, "rate-limited"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
