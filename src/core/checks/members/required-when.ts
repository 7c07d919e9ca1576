import { fix } from "../../findings/finding.ts";
import { quote } from "../../unicode/describe.ts";
import { defineValueCheck } from "../definition.ts";

export const requiredWhen = defineValueCheck<object>({
  name: "required-when",
  summary: "The member is there when the rule's condition holds.",
  params: { type: "object", additionalProperties: false },
  needsCondition: true,
  describe: () => "Required.",
  compile({ when }, at) {
    return {
      seesAbsence: true,
      ok: (value) => value !== undefined,
      detail(_value, path, sink) {
        const value = sink.placeholderAt(at);
        const name = quote(String(path.at(-1)));
        return {
          message: `${name} is required when ${when}, but missing.`,
          ...(value !== undefined && {
            fixes: [fix(`Add ${name} to fill in`, "placeholder", { kind: "add", path, value })],
          }),
        };
      },
    };
  },
});
