import { actualOf, quote } from "../../text/describe.ts";
import type { Registry, RegistryEntry } from "../../types.ts";
import { definePlaceCheck, notText, registryOf } from "../definition.ts";
import { entryName, REGISTRY_PARAM } from "./registry-params.ts";

export const unlikeRegisteredIds = definePlaceCheck<{ registry?: string }>({
  name: "unlike-registered-ids",
  summary: "The identifier does not look like one in the product's registry.",
  params: { type: "object", properties: { registry: REGISTRY_PARAM }, additionalProperties: false },
  registry: ({ registry }) => registry,
  unsuited: notText,
  compile({ params: { registry: chosen } }) {
    let last: { registry: Registry; id: string; near: RegistryEntry | undefined } | undefined;
    function nearest(registry: Registry, id: string): RegistryEntry | undefined {
      if (last?.id === id && last.registry === registry) return last.near;
      const near = registry.findNearId(id);
      // An id that is taken is an error of its own.
      const isTaken = near !== undefined && registry.findById(id) !== undefined;
      last = { registry, id, near: isTaken ? undefined : near };
      return last.near;
    }
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
