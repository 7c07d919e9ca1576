import { REGRADABLE_CODES, TYPES_OF_CODES } from "../../findings/schema-codes.ts";
import { defineSchemaCheck, mayBe } from "../definition.ts";
import { choice, several } from "../params.ts";

export const severity = defineSchemaCheck({
  name: "severity",
  summary: "What the schema reports at a place gets the code and the severity of the rule.",
  parts: {
    codes: several(choice(REGRADABLE_CODES, "a code of the schema"), 20, "which findings of the schema"),
  },
  unsuited(place, { codes }) {
    const other = codes.find((code) => !mayBe(place, ...(TYPES_OF_CODES[code] ?? [place.type])));
    return other === undefined ? undefined : `the schema never reports "${other}" there`;
  },
  compile: ({ params: { codes } }) => ({ codes }),
});
