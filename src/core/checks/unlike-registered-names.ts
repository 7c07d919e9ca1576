import { actualOf, quote } from "../describe.ts";
import { type Check, valueRule } from "./check.ts";

export const unlikeRegisteredNames: Check = {
  name: "unlike-registered-names",
  summary: "The name is not the same as, or a slip away from, a name in the product's registry.",
  params: { type: "object", additionalProperties: false },
  compile(rule) {
    return valueRule(rule, {
      ok: (value, registry) => typeof value !== "string" || registry.findNearName(value) === undefined,
      detail(value, _path, sink) {
        const name = String(value);
        const near = sink.registry.findNearName(name)!;
        return {
          message: `${quote(name)} is very close to the registered ${quote(near.name)} (${quote(near.id)}); make sure that it is something new, and say so in its name.`,
          expected: { unlike: near.name },
          actual: actualOf(name),
        };
      },
    });
  },
};
