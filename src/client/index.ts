/**
 * The typed client of a Preflight service.
 *
 * @packageDocumentation
 */
export {
  type ReceiptClaims,
  type ReceiptContext,
  type ReceiptFault,
  type ReceiptVerdict,
  verifyReceipt,
} from "../core/receipt/verify-receipt.ts";
export type {
  Applicability,
  BuildResult,
  Diagnostic,
  Fix,
  Json,
  PatchOperation,
  ProposalPackage,
  RegistryIdentity,
  RepairedCandidate,
  Severity,
  SpecPackageIdentity,
  Submission,
  ValidationResult,
} from "../core/types.ts";
export type * from "../service/operations/operation-types.ts";
export type { DomainName } from "../service/operations/ports.ts";
export type { ProblemCode } from "../service/operations/problems.ts";
export {
  type CallOptions,
  type ClientOptions,
  createClient,
  type PreflightClient,
  type SubmissionAnswer,
  type SubmitOptions,
  type VerifyOptions,
  type Wait,
} from "./client.ts";
export * from "./errors.ts";
