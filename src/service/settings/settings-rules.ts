/** What a settings file may say: its published schema as a spec package, so that it is checked as proposals are. */
import { readFileSync } from "node:fs";
import { compileDocument } from "../../core/publishing/load.ts";
import { SPEC_PACKAGE_FORMAT } from "../../core/spec-package/format.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Json } from "../../core/types.ts";

/** `file`: of the schema, which is for editors too. `shown`: examples for whoever writes one; nothing is proven by them. */
export function readSettingsRules(file: URL, domainId: string, ...shown: readonly Json[]): SpecPackage {
  const { $schema: _, title, ...schema } = JSON.parse(readFileSync(file, "utf8"));
  const names = { targetProduct: "preflight", domainId, version: "1.0.0", title };
  const valid = shown.map((candidate, index) => ({ title: `Example ${index + 1}`, candidate }));
  const shape = { schema, rules: [], docs: {}, examples: { valid, invalid: [] } };
  const parts = { format: SPEC_PACKAGE_FORMAT, ...names, ...shape };
  const result = compileDocument(parts, "");
  if (!result.ok)
    throw new Error(result.reasons.map(({ pointer, message }) => `${pointer}: ${message}`).join("\n"));
  return result.spec;
}
