/** What the parts of the schema compiler share. */
import { escapeToken, parsePointer, pointerOf, valueAt } from "../../json/values.ts";
import { compilePattern, type LinearPattern } from "../../pattern/linear-pattern.ts";
import type { Json } from "../../types.ts";
import { quote } from "../../unicode/unicode.ts";
import type { Place, RulesOfPlace } from "../place.ts";

/** Why a spec package is refused. */
export interface Reason {
  /** Where in the spec package. */
  pointer: string;
  code: string;
  message: string;
}

export type Refuse = (pointer: string, code: string, message: string) => void;

/** All that a compiled place depends on besides its schemas and its site; `keyOf` in sharing.ts names all of it. */
export const NO_CONTEXT = {
  prose: new Set() as ReadonlySet<string>,
  rulesAt: new Map() as ReadonlyMap<string, RulesOfPlace>,
  aliases: new Map() as ReadonlyMap<string, readonly string[]>,
  sets: new Set() as ReadonlySet<string>,
  /** Where the schema begins in the package, for reasons. */
  pointer: "",
  /** The path patterns that end with `*`, among those that the package names and their beginnings. */
  stars: new Set() as ReadonlySet<string>,
};

export type SchemaContext = Readonly<typeof NO_CONTEXT>;

export interface Subschema {
  schema: unknown;
  pointer: string;
  /** The references that were followed to get there. */
  refs: readonly string[];
}

/** One of the schemas that together apply to a value. Those that it refers to are layers of their own. */
export type Layer = Subschema & { schema: Record<string, unknown> };

/** Where the whole schema stands; all others are inside. */
export const ROOT = {
  at: "",
  /** Other path patterns that stand for it, with `*` in place of the name of a member or the index of an item. */
  alsoAt: [] as readonly string[],
  depth: 0,
  /** Whether it only tests a value, as `if` and `not` do, so that no rule and no placeholder applies. */
  isTest: false,
  /** Whether another schema judges the same value too, and looks for what JSON cannot carry. */
  isCovered: false,
  /** Whether it belongs to an alternative or a condition, which may not apply. */
  isConditional: false,
  /** What the schema around an alternative or condition says about the members of the same object. */
  outer: undefined as ReadonlyMap<string, Place> | undefined,
  /** How long a text there can be at most, by the schema around an alternative or condition. */
  maxLength: undefined as number | undefined,
};

export type Site = Readonly<typeof ROOT>;

export interface Compiler {
  context: SchemaContext;
  /** Refuses a schema that has no meaning. */
  refuse: Refuse;
  /** Refuses a schema that has a meaning, but that spec packages may not have. */
  disallow: Refuse;
  disallowNever(pointer: string, why: string): void;
  /** Compiles what several schemas together say about one value, with its rules. */
  compile(subschemas: readonly Subschema[], site: Site): Place;
  /** The same for an alternative or a condition: the place around it has the rules. */
  compileWithoutRules(subschemas: readonly Subschema[], site: Site): Place;
  noteCondition(at: string): void;
  /** What a build would add for an absent member; noted, unless it does not pass its own place. */
  defaultOf(subschemas: readonly Subschema[], site: Site, place: Place): Json | undefined;
  noteReplacement(at: string, pointer: string): void;
  rulesAt(site: Site): readonly RulesOfPlace[];
}

export const patternsOf = ({ at, alsoAt }: Site): readonly string[] => [at, ...alsoAt];

/** The schema that a keyword holds, if it is there. */
export function subschemaOf({ schema, pointer, refs }: Layer, keyword: string): Subschema | undefined {
  if (schema[keyword] === undefined) return undefined;
  return { schema: schema[keyword], pointer: `${pointer}/${keyword}`, refs };
}

/** The schemas that a keyword holds, by name or position. */
export function subschemasIn({ schema, pointer, refs }: Layer, keyword: string): [string, Subschema][] {
  return Object.entries(schema[keyword] ?? {}).map(([key, inner]) => [
    key,
    { schema: inner, pointer: `${pointer}/${keyword}/${escapeToken(key)}`, refs },
  ]);
}

export function insideOf(site: Site, token: string, { stars }: SchemaContext): Site {
  const { at, alsoAt, depth } = site;
  const starred = patternsOf(site).map((pattern) => `${pattern}/*`);
  const others = alsoAt.map((pattern) => `${pattern}/${token}`);
  if (token !== "*") others.push(...starred.filter((pattern) => stars.has(pattern)));
  const inner = { at: `${at}/${token}`, alsoAt: others, depth: depth + 1 };
  return { ...site, ...inner, outer: undefined, maxLength: undefined };
}

/** What the first layer that has a keyword says under it. */
export const firstOf = (layers: readonly Layer[], keyword: string): unknown =>
  layers.find(({ schema }) => schema[keyword] !== undefined)?.schema[keyword];

export const numbersOf = (layers: readonly Layer[], keyword: string): number[] =>
  layers.flatMap(({ schema }) => (schema[keyword] as number | undefined) ?? []);

/** The greatest lower bound of all layers. */
export const leastOf = (layers: readonly Layer[], keyword: string, none = 0): number =>
  Math.max(none, ...numbersOf(layers, keyword));

/** The smallest upper bound of all layers. */
export const mostOf = (layers: readonly Layer[], keyword: string): number =>
  Math.min(Number.POSITIVE_INFINITY, ...numbersOf(layers, keyword));

/** The lower and the upper bound, which must leave room for a value. */
export function rangeIn(layers: readonly Layer[], least: string, most: string, compiler: Compiler) {
  const [min, max] = [leastOf(layers, least), mostOf(layers, most)];
  if (min > max)
    compiler.disallowNever(lastWith(layers, least, most), `"${least}" ${min} is more than "${most}" ${max}`);
  return { min, max };
}

export function lastWith(layers: readonly Layer[], ...keywords: string[]): string {
  for (const { schema, pointer } of layers.toReversed())
    for (const keyword of keywords) if (schema[keyword] !== undefined) return `${pointer}/${keyword}`;
  return layers[0]?.pointer ?? "";
}

export type Target = Omit<Subschema, "refs">;

export function findReference(root: unknown, ref: unknown): Target | "unknown" | undefined {
  if (typeof ref !== "string" || !/^#(?:$|\/)/.test(ref)) return undefined;
  const pointer = decode(ref.slice(1));
  const tokens = parsePointer(pointer ?? "");
  const schema = pointer === undefined ? undefined : valueAt(root, tokens);
  return schema === undefined ? "unknown" : { schema, pointer: pointerOf(tokens) };
}

export function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** What the `$ref` of a schema refers to, unless it is refused. */
export function resolveReference(
  root: unknown,
  { schema: { $ref: ref }, pointer, refs }: Layer,
  context: SchemaContext,
  refuse: Refuse,
): Subschema | undefined {
  const at = `${pointer}/$ref`;
  const target = findReference(root, ref);
  if (target === undefined) {
    const message = `"$ref" may only point into this schema, as in "#/$defs/name"; copy what it refers to into "$defs".`;
    refuse(at, "ref-not-local", message);
    return undefined;
  }
  if (target === "unknown") {
    const name = nameOf(parsePointer(String(ref).slice(1)));
    refuse(at, "ref-unknown", `There is no definition ${quote(name)} in this schema.`);
    return undefined;
  }
  const followed = [...refs, target.pointer];
  if (target.pointer === "" || refs.includes(target.pointer)) {
    const names = followed.map((other) => nameOf(parsePointer(other)));
    const message = `The definition ${quote(names.at(-1)!)} contains itself (${names.join(" → ")}); write out as many levels as you need.`;
    refuse(at, "ref-cyclic", message);
    return undefined;
  }
  return { schema: target.schema, pointer: context.pointer + target.pointer, refs: followed };
}

function nameOf(tokens: readonly string[]): string {
  const [holder, name] = tokens;
  const isDefinition = tokens.length === 2 && (holder === "$defs" || holder === "definitions");
  return isDefinition ? name! : `#${tokens.map((token) => `/${token}`).join("")}`;
}

export function readPattern(source: string, pointer: string, compiler: Compiler): LinearPattern | undefined {
  const compiled = compilePattern(source);
  if (!("refusal" in compiled)) return compiled;
  compiler.refuse(pointer, "pattern-refused", `The pattern ${compiled.refusal}.`);
  return undefined;
}
