import type { Meter } from "../../meter/meter.ts";
import { createMatcher, type Match, type Matcher } from "../../similar/matcher.ts";
import { lettersOf } from "../../similar/spelling.ts";
import type { Registry, RegistryEntry } from "../../types.ts";
import { actualOf, found, listOf, quote } from "../../unicode/describe.ts";
import { defineValueCheck } from "../definition.ts";
import { useInstead } from "../offers.ts";
import { entryName, KEY_PARTS, keyOf, nameOfRegistry, notKey } from "./registry-params.ts";

/** In a larger registry, keys are found by their letters and by names alone. */
const MAX_GUESSED = 10_000;
/** What a search in the index of a registry costs, whatever its size. */
const SEARCH_EFFORT = 20;
/** Of keys that are equally near. */
const MAX_OFFERED = 3;

/** Made when a key is first looked for, and kept while its registry is in use. */
const matchers = new WeakMap<Registry, Matcher>();

function matcherOf(registry: Registry): Matcher {
  let matcher = matchers.get(registry);
  if (matcher === undefined) {
    matcher = createMatcher(Array.from(registry.entries(), ({ id }) => id));
    matchers.set(registry, matcher);
  }
  return matcher;
}

/** The entries that were probably meant. A name says less than the letters of a key, and more than a likeness. */
function findMeant(
  registry: Registry,
  written: string,
  key: string | undefined,
  prefix: string,
  meter: Meter,
): readonly (RegistryEntry & Pick<Match, "grounds">)[] {
  if (!meter.spend(SEARCH_EFFORT)) return [];
  const asked = key ?? withoutPrefix(written, prefix);
  const found = registry.suggest(asked).slice(0, MAX_OFFERED);
  const isSmall = registry.size <= MAX_GUESSED;
  const matches = (isSmall ? matcherOf(registry) : createMatcher(found.map(({ id }) => id))).match(
    asked,
    meter,
  );
  const isByName = found.length > 0 && matches[0]?.grounds[0] !== "notation";
  const entries = isByName ? found : matches.map(({ value }) => registry.findById(value)!);
  return entries.map(({ id, name }, index) => {
    // The prefix is judged with the key.
    const own = key === undefined ? createMatcher([prefix + id]).certain(written, meter) : matches[index];
    const grounds = isByName ? undefined : own?.grounds;
    return { id: prefix + id, name, grounds: grounds ?? ["likeness", "open"] };
  });
}

export const inRegistry = defineValueCheck({
  name: "in-registry",
  summary: "The value is registered, in the product's registry or in another one.",
  parts: KEY_PARTS,
  needsEntries: true,
  unsuited: notKey,
  describe: ({ registry }) => `It is registered in ${nameOfRegistry(registry)}.`,
  compile({ params: { registry, prefix }, asSubmitted }, at) {
    const { name } = registry;
    const submitted = (value: unknown) => (typeof value === "string" ? asSubmitted(at, value) : value);
    return {
      ok(value, scope) {
        if (typeof value !== "string" && typeof value !== "number") return true;
        const key = keyOf(submitted(value), prefix);
        const entry = key === undefined ? undefined : registry.in(scope).findById(key);
        // The package holds what was written. Only a registry that says so takes one key for another.
        return entry !== undefined && (name !== undefined || entry.id === key);
      },
      detail(value, path, sink) {
        const sent = submitted(value);
        const key = keyOf(sent, prefix);
        const written = typeof sent === "string" ? sent : String(sent);
        const asked = registry.in(sink.scope);
        const meant =
          typeof sent === "string" ? findMeant(asked, written, key, prefix ?? "", sink.meter) : [];
        const isOnly = meant.length === 1;
        return {
          message: `${found(sent)} is not in ${nameOfRegistry(name)}${key === undefined && prefix !== undefined ? `, whose keys follow ${quote(prefix)} here` : ""}.${meant.length > 0 ? ` Did you mean ${isOnly ? entryName(meant[0]!) : listOf(meant.map(({ id }) => id))}?` : " Use something that is registered."}`,
          ...(meant.length > 0 && { expected: isOnly ? meant[0]!.id : meant.map(({ id }) => id) }),
          actual: actualOf(sent),
          fixes: meant
            .filter(({ id }) => sink.accepts(at, id, path))
            .map(({ id, grounds }) => useInstead(id, grounds, path)),
        };
      },
    };
  },
});

/** The key behind a prefix that is written otherwise. */
function withoutPrefix(text: string, prefix: string): string {
  return lettersOf(text.slice(0, prefix.length)) === lettersOf(prefix) ? text.slice(prefix.length) : text;
}
