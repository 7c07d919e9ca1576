/** The public core: the same code for the service, the command line, the browser and target products. */
export { type AppliedFixes, applyFixes } from "./apply-fixes.ts";
export { type BuildContext, buildProposal, idempotencyKeyOf } from "./build.ts";
export { canonicalize, digestOf, sha256Hex } from "./canonical.ts";
export { type CheckContext, checkCandidate, MOST_DIAGNOSTICS } from "./check.ts";
export {
  checkSpecPackage,
  type SpecPackageFinding,
  type SpecPackageReport,
} from "./check-spec-package.ts";
export { BUILT_IN_CODES, type CodeEntry, describeCodes } from "./codes.ts";
export { diffSpecPackages, type SpecPackageChange, type SpecPackageDiff } from "./diff-spec-packages.ts";
export { type LoadedSpecPackage, loadSpecPackage } from "./load-spec-package.ts";
export { type Normalized, normalizeCandidate } from "./normalize.ts";
export * from "./registry.ts";
export type { Reason } from "./schema/compile.ts";
export type { SpecPackage } from "./spec-package.ts";
export type { RuleDocument, SpecPackageDocument } from "./spec-package-document.ts";
export { SPEC_PACKAGE_FORMAT, SPEC_PACKAGE_SCHEMA } from "./spec-package-schema.ts";
export type * from "./types.ts";
export { type VerificationResult, verifyPackage } from "./verify.ts";
