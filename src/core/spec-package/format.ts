/** The published schema of spec packages, written within the keywords that spec packages may use. */

/** The `format` of every spec package. */
export const SPEC_PACKAGE_FORMAT = "preflight-spec-package/1";

/** Where editors find the schema below; every package that a command writes names it. */
export const SPEC_PACKAGE_SCHEMA_URL =
  "https://unpkg.com/proposal-preflight/spec-packages/spec-package.schema.json";

const text = (maxLength: number, description: string) => ({
  type: "string",
  minLength: 1,
  maxLength,
  description,
});
const slug = (description: string) => ({
  type: "string",
  minLength: 1,
  maxLength: 64,
  pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  description,
});
const pointer = {
  type: "string",
  maxLength: 300,
  pattern: "^(/[^/]+)*$",
  description: "a JSON Pointer; * stands for every item of a list and every member of an object",
};
const reference = {
  type: "string",
  maxLength: 300,
  pattern: "^(0|[1-9][0-9]?)?(/[^/]+)*$",
  description:
    "a JSON Pointer, in which a * that the rule's place has too stands for the same item; or a number of levels to go up from there, followed by a pointer",
};
const anyObject = (description: string) => ({ type: "object", description });

/** A test of one place; `inner` is what groups of conditions consist of, undefined where no group is allowed. */
const condition = (inner: string | undefined) => {
  const group = (description: string) => ({
    type: "array",
    minItems: 1,
    maxItems: 20,
    items: { $ref: `#/$defs/${inner}` },
    description,
  });
  return {
    type: "object",
    properties: {
      at: reference,
      equals: { description: "the value there is this one" },
      in: {
        type: "array",
        minItems: 1,
        maxItems: 1_000,
        items: { description: "a value" },
        description: "the value there is one of these",
      },
      present: { type: "boolean", description: "whether there is a value" },
      matches: text(500, "a pattern that the text there matches"),
      ...(inner !== undefined && {
        all: group("all of these hold"),
        any: group("at least one of these holds"),
        not: { $ref: `#/$defs/${inner}` },
      }),
    },
    additionalProperties: false,
  };
};

/** Beside a word of a list. The schema of the candidate may have the same beside a member. */
export const DEPRECATED = {
  type: ["boolean", "object"],
  description: "whether it should no longer be used, or why and what to use instead",
  properties: {
    message: text(500, "why, in a sentence"),
    use: text(200, "the word, or the member of the same object, to use instead"),
    repair: { type: "boolean", description: "whether the replacement may be made without asking" },
  },
  additionalProperties: false,
};

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

export const SPEC_PACKAGE_BOUNDS = {
  bytes: 1_048_576,
  rules: 200,
  lists: 50,
  words: 10_000,
  examples: 200,
  registry: 1_000,
  registries: 20,
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
      items: {
        type: "object",
        properties: {
          code: slug("the code of the diagnostic: lower-case words joined by hyphens"),
          check: slug("a check of the catalogue"),
          at: { type: "array", minItems: 1, maxItems: 50, items: pointer },
          severity: { enum: ["error", "warning", "info"] },
          effectiveAt: {
            type: "string",
            maxLength: 40,
            pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,16}Z$",
            description: "a UTC date-time such as 2027-01-01T00:00:00Z",
          },
          when: {
            description: "the rule applies only where this holds: tests of places, or an expression",
            anyOf: [{ type: "string", minLength: 1, maxLength: 2_000 }, { $ref: "#/$defs/condition" }],
          },
          warnWhen: {
            description: "where this holds, an error is a warning: tests of places, or an expression",
            anyOf: [{ type: "string", minLength: 1, maxLength: 2_000 }, { $ref: "#/$defs/condition" }],
          },
          message: text(
            500,
            "what to say instead of the check's own words, with {value}, {name} or {expected}",
          ),
          fix: {
            type: "object",
            description: "a change that puts it right",
            properties: {
              title: text(200, "what it does"),
              set: {
                type: "object",
                description: "an expression for each place to change",
                minProperties: 1,
                maxProperties: 20,
                additionalProperties: text(2_000, "an expression"),
              },
              remove: { type: "array", minItems: 1, maxItems: 20, items: text(300, "a place to empty") },
              repair: { type: "boolean", description: "whether it may be applied without asking" },
            },
            required: ["title"],
            additionalProperties: false,
          },
          params: anyObject("parameters of the check"),
        },
        required: ["code", "check", "at", "severity"],
        additionalProperties: false,
      },
    },
    silence: {
      type: "array",
      maxItems: 20,
      description: "codes of advice that does not fit this package",
      items: { enum: ADVICE_CODES },
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
          fix: text(500, "what to do about it; required"),
          mend: text(500, "the older name of fix"),
        },
        required: ["summary"],
        additionalProperties: false,
      },
    },
    examples: {
      type: "object",
      properties: {
        now: {
          type: "string",
          maxLength: 40,
          pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,16}Z$",
          description: "the moment that today and now stand for while the examples are run",
        },
        registry: {
          type: "array",
          maxItems: SPEC_PACKAGE_BOUNDS.registry,
          description: "what is registered while the examples are run",
          items: {
            type: "object",
            properties: { id: text(300, "identifier"), name: text(300, "name") },
            required: ["id", "name"],
            additionalProperties: false,
          },
        },
        registries: {
          type: "object",
          description: "what is registered in the registries that the package declares by name",
          maxProperties: SPEC_PACKAGE_BOUNDS.registries,
          additionalProperties: {
            type: "array",
            maxItems: SPEC_PACKAGE_BOUNDS.registry,
            items: {
              type: ["object", "string", "number"],
              description:
                "an entry as the registry lists it; its key may be called id, and name is optional",
            },
          },
        },
        valid: {
          type: "array",
          minItems: 1,
          maxItems: SPEC_PACKAGE_BOUNDS.examples,
          items: {
            type: "object",
            properties: { title: text(200, "what the example shows"), candidate: {} },
            required: ["title", "candidate"],
            additionalProperties: false,
          },
        },
        invalid: {
          type: "array",
          minItems: 1,
          maxItems: SPEC_PACKAGE_BOUNDS.examples,
          items: {
            type: "object",
            properties: {
              title: text(200, "what the example shows"),
              candidate: {},
              expect: {
                type: "array",
                minItems: 1,
                maxItems: 100,
                items: {
                  type: "object",
                  properties: {
                    code: text(130, "code of the diagnostic"),
                    pointer: { type: "string", maxLength: 1_000 },
                  },
                  required: ["code", "pointer"],
                  additionalProperties: false,
                },
              },
            },
            required: ["title", "candidate", "expect"],
            additionalProperties: false,
          },
        },
      },
      required: ["valid", "invalid"],
      additionalProperties: false,
    },
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
  $defs: {
    condition: condition("conditionInside"),
    conditionInside: condition("conditionInnermost"),
    conditionInnermost: condition("test"),
    test: condition(undefined),
  },
} as const;
