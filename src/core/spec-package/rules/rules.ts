/** Compiles the rules of a spec package: those on single values before the schema, the others after it. */
import { CHECKS } from "../../checks/catalogue.ts";
import type { Check, WordList } from "../../checks/definition.ts";
import { faultsOfCondition } from "../../checks/targets/condition.ts";
import type { Declarations } from "../../checks/targets/target.ts";
import { MAX_COST_OF_PACKAGE } from "../../expressions/frame.ts";
import type { Detail } from "../../findings/finding.ts";
import { createCover } from "../../json/path-pattern.ts";
import { checkData } from "../../schema/check-data.ts";
import type { Refuse } from "../../schema/compile-schema.ts";
import { closest } from "../../similar/matcher.ts";
import type { Severity } from "../../types.ts";
import { normalizeText } from "../../unicode/characters.ts";
import { grouped, listOf, quote } from "../../unicode/describe.ts";
import { isDateTime } from "../../values/time.ts";
import type { RuleDocument, SpecPackageDocument } from "../format/document.ts";
import { compileRule } from "./compile-rule.ts";
import type { CompiledRules, Rule } from "./compiled-rules.ts";
import type { RuleBook, Unfinished } from "./rule-parts.ts";
import { referencesOf } from "./rule-targets.ts";

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
  finish(declarations: Declarations): CompiledRules;
}

/** Runs before the schema is compiled, which takes up the rules of each place. */
export function readRules(
  document: SpecPackageDocument,
  lists: ReadonlyMap<string, WordList>,
  prose: ReadonlySet<string>,
  refuse: Refuse,
): ReadRules {
  const all: Rule[] = [];
  const isProse = createCover(prose);
  const book: RuleBook = {
    refuse,
    lists,
    prose,
    sets: new Set(document.normalization?.sets?.map((set) => set.at)),
    registries: new Set(Object.keys(document.registries ?? {})),
    asSubmitted: (pattern, text) => (isProse(pattern) ? normalizeText(text) : text),
    at: new Map(),
    later: [],
    asked: new Set(),
    askedInExpressions: new Set(),
    clock: "none",
    cost: 0,
  };

  function read(document: RuleDocument, pointer: string): void {
    const check = CHECK_BY_NAME.get(document.check);
    if (!check) {
      const meant = closest(document.check, CHECK_BY_NAME.keys());
      const hint = meant ? `; did you mean "${meant}"?` : ` among ${listOf([...CHECK_BY_NAME.keys()])}.`;
      refuse(`${pointer}/check`, "check-unknown", `There is no check "${document.check}"${hint}`);
      return;
    }
    const { code, severity, effectiveAt, params = {}, when } = document;
    const effective = momentOf(effectiveAt);
    if (Number.isNaN(effective))
      refuse(
        `${pointer}/effectiveAt`,
        "time-invalid",
        `"${effectiveAt}" is not a date and time that exists.`,
      );
    const wrong = checkData(check.params, params);
    for (const reason of wrong) refuse(`${pointer}/params${reason.pointer}`, reason.code, reason.message);
    const faults = typeof when === "object" ? faultsOfCondition(when) : [];
    for (const { pointer: place, why } of faults)
      refuse(
        `${pointer}/when${place}`,
        "condition-invalid",
        `The condition cannot be used like this: ${why}.`,
      );
    const rule: Rule = {
      pointer,
      document,
      check,
      codes: check.kinds ? check.kinds.map((kind) => `${code}-${kind}`) : [code],
      isSound: wrong.length === 0 && faults.length === 0,
      ...(severity === "error" && effectiveAt !== undefined
        ? inForceFrom(effectiveAt, effective)
        : ALWAYS[severity]),
    };
    all.push(rule);
    if (rule.isSound && isUsable(rule, book)) compileRule(rule, book);
  }

  document.rules.forEach((rule, index) => {
    read(rule, `/rules/${index}`);
  });

  return {
    all,
    at: book.at,
    finish(declarations) {
      const compiled: Unfinished = { whole: [], conditional: new Map(), grades: new Map() };
      for (const compile of book.later) compile(declarations, compiled);
      const { asked, askedInExpressions, clock, cost } = book;
      if (cost > MAX_COST_OF_PACKAGE)
        refuse(
          "/rules",
          "expression-invalid",
          `All expressions together could take ${grouped(Math.ceil(cost))} steps, and ${grouped(MAX_COST_OF_PACKAGE)} is the most; give the lists, maps and texts that they look at a smaller "maxItems", "maxProperties" or "maxLength".`,
        );
      const named = [...asked].filter((name): name is string => name !== undefined);
      return {
        all,
        at: book.at,
        registries: { main: asked.has(undefined), named, inExpressions: askedInExpressions },
        clock,
        ...compiled,
      };
    },
  };
}

/** Whether a rule can be used, as far as that can be told without the schema. */
function isUsable({ pointer, document, check }: Rule, book: RuleBook): boolean {
  const { params = {}, when, message, fix } = document;
  const { refuse } = book;
  const registry = check.registry?.(params);
  const absent = check.lists?.(params).find((name) => !book.lists.has(name));
  const why =
    check.needsMessage === true && message === undefined
      ? 'it needs a "message" that says what is wrong'
      : check.scope === "schema" && (message ?? fix) !== undefined
        ? 'it has no findings of its own, so it takes neither "message" nor "fix"'
        : absent !== undefined
          ? `there is no list "${absent}"`
          : check.needsCondition === true && when === undefined
            ? 'it needs a "when"'
            : registry !== undefined && !book.registries.has(registry)
              ? `"registries" of the package declares no ${quote(registry)}`
              : undefined;
  if (why !== undefined) {
    refuse(pointer, "rule-invalid", `The check "${check.name}" cannot be used like this: ${why}.`);
    return false;
  }
  if (check.registry !== undefined) book.asked.add(registry);
  if (book.clock === "none" && check.clock?.(params) === "date") book.clock = "date";
  // A reference that leads above the candidate is reported with the places of the rule.
  return referencesOf(document, check).every(({ pattern }) => pattern !== undefined);
}

type InForce = Pick<Rule, "severityAt" | "announcementAt">;

const alwaysOf = (severity: Severity): InForce => ({
  severityAt: () => severity,
  announcementAt: () => undefined,
});
/** Made once: most rules of all packages are the same from the start. */
const ALWAYS = { error: alwaysOf("error"), warning: alwaysOf("warning"), info: alwaysOf("info") };

/** An error from that moment on, and until then a warning that says so. */
function inForceFrom(effectiveAt: string, effective: number): InForce {
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
