import { actualOf, quote } from "../text/describe.ts";
import type { Registry, RegistryEntry } from "../types.ts";
import { definePlaceCheck } from "./definition.ts";

export const unlikeRegisteredNames = definePlaceCheck<object>({
  name: "unlike-registered-names",
  summary: "The name is not the same as, or a typing error away from, a name in the product's registry.",
  params: { type: "object", additionalProperties: false },
  compile() {
    // The most expensive check, and the quick pass, the thorough pass and the message all need its answer.
    let last: { registry: Registry; name: string; near: RegistryEntry | undefined } | undefined;
    function nearest(registry: Registry, name: string): RegistryEntry | undefined {
      if (last?.name !== name || last.registry !== registry)
        last = { registry, name, near: registry.findNearName(name) };
      return last.near;
    }
    return {
      ok: (value, registry) => typeof value !== "string" || nearest(registry, value) === undefined,
      detail(value, _path, sink) {
        const name = String(value);
        const near = nearest(sink.scope.registry, name)!;
        return {
          message: `${quote(name)} is very close to the registered ${quote(near.name)} (${quote(near.id)}); make sure that it is something new, and choose a name that shows it.`,
          expected: { unlike: near.name },
          actual: actualOf(name),
        };
      },
    };
  },
});
