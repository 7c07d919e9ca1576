/**
 * Lets spec packages share what they have in common. Many packages differ in a few words only; compiled apart, each
 * would be its own set of closures, and a service with a thousand of them would find none in the processor's caches.
 */

import { escapeToken, isPlainObject } from "../json/values.ts";
import { patternsOf, type SchemaContext, type Site, type Subschema } from "./compile/compiler.ts";
import type { Place } from "./place.ts";

/** How often the keys of values that nobody uses any more are dropped, in new keys. */
const SWEEP_EVERY = 1_000;
/** Longer keys belong to parts that are hardly equal in two packages. */
const MAX_KEY_LENGTH = 20_000;

export function createShared<Value extends object>() {
  const known = new Map<string, WeakRef<Value>>();
  let sweepAt = SWEEP_EVERY;
  return {
    /** What was kept under an equal key, as long as somebody still uses it. What has no key is not shared. */
    find: (key = ""): Value | undefined => known.get(key)?.deref(),
    keep(key: string | undefined, value: Value): Value {
      if (key === undefined || key.length > MAX_KEY_LENGTH) return value;
      known.set(key, new WeakRef(value));
      if (known.size <= sweepAt) return value;
      for (const [held, reference] of known) if (reference.deref() === undefined) known.delete(held);
      sweepAt = known.size + SWEEP_EVERY;
      return value;
    },
  };
}

export interface SharedPlace {
  readonly place: Place;
  /** Places by their path patterns. Alternatives can have places of one pattern. */
  readonly found: Map<string, Place[]>;
  readonly size: number;
}

const places = createShared<Place>();
/** Keeps what belongs to a place for as long as the place is in use. */
const sharedOf = new WeakMap<Place, SharedPlace>();
const REFERS = /"\$ref"/;
const DEFAULTS = /"default"|"deprecated"/;
/** References to anything but a definition, whose meaning depends on where they are. */
const REFERS_ELSEWHERE = /"\$(?:dynamicRef|anchor|dynamicAnchor|id)"|"\$ref":"(?!#\/\$defs\/)/;

export function createPlaceSharing(schema: unknown, context: SchemaContext) {
  const added: [string, SharedPlace][] = [];
  const adopted = new Set<string>();
  const definitions = isPlainObject(schema) && isPlainObject(schema.$defs) ? schema.$defs : {};
  const definitionsText = JSON.stringify(definitions);
  const refersElsewhere = REFERS_ELSEWHERE.test(definitionsText);
  // A longer key would not be kept.
  const isUnshared = definitionsText.length > MAX_KEY_LENGTH || DEFAULTS.test(definitionsText);
  return {
    /** Equal for what compiles to the same place; undefined for what cannot be shared. */
    keyOf(subschemas: readonly Subschema[], site: Site): string | undefined {
      const { depth, outer, isConditional } = site;
      // The key of the whole would be as long as the schema, and whole packages are shared elsewhere.
      if (depth === 0 || outer !== undefined || isConditional) return undefined;
      const text = JSON.stringify(subschemas.map((subschema) => subschema.schema));
      if (refersElsewhere || REFERS_ELSEWHERE.test(text)) return undefined;
      // Defaults are compared with the conditions of the whole schema, and what replaces a member is beside it.
      const refers = REFERS.test(text);
      if (DEFAULTS.test(text) || (refers && isUnshared)) return undefined;
      const patterns = patternsOf(site);
      const isBelow = (pattern: string) =>
        patterns.some((at) => pattern === at || pattern.startsWith(`${at}/`));
      const rules = [...context.rulesAt].filter(([pattern]) => isBelow(pattern));
      return JSON.stringify([
        patterns,
        [...context.stars].filter(isBelow),
        depth,
        text,
        refers ? definitionsText : "",
        rules.map(([pattern, slot]) => [pattern, slot.number]),
        [...context.prose].filter(isBelow),
        [...context.sets].filter(isBelow),
        [...context.aliases].filter(([pattern]) => isBelow(pattern)),
      ]);
    },
    find(key: string | undefined): SharedPlace | undefined {
      const place = places.find(key);
      return place && sharedOf.get(place);
    },
    adopt(subschemas: readonly Subschema[]): void {
      for (const { pointer } of subschemas) adopted.add(pointer);
      // Their text is part of the key, so the other package had the same ones.
      if (subschemas.some(({ schema: one }) => REFERS.test(JSON.stringify(one))))
        for (const name of Object.keys(definitions))
          adopted.add(`${context.pointer}/$defs/${escapeToken(name)}`);
    },
    hasAdopted: (pointer: string) => adopted.has(pointer),
    add: (key: string, shared: SharedPlace) => void added.push([key, shared]),
    publish(): void {
      for (const [key, shared] of added) {
        sharedOf.set(shared.place, shared);
        places.keep(key, shared.place);
      }
    },
  };
}
