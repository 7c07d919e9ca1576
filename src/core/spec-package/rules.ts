/** Compiles the rules of a spec package. Runs before the schema is compiled, which takes up the rules of each place. */
import { CHECKS } from "../checks/catalogue.ts";
import type { Check, RuleContext, WholeRule, WordList } from "../checks/definition.ts";
import { compilePathPattern } from "../json/path-pattern.ts";
import { escapeToken } from "../json/pointer.ts";
import { checkData } from "../schema/check-data.ts";
import type { CompiledSchema, Reason } from "../schema/compile.ts";
import type { AttachedRule } from "../schema/place-rules.ts";
import { normalizeText } from "../text/characters.ts";
import { listOf } from "../text/describe.ts";
import { closest } from "../text/similar.ts";
import type { Severity } from "../types.ts";
import { VALUE_TYPES } from "../values/value-types.ts";
import { BUILT_IN_CODES } from "./codes.ts";
import type { RuleDocument, SpecPackageDocument } from "./document.ts";

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
  /** Rules that judge several places together. */
  whole: readonly (WholeRule & Pick<Rule, "severityAt">)[];
}

const CHECK_BY_NAME = new Map(CHECKS.map((check) => [check.name, check]));
const RESERVED = new Set(BUILT_IN_CODES.map((entry) => entry.code));

/** The check that a rule names. Loaded packages name known ones only. */
export function checkOf(rule: RuleDocument): Check {
  return CHECK_BY_NAME.get(rule.check)!;
}

/** The lists of the package that a rule refers to. */
export function listsOf(rule: RuleDocument): string[] {
  return checkOf(rule).lists?.(rule.params ?? {}) ?? [];
}

export function compileRules(
  document: SpecPackageDocument,
  lists: ReadonlyMap<string, WordList>,
  prose: ReadonlySet<string>,
  reasons: Reason[],
): CompiledRules {
  const all: Rule[] = [];
  const at = new Map<string, AttachedRule[]>();
  const whole: (WholeRule & Pick<Rule, "severityAt">)[] = [];
  const asSubmitted = (pattern: string, text: string) => (prose.has(pattern) ? normalizeText(text) : text);

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
    const { code, severity, params = {} } = rule;
    const severityAt = (now: number) => (severity === "error" && now < effective ? "warning" : severity);
    const codes = check.kinds ? check.kinds.map((kind) => `${code}-${kind}`) : [code];
    all.push({ pointer, document: rule, check, codes, severityAt });

    const wrong = checkData(check.params, params);
    for (const reason of wrong) reasons.push({ ...reason, pointer: `${pointer}/params${reason.pointer}` });
    if (wrong.length > 0) return;
    const cannot = (why: string) =>
      refuse("", "rule-invalid", `The check "${check.name}" cannot be used like this: ${why}.`);
    const absent = check.lists?.(params).find((name) => !lists.has(name));
    if (absent !== undefined) {
      cannot(`there is no list "${absent}"`);
      return;
    }
    const context: RuleContext<unknown> = {
      code: (kind) => (kind === undefined ? code : `${code}-${kind}`),
      params,
      lists,
      asSubmitted,
    };
    if (check.scope === "whole") {
      const made = check.compile(context, rule.at.map(compilePathPattern));
      if ("refusal" in made) cannot(made.refusal);
      else whole.push({ ...made, severityAt });
      return;
    }
    for (const pattern of rule.at) {
      const made = check.compile(context, pattern);
      if ("refusal" in made) {
        cannot(made.refusal);
        return;
      }
      const attached = { ...made, code, severity, severityAt };
      const others = at.get(pattern);
      if (others) others.push(attached);
      else at.set(pattern, [attached]);
    }
  });
  return { all, at, whole };
}

/** Every code is free, used once and documented, and every documented code is used. */
export function checkCodes(
  { rules, docs }: SpecPackageDocument,
  compiled: CompiledRules,
  reasons: Reason[],
): void {
  const seen = new Set<string>();
  for (const { pointer, codes } of compiled.all) {
    const place = `${pointer}/code`;
    for (const code of codes) {
      if (RESERVED.has(code))
        reasons.push({
          pointer: place,
          code: "code-reserved",
          message: `The code "${code}" is reserved.`,
        });
      if (seen.has(code))
        reasons.push({
          pointer: place,
          code: "code-repeated",
          message: `The code "${code}" is used by an earlier rule.`,
        });
      if (!Object.hasOwn(docs, code))
        reasons.push({
          pointer: "/docs",
          code: "docs-missing",
          message: `The code "${code}" has no entry in "docs".`,
        });
      seen.add(code);
    }
  }
  // Of a rule whose check is unknown, nobody can tell which codes it has.
  const unknown = rules.filter(({ check }) => !CHECK_BY_NAME.has(check)).map(({ code }) => code);
  for (const code of Object.keys(docs)) {
    if (seen.has(code) || unknown.some((known) => code === known || code.startsWith(`${known}-`))) continue;
    const pointer = `/docs/${escapeToken(code)}`;
    reasons.push({ pointer, code: "docs-unused", message: `No rule has the code "${code}".` });
  }
}

/** Rules stand where the schema declares something, and something that they can judge. */
export function checkPlaces(
  compiled: CompiledRules,
  nodes: CompiledSchema["nodes"],
  reasons: Reason[],
): void {
  for (const { pointer, document, check } of compiled.all) {
    const { at, params = {} } = document;
    const undeclared = (member: string, pattern: string) =>
      reasons.push({
        pointer: pointer + member,
        code: "path-undeclared",
        message: `The schema declares nothing at "${pattern}".`,
      });
    const hasParams = checkData(check.params, params).length === 0;
    at.forEach((pattern, place) => {
      const node = nodes.get(pattern);
      if (!node) {
        undeclared(`/at/${place}`, pattern);
        return;
      }
      const mixed = check.scope === "whole" ? mixedMap(pattern, nodes) : undefined;
      if (mixed !== undefined) {
        const message = `The check "${check.name}" cannot be used at "${pattern}": the object at "${mixed}" has declared members beside those that * stands for.`;
        reasons.push({ pointer: `${pointer}/at/${place}`, code: "rule-invalid", message });
        return;
      }
      const declared = { type: node.type, maxLength: node.maxLength };
      const why = hasParams ? check.unsuited?.(declared, params) : undefined;
      if (why === undefined) return;
      const message = `The check "${check.name}" cannot be used at "${pattern}": ${why}.`;
      reasons.push({ pointer: `${pointer}/at/${place}`, code: "rule-invalid", message });
    });
    if (!hasParams) continue;
    const missing = check.places?.(params, at).find((pattern) => !nodes.has(pattern));
    if (missing !== undefined) undeclared("/params", missing);
  }
}

/** An object on the way whose declared members a rule on the whole candidate would take for entries of a map. */
function mixedMap(pattern: string, nodes: CompiledSchema["nodes"]): string | undefined {
  const tokens = pattern.split("/");
  for (const [index, token] of tokens.entries()) {
    const above = tokens.slice(0, index).join("/");
    if (token === "*" && (nodes.get(above)?.members?.size ?? 0) > 0) return above;
  }
  return undefined;
}

/** Engines differ on dates such as 31 February, so the calendar is checked first. */
function momentOf(effectiveAt: string | undefined): number {
  if (effectiveAt === undefined) return Number.NEGATIVE_INFINITY;
  return VALUE_TYPES.datetime(effectiveAt, 0) ? Date.parse(effectiveAt) : Number.NaN;
}
