/** A spec package as its authors write it: the types follow from its published schema. */
import type { Part } from "../checks/params.ts";
import type { DOCUMENT, RULE } from "./format.ts";

type WrittenAs<P> = P extends Part<infer Given> ? Given : never;

/** An entry of `rules`: a check from the catalogue, applied at certain places. */
export type RuleDocument = WrittenAs<typeof RULE>;

/** A spec package as its authors write it. Its members, with what each is for, are those of `SPEC_PACKAGE_SCHEMA`. */
export type SpecPackageDocument = WrittenAs<typeof DOCUMENT>;

export type Word = NonNullable<SpecPackageDocument["lists"]>[string]["values"][number];

export function wordOf(word: Word): string {
  return typeof word === "string" ? word : word.value;
}
