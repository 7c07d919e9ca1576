/** Compiles what schemas say about lists. */
import { count } from "../../unicode/describe.ts";
import { arrayNode, type Contained } from "../nodes/array-node.ts";
import { NO_KIND } from "../nodes/kinds.ts";
import type { SchemaNode } from "../nodes/node.ts";
import { anyNode } from "../nodes/simple-nodes.ts";
import { type Build, below, insideOf, type Layer, type Part, type Place } from "./build.ts";
import { leastOf, mostOf, placeOf, rangeIn } from "./keyword-values.ts";

const MAX_PREFIX = 100;

export function buildArray(parts: readonly Part[], place: Place, build: Build): SchemaNode {
  const { min, max } = rangeIn(parts, "minItems", "maxItems", build);
  const inner = insideOf(place, `${place.at}/*`);
  const lengths = parts.map((part) => prefixLength(part, build));
  const prefix = Array.from({ length: Math.max(0, ...lengths) }, (_, index) =>
    build.compile(
      parts.flatMap((part, which) => layersAt(part, index, lengths[which]!)),
      inner,
    ),
  );
  const rest = parts.flatMap((part) => restOf(part, build));
  const items =
    rest.length > 0 || build.rulesAt(inner).length > 0
      ? build.compile(rest, inner)
      : anyNode(inner.depth, inner.isCovered);
  // Items that nothing can pass are items that may not be there.
  const never = [...prefix, items].findIndex((item) => item.kinds === NO_KIND);
  const most = never < 0 ? max : Math.min(max, never);
  if (most < min && max >= min)
    build.refuseNever(
      placeOf(parts, "minItems", "items"),
      `only ${count(most, "item")} may be there, and "minItems" is ${min}`,
    );
  return arrayNode({
    prefix,
    items,
    min,
    max: most,
    contains: parts.flatMap((part) => containedIn(part, inner, most, build)),
    isUnique: parts.some((part) => isUnique(part, build)),
    wordFor: build.rulesAt(inner).findLast((rule) => rule.wordFor !== undefined)?.wordFor,
  });
}

function prefixLength({ schema, pointer }: Part, build: Build): number {
  const { prefixItems } = schema;
  if (prefixItems === undefined) return 0;
  if (Array.isArray(prefixItems) && prefixItems.length > 0 && prefixItems.length <= MAX_PREFIX)
    return prefixItems.length;
  build.refuse(
    `${pointer}/prefixItems`,
    "keyword-value",
    `"prefixItems" must be a list of 1 to ${MAX_PREFIX} schemas.`,
  );
  return 0;
}

function layersAt(part: Part, index: number, length: number): Layer[] {
  if (index < length) return [below(part, "prefixItems", String(index))];
  return part.schema.items === undefined ? [] : [below(part, "items")];
}

function restOf(part: Part, build: Build): Layer[] {
  const { items } = part.schema;
  if (items === undefined) return [];
  if (!Array.isArray(items)) return [below(part, "items")];
  build.refuse(
    `${part.pointer}/items`,
    "keyword-value",
    `"items" is one schema for all items; use "prefixItems" for a list of schemas.`,
  );
  return [];
}

function isUnique({ schema, pointer }: Part, build: Build): boolean {
  const { uniqueItems } = schema;
  if (uniqueItems !== undefined && typeof uniqueItems !== "boolean")
    build.refuse(`${pointer}/uniqueItems`, "keyword-value", `"uniqueItems" must be true or false.`);
  return uniqueItems === true;
}

function containedIn(part: Part, inner: Place, maxItems: number, build: Build): Contained[] {
  if (part.schema.contains === undefined) return [];
  const min = part.schema.minContains === undefined ? 1 : leastOf([part], "minContains", build);
  const max = mostOf([part], "maxContains", build);
  if (min > max || min > maxItems)
    build.refuseNever(
      placeOf([part], "minContains", "contains"),
      min > max
        ? `"minContains" ${min} is more than "maxContains" ${max}`
        : `the list must contain ${count(min, "such item")} and may have only ${maxItems}`,
    );
  return [
    {
      node: build.compileBeside([below(part, "contains")], { ...inner, isTest: true, isCovered: true }),
      min,
      max,
    },
  ];
}
