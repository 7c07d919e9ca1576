import type { WordList } from "../checks/definition.ts";
import { once } from "../json/values.ts";
import type { CompiledSchema } from "../schema/compile-schema.ts";
import type { CodeEntry } from "./codes.ts";
import type { compileRules } from "./compile-rules.ts";
import type { SpecPackageDocument } from "./document.ts";
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
  readonly rules: ReturnType<typeof compileRules>;
  readonly normalization: ReturnType<typeof compileNormalization>;
  readonly lists: ReadonlyMap<string, WordList>;
}

/** What is served of it, over HTTP and as an MCP resource. */
export const specPackageText = once(({ document }: SpecPackage) => JSON.stringify(document));

/** A domain in one text, `product/domain`. Neither name has a slash. */
export const nameOf = ({ targetProduct, domainId }: { targetProduct: string; domainId: string }): string =>
  `${targetProduct}/${domainId}`;
