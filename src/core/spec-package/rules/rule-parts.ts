/** What a rule consists of besides its check: conditions, expressions, a message and a fix of its own. */
import type { PlaceExpression, Refusal, RuleContext, WholeRule, WordList } from "../../checks/definition.ts";
import {
  compileExpressionCondition,
  describeExpressionCondition,
} from "../../checks/expressions/expression-condition.ts";
import { compilePlaceExpression } from "../../checks/expressions/place-expression.ts";
import {
  compileFix,
  compileSentence,
  type RuleTexts,
  rewording,
} from "../../checks/expressions/rule-texts.ts";
import { type Condition, compileCondition, describeCondition } from "../../checks/targets/condition.ts";
import type { Declarations } from "../../checks/targets/target.ts";
import type { Type } from "../../expressions/types.ts";
import type { Refuse } from "../../schema/compile-schema.ts";
import type { AttachedRule } from "../../schema/place-rules.ts";
import type { CompiledRules, ConditionalRule, GradingRule, Rule } from "./compiled-rules.ts";

/** What all rules of a package share while they are read and compiled. */
export interface RuleBook {
  readonly refuse: Refuse;
  readonly lists: ReadonlyMap<string, WordList>;
  readonly prose: ReadonlySet<string>;
  readonly sets: ReadonlySet<string>;
  /** The registries that the package declares by name. */
  readonly registries: ReadonlySet<string>;
  readonly asSubmitted: (pattern: string, text: string) => string;
  /** Rules on single values, by the path patterns at which they stand. */
  readonly at: Map<string, AttachedRule[]>;
  /** What is compiled once the schema is. */
  readonly later: ((declarations: Declarations, compiled: Unfinished) => void)[];
  /** The registries that rules ask; undefined is the product's own. */
  readonly asked: Set<string | undefined>;
  readonly askedInExpressions: Set<string | undefined>;
  clock: CompiledRules["clock"];
  /** Of all expressions together. */
  cost: number;
}

export interface Unfinished {
  whole: (WholeRule & Pick<Rule, "severityAt">)[];
  conditional: Map<string, ConditionalRule[]>;
  grades: Map<string, GradingRule[]>;
}

export type RuleParts = ReturnType<typeof createRuleParts>;

export function createRuleParts(rule: Rule, book: RuleBook) {
  const { pointer, check, document, severityAt, announcementAt } = rule;
  const { code, params = {}, when, message, fix, at } = document;
  const { refuse, registries, asSubmitted, lists } = book;

  /** Refuses the whole rule, or a member of it that holds an expression. */
  function cannot(why: string, member?: string): void {
    if (member === undefined)
      refuse(pointer, "rule-invalid", `The check "${check.name}" cannot be used like this: ${why}.`);
    else refuse(pointer + member, "expression-invalid", `This cannot be used: ${why}.`);
  }

  const context: RuleContext<unknown> = {
    code: (kind) => (kind === undefined ? code : `${code}-${kind}`),
    params,
    lists,
    asSubmitted,
    isSet: (pattern) => book.sets.has(pattern),
    when:
      when && (typeof when === "string" ? describeExpressionCondition(when) : describeCondition(when, at)),
  };

  const expressionAt =
    (declarations: Declarations, isLenient = false) =>
    (source: string, place: string, wanted?: Type["kind"]): PlaceExpression | Refusal => {
      const made = compilePlaceExpression(source, place, { declarations, registries, wanted, isLenient });
      if ("refusal" in made) return made;
      for (const name of made.registries) {
        book.asked.add(name);
        book.askedInExpressions.add(name);
      }
      if (made.clock === "time" || book.clock === "none") book.clock = made.clock;
      book.cost += made.cost;
      return made;
    };

  return {
    context,
    cannot,
    expressionAt,
    isDeclared: (declarations: Declarations) => at.every((place) => declarations.typeAt(place) !== undefined),
    /** The condition at a place; "refused" if it cannot be used there. */
    conditionAt(place: string, declarations: Declarations): Condition | "refused" | undefined {
      if (typeof when !== "string") return when && compileCondition(when, place, declarations, asSubmitted);
      const hasValue = check.needsCondition !== true;
      const made = compileExpressionCondition(when, place, { declarations, registries, hasValue });
      if (!("refusal" in made)) return made;
      cannot(made.refusal, "/when");
      return "refused";
    },
    /** The message and the fix that the rule brings along, at a place; undefined if it has none that can be used. */
    textsAt(place: string, declarations: Declarations): RuleTexts | undefined {
      if (message === undefined && fix === undefined) return undefined;
      // A message or a fix is only made where the rule speaks, so it may know what is there.
      const expression = expressionAt(declarations, true);
      const sentence = message === undefined ? undefined : compileSentence(message, place, expression);
      const maker = fix === undefined ? undefined : compileFix(fix, place, declarations, expression);
      if (sentence && "refusal" in sentence) cannot(sentence.refusal, "/message");
      else if (maker && "refusal" in maker) cannot(maker.refusal, "/fix");
      else return { sentence, fix: maker };
      return undefined;
    },
    /** What depends on the types of this package's schema cannot be shared with others. */
    isOwn:
      check.hasExpressions?.(params) === true || typeof when === "string" || (message ?? fix) !== undefined,
    /** All that a rule is made of, besides what the schema declares. */
    keyAt(places: unknown): string {
      const named = (check.lists?.(params) ?? []).map((name) => {
        const { values, aliases, repairsTypos, fills, labels } = lists.get(name)!;
        return [name, values, [...aliases], repairsTypos, fills, [...labels]];
      });
      const { at: _, ...content } = document;
      return JSON.stringify([places, content, named, [...book.prose], [...book.sets]]);
    },
    /** Before the rule is in force, its warnings say from when on it is. */
    announced: (made: WholeRule): CompiledRules["whole"][number] => ({
      ...made,
      severityAt,
      report(candidate, sink, given) {
        const announcement = announcementAt(sink.now);
        made.report(candidate, announcement === undefined ? sink : rewording(sink, announcement), given);
      },
    }),
  };
}
