/** The SHA-256 of a text in base64url: each runtime has its own quickest way. */
export type Sha256 = (text: string) => string;

/**
 * A short id for the log that is the same for the same caller, in every process, and from which nobody can tell who
 * that is. `secret`: where the name of a caller could be guessed, something that readers of the log do not know.
 */
export function callerId(name: string, secret: string | undefined, sha256: Sha256): string {
  return sha256(`preflight caller\n${secret ?? ""}\n${name}`).slice(0, 16);
}
