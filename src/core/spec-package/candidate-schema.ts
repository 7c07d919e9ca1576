/**
 * The candidates of a domain as plain JSON Schema 2020-12, for editors, typed clients and model APIs: what the package declares
 * with its lists as enums. Rules that JSON Schema cannot say are not in it.
 */
import { child, isPlainObject, parsePointer, setOwn } from "../json/values.ts";
import { findReference, type Target } from "../schema/compile/compiler.ts";
import { KEYWORDS, mapHeld, TYPES } from "../schema/compile/keywords.ts";
import { kindOf, kindsIn } from "../schema/place.ts";
import type { SpecPackage } from "./spec-package.ts";

export type Node = Schema | boolean;
/** A schema of a loaded package, so that its keywords have the right form. */
export interface Schema
  extends Partial<Record<"allOf" | "anyOf" | "oneOf" | "prefixItems", Node[]>>,
    Partial<Record<"properties" | "patternProperties", Record<string, Node>>> {
  [keyword: string]: unknown;
  $ref?: string;
  items?: Node;
  type?: string | string[];
  enum?: unknown[];
  required?: string[];
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";
/** Keywords of spec packages alone. */
const OWN = new Set(["form", "fill", "$schema", "$id"]);

/** A JSON Schema 2020-12 of the candidates of a domain, with the lists of its package as enums. */
export function candidateSchema({ document, title, rules }: SpecPackage): Schema {
  const root = copyOf(document.schema) as Schema;
  for (const { list, confines, document: rule } of rules.all)
    if (list !== undefined && confines && rule.when === undefined)
      for (const place of rule.at) narrow(root, parsePointer(place), list.values, root);
  return { $schema: DIALECT, title, ...root };
}

function copyOf(node: unknown): unknown {
  if (!isPlainObject(node)) return node;
  const kept = Object.entries(node).filter(([keyword]) => !OWN.has(keyword));
  const copy = Object.fromEntries(kept.map(([keyword, value]) => [keyword, mapHeld(keyword, value, copyOf)]));
  if (copy.deprecated !== undefined) copy.deprecated = copy.deprecated !== false;
  return copy;
}

/** Allows only these words at a place, in every part of the schema that declares it; whether any does. */
function narrow(schema: unknown, path: readonly string[], words: readonly string[], root: Schema): boolean {
  if (!isPlainObject(schema)) return false;
  const { $ref, properties = {}, patternProperties = {}, prefixItems = [], allOf = [] }: Schema = schema;
  const [token, ...rest] = path;
  if (token === undefined) return narrowToWords(schema, words, root);
  const go = (inner: unknown, along = path) => narrow(inner, along, words, root);
  const inPlace = ["allOf", "anyOf", "oneOf", "then", "else"].flatMap((keyword) => schema[keyword] ?? []);
  const inside =
    token === "*"
      ? [
          schema.items,
          schema.additionalProperties,
          ...[properties, patternProperties, prefixItems].flatMap(Object.values),
        ]
      : [child(properties, token), prefixItems[Number(token)]];
  const found = [...inside.map((inner) => go(inner, rest)), ...inPlace.map((branch) => go(branch))];
  if ($ref === undefined) return found.includes(true);
  // Others may refer to it as well.
  const target = copyOf(targetOf($ref, root)) as Node;
  if (!go(target)) return found.includes(true);
  delete schema.$ref;
  if (Object.keys(schema).length === 0) Object.assign(schema, target);
  else schema.allOf = [...allOf, target];
  return true;
}

/** A list is about texts alone: whatever else the schema accepts there still passes. */
function narrowToWords(schema: Schema, words: readonly string[], root: Schema): boolean {
  const { $ref, anyOf, allOf = [], enum: listed }: Schema = schema;
  const { type, const: only } = $ref === undefined ? schema : merged(targetOf($ref, root), schema);
  const types = only === undefined ? [type ?? TYPES].flat() : kindsIn(kindOf(only));
  const others = types.filter((each) => each !== "string");
  if (others.length === types.length) return false;
  if (listed !== undefined || others.every((each) => each === "null")) {
    const given: readonly unknown[] = listed ?? [...words, ...others.map(() => null)];
    const kept = given.filter((value) => typeof value !== "string" || words.includes(value));
    if (kept.length > 0) schema.enum = kept;
    return true;
  }
  const either: Schema = { anyOf: [{ enum: [...words] }, { type: others }] };
  Object.assign(schema, anyOf === undefined ? either : { allOf: [...allOf, either] });
  return true;
}

/** Loaded packages have references into themselves only, and no cycles. */
export const targetOf = (reference: string, root: Schema): Node =>
  (findReference(root, reference) as Target).schema as Node;

const JSON_TEXT = "The JSON text of it.";
const SCALARS = ["string", "number", "boolean", "null"];
/** What model APIs know of JSON Schema, besides structure. */
const STRICT_KEYWORDS = new Set([
  ...["title", "description", "enum", "pattern", "minItems", "maxItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);
const STRICT_FORMATS = new Set("date-time time date duration email hostname ipv4 ipv6 uuid".split(" "));

/**
 * The same for model APIs that fill in a schema: every object closed and every member required, those that may be absent
 * nullable, and an object whose members are not declared as the text of it. A repair makes a candidate of it.
 */
export function strictCandidateSchema(spec: SpecPackage): Schema {
  const root = candidateSchema(spec);
  const { $schema: _, $defs: __, definitions: ___, ...schema } = root;
  return { $schema: DIALECT, ...strict(schema, root) };
}

function strict(node: Node, root: Schema): Schema {
  const base = flat(node, root);
  const branches = branchesOf(base);
  if (branches !== undefined) return { anyOf: branches.map((branch) => strict(branch, root)) };
  const types = typesOf(base);
  if (types.length > 1 && types.some((type) => type === "object" || type === "array"))
    return { anyOf: types.map((type) => strict({ ...base, type }, root)) };
  const said = Object.entries(base).filter(([keyword]) => STRICT_KEYWORDS.has(keyword));
  const kept: Schema = Object.fromEntries(said);
  if (base.const !== undefined) kept.enum = [base.const];
  if (STRICT_FORMATS.has(String(base.format))) kept.format = base.format;
  if (types[0] === "array") {
    const { prefixItems = [], items = true } = base;
    const able = [...prefixItems, items].filter((item) => item !== false);
    const each = able.map((item) => strict(item, root));
    return { ...kept, type: "array", items: each.length === 1 ? each[0]! : { anyOf: each } };
  }
  if (types[0] !== "object") return { ...kept, type: types.length === 1 ? types[0]! : types };
  const members = Object.entries(base.properties ?? {}).filter(([, member]) => member !== false);
  if (members.length === 0) return { type: "string", description: JSON_TEXT };
  const properties = members.map(([name, member]): [string, Schema] => {
    const inner = strict(member, root);
    return [name, base.required?.includes(name) ? inner : nullable(inner)];
  });
  return {
    ...kept,
    type: "object",
    properties: Object.fromEntries(properties),
    required: members.map(([name]) => name),
    additionalProperties: false,
  };
}

/** With what it refers to and what its parts say. */
function flat(node: Node, root: Schema): Schema {
  const { $ref, allOf, ...own } = node as Schema;
  if ($ref !== undefined) return flat(merged(targetOf($ref, root), allOf ? { allOf, ...own } : own), root);
  if (allOf === undefined) return own;
  return allOf.map((part) => flat(part, root)).reduce(merged, own);
}

const isNote = (keyword: string) => KEYWORDS.get(keyword)?.about === "note";

/** The alternatives, each with what holds for all of them. */
function branchesOf({ anyOf, oneOf, ...base }: Schema): Node[] | undefined {
  const branches = anyOf ?? oneOf;
  return Object.keys(base).every(isNote) ? branches : branches?.map((branch) => merged(base, branch));
}

function nullable(schema: Schema): Schema {
  if (schema.type === undefined || schema.type === "object" || schema.type === "array") {
    const branches = (schema.anyOf ?? [schema]) as Schema[];
    return branches.some(({ type }) => type === "null") ? schema : { anyOf: [...branches, { type: "null" }] };
  }
  const type = [...new Set([schema.type, "null"].flat())];
  return { ...schema, type, ...(schema.enum && { enum: [...new Set([...schema.enum, null])] }) };
}

/** Both at once, as far as objects and lists of values go. What else both say is said by the second. */
export function merged(first: Node, second: Node): Schema {
  // `true` and `false` have no members, so they say nothing.
  const [one, other] = [first, second] as [Schema, Schema];
  const required = [one, other].flatMap((schema) => schema.required ?? []);
  const properties: Record<string, Node> = { ...one.properties };
  for (const [name, member] of Object.entries(other.properties ?? {})) {
    const both = Object.hasOwn(properties, name) ? { allOf: [properties[name]!, member] } : member;
    setOwn(properties, name, both);
  }
  const shared = other.enum?.filter((value) => one.enum?.includes(value) !== false) ?? [];
  return {
    ...one,
    ...other,
    ...(shared.length > 0 && { enum: shared }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

export function typesOf(schema: Schema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  if (values !== undefined) return [...new Set(values.flatMap((value) => kindsIn(kindOf(value))))];
  const about: unknown[] = Object.keys(schema).map((keyword) => KEYWORDS.get(keyword)?.about);
  return ["object", "array", "string", "number"].find((type) => about.includes(type))?.split(" ") ?? SCALARS;
}
