/** Compiles what schemas say about the members of objects. */
import { escapeToken } from "../../json/pointer.ts";
import type { Json } from "../../types.ts";
import { quote } from "../../unicode/describe.ts";
import { createPlace } from "../create-place.ts";
import { createOtherMembers } from "../objects/object-names.ts";
import { objectType } from "../objects/object-type.ts";
import { NO_KIND, type Place, SCHEMA_ALONE, type TypeJudge } from "../place.ts";
import { anyType } from "../types/scalar-types.ts";
import {
  below,
  type Compiler,
  insideOf,
  type Layer,
  lastWith,
  rangeIn,
  readPattern,
  type Site,
  type Subschema,
} from "./compiler.ts";

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
