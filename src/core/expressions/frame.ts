/** What expressions work with while they run and are read, what they may cost, and how they fail. */
import type { Path } from "../json/values.ts";
import type { Registry } from "../types.ts";

/** Why an expression has no value for a candidate. */
export class Unevaluated {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** Without a stack: hostile candidates can cause as many of them as they have items. */
export function fail(why: string): never {
  throw new Unevaluated(why);
}

const EXHAUSTED = new Unevaluated("it would take too many steps");
/** What handling a failure costs, compared with other steps. */
const STEPS_OF_FAILURE = 100;

/** The moment that `now` and `today` stand for, the registries by name, and how many steps are left. */
export interface Surroundings {
  readonly now: number;
  /** Undefined is the product's own. */
  registry(name: string | undefined): Registry;
  /** For all runs of one rule together. */
  steps: number;
}

export class Frame {
  readonly slots: unknown[];
  readonly surroundings: Surroundings;
  /** Where the value of a slot stands in the candidate, while it is asked at which items loops failed. */
  readonly places: (Path | undefined)[] | undefined;

  constructor(slots: unknown[], surroundings: Surroundings, places?: (Path | undefined)[]) {
    this.slots = slots;
    this.surroundings = surroundings;
    this.places = places;
  }

  spend(steps: number): void {
    const { surroundings } = this;
    surroundings.steps -= steps;
    if (surroundings.steps < 0) throw EXHAUSTED;
  }

  /** Takes note of a failure that a later value may still outweigh. Everything else is thrown on. */
  caught(error: unknown): Unevaluated {
    if (!(error instanceof Unevaluated)) throw error;
    this.spend(STEPS_OF_FAILURE);
    return error;
  }
}

/** Thrown while an expression is read; never reaches callers. */
export class FaultError {
  /** Why, what to write instead, and where in the expression, as offsets of UTF-16 units. */
  readonly fault: { message: string; start: number; end: number; definition: string | undefined };

  /** `definition`: the one in which the fault is; the offsets are those of the call. */
  constructor(message: string, start: number, end: number, definition?: string) {
    this.fault = { message, start, end, definition };
  }
}

/** What is made, or the reason of this kind why it cannot be. Everything else is thrown on. */
export function attempt<Made, Why>(kind: new (...args: never[]) => Why, make: () => Made): Made | Why {
  try {
    return make();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}

export const MAX_COST = 1_000_000;
/** What all runs of one rule may take on a candidate: candidates that fail the schema can be larger than it allows. */
export const MAX_STEPS = 2 * MAX_COST;
/** What all expressions of a package together may cost. */
export const MAX_COST_OF_PACKAGE = 4 * MAX_COST;

/** Named expressions: those of packages are of this form, and every package has these besides its own. */
export type Definition = { readonly params: readonly string[]; readonly expression: string };

/** A package may give one of these names another meaning. */
export const PRELUDE: Readonly<Record<string, Definition>> = {
  atMost: { params: ["values", "limit"], expression: "values.size() <= limit" },
  sameLength: { params: ["a", "b"], expression: "a.size() == b.size()" },
  allDifferent: { params: ["values"], expression: "values.distinct().size() == values.size()" },
  between: { params: ["value", "least", "most"], expression: "least <= value && value <= most" },
  days: { params: ["n"], expression: "duration(string(24 * n) + 'h')" },
  isBlank: { params: ["text"], expression: "text.trim() == ''" },
};
