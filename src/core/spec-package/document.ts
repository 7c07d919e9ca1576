/** A spec package as its authors write it: the types follow from its published schema. */
import type { Part } from "../checks/definition.ts";
import type { DOCUMENT, RULE } from "./format.ts";

/** An entry of `rules`: a check from the catalogue, applied at certain places. */
export type RuleDocument = typeof RULE extends Part<infer Given> ? Given : never;

/** A spec package as its authors write it. Its members, with what each is for, are those of `SPEC_PACKAGE_SCHEMA`. */
export type SpecPackageDocument = typeof DOCUMENT extends Part<infer Given> ? Given : never;

/** A word of a list. */
export const wordOf = (word: string | { readonly value: string }): string =>
  typeof word === "string" ? word : word.value;
