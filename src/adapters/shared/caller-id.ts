import { hash } from "node:crypto";

/**
 * A short id for the log that is the same for the same caller, in every process, and from which nobody can tell who
 * that is. `secret`: where the name of a caller could be guessed, something that readers of the log do not know.
 */
export function callerId(name: string, secret = ""): string {
  return hash("sha256", `preflight caller\n${secret}\n${name}`, "base64url").slice(0, 16);
}
