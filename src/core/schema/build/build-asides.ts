/** Compiles `oneOf`, `anyOf`, `if`, `dependentSchemas` and `not`. */
import { child, escapeToken, isPlainObject } from "../../json/pointer.ts";
import { NO_KIND } from "../nodes/kinds.ts";
import { type Aside, SCHEMA_ALONE, type SchemaNode } from "../nodes/node.ts";
import { conditionAside, notAside } from "../unions/conditions.ts";
import { unionNode } from "../unions/union-node.ts";
import { tellApart } from "../unions/union-select.ts";
import { type Build, below, type Layer, type Part, type Place } from "./build.ts";

const MAX_ALTERNATIVES = 200;
/** What `not` may hold: anything more would need a report that nobody understands. */
const SIMPLE = new Set([
  "const",
  "enum",
  "type",
  "required",
  "pattern",
  "maxLength",
  "format",
  "properties",
  "anyOf",
]);

export interface Asides {
  unions: SchemaNode[];
  asides: Aside[];
}

/** `base` is what the type and its keywords say about the same value. */
export function buildAsides(parts: readonly Part[], base: SchemaNode, place: Place, build: Build): Asides {
  const unions: SchemaNode[] = [];
  const asides: Aside[] = [];
  const outer = mergeMembers(place.outer, base.members);
  const beside: Place = { ...place, isBeside: true, ...(outer && { outer }) };
  const covered: Place = { ...beside, isCovered: true };
  const test: Place = { ...covered, isTest: true };
  for (const part of parts) {
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const layers = listUnder(part, keyword, build);
      if (layers.length > 0) unions.push(buildUnion(layers, keyword, base, beside, part, build));
    }
    asides.push(...buildConditions(part, covered, test, build));
    if (part.schema.not !== undefined) asides.push(buildNot(part, test, build));
  }
  return { unions, asides };
}

function mergeMembers(
  outer: ReadonlyMap<string, SchemaNode> | undefined,
  own: ReadonlyMap<string, SchemaNode> | undefined,
): ReadonlyMap<string, SchemaNode> | undefined {
  return outer && own ? new Map([...outer, ...own]) : (own ?? outer);
}

function listUnder(part: Part, keyword: string, build: Build): Layer[] {
  const value = part.schema[keyword];
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length > 0 && value.length <= MAX_ALTERNATIVES)
    return value.map((_, index) => below(part, keyword, String(index)));
  build.refuse(
    `${part.pointer}/${keyword}`,
    "keyword-value",
    `"${keyword}" must be a list of 1 to ${MAX_ALTERNATIVES} schemas.`,
  );
  return [];
}

function buildUnion(
  layers: readonly Layer[],
  keyword: "oneOf" | "anyOf",
  base: SchemaNode,
  place: Place,
  part: Part,
  build: Build,
): SchemaNode {
  const branches = layers.map((layer) => build.compileBeside([layer], place));
  const isExclusive = keyword === "oneOf";
  const { selector, refusal } = tellApart(branches, base, isExclusive);
  if (refusal !== undefined && !place.isTest && !build.context.isBare)
    build.refuse(`${part.pointer}/${keyword}`, "union-ambiguous", `These cannot be told apart: ${refusal}.`);
  const node = unionNode({ isExclusive, branches, selector, kinds: base.kinds });
  if (node.kinds === NO_KIND)
    build.refuseNever(`${part.pointer}/${keyword}`, `no alternative fits the "type" beside it`);
  return node;
}

function buildConditions(part: Part, beside: Place, test: Place, build: Build): Aside[] {
  const { schema, pointer } = part;
  const asides: Aside[] = [];
  const compile = (keyword: string) =>
    schema[keyword] === undefined ? undefined : build.compileBeside([below(part, keyword)], beside);
  if (schema.if !== undefined) {
    const condition = build.compileBeside([below(part, "if")], test);
    const [whenTrue, whenFalse] = [compile("then"), compile("else")];
    if (whenTrue || whenFalse)
      asides.push(conditionAside((value) => condition.ok(value, SCHEMA_ALONE), whenTrue, whenFalse));
    else if (!build.context.isBare)
      build.refuse(`${pointer}/if`, "keyword-not-allowed", `"if" has no effect without "then" or "else".`);
  } else if (!build.context.isBare) {
    for (const keyword of ["then", "else"])
      if (schema[keyword] !== undefined)
        build.refuse(
          `${pointer}/${keyword}`,
          "keyword-not-allowed",
          `"${keyword}" has no effect without "if".`,
        );
  }
  const { dependentSchemas } = schema;
  if (isPlainObject(dependentSchemas)) {
    for (const name of Object.keys(dependentSchemas)) {
      const node = build.compileBeside([below(part, "dependentSchemas", name)], beside);
      asides.push(
        conditionAside((value) => isPlainObject(value) && child(value, name) !== undefined, node, undefined),
      );
    }
  } else if (dependentSchemas !== undefined) {
    build.refuse(`${pointer}/dependentSchemas`, "keyword-value", `"dependentSchemas" must be an object.`);
  }
  return asides;
}

function buildNot(part: Part, test: Place, build: Build): Aside {
  const layer = below(part, "not");
  if (!build.context.isBare) checkSimple(layer, build);
  const node = build.compileBeside([layer], test);
  if (layer.schema === true || (isPlainObject(layer.schema) && Object.keys(layer.schema).length === 0))
    build.refuseNever(layer.pointer, "it refuses every value; use false");
  return notAside(node);
}

/** Whether the opposite of a schema can be reported: few keywords, and none of them hidden behind a reference. */
function checkSimple({ schema, pointer }: Layer, build: Build): void {
  if (!isPlainObject(schema)) return;
  for (const keyword of Object.keys(schema)) {
    if (SIMPLE.has(keyword) || ["title", "description", "$comment"].includes(keyword)) continue;
    build.refuse(
      `${pointer}/${escapeToken(keyword)}`,
      "not-too-complex",
      `"not" may only hold ${[...SIMPLE].join(", ")}; say what is allowed instead, or use "if" and "then".`,
    );
  }
  const inner = [
    ...(isPlainObject(schema.properties)
      ? Object.entries(schema.properties).map(
          ([name, item]) => [`properties/${escapeToken(name)}`, item] as const,
        )
      : []),
    ...(Array.isArray(schema.anyOf)
      ? schema.anyOf.map((item, index) => [`anyOf/${index}`, item] as const)
      : []),
  ];
  for (const [place, item] of inner)
    checkSimple({ schema: item, pointer: `${pointer}/${place}`, refs: [] }, build);
}
