/** The rules of a place, asked after the schema. */
import type { ValueRule } from "../checks/definition.ts";
import type { WordList } from "../checks/params.ts";
import type { Detail, Scope, Sink } from "../findings/finding.ts";
import type { Path } from "../json/pointer.ts";
import type { Severity } from "../types.ts";
import { isPlainLine } from "../unicode/characters.ts";
import { type Place, SCHEMA_ALONE, type TypeJudge, type Visit, type Walk } from "./place.ts";

/** A compiled rule at the place to which it belongs. */
export interface AttachedRule extends Omit<ValueRule, "detail"> {
  detail(value: unknown, path: Path, sink: Sink): Detail;
  readonly code: string;
  readonly severity: Severity;
  severityAt(now: number): Severity;
  /** Whether only what is listed or registered passes, at any time: its report then says more than one about the length. */
  readonly confines: boolean;
  /** Whether an absent member is checked too, as undefined. */
  readonly seesAbsence: boolean;
}

/** The rules of one place. The schema is compiled first, and knows no more of them than is said here. */
export class RulesOfPlace {
  rules: readonly AttachedRule[] = [];
  isAttached = false;
  private readonly listeners: (() => void)[] = [];

  /** Whose words the rules allow. */
  readonly lists: readonly WordList[];
  /** Whether one of them lets nothing pass but what is listed or registered, at any time. */
  readonly confines: boolean;
  readonly seesAbsence: boolean;

  constructor(lists: readonly WordList[], confines: boolean, seesAbsence: boolean) {
    this.lists = lists;
    this.confines = confines;
    this.seesAbsence = seesAbsence;
  }

  attach(rules: readonly AttachedRule[]): void {
    this.rules = rules;
    this.isAttached = true;
    for (const tell of this.listeners.splice(0)) tell();
  }

  /** Calls the listener when the rules are there. */
  follow(listener: () => void): void {
    if (this.isAttached) listener();
    else this.listeners.push(listener);
  }
}

/** `remarks`: what the schema remarks about values that pass. */
export function createRuleJudge(
  slots: readonly RulesOfPlace[],
  remarks: readonly AttachedRule[],
  okSchema: Place["ok"],
  plainLines: NonNullable<TypeJudge["plainLines"]> = NO_PLAIN_LINES,
) {
  let rules: readonly AttachedRule[] = remarks;
  let inScope = byScope(rules);
  let beyondPlainLines = inScope;
  let ofAbsence: readonly AttachedRule[] = [];
  let absenceInScope = byScope(ofAbsence);
  const { min, max, test } = plainLines;
  const seesAbsence = slots.some((slot) => slot.seesAbsence);
  function take(): void {
    rules = [...slots.flatMap((slot) => slot.rules), ...remarks];
    inScope = byScope(rules);
    beyondPlainLines = byScope(rules.filter((rule) => rule.acceptsPlainLines !== true));
    ofAbsence = rules.filter((rule) => rule.seesAbsence);
    absenceInScope = byScope(ofAbsence);
  }
  take();
  for (const slot of slots) slot.follow(take);

  /** Whether it was reported as an error. */
  function report(rule: AttachedRule, value: unknown, path: Path, { sink, isRepeat }: Walk): boolean {
    const severity = rule.severityAt(sink.now);
    const detail = (at: Path) => rule.detail(value, at, sink);
    sink.add(rule.code, severity, detail, path, isRepeat ? "repeat" : "value");
    return severity === "error";
  }

  /** The rule that can tell what a text was meant as which the schema refuses, and would not refuse then. */
  function explaining(text: string, { scope, meter }: Sink): AttachedRule | undefined {
    return rules.find(
      (rule) =>
        rule.readings !== undefined &&
        rule.severity === "error" &&
        !rule.ok(text, scope) &&
        !okSchema(text, SCHEMA_ALONE) &&
        rule.readings(text, meter).some((meant) => okSchema(meant, SCHEMA_ALONE)),
    );
  }

  function reportAbsent(path: Path, walk: Walk): void {
    for (const rule of ofAbsence)
      if (!rule.ok(undefined, walk.sink.scope)) report(rule, undefined, path, walk);
  }

  return {
    /** Asks the schema as well. */
    ok(value: unknown, scope: Scope): boolean {
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
      ? (scope: Scope): boolean => testsOf(absenceInScope, scope).every((ok) => ok(undefined, scope))
      : undefined,
    /** `reportSchema` reports what the schema says. */
    report(value: unknown, visit: Visit, reportSchema: Place["reportIn"]): void {
      const { sink, path } = visit;
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
  return {
    all: testsOfAll(rules),
    errors: testsOfAll(rules.filter(({ severity }) => severity === "error")),
    enforced: testsOfAll(rules.filter(({ severityAt }) => severityAt(Number.NEGATIVE_INFINITY) === "error")),
    none: [],
  };
}
