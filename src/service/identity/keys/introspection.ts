/** Reads answers of RFC 7662 token introspection. */
import { isPlainObject } from "../../../core/json/pointer.ts";

export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true;
      readonly subject: string;
      readonly scopes?: readonly string[];
      /** Milliseconds since the epoch; Infinity for a key that does not expire. */
      readonly expiresAt: number;
    };

/** No control characters, because the subject is written to logs and screens. */
const SUBJECT_SHAPE = /^[^\p{Cc}\p{Cs}\u2028\u2029]{1,256}$/u;
const MAX_SCOPE_LENGTH = 4_096;

/**
 * Undefined when the document is not a valid introspection response. A scope or an expiry that is present but invalid
 * must not count as absent: that would widen what the key may do.
 */
export function readIntrospection(document: unknown): Introspection | undefined {
  if (!isPlainObject(document)) return undefined;
  const { active, sub, scope, exp } = document;
  if (active === false) return { active: false };
  if (active !== true) return undefined;
  if (typeof sub !== "string" || !SUBJECT_SHAPE.test(sub)) return undefined;
  const expiresAt = readExpiry(exp);
  if (expiresAt === undefined) return undefined;
  if (scope === undefined || scope === null) return { active, subject: sub, expiresAt };
  if (typeof scope !== "string" || scope.length > MAX_SCOPE_LENGTH) return undefined;
  return { active, subject: sub, scopes: scope.split(" ").filter((name) => name !== ""), expiresAt };
}

function readExpiry(exp: unknown): number | undefined {
  if (exp === undefined || exp === null) return Number.POSITIVE_INFINITY;
  return typeof exp === "number" && Number.isFinite(exp) ? exp * 1000 : undefined;
}
