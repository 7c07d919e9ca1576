/** The checks that warn of what is nearly registered already. */
import type { Registry, RegistryEntry } from "../../types.ts";
import { actualOf, quote } from "../../unicode/describe.ts";
import { type Check, defineValueCheck, notText } from "../definition.ts";
import { registryName } from "../params.ts";
import { entryName } from "./keys.ts";

function unlike({
  name,
  summary,
  find,
  describe,
  textOf,
}: {
  name: string;
  summary: string;
  find(registry: Registry, text: string): RegistryEntry | undefined;
  /** What the message calls the registered entry, and what it asks the author for. */
  describe(near: RegistryEntry): string;
  /** What it is like. */
  textOf(near: RegistryEntry): string;
}): Check {
  return defineValueCheck({
    name,
    summary,
    parts: { registry: registryName() },
    unsuited: notText,
    compile({ params: { registry: chosen } }) {
      // The quick pass, the thorough pass and the message all need the answer of the same expensive search.
      let last: { registry: Registry; text: string; entry: RegistryEntry | undefined } | undefined;
      const nearest = (registry: Registry, text: string) => {
        if (last?.text !== text || last.registry !== registry)
          last = { registry, text, entry: find(registry, text) };
        return last.entry && registry.isOwn?.(last.entry) ? undefined : last.entry;
      };
      return {
        ok: (value, scope) => typeof value !== "string" || nearest(chosen.in(scope), value) === undefined,
        detail(value, _path, sink) {
          const text = String(value);
          const near = nearest(chosen.in(sink.scope), text)!;
          return {
            message: `${quote(text)} is very close to the registered ${describe(near)}.`,
            expected: { unlike: textOf(near) },
            actual: actualOf(text),
          };
        },
      };
    },
  });
}

export const unlikeRegisteredIds = unlike({
  name: "unlike-registered-ids",
  summary: "The identifier does not look like one in the product's registry.",
  // An id that is taken is an error of its own.
  find: (registry, id) => (registry.findById(id) === undefined ? registry.findNearId(id) : undefined),
  describe: (near) => `${entryName(near)}; make sure that it is something new`,
  textOf: ({ id }) => id,
});

export const unlikeRegisteredNames = unlike({
  name: "unlike-registered-names",
  summary: "The name is not the same as, or a typing error away from, a name in the product's registry.",
  find: (registry, name) => registry.findNearName(name),
  describe: ({ id, name }) =>
    `${quote(name)} (${quote(id)}); make sure that it is something new, and choose a name that shows it`,
  textOf: ({ name }) => name,
});
