/** Reads the rules of a spec package: which checks they use, and whether their form is right. */
import { CHECKS } from "../../checks/catalogue.ts";
import type { Check } from "../../checks/definition.ts";
import { needsOf } from "../../checks/params.ts";
import { faultsOfCondition } from "../../checks/targets/condition.ts";
import type { Detail } from "../../findings/finding.ts";
import { escapeToken } from "../../json/pointer.ts";
import { checkData } from "../../schema/check-data.ts";
import type { Refuse } from "../../schema/compile-schema.ts";
import { closest } from "../../similar/matcher.ts";
import type { Severity } from "../../types.ts";
import { listOf, quote } from "../../unicode/describe.ts";
import { isDateTime } from "../../values/time.ts";
import { BUILT_IN_CODES } from "../codes.ts";
import type { RuleDocument, SpecPackageDocument } from "../format/document.ts";
import type { RuleSurroundings } from "./compile-rules.ts";
import type { Rule } from "./compiled-rules.ts";
import { referencesOf } from "./rule-targets.ts";

const CHECK_BY_NAME = new Map(CHECKS.map((check) => [check.name, check]));

/** The check that a rule names. Loaded packages name known ones only. */
export function checkOf(rule: RuleDocument): Check {
  return CHECK_BY_NAME.get(rule.check)!;
}

/** The lists or registries of the package that a rule names; undefined is the product's own registry. */
export function namedBy(rule: RuleDocument, kind: "list" | "registry"): (string | undefined)[] {
  return needsOf(checkOf(rule), rule.params ?? {}).flatMap((need) =>
    need.kind === kind && "name" in need ? [need.name] : [],
  );
}

/** Undefined if its check is not there. */
export function readRule(
  document: RuleDocument,
  pointer: string,
  surroundings: RuleSurroundings,
  refuse: Refuse,
): Rule | undefined {
  const check = CHECK_BY_NAME.get(document.check);
  if (!check) {
    const meant = closest(document.check, CHECK_BY_NAME.keys());
    const hint = meant ? `; did you mean "${meant}"?` : ` among ${listOf([...CHECK_BY_NAME.keys()])}.`;
    refuse(`${pointer}/check`, "check-unknown", `There is no check "${document.check}"${hint}`);
    return undefined;
  }
  const { code, severity, effectiveAt, params = {}, when } = document;
  if (!Object.hasOwn(ALWAYS, severity ?? "")) {
    const names = listOf(Object.keys(ALWAYS));
    refuse(`${pointer}/severity`, "member-missing", `The rule "${code}" has no severity; use ${names}.`);
    return undefined;
  }
  const effective = momentOf(effectiveAt);
  if (Number.isNaN(effective))
    refuse(`${pointer}/effectiveAt`, "time-invalid", `"${effectiveAt}" is not a date and time that exists.`);
  const wrong = checkData(check.params, params);
  for (const reason of wrong) refuse(`${pointer}/params${reason.pointer}`, reason.code, reason.message);
  const faults = typeof when === "object" ? faultsOfCondition(when) : [];
  for (const { pointer: place, why } of faults)
    refuse(`${pointer}/when${place}`, "condition-invalid", `The condition cannot be used like this: ${why}.`);
  const isSound = wrong.length === 0 && faults.length === 0;
  const unusable = isSound ? whyUnusable(document, check, surroundings) : undefined;
  if (unusable !== undefined)
    refuse(pointer, "rule-invalid", `The check "${check.name}" cannot be used like this: ${unusable}.`);
  return {
    pointer,
    document,
    check,
    codes: check.kinds ? check.kinds.map((kind) => `${code}-${kind}`) : [code],
    isSound,
    isUsable:
      isSound &&
      unusable === undefined &&
      // A reference that leads above the candidate is reported with the places of the rule.
      referencesOf(document, check).every(({ pattern }) => pattern !== undefined),
    ...(severity === "error" && effectiveAt !== undefined
      ? inForceFrom(effectiveAt, effective)
      : ALWAYS[severity]),
  };
}

/** Why a rule cannot be used, as far as that can be told without the schema. */
function whyUnusable(
  { params = {}, when, message }: RuleDocument,
  check: Check,
  { lists, registries }: RuleSurroundings,
): string | undefined {
  if (check.needsMessage === true && message === undefined)
    return 'it needs a "message" that says what is wrong';
  const needs = needsOf(check, params);
  for (const need of needs)
    if (need.kind === "list" && !lists.has(need.name)) return `there is no list "${need.name}"`;
  if (check.needsCondition === true && when === undefined) return 'it needs a "when"';
  for (const need of needs)
    if (need.kind === "registry" && need.name !== undefined && !registries.has(need.name))
      return `"registries" of the package declares no ${quote(need.name)}`;
  return undefined;
}

const alwaysOf = (severity: Severity) => ({ severityAt: () => severity, announcementAt: () => undefined });
/** Made once: most rules of all packages are the same from the start. */
const ALWAYS = { error: alwaysOf("error"), warning: alwaysOf("warning"), info: alwaysOf("info") };

/** An error from that moment on, and until then a warning that says so. */
function inForceFrom(effectiveAt: string, effective: number): Pick<Rule, "severityAt" | "announcementAt"> {
  const announce = (detail: Detail): Detail => ({
    ...detail,
    message: `${detail.message} This is an error from ${effectiveAt.replace(MIDNIGHT, "")} on.`,
  });
  return {
    severityAt: (now) => (now < effective ? "warning" : "error"),
    announcementAt: (now) => (now < effective ? announce : undefined),
  };
}

/** What a moment ends with that is the start of a day. */
const MIDNIGHT = /T00:00:00(\.0+)?Z$/;

/** Engines differ on dates such as 31 February, so the calendar is checked first. */
function momentOf(effectiveAt: string | undefined): number {
  if (effectiveAt === undefined) return Number.NEGATIVE_INFINITY;
  return isDateTime(effectiveAt) ? Date.parse(effectiveAt) : Number.NaN;
}

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
