/**
 * Lets spec packages share what they have in common. Many packages differ in a few words only; compiled apart, each
 * would be its own set of closures, and a service with a thousand of them would find none in the processor's caches.
 */
import type { RulesOfPlace } from "./place-rules.ts";

/** How often the keys of values that nobody uses any more are dropped, in new keys. */
const SWEEP_EVERY = 1_000;
/** Longer keys belong to parts that are hardly equal in two packages. */
const MAX_KEY_LENGTH = 20_000;

export function createShared<Value extends object>() {
  const known = new Map<string, WeakRef<Value>>();
  let sweepAt = SWEEP_EVERY;
  return {
    /** What was kept under an equal key, as long as somebody still uses it. */
    find: (key: string): Value | undefined => known.get(key)?.deref(),
    keep(key: string, value: Value): void {
      if (key.length > MAX_KEY_LENGTH) return;
      known.set(key, new WeakRef(value));
      if (known.size <= sweepAt) return;
      for (const [held, reference] of known) if (reference.deref() === undefined) known.delete(held);
      sweepAt = known.size + SWEEP_EVERY;
    },
  };
}

const numbers = new WeakMap<RulesOfPlace, number>();
let nextNumber = 0;

/** A number that stands for these very rules in keys. */
export function numberOf(rules: RulesOfPlace): number {
  let number = numbers.get(rules);
  if (number === undefined) {
    number = nextNumber++;
    numbers.set(rules, number);
  }
  return number;
}
