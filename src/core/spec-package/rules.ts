/** Compiles the rules of a spec package: those on single values before the schema, the others after it. */
import { CHECKS } from "../checks/catalogue.ts";
import type { Check, Refusal, RuleContext, ValueRule, WholeRule, WordList } from "../checks/definition.ts";
import {
  compileExpressionCondition,
  describeExpressionCondition,
} from "../checks/expressions/expression-condition.ts";
import type { PlaceExpression } from "../checks/expressions/expression-of-rule.ts";
import { holds } from "../checks/expressions/holds.ts";
import { compilePlaceExpression } from "../checks/expressions/place-expression.ts";
import {
  compileFix,
  compileSentence,
  inOwnWords,
  inPlacedWords,
  type PlacedTexts,
  placeTexts,
  type RuleTexts,
  rewording,
} from "../checks/expressions/rule-texts.ts";
import { compileTarget, conditionalRule } from "../checks/targets/compile-target.ts";
import {
  type Condition,
  compileCondition,
  describeCondition,
  faultsOfCondition,
} from "../checks/targets/condition.ts";
import {
  compileReference,
  type Declarations,
  type RuleTarget,
  resolveReference,
} from "../checks/targets/target.ts";
import { MAX_COST_OF_PACKAGE } from "../expressions/limits.ts";
import type { Type } from "../expressions/types.ts";
import type { Detail, Sink } from "../findings/finding.ts";
import { compilePathPattern, createCover, type PathPattern } from "../json/path-pattern.ts";
import type { Path } from "../json/pointer.ts";
import { checkData } from "../schema/check-data.ts";
import type { Reason } from "../schema/compile-schema.ts";
import type { AttachedRule } from "../schema/place-rules.ts";
import { createShared } from "../schema/sharing.ts";
import { closest } from "../similar/similar.ts";
import type { Severity } from "../types.ts";
import { normalizeText } from "../unicode/characters.ts";
import { grouped, listOf, quote } from "../unicode/describe.ts";
import { VALUE_TYPES } from "../values/value-types.ts";
import type { RuleDocument, SpecPackageDocument } from "./document.ts";
import { bySeverity } from "./rule-severities.ts";
import { referencesOf } from "./rule-targets.ts";

export interface Rule {
  /** Where it stands in the package. */
  pointer: string;
  document: RuleDocument;
  check: Check;
  codes: string[];
  /** The severity at a moment: before `effectiveAt` an error is a warning. */
  severityAt(now: number): Severity;
  /** What adds the date to such a warning; undefined if the rule is in force. */
  announcementAt(now: number): Announcement | undefined;
}

type Announcement = (detail: Detail) => Detail;

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
  /** Whether verdicts depend on the day, or on the moment. */
  clock: "none" | "date" | "time";
}

export interface GradingRule extends Pick<Rule, "severityAt" | "announcementAt"> {
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
  /** Those that expressions ask, undefined for the product's own: nobody can tell what they make of an empty one. */
  inExpressions: ReadonlySet<string | undefined>;
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
export interface ReadRules extends Pick<CompiledRules, "all" | "at"> {
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
  const sets = new Set(document.normalization?.sets?.map((set) => set.at));
  const isProse = createCover(prose);
  const asSubmitted = (pattern: string, text: string) => (isProse(pattern) ? normalizeText(text) : text);
  const declaredRegistries = new Set(Object.keys(document.registries ?? {}));
  const inExpressions = new Set<string | undefined>();
  let clock: CompiledRules["clock"] = "none";
  let cost = 0;
  const noted = <Made extends PlaceExpression>(made: Made): Made => {
    for (const name of made.registries) {
      needed.add(name);
      inExpressions.add(name);
    }
    if (made.clock === "time" || clock === "none") ({ clock } = made);
    cost += made.cost;
    return made;
  };

  const read = (rule: RuleDocument, pointer: string) => {
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
    const { code, severity, params = {}, when, message, fix } = rule;
    const severityAt = (now: number) => (severity === "error" && now < effective ? "warning" : severity);
    const announce: Announcement = (detail) => ({
      ...detail,
      message: `${detail.message} This is an error from ${rule.effectiveAt?.replace(MIDNIGHT, "")} on.`,
    });
    const announcementAt = (now: number) => (severity === "error" && now < effective ? announce : undefined);
    const announced = (made: WholeRule): CompiledRules["whole"][number] => ({
      ...made,
      severityAt,
      report(candidate, sink, given) {
        const announcement = announcementAt(sink.now);
        made.report(candidate, announcement === undefined ? sink : rewording(sink, announcement), given);
      },
    });
    const codes = check.kinds ? check.kinds.map((kind) => `${code}-${kind}`) : [code];
    all.push({ pointer, document: rule, check, codes, severityAt, announcementAt });

    const wrong = checkData(check.params, params);
    for (const reason of wrong) reasons.push({ ...reason, pointer: `${pointer}/params${reason.pointer}` });
    const faults = when === undefined || typeof when === "string" ? [] : faultsOfCondition(when);
    for (const { pointer: place, why } of faults)
      refuse(`/when${place}`, "condition-invalid", `The condition cannot be used like this: ${why}.`);
    if (wrong.length > 0 || faults.length > 0) return;
    const cannot = (why: string, found = reasons, member?: string) =>
      found.push({
        pointer: pointer + (member ?? ""),
        code: member === undefined ? "rule-invalid" : "expression-invalid",
        message:
          member === undefined
            ? `The check "${check.name}" cannot be used like this: ${why}.`
            : `This cannot be used: ${why}.`,
      });
    if (check.needsMessage === true && message === undefined) {
      cannot('it needs a "message" that says what is wrong');
      return;
    }
    if (check.scope === "schema" && (message ?? fix) !== undefined) {
      cannot('it has no findings of its own, so it takes neither "message" nor "fix"');
      return;
    }
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
    if (clock === "none" && check.clock?.(params) === "date") clock = "date";
    // Reported with the places of the rule.
    if (referencesOf(rule, check).some(({ pattern }) => pattern === undefined)) return;
    const context: RuleContext<unknown> = {
      code: (kind) => (kind === undefined ? code : `${code}-${kind}`),
      params,
      lists,
      asSubmitted,
      isSet: (pattern) => sets.has(pattern),
      when:
        when &&
        (typeof when === "string" ? describeExpressionCondition(when) : describeCondition(when, rule.at)),
    };
    const isDeclared = (declarations: Declarations) =>
      rule.at.every((place) => declarations.typeAt(place) !== undefined);
    const expressionAt =
      (declarations: Declarations, isLenient = false) =>
      (source: string, place: string, wanted?: Type["kind"]): PlaceExpression | Refusal => {
        const made = compilePlaceExpression(source, place, {
          ...{ declarations, registries: declaredRegistries, wanted, isLenient },
        });
        return "refusal" in made ? made : noted(made);
      };
    /** The condition at a place; "refused" if it cannot be used there. */
    const conditionAt = (place: string, declarations: Declarations, found: Reason[]) => {
      if (typeof when !== "string") return when && compileCondition(when, place, declarations, asSubmitted);
      const hasValue = check.needsCondition !== true;
      const made = compileExpressionCondition(when, place, {
        ...{ declarations, registries: declaredRegistries, hasValue },
      });
      if (!("refusal" in made)) return made;
      cannot(made.refusal, found, "/when");
      return "refused" as const;
    };
    /** The message and the fix that the rule brings along, at a place; undefined if it has none that can be used. */
    const textsAt = (place: string, declarations: Declarations, found: Reason[]): RuleTexts | undefined => {
      if (message === undefined && fix === undefined) return undefined;
      // A message or a fix is only made where the rule speaks, so it may know what is there.
      const at = expressionAt(declarations, true);
      const sentence = message === undefined ? undefined : compileSentence(message, place, at);
      const maker = fix === undefined ? undefined : compileFix(fix, place, declarations, at);
      if (sentence && "refusal" in sentence) cannot(sentence.refusal, found, "/message");
      else if (maker && "refusal" in maker) cannot(maker.refusal, found, "/fix");
      else return { sentence, fix: maker };
      return undefined;
    };
    /** What depends on the types of this package's schema cannot be shared with others. */
    const isOwn =
      check.hasExpressions?.(params) === true || typeof when === "string" || (message ?? fix) !== undefined;
    if (check.scope === "schema") {
      later.push((declarations, { grades }, found) => {
        if (!isDeclared(declarations)) return;
        for (const place of rule.at) {
          const pattern = compilePathPattern(place);
          const condition = conditionAt(place, declarations, found);
          if (condition === "refused") return;
          for (const graded of check.codes(params))
            append(grades, graded, { code, severityAt, announcementAt, pattern, condition });
        }
      });
      return;
    }
    // All that a rule is made of, besides its places and what the schema declares.
    const named = (check.lists?.(params) ?? []).map((name) => {
      const { values, aliases, repairsTypos, fills, labels } = lists.get(name)!;
      return [name, values, [...aliases], repairsTypos, fills, [...labels]];
    });
    const { at: _, ...content } = rule;
    const keyAt = (places: unknown) => JSON.stringify([places, content, named, [...prose], [...sets]]);
    if (check.scope === "whole") {
      later.push((declarations, compiled, found) => {
        if (!isDeclared(declarations)) return;
        const key = keyAt([rule.at, declarations.key]);
        const known = isOwn ? undefined : sharedWholeRules.find(key);
        if (known !== undefined) {
          compiled.whole.push(known);
          return;
        }
        const places: RuleTarget[] = [];
        const placed: PlacedTexts[] = [];
        for (const place of rule.at) {
          const condition = conditionAt(place, declarations, found);
          if (condition === "refused") return;
          places.push(compileTarget(place, declarations, condition));
          const texts = textsAt(place, declarations, found);
          if (texts !== undefined) placed.push(placeTexts(place, texts));
        }
        const reference = (from: string, name: string) =>
          compileReference(from, resolveReference(from, name)!, declarations);
        const ownWords = (detail: Detail, path: Path, sink: Sink) =>
          inPlacedWords(detail, path, sink, placed);
        const expression = expressionAt(declarations);
        const made = check.compile({ ...context, reference, expression, inOwnWords: ownWords }, places);
        if ("refusal" in made) {
          cannot(made.refusal, found, made.member);
          return;
        }
        const judged = announced(made);
        if (placed.length > 0 && check !== holds)
          judged.report = (candidate, sink, given) => {
            const reword = (detail: Detail, path: Path) => inPlacedWords(detail, path, sink, placed);
            made.report(candidate, rewording(sink, reword), given);
          };
        if (!isOwn) sharedWholeRules.keep(key, judged);
        compiled.whole.push(judged);
      });
      return;
    }
    for (const pattern of rule.at) {
      const key = keyAt(pattern);
      const known = when === undefined && !isOwn ? sharedRules.find(key) : undefined;
      if (known !== undefined) {
        append(at, pattern, known);
        if (known.remark !== undefined) append(at, pattern, known.remark);
        continue;
      }
      const plain = check.compile(context, pattern);
      if ("refusal" in plain) {
        cannot(plain.refusal);
        return;
      }
      let texts: RuleTexts | undefined;
      if ((message ?? fix) !== undefined)
        later.push((declarations, _, found) => {
          if (isDeclared(declarations)) texts = textsAt(pattern, declarations, found);
        });
      const made: ValueRule = { ...plain };
      made.detail = (value, path, sink) => {
        const detail = plain.detail(value, path, sink);
        const worded = texts === undefined ? detail : inOwnWords(detail, path, sink, texts);
        return when === undefined ? (announcementAt(sink.now)?.(worded) ?? worded) : worded;
      };
      if (when === undefined) {
        const attached: AttachedRule = { ...made, code, severity, severityAt };
        if (!isOwn) sharedRules.keep(key, attached);
        append(at, pattern, attached);
        if (made.remark !== undefined) append(at, pattern, made.remark);
      } else
        later.push((declarations, { whole, conditional }, found) => {
          if (!isDeclared(declarations)) return;
          const condition = conditionAt(pattern, declarations, found)!;
          if (condition === "refused") return;
          const place = compileTarget(pattern, declarations, condition, made.seesAbsentParents);
          whole.push(announced(conditionalRule(made, place, code)));
          const { remark } = made;
          if (remark !== undefined)
            whole.push({ ...conditionalRule(remark, place, remark.code), severityAt: remark.severityAt });
          if (severity === "error") append(conditional, pattern, { condition, ok: made.ok });
        });
    }
  };

  document.rules.forEach((rule, index) => {
    const pointer = `/rules/${index}`;
    const rules = bySeverity(rule);
    if ("refusal" in rules)
      reasons.push({
        pointer: `${pointer}/warnWhen`,
        code: "rule-invalid",
        message: `This cannot be used: ${rules.refusal}.`,
      });
    else for (const each of rules) read(each, pointer);
  });

  return {
    all,
    at,
    finish(declarations, found) {
      const compiled: Unfinished = { whole: [], conditional: new Map(), grades: new Map() };
      for (const compile of later) compile(declarations, compiled, found);
      if (cost > MAX_COST_OF_PACKAGE)
        found.push({
          pointer: "/rules",
          code: "expression-invalid",
          message: `All expressions together could take ${grouped(Math.ceil(cost))} steps, and ${grouped(MAX_COST_OF_PACKAGE)} is the most; give the lists and texts that they look at a smaller "maxItems" or "maxLength".`,
        });
      const named = [...needed].filter((name): name is string => name !== undefined);
      return {
        all,
        at,
        registries: { main: needed.has(undefined), named, inExpressions },
        clock,
        ...compiled,
      };
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

/** What a moment ends with that is the start of a day. */
const MIDNIGHT = /T00:00:00(\.0+)?Z$/;

/** Engines differ on dates such as 31 February, so the calendar is checked first. */
function momentOf(effectiveAt: string | undefined): number {
  if (effectiveAt === undefined) return Number.NEGATIVE_INFINITY;
  return VALUE_TYPES.datetime(effectiveAt, 0) ? Date.parse(effectiveAt) : Number.NaN;
}
