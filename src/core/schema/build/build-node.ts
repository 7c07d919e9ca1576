/** Compiles what schemas together say about one value: its type, its choices, and the conditions beside them. */
import type { Json } from "../../types.ts";
import { choiceNode } from "../nodes/choice-node.ts";
import { EVERY_KIND, KIND, type KindName, type Kinds, kindsIn, NO_KIND } from "../nodes/kinds.ts";
import { SCHEMA_ALONE, type SchemaNode } from "../nodes/node.ts";
import { anyNode, booleanNode, neverNode, nullNode } from "../nodes/simple-nodes.ts";
import { typedNode } from "../nodes/typed-node.ts";
import { withAsides } from "../unions/asides.ts";
import { unionAside } from "../unions/union-node.ts";
import type { Build, Part, Place } from "./build.ts";
import { buildArray } from "./build-array.ts";
import { buildAsides } from "./build-asides.ts";
import { buildObject } from "./build-object.ts";
import { buildNumber, buildText } from "./build-scalars.ts";
import { placeOf } from "./keyword-values.ts";
import { hasKeywordFor } from "./keywords.ts";
import { declaredKinds, isType, TYPES } from "./kinds-of-schema.ts";

export const MAX_CHOICES = 10_000;

export function buildNode(parts: readonly Part[], place: Place, build: Build): SchemaNode {
  const node = buildChecks(parts, place, build);
  const example = exampleOf(parts);
  return example === undefined ? node : { ...node, example };
}

/** The first of `examples`, if it is short enough for a message. */
function exampleOf(parts: readonly Part[]): Json | undefined {
  for (const { schema } of parts) {
    const [first] = Array.isArray(schema.examples) ? (schema.examples as Json[]) : [];
    if (first !== undefined) return first;
  }
  return undefined;
}

function buildChecks(parts: readonly Part[], place: Place, build: Build): SchemaNode {
  const any = anyNode(place.depth, place.isCovered);
  const typed = buildTyped(parts, place, any, build);
  const { unions, asides } = buildAsides(parts, typed, place, build);
  const values = choicesOf(parts, build);
  if (values !== undefined) {
    const isGood = (value: unknown) =>
      typed.ok(value, SCHEMA_ALONE) &&
      unions.every((union) => union.ok(value, SCHEMA_ALONE)) &&
      asides.every((aside) => aside.ok(value, SCHEMA_ALONE));
    return chosen(parts, values, isGood, place, build);
  }
  // A union that stands alone is the node itself, with all that it can say about its alternatives.
  const [union] = unions;
  if (union && unions.length === 1 && typed === any) return withAsides(union, asides);
  const alternatives = unions.flatMap((one) => one.alternatives ?? []);
  return withAsides(unions.length === 0 ? typed : { ...typed, alternatives }, [
    ...unions.map(unionAside),
    ...asides,
  ]);
}

/** `any` is returned where the schemas say nothing about types. */
function buildTyped(parts: readonly Part[], place: Place, any: SchemaNode, build: Build): SchemaNode {
  let kinds: Kinds = EVERY_KIND;
  let isDeclared = false;
  for (const { schema, pointer } of parts) {
    if (schema.type === undefined) continue;
    if (!isType(schema.type)) {
      build.refuse(
        `${pointer}/type`,
        "keyword-value",
        `"type" must be one of ${TYPES.join(", ")}, or a list of them without repeats.`,
      );
      continue;
    }
    isDeclared = true;
    kinds &= declaredKinds(schema.type);
    if (kinds === NO_KIND) build.refuseNever(`${pointer}/type`, "no value has all of these types");
  }
  if (kinds === NO_KIND) return neverNode();
  const nodes = new Map<KindName, SchemaNode>();
  for (const kind of kindsIn(kinds)) {
    // Enumerated texts are values like any other, also one that reads like a placeholder.
    const isTest = place.isTest || !isDeclared || parts.some(({ schema }) => hasChoices(schema));
    const node = buildKind(kind, parts, place, isTest, isDeclared, build);
    if (node) nodes.set(kind, node);
  }
  const [only] = nodes.values();
  if (only && isDeclared && nodes.size === 1 && kinds === only.kinds) return only;
  return nodes.size === 0 ? any : typedNode(nodes, kinds, isDeclared, any);
}

/** The node for one kind; undefined if the schemas say nothing about it. */
function buildKind(
  kind: KindName,
  parts: readonly Part[],
  place: Place,
  isTest: boolean,
  isDeclared: boolean,
  build: Build,
): SchemaNode | undefined {
  if (!isDeclared && !parts.some(({ schema }) => hasKeywordFor(schema, KIND[kind]))) return undefined;
  switch (kind) {
    case "object":
      return buildObject(parts, place, build);
    case "array":
      return buildArray(parts, place, build);
    case "string":
      return buildText(parts, place, isTest, build);
    case "number":
      return buildNumber(parts, build);
    case "boolean":
      return booleanNode();
    case "null":
      return nullNode();
  }
}

function hasChoices(schema: Record<string, unknown>): boolean {
  return schema.enum !== undefined || schema.const !== undefined;
}

/** The values that `enum` and `const` allow, each with its place in the package. */
function choicesOf(parts: readonly Part[], build: Build): { value: Json; pointer: string }[] | undefined {
  let values: { value: Json; pointer: string }[] | undefined;
  const keep = (given: { value: Json; pointer: string }[]) => {
    if (values === undefined) {
      values = given;
      return;
    }
    const node = choiceNode(given.map(({ value }) => value));
    values = values.filter(({ value }) => node.ok(value, SCHEMA_ALONE));
  };
  for (const { schema, pointer } of parts) {
    const { enum: listed, const: only } = schema;
    if (only !== undefined) keep([{ value: only as Json, pointer: `${pointer}/const` }]);
    if (listed === undefined) continue;
    if (only !== undefined && !build.context.isBare)
      build.refuse(`${pointer}/const`, "keyword-not-allowed", `"const" has no effect beside "enum".`);
    if (!Array.isArray(listed) || listed.length === 0 || listed.length > MAX_CHOICES)
      build.refuse(
        `${pointer}/enum`,
        "keyword-value",
        `"enum" must be a list of 1 to ${MAX_CHOICES} values; longer lists belong into "lists".`,
      );
    else keep(listed.map((value, index) => ({ value: value as Json, pointer: `${pointer}/enum/${index}` })));
  }
  return values;
}

/** The values that pass everything else as well: a choice alone then decides. */
function chosen(
  parts: readonly Part[],
  values: readonly { value: Json; pointer: string }[],
  isGood: (value: unknown) => boolean,
  place: Place,
  build: Build,
): SchemaNode {
  const good = values.filter(({ value }) => isGood(value));
  if (good.length === 0) {
    build.refuseNever(
      values[0]?.pointer ?? placeOf(parts, "enum", "const"),
      "none of the values passes the keywords that stand beside them",
    );
    return neverNode();
  }
  if (parts.length === 1 && !build.context.isBare)
    for (const { value, pointer } of values)
      if (!isGood(value))
        build.refuse(pointer, "keyword-value", "This value does not pass the keywords that stand beside it.");
  return choiceNode(
    good.map(({ value }) => value),
    build.context.valueAliases?.get(place.at),
  );
}
