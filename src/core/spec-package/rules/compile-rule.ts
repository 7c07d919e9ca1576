/** Compiles one rule, by what its check judges: what the schema reports, several places together, or single values. */
import type { SchemaCheck, ValueCheck, ValueRule, WholeCheck } from "../../checks/definition.ts";
import { holds } from "../../checks/expressions/holds.ts";
import {
  inOwnWords,
  inPlacedWords,
  type PlacedTexts,
  placeTexts,
  type RuleTexts,
  rewording,
} from "../../checks/expressions/rule-texts.ts";
import { compileTarget, conditionalRule } from "../../checks/targets/compile-target.ts";
import { compileReference, type RuleTarget, resolveReference } from "../../checks/targets/target.ts";
import type { Detail, Sink } from "../../findings/finding.ts";
import { compilePathPattern } from "../../json/path-pattern.ts";
import type { Path } from "../../json/pointer.ts";
import type { AttachedRule } from "../../schema/place-rules.ts";
import { createShared } from "../../schema/sharing.ts";
import type { CompiledRules, Rule } from "./compiled-rules.ts";
import { createRuleParts, type RuleBook, type RuleParts } from "./rule-parts.ts";

/** Rules that many packages have in common. */
const sharedRules = createShared<AttachedRule>();
const sharedWholeRules = createShared<CompiledRules["whole"][number]>();

export function compileRule(rule: Rule, book: RuleBook): void {
  const { check } = rule;
  const parts = createRuleParts(rule, book);
  if (check.scope === "schema") compileGrade(rule, check, parts, book);
  else if (check.scope === "whole") compileWhole(rule, check, parts, book);
  else for (const pattern of rule.document.at) if (!compileValue(rule, check, pattern, parts, book)) return;
}

/** A rule that changes the severity of what the schema reports. */
function compileGrade(
  { document, severityAt, announcementAt }: Rule,
  check: SchemaCheck<unknown>,
  { isDeclared, conditionAt }: RuleParts,
  { later }: RuleBook,
): void {
  const { code, params = {}, at } = document;
  later.push((declarations, { grades }) => {
    if (!isDeclared(declarations)) return;
    for (const place of at) {
      const pattern = compilePathPattern(place);
      const condition = conditionAt(place, declarations);
      if (condition === "refused") return;
      for (const graded of check.codes(params))
        append(grades, graded, { code, severityAt, announcementAt, pattern, condition });
    }
  });
}

function compileWhole(
  { document: { at } }: Rule,
  check: WholeCheck<unknown>,
  parts: RuleParts,
  { later }: RuleBook,
): void {
  const { context, cannot, expressionAt, isDeclared, conditionAt, textsAt, isOwn, keyAt, announced } = parts;
  later.push((declarations, compiled) => {
    if (!isDeclared(declarations)) return;
    const key = keyAt([at, declarations.key]);
    const known = isOwn ? undefined : sharedWholeRules.find(key);
    if (known !== undefined) {
      compiled.whole.push(known);
      return;
    }
    const places: RuleTarget[] = [];
    const placed: PlacedTexts[] = [];
    for (const place of at) {
      const condition = conditionAt(place, declarations);
      if (condition === "refused") return;
      places.push(compileTarget(place, declarations, condition));
      const texts = textsAt(place, declarations);
      if (texts !== undefined) placed.push(placeTexts(place, texts));
    }
    const reference = (from: string, name: string) =>
      compileReference(from, resolveReference(from, name)!, declarations);
    const ownWords = (detail: Detail, path: Path, sink: Sink) => inPlacedWords(detail, path, sink, placed);
    const expression = expressionAt(declarations);
    const made = check.compile({ ...context, reference, expression, inOwnWords: ownWords }, places);
    if ("refusal" in made) {
      cannot(made.refusal, made.member);
      return;
    }
    const judged = announced(made);
    if (placed.length > 0 && check !== holds)
      judged.report = (candidate, sink, given) => {
        const reword = (detail: Detail, path: Path) => ownWords(detail, path, sink);
        made.report(candidate, rewording(sink, reword), given);
      };
    if (!isOwn) sharedWholeRules.keep(key, judged);
    compiled.whole.push(judged);
  });
}

/** False if the rule cannot be used. */
function compileValue(
  { document, severityAt, announcementAt }: Rule,
  check: ValueCheck<unknown>,
  pattern: string,
  { context, cannot, isDeclared, conditionAt, textsAt, isOwn, keyAt, announced }: RuleParts,
  { at, later }: RuleBook,
): boolean {
  const { code, severity, when, message, fix } = document;
  const key = keyAt(pattern);
  const known = when === undefined && !isOwn ? sharedRules.find(key) : undefined;
  if (known !== undefined) {
    append(at, pattern, known);
    if (known.remark !== undefined) append(at, pattern, known.remark);
    return true;
  }
  const plain = check.compile(context, pattern);
  if ("refusal" in plain) {
    cannot(plain.refusal);
    return false;
  }
  let texts: RuleTexts | undefined;
  if ((message ?? fix) !== undefined)
    later.push((declarations) => {
      if (isDeclared(declarations)) texts = textsAt(pattern, declarations);
    });
  const made: ValueRule = { ...plain };
  made.detail = (value, path, sink) => {
    const detail = plain.detail(value, path, sink);
    const worded = texts === undefined ? detail : inOwnWords(detail, path, sink, texts);
    return when === undefined ? (announcementAt(sink.now)?.(worded) ?? worded) : worded;
  };
  const { remark } = made;
  if (when === undefined) {
    const attached: AttachedRule = { ...made, code, severity, severityAt };
    if (!isOwn) sharedRules.keep(key, attached);
    append(at, pattern, attached);
    if (remark !== undefined) append(at, pattern, remark);
    return true;
  }
  later.push((declarations, { whole, conditional }) => {
    if (!isDeclared(declarations)) return;
    const condition = conditionAt(pattern, declarations)!;
    if (condition === "refused") return;
    const place = compileTarget(pattern, declarations, condition, made.seesAbsentParents);
    whole.push(announced(conditionalRule(made, place, code)));
    if (remark !== undefined)
      whole.push({ ...conditionalRule(remark, place, remark.code), severityAt: remark.severityAt });
    if (severity === "error") append(conditional, pattern, { condition, ok: made.ok });
  });
  return true;
}

function append<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const others = map.get(key);
  if (others) others.push(item);
  else map.set(key, [item]);
}
