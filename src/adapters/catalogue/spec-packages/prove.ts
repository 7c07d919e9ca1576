/** Compiles a spec package and runs its examples, and reports every reason to refuse it. */
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
  const loaded = loadSpecPackage(document.value);
  if (loaded.ok) {
    const { targetProduct, domainId, version, digest } = loaded.spec;
    return { status: "proven", proven: { targetProduct, domainId, version, digest } };
  }
  const { reasons } = loaded;
  const message = `the spec package was refused (number of reasons: ${reasons.length})`;
  return { status: "failed", problem: { code: "spec-package-refused", message, reasons } };
}
