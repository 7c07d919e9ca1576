/** Compiles what schemas say about objects, lists, texts and numbers. */

import type { WordList } from "../../checks/params.ts";
import { escapeToken } from "../../json/pointer.ts";
import { compilePattern, type LinearPattern, tooCostly } from "../../pattern/linear-pattern.ts";
import { closest, createMatcher } from "../../similar/matcher.ts";
import type { Json } from "../../types.ts";
import { count, quote } from "../../unicode/describe.ts";
import { FORMATS, type TextFormat } from "../../values/value-types.ts";
import { createPlace, draftOf } from "../create-place.ts";
import { objectType } from "../objects/object-type.ts";
import { createOtherMembers } from "../objects/other-members.ts";
import { NO_KIND, type Place, SCHEMA_ALONE, type TypeJudge } from "../place.ts";
import { type ArrayOptions, arrayType } from "../types/array-type.ts";
import { anyType, numberType, textType } from "../types/scalar-types.ts";
import {
  below,
  type Compiler,
  firstOf,
  insideOf,
  type Layer,
  lastWith,
  leastOf,
  mostOf,
  numbersOf,
  patternsOf,
  rangeIn,
  type Site,
  type Subschema,
} from "./compiler.ts";
import { isWhole } from "./keywords.ts";

/** Longer examples would hide what a message says. */
const MAX_EXAMPLE_LENGTH = 60;

export function compileText(
  layers: readonly Layer[],
  site: Site,
  compiler: Compiler,
  isTest: boolean,
): TypeJudge {
  const { min, max } = rangeIn(layers, "minLength", "maxLength", compiler);
  const rules = compiler.rulesAt(site);
  return textType({
    min,
    max,
    patterns: readPatterns(layers, max, compiler),
    formats: formatsOf(layers, compiler),
    hint: hintOf(layers),
    prose: patternsOf(site).some((pattern) => compiler.context.prose.has(pattern)),
    words: rules.flatMap(({ lists }) => lists).at(-1)?.values,
    confining: rules.filter(({ confines }) => confines),
    isTest,
  });
}

function hintOf(layers: readonly Layer[]): string | undefined {
  const form = firstOf(layers, "form") ?? firstOf(layers, "description");
  // Messages put it at the end of a sentence.
  if (form !== undefined) return String(form).replace(/\.$/, "");
  const [example] = layers.flatMap(({ schema }) => (schema.examples ?? []) as Json[]);
  const title = firstOf(layers, "title") as string | undefined;
  if (typeof example !== "string" || example.length > MAX_EXAMPLE_LENGTH) return title;
  return `${title ?? "a text"}, such as ${quote(example)}`;
}

function readPatterns(layers: readonly Layer[], maxLength: number, compiler: Compiler): LinearPattern[] {
  const patterns: LinearPattern[] = [];
  for (const { schema, pointer } of layers) {
    if (schema.pattern === undefined) continue;
    const at = `${pointer}/pattern`;
    const pattern = readPattern(schema.pattern as string, at, compiler);
    if (pattern) patterns.push(pattern);
    // Every pattern must be bounded, so that no text can make a check expensive.
    if (maxLength === Number.POSITIVE_INFINITY)
      compiler.disallow(at, "pattern-unbounded", `A "pattern" needs a "maxLength" beside it.`);
    const why = pattern && maxLength !== Number.POSITIVE_INFINITY ? tooCostly(pattern, maxLength) : undefined;
    if (why !== undefined) compiler.disallow(at, "pattern-refused", `The pattern ${why}.`);
  }
  return patterns;
}

function readPattern(source: string, pointer: string, compiler: Compiler): LinearPattern | undefined {
  const compiled = compilePattern(source);
  if (!("refusal" in compiled)) return compiled;
  compiler.refuse(pointer, "pattern-refused", `The pattern ${compiled.refusal}.`);
  return undefined;
}

function formatsOf(layers: readonly Layer[], compiler: Compiler): TextFormat[] {
  return layers.flatMap(({ schema, pointer }) => {
    if (schema.format === undefined) return [];
    const name = schema.format as string;
    const format = FORMATS.get(name);
    if (format !== undefined) return [format];
    const meant = closest(name, FORMATS.keys());
    const hint =
      meant === undefined
        ? `known formats are ${[...FORMATS.keys()].join(", ")}.`
        : `did you mean ${quote(meant)}?`;
    compiler.disallow(`${pointer}/format`, "format-unknown", `There is no format ${quote(name)}; ${hint}`);
    return [];
  });
}

export function compileNumber(layers: readonly Layer[], _: Site, compiler: Compiler): TypeJudge {
  const lowest = (keyword: string) => leastOf(layers, keyword, Number.NEGATIVE_INFINITY);
  const [minimum, maximum] = [lowest("minimum"), mostOf(layers, "maximum")];
  const [exclusiveMinimum, exclusiveMaximum] = [
    lowest("exclusiveMinimum"),
    mostOf(layers, "exclusiveMaximum"),
  ];
  const [least, most] = [Math.max(minimum, exclusiveMinimum), Math.min(maximum, exclusiveMaximum)];
  if (least > most || (least === most && (exclusiveMinimum === least || exclusiveMaximum === most)))
    compiler.disallowNever(
      lastWith(layers, "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"),
      "no number is within these bounds",
    );
  return numberType(
    layers.some(({ schema }) => isWhole(schema.type)) ? "integer" : "number",
    { minimum, exclusiveMinimum, maximum, exclusiveMaximum },
    numbersOf(layers, "multipleOf"),
  );
}

export function compileObject(layers: readonly Layer[], site: Site, compiler: Compiler): TypeJudge {
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
        ? compiler.compile(subschemas, boundedBy(outer, inner))
        : like(outer, inner.depth);
    properties.set(name, place);
    const given = site.isTest ? undefined : defaultOf(subschemas, place, inner, compiler);
    if (given !== undefined) defaults.set(name, given);
    // Whether the member is there decides which alternative applies.
    const isDecisive = (site.isConditional === true || site.isTest) && required.has(name);
    if (isDecisive) compiler.noteCondition(inner.at);
  }
  lintRequired(read, properties, site, compiler);
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
    others: createOtherMembers(othersOf(read, site, compiler)),
    names,
    defaults,
    minMembers: min,
    maxMembers: max,
  });
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

function othersOf(
  read: readonly ObjectLayer[],
  site: Site,
  compiler: Compiler,
): Parameters<typeof createOtherMembers>[0] {
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
  return [{ patterns: [], additional: createPlace(draftOf(anyType(inner.depth))) }];
}

/** What the schema around an alternative says about the length of a text holds in the alternative, too. */
function boundedBy(outer: Place | undefined, site: Site): Site {
  const maxLength = outer?.shape.maxLength;
  return maxLength === undefined ? site : { ...site, maxLength };
}

/** A member that an alternative only requires: the schema around it says what it must be. */
function like({ shape, placeholder, suits }: Place, depth: number): Place {
  const any = anyType(depth);
  const { type, phrase, form, onlyValue, fills, example } = shape;
  const told = { ...any.shape, type, phrase, form, onlyValue, fills, example };
  const place = createPlace(draftOf({ ...any, shape: told, suits }));
  return { ...place, placeholder };
}

function defaultOf(
  subschemas: readonly Subschema[],
  place: Place,
  site: Site,
  compiler: Compiler,
): Json | undefined {
  const holder = compiler.layersOf(subschemas).find(({ schema }) => schema.default !== undefined);
  const given = holder?.schema.default as Json | undefined;
  if (holder !== undefined) compiler.noteDefault(given, `${holder.pointer}/default`, site, place);
  return given;
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

/** What is required must be declared, and possible. */
function lintRequired(
  read: readonly ObjectLayer[],
  properties: ReadonlyMap<string, Place>,
  { outer, isTest }: Site,
  compiler: Compiler,
): void {
  const declares = (name: string) =>
    outer?.has(name) === true ||
    read.some((one) =>
      subschemasFor(name, one).some((subschema) => subschema !== one.rest || subschema.schema !== false),
    );
  const check = (name: string, pointer: string) => {
    if (!isTest && !declares(name))
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

export function compileArray(layers: readonly Layer[], site: Site, compiler: Compiler): TypeJudge {
  const { min, max } = rangeIn(layers, "minItems", "maxItems", compiler);
  const inner = insideOf(site, "*", compiler.context);
  const lengths = layers.map(({ schema }) => (schema.prefixItems as unknown[] | undefined)?.length ?? 0);
  const prefix = Array.from({ length: Math.max(0, ...lengths) }, (_, index) =>
    compiler.compile(
      layers.flatMap((layer, which) => subschemasAt(layer, index, lengths[which]!)),
      insideOf(site, String(index), compiler.context),
    ),
  );
  const rules = compiler.rulesAt(inner);
  const rest = layers.flatMap((layer) => (layer.schema.items === undefined ? [] : [below(layer, "items")]));
  const items =
    rest.length > 0 || rules.length > 0
      ? compiler.compile(rest, inner)
      : createPlace(draftOf(anyType(inner.depth, inner.isCovered)));
  // Items that nothing can pass are items that may not be there.
  const never = [...prefix, items].findIndex(({ shape }) => shape.kinds === NO_KIND);
  const most = never < 0 ? max : Math.min(max, never);
  if (most < min && max >= min)
    compiler.disallowNever(
      lastWith(layers, "minItems", "items"),
      `only ${count(most, "item")} may be there, and "minItems" is ${min}`,
    );
  return arrayType({
    prefix,
    items,
    min,
    max: most,
    contains: layers.flatMap((layer) => containedIn(layer, inner, most, compiler)),
    isUnique: layers.some(({ schema }) => schema.uniqueItems === true),
    isSet: compiler.context.sets.has(site.at),
    wordFor: wordReader(rules.flatMap(({ lists }) => lists).at(-1)),
    areWords: rules.some(({ confines }) => confines),
    areFormed: () =>
      rules.some((slot) => slot.rules.some(({ asksForm, readings }) => asksForm === true || readings)),
  });
}

function wordReader(list: WordList | undefined): ArrayOptions["wordFor"] {
  if (list === undefined) return undefined;
  const matcher = createMatcher(list.values, list.aliases, list.repairsTypos);
  return (text, meter) => matcher.certain(text, meter)?.value;
}

function subschemasAt(layer: Layer, index: number, length: number): Subschema[] {
  if (index < length) return [below(layer, "prefixItems", String(index))];
  return layer.schema.items === undefined ? [] : [below(layer, "items")];
}

function containedIn(
  layer: Layer,
  inner: Site,
  maxItems: number,
  compiler: Compiler,
): ArrayOptions["contains"] {
  if (layer.schema.contains === undefined) return [];
  const min = layer.schema.minContains === undefined ? 1 : leastOf([layer], "minContains");
  const max = mostOf([layer], "maxContains");
  if (min > max || min > maxItems)
    compiler.disallowNever(
      lastWith([layer], "minContains", "contains"),
      min > max
        ? `"minContains" ${min} is more than "maxContains" ${max}`
        : `the list must contain ${count(min, "such item")} and may have only ${maxItems}`,
    );
  return [
    {
      place: compiler.compileWithoutRules([below(layer, "contains")], {
        ...inner,
        isTest: true,
        isCovered: true,
      }),
      min,
      max,
    },
  ];
}
