/** A spec package that was accepted: its data, and what was compiled from it. */

import type { Condition } from "../checks/condition.ts";
import type { AttachedRule, Check, PlaceRule, ValueRule, WordList } from "../checks/definition.ts";
import type { RegistryScope, Sink } from "../findings/finding.ts";
import type { CompiledSchema } from "../schema/compile-schema.ts";
import type { CodeEntry } from "./codes.ts";
import type { RuleDocument, SpecPackageDocument } from "./document.ts";
import type { compileNormalization } from "./normalization.ts";

/** A spec package that was accepted: its data, and what was compiled from it. Get one from `loadSpecPackage`. */
export interface SpecPackage {
  readonly document: SpecPackageDocument;
  readonly targetProduct: string;
  readonly domainId: string;
  readonly version: string;
  readonly title: string;
  readonly digest: string;
  /** The codes of its rules, with their docs. */
  readonly codes: readonly CodeEntry[];
  readonly schema: CompiledSchema;
  readonly rules: CompiledRules;
  readonly prose: ReadonlySet<string>;
  readonly normalization: ReturnType<typeof compileNormalization>;
  readonly lists: ReadonlyMap<string, WordList>;
}

/** A domain in one text, `product/domain`. Neither name has a slash. */
export function nameOf({ targetProduct, domainId }: { targetProduct: string; domainId: string }): string {
  return `${targetProduct}/${domainId}`;
}

export interface Rule {
  pointer: string;
  document: RuleDocument;
  check: Check;
  codes: string[];
  /** Whether its parameters and its condition have the right form. Loaded packages have no other rules. */
  isSound: boolean;
  isUsable: boolean;
  until: AttachedRule["until"];
}

/** A rule that looks at the whole candidate. It walks, and its check only judges. */
export interface CandidateRule extends Pick<AttachedRule, "severity" | "until"> {
  ok(candidate: unknown, scope: RegistryScope): boolean;
  report(candidate: unknown, sink: Sink): void;
  readonly usesExpressions: boolean;
  readonly insight: PlaceRule["insight"];
}

export interface CompiledRules {
  all: readonly Rule[];
  /** Rules that look at several places, and those that apply under a condition. The others are at their places. */
  whole: readonly CandidateRule[];
  /** The error rules on single values that apply under a condition, by path pattern. */
  conditional: ReadonlyMap<string, readonly { condition: Condition; ok: ValueRule["ok"] }[]>;
  registries: {
    main: boolean;
    named: readonly string[];
    /** Those that expressions ask, undefined for the product's own: nobody can tell what they make of an empty one. */
    inExpressions: ReadonlySet<string | undefined>;
  };
  uses: ReadonlySet<string>;
  clock: "none" | "date" | "time";
}
