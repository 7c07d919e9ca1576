/** The published schema of spec packages, written within the keywords that spec packages may use. */
import { DEPRECATED } from "../../schema/compile/keywords.ts";
import { EXAMPLES } from "./examples.ts";
import { anyObject, pointer, SPEC_PACKAGE_BOUNDS, slug, text } from "./parts.ts";
import { CONDITIONS, RULE } from "./rules.ts";

/** The `format` of every spec package. */
export const SPEC_PACKAGE_FORMAT = "preflight-spec-package/1";

/** Where editors find the schema below; every package that a command writes names it. */
export const SPEC_PACKAGE_SCHEMA_URL =
  "https://unpkg.com/proposal-preflight/spec-packages/spec-package.schema.json";

const WORD = {
  type: ["string", "object"],
  minLength: 1,
  maxLength: 200,
  description: "a word, or a word with what people read about it",
  properties: {
    value: text(200, "the word"),
    title: text(120, "what people see instead"),
    description: text(500, "what it means"),
    deprecated: DEPRECATED,
  },
  required: ["value"],
  additionalProperties: false,
};

/** What `preflight spec check` may advise, so that an author can silence it. */
export const ADVICE_CODES = [
  "rule-untried",
  "list-unused",
  "registry-unused",
  "text-unbounded",
  "list-unbounded",
  "members-open",
];

/** The JSON Schema of spec packages, written within the keywords that they may use themselves. */
export const SPEC_PACKAGE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: SPEC_PACKAGE_SCHEMA_URL,
  title: "Preflight spec package",
  description: "The rules that a product sets for proposals in one domain, as data.",
  type: "object",
  properties: {
    $schema: { type: "string", maxLength: 300, description: "where this schema is published; for editors" },
    format: { const: SPEC_PACKAGE_FORMAT },
    targetProduct: slug("lower-case words joined by hyphens"),
    domainId: slug("lower-case words joined by hyphens"),
    version: {
      type: "string",
      maxLength: 32,
      pattern: "^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)$",
      description: "three numbers such as 1.0.0",
    },
    title: text(120, "what the domain is called"),
    description: text(2_000, "what proposals of the domain are about"),
    lists: {
      type: "object",
      description: "named lists of words that rules refer to",
      maxProperties: SPEC_PACKAGE_BOUNDS.lists,
      additionalProperties: {
        type: "object",
        properties: {
          values: {
            type: "array",
            minItems: 1,
            maxItems: SPEC_PACKAGE_BOUNDS.words,
            items: WORD,
          },
          aliases: {
            type: "object",
            description: "what people write instead, in lower case → the word",
            maxProperties: 1_000,
            additionalProperties: text(200, "a word of the list"),
          },
          typos: {
            enum: ["repair"],
            description: "a repair may correct one slip of the hand in a word, because no other word is near",
          },
          fill: {
            type: "boolean",
            description: "the only word of the list may be filled in where it is absent",
          },
        },
        required: ["values"],
        additionalProperties: false,
      },
    },
    aliases: {
      type: "object",
      description: "other names that people use for a member, by its pointer",
      maxProperties: 200,
      additionalProperties: { type: "array", minItems: 1, maxItems: 50, items: text(64, "a name") },
    },
    valueAliases: {
      type: "object",
      description: "what people write instead of a value of an enum, by its pointer",
      maxProperties: 200,
      additionalProperties: {
        type: "object",
        description: "what people write, in lower case → the value",
        maxProperties: 1_000,
        additionalProperties: {},
      },
    },
    schema: anyObject("JSON Schema 2020-12 of the candidate, within the allowed keywords"),
    registries: {
      type: "object",
      description: "registries besides the product's own, by the names that rules use",
      maxProperties: SPEC_PACKAGE_BOUNDS.registries,
      additionalProperties: {
        type: "object",
        properties: {
          member: text(100, "the member of the registry's response that lists the entries"),
          key: text(100, "the member of an entry that rules look for; id if it is left out"),
          case: {
            enum: ["exact", "ignore", "ignore-spaces"],
            description:
              "what makes no difference: nothing (exact), upper and lower case (ignore, if it is left out), or these and spaces",
          },
        },
        required: ["member"],
        additionalProperties: false,
      },
    },
    rules: {
      type: "array",
      maxItems: SPEC_PACKAGE_BOUNDS.rules,
      items: RULE,
    },
    silence: {
      type: "array",
      maxItems: 20,
      description: "codes of advice that does not fit this package",
      items: { enum: ADVICE_CODES },
    },
    units: {
      type: "object",
      description: "units of numbers that are not common ones, with other words for each",
      maxProperties: 100,
      additionalProperties: { type: "array", maxItems: 20, items: text(30, "a word") },
    },
    notes: {
      type: "string",
      maxLength: 300,
      pattern: "^(/[^/*]+)+$",
      description:
        "a JSON Pointer without * to the prose member to which authors may move what has no member of its own",
    },
    normalization: {
      type: "object",
      properties: {
        prose: {
          type: "array",
          maxItems: 100,
          items: pointer,
          description: "texts that are put in NFC, with LF line ends, and trimmed",
        },
        sets: {
          type: "array",
          maxItems: 50,
          description: "lists whose repeats are dropped and whose order is that of a list of the package",
          items: {
            type: "object",
            properties: { at: pointer, list: text(64, "name of a list") },
            required: ["at", "list"],
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    docs: {
      type: "object",
      description: "what each code of the rules means",
      maxProperties: 1_000,
      additionalProperties: {
        type: "object",
        properties: {
          summary: text(500, "what is wrong"),
          fix: text(500, "what to do about it"),
        },
        required: ["summary", "fix"],
        additionalProperties: false,
      },
    },
    examples: EXAMPLES,
  },
  required: [
    "format",
    "targetProduct",
    "domainId",
    "version",
    "title",
    "schema",
    "rules",
    "docs",
    "examples",
  ],
  additionalProperties: false,
  $defs: CONDITIONS,
} as const;
