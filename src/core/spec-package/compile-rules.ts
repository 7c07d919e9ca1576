/**
 * Compiles the rules of a spec package, once its schema is compiled: those on single values are attached to their places, and
 * the others walk the whole candidate. Checks only judge; code, severity, words and path of a finding are the rule's.
 */

import { type Condition, compileCondition, describeCondition } from "../checks/condition.ts";
import {
  type AttachedRule,
  Blame,
  deprecatedWords,
  NO_TRAITS,
  type Parts,
  type PlaceExpression,
  type PlaceRule,
  type Refusal,
  type Resolver,
  type Reword,
  type RuleContext,
  resolveParams,
  type ValueRule,
  type WordList,
  whyNoCondition,
} from "../checks/definition.ts";
import { compileExpressionCondition, compilePlaceExpression, openSession } from "../checks/expressions.ts";
import { compileTexts } from "../checks/rule-texts.ts";
import { compileReference, type Declarations, firstAbsent, resolveReference } from "../checks/target.ts";
import { MAX_COST_OF_PACKAGE, PRELUDE, type Surroundings } from "../expressions/frame.ts";
import type { RegistryScope, Sink } from "../findings/finding.ts";
import { compilePathPattern, escapeToken, groupBy, parsePointer } from "../json/values.ts";
import type { Refuse } from "../schema/compile-schema.ts";
import { createRulesOfPlace, type RulesOfPlace } from "../schema/place.ts";
import { createShared } from "../schema/sharing.ts";
import { grouped, normalizeText } from "../unicode/unicode.ts";
import type { SpecPackageDocument } from "./document.ts";
import type { Rule } from "./rules.ts";

/** Many packages have rules in common. */
const sharedRules = createShared<ReturnType<typeof createCandidateRule>>();
const sharedPlaces = createShared<RulesOfPlace>();

export type RuleSurroundings = ReturnType<typeof surroundingsOf>;

export function surroundingsOf(
  { normalization, registries = {}, definitions = {} }: SpecPackageDocument,
  lists: ReadonlyMap<string, WordList>,
) {
  return {
    lists,
    prose: new Set(normalization?.prose),
    sets: new Set(normalization?.sets?.map((set) => set.at)),
    registries: new Set(Object.keys(registries)),
    definitions: new Map([...Object.entries(PRELUDE), ...Object.entries(definitions)]),
  };
}

/** What the schema has to know of rules before they are compiled: where they stand, and to which words they confine. */
export function placeRules(rules: readonly Rule[], surroundings: RuleSurroundings) {
  const attached = rules.filter(
    ({ isUsable, check, document }) => isUsable && check.judges === "values" && document.when === undefined,
  );
  const placed = attached.flatMap((rule) => rule.document.at.map((pattern) => ({ pattern, rule })));
  return new Map(
    [...groupBy(placed, ({ pattern }) => pattern)].map(([pattern, those]) => {
      const here = those.map(({ rule }) => rule);
      const known = sharedPlaces.find(keyOf(pattern, here, surroundings));
      const about = {
        lists: here.flatMap(({ list }) => list ?? []),
        confines: here.some(({ confines }) => confines),
        seesAbsence: here.some(({ seesAbsence }) => seesAbsence),
      };
      return [pattern, { slot: known ?? createRulesOfPlace(about), rules: here }] as const;
    }),
  );
}

/** All that rules are made of, besides what the schema declares. Undefined if they cannot be shared. */
function keyOf(places: unknown, rules: readonly Rule[], { lists, prose, sets }: RuleSurroundings) {
  if (rules.some(({ isOwn }) => isOwn)) return undefined;
  const contents = rules.map(({ needs, document: { at: _, ...content } }) => [
    content,
    needs.map((need) => {
      const list = need.kind === "list" ? lists.get(need.name)! : undefined;
      return list && { ...list, aliases: [...list.aliases], labels: [...list.labels] };
    }),
  ]);
  return JSON.stringify([places, contents, [...prose], [...sets]]);
}

export function compileRules(
  all: readonly Rule[],
  placed: ReturnType<typeof placeRules>,
  surroundings: RuleSurroundings,
  declarations: Declarations,
  refuse: Refuse,
) {
  const { lists, prose, sets } = surroundings;
  /** Rules that look at several places, and those that apply under a condition. The others are at their places. */
  const whole: ReturnType<typeof createCandidateRule>[] = [];
  /** The error rules on single values that apply under a condition, by path pattern. */
  const conditional = new Map<string, { condition: Condition; ok: ValueRule["ok"] }[]>();
  const asked = new Set<string | undefined>();
  /** Undefined is the product's own registry. Nobody can tell what expressions make of an empty one. */
  const inExpressions = new Set<string | undefined>();
  const uses = new Set<string>();
  let clock: "none" | "date" | "time" = "none";
  let cost = 0;
  const proseAt = Array.from(prose, (pattern) => compilePathPattern(pattern));
  const isProse = (at: string) => proseAt.some(({ matches }) => matches(parsePointer(at)));
  const asSubmittedAt: RuleContext<Parts>["asSubmittedAt"] = (pattern) =>
    isProse(pattern)
      ? (value) => (typeof value === "string" ? (normalizeText(value) as typeof value) : value)
      : (value) => value;
  const isDeclared = ({ document: { at } }: Rule) =>
    at.every((place) => declarations.typeAt(place) !== undefined);

  function cannot({ pointer, check }: Rule, refusal: Refusal, member?: string): undefined {
    const { refusal: why, definition } = refusal;
    if (member === undefined)
      refuse(pointer, "rule-invalid", `The check "${check.name}" cannot be used like this: ${why}.`);
    else refuse(pointer + member, "expression-invalid", `This cannot be used: ${why}.`);
    if (definition === undefined || surroundings.definitions.get(definition) === PRELUDE[definition]) return;
    const called = `As ${pointer}${member ?? ""} calls it, this cannot be used: ${why}.`;
    refuse(`/definitions/${escapeToken(definition)}/expression`, "expression-invalid", called);
  }

  function expressionAt(
    source: string,
    place: string,
    options: Parameters<typeof compilePlaceExpression>[4],
    whyNot: (made: PlaceExpression) => Refusal | undefined = () => undefined,
  ): PlaceExpression | Refusal {
    const read = compilePlaceExpression(source, place, declarations, surroundings, options);
    const made = "refusal" in read ? read : (whyNot(read) ?? read);
    if ("refusal" in made) return made;
    for (const pointer of made.uses) uses.add(pointer);
    for (const name of made.registries) {
      asked.add(name);
      inExpressions.add(name);
    }
    if (made.clock === "time" || clock === "none") clock = made.clock;
    cost += made.cost;
    return made;
  }

  /** What a check makes of the rule at a place; undefined if it cannot be used. */
  function compileAt<Made extends object>(
    rule: Rule,
    place: string,
    compile: (context: RuleContext<Parts>, at: string) => Made | Refusal,
  ): Made | undefined {
    const { params = {}, when, at } = rule.document;
    const resolver: Resolver = {
      list: (name) => lists.get(name)!,
      reference: (written) => compileReference(place, resolveReference(place, written)!, declarations),
      expression: (source, wanted, below) => expressionAt(source, place + (below ?? ""), { wanted }),
    };
    const resolved = resolveParams(rule.check.parts, params, resolver);
    if ("refusal" in resolved) return cannot(rule, resolved, resolved.member);
    const words = when && describeCondition(when, at);
    const normalized = { asSubmittedAt, isProse: isProse(place), isSet: sets.has(place) };
    const made = compile(
      { params: resolved.got, written: params, places: at, when: words, ...normalized },
      place,
    );
    return "refusal" in made ? cannot(rule, made) : made;
  }

  /** The condition at a place; "refused" if it cannot be used there. */
  function conditionAt(rule: Rule, place: string): Condition | "refused" | undefined {
    const { when } = rule.document;
    if (typeof when !== "string") return when && compileCondition(when, place, declarations, asSubmittedAt);
    const hasValue = !rule.check.needsCondition;
    const made = expressionAt(when, place, { wanted: "bool", hasValue }, whyNoCondition);
    if (!("refusal" in made)) return compileExpressionCondition(made, hasValue);
    cannot(rule, made, "/when");
    return "refused";
  }

  function rewordAt(rule: Rule, place: string): Reword | undefined {
    const { message, fix } = rule.document;
    if ((message ?? fix) === undefined) return undefined;
    // A message or a fix is only made where the rule speaks, so it may know what is there.
    const lenient = (source: string, at: string) => expressionAt(source, at, { isLenient: true });
    const made = compileTexts(message, fix, place, declarations, lenient);
    if ("refusal" in made) return cannot(rule, made, made.member);
    // A rule that says itself what is wrong speaks about its own place, wherever it is reported.
    return rule.check.needsMessage ? (detail, _path, sink, place) => made(detail, place, sink, place) : made;
  }

  function attachedAt(rule: Rule, place: string): AttachedRule[] {
    const { check, document, until } = rule;
    if (check.judges !== "values") return [];
    const made = compileAt<ValueRule>(rule, place, check.compile);
    if (made === undefined) return [];
    const attached: AttachedRule = {
      ...NO_TRAITS,
      ...made,
      ...{ code: document.code, severity: document.severity, until },
      reword: isDeclared(rule) ? rewordAt(rule, place) : undefined,
      confines: rule.confines,
      seesAbsence: rule.seesAbsence,
    };
    const deprecated = [...(rule.list?.labels ?? [])].flatMap(([word, label]) =>
      label.deprecated ? [[word, label.deprecated] as const] : [],
    );
    return deprecated.length === 0 ? [attached] : [attached, deprecatedWords(new Map(deprecated), place)];
  }

  /** A rule on single values that applies under a condition is asked once the walk over the schema is done. */
  function compileConditional(rule: Rule): void {
    if (!isDeclared(rule)) return;
    for (const place of rule.document.at) {
      const condition = conditionAt(rule, place);
      if (condition === "refused" || condition === undefined) return;
      const attached = attachedAt(rule, place);
      const target = targetOf(place, declarations, condition, rule.check.judgesAbsence);
      for (const each of attached)
        whole.push(createCandidateRule(each, [{ ...each, ...target, rule: afterTheWalk(each) }], false));
      const [own] = attached;
      if (own?.severity === "error")
        conditional.set(place, [...(conditional.get(place) ?? []), { condition, ok: own.ok }]);
    }
  }

  function compileJudging(rule: Rule): void {
    const { check, document } = rule;
    if (check.judges !== "places" || !isDeclared(rule)) return;
    const key = keyOf([document.at, declarations.key], [rule], surroundings);
    const known = sharedRules.find(key);
    if (known !== undefined) {
      whole.push(known);
      return;
    }
    const head = { code: document.code, severity: document.severity, until: rule.until };
    const places: Parameters<typeof createCandidateRule>[1][number][] = [];
    for (const place of document.at) {
      const condition = conditionAt(rule, place);
      if (condition === "refused") return;
      const reword = rewordAt(rule, place);
      const made = compileAt(rule, place, check.compile);
      if (made === undefined) return;
      places.push({ ...head, reword, ...targetOf(place, declarations, condition), rule: made });
    }
    const made = createCandidateRule(head, places, rule.usesExpressions);
    sharedRules.keep(key, made);
    whole.push(made);
  }

  for (const [place, { slot, rules }] of placed) {
    // Another package with the same rules has compiled them.
    if (slot.rules !== undefined) continue;
    const attached = rules.map((rule) => attachedAt(rule, place));
    slot.rules = attached.flat();
    // A rule that was refused here must be refused there as well.
    const isComplete = attached.every((made) => made.length > 0);
    if (isComplete) sharedPlaces.keep(keyOf(place, rules, surroundings), slot);
  }
  for (const rule of all) {
    if (!rule.isUsable) continue;
    for (const need of rule.needs) {
      if (need.kind === "registry") asked.add(need.name);
      if (need.kind === "clock" && clock === "none") clock = "date";
    }
    if (rule.check.judges === "places") compileJudging(rule);
    else if (rule.document.when !== undefined) compileConditional(rule);
  }
  const steps = `All expressions together could take ${grouped(Math.ceil(cost))} steps, and ${grouped(MAX_COST_OF_PACKAGE)} is the most`;
  const advice = `give the lists, maps and texts that they look at a smaller "maxItems", "maxProperties" or "maxLength"`;
  if (cost > MAX_COST_OF_PACKAGE) refuse("/rules", "expression-invalid", `${steps}; ${advice}.`);
  const named = [...asked].filter((name) => name !== undefined);
  const registries = { main: asked.has(undefined), named, inExpressions };
  const insights = whole.flatMap(({ insight }) => insight ?? []);
  return { all, whole, insights, conditional, registries, uses, clock };
}

/** The values of one path pattern of a rule, as far as the rule's condition holds for them. */
const targetOf = (
  source: string,
  declarations: Declarations,
  condition: Condition | undefined,
  seesAbsentParents = false,
) => ({
  pattern: compilePathPattern(source, seesAbsentParents),
  condition,
  // An absent member is judged as what a build will put there, or a package could fail that was fine before.
  fallback: declarations.defaultAt(source),
});

/** For rules without expressions, which never ask. */
const NO_SESSION = {} as Surroundings;

/** A rule that looks at the whole candidate. It walks, and its check only judges. */
function createCandidateRule(
  { severity, until }: Pick<AttachedRule, "severity" | "until">,
  places: readonly (ConstructorParameters<typeof Blame>[0] &
    ReturnType<typeof targetOf> & { readonly rule: PlaceRule })[],
  usesExpressions: boolean,
) {
  return {
    ...{ severity, until, usesExpressions },
    insight: places.find(({ rule }) => rule.insight !== undefined)?.rule.insight,
    ok(candidate: unknown, scope: RegistryScope): boolean {
      const session = usesExpressions ? openSession(scope) : NO_SESSION;
      return places.every(({ pattern, condition, fallback, rule }) => {
        const judge = rule.open(candidate, scope, session);
        const holds = condition?.(candidate);
        return pattern.every(
          candidate,
          (value, path) => holds?.(path) === false || judge.ok(value === undefined ? fallback : value, path),
        );
      });
    },
    report(candidate: unknown, sink: Sink): void {
      const session = usesExpressions ? openSession(sink.scope) : NO_SESSION;
      for (const place of places) {
        const { pattern, condition, fallback, rule } = place;
        const judge = rule.open(candidate, sink.scope, session);
        // Nothing is said where the condition depends on something that has an error.
        const holds = condition?.(candidate, sink);
        pattern.each(candidate, (value, at) => {
          if (holds !== undefined && holds(at) !== true) return;
          const path = at.slice();
          judge.report(value === undefined ? fallback : value, path, new Blame(place, sink, path), sink);
        });
      }
    },
  };
}

/** A rule with a condition: the walk over the schema does not know the values elsewhere, so it is asked after it. */
function afterTheWalk(rule: AttachedRule): PlaceRule {
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
