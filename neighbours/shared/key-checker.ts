/** Asks the identity service who holds a key (RFC 7662). A good answer is cached for a few seconds. */
export type KeyAnswer =
  | { status: "active"; subject: string }
  | { status: "inactive" }
  | { status: "unavailable" };

export interface KeyChecker {
  check(authorization: string | undefined): Promise<KeyAnswer>;
}

export interface IdentityService {
  /** The introspection endpoint. */
  url: string;
  token: string;
}

const CACHE_MS = 5_000;
const MAX_CACHED_KEYS = 1_000;

export function createKeyChecker({ url, token }: IdentityService): KeyChecker {
  const known = new Map<string, { subject: string; until: number }>();

  const introspect = async (key: string): Promise<KeyAnswer> => {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token: key }),
      redirect: "error",
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok) return { status: "unavailable" };
    const answer = (await response.json()) as { active?: unknown; sub?: unknown };
    if (answer.active !== true || typeof answer.sub !== "string") return { status: "inactive" };
    return { status: "active", subject: answer.sub };
  };

  const check: KeyChecker["check"] = async (authorization) => {
    const key = /^Bearer (ai_[A-Za-z0-9_-]{16,253})$/i.exec(authorization ?? "")?.[1];
    if (key === undefined) return { status: "inactive" };
    const held = known.get(key);
    if (held !== undefined && held.until > Date.now()) return { status: "active", subject: held.subject };
    const answer = await introspect(key).catch((): KeyAnswer => ({ status: "unavailable" }));
    if (known.size >= MAX_CACHED_KEYS) known.clear();
    if (answer.status === "active") known.set(key, { subject: answer.subject, until: Date.now() + CACHE_MS });
    else known.delete(key);
    return answer;
  };

  return { check };
}
