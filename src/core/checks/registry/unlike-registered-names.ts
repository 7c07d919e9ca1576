import { actualOf, quote } from "../../unicode/describe.ts";
import { defineValueCheck, notText, registryOf } from "../definition.ts";
import { REGISTRY_PARAM, rememberLast } from "./registry-params.ts";

export const unlikeRegisteredNames = defineValueCheck<{ registry?: string }>({
  name: "unlike-registered-names",
  summary: "The name is not the same as, or a typing error away from, a name in the product's registry.",
  params: { type: "object", properties: { registry: REGISTRY_PARAM }, additionalProperties: false },
  registry: ({ registry }) => registry,
  unsuited: notText,
  compile({ params: { registry: chosen } }) {
    const nearest = rememberLast((registry, name) => registry.findNearName(name));
    return {
      ok: (value, scope) =>
        typeof value !== "string" || nearest(registryOf(scope, chosen), value) === undefined,
      detail(value, _path, sink) {
        const name = String(value);
        const near = nearest(registryOf(sink.scope, chosen), name)!;
        return {
          message: `${quote(name)} is very close to the registered ${quote(near.name)} (${quote(near.id)}); make sure that it is something new, and choose a name that shows it.`,
          expected: { unlike: near.name },
          actual: actualOf(name),
        };
      },
    };
  },
});
