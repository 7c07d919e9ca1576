/** Compares the rules, lists and normalization of two spec packages. */

import { CHECKS } from "../../checks/catalogue.ts";
import { canonicalize } from "../../json/canonical.ts";
import type { RuleDocument, SpecPackageDocument } from "../../spec-package/document.ts";
import type { Effect, SpecPackageChange } from "./schema.ts";

/** Checks of bare text also decide what the schema gets to see: changing one may change any verdict. */
const ON_TEXT = new Set(CHECKS.filter(({ phase }) => phase === "text").map(({ name }) => name));
/** Checks for which a longer list allows more, and nothing else. */
const MORE_WORDS_ALLOW_MORE = new Set(["in-list", "records-match-fields"]);

export function diffRules(before: SpecPackageDocument, after: SpecPackageDocument): SpecPackageChange[] {
  const old = new Map(before.rules.map((rule) => [rule.code, rule]));
  const now = new Map(after.rules.map((rule) => [rule.code, rule]));
  const changes: SpecPackageChange[] = [];
  before.rules.forEach((rule, index) => {
    if (!now.has(rule.code)) {
      changes.push({
        pointer: `/rules/${index}`,
        effect: whenGone(rule),
        message: `The rule "${rule.code}" is gone.`,
      });
    }
  });
  after.rules.forEach((rule, index) => {
    const pointer = `/rules/${index}`;
    const was = old.get(rule.code);
    if (was === undefined) {
      const since = rule.effectiveAt === undefined ? "" : ` An error from ${rule.effectiveAt} on.`;
      const message = `The rule "${rule.code}" is new (${rule.severity}).${since}`;
      changes.push({ pointer, effect: whenNew(rule), message });
    } else {
      changes.push(...diffRule(was, rule, pointer));
    }
  });
  return changes;
}

function whenNew(rule: RuleDocument): Effect {
  if (rule.severity === "error") return "tightens";
  return ON_TEXT.has(rule.check) ? "either" : "none";
}

function whenGone(rule: RuleDocument): Effect {
  // While a text rule only warned, the schema looked past what it had found.
  if (ON_TEXT.has(rule.check) && warnsAtTimes(rule)) return "either";
  return rule.severity === "error" ? "loosens" : "none";
}

function warnsAtTimes(rule: RuleDocument): boolean {
  return rule.severity !== "error" || rule.effectiveAt !== undefined;
}

function diffRule(was: RuleDocument, is: RuleDocument, pointer: string): SpecPackageChange[] {
  const changes: SpecPackageChange[] = [];
  const errors = was.severity === "error" || is.severity === "error";
  const relevant: Effect = errors || ON_TEXT.has(is.check) || ON_TEXT.has(was.check) ? "either" : "none";
  const note = (member: string, effect: Effect, message: string): void => {
    changes.push({ pointer: `${pointer}/${member}`, effect, message: `The rule "${is.code}" ${message}` });
  };
  if (was.check !== is.check) note("check", relevant, `runs "${is.check}" instead of "${was.check}".`);
  if (!equal(was.params ?? {}, is.params ?? {})) note("params", relevant, "has other parameters.");
  if (!equal([...was.at].sort(), [...is.at].sort())) note("at", relevant, "looks at other places.");
  if (was.severity !== is.severity) {
    const effect = is.severity === "error" ? "tightens" : was.severity === "error" ? "loosens" : "none";
    note("severity", effect, `was ${was.severity} and is ${is.severity}.`);
  }
  if (was.effectiveAt !== is.effectiveAt) {
    const sooner = startOf(is) < startOf(was);
    const effect = is.severity !== "error" ? "none" : sooner ? "tightens" : "loosens";
    note(
      "effectiveAt",
      effect,
      `takes effect ${is.effectiveAt ?? "at once"} instead of ${was.effectiveAt ?? "at once"}.`,
    );
  }
  return changes;
}

function startOf(rule: RuleDocument): number {
  return rule.effectiveAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(rule.effectiveAt);
}

export function diffLists(before: SpecPackageDocument, after: SpecPackageDocument): SpecPackageChange[] {
  const changes: SpecPackageChange[] = [];
  for (const name of new Set([...Object.keys(before.lists ?? {}), ...Object.keys(after.lists ?? {})])) {
    const pointer = `/lists/${name}`;
    const [was, is] = [before.lists?.[name], after.lists?.[name]];
    // What a list that comes or goes means is said by the rules that name it.
    if (was === undefined || is === undefined) {
      changes.push({
        pointer,
        effect: "none",
        message: `The list "${name}" is ${is === undefined ? "gone" : "new"}.`,
      });
      continue;
    }
    const gone = was.values.filter((word) => !is.values.includes(word));
    const added = is.values.filter((word) => !was.values.includes(word));
    if (gone.length > 0) {
      const message = `"${name}" no longer has ${gone.join(", ")}.`;
      changes.push({
        pointer: `${pointer}/values`,
        effect: usesOf(name, before, after) === "no" ? "none" : "tightens",
        message,
      });
    }
    if (added.length > 0) {
      const uses = usesOf(name, before, after);
      const effect = uses === "no" ? "none" : uses === "plain" ? "loosens" : "either";
      changes.push({
        pointer: `${pointer}/values`,
        effect,
        message: `"${name}" now has ${added.join(", ")}.`,
      });
    }
    const kept = (words: readonly string[]) =>
      words.filter((word) => !gone.includes(word) && !added.includes(word));
    if (!equal(kept(was.values), kept(is.values))) {
      const ordered = after.normalization?.sets?.some(({ list }) => list === name) === true;
      changes.push({
        pointer: `${pointer}/values`,
        effect: ordered ? "package" : "none",
        message: `"${name}" has another order.`,
      });
    }
    if (!equal(was.aliases ?? {}, is.aliases ?? {})) {
      changes.push({
        pointer: `${pointer}/aliases`,
        effect: "none",
        message: `"${name}" suggests other words.`,
      });
    }
  }
  return changes;
}

/** `plain` when more words can only allow more: some error rule has kept to the list, and no rule reads it otherwise. */
function usesOf(
  list: string,
  before: SpecPackageDocument,
  after: SpecPackageDocument,
): "no" | "plain" | "other" {
  const uses = [...before.rules, ...after.rules].filter(({ params }) =>
    Object.values(params ?? {}).includes(list),
  );
  if (uses.length === 0) return "no";
  const guarded = before.rules.some(
    (rule) => uses.includes(rule) && rule.check === "in-list" && !warnsAtTimes(rule),
  );
  return guarded && uses.every(({ check }) => MORE_WORDS_ALLOW_MORE.has(check)) ? "plain" : "other";
}

export function diffNormalization(
  before: SpecPackageDocument,
  after: SpecPackageDocument,
): SpecPackageChange[] {
  const changes: SpecPackageChange[] = [];
  const [was, is] = [before.normalization ?? {}, after.normalization ?? {}];
  if (!equal([...(was.prose ?? [])].sort(), [...(is.prose ?? [])].sort())) {
    // Prose is measured without white space at its ends.
    const message = "Other texts are treated as prose.";
    changes.push({ pointer: "/normalization/prose", effect: "either", message });
  }
  if (!equal(was.sets ?? [], is.sets ?? [])) {
    const message = "Other lists are put in order and freed of repeats.";
    changes.push({ pointer: "/normalization/sets", effect: "package", message });
  }
  return changes;
}

function equal(a: unknown, b: unknown): boolean {
  return canonicalize(a) === canonicalize(b);
}
