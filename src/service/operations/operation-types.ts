/**
 * The TypeScript types of what the operations accept and answer. The schemas of the same things are in schemas.ts; a
 * test holds the two together.
 */
import type { RepairLevel } from "../../core/proposal/repair.ts";
import type { MemberDescription } from "../../core/spec-package/members.ts";
import type { DomainName } from "./ports.ts";
import type { View } from "./view.ts";

/** Which domains to list; all of them without a filter. */
export interface DomainFilter {
  targetProduct?: string;
  domainId?: string;
  /** Only the members at and below this pointer, as `members` writes it. */
  pointer?: string;
}

/** A kind of proposal that can be checked and built. */
export interface Domain extends DomainName {
  /** Name to show to people. */
  title: string;
  /** What it is about, in one line. */
  summary: string;
  /** Version of the rules in use. */
  specPackageVersion: string;
  /** Absolute URL of the rules in use. */
  specPackageUrl: string;
  /** Absolute URL where the target product accepts built packages. */
  submissionUrl: string;
  /** The members of a candidate, breadth first. */
  members?: readonly MemberDescription[];
  /** How many more members there are; ask for those below a `pointer`. */
  membersOmitted?: number;
  /** Nothing stands at the pointer; `members` are those at the nearest place that it leads to. */
  pointerUnknown?: boolean;
  /** A valid candidate. */
  example?: unknown;
  /** The top-level members that have to be there, if the details were left out. */
  required?: string[];
}

/** What the service can check. */
export interface DomainList {
  domains: Domain[];
  /** True if `members` and `example` of so many domains would be too long; ask for one of them. */
  detailsOmitted?: boolean;
  /** All domains, if none is as the filter asks. */
  supported?: DomainName[];
}

/** A proposal and what to check it against. */
export interface Envelope<Candidate = unknown> extends DomainName {
  /** The proposal itself. Whatever is wrong with it is answered with diagnostics, so it can be anything. */
  candidate: Candidate;
}

/** An envelope that may ask for the repaired candidate in the same answer. */
export interface RepairableEnvelope<Candidate = unknown> extends Envelope<Candidate> {
  /** How far the repair may go: with fixes that keep the meaning, or with suggestions as well. */
  repair?: RepairLevel;
  /** How much the answer says; `full` unless it is given. The types here are those of `full`. */
  view?: View;
}
