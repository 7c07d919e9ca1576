/** Attaches the rules of a place to its schema node, so that one walk asks both. */
import type { PlaceRule } from "../checks/definition.ts";
import type { Scope, Sink } from "../findings/finding.ts";
import { isPlainLine } from "../text/characters.ts";
import type { Severity } from "../types.ts";
import type { SchemaNode } from "./node.ts";

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

  /** Whether it was reported as an error. */
  function report(rule: AttachedRule, value: unknown, sink: Sink): boolean {
    const severity = rule.severityAt(sink.now);
    const path = sink.path.slice();
    sink.add(rule.code, severity, () => rule.detail(value, path, sink), path);
    return severity === "error";
  }

  const ruled: SchemaNode = {
    ...node,
    ok(value, scope) {
      if (!node.ok(value, scope)) return false;
      const asked = rulesOf(
        typeof value === "string" && isPlainLine(value) ? beyondPlainLines : inScope,
        scope,
      );
      for (let index = 0; index < asked.length; index++) if (!asked[index]!.ok(value, scope)) return false;
      return true;
    },
    okAbsent: (scope) =>
      rulesOf(inScope, scope).every((rule) => rule.seesAbsence !== true || rule.ok(undefined, scope)),
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

type ByScope = Record<Scope["rules"], readonly AttachedRule[]>;

/** Three known members are read faster than one whose name is computed, and this runs for every text. */
function rulesOf(rules: ByScope, scope: Scope): readonly AttachedRule[] {
  if (scope.rules === "all") return rules.all;
  return scope.rules === "errors" ? rules.errors : rules.none;
}

function byScope(rules: readonly AttachedRule[]): ByScope {
  return { all: rules, errors: rules.filter(({ severity }) => severity === "error"), none: [] };
}
