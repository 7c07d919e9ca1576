/**
 * RFC 7662 on top of the API-key plugin, which has no HTTP route for verification. The plugin reports a storage
 * error as an unknown key. Callers need to tell the two apart: after a storage error they should try again, with an
 * unknown key they should not.
 */
import { API_KEY_TABLE_NAME, defaultKeyHasher } from "@better-auth/api-key";
import type { Auth } from "./auth.ts";
import { scopeOf } from "./keys.ts";

export interface Introspected {
  readonly status: 200 | 429 | 503;
  readonly body: Readonly<Record<string, unknown>>;
}

const INACTIVE: Introspected = { status: 200, body: { active: false } };
const UNAVAILABLE: Introspected = { status: 503, body: { error: "temporarily_unavailable" } };

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
      return INACTIVE;
    case "RATE_LIMITED":
      return { status: 429, body: { error: "slow_down" } };
    default:
      return (await isAbsent(auth, token)) ? INACTIVE : UNAVAILABLE;
  }
}

/** True only if the storage confirms that there is no such key. */
async function isAbsent(auth: Auth, token: string): Promise<boolean> {
  const { adapter } = await auth.$context;
  const where = [{ field: "key", value: await defaultKeyHasher(token) }];
  return adapter.findOne({ model: API_KEY_TABLE_NAME, where }).then(
    (row) => row === null,
    () => false,
  );
}
