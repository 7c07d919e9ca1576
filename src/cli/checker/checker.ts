/** The three operations as commands use them, wherever they are carried out. */
import type { KnownRules } from "../../authoring/help.ts";
import type { CodeEntry } from "../../core/spec-package/codes.ts";
import type { BuildResult, ValidationResult } from "../../core/types.ts";
import type { Domain, RepairableEnvelope } from "../../service/operations/operation-types.ts";
import type { DomainName } from "../../service/operations/ports.ts";

export interface Checker {
  domains(): Promise<readonly Domain[]>;
  /** Only what they are called. */
  names(): Promise<readonly DomainName[]>;
  /** Throws a Failure if the candidate could not be checked. `own`: the id of the registered entry that the candidate is itself, which a service is not told. */
  validate(envelope: RepairableEnvelope, own?: string): Promise<ValidationResult>;
  build(envelope: RepairableEnvelope): Promise<BuildResult>;
  /** How many entries the registry has, if that is known here. */
  registrySize(domain: DomainName): number | undefined;
  /** The rules of a domain, to help whoever writes. Undefined if they cannot be had. */
  rulesOf(domain: DomainName): Promise<KnownRules | undefined>;
  codes(): readonly CodeEntry[];
  /** The same without waiting. Undefined: a check costs a call. */
  readonly here:
    | {
        validate(envelope: RepairableEnvelope, own?: string): ValidationResult;
        rulesOf(domain: DomainName): KnownRules | undefined;
      }
    | undefined;
}

/** How the options of a command choose a checker. */
export interface CheckerOptions {
  readonly domain?: string | undefined;
  readonly server?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly spec?: readonly string[] | undefined;
  readonly registry?: readonly string[] | undefined;
  readonly submissionUrl?: string | undefined;
  /** Where the codes are explained, if that is known. */
  readonly rulesUrl?: string | undefined;
  /** The moment for which rules are judged, in milliseconds. */
  readonly at?: number | undefined;
  readonly simulate?: boolean | undefined;
}
