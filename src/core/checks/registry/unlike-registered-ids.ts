import { actualOf, quote } from "../../unicode/describe.ts";
import { defineValueCheck, notText, registryOf } from "../definition.ts";
import { entryName, REGISTRY_PARAM, rememberLast } from "./registry-params.ts";

export const unlikeRegisteredIds = defineValueCheck<{ registry?: string }>({
  name: "unlike-registered-ids",
  summary: "The identifier does not look like one in the product's registry.",
  params: { type: "object", properties: { registry: REGISTRY_PARAM }, additionalProperties: false },
  registry: ({ registry }) => registry,
  unsuited: notText,
  compile({ params: { registry: chosen } }) {
    const nearest = rememberLast((registry, id) =>
      // An id that is taken is an error of its own.
      registry.findById(id) === undefined ? registry.findNearId(id) : undefined,
    );
    return {
      ok: (value, scope) =>
        typeof value !== "string" || nearest(registryOf(scope, chosen), value) === undefined,
      detail(value, _path, sink) {
        const id = String(value);
        const near = nearest(registryOf(sink.scope, chosen), id)!;
        return {
          message: `${quote(id)} is very close to the registered ${entryName(near)}; make sure that it is something new.`,
          expected: { unlike: near.id },
          actual: actualOf(id),
        };
      },
    };
  },
});
