/** The schema of a rule, and of the conditions under which it applies. */
import { anyObject, moment, pointer, slug, text } from "./parts.ts";

const reference = {
  type: "string",
  maxLength: 300,
  pattern: "^(0|[1-9][0-9]?)?(/[^/]+)*$",
  description:
    "a JSON Pointer, in which a * that the rule's place has too stands for the same item; or a number of levels to go up from there, followed by a pointer",
};

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

/** Three levels of groups, and the tests inside them. */
export const CONDITIONS = {
  condition: condition("conditionInside"),
  conditionInside: condition("conditionInnermost"),
  conditionInnermost: condition("test"),
  test: condition(undefined),
};

export const RULE = {
  type: "object",
  properties: {
    code: slug("the code of the diagnostic: lower-case words joined by hyphens"),
    check: slug("a check of the catalogue"),
    at: { type: "array", minItems: 1, maxItems: 50, items: pointer },
    severity: { enum: ["error", "warning", "info"] },
    effectiveAt: moment("a UTC date-time such as 2027-01-01T00:00:00Z"),
    when: {
      description: "the rule applies only where this holds: tests of places, or an expression",
      anyOf: [{ type: "string", minLength: 1, maxLength: 2_000 }, { $ref: "#/$defs/condition" }],
    },
    message: text(500, "what to say instead of the check's own words, with {value}, {name} or {expected}"),
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
} as const;
