/** Compiles what schemas say about objects. */
import { escapeToken, isPlainObject } from "../../json/pointer.ts";
import type { LinearPattern } from "../../pattern/linear-pattern.ts";
import type { Json } from "../../types.ts";
import { quote } from "../../unicode/describe.ts";
import { NO_KIND } from "../nodes/kinds.ts";
import { SCHEMA_ALONE, type SchemaNode } from "../nodes/node.ts";
import { anyNode } from "../nodes/simple-nodes.ts";
import { objectNode } from "../objects/object-node.ts";
import type { DependentMembers } from "../objects/object-reports.ts";
import { createOtherMembers, type OtherMembersPart } from "../objects/other-members.ts";
import { type Build, below, insideOf, type Layer, type Part, type Place } from "./build.ts";
import { readPattern } from "./build-scalars.ts";
import { isNameList, placeOf, rangeIn } from "./keyword-values.ts";

/** Member names are short, so a pattern for them needs no `maxLength`. */
interface NamePattern {
  pattern: LinearPattern;
  layer: Layer;
}

interface ObjectPart {
  part: Part;
  properties: Record<string, unknown>;
  patterns: NamePattern[];
  required: { name: string; pointer: string }[];
  dependents: { name: string; needs: string[] }[];
}

export function buildObject(parts: readonly Part[], place: Place, build: Build): SchemaNode {
  const { min, max } = rangeIn(parts, "minProperties", "maxProperties", build);
  const read = parts.map((part) => readPart(part, build));
  const required = new Set(read.flatMap((part) => part.required.map(({ name }) => name)));
  const dependents: DependentMembers = read.flatMap((part) => part.dependents);
  const needed = [...required, ...dependents.flatMap(({ needs }) => needs)];
  const declared = read.flatMap(({ properties }) => Object.keys(properties));

  const properties = new Map<string, SchemaNode>();
  const defaults = new Map<string, Json>();
  for (const name of new Set([...declared, ...needed])) {
    const layers = read.flatMap((part) => layersFor(name, part));
    const at = `${place.at}/${patternToken(name)}`;
    const outer = place.outer?.get(name);
    const inner = insideOf(place, at);
    const node =
      layers.length > 0 || outer === undefined ? build.compile(layers, inner) : like(outer, inner.depth);
    properties.set(name, node);
    const given = place.isTest ? undefined : defaultOf(layers, node, inner, build);
    if (given !== undefined) defaults.set(name, given);
    // Whether the member is there decides which alternative applies, or what else has to be there.
    const isDecisive = (place.isBeside === true || place.isTest) && required.has(name);
    if (isDecisive || dependents.some((dependent) => dependent.name === name)) build.noteCondition(at);
  }
  checkRequired(read, properties, place, build);
  if (required.size > max)
    build.refuseNever(
      placeOf(parts, "maxProperties", "required"),
      `${required.size} members are required, and "maxProperties" is ${max}`,
    );
  return objectNode({
    properties,
    required,
    aliases: new Map(
      [...properties.keys()].map((name) => [
        name,
        build.context.aliases.get(`${place.at}/${patternToken(name)}`) ?? [],
      ]),
    ),
    others: createOtherMembers(othersOf(read, place, build)),
    names: parts.flatMap((part) =>
      part.schema.propertyNames === undefined
        ? []
        : [build.compileBeside([below(part, "propertyNames")], { ...place, isTest: true })],
    ),
    dependents,
    defaults,
    minMembers: min,
    maxMembers: max,
  });
}

/** `*` stands for members that are not declared by name, so a declared member of that name has no path pattern. */
function patternToken(name: string): string {
  return name === "*" ? "~*" : escapeToken(name);
}

function readPart(part: Part, build: Build): ObjectPart {
  const { schema, pointer } = part;
  const mapUnder = (keyword: string): Record<string, unknown> => {
    const value = schema[keyword];
    if (value === undefined || isPlainObject(value)) return value ?? {};
    build.refuse(`${pointer}/${keyword}`, "keyword-value", `"${keyword}" must be an object.`);
    return {};
  };
  const properties = mapUnder("properties");
  const patterns = Object.keys(mapUnder("patternProperties")).flatMap((source) => {
    const layer = below(part, "patternProperties", source);
    const pattern = readPattern(source, layer.pointer, build);
    return pattern ? [{ pattern, layer }] : [];
  });
  const required: ObjectPart["required"] = [];
  if (schema.required !== undefined) {
    if (isNameList(schema.required))
      for (const [index, name] of schema.required.entries())
        required.push({ name, pointer: `${pointer}/required/${index}` });
    else
      build.refuse(
        `${pointer}/required`,
        "keyword-value",
        typeof schema.required === "boolean"
          ? `"required" must be a list of member names, in the object that has the members.`
          : `"required" must be a list of member names.`,
      );
  }
  const dependents: ObjectPart["dependents"] = [];
  for (const [name, needs] of Object.entries(mapUnder("dependentRequired"))) {
    if (isNameList(needs)) dependents.push({ name, needs });
    else
      build.refuse(
        `${pointer}/dependentRequired/${escapeToken(name)}`,
        "keyword-value",
        `"dependentRequired" must give a list of member names for each name.`,
      );
  }
  return { part, properties, patterns, required, dependents };
}

/** All schemas that one part applies to the member of a name. */
function layersFor(name: string, { part, properties, patterns }: ObjectPart): Layer[] {
  const layers: Layer[] = Object.hasOwn(properties, name) ? [below(part, "properties", name)] : [];
  for (const { pattern, layer } of patterns) if (pattern.test(name)) layers.push(layer);
  if (layers.length === 0 && part.schema.additionalProperties !== undefined)
    layers.push(below(part, "additionalProperties"));
  return layers;
}

function othersOf(read: readonly ObjectPart[], place: Place, build: Build): OtherMembersPart[] {
  const inner = insideOf(place, `${place.at}/*`);
  const parts = read.flatMap(({ part, patterns }): OtherMembersPart[] => {
    const { additionalProperties } = part.schema;
    const isOpen = additionalProperties === undefined || additionalProperties === true;
    if (isOpen && patterns.length === 0) return [];
    return [
      {
        patterns: patterns.map(({ pattern, layer }) => ({ pattern, node: build.compile([layer], inner) })),
        additional:
          additionalProperties === false
            ? undefined
            : isOpen
              ? build.compile([], inner)
              : build.compile([below(part, "additionalProperties")], inner),
      },
    ];
  });
  if (parts.length > 0 || place.isCovered) return parts;
  return [{ patterns: [], additional: anyNode(inner.depth) }];
}

/** A required member is declared somewhere, so that a misspelled name is found, and it may be there. */
function checkRequired(
  read: readonly ObjectPart[],
  properties: ReadonlyMap<string, SchemaNode>,
  { outer, isTest }: Place,
  build: Build,
): void {
  const declares = (name: string) =>
    outer?.has(name) === true ||
    read.some((part) => layersFor(name, part).some(({ pointer }) => pointer !== shutPointer(part)));
  const check = (name: string, pointer: string) => {
    if (!isTest && !build.context.isBare && !declares(name))
      build.refuse(pointer, "required-undeclared", `${quote(name)} is required but not among "properties".`);
    else if (properties.get(name)?.kinds === NO_KIND)
      build.refuseNever(pointer, `${quote(name)} is required, and the schema allows no such member`);
  };
  for (const { part, required, dependents } of read) {
    for (const { name, pointer } of required) check(name, pointer);
    for (const { name, needs } of dependents)
      for (const needed of needs) check(needed, `${part.pointer}/dependentRequired/${escapeToken(name)}`);
  }
}

/** Where `additionalProperties: false` stands in a part, if it does. */
function shutPointer({ part }: ObjectPart): string | undefined {
  return part.schema.additionalProperties === false ? `${part.pointer}/additionalProperties` : undefined;
}

/** A member that an alternative only requires: the schema around it says what it must be. */
function like(outer: SchemaNode, depth: number): SchemaNode {
  const any = anyNode(depth);
  return {
    ...any,
    type: outer.type,
    phrase: outer.phrase,
    placeholder: () => outer.placeholder(),
    suits: (value) => outer.suits(value),
    ...(outer.onlyValue !== undefined && { onlyValue: outer.onlyValue }),
  };
}

/** The default that stands with the member, or else in a definition to which it refers. */
function defaultOf(layers: readonly Layer[], node: SchemaNode, inner: Place, build: Build): Json | undefined {
  for (const { schema, pointer } of build.partsOf(layers)) {
    if (schema.default === undefined) continue;
    if (!build.context.isBare && !node.ok(schema.default, SCHEMA_ALONE))
      build.refuse(
        `${pointer}/default`,
        "default-invalid",
        "The default does not pass the schema it stands in.",
      );
    build.noteDefault(inner.at, schema.default as Json, `${pointer}/default`, inner);
    return schema.default as Json;
  }
  return undefined;
}
