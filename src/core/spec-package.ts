/** A spec package that has passed: its data, and what was compiled of it. */
import type { WordList } from "./checks/check.ts";
import type { CodeEntry } from "./codes.ts";
import type { CompiledRules } from "./rules.ts";
import type { CompiledSchema } from "./schema/compile.ts";
import type { SpecPackageDocument } from "./spec-package-document.ts";

export interface SpecPackage {
  readonly document: SpecPackageDocument;
  readonly targetProduct: string;
  readonly domainId: string;
  readonly version: string;
  readonly title: string;
  readonly digest: string;
  /** The codes of its rules, explained. */
  readonly codes: readonly CodeEntry[];
  readonly schema: CompiledSchema;
  readonly rules: CompiledRules;
  readonly prose: ReadonlySet<string>;
  readonly lists: ReadonlyMap<string, WordList>;
}
