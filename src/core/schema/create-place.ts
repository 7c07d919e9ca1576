/** Puts the judges of a place together, so that one walk asks the schema and the rules. */
import { type AttachedRule, type ValueRule, worded } from "../checks/definition.ts";
import type { WordList } from "../checks/params.ts";
import type { Scope, Sink } from "../findings/finding.ts";
import type { Path } from "../json/pointer.ts";
import { EMPTY_REGISTRY } from "../registry/entries.ts";
import { isPlainLine } from "../unicode/unicode.ts";
import {
  type Judge,
  type Place,
  SCHEMA_ALONE,
  type Shape,
  type TypeJudge,
  type Visit,
  type Walk,
} from "./place.ts";

/** The rules of one place. The schema is compiled first, and knows no more of them than is said here. */
export class RulesOfPlace {
  private static made = 0;
  /** No other has it. */
  readonly number = RulesOfPlace.made++;
  /** Undefined until they are compiled, for which the schema must be. */
  rules: readonly AttachedRule[] | undefined;

  readonly lists: readonly WordList[];
  readonly confines: boolean;
  readonly seesAbsence: boolean;

  constructor(lists: readonly WordList[], confines: boolean, seesAbsence: boolean) {
    this.lists = lists;
    this.confines = confines;
    this.seesAbsence = seesAbsence;
  }
}

function createRuleJudge(
  slots: readonly RulesOfPlace[],
  remarks: readonly AttachedRule[],
  okSchema: Place["ok"],
  plainLines: NonNullable<TypeJudge["plainLines"]> = NO_PLAIN_LINES,
) {
  const { min, max, test } = plainLines;
  const seesAbsence = slots.some((slot) => slot.seesAbsence);
  let attached: ReturnType<typeof take> | undefined;

  function take() {
    const rules = [...slots.flatMap((slot) => slot.rules ?? []), ...remarks];
    const ofAbsence = rules.filter((rule) => rule.seesAbsence);
    const made = {
      rules,
      ofAbsence,
      inScope: byScope(rules),
      beyondPlainLines: byScope(rules.filter((rule) => rule.acceptsPlainLines !== true)),
      absenceInScope: byScope(ofAbsence),
    };
    if (slots.every((slot) => slot.rules !== undefined)) attached = made;
    return made;
  }

  function report(rule: AttachedRule, value: unknown, path: Path, { sink, isRepeat }: Walk): boolean {
    const severity = sink.severityOf(rule);
    const detail = (at: Path) => worded(rule, rule.detail(value, at, sink), at, sink);
    sink.add(rule.code, severity, detail, path, isRepeat ? "repeat" : "value");
    return severity === "error";
  }

  /** The rule that can tell what a text was meant as which the schema refuses, and would not refuse then. */
  function explaining(text: string, { scope, meter }: Sink): AttachedRule | undefined {
    return (attached ?? take()).rules.find(
      (rule) =>
        rule.readings !== undefined &&
        rule.severity === "error" &&
        !rule.ok(text, scope) &&
        !okSchema(text, SCHEMA_ALONE) &&
        rule.readings(text, meter).some((meant) => okSchema(meant, SCHEMA_ALONE)),
    );
  }

  function reportAbsent(path: Path, walk: Walk): void {
    for (const rule of (attached ?? take()).ofAbsence)
      if (!rule.ok(undefined, walk.sink.scope)) report(rule, undefined, path, walk);
  }

  return {
    ok(value: unknown, scope: Scope): boolean {
      const { inScope, beyondPlainLines } = attached ?? take();
      let rest = inScope;
      if (typeof value === "string" && value.length >= min && value.length <= max && isPlainLine(value)) {
        if (test !== undefined && !test(value)) return false;
        rest = beyondPlainLines;
      } else if (!okSchema(value, scope)) return false;
      const asked = testsOf(rest, scope);
      for (let index = 0; index < asked.length; index++) if (!asked[index]!(value, scope)) return false;
      return true;
    },
    // The rules come later; whether one of them sees absence is known now.
    okAbsent: seesAbsence
      ? (scope: Scope): boolean =>
          testsOf((attached ?? take()).absenceInScope, scope).every((ok) => ok(undefined, scope))
      : undefined,
    report(value: unknown, visit: Visit, reportSchema: Place["reportIn"]): void {
      const { sink, path } = visit;
      const { rules } = attached ?? take();
      let cleaned: string | undefined;
      if (typeof value === "string") {
        for (const rule of rules) {
          if (rule.clean === undefined) continue;
          const text = cleaned ?? value;
          if (!rule.ok(text, sink.scope) && report(rule, text, path, visit)) cleaned = rule.clean(text);
        }
      }
      const better = typeof value === "string" && cleaned === undefined ? explaining(value, sink) : undefined;
      if (better !== undefined) {
        report(better, value, path, visit);
        return;
      }
      // Where nothing is left there is nothing more to report.
      if (cleaned === "") return;
      const before = sink.errors;
      reportSchema(value, cleaned === undefined ? visit : { ...visit, cleaned });
      // One fault gives one diagnostic: rules do not judge a value that the schema refuses.
      if (sink.errors > before) return;
      const judged = cleaned ?? value;
      for (const rule of rules)
        if (rule.clean === undefined && !rule.ok(judged, sink.scope) && report(rule, judged, path, visit))
          return;
    },
    reportAbsent: seesAbsence ? reportAbsent : undefined,
  };
}

const NO_PLAIN_LINES = { min: Number.POSITIVE_INFINITY, max: 0, test: undefined };

/** Known members are read faster than one whose name is computed. */
function testsOf(tests: ReturnType<typeof byScope>, scope: Scope) {
  if (scope.rules === "all") return tests.all;
  if (scope.rules === "errors") return tests.errors;
  return scope.rules === "enforced" ? tests.enforced : tests.none;
}

/** What rules ask, without the rules themselves, which have many shapes: these run for every text. */
function byScope(rules: readonly AttachedRule[]): Record<Scope["rules"], readonly ValueRule["ok"][]> {
  const testsOfAll = (list: readonly AttachedRule[]) => list.map(({ ok }) => ok);
  const errors = rules.filter(({ severity }) => severity === "error");
  return {
    all: testsOfAll(rules),
    errors: testsOfAll(errors),
    enforced: testsOfAll(errors.filter(({ until }) => until === undefined)),
    none: [],
  };
}

const NONE: readonly never[] = [];

/** Asks the schema and the rules that are errors today, where nothing is registered in whatever registry. */
export const NOTHING_REGISTERED: Scope = {
  rules: "enforced",
  hasLooseText: false,
  registry: EMPTY_REGISTRY,
  registries: Object.assign(new Map(), { get: () => EMPTY_REGISTRY }),
  clock: 0,
};

export function createPlace(
  type: TypeJudge,
  rules: readonly RulesOfPlace[] = NONE,
  remarks: readonly AttachedRule[] = NONE,
): Place {
  const { shape, report: reportIn } = type;
  const judge =
    rules.length + remarks.length === 0
      ? undefined
      : createRuleJudge(rules, remarks, type.ok, type.plainLines);
  // Places are many, and one shape of object for all of them is read fastest.
  const place: Place = {
    shape,
    ok: judge?.ok ?? type.ok,
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
    read: type.read,
    withDefaults: type.withDefaults,
  };
  return place;
}

/** A type with what stands beside it in the schema. */
export function constrained(type: TypeJudge, constraints: readonly Judge[], shape: Shape): TypeJudge {
  if (constraints.length === 0) return { ...type, shape };
  const all = [type, ...constraints];
  const tests = all.map(({ ok }) => ok);
  return {
    ...type,
    shape,
    plainLines: undefined,
    ok(value, scope) {
      for (let index = 0; index < tests.length; index++) if (!tests[index]!(value, scope)) return false;
      return true;
    },
    report(value, visit) {
      type.report(value, visit);
      // Constraints do not judge a value that is refused as a whole, and repeat nothing that was reported.
      if (visit.sink.hasError(visit.path)) return;
      const beside = { ...visit, cleaned: undefined, isRepeat: true };
      for (const constraint of constraints) constraint.report(value, beside);
    },
    read: inTurn(all.flatMap(({ read }) => read ?? [])),
    withDefaults: inTurn(all.flatMap(({ withDefaults }) => withDefaults ?? [])),
  };
}

/** Each is given what the one before made of the value. */
function inTurn<More extends unknown[]>(makers: readonly ((value: unknown, ...more: More) => unknown)[]) {
  if (makers.length < 2) return makers[0];
  return (value: unknown, ...more: More): unknown =>
    makers.reduce((made, make) => make(made, ...more) ?? made, value);
}
