/** The shapes that callers see. Everything here is plain JSON data. */

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** Only errors make a candidate invalid. */
export type Severity = "error" | "warning" | "info";

/**
 * How far a fix can be trusted: `safe` keeps the meaning, `suggested` is a guess that loses nothing, `placeholder` leaves
 * the content open, `removal` takes out something that the author wrote.
 */
export type Applicability = "safe" | "suggested" | "placeholder" | "removal";

/** RFC 6902 operations. Fixes and change lists use all but `copy`. */
export type PatchOperation =
  | { op: "test" | "add" | "replace"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "move" | "copy"; from: string; path: string };

/** A way to fix a problem. */
export interface Fix {
  title: string;
  applicability: Applicability;
  /** Relative to the candidate as sent, and complete by itself. */
  patch: PatchOperation[];
  /** Whether only the author can decide, so that no bulk repair applies it. */
  decision?: true;
}

/** One problem found in a candidate. */
export interface Diagnostic {
  code: string;
  severity: Severity;
  /** JSON Pointer (RFC 6901) into the candidate; empty for the whole of it. */
  pointer: string;
  message: string;
  expected?: unknown;
  actual?: unknown;
  docs: string;
  /** All places of the same problem, if there are several; `pointer` is the first. Only in the brief view of a service. */
  pointers?: string[];
  /** What was found at each of `pointers`, if that differs. Only in the brief view of a service. */
  values?: unknown[];
  fixes?: Fix[];
  related?: { pointer: string; message: string }[];
}

/** The rules that a verdict is based on. */
export interface SpecPackageIdentity {
  version: string;
  digest: string;
}

/** The registry snapshot that a verdict is based on. */
export interface RegistryIdentity {
  digest: string;
  /** When this snapshot was taken, as an RFC 3339 date-time; left out if the registry does not say. */
  asOf?: string;
}

/** The verdict on a candidate, with everything that was found. `Candidate`: the type of valid ones. */
export interface ValidationResult<Candidate = Json> {
  /** True exactly when no diagnostic is an error, counted before any were omitted. */
  valid: boolean;
  diagnostics: Diagnostic[];
  /** How many more diagnostics there were beyond those listed. */
  omitted: number;
  /** Parts of the candidate that could not be read as anything, so that nothing in them was checked. */
  unchecked?: string[];
  /** There if explaining all of it would have cost too much: verdict and pointers are complete, fixes and guesses are not. */
  fixesOmitted?: true;
  specPackage: SpecPackageIdentity;
  /** The snapshot of the product's own registry, if the domain has one. */
  registry?: RegistryIdentity;
  /** The snapshots of the registries that the package declares by name, if its rules ask any. */
  registries?: Record<string, RegistryIdentity>;
  /** The date, or the moment, that the rules were asked about, if any of them depends on it. */
  evaluatedOn?: string;
  /** How many diagnostics the repair has settled. Only in the brief view of a service. */
  repairedCount?: number;
  /** There if a repair was requested and there is anything to report. */
  repaired?: RepairedCandidate<Candidate>;
}

/** The candidate after every fix up to a level, and what is left to report about it; null if it cannot be written as JSON. */
export type RepairedCandidate<Candidate = Json> = Pick<
  ValidationResult,
  "diagnostics" | "omitted" | "unchecked" | "fixesOmitted"
> & {
  /** From the candidate that was sent to this one. */
  patch: PatchOperation[];
} & ({ valid: true; candidate: Candidate } | { valid: false; candidate: unknown });

/** What to submit: the normalized candidate, the rules it was checked by, and a digest. */
export interface ProposalPackage<Candidate = Json> {
  packageVersion: "1";
  targetProduct: string;
  domainId: string;
  specPackage: SpecPackageIdentity;
  candidate: Candidate;
  /** `sha256:` and the hex digest of everything else in the package, written in RFC 8785 form. */
  digest: string;
}

/** How to submit a package. Send `{ "proposalPackage": … }` with these headers and your own `Authorization`. */
export interface Submission {
  method: "POST";
  url: string;
  headers: { "Content-Type": "application/json"; "Idempotency-Key": string; "Preflight-Receipt"?: string };
}

/** What a build adds to the verdict on a valid candidate. */
export interface Built<Candidate = Json> {
  proposalPackage: ProposalPackage<Candidate>;
  /** What normalization altered, as a patch from the candidate sent to the candidate in the package. */
  changes: PatchOperation[];
  submission: Submission;
  /** A signed statement of the service that it judged this package valid, if it signs any. */
  receipt?: string;
}

/** The verdict on a candidate and, if it is valid, its package. */
export type BuildResult<Candidate = Json> = Omit<ValidationResult, "valid" | "repaired"> & {
  /** With the package of the repaired candidate, if that is valid and the one that was sent is not. */
  repaired?: RepairedCandidate<Candidate> & Partial<Built<Candidate>>;
} & (({ valid: true } & Built<Candidate>) | ({ valid: false } & { [Member in keyof Built]?: never }));

/** What checks need to know about a registry. */
export interface Registry extends RegistryIdentity {
  size: number;
  /** Whether an entry is the candidate itself, if that is registered: it is not in its own way. */
  isOwn?(entry: RegistryEntry): boolean;
  /** The entry that holds this id, compared without case unless the registry is exact; undefined when it is free. */
  findById(id: string): RegistryEntry | undefined;
  /** A registered entry whose name is the same or nearly so; undefined when there is none worth naming. */
  findNearName(name: string): RegistryEntry | undefined;
  /** The entry that holds this id, or else those whose ids have its letters, or else the one whose name is nearly this id. */
  suggest(id: string): readonly RegistryEntry[];
  /** All of them, or those from this position on, in the order in which they were registered. */
  entries(from?: number): Iterable<RegistryEntry>;
}

/** Something that a product has already. */
export interface RegistryEntry {
  id: string;
  name: string;
}
