import { randomBytes } from "node:crypto";

/**
 * Ids are always made here: one taken over from the caller could be forged to hide in somebody else's log lines.
 * A random part per process and a counter are unique at a fraction of the price of a UUID.
 */
export function createRequestIds(): () => string {
  const process = randomBytes(9).toString("base64url").replaceAll("_", "0").replaceAll("-", "1");
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}
