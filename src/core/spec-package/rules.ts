/** Reads the rules of a spec package: which checks they use, whether what they name is declared, and whether they can object. */

import { CHECKS } from "../checks/catalogue.ts";
import {
  type ConditionDocument,
  canMatch,
  faultsOfCondition,
  partsOf,
  whyUnmatchable,
} from "../checks/condition.ts";
import { type Check, needsOf, type WordList } from "../checks/definition.ts";
import { compileReference, type Declarations, resolveReference } from "../checks/target.ts";
import { unite } from "../expressions/types.ts";
import { child, equalJson, escapeToken, parsePointer } from "../json/values.ts";
import { type CompiledSchema, checkData, type Refuse } from "../schema/compile-schema.ts";
import { NO_KIND, SCHEMA_ALONE } from "../schema/place.ts";
import { createTypes } from "../schema/value-type-of.ts";
import { didYouMean } from "../similar/matcher.ts";
import type { Json } from "../types.ts";
import { listOf, quote, shown } from "../unicode/unicode.ts";
import { readTimestamp } from "../values/time.ts";
import { BUILT_IN_CODES } from "./codes.ts";
import type { RuleDocument, SpecPackageDocument } from "./document.ts";

/** What a rule names besides `at`. `pattern` is undefined above the candidate; `matches`: what a condition matches. */
export function referencesOf({ at, params = {}, when }: RuleDocument, check: Check) {
  const tests = typeof when === "object" ? partsOf(when, "/when") : [];
  return at.flatMap((place) => {
    const named = [
      ...needsOf(check, params, place).flatMap((need) =>
        need.kind === "place" ? [{ member: "/params", reference: need.name, matches: undefined }] : [],
      ),
      ...tests.flatMap(({ part: { at: reference, matches }, pointer }) =>
        reference === undefined ? [] : [{ member: `${pointer}/at`, reference, matches }],
      ),
    ];
    return named.map((each) => ({ ...each, pattern: resolveReference(place, each.reference) }));
  });
}

/** A rule needs a value that the schema declares, and of a type that its check can judge. */
export function checkTargets(all: readonly Rule[], places: CompiledSchema["places"], refuse: Refuse): void {
  for (const { pointer, document, check, isSound } of all) {
    const { at, params = {} } = document;
    at.forEach((pattern, index) => {
      const declared = places.get(pattern);
      if (!declared) {
        refuse(`${pointer}/at/${index}`, ...undeclared(pattern, places));
        return;
      }
      const other = (reference: string) => places.get(resolveReference(pattern, reference) ?? "?")?.shape;
      const why = isSound ? check.unsuited(declared.shape, params, other) : undefined;
      const message = `The check "${check.name}" cannot be used at "${pattern}": ${why}.`;
      if (why !== undefined) refuse(`${pointer}/at/${index}`, "rule-invalid", message);
    });
    if (!isSound) continue;
    // Seen from several values of the rule, one reference may be wrong several times; one reason is enough.
    const refused = new Set<string>();
    for (const named of referencesOf(document, check)) {
      const reason = refused.has(named.member) ? undefined : reasonAgainst(named, places);
      if (reason === undefined) continue;
      refused.add(named.member);
      refuse(pointer + named.member, ...reason);
    }
  }
}

function reasonAgainst(
  { reference, pattern, matches }: ReturnType<typeof referencesOf>[number],
  places: CompiledSchema["places"],
): [code: string, message: string] | undefined {
  const above = `"${reference}" leads above the candidate; the number says how many levels to go up.`;
  if (pattern === undefined) return ["path-undeclared", above];
  const declared = places.get(pattern);
  if (!declared) return undeclared(pattern, places);
  const why = matches === undefined ? undefined : whyUnmatchable(matches, declared.shape.maxLength);
  if (why === undefined) return undefined;
  return ["condition-invalid", `The condition cannot match the text at "${pattern}": ${why}.`];
}

function undeclared(pattern: string, places: CompiledSchema["places"]): [code: string, message: string] {
  const tokens = pattern.split("/");
  const firstOf = (change: (token: string, index: number) => string[]) =>
    tokens.map((token, index) => change(token, index).join("/")).find((other) => places.has(other));
  const near = firstOf((token, index) =>
    token === "*" ? tokens.toSpliced(index, 1) : tokens.toSpliced(index, 0, "*"),
  );
  const every = firstOf((_, index) => tokens.with(index, "*"));
  const hint = !pattern.startsWith("/")
    ? `: a place starts with "/", or with a number of levels to go up, as in "1/${pattern}"`
    : near !== undefined
      ? `; use "${near}"`
      : every !== undefined
        ? ` by itself: use "${every}", or describe it with "properties" or "prefixItems"`
        : "";
  return ["path-undeclared", `The schema declares nothing at "${pattern}"${hint}.`];
}

export function declarationsOf(places: CompiledSchema["places"]): Declarations {
  const answers = [...places].map(([pattern, { withDefaults }]) => [pattern, withDefaults?.({})]);
  const typeOf = createTypes();
  return {
    typeAt(pattern) {
      const declared = places.get(pattern);
      if (declared?.each === undefined) return declared && typeOf(declared);
      // One of the alternatives may say that there is nothing.
      const telling = declared.each.filter(({ shape }) => shape.kinds !== NO_KIND);
      return (telling.length > 0 ? telling : declared.each).map(typeOf).reduce(unite);
    },
    key: JSON.stringify(answers),
    defaultAt(pattern) {
      const end = pattern.lastIndexOf("/");
      if (end < 0 || pattern.endsWith("/*")) return undefined;
      const [name] = parsePointer(pattern.slice(end));
      return child(places.get(pattern.slice(0, end))?.withDefaults?.({}), name!);
    },
  };
}

export function checkSilence(
  all: readonly Rule[],
  places: CompiledSchema["places"],
  declarations: Declarations,
  refuse: Refuse,
): void {
  /** The only words that rules allow at a place. */
  const wordsAt = new Map<string, ReadonlySet<string>>();
  for (const { document, isSound, list, confines } of all)
    if (isSound && confines && list !== undefined && !document.when)
      for (const pattern of document.at) wordsAt.set(pattern, new Set(list.values));
  for (const rule of all) {
    const { pointer, document, isSound } = rule;
    if (!isSound) continue;
    const { at, when } = document;
    const refuseAt = (member: string, why: string) =>
      refuse(pointer + member, "rule-silent", `The rule can never object: ${why}.`);
    at.forEach((pattern, index) => {
      const why = whySilent(pattern, rule);
      if (why !== undefined) refuseAt(`/at/${index}`, why);
    });
    // The types of an expression are checked when it is compiled.
    if (typeof when !== "object") continue;
    const never = whyNever(when, at);
    if (never !== undefined) refuseAt(`/when${never.pointer}`, never.why);
  }

  function whySilent(pattern: string, { check, document, list }: Rule): string | undefined {
    const { params = {} } = document;
    const name = quote(parsePointer(pattern).at(-1) ?? "");
    if (check.judgesAbsence) {
      if (isRequired(pattern))
        return `the schema requires ${name} anyway; leave the rule out, or take the member out of "required"`;
      if (declarations.defaultAt(pattern) !== undefined)
        return `${name} has a default, so that it is never missing; leave the rule or the default out`;
    }
    const excluded = check.excludes(params);
    if (excluded && !excluded.some((value) => isPossible(pattern, value)))
      return whyImpossible(excluded, pattern);
    const values = places.get(pattern)?.shape.values;
    const isListed = values?.every((value) => typeof value !== "string" || list?.values.includes(value));
    return isListed && list !== undefined
      ? `the schema allows no word at ${quote(pattern)} that the list ${quote(String(params[check.confinesTo!]))} lacks; leave the rule out`
      : undefined;
  }

  /** Whether the member is there wherever the list item or the candidate around it is. */
  function isRequired(pattern: string): boolean {
    const around = pattern.slice(0, Math.max(0, pattern.lastIndexOf("/")));
    const parent = places.get(around)?.shape;
    if (parent?.object?.required.has(parsePointer(pattern).at(-1) ?? "") !== true) return false;
    return around === "" || /[/](?:[*]|[0-9]+)$/.test(around) || isRequired(around);
  }

  function whyNever(
    when: ConditionDocument,
    at: readonly string[],
  ): { pointer: string; why: string } | undefined {
    const within = (parts: readonly ConditionDocument[], name: string) =>
      parts.map((part, index) => {
        const never = whyNever(part, at);
        return never && { ...never, pointer: `/${name}/${index}${never.pointer}` };
      });
    if (when.all !== undefined)
      return within(when.all, "all").find((never) => never !== undefined) ?? contradictionIn(when.all, at);
    const either = within(when.any ?? [], "any");
    if (either.length > 0) return either.every((never) => never !== undefined) ? either[0] : undefined;
    const values = valuesOf(when);
    const patterns = at.flatMap((target) => resolveReference(target, when.at ?? target) ?? []);
    const whys = patterns.map((each) =>
      values?.some((value) => isPossible(each, value)) === false
        ? whyImpossible(values, each)
        : whyUntrue(when, each, at),
    );
    const [why] = whys;
    if (why === undefined || whys.includes(undefined)) return undefined;
    const [test] = Object.keys(when).filter((name) => name !== "at");
    return { pointer: `/${test}`, why: `its condition never holds, because ${why}` };
  }

  /** Why a test of presence or of a form holds of nothing that the schema lets stand at a place. */
  function whyUntrue(
    { at: reference, present, matches }: ConditionDocument,
    pattern: string,
    at: readonly string[],
  ): string | undefined {
    const { kinds, values } = places.get(pattern)?.shape ?? {};
    if (present === true && kinds === NO_KIND) return `the schema allows nothing at ${quote(pattern)}`;
    // An item of a tuple may be absent.
    if (present === false && !/[/][0-9]/.test(pattern) && isOne(reference!, at) && isRequired(pattern))
      return `the schema requires what is at ${quote(pattern)}`;
    if (matches === undefined || values === undefined || canMatch(matches, values)) return undefined;
    return `nothing that can be at ${quote(pattern)} matches it${hintAt(pattern)}`;
  }

  /** Whether it stands for one value, seen from each place of the rule. */
  function isOne(reference: string, at: readonly string[]): boolean {
    return at.every((target) => {
      const pattern = resolveReference(target, reference);
      return pattern !== undefined && !compileReference(target, pattern, declarations).isMany;
    });
  }

  /** Two tests of one value that have no value in common. */
  function contradictionIn(parts: readonly ConditionDocument[], at: readonly string[]) {
    for (const [index, one] of parts.entries())
      for (const [later, other] of parts.entries()) {
        const [values, others] = [valuesOf(one), valuesOf(other)];
        if (later <= index || one.at !== other.at || !values || !others || !isOne(one.at!, at)) continue;
        if (values.some((value) => others.some((each) => equalJson(each, value)))) continue;
        const [first, second] = [values, others].map((each) => each.map(shown).join(" or "));
        const why = `its condition never holds, because nothing is ${first} and ${second} at once`;
        return { pointer: `/all/${later}`, why };
      }
    return undefined;
  }

  function isPossible(pattern: string, value: Json): boolean {
    const place = places.get(pattern);
    // What is not declared is refused elsewhere.
    if (place === undefined) return true;
    const words = wordsAt.get(pattern);
    const isAdmitted = place.admits?.(value) ?? place.ok(value, SCHEMA_ALONE);
    return isAdmitted && (typeof value !== "string" || words?.has(value) !== false);
  }

  function whyImpossible(values: readonly Json[], pattern: string): string {
    return `${values.map(shown).join(" or ")} cannot be at ${quote(pattern)}${hintAt(pattern)}`;
  }

  function hintAt(pattern: string): string {
    const phrase = places.get(pattern)?.shape.phrase;
    return phrase === undefined ? "" : `; what can be there is ${phrase}`;
  }
}

const valuesOf = ({ equals, in: several }: ConditionDocument) => (equals === undefined ? several : [equals]);

const CHECK_BY_NAME = new Map(CHECKS.map((check) => [check.name, check]));

/** The check that a rule names. Loaded packages name known ones only. */
export const checkOf = (rule: RuleDocument): Check => CHECK_BY_NAME.get(rule.check)!;

/** The lists or the registries that a rule names. Undefined is the product's own registry. */
export const namedBy = ({ needs }: Rule, kind: "list" | "registry"): (string | undefined)[] =>
  needs.flatMap((need) => (need.kind === kind && "name" in need ? [need.name] : []));

export type Rule = NonNullable<ReturnType<typeof readRule>>;

export function readRule(
  document: RuleDocument,
  pointer: string,
  { lists, registries }: { lists: ReadonlyMap<string, WordList>; registries: ReadonlySet<string> },
  refuse: Refuse,
) {
  const check = CHECK_BY_NAME.get(document.check);
  if (!check) {
    const names = [...CHECK_BY_NAME.keys()];
    const hint = didYouMean(document.check, names, ` among ${listOf(names)}.`);
    refuse(`${pointer}/check`, "check-unknown", `There is no check "${document.check}"${hint}`);
    return undefined;
  }
  const { code, severity, effectiveAt, params = {}, when } = document;
  const moment = effectiveAt === undefined ? undefined : readTimestamp(effectiveAt);
  if (effectiveAt !== undefined && moment === undefined)
    refuse(`${pointer}/effectiveAt`, "time-invalid", `"${effectiveAt}" is not a date and time that exists.`);
  const wrong = checkData(check.params, params);
  for (const reason of wrong) refuse(`${pointer}/params${reason.pointer}`, reason.code, reason.message);
  const faults = typeof when === "object" ? faultsOfCondition(when) : [];
  for (const { pointer: place, why } of faults)
    refuse(`${pointer}/when${place}`, "condition-invalid", `The condition cannot be used like this: ${why}.`);
  const isSound = wrong.length === 0 && faults.length === 0;
  const needs = isSound ? needsOf(check, params) : [];
  const usesExpressions = needs.some(({ kind }) => kind === "expression");
  const list = check.confinesTo === undefined ? undefined : lists.get(String(params[check.confinesTo]));
  const isAlways = severity === "error" && effectiveAt === undefined;
  const unusable = isSound ? whyUnusable(check) : undefined;
  if (unusable !== undefined)
    refuse(pointer, "rule-invalid", `The check "${check.name}" cannot be used like this: ${unusable}.`);
  return {
    pointer,
    document,
    check,
    codes: check.kinds.length > 0 ? check.kinds.map((kind) => `${code}-${kind}`) : [code],
    /** Whether its parameters and its condition have the right form. Loaded packages have no other rules. */
    isSound,
    isUsable:
      isSound &&
      unusable === undefined &&
      // A reference that leads above the candidate is reported with the places of the rule.
      referencesOf(document, check).every(({ pattern }) => pattern !== undefined),
    needs,
    usesExpressions,
    /** What depends on the types of this package's schema cannot be shared with others. */
    isOwn: (document.message ?? document.fix) !== undefined || typeof when === "string" || usesExpressions,
    /** The only words that it allows. */
    list,
    confines: isAlways && (list !== undefined || check.needsEntries),
    seesAbsence: isSound && check.seesAbsence(params),
    until:
      severity === "error" && effectiveAt !== undefined && moment !== undefined
        ? { moment, note: `This is an error from ${effectiveAt.replace(MIDNIGHT, "")} on.` }
        : undefined,
  };

  /** Why a rule cannot be used, as far as that can be told without the schema. */
  function whyUnusable(check: Check): string | undefined {
    if (check.needsMessage && document.message === undefined)
      return 'it needs a "message" that says what is wrong';
    for (const need of needs)
      if (need.kind === "list" && !lists.has(need.name)) return `there is no list "${need.name}"`;
    if (check.needsCondition && when === undefined) return 'it needs a "when"';
    for (const need of needs)
      if (need.kind === "registry" && need.name !== undefined && !registries.has(need.name))
        return `"registries" of the package declares no ${quote(need.name)}`;
    return undefined;
  }
}

const MIDNIGHT = /T00:00:00(\.0+)?Z$/;

const RESERVED = new Set(BUILT_IN_CODES.map((entry) => entry.code));

/** Every code is free and documented, and every documented code is used. */
export function checkCodes({ rules, docs }: SpecPackageDocument, all: readonly Rule[], refuse: Refuse): void {
  const seen = new Set<string>();
  for (const { pointer, codes } of all) {
    for (const code of codes) {
      if (RESERVED.has(code)) refuse(`${pointer}/code`, "code-reserved", `The code "${code}" is reserved.`);
      if (!Object.hasOwn(docs, code) && !seen.has(code))
        refuse("/docs", "docs-missing", `The code "${code}" has no entry in "docs".`);
      seen.add(code);
    }
  }
  // Of a rule whose check is unknown, nobody can tell which codes it has.
  const unknown = rules.filter(({ check }) => !CHECK_BY_NAME.has(check)).map(({ code }) => code);
  for (const code of Object.keys(docs)) {
    if (seen.has(code) || unknown.some((known) => code === known || code.startsWith(`${known}-`))) continue;
    refuse(`/docs/${escapeToken(code)}`, "docs-unused", `No rule has the code "${code}".`);
  }
}
