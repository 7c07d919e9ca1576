/** Puts the judges of a place together, so that one walk asks the schema and the rules. */
import type { Scope } from "../findings/finding.ts";
import { EMPTY_REGISTRY } from "../registry/empty.ts";
import type { Judge, Place, Shape, TypeJudge, Visit } from "./place.ts";
import { type AttachedRule, createRuleJudge, type RulesOfPlace } from "./place-rules.ts";

const NONE: readonly never[] = [];

export interface PlaceDraft {
  readonly type: TypeJudge;
  readonly constraints: readonly Judge[];
  /** That of the type, unless more is known. */
  readonly shape: Shape;
  /** What the schema remarks about values that pass. */
  readonly remarks: readonly AttachedRule[];
}

/** A place of which nothing but the type is known. */
export function draftOf(type: TypeJudge): PlaceDraft {
  return { type, constraints: NONE, shape: type.shape, remarks: NONE };
}

/** Asks the schema and the rules that are errors today, where nothing is registered in whatever registry. */
export const NOTHING_REGISTERED: Scope = {
  rules: "enforced",
  hasLooseText: false,
  registry: EMPTY_REGISTRY,
  registries: Object.assign(new Map(), { get: () => EMPTY_REGISTRY }),
  clock: 0,
};

export function createPlace(draft: PlaceDraft, rules: readonly RulesOfPlace[] = NONE): Place {
  const { type, constraints, shape, remarks } = draft;
  const ok = okOf(type, constraints);
  const judge =
    rules.length + remarks.length === 0
      ? undefined
      : createRuleJudge(rules, remarks, ok, constraints.length === 0 ? type.plainLines : undefined);
  // Places are many, and one shape of object for all of them is read fastest.
  const place: Place = {
    shape,
    ok: judge?.ok ?? ok,
    okAbsent: judge?.okAbsent,
    suits: type.suits,
    placeholder() {
      const shape = type.placeholder();
      // What passes as it is would not be noticed as something to fill in.
      return shape === undefined || place.ok(shape, NOTHING_REGISTERED) ? undefined : shape;
    },
    match: type.match,
    certain: type.certain,
    report(value, path, { sink, reason, isRepeat }) {
      const visit = { sink, path, reason, isRepeat, place, cleaned: undefined, elsewhere: undefined };
      if (judge === undefined) reportIn(value, visit);
      // Lone surrogates are reported with the rest of the unsafe JSON, and nothing else is said about such a text.
      else if (shape.type !== "string" || typeof value !== "string" || value.isWellFormed())
        judge.report(value, visit, reportIn);
    },
    reportIn,
    reportAbsent: judge?.reportAbsent,
    read: readOf(type, constraints),
    withDefaults: fillOf(type, constraints),
  };

  function reportIn(value: unknown, visit: Visit): void {
    type.report(value, visit);
    // Constraints do not judge a value that is refused as a whole, and repeat nothing that was reported.
    if (constraints.length === 0 || visit.sink.hasError(visit.path)) return;
    const beside = { ...visit, cleaned: undefined, isRepeat: true };
    for (const constraint of constraints) constraint.report(value, beside);
  }

  return place;
}

function okOf(type: TypeJudge, constraints: readonly Judge[]): Place["ok"] {
  if (constraints.length === 0) return type.ok;
  const tests = [type, ...constraints].map(({ ok }) => ok);
  return (value, scope) => {
    for (let index = 0; index < tests.length; index++) if (!tests[index]!(value, scope)) return false;
    return true;
  };
}

/** The judges read a value one after the other; undefined if none of them does. */
function readOf(type: TypeJudge, constraints: readonly Judge[]): Place["read"] {
  const readers = [type, ...constraints].flatMap(({ read }) => read ?? []);
  if (readers.length < 2) return readers[0];
  return (value, path, reading) =>
    readers.reduce((meant, read) => read(meant, path, reading) ?? meant, value);
}

/** The judges add defaults one after the other; undefined if none of them does. */
function fillOf(type: TypeJudge, constraints: readonly Judge[]): Place["withDefaults"] {
  const fillers = [type, ...constraints].flatMap(({ withDefaults }) => withDefaults ?? []);
  if (fillers.length < 2) return fillers[0];
  return (value) => fillers.reduce((filled, fill) => fill(filled) ?? filled, value);
}
