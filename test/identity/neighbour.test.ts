/** The reference identity service by itself: what it says about keys, and that its own faults look like faults. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signUp, type User } from "../../neighbours/identity/client.ts";
import { type Identity, startIdentity } from "../../neighbours/identity/server.ts";

let identity: Identity;
let user: User;
beforeAll(async () => {
  identity = await startIdentity();
});
beforeEach(async () => {
  user = await signUp(identity.url, "ada");
});
afterAll(() => identity.stop());

async function introspect(key: string, token = identity.token) {
  const response = await fetch(identity.introspectionUrl, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ token: key }),
  });
  const body = (await response.json()) as { active?: boolean; exp?: number };
  return { status: response.status, body };
}

const inactive = { status: 200, body: { active: false } };

describe("introspection", () => {
  it("knows a key, what it is for and until when", async () => {
    const plain = await user.mintKey();
    expect(plain.key).toMatch(/^ai_[A-Za-z0-9_-]{16,253}$/);
    expect(await introspect(plain.key)).toEqual({
      status: 200,
      body: { active: true, sub: expect.stringMatching(/.+/) },
    });
    const scopes = ["preflight.validateProposal", "preflight.buildProposal"];
    const narrow = await user.mintKey({ scopes, expiresInSeconds: 3_600 });
    const { body } = await introspect(narrow.key);
    expect(body).toMatchObject({ active: true, scope: scopes.join(" ") });
    expect(Math.abs(body.exp! - Date.now() / 1000 - 3_600)).toBeLessThan(60);
  });

  it("does not know one that was revoked, disabled or never made", async () => {
    const [revoked, disabled] = [await user.mintKey(), await user.mintKey()];
    await user.revokeKey(revoked.id);
    await user.disableKey(disabled.id);
    for (const key of [revoked.key, disabled.key, "ai_never_made_by_anyone"])
      expect(await introspect(key)).toEqual(inactive);
  });

  it("answers as often as it is asked", async () => {
    const { key } = await user.mintKey();
    for (let time = 0; time < 12; time++) expect((await introspect(key)).body.active).toBe(true);
  });

  it("is for services that show the token", async () => {
    const { key } = await user.mintKey();
    expect((await introspect(key, "wrong")).status).toBe(401);
  });

  it("says that it cannot tell, when its storage fails", async () => {
    const { key } = await user.mintKey();
    const { apikey } = identity.database;
    const broken = () => {
      throw new Error("the disk is gone");
    };
    identity.database.apikey = Object.assign([], { filter: broken });
    try {
      expect((await introspect(key)).status).toBe(503);
      expect((await introspect("ai_never_made_by_anyone")).status).toBe(503);
    } finally {
      identity.database.apikey = apikey!;
    }
    expect((await introspect(key)).body.active).toBe(true);
  });
});

it("publishes a new signing key beside the old ones and shows no private half", async () => {
  const keySet = async () => (await (await fetch(identity.jwksUrl)).json()) as { keys: { kid: string }[] };
  const before = await keySet();
  const kid = await identity.rotate();
  const after = await keySet();
  expect(after.keys.map((key) => key.kid)).toEqual([kid, ...before.keys.map((key) => key.kid)]);
  expect(JSON.stringify(after)).not.toContain('"d"');
});

it("gives keys only to users who are signed in", async () => {
  const response = await fetch(`${identity.url}/keys`, { method: "POST", body: "{}" });
  expect(response.status).toBe(401);
});

it("says so when agents ask and Preflight cannot be reached", async () => {
  const lonely = await startIdentity({ preflightUrl: "http://127.0.0.1:1" });
  try {
    const response = await fetch(`${lonely.url}/api/auth/capability/list`);
    expect([response.status, await response.json()]).toEqual([503, { error: "preflight_unreachable" }]);
  } finally {
    await lonely.stop();
  }
});
