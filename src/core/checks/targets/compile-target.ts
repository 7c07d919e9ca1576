/** Compiles the targets of rules, with the condition under which a rule applies. */
import { compilePathPattern } from "../../json/path-pattern.ts";
import { child, type Path } from "../../json/pointer.ts";
import type { ValueRule, WholeRule } from "../definition.ts";
import type { Condition } from "./condition.ts";
import type { Declarations, RuleTarget } from "./target.ts";

export function compileTarget(
  source: string,
  declarations: Declarations,
  condition: Condition | undefined,
  seesAbsentParents = false,
): RuleTarget {
  const pattern = compilePathPattern(source, seesAbsentParents);
  // An absent member is judged as what a build will put there, or a package could fail that was fine before.
  const fallback = declarations.defaultAt(source);
  if (condition === undefined && fallback === undefined)
    return {
      source,
      every: pattern.every,
      each: (candidate, _sink, visit) => pattern.each(candidate, visit),
    };
  return {
    source,
    every(candidate, test) {
      const holds = condition?.open(candidate);
      return pattern.every(
        candidate,
        (value, path) => holds?.(path) === false || test(value === undefined ? fallback : value, path),
      );
    },
    each(candidate, sink, visit) {
      const holds = condition?.open(candidate, (path) => sink.hasErrorWithin(path));
      pattern.each(candidate, (value, path) => {
        if (holds === undefined || holds(path) === true) visit(value === undefined ? fallback : value, path);
      });
    },
  };
}

/**
 * A rule on single values that applies under a condition. The walk over the schema does not know the values elsewhere,
 * so such a rule is asked after it, as a rule on the whole candidate.
 */
export function conditionalRule(rule: ValueRule, target: RuleTarget, code: string): WholeRule {
  const concerns = (value: unknown) => value !== undefined || rule.seesAbsence === true;
  return {
    ok: (candidate, scope) => target.every(candidate, (value) => !concerns(value) || rule.ok(value, scope)),
    report(candidate, sink, severity) {
      target.each(candidate, sink, (value, at) => {
        if (!concerns(value) || rule.ok(value, sink.scope) || sink.hasErrorWithin(at)) return;
        // Where an object is missing that the schema requires, its members are missing with it.
        if (value === undefined && sink.hasError(firstAbsent(candidate, at))) return;
        // Lone surrogates are reported with the rest of the unsafe JSON, and nothing else is said about such a text.
        if (typeof value === "string" && !value.isWellFormed()) return;
        const path = at.slice();
        sink.add(code, severity, () => rule.detail(value, path, sink), path);
      });
    },
  };
}

/** The outermost object around an absent member that is absent as well, or the member itself. */
function firstAbsent(candidate: unknown, path: Path): Path {
  let value = candidate;
  for (let depth = 0; depth < path.length; depth++) {
    value = child(value, path[depth]!);
    if (value === undefined) return path.slice(0, depth + 1);
  }
  return path;
}
