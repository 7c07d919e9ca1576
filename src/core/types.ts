/** The shapes that callers see. Everything here is plain JSON data. */

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

export type Severity = "error" | "warning" | "info";

/** How far a fix can be trusted: `safe` keeps the meaning, `suggested` is a guess, `placeholder` leaves the content open. */
export type Applicability = "safe" | "suggested" | "placeholder";

/** RFC 6902 operations, as far as fixes and change lists use them. */
export type PatchOperation =
  | { op: "test" | "add" | "replace"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "move"; from: string; path: string };

export interface Fix {
  title: string;
  applicability: Applicability;
  /** Relative to the candidate; starts with a `test`. First fixes can be applied one after the other, in order. */
  patch: PatchOperation[];
}

export interface Diagnostic {
  code: string;
  severity: Severity;
  /** JSON Pointer (RFC 6901) into the candidate; empty for the whole of it. */
  pointer: string;
  message: string;
  expected?: unknown;
  actual?: unknown;
  docs: string;
  fixes?: Fix[];
  related?: { pointer: string; message: string }[];
}

export interface SpecPackageIdentity {
  version: string;
  digest: string;
}

export interface RegistryIdentity {
  digest: string;
  /** When this snapshot was taken, as an RFC 3339 date-time. */
  asOf: string;
}

export interface ValidationResult {
  /** True exactly when no diagnostic is an error, counted before any were omitted. */
  valid: boolean;
  diagnostics: Diagnostic[];
  /** How many more diagnostics there were beyond those listed. */
  omitted: number;
  specPackage: SpecPackageIdentity;
  registry: RegistryIdentity;
}

export interface ProposalPackage {
  packageVersion: "1";
  targetProduct: string;
  domainId: string;
  specPackage: SpecPackageIdentity;
  candidate: Json;
  /** `sha256:` and the hex digest of everything else in the package, written in RFC 8785 form. */
  digest: string;
}

export interface Submission {
  method: "POST";
  url: string;
  headers: { "Content-Type": "application/json"; "Idempotency-Key": string };
}

export interface BuildResult extends ValidationResult {
  proposalPackage?: ProposalPackage;
  /** What normalization altered, as a patch from the candidate sent to the candidate in the package. */
  changes?: PatchOperation[];
  submission?: Submission;
}

/** What checks need to know about a registry. */
export interface Registry extends RegistryIdentity {
  size: number;
  /** The entry that holds this id, compared without case; undefined when the id is free. */
  findById(id: string): RegistryEntry | undefined;
  /** A registered entry whose name is the same or nearly so; undefined when there is none worth naming. */
  findNearName(name: string): RegistryEntry | undefined;
}

export interface RegistryEntry {
  id: string;
  name: string;
}
