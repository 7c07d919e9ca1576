/** A spec package as its authors write it; format.ts holds the same as a JSON Schema. */
import type { FixDocument } from "../../checks/expressions/rule-texts.ts";
import type { DeprecationDocument } from "../../checks/members/deprecation.ts";
import type { ConditionDocument } from "../../checks/targets/condition.ts";
import type { Json, RegistryEntry, Severity } from "../../types.ts";

/** An entry of `rules`: a check from the catalogue, applied at certain places. */
export interface RuleDocument {
  code: string;
  check: string;
  at: string[];
  severity: Severity;
  /** Before this moment an error is a warning. */
  effectiveAt?: string;
  /** The rule applies only where this holds. */
  when?: ConditionDocument | string;
  /** What to say instead of the check's own words, with `{value}`, `{name}` and `{expected}`; in `holds` any expression. */
  message?: string;
  /** A change that puts it right. */
  fix?: FixDocument;
  params?: Record<string, unknown>;
}

/** How a registry that the package declares by name is read. */
export interface RegistryDocument {
  /** The member of the registry's response that lists the entries. */
  member: string;
  /** The member of an entry that rules look for; `id` if it is left out. */
  key?: string;
  /** What makes no difference: nothing, case (if it is left out), or case and spaces. */
  case?: "exact" | "ignore" | "ignore-spaces";
}

/** An entry of a named registry while the examples run: as the registry publishes it, or its key as `id`. */
export type ExampleEntry = string | number | Record<string, Json>;

/** A word of a list with what people read about it. */
export interface LabelledWord {
  value: string;
  title?: string;
  description?: string;
  deprecated?: DeprecationDocument;
}

/** The word itself. */
export function wordOf(word: string | LabelledWord): string {
  return typeof word === "string" ? word : word.value;
}

/** A spec package as its authors write it. `SPEC_PACKAGE_SCHEMA` is the same as a JSON Schema. */
export interface SpecPackageDocument {
  $schema?: string;
  format: string;
  targetProduct: string;
  domainId: string;
  version: string;
  title: string;
  description?: string;
  lists?: Record<
    string,
    { values: (string | LabelledWord)[]; aliases?: Record<string, string>; typos?: "repair"; fill?: boolean }
  >;
  /** Other names that people use for a member, by its path pattern. */
  aliases?: Record<string, string[]>;
  /** What people write instead of a value of an `enum`, in lower case, by the path pattern of the value. */
  valueAliases?: Record<string, Record<string, Json>>;
  schema: Record<string, unknown>;
  /** Registries besides the product's own, by the names that rules use. */
  registries?: Record<string, RegistryDocument>;
  rules: RuleDocument[];
  /** Codes of advice that does not fit this package. */
  silence?: string[];
  /** Units that people write behind numbers and that the product knows, with other words for each. */
  units?: Record<string, string[]>;
  /** The text to which content without a place of its own can be moved, as a pointer. */
  notes?: string;
  normalization?: { prose?: string[]; sets?: { at: string; list: string }[] };
  docs: Record<string, { summary: string; fix: string }>;
  examples: {
    /** The moment that `today` and `now` stand for while the examples run. */
    now?: string;
    registry?: RegistryEntry[];
    registries?: Record<string, ExampleEntry[]>;
    valid: { title: string; candidate: Json }[];
    invalid: { title: string; candidate: Json; expect: { code: string; pointer: string }[] }[];
  };
}
