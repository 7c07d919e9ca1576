/** Turns the rules of a spec package into compiled checks. */

import { CHECKS } from "../checks/catalogue.ts";
import type { Check, Coupling, RuleContext, ValueRule, WholeRule, WordList } from "../checks/definition.ts";
import { compilePathPattern } from "../json/path-pattern.ts";
import { escapeToken } from "../json/pointer.ts";
import { checkMembers } from "../schema/check-data.ts";
import type { Reason } from "../schema/compile.ts";
import type { SchemaNode } from "../schema/node.ts";
import { normalizeText } from "../text/characters.ts";
import { listOf } from "../text/describe.ts";
import { closest } from "../text/similar.ts";
import type { Registry, Severity } from "../types.ts";
import { VALUE_TYPES } from "../values/value-types.ts";
import { BUILT_IN_CODES } from "./codes.ts";
import type { RuleDocument, SpecPackageDocument } from "./document.ts";

export interface Rule {
  document: RuleDocument;
  compiled: ValueRule | WholeRule;
  codes: string[];
  /** The severity at a moment: before `effectiveAt` an error is a warning. */
  severityAt(now: number): Severity;
}

export interface CompiledRules {
  all: Rule[];
  /** Rules that look at several places together; the others are part of the compiled schema. */
  whole: (WholeRule & Pick<Rule, "severityAt">)[];
  couplings: Coupling[];
  /** Error rules on single values, by path pattern. */
  acceptors: Map<string, ((value: unknown, registry: Registry) => boolean)[]>;
}

const CHECK_BY_NAME = new Map(CHECKS.map((check) => [check.name, check]));
const RESERVED = new Set(BUILT_IN_CODES.map((entry) => entry.code));

export function compileRules(
  document: SpecPackageDocument,
  lists: ReadonlyMap<string, WordList>,
  prose: ReadonlySet<string>,
  nodes: ReadonlyMap<string, SchemaNode> | undefined,
  reasons: Reason[],
): CompiledRules {
  const compiled: CompiledRules = {
    all: [],
    whole: [],
    couplings: [],
    acceptors: new Map(),
  };
  const seen = new Set<string>();
  /** Codes of rules whose check is unknown: which docs they need cannot be told. */
  const unjudged: string[] = [];
  document.rules.forEach((rule, index) => {
    const pointer = `/rules/${index}`;
    const check = CHECK_BY_NAME.get(rule.check);
    if (!check) {
      const meant = closest(rule.check, CHECK_BY_NAME.keys());
      reasons.push({
        pointer: `${pointer}/check`,
        code: "check-unknown",
        message: `There is no check "${rule.check}"${meant ? `; did you mean "${meant}"?` : ` among ${listOf([...CHECK_BY_NAME.keys()])}.`}`,
      });
      unjudged.push(rule.code);
      return;
    }
    const codes = check.faults ? check.faults.map((fault) => `${rule.code}-${fault}`) : [rule.code];
    for (const code of codes) {
      if (RESERVED.has(code))
        reasons.push({
          pointer: `${pointer}/code`,
          code: "code-reserved",
          message: `The code "${code}" has a meaning already.`,
        });
      if (seen.has(code))
        reasons.push({
          pointer: `${pointer}/code`,
          code: "code-repeated",
          message: `The code "${code}" is used by an earlier rule.`,
        });
      if (!Object.hasOwn(document.docs, code))
        reasons.push({
          pointer: "/docs",
          code: "docs-missing",
          message: `The code "${code}" has no entry in "docs".`,
        });
      seen.add(code);
    }
    const effective = momentOf(rule.effectiveAt);
    if (Number.isNaN(effective))
      reasons.push({
        pointer: `${pointer}/effectiveAt`,
        code: "time-invalid",
        message: `"${rule.effectiveAt}" is not a moment on the calendar.`,
      });
    for (const [at, pattern] of rule.at.entries()) {
      if (nodes && !nodes.has(pattern))
        reasons.push({
          pointer: `${pointer}/at/${at}`,
          code: "path-undeclared",
          message: `The schema declares nothing at "${pattern}".`,
        });
    }
    const made = compileRule(rule, check, lists, prose, pointer, reasons);
    if (!made) return;
    const undeclared = nodes && check.places?.(rule.params ?? {}, rule.at).find((place) => !nodes.has(place));
    if (undeclared !== undefined)
      reasons.push({
        pointer: `${pointer}/params`,
        code: "path-undeclared",
        message: `The schema declares nothing at "${undeclared}".`,
      });
    const entry: Rule = {
      document: rule,
      compiled: made,
      codes,
      severityAt: (now) => (rule.severity === "error" && now < effective ? "warning" : rule.severity),
    };
    compiled.all.push(entry);
    if (made.kind === "whole") {
      compiled.whole.push({ ...made, severityAt: entry.severityAt });
      if (made.couple) compiled.couplings.push(made.couple);
    } else if (rule.severity === "error") {
      for (const pattern of rule.at) {
        const accept = (value: unknown, registry: Registry) => made.ok(value, registry, pattern);
        compiled.acceptors.set(pattern, [...(compiled.acceptors.get(pattern) ?? []), accept]);
      }
    }
  });
  for (const code of Object.keys(document.docs)) {
    if (!seen.has(code) && !unjudged.some((known) => code === known || code.startsWith(`${known}-`)))
      reasons.push({
        pointer: `/docs/${escapeToken(code)}`,
        code: "docs-unused",
        message: `No rule has the code "${code}".`,
      });
  }
  return compiled;
}

/** Engines differ on what they make of 31 February, so the calendar is asked first. */
function momentOf(effectiveAt: string | undefined): number {
  if (effectiveAt === undefined) return Number.NEGATIVE_INFINITY;
  return VALUE_TYPES.datetime(effectiveAt, 0) ? Date.parse(effectiveAt) : Number.NaN;
}

function compileRule(
  rule: RuleDocument,
  check: Check,
  lists: ReadonlyMap<string, WordList>,
  prose: ReadonlySet<string>,
  pointer: string,
  reasons: Reason[],
): ValueRule | WholeRule | undefined {
  const params = rule.params ?? {};
  const faults = checkMembers(check.params, params);
  if (faults.length > 0) {
    for (const fault of faults) reasons.push({ ...fault, pointer: `${pointer}/params${fault.pointer}` });
    return undefined;
  }
  const context: RuleContext = {
    code: (fault) => (fault === undefined ? rule.code : `${rule.code}-${fault}`),
    at: rule.at.map(compilePathPattern),
    params,
    lists,
    asSubmitted: (pattern, text) => (prose.has(pattern) ? normalizeText(text) : text),
  };
  const made = check.compile(context);
  if ("refusal" in made) {
    reasons.push({
      pointer,
      code: "rule-invalid",
      message: `The check "${check.name}" cannot be used so: ${made.refusal}.`,
    });
    return undefined;
  }
  return made;
}
