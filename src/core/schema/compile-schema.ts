/** Compiles the allowed part of JSON Schema 2020-12 into places, and tells everything that spec packages may not have. */

import { type Deprecation, deprecatedMember, readDeprecation } from "../checks/definition.ts";
import { Reading, reportUnsafeJson, Sink } from "../findings/finding.ts";
import { child, escapeToken, isPlainObject, once, parsePointer, pointerOf } from "../json/values.ts";
import { Meter } from "../meter/meter.ts";
import type { Json } from "../types.ts";
import { quote } from "../unicode/unicode.ts";
import {
  type Compiler,
  firstOf,
  type Layer,
  lastWith,
  NO_CONTEXT,
  patternsOf,
  type Reason,
  type Refuse,
  ROOT,
  resolveReference,
  type SchemaContext,
  type Site,
  type Subschema,
  subschemaOf,
  subschemasIn,
} from "./compile/compiler.ts";
import { declaredKinds, eachSubschema, hasKeywordFor, KEYWORDS, whyNotAllowed } from "./compile/keywords.ts";
import { conditionConstraint, createUnion, notConstraint } from "./constraints.ts";
import {
  constrained,
  createPlace,
  describeShape,
  EVERY_KIND,
  type Judge,
  joinOr,
  KIND,
  kindsIn,
  NO_KIND,
  NOTHING_REGISTERED,
  type Place,
  type RulesOfPlace,
  SCHEMA_ALONE,
  type Shape,
  type TypeJudge,
} from "./place.ts";
import { createPlaceSharing, type SharedPlace } from "./sharing.ts";
import { compileArray } from "./types/array-type.ts";
import { compileObject } from "./types/object-type.ts";
import { anyType, choiceType, mixedType, neverType, SCALARS } from "./types/scalar-types.ts";

export { NO_CONTEXT, type Reason, type Refuse, type SchemaContext } from "./compile/compiler.ts";

export type CompiledSchema = NonNullable<ReturnType<typeof compileSchema>["schema"]>;

export const SCHEMA_BOUNDS = { depth: 16, nodes: 2_000, patterns: 250 };

const NO_RULES: readonly RulesOfPlace[] = [];

/** Whether a place holds always (0), in one of several alternatives (1) or under a condition (2). */
const RANKS = new WeakMap<Place, number>();

/** The engine itself judges what stands under the keywords. The few schemas for that are not judged in turn. */
const placeOfKeyword = once((schema: object) => compileSchema(schema, NO_CONTEXT, true).schema!.root);

function isSoundKeyword(keyword: string, value: unknown): boolean {
  const known = KEYWORDS.get(keyword);
  return known === undefined || known.must === "" || placeOfKeyword(known.schema).ok(value, SCHEMA_ALONE);
}

/** With every reason why a spec package may not have this schema, which is undefined if it has no meaning. */
export function compileSchema(schema: unknown, context: SchemaContext, isOfKeyword = false) {
  // Each takes its time to be compiled, and again with the first text.
  if (countPatterns(schema) > SCHEMA_BOUNDS.patterns) {
    const message = `The schema has more than ${SCHEMA_BOUNDS.patterns} different patterns.`;
    return { reasons: [{ pointer: context.pointer, code: "schema-too-large", message }], schema: undefined };
  }
  const reasons = new Map<string, Reason>();
  let hasMeaning = true;
  let found: SharedPlace["found"] = new Map();
  /** Of places that are compiled here: what is shared has no defaults, for which they are asked. */
  const layersOf = new WeakMap<readonly Subschema[], readonly Layer[]>();
  const seen = new Set<string>();
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

  /** The schema without the keywords whose values mean nothing. */
  function lint(given: Record<string, unknown>, pointer: string): Record<string, unknown> {
    const members = Object.entries(given);
    const wrong = members.filter(([keyword, value]) => !isOfKeyword && !isSoundKeyword(keyword, value));
    for (const [keyword] of wrong) {
      const { about, must } = KEYWORDS.get(keyword)!;
      const say = about === "note" ? disallow : refuse;
      say(`${pointer}/${keyword}`, "keyword-value", `"${keyword}" ${must}.`);
    }
    const sound =
      wrong.length === 0 ? given : Object.fromEntries(members.filter((member) => !wrong.includes(member)));
    const kinds = declaredKinds(sound.type);
    for (const keyword of Object.keys(sound)) {
      const why = whyNotAllowed(keyword, kinds, pointer === context.pointer);
      if (why !== undefined) disallow(`${pointer}/${escapeToken(keyword)}`, "keyword-not-allowed", why);
    }
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
      if (budget-- <= 0) {
        const message = `With every $ref followed, the schema has more than ${SCHEMA_BOUNDS.nodes} parts.`;
        refuse(context.pointer, "schema-too-large", message);
        continue;
      }
      const layer: Layer = { schema: lint(given, pointer), pointer, refs };
      read.layers.push(layer);
      const target = layer.schema.$ref !== undefined && resolveReference(schema, layer, context, refuse);
      const parts = subschemasIn(layer, "allOf").map(([, part]) => part);
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
      const shared = sharing.find(key);
      if (shared !== undefined && shared.size <= budget) {
        budget -= shared.size;
        sharing.adopt(subschemas);
        addPlaces(found, shared.found);
        return shared.place;
      }
      const [outer, budgetBefore] = [found, budget];
      found = new Map();
      const place = placeOf(bounded(typeOf(subschemas, site), site), site, compiler.rulesAt(site));
      RANKS.set(place, Number(site.isConditional) + Number(site.isCovered));
      for (const at of patternsOf(site)) addPlaces(found, [[at, [place]]]);
      if (key !== undefined) sharing.add(key, { place, found, size: budgetBefore - budget });
      addPlaces(outer, found);
      found = outer;
      return place;
    },
    compileWithoutRules: (subschemas, site) => placeOf(typeOf(subschemas, site), site, NO_RULES),
    noteCondition: (at) => void conditions.add(at),
    defaultOf(subschemas, { at, isConditional }, place) {
      const holder = layersOf.get(subschemas)?.find(({ schema }) => schema.default !== undefined);
      if (holder === undefined) return undefined;
      const value = holder.schema.default as Json;
      const pointer = `${holder.pointer}/default`;
      if (place.ok(value, SCHEMA_ALONE)) defaults.push({ at, value, pointer, isConditional });
      else disallow(pointer, "default-invalid", "The default does not pass the schema it stands in.");
      return value;
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

  /** So that everything is said at once, they are judged as well, unless all of a schema was in another package. */
  function judgeUnread(unread: unknown, pointer: string, maxDepth: number): void {
    if (!isPlainObject(unread) || maxDepth < 0 || sharing.hasAdopted(pointer)) return;
    if (!seen.has(pointer))
      compiler.compileWithoutRules([{ schema: unread, pointer, refs: [] }], { ...ROOT, isTest: true });
    eachSubschema(unread, (inner, path) => judgeUnread(inner, pointer + pointerOf(path), maxDepth - 1));
  }

  const root = compiler.compile([{ schema, pointer: context.pointer, refs: [] }], {
    ...ROOT,
    isTest: isOfKeyword,
  });
  /** By their path pattern, for asking whether a value would be accepted there. */
  const places = new Map([...found].map(([at, list]) => [at, together(list)] as const));
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

function addPlaces(found: SharedPlace["found"], more: Iterable<[string, readonly Place[]]>): void {
  for (const [at, places] of more) found.set(at, [...(found.get(at) ?? []), ...places]);
}

/** Not recursive: schemas can be deeper than the stack. Equal patterns are compiled once. */
function countPatterns(schema: unknown): number {
  const patterns = new Set<string>();
  const parts: unknown[] = [schema];
  while (parts.length > 0) {
    const part = parts.pop();
    if (typeof part !== "object" || part === null) continue;
    const { pattern, patternProperties } = part as Record<string, unknown>;
    if (typeof pattern === "string") patterns.add(pattern);
    if (isPlainObject(patternProperties))
      for (const source of Object.keys(patternProperties)) patterns.add(source);
    for (const inner of Object.values(part)) parts.push(inner);
  }
  return patterns.size;
}

/** The type that all layers together make, with what stands beside it. */
function compileType(layers: readonly Layer[], site: Site, compiler: Compiler): TypeJudge {
  const first = (keyword: string) => firstOf(layers, keyword);
  const type = compileJudges();
  const lists = compiler.rulesAt(site).flatMap((rules) => rules.lists);
  const labels = lists.at(-1)?.labels;
  const reference = layers[0]?.schema.$ref as string | undefined;
  const { onlyValue } = type.shape;
  const filling = layers.filter(({ schema }) => schema.fill === true);
  if (onlyValue === undefined)
    for (const { pointer } of filling)
      compiler.disallow(`${pointer}/fill`, "keyword-value", `"fill" ${KEYWORDS.get("fill")!.must}.`);
  const around = site.at.slice(0, Math.max(0, site.at.lastIndexOf("/")));
  const deprecations = layers.flatMap(({ schema, pointer }) => {
    const read = readDeprecation(schema.deprecated as boolean | Deprecation | undefined);
    if (read?.use !== undefined)
      compiler.noteReplacement(`${around}/${escapeToken(read.use)}`, `${pointer}/deprecated/use`);
    return read ?? [];
  });
  const shape: Shape = {
    ...type.shape,
    isConst: first("const") !== undefined,
    default: first("default") as Json | undefined,
    name: reference && parsePointer(reference.slice(1)).at(-1),
    example: layers.flatMap(({ schema }) => (schema.examples ?? []) as Json[])[0],
    fills: (filling.length > 0 && onlyValue !== undefined) || lists.some(({ fills }) => fills),
    title: first("title") as string | undefined,
    description: first("description") as string | undefined,
    labels: labels !== undefined && labels.size > 0 ? labels : undefined,
    deprecated: deprecations[0],
  };
  return { ...type, shape };

  function compileJudges(): TypeJudge {
    const any = anyType(site.depth, site.isCovered);
    const declared = compileDeclared(any);
    const type = declared ?? any;
    const { unions, others, conditions } = compileConstraints(type.shape);
    const values = choicesOf();
    if (values !== undefined) return choiceAmong(values, [type, ...unions, ...others]);
    // Without a type beside it, a union is the type itself, with all that it can say about its alternatives.
    const isUnion = declared === undefined && unions.length === 1;
    const [main = type, ...beside] = isUnion ? unions : [type, ...unions];
    const alternatives = [main, ...beside].flatMap(({ shape }) => shape.alternatives);
    return constrained(main, [...beside, ...others], { ...main.shape, alternatives, conditions });
  }

  /** Undefined where the schemas say nothing about types; `any` judges the kinds about which they say nothing. */
  function compileDeclared(any: TypeJudge): TypeJudge | undefined {
    const declaring = layers.filter(({ schema }) => schema.type !== undefined);
    const names = declaring.flatMap(({ schema }) => schema.type as string | string[]);
    let kinds = EVERY_KIND;
    for (const { schema, pointer } of declaring) {
      kinds &= declaredKinds(schema.type);
      if (kinds === NO_KIND) compiler.disallowNever(`${pointer}/type`, "no value has all of these types");
    }
    if (kinds === NO_KIND) return neverType();
    const isDeclared = declaring.length > 0;
    // Enumerated texts are values like any other, also one that reads like a placeholder.
    const isTest = site.isTest || !isDeclared || (first("enum") ?? first("const")) !== undefined;
    const told = kindsIn(kinds).filter(
      (kind) => isDeclared || layers.some(({ schema }) => hasKeywordFor(schema, KIND[kind])),
    );
    const types = new Map(told.map((kind) => [kind, COMPILERS[kind](layers, site, compiler, isTest)]));
    const [only] = types.values();
    if (only && isDeclared && types.size === 1 && kinds === only.shape.kinds) return only;
    return types.size === 0 ? undefined : mixedType(types, kinds, names, any);
  }

  function compileConstraints(base: Shape) {
    const unions: TypeJudge[] = [];
    const others: Judge[] = [];
    const conditions: Shape["conditions"][number][] = [];
    const own = base.object?.members;
    const outer = site.outer && own ? new Map([...site.outer, ...own]) : (own ?? site.outer);
    const conditional: Site = { ...site, isConditional: true, outer };
    const covered: Site = { ...conditional, isCovered: true };
    const test: Site = { ...covered, isTest: true };
    for (const layer of layers) {
      for (const keyword of ["oneOf", "anyOf"]) compileUnion(layer, keyword);
      compileConditions(layer);
      compileDependents(layer);
      compileNot(layer);
    }
    return { unions, others, conditions };

    function compileUnion(layer: Layer, keyword: string): void {
      if (layer.schema[keyword] === undefined) return;
      const at = `${layer.pointer}/${keyword}`;
      const branches = subschemasIn(layer, keyword).map(([, branch]) =>
        compiler.compileWithoutRules([branch], conditional),
      );
      const { type, refusal } = createUnion(branches, keyword === "oneOf", base);
      if (refusal !== undefined && !site.isTest)
        compiler.disallow(at, "union-ambiguous", `These cannot be told apart: ${refusal}.`);
      if (type.shape.kinds === NO_KIND)
        compiler.disallowNever(at, `no alternative fits the "type" beside it`);
      unions.push(type);
    }

    function tell(when: string, place: Place | undefined): void {
      if (place !== undefined) conditions.push({ when, shape: place.shape });
    }

    function compileConditions(layer: Layer): void {
      const tested = subschemaOf(layer, "if");
      if (tested !== undefined) {
        const condition = compiler.compileWithoutRules([tested], test);
        const passes = (value: unknown) => condition.ok(value, SCHEMA_ALONE);
        const members = [...(condition.shape.object?.members ?? [])];
        const [whenTrue, whenFalse] = ["then", "else"].map((keyword) => {
          const branch = subschemaOf(layer, keyword);
          return branch && compiler.compileWithoutRules([branch], covered);
        });
        others.push(conditionConstraint(passes, whenTrue, whenFalse, new Map(members)));
        const tests = members.map(([name, { shape }]) => {
          // A test of a form or a size rarely repeats the type.
          const bounded = shape.parts.filter(({ bounds }) => bounds);
          const told = shape.type === "any" ? bounded : [shape];
          return `${quote(name)} is ${told.length === 0 ? "there" : joinOr(told.map(describeShape))}`;
        });
        if (tests.length > 0) {
          tell(`When ${tests.join(" and ")}`, whenTrue);
          tell(`Unless ${tests.join(" and ")}`, whenFalse);
        }
      }
      // They have an effect together only.
      const there = ["if", "then", "else"].filter((keyword) => layer.schema[keyword] !== undefined);
      if (tested !== undefined && there.length > 1) return;
      for (const keyword of there) {
        const missing = keyword === "if" ? `"then" or "else"` : `"if"`;
        const message = `"${keyword}" has no effect without ${missing}.`;
        compiler.disallow(`${layer.pointer}/${keyword}`, "keyword-not-allowed", message);
      }
    }

    /** What depends on a member being there: others that are required then, or all that a schema says. */
    function compileDependents(layer: Layer): void {
      const dependents = [
        ...Object.entries(layer.schema.dependentRequired ?? {}).map(
          ([name, required]) => [name, { ...layer, schema: { required } }, test] as const,
        ),
        ...subschemasIn(layer, "dependentSchemas").map((entry) => [...entry, covered] as const),
      ];
      for (const [name, subschema, site] of dependents) {
        compiler.noteCondition(`${covered.at}/${escapeToken(name)}`);
        const place = compiler.compileWithoutRules([subschema], site);
        tell(`When ${quote(name)} is there`, place);
        const hasMember = (value: unknown) => isPlainObject(value) && child(value, name) !== undefined;
        others.push(
          conditionConstraint(hasMember, place, undefined, undefined, () => ` beside ${quote(name)}`),
        );
      }
    }

    function compileNot(layer: Layer): void {
      const refused = subschemaOf(layer, "not");
      if (refused === undefined) return;
      const { schema, pointer } = refused;
      lintNot(schema, pointer, compiler.disallow);
      others.push(notConstraint(compiler.compileWithoutRules([refused], test)));
      if (schema === true || (isPlainObject(schema) && Object.keys(schema).length === 0))
        compiler.disallowNever(pointer, "it refuses every value; use false");
    }
  }

  /** The values that every `enum` and `const` allows. */
  function choicesOf(): { readonly value: Json; readonly pointer: string }[] | undefined {
    const lists = layers.flatMap(({ schema, pointer }) => {
      const { enum: listed, const: only } = schema as { enum?: Json[]; const?: Json };
      if (listed !== undefined && only !== undefined)
        compiler.disallow(`${pointer}/const`, "keyword-not-allowed", `"const" has no effect beside "enum".`);
      return [
        ...(only === undefined ? [] : [[{ value: only, pointer: `${pointer}/const` }]]),
        ...(listed ? [listed.map((value, index) => ({ value, pointer: `${pointer}/enum/${index}` }))] : []),
      ];
    });
    const [choices, ...others] = lists;
    const types = others.map((list) => choiceType(list.map(({ value }) => value)));
    return choices?.filter(({ value }) => types.every((type) => type.ok(value, SCHEMA_ALONE)));
  }

  /** The values that pass everything else as well: a choice alone then decides. */
  function choiceAmong(choices: NonNullable<ReturnType<typeof choicesOf>>, judges: readonly Judge[]) {
    const good = choices.filter(({ value }) => judges.every((judge) => judge.ok(value, SCHEMA_ALONE)));
    if (good.length === 0) {
      const at = choices[0]?.pointer ?? lastWith(layers, "enum", "const");
      compiler.disallowNever(at, "none of the values passes the keywords that stand beside them");
      return neverType();
    }
    const bad = layers.length === 1 ? choices.filter((choice) => !good.includes(choice)) : [];
    const message = "This value does not pass the keywords that stand beside it.";
    for (const { pointer } of bad) compiler.disallow(pointer, "keyword-value", message);
    // Places that refer to one list share what is made of it.
    const listed = first("enum") as Json[] | undefined;
    const isWhole = listed?.length === good.length && first("const") === undefined;
    return choiceType(isWhole ? listed : good.map(({ value }) => value));
  }
}

const COMPILERS = { ...SCALARS, object: compileObject, array: compileArray };

const SIMPLE = new Set([
  ...["const", "enum", "type", "required", "pattern", "maxLength", "format", "properties", "anyOf"],
]);
const NOTES = new Set(["title", "description", "$comment"]);

function lintNot(schema: unknown, pointer: string, disallow: Refuse): void {
  if (!isPlainObject(schema)) return;
  for (const keyword of Object.keys(schema)) {
    if (SIMPLE.has(keyword) || NOTES.has(keyword)) continue;
    disallow(
      `${pointer}/${escapeToken(keyword)}`,
      "not-too-complex",
      `"not" may only hold ${[...SIMPLE].join(", ")}; say what is allowed instead, or use "if" and "then".`,
    );
  }
  for (const keyword of ["properties", "anyOf"])
    for (const [key, inner] of Object.entries(schema[keyword] ?? {}))
      lintNot(inner, `${pointer}/${keyword}/${escapeToken(key)}`, disallow);
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
      // A text that may be anything may be of every kind.
      formats:
        formats.length === 0 || formats.includes(undefined) ? undefined : formats.flatMap((all) => all!),
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

export const createSchemaSink = (value: unknown) => new Sink(new Reading(value, new Meter(), SCHEMA_ALONE));
