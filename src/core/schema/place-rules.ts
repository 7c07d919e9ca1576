/** The rules of a place, asked after the schema. */
import type { ValueRule } from "../checks/definition.ts";
import type { Scope, Sink } from "../findings/finding.ts";
import type { Severity } from "../types.ts";
import { isPlainLine } from "../unicode/characters.ts";
import { type Place, type PlainLines, SCHEMA_ALONE } from "./place.ts";

/** A compiled rule at the place to which it belongs. */
export interface AttachedRule extends ValueRule {
  readonly code: string;
  readonly severity: Severity;
  severityAt(now: number): Severity;
}

export function createRuleJudge(
  rules: readonly AttachedRule[],
  okSchema: Place["ok"],
  plainLines: PlainLines = NO_PLAIN_LINES,
) {
  const inScope = byScope(rules);
  const beyondPlainLines = byScope(rules.filter((rule) => rule.acceptsPlainLines !== true));
  const ofAbsence = rules.filter((rule) => rule.seesAbsence === true);
  const absenceInScope = byScope(ofAbsence);
  const { min, max, test } = plainLines;

  /** Whether it was reported as an error. */
  function report(rule: AttachedRule, value: unknown, sink: Sink): boolean {
    const severity = rule.severityAt(sink.now);
    sink.add(rule.code, severity, (path) => rule.detail(value, path, sink));
    return severity === "error";
  }

  /** The rule that can tell what a text was meant as which the schema refuses, and would not refuse then. */
  function explaining(text: string, { scope }: Sink): AttachedRule | undefined {
    return rules.find(
      (rule) =>
        rule.readings !== undefined &&
        rule.severity === "error" &&
        !rule.ok(text, scope) &&
        !okSchema(text, SCHEMA_ALONE) &&
        rule.readings(text).some((meant) => okSchema(meant, SCHEMA_ALONE)),
    );
  }

  function reportAbsent(sink: Sink): void {
    for (const rule of ofAbsence) if (!rule.ok(undefined, sink.scope)) report(rule, undefined, sink);
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
    okAbsent:
      ofAbsence.length === 0
        ? undefined
        : (scope: Scope): boolean => testsOf(absenceInScope, scope).every((ok) => ok(undefined, scope)),
    /** `reportSchema` reports what the schema says, given the text without what was reported already. */
    report(value: unknown, sink: Sink, reportSchema: (cleaned: string | undefined) => void): void {
      let cleaned: string | undefined;
      if (typeof value === "string") {
        for (const rule of rules) {
          if (rule.clean === undefined) continue;
          const text = cleaned ?? value;
          if (!rule.ok(text, sink.scope) && report(rule, text, sink)) cleaned = rule.clean(text);
        }
      }
      const better = typeof value === "string" && cleaned === undefined ? explaining(value, sink) : undefined;
      if (better !== undefined) {
        report(better, value, sink);
        return;
      }
      // Where nothing is left there is nothing more to report.
      if (cleaned === "") return;
      const before = sink.errors;
      reportSchema(cleaned);
      // One fault gives one diagnostic: rules do not judge a value that the schema refuses.
      if (sink.errors > before) return;
      const judged = cleaned ?? value;
      for (const rule of rules)
        if (rule.clean === undefined && !rule.ok(judged, sink.scope) && report(rule, judged, sink)) return;
    },
    reportAbsent: ofAbsence.length === 0 ? undefined : reportAbsent,
  };
}

const NO_PLAIN_LINES: PlainLines = { min: Number.POSITIVE_INFINITY, max: 0, test: undefined };

/** What rules ask, without the rules themselves, which have many shapes: these run for every text. */
type Tests = readonly ValueRule["ok"][];
type ByScope = Record<Scope["rules"], Tests>;

/** Known members are read faster than one whose name is computed. */
function testsOf(tests: ByScope, scope: Scope): Tests {
  if (scope.rules === "all") return tests.all;
  if (scope.rules === "errors") return tests.errors;
  return scope.rules === "enforced" ? tests.enforced : tests.none;
}

function byScope(rules: readonly AttachedRule[]): ByScope {
  const testsOfAll = (list: readonly AttachedRule[]) => list.map(({ ok }) => ok);
  return {
    all: testsOfAll(rules),
    errors: testsOfAll(rules.filter(({ severity }) => severity === "error")),
    enforced: testsOfAll(rules.filter(({ severityAt }) => severityAt(Number.NEGATIVE_INFINITY) === "error")),
    none: [],
  };
}
