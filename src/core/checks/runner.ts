/**
 * Runs the rules that look at the whole candidate. The runner walks, and gives findings their code, severity, words and
 * path; checks only judge.
 */
import type { Surroundings } from "../expressions/frame.ts";
import type { Detail, Finding, RegistryScope, Sink } from "../findings/finding.ts";
import { child, compilePathPattern, type Path } from "../json/pointer.ts";
import type { Severity } from "../types.ts";
import type { Condition } from "./condition.ts";
import type { Blame, PlaceRule, ValueRule } from "./definition.ts";
import { openSession } from "./expressions.ts";
import type { Reword } from "./rule-texts.ts";
import type { Declarations } from "./target.ts";

export interface CandidateRule {
  ok(candidate: unknown, scope: RegistryScope): boolean;
  report(candidate: unknown, sink: Sink, severity: Severity): void;
  severityAt(now: number): Severity;
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
      const holds = condition?.open(candidate);
      return pattern.every(
        candidate,
        (value, path) => holds?.(path) === false || test(value === undefined ? fallback : value, path),
      );
    },
    /** Each value there, unless the condition depends on something that has an error. The path is reused. */
    each(candidate: unknown, sink: Sink, visit: (value: unknown, path: Path) => void): void {
      const holds = condition?.open(candidate, (path) => sink.hasErrorWithin(path));
      pattern.each(candidate, (value, path) => {
        if (holds === undefined || holds(path) === true) visit(value === undefined ? fallback : value, path);
      });
    },
  };
}

/** For rules without expressions, which never ask. */
const NO_SESSION = {} as Surroundings;

export function createCandidateRule(
  head: {
    readonly code: string;
    severityAt(now: number): Severity;
    /** What adds to a warning from when on it is an error; undefined if the rule is in force. */
    announcementAt(now: number): ((detail: Detail) => Detail) | undefined;
    /** Whether the rule says itself what is wrong: then it speaks about its own place, wherever it is reported. */
    readonly speaksForItself: boolean;
    readonly usesExpressions: boolean;
  },
  places: readonly {
    readonly target: ReturnType<typeof compileTarget>;
    readonly rule: PlaceRule;
    readonly reword: Reword | undefined;
  }[],
): CandidateRule {
  const { usesExpressions } = head;
  return {
    severityAt: head.severityAt,
    insight: places.find(({ rule }) => rule.insight !== undefined)?.rule.insight,
    ok(candidate, scope) {
      const session = usesExpressions ? openSession(scope) : NO_SESSION;
      for (const { target, rule } of places)
        if (!target.every(candidate, rule.open(candidate, scope, session).ok)) return false;
      return true;
    },
    report(candidate, sink, severity) {
      const session = usesExpressions ? openSession(sink.scope) : NO_SESSION;
      const announce = head.announcementAt(sink.now);
      for (const { target, rule, reword } of places) {
        const judge = rule.open(candidate, sink.scope, session);
        const blaming = { head, announce, reword, sink, severity };
        target.each(candidate, sink, (value, at) => {
          const path = at.slice();
          judge.report(value, path, new RuleBlame(blaming, path), sink);
        });
      }
    },
  };
}

/** One for each value that is reported: a class, since closures for each would be most of what a large candidate costs. */
class RuleBlame implements Blame {
  private readonly of: {
    readonly head: Parameters<typeof createCandidateRule>[0];
    readonly announce: ((detail: Detail) => Detail) | undefined;
    readonly reword: Reword | undefined;
    readonly sink: Sink;
    readonly severity: Severity;
  };
  private readonly path: Path;

  constructor(of: RuleBlame["of"], path: Path) {
    this.of = of;
    this.path = path;
  }

  add(detail: () => Detail, at: Path = this.path, kind?: string, about: Finding["about"] = "value"): void {
    const { head, announce, reword, sink, severity } = this.of;
    const code = kind === undefined ? head.code : `${head.code}-${kind}`;
    const isPlain = reword === undefined && announce === undefined;
    sink.add(code, severity, isPlain ? detail : () => this.worded(detail(), at), at, about);
  }

  private worded(detail: Detail, at: Path): Detail {
    const { path } = this;
    const { head, announce, reword, sink } = this.of;
    const said = reword?.(detail, head.speaksForItself ? path : at, sink, path) ?? detail;
    return announce?.(said) ?? said;
  }

  addForName(detail: () => Detail, at: Path, kind: string): void {
    this.add(detail, at, kind, "name");
  }

  get isFull(): boolean {
    return this.of.severity === "error" && this.of.sink.isFull;
  }

  count(errors: number): void {
    this.of.sink.count(errors, true);
  }

  giveUp(why: string, at: Path): void {
    const { announce, head, severity, sink } = this.of;
    const message = `The rule "${head.code}" could not be evaluated: ${why}.`;
    sink.add("rule-unevaluated", severity, () => announce?.({ message }) ?? { message }, at);
  }
}

/** A rule with a condition: the walk over the schema does not know the values elsewhere, so it is asked after it. */
export function afterTheWalk(rule: ValueRule, seesAbsence: boolean): PlaceRule {
  const concerns = (value: unknown) => value !== undefined || seesAbsence;
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

/** The outermost object around an absent member that is absent as well, or the member itself. */
function firstAbsent(candidate: unknown, path: Path): Path {
  let value = candidate;
  for (let depth = 0; depth < path.length; depth++) {
    value = child(value, path[depth]!);
    if (value === undefined) return path.slice(0, depth + 1);
  }
  return path;
}
