/**
 * RFC 7662 in front of the API-key plugin, whose own check cannot be reached over HTTP. The plugin reports a
 * fault of its storage as an unknown key; here the two are told apart, since the one means "come back later" and
 * the other "go away".
 */
import { API_KEY_TABLE_NAME, defaultKeyHasher } from "@better-auth/api-key";
import type { Auth } from "./auth.ts";
import { scopeOf } from "./keys.ts";

export interface Introspected {
  readonly status: 200 | 429 | 503;
  readonly body: Readonly<Record<string, unknown>>;
}

const inactive: Introspected = { status: 200, body: { active: false } };
const fault: Introspected = { status: 503, body: { error: "temporarily_unavailable" } };

export async function introspect(auth: Auth, token: string): Promise<Introspected> {
  const { valid, error, key } = await auth.api.verifyApiKey({ body: { key: token } });
  if (valid && key !== null) {
    const scope = scopeOf(key.permissions);
    const expiry =
      key.expiresAt === null ? {} : { exp: Math.floor(new Date(key.expiresAt).getTime() / 1000) };
    const body = { active: true, sub: key.referenceId, ...(scope === undefined ? {} : { scope }), ...expiry };
    return { status: 200, body };
  }
  switch (error?.code) {
    case "KEY_DISABLED":
    case "KEY_EXPIRED":
    case "USAGE_EXCEEDED":
      return inactive;
    case "RATE_LIMITED":
      return { status: 429, body: { error: "slow_down" } };
    default:
      return (await isAbsent(auth, token)) ? inactive : fault;
  }
}

/** True only where storage itself says that there is no such key. */
async function isAbsent(auth: Auth, token: string): Promise<boolean> {
  const { adapter } = await auth.$context;
  const where = [{ field: "key", value: await defaultKeyHasher(token) }];
  return adapter.findOne({ model: API_KEY_TABLE_NAME, where }).then(
    (row) => row === null,
    () => false,
  );
}
