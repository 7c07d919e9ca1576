/** What identifies a fault, however the file around it changes: its file, code, place and message. */
import { createHash } from "node:crypto";
import type { LocatedDiagnostic } from "./report.ts";

export function fingerprintOf(
  path: string,
  { diagnostic: { code, pointer, message } }: LocatedDiagnostic,
): string {
  return createHash("sha256")
    .update(JSON.stringify([path, code, pointer, message]))
    .digest("hex")
    .slice(0, 32);
}
