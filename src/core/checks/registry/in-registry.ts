import { fix } from "../../findings/finding.ts";
import { NO_GUESSES } from "../../meter/meter.ts";
import { createWordMatcher, type WordMatch } from "../../similar/closed-words.ts";
import { lettersOf } from "../../similar/spelling.ts";
import { actualOf, found, listOf, quote } from "../../unicode/describe.ts";
import { defineValueCheck, registryOf } from "../definition.ts";
import { entryName, KEY_PARAMS, type KeyParams, keyOf, notKey, registryName } from "./registry-params.ts";

/** What a search among more entries than this costs grows no further. */
const MAX_COMPARED = 1_000;
/** Of keys that are equally near. */
const MAX_OFFERED = 3;

export const inRegistry = defineValueCheck<KeyParams>({
  name: "in-registry",
  summary: "The value is registered, in the product's registry or in another one.",
  params: KEY_PARAMS,
  registry: ({ registry }) => registry,
  needsEntries: true,
  unsuited: notKey,
  describe: ({ registry }) => `It is registered in ${registryName(registry)}.`,
  compile({ params, asSubmitted }, at) {
    const { registry: name, prefix = "" } = params;
    const submitted = (value: unknown) => (typeof value === "string" ? asSubmitted(at, value) : value);
    return {
      asksRegistry: true,
      ok(value, scope) {
        if (typeof value !== "string" && typeof value !== "number") return true;
        const key = keyOf(submitted(value), params);
        const entry = key === undefined ? undefined : registryOf(scope, name).findById(key);
        // The package holds what was written. Only a registry that says so takes one key for another.
        return entry !== undefined && (name !== undefined || entry.id === key);
      },
      detail(value, path, sink) {
        const sent = submitted(value);
        const key = keyOf(sent, params);
        const written = typeof sent === "string" ? sent : String(sent);
        const registry = registryOf(sink.scope, name);
        const mayGuess = typeof sent === "string" && sink.meter.spend(Math.min(registry.size, MAX_COMPARED));
        const near = mayGuess ? registry.suggest(key ?? withoutPrefix(String(sent), prefix)) : [];
        const meant = near.slice(0, MAX_OFFERED).map(({ id, name }) => ({ id: prefix + id, name }));
        const keys = meant.map(({ id }) => id);
        const same = createWordMatcher(keys, new Map(), false).match(written, NO_GUESSES);
        const matches: readonly WordMatch[] =
          same.length > 0 ? same : keys.map((value) => ({ value, grounds: ["likeness", "open"] }));
        const isOnly = meant.length === 1;
        return {
          message: `${found(sent)} is not in ${registryName(name)}${key === undefined && prefix !== "" ? `, whose keys follow ${quote(prefix)} here` : ""}.${meant.length > 0 ? ` Did you mean ${isOnly ? entryName(meant[0]!) : listOf(meant.map(({ id }) => id))}?` : " Use something that is registered."}`,
          ...(meant.length > 0 && { expected: isOnly ? meant[0]!.id : meant.map(({ id }) => id) }),
          actual: actualOf(sent),
          fixes: matches
            .filter(({ value }) => sink.accepts(at, value, path))
            .map(({ value: to, grounds }) => fix(`Use ${quote(to)}`, grounds, { kind: "replace", path, to })),
        };
      },
    };
  },
});

/** The key behind a prefix that is written otherwise. */
function withoutPrefix(text: string, prefix: string): string {
  return lettersOf(text.slice(0, prefix.length)) === lettersOf(prefix) ? text.slice(prefix.length) : text;
}
