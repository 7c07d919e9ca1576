/**
 * Runs the rules that look at the whole candidate. The runner walks, and gives findings their code, severity, words and
 * path; checks only judge.
 */
import type { Surroundings } from "../expressions/frame.ts";
import type { RegistryScope, Sink } from "../findings/finding.ts";
import { compilePathPattern, type Path } from "../json/pointer.ts";
import type { Condition } from "./condition.ts";
import { type AttachedRule, Blame, type PlaceRule } from "./definition.ts";
import { openSession } from "./expressions.ts";
import { type Declarations, firstAbsent } from "./target.ts";

export interface CandidateRule extends Pick<AttachedRule, "severity" | "until"> {
  ok(candidate: unknown, scope: RegistryScope): boolean;
  report(candidate: unknown, sink: Sink): void;
  readonly usesExpressions: boolean;
  readonly insight: PlaceRule["insight"];
}

/** The values of one path pattern of a rule, as far as the rule's condition holds for them. */
export function compileTarget(
  source: string,
  declarations: Declarations,
  condition: Condition | undefined,
  seesAbsentParents = false,
) {
  const pattern = compilePathPattern(source, seesAbsentParents);
  // An absent member is judged as what a build will put there, or a package could fail that was fine before.
  const fallback = declarations.defaultAt(source);
  const isPlain = condition === undefined && fallback === undefined;
  return {
    /** True when `test` holds for every value there; stops at the first that fails. Absent members are undefined. */
    every(candidate: unknown, test: (value: unknown, path: Path) => boolean): boolean {
      if (isPlain) return pattern.every(candidate, test);
      const holds = condition?.(candidate);
      return pattern.every(
        candidate,
        (value, path) => holds?.(path) === false || test(value === undefined ? fallback : value, path),
      );
    },
    /** Each value there, unless the condition depends on something that has an error. The path is reused. */
    each(candidate: unknown, sink: Sink, visit: (value: unknown, path: Path) => void): void {
      const holds = condition?.(candidate, sink);
      pattern.each(candidate, (value, path) => {
        if (holds === undefined || holds(path) === true) visit(value === undefined ? fallback : value, path);
      });
    },
  };
}

/** For rules without expressions, which never ask. */
const NO_SESSION = {} as Surroundings;

export function createCandidateRule(
  { severity, until }: Pick<AttachedRule, "severity" | "until">,
  places: readonly (ConstructorParameters<typeof Blame>[0] & {
    readonly target: ReturnType<typeof compileTarget>;
    readonly rule: PlaceRule;
  })[],
  usesExpressions: boolean,
): CandidateRule {
  return {
    ...{ severity, until, usesExpressions },
    insight: places.find(({ rule }) => rule.insight !== undefined)?.rule.insight,
    ok(candidate, scope) {
      const session = usesExpressions ? openSession(scope) : NO_SESSION;
      for (const { target, rule } of places)
        if (!target.every(candidate, rule.open(candidate, scope, session).ok)) return false;
      return true;
    },
    report(candidate, sink) {
      const session = usesExpressions ? openSession(sink.scope) : NO_SESSION;
      for (const place of places) {
        const judge = place.rule.open(candidate, sink.scope, session);
        place.target.each(candidate, sink, (value, at) => {
          const path = at.slice();
          judge.report(value, path, new Blame(place, sink, path), sink);
        });
      }
    },
  };
}

/** A rule with a condition: the walk over the schema does not know the values elsewhere, so it is asked after it. */
export function afterTheWalk(rule: AttachedRule): PlaceRule {
  const concerns = (value: unknown) => value !== undefined || rule.seesAbsence;
  return {
    open: (candidate, scope) => ({
      ok: (value) => !concerns(value) || rule.ok(value, scope),
      report(value, path, blame, sink) {
        if (!concerns(value) || rule.ok(value, scope) || sink.hasErrorWithin(path)) return;
        // Where an object is missing that the schema requires, its members are missing with it.
        if (value === undefined && sink.hasError(firstAbsent(candidate, path))) return;
        // Lone surrogates are reported with the rest of the unsafe JSON, and nothing else is said about such a text.
        if (typeof value === "string" && !value.isWellFormed()) return;
        blame.add(() => rule.detail(value, path, sink));
      },
    }),
  };
}
