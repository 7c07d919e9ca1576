/** Compiles the allowed part of JSON Schema 2020-12 into a node, or reports everything that prevents it. */
import { escapeToken, isPlainObject } from "../json/pointer.ts";
import type { Json } from "../types.ts";
import type { Build, Layer, Part, Place, Reason, SchemaContext } from "./build/build.ts";
import { buildNode, MAX_CHOICES } from "./build/build-node.ts";
import { SCHEMA_HOLDERS } from "./build/keywords.ts";
import { createLayerReader } from "./build/layers.ts";
import { SCHEMA_ALONE, type SchemaNode } from "./nodes/node.ts";
import { type AttachedRule, withRules } from "./nodes/place-rules.ts";
import { anyNode, neverNode } from "./nodes/simple-nodes.ts";
import { createShared, numberOf } from "./shared-parts.ts";

export type { Reason, SchemaContext } from "./build/build.ts";

export interface CompiledSchema {
  root: SchemaNode;
  /** The nodes by their path pattern, for asking whether a value would be accepted there. */
  nodes: Map<string, SchemaNode>;
}

export const SCHEMA_BOUNDS = { depth: 16, nodes: 2_000, choices: MAX_CHOICES };

const NO_RULES: readonly AttachedRule[] = [];

type FoundNodes = Map<string, SchemaNode[]>;

/** A compiled part, with all nodes in it and how many parts of a schema went into it. */
interface CompiledPart {
  readonly node: SchemaNode;
  readonly nodes: FoundNodes;
  readonly size: number;
}

const sharedNodes = createShared<SchemaNode>();
/** Keeps a part for as long as its node is in use. */
const partOf = new WeakMap<SchemaNode, CompiledPart>();
const REFERS = /"\$ref"/;
const DEFAULTS = /"default"/;
/** References to anything but a definition, whose meaning depends on where they stand. */
const REFERS_ELSEWHERE = /"\$(?:dynamicRef|anchor|dynamicAnchor|id)"|"\$ref":"(?!#\/\$defs\/)/;

export function compileSchema(
  schema: unknown,
  context: SchemaContext,
): CompiledSchema | { reasons: Reason[] } {
  const reasons = new Map<string, Reason>();
  let found: FoundNodes = new Map();
  /** Parts to share once the whole schema is known to be good. */
  const made: [string, CompiledPart][] = [];
  const sharedPointers = new Set<string>();
  const definitions = isPlainObject(schema) && isPlainObject(schema.$defs) ? schema.$defs : {};
  const definitionsText = JSON.stringify(definitions);
  const read = new WeakMap<readonly Layer[], readonly Part[]>();
  /** Path patterns of members that a condition or an alternative depends on. */
  const conditions = new Set<string>();
  const defaults: { at: string; value: Json; pointer: string; isInside: boolean }[] = [];
  let budget = SCHEMA_BOUNDS.nodes;

  function refuse(pointer: string, code: string, message: string): void {
    const key = `${code} ${pointer}`;
    if (!reasons.has(key)) reasons.set(key, { pointer, code, message });
  }

  const layerReader = createLayerReader(schema, context, refuse, () => {
    if (budget-- > 0) return true;
    refuse(
      context.pointer,
      "schema-too-large",
      `With every $ref followed, the schema has more than ${SCHEMA_BOUNDS.nodes} parts.`,
    );
    return false;
  });

  const build: Build = {
    context,
    refuse,
    refuseNever(pointer, why) {
      if (!context.isBare) refuse(pointer, "schema-contradiction", `Nothing can pass this: ${why}.`);
    },
    compile(layers, place) {
      if (place.isTest) {
        conditions.add(place.at);
        return build.compileBeside(layers, place);
      }
      const key = keyOf(layers, place);
      const known = key === undefined ? undefined : sharedNodes.find(key);
      const earlier = known && partOf.get(known);
      if (earlier !== undefined && earlier.size <= budget) return adopt(earlier, layers);
      const [outer, budgetBefore] = [found, budget];
      found = new Map();
      const node = withRules(build.compileBeside(layers, place), build.rulesAt(place));
      addNodes(found, place.at, [node]);
      if (key !== undefined) made.push([key, { node, nodes: found, size: budgetBefore - budget }]);
      for (const [at, nodes] of found) addNodes(outer, at, nodes);
      found = outer;
      return node;
    },
    compileBeside(layers, place) {
      if (place.depth > SCHEMA_BOUNDS.depth) {
        const message = `A schema may be at most ${SCHEMA_BOUNDS.depth} levels deep.`;
        refuse(layers[0]?.pointer ?? context.pointer, "schema-too-deep", message);
        return anyNode(place.depth);
      }
      const { parts, isNever } = layerReader.read(layers);
      read.set(layers, parts);
      if (isNever) return neverNode();
      return parts.length === 0 ? anyNode(place.depth, place.isCovered) : buildNode(parts, place, build);
    },
    partsOf: (layers) => read.get(layers) ?? [],
    noteCondition: (at) => void conditions.add(at),
    noteDefault: (at, value, pointer, place) =>
      void defaults.push({ at, value, pointer, isInside: place.isBeside === true }),
    rulesAt: ({ at, isTest }) => (isTest ? NO_RULES : (context.rulesAt.get(at) ?? NO_RULES)),
  };

  /** Takes a part from another package as if it had been compiled here. */
  function adopt({ node, nodes, size }: CompiledPart, layers: readonly Layer[]): SchemaNode {
    const left = budget - size;
    read.set(layers, layerReader.read(layers).parts);
    budget = left;
    for (const { pointer } of layers) sharedPointers.add(pointer);
    // Their text is part of the key, so the other package had the same ones.
    if (layers.some((layer) => REFERS.test(JSON.stringify(layer.schema))))
      for (const name of Object.keys(definitions))
        sharedPointers.add(`${context.pointer}/$defs/${escapeToken(name)}`);
    for (const [at, others] of nodes) addNodes(found, at, others);
    return node;
  }

  /** Equal for parts that compile to the same; undefined for those that cannot be shared. */
  function keyOf(layers: readonly Layer[], { at, depth, outer, isBeside }: Place): string | undefined {
    // The key of the whole would be as long as the schema, and whole packages are shared elsewhere.
    if (depth === 0 || outer !== undefined || isBeside || context.isBare) return undefined;
    const text = JSON.stringify(layers.map((layer) => layer.schema));
    if (REFERS_ELSEWHERE.test(text) || REFERS_ELSEWHERE.test(definitionsText)) return undefined;
    // Defaults are compared with the conditions of the whole schema.
    const hasDefault = DEFAULTS.test(text) || (REFERS.test(text) && DEFAULTS.test(definitionsText));
    if (hasDefault) return undefined;
    const isBelow = (place: string) => place === at || place.startsWith(`${at}/`);
    const rules = [...context.rulesAt].filter(([place]) => isBelow(place));
    return JSON.stringify([
      at,
      depth,
      text,
      REFERS.test(text) ? definitionsText : "",
      rules.map(([place, list]) => [place, list.map(numberOf)]),
      [...context.prose].filter(isBelow),
      [...context.aliases].filter(([place]) => isBelow(place)),
      [...(context.valueAliases ?? [])]
        .filter(([place]) => isBelow(place))
        .map(([place, aliases]) => [place, [...aliases]]),
    ]);
  }

  const rootLayer: Layer = { schema, pointer: context.pointer, refs: [] };
  const root = build.compile([rootLayer], { at: "", depth: 0, isTest: false });
  checkDefaults();
  budget = SCHEMA_BOUNDS.nodes;
  if (!context.isBare) compileUnread(schema, context.pointer, 0);

  /** What no reference leads to and what stands below a refused keyword is judged too, so that all is said at once. */
  function compileUnread(part: unknown, pointer: string, depth: number): void {
    if (!isPlainObject(part) || depth > 2 * SCHEMA_BOUNDS.depth) return;
    // All of a shared part was judged in another package.
    if (sharedPointers.has(pointer)) return;
    if (!layerReader.hasRead(pointer))
      build.compileBeside([{ schema: part, pointer, refs: [] }], { at: "", depth: 0, isTest: true });
    const { one, list, map } = SCHEMA_HOLDERS;
    const visit = (value: unknown, place: string) => compileUnread(value, `${pointer}/${place}`, depth + 1);
    for (const keyword of one) visit(part[keyword], keyword);
    for (const keyword of list)
      if (Array.isArray(part[keyword]))
        for (const [index, item] of part[keyword].entries()) visit(item, `${keyword}/${index}`);
    for (const keyword of map)
      if (isPlainObject(part[keyword]))
        for (const [name, item] of Object.entries(part[keyword]))
          visit(item, `${keyword}/${escapeToken(name)}`);
  }

  /** A build adds defaults to a candidate that passed, and what it builds must pass as well. */
  function checkDefaults(): void {
    if (context.isBare) return;
    for (const { at, value, pointer, isInside } of defaults) {
      if (reasons.has(`default-invalid ${pointer}`)) continue;
      const others = isInside ? [] : (found.get(at) ?? []);
      if (!conditions.has(at) && others.every((node) => node.ok(value, SCHEMA_ALONE))) continue;
      const message =
        "A condition or an alternative depends on this member, so its default could make a candidate invalid that passed; leave the default out.";
      refuse(pointer, "default-conditional", message);
    }
  }

  if (reasons.size > 0) return { reasons: [...reasons.values()] };
  for (const [key, part] of made) {
    partOf.set(part.node, part);
    sharedNodes.keep(key, part.node);
  }
  return { root, nodes: new Map([...found].map(([at, nodes]) => [at, together(nodes)])) };
}

function addNodes(found: FoundNodes, at: string, nodes: readonly SchemaNode[]): void {
  const others = found.get(at);
  if (others) others.push(...nodes);
  else found.set(at, [...nodes]);
}

/** What stands at one path pattern in several alternatives: a value is only accepted if all of them do. */
function together(nodes: readonly SchemaNode[]): SchemaNode {
  const [first] = nodes;
  if (nodes.length === 1) return first!;
  const isAlike = nodes.every(({ type }) => type === first!.type);
  const lengths = nodes.map(({ maxLength }) => maxLength ?? Number.POSITIVE_INFINITY);
  const longest = Math.max(...lengths);
  const { maxLength: _, ...rest } = first!;
  return {
    ...rest,
    type: isAlike ? first!.type : "any",
    ...(longest !== Number.POSITIVE_INFINITY && { maxLength: longest }),
    ok: (value, scope) => nodes.every((node) => node.ok(value, scope)),
  };
}
