/** The schema of the examples that prove a spec package. */
import { moment, SPEC_PACKAGE_BOUNDS, text } from "./parts.ts";

export const EXAMPLES = {
  type: "object",
  properties: {
    now: moment("the moment that today and now stand for while the examples are run"),
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
          description: "an entry as the registry lists it; its key may be called id, and name is optional",
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
} as const;
