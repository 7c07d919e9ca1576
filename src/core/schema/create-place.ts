/** Puts the judges of a place together, so that one walk asks the schema and the rules. */
import type { Scope } from "../findings/finding.ts";
import { EMPTY_REGISTRY } from "../registry/empty.ts";
import type { Judge, Place, Shape, TypeJudge, Visit } from "./place.ts";
import { type AttachedRule, createRuleJudge } from "./place-rules.ts";

export interface PlaceDraft {
  readonly type: TypeJudge;
  readonly constraints?: readonly Judge[];
  /** That of the type, unless more is known. */
  readonly shape?: Shape;
}

const NONE: readonly never[] = [];

/** Asks the schema and the error rules where nothing is registered, in whatever registry. */
const NOTHING_REGISTERED: Scope = {
  rules: "errors",
  registry: EMPTY_REGISTRY,
  registries: Object.assign(new Map(), { get: () => EMPTY_REGISTRY }),
  clock: 0,
};

export function createPlace(draft: PlaceDraft, rules: readonly AttachedRule[] = NONE): Place {
  const { type, constraints = NONE, shape = type.shape } = draft;
  const ok = okOf(type, constraints);
  const judge =
    rules.length === 0
      ? undefined
      : createRuleJudge(rules, ok, constraints.length === 0 ? type.plainLines : undefined);
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
    ...(type.match && { match: type.match }),
    report(value, sink) {
      if (judge === undefined) reportIn(value, { sink, place, cleaned: undefined });
      // Lone surrogates are reported with the rest of the unsafe JSON, and nothing else is said about such a text.
      else if (shape.type !== "string" || typeof value !== "string" || value.isWellFormed())
        judge.report(value, sink, (cleaned) => reportIn(value, { sink, place, cleaned }));
    },
    reportIn,
    reportAbsent: judge?.reportAbsent,
    ...chained(type, constraints),
  };

  function reportIn(value: unknown, visit: Visit): void {
    type.report(value, visit);
    const { sink } = visit;
    // Constraints do not judge a value that is refused as a whole, and repeat nothing that was reported.
    if (constraints.length === 0 || sink.hasError(sink.path)) return;
    const beside = { ...visit, cleaned: undefined };
    sink.repeats++;
    for (const constraint of constraints) constraint.report(value, beside);
    sink.repeats--;
  }

  return place;
}

function okOf(type: TypeJudge, constraints: readonly Judge[]): Place["ok"] {
  if (constraints.length === 0) return type.ok;
  return (value, scope) => {
    if (!type.ok(value, scope)) return false;
    for (let index = 0; index < constraints.length; index++)
      if (!constraints[index]!.ok(value, scope)) return false;
    return true;
  };
}

/** What several judges make of a value, one after the other; absent where none of them changes any. */
function chained(type: TypeJudge, constraints: readonly Judge[]): Pick<Judge, "read" | "withDefaults"> {
  const judges = [type, ...constraints];
  const readers = judges.flatMap(({ read }) => read ?? []);
  const fillers = judges.flatMap(({ withDefaults }) => withDefaults ?? []);
  return {
    ...(readers.length > 0 && {
      read: (value, path, reading) =>
        readers.reduce((meant, read) => read(meant, path, reading) ?? meant, value),
    }),
    ...(fillers.length > 0 && {
      withDefaults: (value) => fillers.reduce((filled, fill) => fill(filled) ?? filled, value),
    }),
  };
}
