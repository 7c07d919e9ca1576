/** The public core: the same code for the service, the command line, the browser and target products. */

export { MAX_DIAGNOSTICS } from "./findings/finding.ts";
export { digestOf, sha256Hex } from "./json/digest.ts";
export { canonicalize } from "./json/values.ts";
export {
  type BuildContext,
  buildProposal,
  idempotencyKeyOf,
  type VerificationResult,
  verifyPackage,
} from "./proposal/build.ts";
export { type CheckContext, checkCandidate, type Normalized, normalizeCandidate } from "./proposal/check.ts";
export {
  type AppliedFixes,
  applyFixes,
  type BulkLevel,
  type RepairLevel,
  repairCandidate,
} from "./proposal/repair.ts";
export { checkSpecPackage, type SpecPackageFinding, type SpecPackageReport } from "./publishing/advice.ts";
export { diffSpecPackages, type SpecPackageChange, type SpecPackageDiff } from "./publishing/diff.ts";
export { createImpactMeter, type Impact, type NamedCandidate, type RuleImpact } from "./publishing/impact.ts";
export { type LoadedSpecPackage, loadSpecPackage } from "./publishing/load.ts";
export {
  type ReceiptClaims,
  type ReceiptContext,
  type ReceiptFault,
  type ReceiptVerdict,
  verifyReceipt,
} from "./receipt/verify-receipt.ts";
export {
  createRegistry,
  createRegistryBuilder,
  openRegistry,
  type RegistryBuilder,
  type RegistryData,
  type RegistryForm,
  registryBuffers,
} from "./registry/registry.ts";
export type { Reason } from "./schema/compile-schema.ts";
export { candidateSchema, strictCandidateSchema } from "./spec-package/candidate-schema.ts";
export { BUILT_IN_CODES, type CodeEntry, describeCodes } from "./spec-package/codes.ts";
export type { RuleDocument, SpecPackageDocument } from "./spec-package/document.ts";
export { SPEC_PACKAGE_FORMAT, SPEC_PACKAGE_SCHEMA } from "./spec-package/format.ts";
export { describeMembers, type MemberDescription } from "./spec-package/members.ts";
export type { SpecPackage } from "./spec-package/spec-package.ts";
export type * from "./types.ts";
