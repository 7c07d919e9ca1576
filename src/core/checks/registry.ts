/** The checks that ask a registry: whether a key is there, and whether something nearly is. */
import type { FixedValue } from "../evidence/evidence.ts";
import { useInstead } from "../findings/finding.ts";
import { once } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { lettersOrText, readWord, Word } from "../similar/likeness.ts";
import { createMatcher } from "../similar/matcher.ts";
import type { Registry, RegistryEntry } from "../types.ts";
import { actualOf, found, listOf, quote } from "../unicode/unicode.ts";
import { defineValueCheck, lacking, notText, optional, registryName, text } from "./definition.ts";

const KEY_PARTS = {
  registry: registryName(),
  prefix: optional(
    text('what stands before the key in the candidate, such as "eip155-"', { minLength: 1, maxLength: 100 }),
  ),
};

const notKey = lacking("text or number", "string", "integer", "number");

/** The key that a value stands for; undefined if it cannot be one. */
function keyOf(value: unknown, prefix: string | undefined): string | undefined {
  if (typeof value === "number")
    return prefix === undefined && Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  if (prefix === undefined) return value;
  return value.startsWith(prefix) ? value.slice(prefix.length) : undefined;
}

const nameOfRegistry = (name: string | undefined): string =>
  name === undefined ? "the registry" : `the registry ${quote(name)}`;

const entryName = ({ id, name }: { id: string; name: string }): string =>
  name === "" || name === id ? quote(id) : `${quote(id)} (${quote(name)})`;

/** In a larger registry, keys are found by their letters and by names alone. */
const MAX_GUESSED = 10_000;
/** What a search in the index of a registry costs, whatever its size. */
const SEARCH_EFFORT = 20;
/** Of keys that are equally near. */
const MAX_OFFERED = 3;

const matcherOf = once((registry: Registry) => createMatcher(Array.from(registry.entries(), ({ id }) => id)));

/** The entries that were probably meant. A name says less than the letters of a key, and more than a likeness. */
function findMeant(
  registry: Registry,
  written: string,
  key: string | undefined,
  prefix: string,
  meter: Meter,
): readonly (RegistryEntry & Pick<FixedValue, "grounds">)[] {
  if (!meter.spend(SEARCH_EFFORT)) return [];
  const asked = key ?? withoutPrefix(written, prefix, meter);
  const found = registry.suggest(asked).slice(0, MAX_OFFERED);
  const isSmall = registry.size <= MAX_GUESSED;
  const matcher = isSmall ? matcherOf(registry) : createMatcher(found.map(({ id }) => id));
  const matches = matcher.match(asked, meter);
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
  compile({ params: { registry, prefix }, asSubmittedAt }, at) {
    const asSubmitted = asSubmittedAt(at);
    const { name } = registry;
    return {
      ok(value, scope) {
        if (typeof value !== "string" && typeof value !== "number") return true;
        const key = keyOf(asSubmitted(value), prefix);
        const entry = key === undefined ? undefined : registry.in(scope).findById(key);
        // The package holds what was written. Only a registry that says so takes one key for another.
        return entry !== undefined && (name !== undefined || entry.id === key);
      },
      detail(value, path, sink) {
        const sent = asSubmitted(value);
        const key = keyOf(sent, prefix);
        const asked = registry.in(sink.scope);
        const meant = typeof sent === "string" ? findMeant(asked, sent, key, prefix ?? "", sink.meter) : [];
        const [first, ...others] = meant;
        const ids = meant.map(({ id }) => id);
        const where =
          key === undefined && prefix !== undefined ? `, whose keys follow ${quote(prefix)} here` : "";
        const offer = first && `Did you mean ${others.length === 0 ? entryName(first) : listOf(ids)}?`;
        return {
          message: `${found(sent)} is not in ${nameOfRegistry(name)}${where}. ${offer ?? "Use something that is registered."}`,
          ...(first && { expected: others.length === 0 ? first.id : ids }),
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
function withoutPrefix(text: string, prefix: string, meter: Meter): string {
  const sent = readWord(text.slice(0, prefix.length), meter);
  const isSame = sent !== undefined && lettersOrText(sent) === lettersOrText(Word.of(prefix));
  return isSame ? text.slice(prefix.length) : text;
}

export const notInRegistry = defineValueCheck({
  name: "not-in-registry",
  summary: "The value is not registered yet, in the product's registry or in another one.",
  parts: KEY_PARTS,
  unsuited: notKey,
  describe: ({ registry }) =>
    registry === undefined
      ? "The identifier is not taken in the product's registry, compared without case."
      : `It is not taken in the registry ${quote(registry)}.`,
  compile({ params: { registry, prefix }, asSubmittedAt }, at) {
    const asSubmitted = asSubmittedAt(at);
    const takenBy = (asked: Registry, key: string) => {
      const entry = asked.findById(key);
      if (entry === undefined) return undefined;
      const isOwn = asked.isOwn?.(entry) || asked.isOwn?.({ ...entry, id: (prefix ?? "") + entry.id });
      return isOwn ? undefined : entry;
    };
    return {
      ok(value, scope) {
        const key = keyOf(asSubmitted(value), prefix);
        return key === undefined || takenBy(registry.in(scope), key) === undefined;
      },
      detail(value, path, sink) {
        const sent = asSubmitted(value);
        const key = keyOf(sent, prefix)!;
        const taken = takenBy(registry.in(sink.scope), key)!;
        const others = typeof sent === "string" ? alternatives(key).map((to) => (prefix ?? "") + to) : [];
        const what = typeof sent === "string" ? "identifier" : "number";
        return {
          message: `${found(sent)} is taken: ${nameOfRegistry(registry.name)} has ${entryName(taken)}. Choose another ${what}.`,
          actual: actualOf(sent),
          // Which of these is right is for the author to say.
          fixes: others
            .filter((to) => sink.accepts(at, to, path))
            .slice(0, MAX_ALTERNATIVES)
            .map((to) => useInstead(to, ["derived", "open"], path)),
        };
      },
    };
  },
});

const MAX_ALTERNATIVES = 3;

function alternatives(id: string): string[] {
  const separator = /[A-Za-z0-9]([._-])[A-Za-z0-9]/.exec(id)?.[1] ?? "-";
  return ["custom", "extended", "v2", 2, 3, 4, 5, 6, 7].map((word) => `${id}${separator}${word}`);
}

function unlike(
  name: string,
  summary: string,
  find: (registry: Registry, text: string) => RegistryEntry | undefined,
  describe: (near: RegistryEntry) => { said: string; text: string },
) {
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
          const { said, text } = describe(nearest(chosen.in(sink.scope), String(value))!);
          return {
            message: `${quote(String(value))} is very close to the registered ${said}.`,
            expected: { unlike: text },
            actual: actualOf(String(value)),
          };
        },
      };
    },
  });
}

export const unlikeRegisteredIds = unlike(
  "unlike-registered-ids",
  "The identifier does not look like one in the product's registry.",
  // An id that is taken is an error of its own.
  (registry, id) => (registry.findById(id) === undefined ? registry.suggest(id)[0] : undefined),
  (near) => ({ said: `${entryName(near)}; make sure that it is something new`, text: near.id }),
);

export const unlikeRegisteredNames = unlike(
  "unlike-registered-names",
  "The name is not the same as, or a typing error away from, a name in the product's registry.",
  (registry, name) => registry.findNearName(name),
  ({ id, name }) => ({
    said: `${quote(name)} (${quote(id)}); make sure that it is something new, and choose a name that shows it`,
    text: name,
  }),
);
