/** Compiles the rules of a spec package: those on single values before the schema, the others after it. */
import { CHECKS } from "../checks/catalogue.ts";
import type { Check, RuleContext, ValueRule, WholeRule, WordList } from "../checks/definition.ts";
import { compileTarget, conditionalRule } from "../checks/targets/compile-target.ts";
import {
  type Condition,
  compileCondition,
  describeCondition,
  faultsOfCondition,
} from "../checks/targets/condition.ts";
import { compileReference, type Declarations, resolveReference } from "../checks/targets/target.ts";
import { compilePathPattern, createCover, type PathPattern } from "../json/path-pattern.ts";
import { checkData } from "../schema/check-data.ts";
import type { Reason } from "../schema/compile-schema.ts";
import type { AttachedRule } from "../schema/place-rules.ts";
import { createShared } from "../schema/sharing.ts";
import { closest } from "../similar/similar.ts";
import type { Severity } from "../types.ts";
import { normalizeText } from "../unicode/characters.ts";
import { listOf, quote } from "../unicode/describe.ts";
import { VALUE_TYPES } from "../values/value-types.ts";
import type { RuleDocument, SpecPackageDocument } from "./document.ts";
import { referencesOf } from "./rule-targets.ts";

export interface Rule {
  /** Where it stands in the package. */
  pointer: string;
  document: RuleDocument;
  check: Check;
  codes: string[];
  /** The severity at a moment: before `effectiveAt` an error is a warning. */
  severityAt(now: number): Severity;
}

export interface CompiledRules {
  all: Rule[];
  /** Rules on single values, by the path patterns at which they stand. */
  at: ReadonlyMap<string, readonly AttachedRule[]>;
  /** Rules that judge several places together, and those that apply under a condition. */
  whole: readonly (WholeRule & Pick<Rule, "severityAt">)[];
  /** The error rules on single values that apply under a condition, by path pattern. */
  conditional: ReadonlyMap<string, readonly ConditionalRule[]>;
  /** What rules make of findings of the schema, by the codes of the schema. */
  grades: ReadonlyMap<string, readonly GradingRule[]>;
  /** Which registries the rules ask. */
  registries: NeededRegistries;
}

export interface GradingRule extends Pick<Rule, "severityAt"> {
  code: string;
  /** The places where it applies. */
  pattern: PathPattern;
  condition: Condition | undefined;
}

export interface ConditionalRule {
  condition: Condition;
  ok: ValueRule["ok"];
}

export interface NeededRegistries {
  /** Whether the product's own registry is asked. */
  main: boolean;
  /** Those that the package declares by name. */
  named: readonly string[];
}

/** Rules that many packages have in common. */
const sharedRules = createShared<AttachedRule>();
const sharedWholeRules = createShared<CompiledRules["whole"][number]>();
const CHECK_BY_NAME = new Map(CHECKS.map((check) => [check.name, check]));

export function isCheck(name: string): boolean {
  return CHECK_BY_NAME.has(name);
}

/** The check that a rule names. Loaded packages name known ones only. */
export function checkOf(rule: RuleDocument): Check {
  return CHECK_BY_NAME.get(rule.check)!;
}

/** The lists of the package that a rule refers to. */
export function listsOf(rule: RuleDocument): string[] {
  return checkOf(rule).lists?.(rule.params ?? {}) ?? [];
}

/** Rules of which all is known but what the schema says about their places. */
export interface ReadRules extends Pick<CompiledRules, "all" | "at" | "registries"> {
  /** Compiles the rules that need the compiled schema. */
  finish(declarations: Declarations, reasons: Reason[]): CompiledRules;
}

/** Runs before the schema is compiled, which takes up the rules of each place. */
export function readRules(
  document: SpecPackageDocument,
  lists: ReadonlyMap<string, WordList>,
  prose: ReadonlySet<string>,
  reasons: Reason[],
): ReadRules {
  const all: Rule[] = [];
  const at = new Map<string, AttachedRule[]>();
  const needed = new Set<string | undefined>();
  /** Those that are compiled in `finish`. */
  const later: ((declarations: Declarations, compiled: Unfinished, reasons: Reason[]) => void)[] = [];
  const isProse = createCover(prose);
  const asSubmitted = (pattern: string, text: string) => (isProse(pattern) ? normalizeText(text) : text);

  document.rules.forEach((rule, index) => {
    const pointer = `/rules/${index}`;
    const refuse = (member: string, code: string, message: string) => {
      reasons.push({ pointer: pointer + member, code, message });
    };
    const check = CHECK_BY_NAME.get(rule.check);
    if (!check) {
      const meant = closest(rule.check, CHECK_BY_NAME.keys());
      const hint = meant ? `; did you mean "${meant}"?` : ` among ${listOf([...CHECK_BY_NAME.keys()])}.`;
      refuse("/check", "check-unknown", `There is no check "${rule.check}"${hint}`);
      return;
    }
    const effective = momentOf(rule.effectiveAt);
    if (Number.isNaN(effective))
      refuse("/effectiveAt", "time-invalid", `"${rule.effectiveAt}" is not a date and time that exists.`);
    const { code, severity, params = {}, when } = rule;
    const severityAt = (now: number) => (severity === "error" && now < effective ? "warning" : severity);
    const codes = check.kinds ? check.kinds.map((kind) => `${code}-${kind}`) : [code];
    all.push({ pointer, document: rule, check, codes, severityAt });

    const wrong = checkData(check.params, params);
    for (const reason of wrong) reasons.push({ ...reason, pointer: `${pointer}/params${reason.pointer}` });
    const faults = when === undefined ? [] : faultsOfCondition(when);
    for (const { pointer: place, why } of faults)
      refuse(`/when${place}`, "condition-invalid", `The condition cannot be used like this: ${why}.`);
    if (wrong.length > 0 || faults.length > 0) return;
    const cannot = (why: string, found = reasons) =>
      found.push({
        pointer,
        code: "rule-invalid",
        message: `The check "${check.name}" cannot be used like this: ${why}.`,
      });
    const absent = check.lists?.(params).find((name) => !lists.has(name));
    if (absent !== undefined) {
      cannot(`there is no list "${absent}"`);
      return;
    }
    if (check.needsCondition === true && when === undefined) {
      cannot('it needs a "when"');
      return;
    }
    if (check.registry !== undefined) {
      const name = check.registry(params);
      if (name !== undefined && !Object.hasOwn(document.registries ?? {}, name)) {
        cannot(`"registries" of the package declares no ${quote(name)}`);
        return;
      }
      needed.add(name);
    }
    // Reported with the places of the rule.
    if (referencesOf(rule, check).some(({ pattern }) => pattern === undefined)) return;
    const context: RuleContext<unknown> = {
      code: (kind) => (kind === undefined ? code : `${code}-${kind}`),
      params,
      lists,
      asSubmitted,
      when: when && describeCondition(when),
    };
    const conditionAt = (place: string, declarations: Declarations) =>
      when && compileCondition(when, place, declarations, asSubmitted);
    if (check.scope === "schema") {
      later.push((declarations, { grades }) => {
        for (const place of rule.at) {
          const pattern = compilePathPattern(place);
          const condition = conditionAt(place, declarations);
          for (const graded of check.codes(params))
            append(grades, graded, { code, severityAt, pattern, condition });
        }
      });
      return;
    }
    // All that a rule is made of, besides its places and what the schema declares.
    const named = (check.lists?.(params) ?? []).map((name) => {
      const { values, aliases } = lists.get(name)!;
      return [name, values, [...aliases]];
    });
    const { at: _, ...content } = rule;
    const keyAt = (places: unknown) => JSON.stringify([places, content, named, [...prose]]);
    if (check.scope === "whole") {
      later.push((declarations, compiled, found) => {
        const key = keyAt([rule.at, declarations.key]);
        const known = sharedWholeRules.find(key);
        if (known !== undefined) {
          compiled.whole.push(known);
          return;
        }
        const places = rule.at.map((place) =>
          compileTarget(place, declarations, conditionAt(place, declarations)),
        );
        const reference = (from: string, name: string) =>
          compileReference(from, resolveReference(from, name)!, declarations);
        const made = check.compile({ ...context, reference }, places);
        if ("refusal" in made) {
          cannot(made.refusal, found);
          return;
        }
        const judged = { ...made, severityAt };
        sharedWholeRules.keep(key, judged);
        compiled.whole.push(judged);
      });
      return;
    }
    for (const pattern of rule.at) {
      const key = keyAt(pattern);
      const known = when === undefined ? sharedRules.find(key) : undefined;
      if (known !== undefined) {
        append(at, pattern, known);
        continue;
      }
      const made = check.compile(context, pattern);
      if ("refusal" in made) {
        cannot(made.refusal);
        return;
      }
      if (when === undefined) {
        const attached: AttachedRule = { ...made, code, severity, severityAt };
        sharedRules.keep(key, attached);
        append(at, pattern, attached);
      } else
        later.push((declarations, { whole, conditional }) => {
          const condition = conditionAt(pattern, declarations)!;
          const place = compileTarget(pattern, declarations, condition, made.seesAbsentParents);
          whole.push({ ...conditionalRule(made, place, code), severityAt });
          if (severity === "error") append(conditional, pattern, { condition, ok: made.ok });
        });
    }
  });

  const named = [...needed].filter((name): name is string => name !== undefined);
  const registries = { main: needed.has(undefined), named };
  return {
    all,
    at,
    registries,
    finish(declarations, found) {
      const compiled: Unfinished = { whole: [], conditional: new Map(), grades: new Map() };
      for (const compile of later) compile(declarations, compiled, found);
      return { all, at, registries, ...compiled };
    },
  };
}

interface Unfinished {
  whole: (WholeRule & Pick<Rule, "severityAt">)[];
  conditional: Map<string, ConditionalRule[]>;
  grades: Map<string, GradingRule[]>;
}

function append<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const others = map.get(key);
  if (others) others.push(item);
  else map.set(key, [item]);
}

/** Engines differ on dates such as 31 February, so the calendar is checked first. */
function momentOf(effectiveAt: string | undefined): number {
  if (effectiveAt === undefined) return Number.NEGATIVE_INFINITY;
  return VALUE_TYPES.datetime(effectiveAt, 0) ? Date.parse(effectiveAt) : Number.NaN;
}
