/** Loads a spec package: compiles it and proves it by its own examples, or refuses it with every reason. */

import type { WordList } from "../checks/definition.ts";
import { faultsOfDefinitions } from "../expressions/expression.ts";
import { digestOf } from "../json/digest.ts";
import { escapeToken, findRepeats, isPlainObject, pointerOf } from "../json/values.ts";
import { MAX_ID_LENGTH } from "../registry/entries.ts";
import {
  type CompiledSchema,
  checkData,
  compileSchema,
  type Reason,
  type Refuse,
} from "../schema/compile-schema.ts";
import { KIND } from "../schema/place.ts";
import { compileRules, placeRules, surroundingsOf } from "../spec-package/compile-rules.ts";
import type { SpecPackageDocument } from "../spec-package/document.ts";
import { SLUG, SPEC_PACKAGE_BOUNDS, SPEC_PACKAGE_SCHEMA } from "../spec-package/format.ts";
import {
  checkAliases,
  checkNormalization,
  compileNormalization,
  readLists,
} from "../spec-package/normalization.ts";
import {
  checkCodes,
  checkSilence,
  checkTargets,
  declarationsOf,
  type Rule,
  readRule,
  referencesOf,
} from "../spec-package/rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import { findUnsafe, grouped, quote } from "../unicode/unicode.ts";
import { readTimestamp } from "../values/time.ts";
import { readExampleEntry, runExamples } from "./examples.ts";

const MAX_DEPTH = 64;

/** Bounds that must hold before anything else reads the value. Not recursive, and no more work than the bound. */
function checkSize(value: unknown): Reason | undefined {
  const refused = (code: string, message: string): Reason => ({ pointer: "", code, message });
  const most = `A spec package may have at most ${grouped(SPEC_PACKAGE_BOUNDS.bytes)} bytes.`;
  let bytes = 0;
  const waiting: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [item, depth] = next;
    bytes += typeof item === "string" ? item.length + 2 : 4;
    if (typeof item === "object" && item !== null) {
      if (depth >= MAX_DEPTH)
        return refused("package-too-deep", `A spec package may be nested at most ${MAX_DEPTH} levels deep.`);
      for (const [key, child] of Object.entries(item)) {
        bytes += Array.isArray(item) ? 1 : key.length + 4;
        if (!key.isWellFormed())
          return refused("package-unsafe-text", "A member name contains half of a surrogate pair.");
        waiting.push([child, depth + 1]);
        if (bytes > SPEC_PACKAGE_BOUNDS.bytes) break;
      }
    } else if (typeof item === "string" && !item.isWellFormed())
      return refused("package-unsafe-text", "A text contains half of a surrogate pair.");
    else if (typeof item === "number" && !Number.isFinite(item))
      return refused("package-unsafe-number", "A number is out of the range of JSON numbers.");
    if (bytes > SPEC_PACKAGE_BOUNDS.bytes) return refused("package-too-large", most);
  }
  return undefined;
}

/** Texts of a package reach pages and terminals, so nothing in them may be hidden. Examples may show anything. */
function checkTexts({ examples: _, ...rest }: SpecPackageDocument, refuse: Refuse): void {
  const message = "The text contains control characters or characters that change the direction of reading.";
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value === "string") {
      if (findUnsafe(value, ["control", "bidi"], false) !== undefined)
        refuse(pointer, "package-unsafe-text", message);
    } else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value))
        for (const part of [key, item]) walk(part, `${pointer}/${escapeToken(key)}`);
  };
  walk(rest, "");
}

/** The registries that a package declares: operators name them in a file, and the examples fill them. */
function checkRegistries({ registries = {}, examples }: SpecPackageDocument, refuse: Refuse): void {
  const wrong = (pointer: string, message: string) => refuse(pointer, "registry-invalid", message);
  for (const [name, { member }] of Object.entries(registries)) {
    const pointer = `/registries/${escapeToken(name)}`;
    if (!new RegExp(SLUG).test(name) || name.length > 64)
      wrong(pointer, "The name of a registry consists of lower-case words joined by hyphens.");
    if (member === "next")
      wrong(`${pointer}/member`, `"next" is the URL of the next page, so no list can be called that.`);
  }
  for (const [name, entries] of Object.entries(examples.registries ?? {})) {
    const pointer = `/examples/registries/${escapeToken(name)}`;
    if (!Object.hasOwn(registries, name)) {
      wrong(pointer, `"registries" of the package declares no ${quote(name)}.`);
      continue;
    }
    const { key = "id" } = registries[name]!;
    const must = `must be a text of 1 to ${MAX_ID_LENGTH} characters or a number`;
    const message = `An entry of ${quote(name)} is found by its ${quote(key)}, which ${must}.`;
    entries.forEach((entry, index) => {
      if (readExampleEntry(entry, key) === undefined) wrong(`${pointer}/${index}`, message);
    });
  }
}

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

/** One is enough to refuse a package, and a file may have thousands. */
const MAX_REPEATS = 20;

/** The same without the proof: nobody knows whether the package does what its examples say. */
export function compileSpecPackage(value: unknown, digest?: string): LoadedSpecPackage {
  const size = checkSize(value);
  if (size) return { ok: false, reasons: [size] };
  const reasons = checkData(SPEC_PACKAGE_SCHEMA, value);
  // All but the last of them would be lost without a word.
  const message = "This is there more than once; keep one.";
  for (const { path } of findRepeats(value).slice(0, MAX_REPEATS))
    reasons.push({ pointer: pointerOf(path), code: "member-repeated", message });
  const isSound = (part: string) => !reasons.some(({ pointer }) => `${pointer}/`.startsWith(`/${part}/`));
  const document = reasons.length === 0 ? (value as SpecPackageDocument) : soundParts(value, isSound);
  if (!document) return { ok: false, reasons };
  const compiled = compileDocument(document, digest ?? "", reasons, isSound("schema"), DEMANDS);
  if (!compiled.ok || digest !== undefined) return compiled;
  return { ok: true, spec: { ...compiled.spec, digest: digestOf(document) } };
}

const NO_MOMENT = `Rules depend on the date, so "examples" needs a "now": the moment that they are run at.`;

/** A document that was loaded before, so that its form is right. */
export function compileDocument(
  document: SpecPackageDocument,
  digest: string,
  reasons: Reason[] = [],
  hasSoundSchema = true,
  checks?: typeof DEMANDS,
): LoadedSpecPackage {
  const refuse: Refuse = (pointer, code, message) => void reasons.push({ pointer, code, message });
  checks?.texts(document, refuse);
  const lists = readLists(document, refuse);
  const surroundings = surroundingsOf(document, lists);
  const all = document.rules.flatMap(
    (rule, index) => readRule(rule, `/rules/${index}`, surroundings, refuse) ?? [],
  );
  checks?.codes(document, all, refuse);
  const placed = placeRules(all, surroundings);
  const { schema, reasons: schemaReasons } = compileSchema(document.schema, {
    prose: surroundings.prose,
    rulesAt: new Map([...placed].map(([at, { slot }]) => [at, slot])),
    aliases: new Map(Object.entries(document.aliases ?? {})),
    sets: surroundings.sets,
    pointer: "/schema",
    stars: starsIn(namedPatterns(document, all)),
  });
  reasons.push(...schemaReasons);
  const places = schemaReasons.length === 0 && hasSoundSchema ? schema?.places : undefined;
  checks?.references(document, all, lists, places, refuse);
  const { now } = document.examples;
  if (now !== undefined && readTimestamp(now) === undefined)
    refuse("/examples/now", "time-invalid", `"${now}" is not a date and time that exists.`);
  const declarations = declarationsOf(places ?? new Map());
  const rules = compileRules(all, placed, surroundings, declarations, refuse);
  if (rules.clock !== "none" && now === undefined) refuse("/examples", "member-missing", NO_MOMENT);
  if (places && places.get("")!.shape.kinds !== KIND.object)
    refuse("/schema/type", "schema-root", `A candidate is an object: the schema's "type" must be "object".`);
  if (reasons.length > 0 || schema === undefined) {
    // A rule at several places may be wrong in the same way at each.
    const different = new Map(reasons.map((reason) => [JSON.stringify(reason), reason]));
    return { ok: false, reasons: [...different.values()] };
  }

  const { targetProduct, domainId, version, title } = document;
  const spec: SpecPackage = {
    ...{ document, targetProduct, domainId, version, title, digest, schema, rules, lists },
    codes: describeRules(rules.all, document.docs),
    normalization: compileNormalization(document, lists, schema),
  };
  return { ok: true, spec };
}

/** What is asked of a package beyond its form, in the order of its reasons. */
const DEMANDS = {
  texts: checkTexts,
  codes: checkCodes,
  references(
    document: SpecPackageDocument,
    all: readonly Rule[],
    lists: ReadonlyMap<string, WordList>,
    places: CompiledSchema["places"] | undefined,
    refuse: Refuse,
  ): void {
    if (places) {
      checkTargets(all, places, refuse);
      checkSilence(all, places, declarationsOf(places), refuse);
      checkAliases(document, places, refuse);
    }
    checkNormalization(document, lists, places, refuse);
    checkRegistries(document, refuse);
    for (const { pointer, why } of faultsOfDefinitions(document.definitions ?? {}))
      refuse(pointer, "expression-invalid", `This cannot be used: ${why}.`);
  },
};

/** Several rules may share a code; it has the severity of the gravest. */
function describeRules(rules: readonly Rule[], docs: SpecPackageDocument["docs"]): SpecPackage["codes"] {
  const gravest = rules.toSorted((a, b) => GRAVITY[a.document.severity] - GRAVITY[b.document.severity]);
  return [...new Set(rules.flatMap(({ codes }) => codes))].map((code) => {
    const { severity, effectiveAt } = gravest.find(({ codes }) => codes.includes(code))!.document;
    const isDated = severity === "error" && effectiveAt !== undefined;
    return { code, severity, ...docs[code]!, ...(isDated && { effectiveAt }) };
  });
}

const GRAVITY = { error: 0, warning: 1, info: 2 };

function namedPatterns(document: SpecPackageDocument, rules: readonly Rule[]): string[] {
  const { aliases = {}, normalization = {} } = document;
  return [
    ...rules.flatMap(({ document: rule, check, isSound }) => [
      ...rule.at,
      ...(isSound ? referencesOf(rule, check) : []).flatMap(({ pattern }) => pattern ?? []),
    ]),
    ...(normalization.prose ?? []),
    ...(normalization.sets ?? []).map(({ at }) => at),
    ...Object.keys(aliases),
  ];
}

function starsIn(patterns: readonly string[]): Set<string> {
  const ends = (pattern: string) => pattern.matchAll(/(?<=\/\*)(?=\/|$)/g);
  return new Set(patterns.flatMap((each) => Array.from(ends(each), ({ index }) => each.slice(0, index))));
}

const RULES = ["rules", "docs", "lists", "registries", "definitions"];
/** The parts that are judged on their own, each with the parts that it cannot be judged without. */
const PARTS = new Map<string, readonly string[]>([
  ...["schema", "aliases", "lists", "registries", "definitions", "units", "notes"].map(
    (name) => [name, [name]] as const,
  ),
  ...["rules", "docs"].map((name) => [name, RULES] as const),
  ["normalization", ["normalization", "lists"]],
  ["examples", ["examples", "registries"]],
]);
const EMPTY_PARTS = { schema: {}, rules: [], docs: {}, examples: { valid: [], invalid: [] } };

/** Leaves out the parts of the wrong shape, so that the rest can be judged and all reasons come in one answer. */
function soundParts(value: unknown, isSound: (part: string) => boolean): SpecPackageDocument | undefined {
  if (!isPlainObject(value)) return undefined;
  const hasDocs = isPlainObject(value.docs);
  // Rules only ask which codes are explained, so an explanation that lacks something hides nothing that is wrong with them.
  const tell = ([code, entry]: [string, unknown]) =>
    isSound(`docs/${escapeToken(code)}`) ? [code, entry] : [code, { summary: "…", fix: "…" }];
  const told = Object.entries(hasDocs ? (value.docs as object) : {}).map(tell);
  const sound = Object.entries({ ...value, docs: Object.fromEntries(told) }).filter(
    ([name]) => PARTS.get(name)?.every((part) => (part === "docs" ? hasDocs : isSound(part))) ?? true,
  );
  return { ...EMPTY_PARTS, ...(Object.fromEntries(sound) as unknown as SpecPackageDocument) };
}
