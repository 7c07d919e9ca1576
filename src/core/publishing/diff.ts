/** For product teams before they publish: what a new version changes for people who write proposals. */
import type { Effect } from "../checks/definition.ts";
import { escapeToken } from "../json/pointer.ts";
import { type RuleDocument, type SpecPackageDocument, wordOf } from "../spec-package/document.ts";
import { checkOf, namedBy } from "../spec-package/rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { SpecPackageIdentity } from "../types.ts";
import { shown } from "../unicode/describe.ts";
import { diffSchemas, listAt, type Note, type SpecPackageChange, same, seesInside } from "./diff-schemas.ts";

export type { SpecPackageChange } from "./diff-schemas.ts";

/** Checks that clean text also decide what the schema gets to see: changing one may change any verdict. */
function cleansText(rule: RuleDocument): boolean {
  return checkOf(rule).cleansText === true;
}

function diffRules(before: SpecPackageDocument, after: SpecPackageDocument, note: Note): void {
  const [old, now] = [byKey(before.rules), byKey(after.rules)];
  for (const [key, [rule, pointer]] of old)
    if (!now.has(key)) note(pointer, whenGone(rule), `The rule "${rule.code}" is gone.`);
  for (const [key, [rule, pointer]] of now) {
    const [was] = old.get(key) ?? [];
    const since = rule.effectiveAt === undefined ? "" : ` An error from ${rule.effectiveAt} on.`;
    if (was === undefined)
      note(pointer, whenNew(rule), `The rule "${rule.code}" is new (${rule.severity}).${since}`);
    else diffRule(was, rule, pointer, note);
  }
}

/** Rules are known by their codes; of several with the same code, the first is compared with the first, and so on. */
function byKey(rules: readonly RuleDocument[]): Map<string, [rule: RuleDocument, pointer: string]> {
  const seen = new Map<string, number>();
  return new Map(
    rules.map((rule, index) => {
      const count = (seen.get(rule.code) ?? 0) + 1;
      seen.set(rule.code, count);
      return [`${rule.code} ${count}`, [rule, `/rules/${index}`]];
    }),
  );
}

function whenNew(rule: RuleDocument): Effect {
  if (rule.severity === "error") return "tightens";
  return cleansText(rule) ? "either" : "none";
}

function whenGone(rule: RuleDocument): Effect {
  // While a text rule only warned, the schema still judged the text uncleaned.
  if (cleansText(rule) && warnsAtTimes(rule)) return "either";
  return rule.severity === "error" ? "loosens" : "none";
}

function warnsAtTimes(rule: RuleDocument): boolean {
  return rule.severity !== "error" || rule.effectiveAt !== undefined;
}

function diffRule(was: RuleDocument, is: RuleDocument, pointer: string, noteAt: Note): void {
  const errors = was.severity === "error" || is.severity === "error";
  const changesText = [was, is].some(cleansText);
  const relevant: Effect = errors || changesText ? "either" : "none";
  const note = (member: string, effect: Effect, message: string): void =>
    noteAt(`${pointer}/${member}`, effect, `The rule "${is.code}" ${message}`);
  if (was.check !== is.check) note("check", relevant, `runs "${is.check}" instead of "${was.check}".`);
  if (!same(was.params ?? {}, is.params ?? {})) {
    const judge = was.check === is.check ? checkOf(is).onParamsChange : undefined;
    const effect = errors && judge ? judge(was.params ?? {}, is.params ?? {}) : relevant;
    note("params", effect, `has other parameters: ${paramChanges(was.params, is.params)}.`);
  }
  if (!same([...was.at].sort(), [...is.at].sort())) note("at", relevant, "looks at other places.");
  if (!same(was.when, is.when)) {
    // A rule without a condition applies everywhere.
    const ofErrors = was.when === undefined ? "loosens" : is.when === undefined ? "tightens" : "either";
    note("when", changesText ? "either" : errors ? ofErrors : "none", "applies under another condition.");
  }
  if (was.message !== is.message) note("message", "none", "has another message.");
  if (!same(was.fix, is.fix)) note("fix", "none", "offers another fix.");
  if (was.severity !== is.severity) {
    const effect = is.severity === "error" ? "tightens" : was.severity === "error" ? "loosens" : "none";
    const since = is.severity === "error" && is.effectiveAt !== undefined ? ` from ${is.effectiveAt} on` : "";
    note("severity", effect, `was ${was.severity} and is ${is.severity}${since}.`);
  } else if (startOf(was) !== startOf(is)) {
    const sooner = startOf(is) < startOf(was);
    const effect = is.severity !== "error" ? "none" : sooner ? "tightens" : "loosens";
    const [start, old] = [is.effectiveAt ?? "at once", was.effectiveAt ?? "at once"];
    note("effectiveAt", effect, `takes effect ${start} instead of ${old}.`);
  }
}

function paramChanges(was: RuleDocument["params"] = {}, is: RuleDocument["params"] = {}): string {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .filter((name) => !same(was[name], is[name]))
    .map((name) => `"${name}" ${changeOf(was[name], is[name])}`)
    .join("; ");
}

function changeOf(was: unknown, is: unknown): string {
  if (Array.isArray(was) && Array.isArray(is)) {
    const beyond = (items: unknown[], others: unknown[]) =>
      items.filter((item) => !others.some((other) => same(item, other))).map(shown);
    const [gone, added] = [beyond(was, is), beyond(is, was)];
    const parts = [
      ...(gone.length > 0 ? [`no longer has ${gone.join(", ")}`] : []),
      ...(added.length > 0 ? [`now has ${added.join(", ")}`] : []),
    ];
    return parts.join(" and ") || "has another order";
  }
  if (was === undefined) return `is new (${shown(is)})`;
  return is === undefined ? `is gone (${shown(was)})` : `was ${shown(was)} and is ${shown(is)}`;
}

function startOf(rule: RuleDocument): number {
  return rule.effectiveAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(rule.effectiveAt);
}

/** Every name that one of the two has. Names come from packages: `constructor` is one like any other. */
function bothOf<Value>(
  part: string,
  before: Readonly<Record<string, Value>> = {},
  after: typeof before = {},
) {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => ({
    ...{ name, pointer: `/${part}/${escapeToken(name)}`, was: old.get(name), is: now.get(name) },
  }));
}

/** What is new or gone is reported for the rules that name it. */
function diffNamed(both: readonly [SpecPackage, SpecPackage], note: Note): void {
  const [before, after] = both.map(({ document }) => document) as [SpecPackageDocument, SpecPackageDocument];
  const isUsed = (pointer: string) => both.every(({ rules }) => rules.uses.has(pointer));
  for (const { name, pointer, was, is } of bothOf("lists", before.lists, after.lists))
    if (was === undefined || is === undefined)
      note(pointer, "none", `The list "${name}" is ${is === undefined ? "gone" : "new"}.`);
    else diffList(name, pointer, was, is);
  for (const { name, pointer, was, is } of bothOf("registries", before.registries, after.registries)) {
    const isAsked = both.some(({ rules }) => rules.registries.named.includes(name));
    if (was === undefined || is === undefined)
      note(pointer, "none", `The registry "${name}" is ${is ? "new" : "gone"}.`);
    else if (!same(was, is)) note(pointer, isAsked ? "either" : "none", `"${name}" is read in another way.`);
  }
  // A definition may be one that every package has, and be given another meaning.
  for (const { name, pointer, was, is } of bothOf("definitions", before.definitions, after.definitions)) {
    const what = was === undefined ? "is new" : is === undefined ? "is gone" : "says something else";
    if (!same(was, is))
      note(pointer, isUsed(pointer) ? "either" : "none", `The definition "${name}" ${what}.`);
  }

  type List = NonNullable<SpecPackageDocument["lists"]>[string];
  function diffList(name: string, pointer: string, was: List, is: List): void {
    const values = `${pointer}/values`;
    const [wereWords, areWords] = [was.values.map(wordOf), is.values.map(wordOf)];
    const gone = wereWords.filter((word) => !areWords.includes(word));
    const added = areWords.filter((word) => !wereWords.includes(word));
    const inExpressions = isUsed(pointer);
    const ofMore = inExpressions ? "either" : effectOfMoreWords(name, before, after);
    const ofLess = ofMore === "none" || inExpressions ? ofMore : "tightens";
    if (gone.length > 0) note(values, ofLess, `"${name}" no longer has ${gone.join(", ")}.`);
    if (added.length > 0) note(values, ofMore, `"${name}" now has ${added.join(", ")}.`);
    const kept = (words: readonly string[]) =>
      words.filter((word) => !gone.includes(word) && !added.includes(word));
    if (!same(kept(wereWords), kept(areWords))) {
      const ordered = after.normalization?.sets?.filter(({ list }) => list === name) ?? [];
      // Whether each item is a word of the list does not depend on where it stands.
      const rules = after.rules.filter((rule) => rule.when || checkOf(rule).confinesTo === undefined);
      const isSeen = inExpressions || ordered.some(({ at }) => seesInside({ ...after, rules }, at));
      const effect = isSeen ? "either" : ordered.length > 0 ? "package" : "none";
      note(values, effect, `"${name}" has another order.`);
    }
    const labelsOf = ({ values }: typeof is) =>
      values.filter((word) => typeof word !== "string" && areWords.includes(word.value));
    if (!same(labelsOf(was), labelsOf(is)))
      note(values, "none", `What is said about the words of "${name}" was changed.`);
    if (!same(was.aliases ?? {}, is.aliases ?? {}))
      note(`${pointer}/aliases`, "none", `"${name}" suggests other words.`);
  }
}

/** More words can only allow more if an error rule confined texts to the list. */
function effectOfMoreWords(list: string, before: SpecPackageDocument, after: SpecPackageDocument): Effect {
  const uses = [...before.rules, ...after.rules].filter((rule) => namedBy(rule, "list").includes(list));
  if (uses.length === 0) return "none";
  const guarded = before.rules.some(
    (rule) => uses.includes(rule) && checkOf(rule).confinesTo !== undefined && !warnsAtTimes(rule),
  );
  return guarded ? "loosens" : "either";
}

function diffNormalization(before: SpecPackageDocument, after: SpecPackageDocument, note: Note): void {
  const [was, is] = [before.normalization ?? {}, after.normalization ?? {}];
  // The length of prose is measured after trimming.
  if (!same([...(was.prose ?? [])].sort(), [...(is.prose ?? [])].sort()))
    note("/normalization/prose", "either", "Other texts are treated as prose.");
  if (same(was.sets ?? [], is.sets ?? [])) return;
  const isNew = (set: unknown) => !was.sets?.some((other) => same(other, set));
  // Without its repeats a list can be too short, and a rule can find other items in their places.
  const isHarmless = ({ at }: { at: string }) =>
    listAt(after.schema, at) !== undefined && !seesInside(after, at);
  const effect = (is.sets ?? []).filter(isNew).every(isHarmless) ? "package" : "either";
  note("/normalization/sets", effect, "Other lists are put in order and freed of repeats.");
}

/** What a new version of a spec package changes for authors. */
export interface SpecPackageDiff {
  from: SpecPackageIdentity;
  to: SpecPackageIdentity;
  changes: SpecPackageChange[];
  /** Whether a candidate that passed may fail now. False is a promise; true is a possibility. */
  canBreak: boolean;
  /** The part of the version number to raise. */
  bump: "none" | "patch" | "minor" | "major";
  /** Packages built on the old version have to be built again before they are submitted. */
  outdatesPackages: boolean;
}

/** Compares two versions of a spec package, rule by rule. `impactOf` tries both on candidates. */
export function diffSpecPackages(before: SpecPackage, after: SpecPackage): SpecPackageDiff {
  const [old, now] = [before.document, after.document];
  const changes: SpecPackageChange[] = [];
  const note: Note = (pointer, effect, message) => void changes.push({ pointer, effect, message });
  diffMembers(before, after, note);
  diffNamed([before, after], note);
  diffSchemas(old.schema, now.schema, now, note);
  diffRules(old, now, note);
  diffNormalization(old, now, note);
  const canBreak = changes.some(({ effect }) => effect === "tightens" || effect === "either");
  const differs = before.digest !== after.digest;
  const widens = changes.some(({ effect }) => effect === "loosens" || effect === "package");
  return {
    from: { version: before.version, digest: before.digest },
    to: { version: after.version, digest: after.digest },
    changes,
    canBreak,
    bump: !differs ? "none" : canBreak ? "major" : widens ? "minor" : "patch",
    outdatesPackages: differs,
  };
}

function diffMembers(before: SpecPackage, after: SpecPackage, note: Note): void {
  for (const name of ["targetProduct", "domainId"] as const) {
    const said = `"${name}" was "${before[name]}" and is "${after[name]}"`;
    if (before[name] !== after[name])
      note(`/${name}`, "either", `${said}: these are not two versions of one package.`);
  }
  if (before.version === after.version && before.digest !== after.digest) {
    const said = `The content differs, but both are version ${after.version}.`;
    note("/version", "none", `${said} Give the new one a new version.`);
  }
  for (const name of ["title", "description", "aliases", "units", "notes", "docs", "examples"] as const)
    if (!same(before.document[name], after.document[name]))
      note(`/${name}`, "none", `"${name}" was changed.`);
}
