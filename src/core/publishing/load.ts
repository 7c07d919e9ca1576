/** Loads a spec package: compiles it and proves it by its own examples, or refuses it with every reason. */

import type { WordLabel, WordList } from "../checks/definition.ts";
import { type Deprecation, readDeprecation } from "../checks/members/deprecation.ts";
import { readTimestamp } from "../expressions/moments.ts";
import { digestOf } from "../json/digest.ts";
import { escapeToken, isPlainObject } from "../json/pointer.ts";
import { MAX_ID_LENGTH } from "../registry/entries.ts";
import { checkData } from "../schema/check-data.ts";
import { type CompiledSchema, compileSchema, type Reason } from "../schema/compile-schema.ts";
import { KIND } from "../schema/kinds.ts";
import { SCHEMA_ALONE } from "../schema/place.ts";
import { type LabelledWord, type SpecPackageDocument, wordOf } from "../spec-package/document.ts";
import { SPEC_PACKAGE_BOUNDS, SPEC_PACKAGE_SCHEMA } from "../spec-package/format.ts";
import { compileNormalization } from "../spec-package/normalization.ts";
import { checkCodes } from "../spec-package/rule-codes.ts";
import { checkTargets, declarationsOf, referencesOf } from "../spec-package/rule-targets.ts";
import { type ReadRules, type Rule, readRules } from "../spec-package/rules.ts";
import { checkSilence } from "../spec-package/silent-rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import { findUnsafe } from "../unicode/characters.ts";
import { grouped, quote } from "../unicode/describe.ts";
import { lowerCase } from "../unicode/unicode.ts";
import { readExampleEntry, runExamples } from "./examples.ts";

/** A spec package that can be used, or every reason why it cannot. */
export type LoadedSpecPackage = { ok: true; spec: SpecPackage } | { ok: false; reasons: Reason[] };

/**
 * Loads a spec package: compiles it and proves it by its own examples, or refuses it with every reason. `digest`: of the
 * package, if it is known already.
 */
export function loadSpecPackage(value: unknown, digest?: string): LoadedSpecPackage {
  const compiled = compileSpecPackage(value, digest);
  if (!compiled.ok) return compiled;
  const failures = runExamples(compiled.spec);
  return failures.length > 0 ? { ok: false, reasons: failures } : compiled;
}

/** The same without the proof: nobody knows whether the package does what its examples say. */
export function compileSpecPackage(value: unknown, digest?: string): LoadedSpecPackage {
  const size = checkSize(value);
  if (size) return { ok: false, reasons: [size] };
  const reasons = checkData(SPEC_PACKAGE_SCHEMA, value);
  const isSound = (part: string) =>
    !reasons.some(({ pointer }) => pointer === `/${part}` || pointer.startsWith(`/${part}/`));
  const document = reasons.length === 0 ? (value as SpecPackageDocument) : soundParts(value, isSound);
  if (!document) return { ok: false, reasons };
  const compiled = compileDocument(document, digest ?? "", reasons, isSound("schema"), CHECKS);
  if (!compiled.ok || digest !== undefined) return compiled;
  return { ok: true, spec: { ...compiled.spec, digest: digestOf(document) } };
}

/**
 * A document that was loaded before, so that its form is right: by the service that gives it to a page, or by the tests of
 * the package that comes with the service.
 */
export function compileDocument(
  document: SpecPackageDocument,
  digest: string,
  reasons: Reason[] = [],
  hasSoundSchema = true,
  checks?: typeof CHECKS,
): LoadedSpecPackage {
  checks?.texts(document, reasons);
  const lists = readLists(document, reasons);
  const prose = new Set(document.normalization?.prose);
  const read = readRules(document, lists, prose, reasons);
  checks?.codes(document, read, reasons);
  const docs = readDocs(document, reasons);
  const { schema, reasons: schemaReasons } = compileSchema(document.schema, {
    prose,
    rulesAt: read.at,
    aliases: new Map(Object.entries(document.aliases ?? {})),
    valueAliases: readValueAliases(document),
    sets: new Set(document.normalization?.sets?.map(({ at }) => at)),
    pointer: "/schema",
    stars: starsIn(namedPatterns(document, read.all)),
  });
  reasons.push(...schemaReasons);
  const places = schemaReasons.length === 0 && hasSoundSchema ? schema?.places : undefined;
  checks?.references(document, read, lists, places, reasons);
  const { now: exampleTime } = document.examples;
  if (exampleTime !== undefined && readTimestamp(exampleTime) === undefined)
    reasons.push({
      pointer: "/examples/now",
      code: "time-invalid",
      message: `"${exampleTime}" is not a date and time that exists.`,
    });
  const rules = read.finish(declarationsOf(places ?? new Map()), reasons);
  if (rules.clock !== "none" && exampleTime === undefined)
    reasons.push({
      pointer: "/examples",
      code: "member-missing",
      message: `Rules depend on the date, so "examples" needs a "now": the moment that they are run at.`,
    });
  if (places && places.get("")!.shape.kinds !== KIND.object) {
    reasons.push({
      pointer: "/schema/type",
      code: "schema-root",
      message: `A candidate is an object: the schema's "type" must be "object".`,
    });
  }
  if (reasons.length > 0 || schema === undefined) return { ok: false, reasons: withoutRepeats(reasons) };

  const spec: SpecPackage = {
    document,
    targetProduct: document.targetProduct,
    domainId: document.domainId,
    version: document.version,
    title: document.title,
    digest,
    codes: describeRules(rules.all, docs),
    schema,
    rules,
    prose,
    normalization: compileNormalization(document, lists),
    lists,
  };
  return { ok: true, spec };
}

/** A rule with two severities is compiled twice, and may be wrong twice. */
function withoutRepeats(reasons: readonly Reason[]): Reason[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}

/** What is asked of a package beyond its form, in the order of its reasons. */
const CHECKS = {
  texts: checkTexts,
  codes: checkCodes,
  references(
    document: SpecPackageDocument,
    read: ReadRules,
    lists: ReadonlyMap<string, WordList>,
    places: CompiledSchema["places"] | undefined,
    reasons: Reason[],
  ): void {
    if (places) {
      checkTargets(read.all, places, reasons);
      checkSilence(read.all, places, lists, declarationsOf(places), reasons);
      checkAliases(document, places, reasons);
      checkValueAliases(document, places, reasons);
    }
    checkNormalization(document, lists, places, reasons);
    checkRegistries(document, reasons);
  },
};

/** Several rules may share a code; it has the severity of the gravest. */
function describeRules(rules: readonly Rule[], docs: ReturnType<typeof readDocs>): SpecPackage["codes"] {
  const entries = new Map<string, SpecPackage["codes"][number]>();
  const byGravity = rules.toSorted((a, b) => GRAVITY[a.document.severity] - GRAVITY[b.document.severity]);
  for (const { codes, document } of byGravity)
    for (const code of codes) {
      if (entries.has(code)) continue;
      const { severity, effectiveAt } = document;
      entries.set(code, {
        code,
        severity,
        ...docs.get(code)!,
        ...(effectiveAt !== undefined && { effectiveAt }),
      });
    }
  return rules
    .flatMap(({ codes }) => codes)
    .flatMap((code) => {
      const entry = entries.get(code);
      entries.delete(code);
      return entry === undefined ? [] : [entry];
    });
}

const GRAVITY = { error: 0, warning: 1, info: 2 };

/** Every path pattern that the package names, as far as it can be told. */
function namedPatterns(document: SpecPackageDocument, rules: ReadRules["all"]): string[] {
  const { aliases = {}, valueAliases = {}, normalization = {} } = document;
  return [
    ...rules.flatMap(({ document: rule, check }) => [
      ...rule.at,
      ...(checkData(check.params, rule.params ?? {}).length === 0 ? referencesOf(rule, check) : []).flatMap(
        ({ pattern }) => pattern ?? [],
      ),
    ]),
    ...(normalization.prose ?? []),
    ...(normalization.sets ?? []).map(({ at }) => at),
    ...Object.keys(aliases),
    ...Object.keys(valueAliases),
  ];
}

/** What the patterns start with, up to each `*`. */
function starsIn(patterns: readonly string[]): Set<string> {
  const stars = new Set<string>();
  for (const pattern of patterns)
    for (let end = pattern.indexOf("/*"); end >= 0; end = pattern.indexOf("/*", end + 1))
      if (pattern.length === end + 2 || pattern[end + 2] === "/") stars.add(pattern.slice(0, end + 2));
  return stars;
}

/** The parts that are judged on their own, each with the parts that it cannot be judged without. */
const PARTS = new Map<string, readonly string[]>([
  ["schema", ["schema"]],
  ["aliases", ["aliases"]],
  ["valueAliases", ["valueAliases"]],
  ["lists", ["lists"]],
  ["registries", ["registries"]],
  ["rules", ["rules", "docs", "lists", "registries"]],
  ["docs", ["rules", "docs", "lists", "registries"]],
  ["normalization", ["normalization", "lists"]],
  ["notes", ["notes"]],
  ["examples", ["examples", "registries"]],
]);
const EMPTY_PARTS = { schema: {}, rules: [], docs: {}, examples: { valid: [], invalid: [] } };

/** Leaves out the parts of the wrong shape, so that the rest can be judged and all reasons come in one answer. */
function soundParts(value: unknown, isSound: (part: string) => boolean): SpecPackageDocument | undefined {
  if (!isPlainObject(value)) return undefined;
  const sound = Object.entries(value).filter(([name]) => PARTS.get(name)?.every(isSound) ?? true);
  return { ...EMPTY_PARTS, ...(Object.fromEntries(sound) as unknown as SpecPackageDocument) };
}

/** Bounds that must hold before anything else reads the value. Not recursive, and no more work than the bound. */
function checkSize(value: unknown): Reason | undefined {
  let bytes = 0;
  const values: unknown[] = [value];
  const depths: number[] = [0];
  while (values.length > 0) {
    const item = values.pop();
    const depth = depths.pop()!;
    bytes += typeof item === "string" ? item.length + 2 : 4;
    if (typeof item === "object" && item !== null) {
      if (depth >= 64)
        return {
          pointer: "",
          code: "package-too-deep",
          message: "A spec package may be nested at most 64 levels deep.",
        };
      for (const [key, child] of Object.entries(item)) {
        bytes += Array.isArray(item) ? 1 : key.length + 4;
        if (!key.isWellFormed())
          return {
            pointer: "",
            code: "package-unsafe-text",
            message: "A member name contains half of a surrogate pair.",
          };
        values.push(child);
        depths.push(depth + 1);
        if (bytes > SPEC_PACKAGE_BOUNDS.bytes) break;
      }
    } else if (typeof item === "string" && !item.isWellFormed()) {
      return {
        pointer: "",
        code: "package-unsafe-text",
        message: "A text contains half of a surrogate pair.",
      };
    } else if (typeof item === "number" && !Number.isFinite(item)) {
      return {
        pointer: "",
        code: "package-unsafe-number",
        message: "A number is out of the range of JSON numbers.",
      };
    }
    if (bytes > SPEC_PACKAGE_BOUNDS.bytes) {
      return {
        pointer: "",
        code: "package-too-large",
        message: `A spec package may have at most ${grouped(SPEC_PACKAGE_BOUNDS.bytes)} bytes.`,
      };
    }
  }
  return undefined;
}

/** Texts of a package reach pages and terminals, so nothing in them may be hidden. Examples may show anything. */
function checkTexts(document: SpecPackageDocument, reasons: Reason[]): void {
  const { examples: _, ...rest } = document;
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value === "string") {
      if (findUnsafe(value, ["control", "bidi"], false) === undefined) return;
      const message =
        "The text contains control characters or characters that change the direction of reading.";
      reasons.push({ pointer, code: "package-unsafe-text", message });
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        walk(key, `${pointer}/${escapeToken(key)}`);
        walk(item, `${pointer}/${escapeToken(key)}`);
      }
    }
  };
  walk(rest, "");
}

function readDocs({ docs }: SpecPackageDocument, reasons: Reason[]) {
  const read = new Map<string, { summary: string; fix: string }>();
  for (const [code, { summary, mend, fix = mend }] of Object.entries(docs)) {
    if (fix !== undefined) read.set(code, { summary, fix });
    else
      reasons.push({
        pointer: `/docs/${escapeToken(code)}/fix`,
        code: "member-missing",
        message: `"fix" is required but missing; say what to do about it.`,
      });
  }
  return read;
}

function readLists(document: SpecPackageDocument, reasons: Reason[]): Map<string, WordList> {
  const lists = new Map<string, WordList>();
  for (const [name, list] of Object.entries(document.lists ?? {})) {
    const values = list.values.map(wordOf);
    const words = new Set(values);
    if (words.size !== values.length)
      reasons.push({
        pointer: `/lists/${escapeToken(name)}/values`,
        code: "list-repeats",
        message: "A word occurs twice in the list.",
      });
    for (const [alias, word] of Object.entries(list.aliases ?? {})) {
      if (!words.has(word) || alias !== lowerCase(alias)) {
        reasons.push({
          pointer: `/lists/${escapeToken(name)}/aliases/${escapeToken(alias)}`,
          code: "alias-invalid",
          message: "An alias is in lower case and stands for a word of its list.",
        });
      }
    }
    const labels = readLabels(list.values, words, `/lists/${escapeToken(name)}/values`, reasons);
    if (list.fill === true && values.length > 1)
      reasons.push({
        pointer: `/lists/${escapeToken(name)}/fill`,
        code: "fill-invalid",
        message: "Only the word of a list of one can be filled in.",
      });
    lists.set(name, {
      values,
      labels,
      aliases: new Map(Object.entries(list.aliases ?? {})),
      repairsTypos: list.typos === "repair",
      fills: list.fill === true,
    });
  }
  return lists;
}

/** A deprecated word is replaced by one that is not. */
function readLabels(
  values: readonly (string | LabelledWord)[],
  words: ReadonlySet<string>,
  pointer: string,
  reasons: Reason[],
): Map<string, WordLabel> {
  const labels = new Map<string, WordLabel>();
  const deprecations = values.map((word) =>
    typeof word === "string" ? undefined : readDeprecation(word.deprecated),
  );
  const isCurrent = (word: string) =>
    words.has(word) && deprecations[values.findIndex((each) => wordOf(each) === word)] === undefined;
  values.forEach((word, index) => {
    if (typeof word === "string") return;
    const { value, title, description } = word;
    const deprecated = deprecations[index] as Deprecation | undefined;
    if (deprecated?.use !== undefined && !isCurrent(deprecated.use))
      reasons.push({
        pointer: `${pointer}/${index}/deprecated/use`,
        code: "deprecation-invalid",
        message: `There is no other word "${deprecated.use}" in the list that is not deprecated.`,
      });
    labels.set(value, { title, description, deprecated });
  });
  return labels;
}

function checkAliases(
  { aliases = {} }: SpecPackageDocument,
  places: CompiledSchema["places"],
  reasons: Reason[],
): void {
  for (const at of Object.keys(aliases)) {
    if (places.has(at) && at !== "" && !at.endsWith("/*")) continue;
    const message = `The schema declares no member at "${at}".`;
    reasons.push({ pointer: `/aliases/${escapeToken(at)}`, code: "path-undeclared", message });
  }
}

/** Registries are named in the file of an operator, and examples fill those that are declared. */
function checkRegistries({ registries = {}, examples }: SpecPackageDocument, reasons: Reason[]): void {
  for (const [name, { member }] of Object.entries(registries)) {
    const pointer = `/registries/${escapeToken(name)}`;
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 64) {
      const message = "The name of a registry consists of lower-case words joined by hyphens.";
      reasons.push({ pointer, code: "registry-invalid", message });
    }
    if (member === "next") {
      const message = `"next" is the URL of the next page, so no list can be called that.`;
      reasons.push({ pointer: `${pointer}/member`, code: "registry-invalid", message });
    }
  }
  for (const [name, entries] of Object.entries(examples.registries ?? {})) {
    if (Object.hasOwn(registries, name)) {
      const { key = "id" } = registries[name]!;
      entries.forEach((entry, index) => {
        if (readExampleEntry(entry, key) !== undefined) return;
        const message = `An entry of ${quote(name)} is found by its ${quote(key)}, which must be a text of 1 to ${MAX_ID_LENGTH} characters or a number.`;
        const pointer = `/examples/registries/${escapeToken(name)}/${index}`;
        reasons.push({ pointer, code: "registry-invalid", message });
      });
      continue;
    }
    const message = `"registries" of the package declares no ${quote(name)}.`;
    reasons.push({ pointer: `/examples/registries/${escapeToken(name)}`, code: "registry-invalid", message });
  }
}

function readValueAliases({ valueAliases = {} }: SpecPackageDocument) {
  return new Map(
    Object.entries(valueAliases).map(([at, aliases]) => [at, new Map(Object.entries(aliases))] as const),
  );
}

function checkValueAliases(
  { valueAliases = {} }: SpecPackageDocument,
  places: CompiledSchema["places"],
  reasons: Reason[],
): void {
  for (const [at, aliases] of Object.entries(valueAliases)) {
    const pointer = `/valueAliases/${escapeToken(at)}`;
    const place = places.get(at);
    if (place?.shape.values === undefined) {
      const message = `The schema has no "enum" or "const" at "${at}".`;
      reasons.push({ pointer, code: "path-undeclared", message });
      continue;
    }
    for (const [alias, value] of Object.entries(aliases))
      if (!place.ok(value, SCHEMA_ALONE) || alias !== lowerCase(alias))
        reasons.push({
          pointer: `${pointer}/${escapeToken(alias)}`,
          code: "alias-invalid",
          message: "An alias is in lower case and stands for a value of its enum.",
        });
  }
}

function checkNormalization(
  document: SpecPackageDocument,
  lists: ReadonlyMap<string, WordList>,
  places: CompiledSchema["places"] | undefined,
  reasons: Reason[],
): void {
  document.normalization?.prose?.forEach((at, index) => {
    if (places && places.get(at)?.shape.type !== "string") {
      reasons.push({
        pointer: `/normalization/prose/${index}`,
        code: "path-undeclared",
        message: `The schema declares no string at ${at}.`,
      });
    }
  });
  const { notes } = document;
  if (notes !== undefined && places && places.get(notes)?.shape.type !== "string")
    reasons.push({
      pointer: "/notes",
      code: "path-undeclared",
      message: `The schema declares no string at ${notes}.`,
    });
  document.normalization?.sets?.forEach(({ at, list }, index) => {
    if (places && places.get(at)?.shape.type !== "array") {
      reasons.push({
        pointer: `/normalization/sets/${index}/at`,
        code: "path-undeclared",
        message: `The schema declares no list at ${at}.`,
      });
    }
    const why = whyNoSet(document, at, lists.get(list)?.values, places);
    if (why !== undefined)
      reasons.push({
        pointer: `/normalization/sets/${index}`,
        code: "set-invalid",
        message: `The list at "${at}" cannot be a set: ${why}.`,
      });
    const hasList = lists.has(list);
    if (at.includes("*") || !hasList) {
      reasons.push({
        pointer: `/normalization/sets/${index}`,
        code: "set-invalid",
        message: `A set needs a plain pointer and a list of the package; ${hasList ? `"${at}" stands for several places` : `there is no list "${list}"`}.`,
      });
    }
  });
}

/** What a set would contradict: a build drops repeats and sorts by the list of the package. */
function whyNoSet(
  { rules }: SpecPackageDocument,
  at: string,
  words: readonly string[] | undefined,
  places: CompiledSchema["places"] | undefined,
): string | undefined {
  if (places?.has(`${at}/0`) === true)
    return 'its items have places of their own ("prefixItems"), and a set has no order of its own';
  const sorted = rules.find(
    ({ check, at: targets, when }) => check === "sorted" && targets.includes(at) && !when,
  );
  if (sorted === undefined || words === undefined) return undefined;
  const { order = "ascending", case: caseRule, member } = (sorted.params ?? {}) as Record<string, string>;
  if (member !== undefined) return undefined;
  const folded = caseRule === "ignore" ? words.map(lowerCase) : words;
  const isSorted = folded.every((word, index) => {
    const before = folded[index - 1];
    return before === undefined || (order === "ascending" ? before <= word : before >= word);
  });
  return isSorted
    ? undefined
    : `the rule "${sorted.code}" wants it in ${order} order, and the list that orders the set is not; sort that list`;
}
