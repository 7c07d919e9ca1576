/**
 * Compiles what schemas together say about one value: its type, its members, its choices, and the constraints beside
 * them.
 */

import { type Deprecation, readDeprecation } from "../../checks/definition.ts";
import { child, escapeToken, isPlainObject, parsePointer } from "../../json/values.ts";
import type { Json } from "../../types.ts";
import { quote } from "../../unicode/unicode.ts";
import { conditionConstraint, createUnion, notConstraint } from "../constraints.ts";
import {
  constrained,
  createPlace,
  describeShape,
  EVERY_KIND,
  type Judge,
  joinOr,
  KIND,
  type KindName,
  type Kinds,
  kindsIn,
  NO_KIND,
  type Place,
  SCHEMA_ALONE,
  type Shape,
  type TypeJudge,
} from "../place.ts";
import { compileArray } from "../types/array-type.ts";
import { createOtherMembers, objectType } from "../types/object-type.ts";
import {
  anyType,
  booleanType,
  choiceType,
  compileNumber,
  compileText,
  mixedType,
  neverType,
  nullType,
} from "../types/scalar-types.ts";
import {
  below,
  type Compiler,
  firstOf,
  insideOf,
  type Layer,
  lastWith,
  rangeIn,
  readPattern,
  type Site,
  type Subschema,
} from "./compiler.ts";
import { declaredKinds, hasKeywordFor, KEYWORDS } from "./keywords.ts";
import { lintConditions, lintNot } from "./lint.ts";

function compileObject(layers: readonly Layer[], site: Site, compiler: Compiler): TypeJudge {
  const { min, max } = rangeIn(layers, "minProperties", "maxProperties", compiler);
  const read = layers.map((layer) => readObjectLayer(layer, compiler));
  const required = new Set(read.flatMap((one) => one.required.map(({ name }) => name)));
  const declared = read.flatMap(({ properties }) => [...properties.keys()]);

  const properties = new Map<string, Place>();
  const defaults = new Map<string, Json>();
  for (const name of new Set([...declared, ...required])) {
    const subschemas = read.flatMap((one) => subschemasFor(name, one));
    const outer = site.outer?.get(name);
    const inner = insideOf(site, patternToken(name), compiler.context);
    const place =
      subschemas.length > 0 || outer === undefined
        ? // What the schema around an alternative says about the length of a text holds in the alternative, too.
          compiler.compile(subschemas, { ...inner, maxLength: outer?.shape.maxLength })
        : like(outer, inner.depth);
    properties.set(name, place);
    const given = site.isTest ? undefined : defaultOf(subschemas, place, inner);
    if (given !== undefined) defaults.set(name, given);
    // Whether the member is there decides which alternative applies.
    const isDecisive = (site.isConditional || site.isTest) && required.has(name);
    if (isDecisive) compiler.noteCondition(inner.at);
  }
  lintRequired();
  const names = layers.flatMap((layer) =>
    layer.schema.propertyNames === undefined
      ? []
      : [
          compiler.compileWithoutRules(
            [{ ...below(layer, "propertyNames"), schema: { type: "string" } }, below(layer, "propertyNames")],
            { ...site, isTest: true },
          ),
        ],
  );
  const isFull = max < properties.size || (max !== Number.POSITIVE_INFINITY && !read.some(isClosed));
  // One member more could be too many, or one that may not be there.
  for (const name of new Set([...properties.keys(), ...(site.outer?.keys() ?? [])]))
    if (isFull || names.some(({ ok }) => !ok(name, SCHEMA_ALONE)) || read.some((one) => excludes(one, name)))
      compiler.noteCondition(insideOf(site, patternToken(name), compiler.context).at);
  if (required.size > max)
    compiler.disallowNever(
      lastWith(layers, "maxProperties", "required"),
      `${required.size} members are required, and "maxProperties" is ${max}`,
    );
  return objectType({
    properties,
    required,
    aliases: new Map(
      [...properties.keys()].map((name) => [
        name,
        compiler.context.aliases.get(`${site.at}/${patternToken(name)}`) ?? [],
      ]),
    ),
    others: createOtherMembers(othersOf()),
    names,
    defaults,
    minMembers: min,
    maxMembers: max,
  });

  function othersOf(): Parameters<typeof createOtherMembers>[0] {
    const inner = insideOf(site, "*", compiler.context);
    const layers = read.flatMap(({ rest, patterns }) => {
      const isOpen = rest === undefined || rest.schema === true;
      if (isOpen && patterns.length === 0) return [];
      return [
        {
          patterns: patterns.map(({ pattern, subschema }) => ({
            pattern,
            place: compiler.compile([subschema], inner),
          })),
          additional: rest?.schema === false ? undefined : compiler.compile(isOpen ? [] : [rest], inner),
        },
      ];
    });
    if (layers.length > 0 || site.isCovered) return layers;
    return [{ patterns: [], additional: createPlace(anyType(inner.depth)) }];
  }

  function defaultOf(subschemas: readonly Subschema[], place: Place, inner: Site): Json | undefined {
    const holder = compiler.layersOf(subschemas).find(({ schema }) => schema.default !== undefined);
    const given = holder?.schema.default as Json | undefined;
    if (holder !== undefined) compiler.noteDefault(given, `${holder.pointer}/default`, inner, place);
    return given;
  }

  /** What is required must be declared, and possible. */
  function lintRequired(): void {
    const declares = (name: string) =>
      site.outer?.has(name) === true ||
      read.some((one) =>
        subschemasFor(name, one).some((subschema) => subschema !== one.rest || subschema.schema !== false),
      );
    const check = (name: string, pointer: string) => {
      if (!site.isTest && !declares(name))
        compiler.disallow(
          pointer,
          "required-undeclared",
          `${quote(name)} is required but not among "properties".`,
        );
      else if (properties.get(name)?.shape.kinds === NO_KIND)
        compiler.disallowNever(pointer, `${quote(name)} is required, and the schema allows no such member`);
    };
    for (const { layer, required } of read) {
      for (const { name, pointer } of required) check(name, pointer);
      for (const [name, needs] of Object.entries(layer.schema.dependentRequired ?? {}))
        for (const needed of needs) check(needed, `${layer.pointer}/dependentRequired/${escapeToken(name)}`);
    }
  }
}

const isClosed = ({ rest, patterns }: ObjectLayer) => rest?.schema === false && patterns.length === 0;

function excludes({ rest, properties, patterns }: ObjectLayer, name: string): boolean {
  if (rest === undefined || rest.schema === true) return false;
  return !properties.has(name) && !patterns.some(({ pattern }) => pattern.test(name));
}

/** `*` stands for every member, so a declared member of that name has no path pattern of its own. */
function patternToken(name: string): string {
  return name === "*" ? "~*" : escapeToken(name);
}

/** A member that an alternative only requires: the schema around it says what it must be. */
function like({ shape, placeholder, suits }: Place, depth: number): Place {
  const any = anyType(depth);
  const { type, phrase, form, onlyValue, fills, example } = shape;
  const told = { ...any.shape, type, phrase, form, onlyValue, fills, example };
  const place = createPlace({ ...any, shape: told, suits });
  return { ...place, placeholder };
}

type ObjectLayer = ReturnType<typeof readObjectLayer>;

function readObjectLayer(layer: Layer, compiler: Compiler) {
  const { schema, pointer } = layer;
  const properties = new Map(
    Object.keys(schema.properties ?? {}).map((name) => [name, below(layer, "properties", name)]),
  );
  // Member names are short, so a pattern for them needs no `maxLength`.
  const patterns = Object.keys(schema.patternProperties ?? {}).flatMap((source) => {
    const subschema = below(layer, "patternProperties", source);
    const pattern = readPattern(source, subschema.pointer, compiler);
    return pattern ? [{ pattern, subschema }] : [];
  });
  const names = (schema.required ?? []) as string[];
  const required = names.map((name, index) => ({ name, pointer: `${pointer}/required/${index}` }));
  const rest = schema.additionalProperties === undefined ? undefined : below(layer, "additionalProperties");
  return { layer, properties, patterns, rest, required };
}

function subschemasFor(name: string, { properties, patterns, rest }: ObjectLayer): Subschema[] {
  const property = properties.get(name);
  const found = property ? [property] : [];
  for (const { pattern, subschema } of patterns) if (pattern.test(name)) found.push(subschema);
  return found.length === 0 && rest !== undefined ? [rest] : found;
}

/** The type that all layers together make, with what stands beside it. */
export function compileType(layers: readonly Layer[], site: Site, compiler: Compiler): TypeJudge {
  const type = compileJudges();
  const lists = compiler.rulesAt(site).flatMap((rules) => rules.lists);
  const labels = lists.at(-1)?.labels;
  const reference = layers[0]?.schema.$ref as string | undefined;
  const shape: Shape = {
    ...type.shape,
    isConst: layers.some(({ schema }) => schema.const !== undefined),
    default: firstOf(layers, "default") as Json | undefined,
    name: reference && parsePointer(reference.slice(1)).at(-1),
    example: layers
      .map(({ schema }) => (schema.examples as Json[] | undefined)?.[0])
      .find((example) => example !== undefined),
    fills: isFilled(type) || lists.some(({ fills }) => fills),
    title: firstOf(layers, "title") as string | undefined,
    description: firstOf(layers, "description") as string | undefined,
    labels: labels !== undefined && labels.size > 0 ? labels : undefined,
    deprecated: deprecationOf(),
  };
  return { ...type, shape };

  function deprecationOf(): Deprecation | undefined {
    let first: Deprecation | undefined;
    for (const { schema, pointer } of layers) {
      const read = readDeprecation(schema.deprecated as boolean | Deprecation | undefined);
      first ??= read;
      const around = site.at.slice(0, Math.max(0, site.at.lastIndexOf("/")));
      if (read?.use !== undefined)
        compiler.noteReplacement(`${around}/${escapeToken(read.use)}`, `${pointer}/deprecated/use`);
    }
    return first;
  }

  /** `fill` stands beside the only value that is allowed. */
  function isFilled({ shape }: TypeJudge): boolean {
    for (const { schema, pointer } of layers) {
      if (schema.fill !== true) continue;
      if (shape.onlyValue !== undefined) return true;
      compiler.disallow(`${pointer}/fill`, "keyword-value", `"fill" ${KEYWORDS.get("fill")!.must}.`);
    }
    return false;
  }

  function compileJudges(): TypeJudge {
    const any = anyType(site.depth, site.isCovered);
    const declared = compileDeclared(any);
    const type = declared ?? any;
    const { unions, others, conditions } = compileConstraints(type.shape);
    const told = (shape: Shape): Shape => (conditions.length === 0 ? shape : { ...shape, conditions });
    const values = choicesOf();
    if (values !== undefined) {
      const judges = [type, ...unions, ...others];
      const isGood = (value: unknown) => judges.every((judge) => judge.ok(value, SCHEMA_ALONE));
      return choiceAmong(values, isGood);
    }
    const [union] = unions;
    if (union === undefined) return constrained(type, others, told(type.shape));
    // Without a type beside it, a union is the type itself, with all that it can say about its alternatives.
    if (unions.length === 1 && declared === undefined) return constrained(union, others, told(union.shape));
    const alternatives = unions.flatMap(({ shape }) => shape.alternatives ?? []);
    return constrained(type, [...unions, ...others], told({ ...type.shape, alternatives }));
  }

  /** Undefined where the schemas say nothing about types; `any` judges the kinds about which they say nothing. */
  function compileDeclared(any: TypeJudge): TypeJudge | undefined {
    let kinds: Kinds = EVERY_KIND;
    const names: string[] = [];
    for (const { schema, pointer } of layers) {
      if (schema.type === undefined) continue;
      names.push(...[schema.type as string | string[]].flat());
      kinds &= declaredKinds(schema.type);
      if (kinds === NO_KIND) compiler.disallowNever(`${pointer}/type`, "no value has all of these types");
    }
    if (kinds === NO_KIND) return neverType();
    const isDeclared = names.length > 0;
    const types = new Map<KindName, TypeJudge>();
    for (const kind of kindsIn(kinds)) {
      if (!isDeclared && !layers.some(({ schema }) => hasKeywordFor(schema, KIND[kind]))) continue;
      // Enumerated texts are values like any other, also one that reads like a placeholder.
      const isTest = site.isTest || !isDeclared || layers.some(({ schema }) => hasChoices(schema));
      types.set(kind, COMPILERS[kind](layers, site, compiler, isTest));
    }
    const [only] = types.values();
    if (only && isDeclared && types.size === 1 && kinds === only.shape.kinds) return only;
    return types.size === 0 ? undefined : mixedType(types, kinds, names, any);
  }

  function compileConstraints(base: Shape) {
    const unions: TypeJudge[] = [];
    const others: Judge[] = [];
    const conditions: NonNullable<Shape["conditions"]>[number][] = [];
    const own = base.object?.members;
    const outer = site.outer && own ? new Map([...site.outer, ...own]) : (own ?? site.outer);
    const conditional: Site = { ...site, isConditional: true, outer };
    const covered: Site = { ...conditional, isCovered: true };
    const test: Site = { ...covered, isTest: true };
    for (const layer of layers) {
      for (const keyword of ["oneOf", "anyOf"] as const)
        if (layer.schema[keyword] !== undefined) unions.push(compileUnion(layer, keyword));
      compileConditions(layer);
      if (layer.schema.not !== undefined) others.push(compileNot(layer));
    }
    return { unions, others, conditions };

    function compileUnion(layer: Layer, keyword: "oneOf" | "anyOf"): TypeJudge {
      const at = `${layer.pointer}/${keyword}`;
      const branches = (layer.schema[keyword] as unknown[]).map((_, index) =>
        compiler.compileWithoutRules([below(layer, keyword, String(index))], conditional),
      );
      const { type, refusal } = createUnion(branches, keyword === "oneOf", base);
      if (refusal !== undefined && !site.isTest)
        compiler.disallow(at, "union-ambiguous", `These cannot be told apart: ${refusal}.`);
      if (type.shape.kinds === NO_KIND)
        compiler.disallowNever(at, `no alternative fits the "type" beside it`);
      return type;
    }

    function compileConditions(layer: Layer): void {
      const { schema } = layer;
      const tell = (when: string, place: Place | undefined) => {
        if (place !== undefined) conditions.push({ when, shape: place.shape });
      };
      const compile = (keyword: string) =>
        schema[keyword] === undefined
          ? undefined
          : compiler.compileWithoutRules([below(layer, keyword)], covered);
      if (schema.if !== undefined) {
        const condition = compiler.compileWithoutRules([below(layer, "if")], test);
        const passes = (value: unknown) => condition.ok(value, SCHEMA_ALONE);
        const { object } = condition.shape;
        const [whenTrue, whenFalse] = [compile("then"), compile("else")];
        others.push(conditionConstraint(passes, whenTrue, whenFalse, object?.members));
        const tests = [...(object?.members ?? [])].map(([name, { shape }]) => {
          // A test of a form or a size rarely repeats the type.
          const bounded = shape.parts?.filter(({ bounds }) => bounds) ?? [];
          const told = shape.type === "any" ? bounded : [shape];
          return `${quote(name)} is ${told.length === 0 ? "there" : joinOr(told.map(describeShape))}`;
        });
        if (tests.length > 0) {
          tell(`When ${tests.join(" and ")}`, whenTrue);
          tell(`Unless ${tests.join(" and ")}`, whenFalse);
        }
      }
      lintConditions(layer, compiler.disallow);
      // What depends on a member being there: others that are required then, or all that a schema says.
      const dependents = [
        ...Object.entries(schema.dependentRequired ?? {}).map(
          ([name, required]) => [name, { ...layer, schema: { required } }, test] as const,
        ),
        ...Object.keys(schema.dependentSchemas ?? {}).map(
          (name) => [name, below(layer, "dependentSchemas", name), covered] as const,
        ),
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

    function compileNot(layer: Layer): Judge {
      const refused = below(layer, "not");
      lintNot(refused, compiler.disallow);
      const place = compiler.compileWithoutRules([refused], test);
      const { schema } = refused;
      if (schema === true || (isPlainObject(schema) && Object.keys(schema).length === 0))
        compiler.disallowNever(refused.pointer, "it refuses every value; use false");
      return notConstraint(place);
    }
  }

  function choicesOf(): { readonly value: Json; readonly pointer: string }[] | undefined {
    let choices: ReturnType<typeof choicesOf>;
    const keep = (given: NonNullable<typeof choices>) => {
      const type = choices && choiceType(given.map(({ value }) => value));
      choices = type ? choices?.filter(({ value }) => type.ok(value, SCHEMA_ALONE)) : given;
    };
    for (const { schema, pointer } of layers) {
      const { enum: listed, const: only } = schema;
      if (only !== undefined) keep([{ value: only as Json, pointer: `${pointer}/const` }]);
      if (listed === undefined) continue;
      if (only !== undefined)
        compiler.disallow(`${pointer}/const`, "keyword-not-allowed", `"const" has no effect beside "enum".`);
      keep((listed as Json[]).map((value, index) => ({ value, pointer: `${pointer}/enum/${index}` })));
    }
    return choices;
  }

  /** The values that pass everything else as well: a choice alone then decides. */
  function choiceAmong(
    choices: NonNullable<ReturnType<typeof choicesOf>>,
    isGood: (value: unknown) => boolean,
  ): TypeJudge {
    const good = choices.filter(({ value }) => isGood(value));
    if (good.length === 0) {
      compiler.disallowNever(
        choices[0]?.pointer ?? lastWith(layers, "enum", "const"),
        "none of the values passes the keywords that stand beside them",
      );
      return neverType();
    }
    if (layers.length === 1)
      for (const choice of choices)
        if (!good.includes(choice))
          compiler.disallow(
            choice.pointer,
            "keyword-value",
            "This value does not pass the keywords that stand beside it.",
          );
    // Places that refer to one list share what is made of it.
    const listed = layers.find(({ schema }) => schema.enum !== undefined)?.schema.enum as Json[] | undefined;
    const isWhole =
      listed?.length === good.length && layers.every(({ schema }) => schema.const === undefined);
    return choiceType(isWhole ? listed : good.map(({ value }) => value));
  }
}

const COMPILERS: Readonly<Record<KindName, typeof compileText>> = {
  object: compileObject,
  array: compileArray,
  string: compileText,
  number: compileNumber,
  boolean: booleanType,
  null: nullType,
};

function hasChoices(schema: Record<string, unknown>): boolean {
  return schema.enum !== undefined || schema.const !== undefined;
}
