import type { Registry } from "../../types.ts";
import { actualOf, found, quote } from "../../unicode/describe.ts";
import { defineValueCheck } from "../definition.ts";
import { useInstead } from "../offers.ts";
import { entryName, KEY_PARTS, keyOf, nameOfRegistry, notKey } from "./registry-params.ts";

export const notInRegistry = defineValueCheck({
  name: "not-in-registry",
  summary: "The value is not registered yet, in the product's registry or in another one.",
  parts: KEY_PARTS,
  unsuited: notKey,
  describe: ({ registry }) =>
    registry === undefined
      ? "The identifier is not taken in the product's registry, compared without case."
      : `It is not taken in the registry ${quote(registry)}.`,
  compile({ params: { registry, prefix }, asSubmitted }, at) {
    const { name } = registry;
    /** The entry that is in the way. */
    const takenBy = (asked: Registry, key: string) => {
      const entry = asked.findById(key);
      if (entry === undefined) return undefined;
      const isOwn = asked.isOwn?.(entry) || asked.isOwn?.({ ...entry, id: (prefix ?? "") + entry.id });
      return isOwn ? undefined : entry;
    };
    const submitted = (value: unknown) => (typeof value === "string" ? asSubmitted(at, value) : value);
    return {
      ok(value, scope) {
        const key = keyOf(submitted(value), prefix);
        return key === undefined || takenBy(registry.in(scope), key) === undefined;
      },
      detail(value, path, sink) {
        const sent = submitted(value);
        const key = keyOf(sent, prefix)!;
        const taken = takenBy(registry.in(sink.scope), key)!;
        // Which of these is right is for the author to say.
        const fixes =
          typeof sent === "string"
            ? alternatives(key)
                .map((to) => (prefix ?? "") + to)
                .filter((to) => sink.accepts(at, to, path))
                .slice(0, MAX_ALTERNATIVES)
                .map((to) => useInstead(to, ["derived", "open"], path))
            : [];
        return {
          message: `${found(sent)} is taken: ${nameOfRegistry(name)} has ${entryName(taken)}. Choose another ${typeof sent === "string" ? "identifier" : "number"}.`,
          actual: actualOf(sent),
          fixes,
        };
      },
    };
  },
});

const MAX_ALTERNATIVES = 3;

function alternatives(id: string): string[] {
  const separator = /[A-Za-z0-9]([._-])[A-Za-z0-9]/.exec(id)?.[1] ?? "-";
  return ["custom", "extended", "v2", ...Array.from({ length: 6 }, (_, index) => String(index + 2))].map(
    (word) => `${id}${separator}${word}`,
  );
}
