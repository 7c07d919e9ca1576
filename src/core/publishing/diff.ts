/** For product teams before they publish: what a new version changes for people who write proposals. */
import { canonicalize, escapeToken, isPlainObject, parsePointer } from "../json/values.ts";
import { KEYWORDS, mapHeld } from "../schema/compile/keywords.ts";
import { targetOf } from "../spec-package/candidate-schema.ts";
import { type RuleDocument, type SpecPackageDocument, wordOf } from "../spec-package/document.ts";
import { checkOf, namedBy, type Rule } from "../spec-package/rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { SpecPackageIdentity } from "../types.ts";
import { shown } from "../unicode/unicode.ts";
import { readTimestamp } from "../values/time.ts";

// Compares two candidate schemas keyword by keyword and judges each difference: may a candidate that passed fail now,
// or the reverse? In doubt the answer is "either", so that "loosens" and "none" can be relied on.

/** How a change to a spec package can alter verdicts; `package` changes what is built and no verdict. */
export type Effect = "tightens" | "loosens" | "either" | "package" | "none";

/** One difference between two versions, and what it does to candidates. */
export interface SpecPackageChange {
  /** Where in the spec package; in the old one for what was removed. */
  pointer: string;
  effect: Effect;
  message: string;
}

export type Note = (...change: [pointer: string, effect: Effect, message: string]) => void;
type Schema = Record<string, unknown>;

/** Keywords of which more allows more (1), of which more allows less (-1), and those that say something of their own (0). */
const DIRECTIONS = new Map<string, 1 | -1 | 0>(
  Object.entries({
    ...{ maxLength: 1, maxItems: 1, maxProperties: 1, maximum: 1, exclusiveMaximum: 1 },
    ...{ minLength: -1, minItems: -1, minProperties: -1, minimum: -1, exclusiveMinimum: -1 },
    ...{ pattern: 0, format: 0, multipleOf: 0, uniqueItems: 0, allOf: 0, anyOf: 0, oneOf: 0, not: 0 },
    ...{ dependentRequired: 0, dependentSchemas: 0, propertyNames: 0 },
  } as const),
);
const WORDING = ["title", "description", "form", "deprecated", "fill", "$comment", "examples"];
const COMPARED = ["type", "enum", "const", "properties", "required", "additionalProperties", "items"];

/** The rules of the new version judge the defaults that a build makes explicit. */
export function diffSchemas(
  { schema: before }: Pick<SpecPackageDocument, "schema">,
  ruled: Pick<SpecPackageDocument, "schema" | "rules">,
  note: Note,
): void {
  const after: Schema = ruled.schema;
  /** Two items may be the same once a build has made their defaults explicit. */
  const seesRepeats = JSON.stringify(after).includes('"uniqueItems":true');
  const isAnywhereSeen = seesRepeats || ruled.rules.length > 0;

  function compare(old: unknown, now: unknown, pointer: string): void {
    const [from, to] = [follow(old, before), follow(now, after)];
    if (from === undefined || to === undefined || isTangled(from) || isTangled(to)) {
      if (same(expand(old, before), expand(now, after))) compareDefaultsInside(old, now, pointer);
      else note(pointer, "either", "The schema is another, in a way that is not compared in detail.");
      return;
    }
    for (const keyword of WORDING)
      if (!same(from[keyword], to[keyword]))
        note(`${pointer}/${keyword}`, "none", `"${keyword}" was changed.`);
    if ((choices(from) ?? choices(to)) !== undefined) compareChoices(from, to, pointer);
    else if (!same(from.type, to.type)) compareTypes(from, to, pointer);
    else {
      for (const keyword of DIRECTIONS.keys()) compareKeyword(from, to, keyword, pointer);
      compareObjects(from, to, pointer);
      const [was, is] = [from.items, to.items];
      const place = `${pointer}/items`;
      if (was !== undefined && is !== undefined) compare(was, is, place);
      else if (was !== undefined) note(place, "loosens", "These values are no longer described.");
      else if (is !== undefined) note(place, "tightens", "These values are now described.");
    }
  }

  function compareChoices(from: Schema, to: Schema, pointer: string): void {
    const [old, now] = [choices(from), choices(to)];
    if (old === undefined || now === undefined) {
      note(pointer, "either", old ? "The list of values is gone." : "A list of values was set.");
      return;
    }
    const [gone, added] = [beyond(old, now), beyond(now, old)];
    if (gone.length > 0) note(pointer, "tightens", `No longer allowed: ${gone.join(", ")}.`);
    const ofMore = isDividedOtherwise(from, to, pointer) ? "either" : "loosens";
    if (added.length > 0) note(pointer, ofMore, `Newly allowed: ${added.join(", ")}.`);
    const [{ enum: _, const: __, ...was }, { enum: ___, const: ____, ...is }] = [from, to];
    if (!same(expand(was, before), expand(is, after)))
      note(pointer, "either", "Other keywords stand beside the list of values.");
  }

  function compareTypes(from: Schema, to: Schema, pointer: string): void {
    const typesOf = ({ type }: Schema) => (type === undefined ? undefined : ([type].flat() as string[]));
    const [was, is] = [typesOf(from), typesOf(to)];
    const isWider =
      is === undefined ||
      (was?.every((type) => is.includes(type) || (type === "integer" && is.includes("number"))) ?? false);
    // A wider type with other keywords may still refuse what the old one accepted.
    const isFree = Object.keys(to).every(isQuiet);
    const [{ type: _, ...old }, { type: __, ...now }] = [from, to];
    const isLooser = isFree || (isWider && same(expand(old, before), expand(now, after)));
    const loosens = isLooser && !isDividedOtherwise(from, to, pointer);
    const message = `The type was ${was?.join(" or ") ?? "open"} and is ${is?.join(" or ") ?? "open"}.`;
    note(`${pointer}/type`, loosens ? "loosens" : "either", message);
  }

  /** Expressions divide whole numbers to whole numbers, and others to fractions, whatever number a candidate has. */
  function isDividedOtherwise(from: Schema, to: Schema, pointer: string): boolean {
    if (!isWhole(from) || isWhole(to)) return false;
    const computes = ({ check, when, params }: RuleDocument) =>
      check === "holds" || when !== undefined || params?.by !== undefined;
    return seesInside({ ...ruled, rules: ruled.rules.filter(computes) }, placeOf(pointer) ?? "");
  }

  function compareKeyword(from: Schema, to: Schema, keyword: string, pointer: string): void {
    const [old, now] = [from[keyword], to[keyword]];
    const place = `${pointer}/${keyword}`;
    const [was, is] = [{ [keyword]: old }, { [keyword]: now }];
    if (same(expand(was, before), expand(is, after))) {
      compareDefaultsInside(was, is, place);
      return;
    }
    const direction = DIRECTIONS.get(keyword)!;
    const isMore = direction * (now as number) > direction * (old as number);
    const ofBoth = direction === 0 ? "either" : isMore ? "loosens" : "tightens";
    const effect = old === undefined ? "tightens" : now === undefined ? "loosens" : ofBoth;
    const isPlain = [old, now].every((value) => typeof value !== "object");
    const change = old === undefined ? "new" : now === undefined ? "gone" : "another";
    const said = isPlain ? `was ${old ?? "absent"} and is ${now ?? "absent"}` : `is ${change}`;
    note(place, effect, `"${keyword}" ${said}.`);
  }

  function compareObjects(from: Schema, to: Schema, pointer: string): void {
    const [old, now] = [from.properties, to.properties] as [Schema?, Schema?];
    const [wanted = [], wants = []] = [from.required, to.required] as [string[]?, string[]?];
    const place = `${pointer}/required`;
    for (const name of beyond(wants, wanted)) note(place, "tightens", `"${name}" became required.`);
    for (const name of beyond(wanted, wants)) note(place, "loosens", `"${name}" became optional.`);
    for (const { name, pointer: place, was, is } of bothOf(`${pointer}/properties`, old, now)) {
      if (was !== undefined && is !== undefined) {
        compareDefaults(was, is, place);
        compare(was, is, place);
      } else if (is !== undefined) {
        const isFilled = defaultOf(is, after) !== undefined && isSeen(place);
        const isFree = from.additionalProperties === false && !isFilled;
        note(place, isFree ? "loosens" : "either", `"${name}" is new.`);
      } else note(place, isOpen(to) ? "loosens" : "tightens", `"${name}" is gone.`);
    }
    compareAdditional(from, to, `${pointer}/additionalProperties`);
  }

  /** What a build makes explicit is judged too, so that a rule can refuse a default that nobody wrote. */
  function compareDefaults(was: unknown, is: unknown, pointer: string): void {
    const now = defaultOf(is, after);
    if (same(defaultOf(was, before), now)) return;
    const effect = isSeen(pointer) ? "either" : "package";
    note(`${pointer}/default`, effect, "An absent member stands for another value.");
  }

  function isSeen(pointer: string): boolean {
    const at = placeOf(pointer);
    if (at === undefined) return isAnywhereSeen;
    return (seesRepeats && at.includes("/*/")) || seesInside(ruled, at);
  }

  function compareDefaultsInside(old: unknown, now: unknown, pointer: string): void {
    const isLeftOut = (keyword: string) => keyword !== "default" && isQuiet(keyword);
    if (!same(expand(old, before, isLeftOut), expand(now, after, isLeftOut)))
      note(pointer, isAnywhereSeen ? "either" : "package", "Absent members stand for other values.");
  }

  function compareAdditional(from: Schema, to: Schema, pointer: string): void {
    if (isOpen(from) && isOpen(to)) return;
    const [old, now] = [from.additionalProperties, to.additionalProperties];
    if (isPlainObject(old) && isPlainObject(now)) compare(old, now, pointer);
    else if (!same(old, now)) {
      const isFreer = old === false || isOpen(to);
      const message = `Other members are ${isFreer ? "freer" : "less free"} than before.`;
      note(pointer, isFreer ? "loosens" : "tightens", message);
    }
  }

  compare(before, after, "/schema");
}

const same = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : canonicalize(a) === canonicalize(b);

const beyond = (items: readonly string[], others: readonly string[]): string[] =>
  [...new Set(items)].filter((item) => !others.includes(item));

/** The schema that a plain `$ref` leads to; undefined for one that is no object or has more keywords beside it. */
function follow(schema: unknown, root: Schema): Schema | undefined {
  if (!isPlainObject(schema)) return undefined;
  if (schema.$ref === undefined) return schema;
  if (Object.keys(schema).some((keyword) => keyword !== "$ref" && !isQuiet(keyword))) return undefined;
  return follow(targetOf(String(schema.$ref), root), root);
}

function defaultOf(member: unknown, root: Schema): unknown {
  // `true` and `false` have neither.
  const schema = member as Schema;
  if (schema.default !== undefined || schema.$ref === undefined) return schema.default;
  return defaultOf(targetOf(String(schema.$ref), root), root);
}

function expand(schema: unknown, root: Schema, isLeftOut = isQuiet): unknown {
  if (!isPlainObject(schema)) return schema;
  const inside = (value: unknown) => expand(value, root, isLeftOut);
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (isLeftOut(keyword) || value === undefined) return [];
      const held = () => mapHeld(keyword, value, inside);
      return [[keyword, keyword === "$ref" ? inside(targetOf(String(value), root)) : held()]];
    }),
  );
}

function isQuiet(keyword: string): boolean {
  const about = KEYWORDS.get(keyword)?.about;
  return about === "note" || about === "root" || about === "name" || keyword.startsWith("x-");
}

/** A schema with other keywords, such as `if`, is compared as a whole. So is one with other keywords beside `$ref`. */
const isTangled = (schema: Schema): boolean =>
  Object.keys(schema).some((name) => !isQuiet(name) && !DIRECTIONS.has(name) && !COMPARED.includes(name));

function choices(schema: Schema): string[] | undefined {
  const listed = Array.isArray(schema.enum) ? schema.enum.map((value) => canonicalize(value)) : undefined;
  if (schema.const === undefined) return listed;
  const only = canonicalize(schema.const);
  return listed === undefined || listed.includes(only) ? [only] : [];
}

/** Whether all numbers that the schema names or describes are whole. */
function isWhole(schema: Schema): boolean {
  const types = [schema.type].flat();
  const isOfType = types.includes("integer") && !types.includes("number");
  return choices(schema)?.every((choice) => !(Number(choice) % 1)) ?? isOfType;
}

const isOpen = ({ additionalProperties: others }: Schema): boolean => others === undefined || others === true;

function seesInside({ rules, definitions }: Pick<SpecPackageDocument, "rules" | "definitions">, at: string) {
  const names = parsePointer(at).filter((token) => token !== "*");
  // Other names can be written in several ways.
  const isPlain = names.every((name) => /^[\w-]+$/.test(name));
  // What holds it may be looked at as a whole, as in `root.size()`.
  const holders = isPlain ? ["root", "parent", ...names.slice(0, -1)].join("|") : "";
  const whole = String.raw`"\d*"|(?<![\w-])(?:${holders})(?![\w-])(?:/\*)*(?!/|\s*\.\s*\??\s*\w+\b(?!\s*\())`;
  const seen = new RegExp(`${(isPlain && names.at(-1)) || ""}|${whole}`);
  return rules.some(
    ({ severity, at: places, when, params, fix }) =>
      severity === "error" &&
      (places.some((place) => `${at}/`.startsWith(`${place}/`) || place.startsWith(`${at}/`)) ||
        seen.test(JSON.stringify([when, params, fix, definitions]))),
  );
}

/** The place of a schema; undefined inside of other keywords. */
function placeOf(pointer: string): string | undefined {
  if (!/^\/schema(?:\/items|\/properties\/[^/]*)*$/.test(pointer)) return undefined;
  return pointer.slice("/schema".length).replace(/\/items|\/properties(\/[^/]*)/g, (_, name = "/*") => name);
}

// What differs besides the schemas, and what all of it means.

/** Checks that clean text also decide what the schema gets to see: changing one may change any verdict. */
const cleansText = (rule: RuleDocument): boolean => checkOf(rule).cleansText;

function diffRules(before: SpecPackageDocument, after: SpecPackageDocument, note: Note): void {
  const [old, now] = [byKey(before.rules), byKey(after.rules)];
  for (const [key, [rule, pointer]] of old)
    if (!now.has(key)) note(pointer, whenGone(rule), `The rule "${rule.code}" is gone.`);
  for (const [key, [rule, pointer]] of now) {
    const [was] = old.get(key) ?? [];
    const since =
      rule.severity !== "error" || rule.effectiveAt === undefined
        ? ""
        : ` An error from ${rule.effectiveAt} on.`;
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

const whenNew = (rule: RuleDocument): Effect =>
  rule.severity === "error" ? "tightens" : cleansText(rule) ? "either" : "none";

function whenGone(rule: RuleDocument): Effect {
  // While a text rule only warned, the schema still judged the text uncleaned.
  const warned = rule.severity !== "error" || rule.effectiveAt !== undefined;
  if (cleansText(rule) && warned) return "either";
  return rule.severity === "error" ? "loosens" : "none";
}

function diffRule(was: RuleDocument, is: RuleDocument, pointer: string, noteAt: Note): void {
  const errors = was.severity === "error" || is.severity === "error";
  const changesText = [was, is].some(cleansText);
  const relevant: Effect = errors || changesText ? "either" : "none";
  const note = (member: string, effect: Effect, message: string) =>
    noteAt(`${pointer}/${member}`, effect, `The rule "${is.code}" ${message}`);
  if (was.check !== is.check) note("check", relevant, `runs "${is.check}" instead of "${was.check}".`);
  const params = bothOf("", was.params, is.params).filter((param) => !same(param.was, param.is));
  const changed = params.map((param) => `"${param.name}" ${changeOf(param.was, param.is)}`);
  if (changed.length > 0) note("params", relevant, `has other parameters: ${changed.join("; ")}.`);
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

function changeOf(was: unknown, is: unknown): string {
  if (Array.isArray(was) && Array.isArray(is)) {
    const without = (items: unknown[], others: unknown[], words: string) => {
      const left = items.filter((item) => !others.some((other) => same(item, other)));
      return left.length > 0 ? [`${words} ${left.map(shown).join(", ")}`] : [];
    };
    const parts = [...without(was, is, "no longer has"), ...without(is, was, "now has")];
    return parts.join(" and ") || "has another order";
  }
  if (was === undefined) return `is new (${shown(is)})`;
  return is === undefined ? `is gone (${shown(was)})` : `was ${shown(was)} and is ${shown(is)}`;
}

const startOf = ({ effectiveAt }: RuleDocument): number =>
  effectiveAt === undefined ? Number.NEGATIVE_INFINITY : readTimestamp(effectiveAt)!;

/** Every name that one of the two has. Names come from packages: `constructor` is one like any other. */
function bothOf<Value>(at: string, before: Readonly<Record<string, Value>> = {}, after: typeof before = {}) {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => ({
    ...{ name, pointer: `${at}/${escapeToken(name)}`, was: old.get(name), is: now.get(name) },
  }));
}

/** What is new or gone is reported for the rules that name it. */
function diffNamed(both: readonly [SpecPackage, SpecPackage], note: Note): void {
  const [before, after] = both.map(({ document }) => document) as [SpecPackageDocument, SpecPackageDocument];
  const isUsed = (pointer: string) => both.every(({ rules }) => rules.uses.has(pointer));
  for (const { name, pointer, was, is } of bothOf("/lists", before.lists, after.lists))
    if (was === undefined || is === undefined)
      note(pointer, "none", `The list "${name}" is ${is === undefined ? "gone" : "new"}.`);
    else diffList(name, pointer, was, is);
  for (const { name, pointer, was, is } of bothOf("/registries", before.registries, after.registries)) {
    const isAsked = both.some(({ rules }) => rules.registries.named.includes(name));
    if (was === undefined || is === undefined)
      note(pointer, "none", `The registry "${name}" is ${is ? "new" : "gone"}.`);
    else if (!same(was, is)) note(pointer, isAsked ? "either" : "none", `"${name}" is read in another way.`);
  }
  // A definition may be one that every package has, and be given another meaning.
  for (const { name, pointer, was, is } of bothOf("/definitions", before.definitions, after.definitions)) {
    const what = was === undefined ? "is new" : is === undefined ? "is gone" : "says something else";
    if (!same(was, is))
      note(pointer, isUsed(pointer) ? "either" : "none", `The definition "${name}" ${what}.`);
  }

  type List = NonNullable<SpecPackageDocument["lists"]>[string];
  function diffList(name: string, pointer: string, was: List, is: List): void {
    const values = `${pointer}/values`;
    const [wereWords, areWords] = [was.values.map(wordOf), is.values.map(wordOf)];
    const [gone, added] = [beyond(wereWords, areWords), beyond(areWords, wereWords)];
    const inExpressions = isUsed(pointer);
    const sets = after.normalization?.sets?.filter(({ list }) => list === name) ?? [];
    // Whether each item is a word of the list does not depend on where it stands.
    const rules = after.rules.filter((rule) => rule.when || checkOf(rule).confinesTo === undefined);
    const ofOrder = (ordered: typeof sets) => {
      const isSeen = inExpressions || ordered.some(({ at }) => seesInside({ ...after, rules }, at));
      return isSeen ? "either" : ordered.length > 0 ? "package" : "none";
    };
    // Where any text may stand in a set, one that is a word now had its place behind all words before.
    const open = sets.filter(({ at }) => !isConfined(`${at}/*`, name, both[0].rules));
    const effect = inExpressions ? "either" : effectOfMoreWords(name, both);
    const ofMore = effect === "either" || open.length === 0 ? effect : ofOrder(open);
    const ofLess = effect === "none" || inExpressions ? ofMore : "tightens";
    if (gone.length > 0) note(values, ofLess, `"${name}" no longer has ${gone.join(", ")}.`);
    if (added.length > 0) note(values, ofMore, `"${name}" now has ${added.join(", ")}.`);
    if (!same(beyond(wereWords, gone), beyond(areWords, added)))
      note(values, ofOrder(sets), `"${name}" has another order.`);
    const labelsOf = ({ values }: typeof is) =>
      values.filter((word) => typeof word !== "string" && areWords.includes(word.value));
    if (!same(labelsOf(was), labelsOf(is)))
      note(values, "none", `What is said about the words of "${name}" was changed.`);
    if (!same(was.aliases ?? {}, is.aliases ?? {}))
      note(`${pointer}/aliases`, "none", `"${name}" suggests other words.`);
    const repaired = `A repair does more or less with "${name}".`;
    for (const key of ["typos", "fill"] as const)
      if (was[key] !== is[key]) note(`${pointer}/${key}`, "none", repaired);
  }
}

const isConfined = (at: string, to: string, { all }: SpecPackage["rules"]): boolean =>
  all.some((rule) => {
    const { confines, document } = rule;
    return confines && !document.when && document.at.includes(at) && namedBy(rule, "list").includes(to);
  });

/** More words can only allow more if an error rule confined texts to the list. */
function effectOfMoreWords(list: string, both: readonly [SpecPackage, SpecPackage]): Effect {
  const [before, after] = both.map(({ rules }) =>
    rules.all.filter((rule) => namedBy(rule, "list").includes(list)),
  ) as [Rule[], Rule[]];
  if (before.length + after.length === 0) return "none";
  return before.some(({ confines }) => confines) ? "loosens" : "either";
}

function diffNormalization(before: SpecPackageDocument, after: SpecPackageDocument, note: Note): void {
  const [was, is] = [before.normalization ?? {}, after.normalization ?? {}];
  // The length of prose is measured after trimming.
  if (!same([...(was.prose ?? [])].sort(), [...(is.prose ?? [])].sort()))
    note("/normalization/prose", "either", "Other texts are treated as prose.");
  if (same(was.sets ?? [], is.sets ?? [])) return;
  const isNew = (set: unknown) => !was.sets?.some((other) => same(other, set));
  // Without its repeats a list can be too short, and a rule can find other items in their places.
  const effect = is.sets?.some(isNew) ? "either" : "package";
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

/** Compares two versions of a spec package, rule by rule. `createImpactMeter` tries both on candidates. */
export function diffSpecPackages(before: SpecPackage, after: SpecPackage): SpecPackageDiff {
  const [old, now] = [before.document, after.document];
  const changes: SpecPackageChange[] = [];
  const note: Note = (pointer, effect, message) => void changes.push({ pointer, effect, message });
  diffMembers(before, after, note);
  diffNamed([before, after], note);
  diffSchemas(old, now, note);
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
