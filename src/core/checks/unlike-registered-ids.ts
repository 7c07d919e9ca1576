import { actualOf, quote } from "../text/describe.ts";
import type { Registry, RegistryEntry } from "../types.ts";
import { definePlaceCheck, notText } from "./definition.ts";

export const unlikeRegisteredIds = definePlaceCheck<object>({
  name: "unlike-registered-ids",
  summary: "The identifier does not look like one in the product's registry.",
  params: { type: "object", additionalProperties: false },
  unsuited: notText,
  compile() {
    let last: { registry: Registry; id: string; near: RegistryEntry | undefined } | undefined;
    function nearest(registry: Registry, id: string): RegistryEntry | undefined {
      // An id that is taken is an error of its own.
      if (last?.id !== id || last.registry !== registry)
        last = {
          registry,
          id,
          near: registry.findById(id) === undefined ? registry.findNearId(id) : undefined,
        };
      return last.near;
    }
    return {
      ok: (value, registry) => typeof value !== "string" || nearest(registry, value) === undefined,
      detail(value, _path, sink) {
        const id = String(value);
        const near = nearest(sink.scope.registry, id)!;
        return {
          message: `${quote(id)} is very close to the registered ${quote(near.id)} (${quote(near.name)}); make sure that it is something new.`,
          expected: { unlike: near.id },
          actual: actualOf(id),
        };
      },
    };
  },
});
