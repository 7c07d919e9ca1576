/** Compiles the allowed part of JSON Schema 2020-12 into places, and tells everything that spec packages may not have. */

import { deprecatedMember } from "../checks/deprecated.ts";
import { Reading, Sink } from "../findings/finding.ts";
import { reportUnsafeJson } from "../findings/unsafe-json.ts";
import { isPlainObject, once, pointerOf } from "../json/values.ts";
import { Meter } from "../meter/meter.ts";
import { compileType } from "./compile/compile-place.ts";
import {
  below,
  type Compiler,
  type Layer,
  NO_CONTEXT,
  patternsOf,
  type Reason,
  ROOT,
  resolveReference,
  type SchemaContext,
  type Site,
  type Subschema,
} from "./compile/compiler.ts";
import { eachSubschema, KEYWORDS, MAX_CHOICES } from "./compile/keywords.ts";
import { countPatterns, lintKeywords } from "./compile/lint.ts";
import {
  createPlace,
  KIND,
  NO_KIND,
  NOTHING_REGISTERED,
  type Place,
  type RulesOfPlace,
  SCHEMA_ALONE,
  type TypeJudge,
} from "./place.ts";
import { createPlaceSharing, type SharedPlace } from "./sharing.ts";
import { anyType, neverType } from "./types/scalar-types.ts";

export { NO_CONTEXT, type Reason, type Refuse, type SchemaContext } from "./compile/compiler.ts";

export interface CompiledSchema {
  root: Place;
  /** The places by their path pattern, for asking whether a value would be accepted there. */
  places: ReadonlyMap<string, ReturnType<typeof together>>;
}

export const SCHEMA_BOUNDS = { depth: 16, nodes: 2_000, choices: MAX_CHOICES, patterns: 250 };

const NO_RULES: readonly RulesOfPlace[] = [];

/** Whether a place holds always (0), in one of several alternatives (1) or under a condition (2). */
const RANKS = new WeakMap<Place, number>();

/** The engine itself judges what stands under the keywords. The few schemas for that are not judged in turn. */
const placeOfKeyword = once((schema: object) => compile(schema, NO_CONTEXT, true, () => true).schema!.root);

function isSoundKeyword(keyword: string, value: unknown): boolean {
  const known = KEYWORDS.get(keyword);
  return known === undefined || known.must === "" || placeOfKeyword(known.schema).ok(value, SCHEMA_ALONE);
}

/** With every reason why a spec package may not have this schema, which is undefined if it has no meaning. */
export function compileSchema(schema: unknown, context: SchemaContext) {
  return compile(schema, context, false, isSoundKeyword);
}

function compile(
  schema: unknown,
  context: SchemaContext,
  isTest: boolean,
  isSound: typeof isSoundKeyword,
): { reasons: Reason[]; schema: CompiledSchema | undefined } {
  // Each takes its time to be compiled, and again with the first text.
  if (countPatterns(schema) > SCHEMA_BOUNDS.patterns) {
    const message = `The schema has more than ${SCHEMA_BOUNDS.patterns} different patterns.`;
    return {
      reasons: [{ pointer: context.pointer, code: "schema-too-large", message }],
      schema: undefined,
    };
  }
  const reasons = new Map<string, Reason>();
  let hasMeaning = true;
  let found: SharedPlace["found"] = new Map();
  /** Of places that are compiled here: what is shared has no defaults, for which they are asked. */
  const layersOf = new WeakMap<readonly Subschema[], readonly Layer[]>();
  const seen = new Set<string>();
  const linted = new Map<string, { given: object; sound: Record<string, unknown> }>();
  const conditions = new Set<string>();
  const defaults: { at: string; value: unknown; pointer: string; isConditional: boolean }[] = [];
  const replacements: { at: string; pointer: string }[] = [];
  let budget = SCHEMA_BOUNDS.nodes;
  const sharing = createPlaceSharing(schema, context);

  function disallow(pointer: string, code: string, message: string): void {
    const key = `${code} ${pointer}`;
    if (!reasons.has(key)) reasons.set(key, { pointer, code, message });
  }

  function refuse(pointer: string, code: string, message: string): void {
    hasMeaning = false;
    disallow(pointer, code, message);
  }

  function spend(): boolean {
    if (budget-- > 0) return true;
    refuse(
      context.pointer,
      "schema-too-large",
      `With every $ref followed, the schema has more than ${SCHEMA_BOUNDS.nodes} parts.`,
    );
    return false;
  }

  /** The schema without the keywords whose values mean nothing. */
  function lint(given: Record<string, unknown>, pointer: string): Record<string, unknown> {
    const wrong = Object.keys(given).filter((keyword) => !isSound(keyword, given[keyword]));
    for (const keyword of wrong) {
      const { about, must } = KEYWORDS.get(keyword)!;
      const say = about === "note" ? disallow : refuse;
      say(`${pointer}/${keyword}`, "keyword-value", `"${keyword}" ${must}.`);
    }
    const sound = wrong.length === 0 ? given : without(given, wrong);
    lintKeywords(sound, pointer, pointer === context.pointer, disallow);
    return sound;
  }

  /** All schemas that apply together, with those that they refer to. `isNever`: whether one is `false`, so that no value passes. */
  function readLayers(subschemas: readonly Subschema[], read = { layers: [] as Layer[], isNever: false }) {
    for (const { schema: given, pointer, refs } of subschemas) {
      seen.add(pointer);
      if (given === false) read.isNever = true;
      if (typeof given === "boolean") continue;
      if (!isPlainObject(given)) {
        refuse(pointer, "schema-shape", "A schema must be an object, true or false.");
        continue;
      }
      if (!spend()) continue;
      let known = linted.get(pointer);
      if (known?.given !== given) {
        known = { given, sound: lint(given, pointer) };
        linted.set(pointer, known);
      }
      const layer: Layer = { schema: known.sound, pointer, refs };
      read.layers.push(layer);
      const target = layer.schema.$ref !== undefined && resolveReference(schema, layer, context, refuse);
      const parts = ((layer.schema.allOf ?? []) as unknown[]).map((_, index) =>
        below(layer, "allOf", String(index)),
      );
      readLayers(target ? [target, ...parts] : parts, read);
    }
    return read;
  }

  const compiler: Compiler = {
    context,
    refuse,
    disallow,
    disallowNever: (pointer, why) =>
      disallow(pointer, "schema-contradiction", `Nothing can pass this: ${why}.`),
    compile(subschemas, site) {
      if (site.isTest) {
        conditions.add(site.at);
        return compiler.compileWithoutRules(subschemas, site);
      }
      const key = sharing.keyOf(subschemas, site);
      const shared = key === undefined ? undefined : sharing.find(key);
      if (shared !== undefined && shared.size <= budget) return adopt(shared, subschemas);
      const [outer, budgetBefore] = [found, budget];
      found = new Map();
      const place = placeOf(bounded(typeOf(subschemas, site), site), site, compiler.rulesAt(site));
      RANKS.set(place, Number(site.isConditional) + Number(site.isCovered));
      for (const at of patternsOf(site)) addPlaces(found, at, [place]);
      if (key !== undefined) sharing.add(key, { place, found, size: budgetBefore - budget });
      for (const [at, places] of found) addPlaces(outer, at, places);
      found = outer;
      return place;
    },
    compileWithoutRules: (subschemas, site) => placeOf(typeOf(subschemas, site), site, NO_RULES),
    layersOf: (subschemas) => layersOf.get(subschemas) ?? [],
    noteCondition: (at) => void conditions.add(at),
    noteDefault(value, pointer, { at, isConditional }, place) {
      if (place.ok(value, SCHEMA_ALONE)) defaults.push({ at, value, pointer, isConditional });
      else disallow(pointer, "default-invalid", "The default does not pass the schema it stands in.");
    },
    noteReplacement: (at, pointer) => void replacements.push({ at, pointer }),
    rulesAt: (site) =>
      site.isTest ? NO_RULES : patternsOf(site).flatMap((at) => context.rulesAt.get(at) ?? NO_RULES),
  };

  function typeOf(subschemas: readonly Subschema[], site: Site): TypeJudge {
    if (site.depth > SCHEMA_BOUNDS.depth) {
      const message = `A schema may be at most ${SCHEMA_BOUNDS.depth} levels deep.`;
      refuse(subschemas[0]?.pointer ?? context.pointer, "schema-too-deep", message);
      return anyType(site.depth);
    }
    const { layers, isNever } = readLayers(subschemas);
    layersOf.set(subschemas, layers);
    if (isNever) return neverType();
    return layers.length === 0 ? anyType(site.depth, site.isCovered) : compileType(layers, site, compiler);
  }

  function adopt(shared: SharedPlace, subschemas: readonly Subschema[]): Place {
    budget -= shared.size;
    sharing.adopt(subschemas);
    for (const [at, places] of shared.found) addPlaces(found, at, places);
    return shared.place;
  }

  const root = compiler.compile([{ schema, pointer: context.pointer, refs: [] }], { ...ROOT, isTest });
  const places = new Map([...found].map(([at, list]) => [at, together(list)]));
  const compiled = hasMeaning ? { root, places } : undefined;

  for (const { at, pointer } of replacements)
    if (!found.has(at))
      disallow(pointer, "deprecation-invalid", `The schema declares no member at "${at}" to use instead.`);
  for (const { at, value, pointer, isConditional } of defaults) {
    const others = isConditional ? [] : (found.get(at) ?? []);
    if (!conditions.has(at) && others.every((place) => place.ok(value, SCHEMA_ALONE))) continue;
    disallow(
      pointer,
      "default-conditional",
      "A condition or an alternative depends on this member, so its default could make a candidate invalid that passed; leave the default out.",
    );
  }
  budget = SCHEMA_BOUNDS.nodes;
  judgeUnread(schema, context.pointer, 2 * SCHEMA_BOUNDS.depth);
  if (reasons.size === 0) sharing.publish();
  return { reasons: [...reasons.values()], schema: compiled };

  /** So that everything is said at once, they are judged as well, unless all of a schema was in another package. */
  function judgeUnread(unread: unknown, pointer: string, maxDepth: number): void {
    if (!isPlainObject(unread) || maxDepth < 0 || sharing.hasAdopted(pointer)) return;
    if (!seen.has(pointer))
      compiler.compileWithoutRules([{ schema: unread, pointer, refs: [] }], { ...ROOT, isTest: true });
    eachSubschema(unread, (inner, path) => judgeUnread(inner, pointer + pointerOf(path), maxDepth - 1));
  }
}

function without(schema: Readonly<Record<string, unknown>>, keywords: readonly string[]) {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

function bounded(type: TypeJudge, { maxLength }: Site): TypeJudge {
  const { shape } = type;
  return maxLength === undefined || (shape.maxLength ?? Number.POSITIVE_INFINITY) <= maxLength
    ? type
    : { ...type, shape: { ...shape, maxLength } };
}

function placeOf(type: TypeJudge, { at }: Site, rules: readonly RulesOfPlace[]): Place {
  const { deprecated } = type.shape;
  return createPlace(type, rules, deprecated && [deprecatedMember(deprecated, at)]);
}

function addPlaces(found: SharedPlace["found"], at: string, places: readonly Place[]): void {
  const others = found.get(at);
  if (others) others.push(...places);
  else found.set(at, [...places]);
}

/**
 * All places of the path pattern must accept a value. Of several, `each` are those that say what can be there, and `admits` asks
 * whether the schema of one of them accepts a value: what holds always leaves no more to alternatives, and these to conditions.
 * `okWhereAllowed` is asked where there is a value already, so that those do not count by which there may be none.
 */
function together(
  places: readonly Place[],
): Place & { each?: readonly Place[]; admits?(value: unknown): boolean; okWhereAllowed?: Place["ok"] } {
  const [first] = places as readonly [Place, ...Place[]];
  if (places.length === 1) return first;
  const rank = Math.min(...places.map((place) => RANKS.get(place)!));
  const each = places.filter((place) => RANKS.get(place) === rank);
  const { shape } = first;
  const isAlike = places.every((place) => place.shape.type === shape.type);
  const allowing = places.filter((place) => place.shape.kinds !== NO_KIND);
  const texts = places.filter((place) => (place.shape.kinds & KIND.string) !== 0);
  const longest = Math.max(0, ...texts.map((place) => place.shape.maxLength ?? Number.POSITIVE_INFINITY));
  const formats = texts.map((place) => place.shape.formats);
  return {
    ...first,
    shape: {
      ...shape,
      type: isAlike ? shape.type : "any",
      maxLength: longest === Number.POSITIVE_INFINITY ? undefined : longest,
      formats:
        formats.length > 0 && !formats.includes(undefined) ? formats.flatMap((all) => all!) : undefined,
      kinds: each.reduce((all, place) => all | place.shape.kinds, NO_KIND),
      values: each.every((place) => place.shape.values !== undefined)
        ? each.flatMap((place) => place.shape.values!)
        : undefined,
      // What one of them says about members does not hold for the others.
      object: undefined,
    },
    each,
    admits: (value) => each.some((place) => place.ok(value, SCHEMA_ALONE)),
    ok: (value, scope) => places.every((place) => place.ok(value, scope)),
    okWhereAllowed: (value, scope) => allowing.every((place) => place.ok(value, scope)),
    placeholder() {
      const value = first.placeholder();
      // It must not pass at any of them.
      return places.some((place) => place.ok(value, NOTHING_REGISTERED)) ? undefined : value;
    },
  };
}

const rootOf = once((given: object): Place => {
  const { schema, reasons } = compileSchema(given, NO_CONTEXT);
  if (schema !== undefined && reasons.length === 0) return schema.root;
  throw new Error(`A built-in schema is wrong: ${JSON.stringify(reasons)}`);
});

export function checkData(schema: object, value: unknown): Reason[] {
  const root = rootOf(schema);
  if (root.ok(value, SCHEMA_ALONE)) return [];
  const sink = createSchemaSink(value);
  root.report(value, [], { sink, reason: "", isRepeat: false });
  reportUnsafeJson(value, sink);
  return sink.findings.map((finding) => ({
    pointer: pointerOf(finding.path),
    code: finding.code,
    message: finding.detail(finding.path).message,
  }));
}

export function createSchemaSink(value: unknown): Sink {
  return new Sink(new Reading(value, new Meter(), SCHEMA_ALONE));
}
