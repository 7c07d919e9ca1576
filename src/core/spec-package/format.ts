/** Spec packages as data, described once: their published schema, from which the types of `document.ts` follow. */

import { type ConditionDocument, conditionOf } from "../checks/condition.ts";
import {
  choice,
  type Deprecation,
  flag,
  type Given,
  optional,
  type Part,
  part,
  record,
  schemaOf,
  several,
  text as textOf,
  valuesOf,
} from "../checks/definition.ts";
import { FIX } from "../checks/rule-texts.ts";
import { DEPRECATED } from "../schema/compile/keywords.ts";
import type { Json } from "../types.ts";

/** The `format` of every spec package. */
export const SPEC_PACKAGE_FORMAT = "preflight-spec-package/1";

/** Where editors find the schema below; every package that a command writes names it. */
export const SPEC_PACKAGE_SCHEMA_URL =
  "https://unpkg.com/proposal-preflight/spec-packages/spec-package.schema.json";

export const SPEC_PACKAGE_BOUNDS = {
  ...{ bytes: 1_048_576, rules: 200, lists: 50, definitions: 50, words: 10_000 },
  ...{ examples: 200, registry: 1_000, registries: 20 },
};

const text = (maxLength: number, description: string) => textOf(description, { minLength: 1, maxLength });
const formed = (maxLength: number, pattern: string, description: string) =>
  part<string>({ type: "string", maxLength, pattern, description });
/** Lower-case words joined by hyphens. */
export const SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$";
const slug = (description: string) =>
  part<string>({ type: "string", minLength: 1, maxLength: 64, pattern: SLUG, description });
const moment = (description: string) =>
  formed(40, "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,16}Z$", description);
const pointer = formed(
  300,
  "^(/[^/]+)*$",
  "a JSON Pointer; * stands for every item of a list and every member of an object",
);
const mapOf = <Each>(each: Part<Each>, most: number, description: string) =>
  optional(valuesOf(each, most, description));
const anyObject = (description: string) => part<Record<string, unknown>>({ type: "object", description });

export const RULE = record({
  code: slug("the code of the diagnostic: lower-case words joined by hyphens"),
  check: slug("a check of the catalogue"),
  at: several(pointer, 50),
  severity: choice(["error", "warning", "info"]),
  effectiveAt: optional(moment("a UTC date-time such as 2027-01-01T00:00:00Z")),
  when: optional(
    part<ConditionDocument | string>({
      description: "the rule applies only where this holds: tests of places, or an expression",
      anyOf: [{ type: "string", minLength: 1, maxLength: 2_000 }, { $ref: "#/$defs/condition" }],
    }),
  ),
  message: optional(
    text(500, "what to say instead of the check's own words, with {value}, {name} or {expected}"),
  ),
  fix: optional(FIX),
  params: optional(anyObject("parameters of the check")),
});

const LABELLED = {
  value: text(200, "the word"),
  title: optional(text(120, "what people see instead")),
  description: optional(text(500, "what it means")),
  deprecated: optional(part<boolean | Deprecation>(DEPRECATED)),
};

const WORD = part<string | Given<typeof LABELLED>>({
  ...schemaOf(LABELLED),
  ...{ type: ["string", "object"], minLength: 1, maxLength: 200 },
  description: "a word, or a word with what people read about it",
});

const EXAMPLE = { title: text(200, "what the example shows"), candidate: part<Json>({}) };
const EXPECTED = record({
  code: text(130, "code of the diagnostic"),
  pointer: part<string>({ type: "string", maxLength: 1_000 }),
});
/** An entry of a named registry: as the registry publishes it, or its key as `id`. */
const ENTRY = part<string | number | Record<string, Json>>({
  type: ["object", "string", "number"],
  description: "an entry as the registry lists it; its key may be called id, and name is optional",
});

const REGISTERED = record({ id: text(300, "identifier"), name: text(300, "name") });

const EXAMPLES = record({
  now: optional(moment("the moment that today and now stand for while the examples are run")),
  registry: optional(
    several(REGISTERED, SPEC_PACKAGE_BOUNDS.registry, "what is registered while the examples are run", 0),
  ),
  registries: mapOf(
    several(ENTRY, SPEC_PACKAGE_BOUNDS.registry, undefined, 0),
    SPEC_PACKAGE_BOUNDS.registries,
    "what is registered in the registries that the package declares by name",
  ),
  valid: several(record(EXAMPLE), SPEC_PACKAGE_BOUNDS.examples),
  invalid: several(record({ ...EXAMPLE, expect: several(EXPECTED, 100) }), SPEC_PACKAGE_BOUNDS.examples),
});

const LIST = record({
  values: several(WORD, SPEC_PACKAGE_BOUNDS.words),
  aliases: mapOf(
    text(200, "a word of the list"),
    1_000,
    "what people write instead, in lower case → the word",
  ),
  typos: optional(
    choice(["repair"], "a repair may correct one slip of the hand in a word, because no other word is near"),
  ),
  fill: optional(flag("the only word of the list may be filled in where it is absent")),
});

export const DOCUMENT = record({
  $schema: optional(textOf("where this schema is published; for editors", { maxLength: 300 })),
  format: part<string>({ const: SPEC_PACKAGE_FORMAT }),
  targetProduct: slug("lower-case words joined by hyphens"),
  domainId: slug("lower-case words joined by hyphens"),
  version: formed(32, "^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)$", "three numbers such as 1.0.0"),
  title: text(120, "what the domain is called"),
  description: optional(text(2_000, "what proposals of the domain are about")),
  lists: mapOf(LIST, SPEC_PACKAGE_BOUNDS.lists, "named lists of words that rules refer to"),
  aliases: mapOf(
    several(text(64, "a name"), 50),
    200,
    "other names that people use for a member, by its pointer",
  ),
  schema: anyObject("JSON Schema 2020-12 of the candidate, within the allowed keywords"),
  registries: mapOf(
    record({
      member: text(100, "the member of the registry's response that lists the entries"),
      key: optional(text(100, "the member of an entry that rules look for; id if it is left out")),
      case: optional(
        choice(
          ["exact", "ignore", "ignore-spaces"],
          "what makes no difference: nothing (exact), upper and lower case (ignore, if it is left out), or these and spaces",
        ),
      ),
    }),
    SPEC_PACKAGE_BOUNDS.registries,
    "registries besides the product's own, by the names that rules use",
  ),
  definitions: mapOf(
    record({
      params: several(text(64, "a name for a value"), 8, "what it is called with", 0),
      expression: text(2_000, "an expression in CEL about these names"),
    }),
    SPEC_PACKAGE_BOUNDS.definitions,
    "expressions with a name, which those of rules call as functions",
  ),
  rules: several(RULE, SPEC_PACKAGE_BOUNDS.rules, undefined, 0),
  units: mapOf(
    several(text(30, "a word"), 20, undefined, 0),
    100,
    "units of numbers that are not common ones, with other words for each",
  ),
  notes: optional(
    formed(
      300,
      "^(/[^/*]+)+$",
      "a JSON Pointer without * to the prose member to which authors may move what has no member of its own",
    ),
  ),
  normalization: optional(
    record({
      prose: optional(several(pointer, 100, "texts that are put in NFC, with LF line ends, and trimmed", 0)),
      sets: optional(
        several(
          record({ at: pointer, list: text(64, "name of a list") }),
          50,
          "lists whose repeats are dropped and whose order is that of a list of the package",
          0,
        ),
      ),
    }),
  ),
  docs: valuesOf(
    record({ summary: text(500, "what is wrong"), fix: text(500, "what to do about it") }),
    1_000,
    "what each code of the rules means",
  ),
  examples: EXAMPLES,
});

/** The JSON Schema of spec packages, written within the keywords that they may use themselves. */
export const SPEC_PACKAGE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: SPEC_PACKAGE_SCHEMA_URL,
  title: "Preflight spec package",
  description: "The rules that a product sets for proposals in one domain, as data.",
  ...(DOCUMENT.schema as { readonly properties: Record<string, object> }),
  /** Three levels of groups, and the tests inside them. */
  $defs: {
    condition: conditionOf("conditionInside"),
    conditionInside: conditionOf("conditionInnermost"),
    conditionInnermost: conditionOf("test"),
    test: conditionOf(undefined),
  },
};
