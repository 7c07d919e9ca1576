/** A spec package as its authors write it; format.ts holds the same as a JSON Schema. */
import type { Json, RegistryEntry, Severity } from "../types.ts";

export interface RuleDocument {
  code: string;
  check: string;
  at: string[];
  severity: Severity;
  /** Before this moment an error is a warning. */
  effectiveAt?: string;
  params?: Record<string, unknown>;
}

export interface SpecPackageDocument {
  $schema?: string;
  format: string;
  targetProduct: string;
  domainId: string;
  version: string;
  title: string;
  description?: string;
  lists?: Record<string, { values: string[]; aliases?: Record<string, string> }>;
  /** Other names that people use for a member, by its path pattern. */
  aliases?: Record<string, string[]>;
  schema: Record<string, unknown>;
  rules: RuleDocument[];
  /** Codes of advice that does not fit this package. */
  silence?: string[];
  normalization?: { prose?: string[]; sets?: { at: string; list: string }[] };
  /** `mend` is the older name of `fix`. */
  docs: Record<string, { summary: string; fix?: string; mend?: string }>;
  examples: {
    registry?: RegistryEntry[];
    valid: { title: string; candidate: Json }[];
    invalid: { title: string; candidate: Json; expect: { code: string; pointer: string }[] }[];
  };
}
