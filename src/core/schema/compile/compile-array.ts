/** Compiles what schemas say about lists. */
import type { WordList } from "../../checks/params.ts";
import { createMatcher } from "../../similar/matcher.ts";
import { count } from "../../unicode/describe.ts";
import { createPlace, draftOf } from "../create-place.ts";
import { NO_KIND } from "../kinds.ts";
import type { TypeJudge } from "../place.ts";
import { type ArrayOptions, arrayType } from "../types/array-type.ts";
import { anyType } from "../types/simple-types.ts";
import {
  below,
  type Compiler,
  insideOf,
  type Layer,
  lastWith,
  leastOf,
  mostOf,
  rangeIn,
  type Site,
  type Subschema,
} from "./compiler.ts";

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
