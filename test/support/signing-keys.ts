/** Keys of receipts, as files. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "preflight-signing-"));
let files = 0;

export function keyFile(content: string | object, mode = 0o600): string {
  const path = join(folder, `key-${files++}`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content), { mode });
  return path;
}

export const ecKey = (namedCurve = "P-256"): KeyObject =>
  generateKeyPairSync("ec", { namedCurve }).privateKey;
export const edKey = (): KeyObject => generateKeyPairSync("ed25519").privateKey;
export const jwkOf = (key: KeyObject) => key.export({ format: "jwk" });
export const pemOf = (key: KeyObject) => String(key.export({ format: "pem", type: "pkcs8" }));
