import { randomBytes } from "node:crypto";

/**
 * Ids are always made here: an id from the caller could be forged to hide among somebody else's log lines. A random
 * part per process plus a counter is unique and costs a fraction of a UUID.
 */
export function createRequestIds(): () => string {
  const process = randomBytes(9).toString("base64url").replaceAll("_", "0").replaceAll("-", "1");
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}
