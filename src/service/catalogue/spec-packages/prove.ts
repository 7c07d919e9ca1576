/** Compiles a spec package and runs its examples, and reports every reason to refuse it. */
import { createHash } from "node:crypto";
import { canonicalize } from "../../../core/json/canonical.ts";
import { loadSpecPackage } from "../../../core/publishing/load.ts";
import { parseJson } from "../../shared/json-document.ts";
import type { SpecPackageProof } from "./thread.ts";

/** `bytes`: the document as received. */
export function proveSpecPackage(bytes: Uint8Array): SpecPackageProof {
  const document = parseJson(bytes);
  if (!document.ok) {
    const message = "the response is not valid JSON in UTF-8";
    return { status: "failed", problem: { code: "invalid-json", message } };
  }
  // The digest is made here, since Node makes one in a tenth of the time.
  const loaded = loadSpecPackage(document.value, "");
  if (loaded.ok) {
    const { targetProduct, domainId, version, rules } = loaded.spec;
    const { main, named } = rules.registries;
    const digest = `sha256:${createHash("sha256").update(canonicalize(document.value)).digest("hex")}`;
    return { status: "proven", proven: { targetProduct, domainId, version, digest, asked: { main, named } } };
  }
  const { reasons } = loaded;
  const message = `the spec package was refused (number of reasons: ${reasons.length})`;
  return { status: "failed", problem: { code: "spec-package-refused", message, reasons } };
}
