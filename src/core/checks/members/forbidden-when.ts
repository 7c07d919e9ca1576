import { fix } from "../../findings/finding.ts";
import { actualOf, quote } from "../../unicode/describe.ts";
import { defineValueCheck } from "../definition.ts";

export const forbiddenWhen = defineValueCheck({
  name: "forbidden-when",
  summary: "The member is absent when the rule's condition holds.",
  parts: {},
  needsCondition: true,
  describe: () => "Not allowed.",
  compile({ when }) {
    return {
      ok: (value) => value === undefined,
      detail(value, path) {
        const name = quote(String(path.at(-1)));
        return {
          message: `${name} is not allowed when ${when}; leave it out.`,
          actual: actualOf(value),
          fixes: [fix(`Remove ${name}`, "removal", { kind: "remove", path })],
        };
      },
    };
  },
});
