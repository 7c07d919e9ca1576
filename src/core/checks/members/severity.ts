import { REGRADABLE_CODES, TYPES_OF_CODES } from "../../findings/schema-codes.ts";
import { defineSchemaCheck, mayBe } from "../definition.ts";

export const severity = defineSchemaCheck<{ codes: string[] }>({
  name: "severity",
  summary: "What the schema reports at a place gets the code and the severity of the rule.",
  params: {
    type: "object",
    properties: {
      codes: {
        type: "array",
        minItems: 1,
        maxItems: 20,
        items: { enum: REGRADABLE_CODES, description: "a code of the schema" },
        description: "which findings of the schema",
      },
    },
    required: ["codes"],
    additionalProperties: false,
  },
  unsuited(place, { codes }) {
    const other = codes.find((code) => !mayBe(place, ...(TYPES_OF_CODES[code] ?? [place.type])));
    return other === undefined ? undefined : `the schema never reports "${other}" there`;
  },
  codes: ({ codes }) => codes,
});
