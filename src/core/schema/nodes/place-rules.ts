/** Attaches the rules of a place to its schema node, so that one walk asks both. */
import type { PlaceRule } from "../../checks/definition.ts";
import type { Scope, Sink } from "../../findings/finding.ts";
import type { Severity } from "../../types.ts";
import { isPlainLine } from "../../unicode/characters.ts";
import type { PlainLines, SchemaNode } from "./node.ts";

/** A compiled rule at the place where it stands. */
export interface AttachedRule extends PlaceRule {
  readonly code: string;
  readonly severity: Severity;
  severityAt(now: number): Severity;
}

export function withRules(node: SchemaNode, rules: readonly AttachedRule[]): SchemaNode {
  if (rules.length === 0) return node;
  const inScope = byScope(rules);
  const beyondPlainLines = byScope(rules.filter((rule) => rule.acceptsPlainLines !== true));
  const ofAbsence = byScope(rules.filter((rule) => rule.seesAbsence === true));
  const okNode = node.ok;
  const plainLines = node.plainLines?.of === okNode ? node.plainLines : undefined;
  const { min, max, test } = plainLines ?? NO_PLAIN_LINES;

  /** Whether it was reported as an error. */
  function report(rule: AttachedRule, value: unknown, sink: Sink): boolean {
    const severity = rule.severityAt(sink.now);
    sink.add(rule.code, severity, (path) => rule.detail(value, path, sink));
    return severity === "error";
  }

  const ruled: SchemaNode = {
    ...node,
    ok(value, scope) {
      let rest = inScope;
      if (typeof value === "string" && value.length >= min && value.length <= max && isPlainLine(value)) {
        if (test !== undefined && !test(value)) return false;
        rest = beyondPlainLines;
      } else if (!okNode(value, scope)) return false;
      const asked = testsOf(rest, scope);
      for (let index = 0; index < asked.length; index++) if (!asked[index]!(value, scope)) return false;
      return true;
    },
    okAbsent: (scope) => testsOf(ofAbsence, scope).every((ok) => ok(undefined, scope)),
    report(value, sink) {
      // Lone surrogates are reported with the rest of the unsafe JSON, and nothing else is said about such a text.
      if (node.type === "string" && typeof value === "string" && !value.isWellFormed()) return;
      let cleaned: string | undefined;
      if (typeof value === "string") {
        for (const rule of rules) {
          if (rule.clean === undefined) continue;
          const text = cleaned ?? value;
          if (!rule.ok(text, sink.scope) && report(rule, text, sink)) cleaned = rule.clean(text);
        }
      }
      // Where nothing is left there is nothing more to report.
      if (cleaned === "") return;
      const before = sink.errors;
      node.report(value, sink, cleaned, ruled);
      // One fault gives one diagnostic: rules do not judge a value that the schema refuses.
      let refused = sink.errors > before;
      const judged = cleaned ?? value;
      for (const rule of rules) {
        if (refused) break;
        if (rule.clean === undefined && !rule.ok(judged, sink.scope)) refused = report(rule, judged, sink);
      }
    },
    reportAbsent(sink) {
      for (const rule of rules) {
        if (rule.seesAbsence === true && !rule.ok(undefined, sink.scope)) report(rule, undefined, sink);
      }
    },
  };
  return ruled;
}

const NO_PLAIN_LINES: Omit<PlainLines, "of"> = { min: Number.POSITIVE_INFINITY, max: 0, test: undefined };

/** What rules ask, without the rules themselves, which have many shapes: these run for every text. */
type Tests = readonly PlaceRule["ok"][];
type ByScope = Record<Scope["rules"], Tests>;

/** Three known members are read faster than one whose name is computed. */
function testsOf(tests: ByScope, scope: Scope): Tests {
  if (scope.rules === "all") return tests.all;
  return scope.rules === "errors" ? tests.errors : tests.none;
}

function byScope(rules: readonly AttachedRule[]): ByScope {
  const testsOfAll = (list: readonly AttachedRule[]) => list.map(({ ok }) => ok);
  return {
    all: testsOfAll(rules),
    errors: testsOfAll(rules.filter(({ severity }) => severity === "error")),
    none: [],
  };
}
