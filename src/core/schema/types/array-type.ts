import { hasEqual } from "../../checks/lists.ts";
import type { Grounds } from "../../evidence/evidence.ts";
import { type Detail, fix } from "../../findings/finding.ts";
import { below as at, type Path } from "../../json/pointer.ts";
import { createValueMap } from "../../json/values.ts";
import type { Json } from "../../types.ts";
import { actualOf, count, found, grouped, rangeOf, shown } from "../../unicode/describe.ts";
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
} from "../compile/compiler.ts";
import { createPlace } from "../create-place.ts";
import {
  describeShape,
  fault,
  isFine,
  KIND,
  NO_KIND,
  type Place,
  reportMoves,
  SCHEMA_ALONE,
  shapeOf,
  type TypeJudge,
  type Visit,
} from "../place.ts";
import { createListReader, MAX_READ_ITEMS } from "./list-reading.ts";
import { reportMismatch } from "./mismatch.ts";
import { anyType } from "./scalar-types.ts";

/** `contains`: what so many items must be. */
type Contained = { readonly place: Place; readonly min: number; readonly max: number };

const MAX_PLACEHOLDERS = 3;

export function compileArray(layers: readonly Layer[], site: Site, compiler: Compiler): TypeJudge {
  const { prefix, items, rules, min, max, contains } = readItems(layers, site, compiler);
  const isUnique = layers.some(({ schema }) => schema.uniqueItems === true);
  const isSet = compiler.context.sets.has(site.at);
  const hasPrefix = prefix.length > 0;
  const isPlain = contains.length === 0 && !isUnique;
  const itemAt = (index: number) => prefix[index] ?? items;
  const okItem = items.ok;
  const phrase =
    items.shape.words === undefined || hasPrefix ? "an array" : `an array of ${items.shape.phrase}`;
  const readAsList = createListReader(prefix, items, rules, phrase);
  const reads = items.read !== undefined || prefix.some((item) => item.read !== undefined);
  const fills = items.withDefaults !== undefined || prefix.some((item) => item.withDefaults !== undefined);
  const type: TypeJudge = {
    shape: shapeOf("array", KIND.array, phrase, {
      bounds: [rangeOf(min, max, "item"), isUnique && "no item twice"].filter(Boolean).join(", "),
      items,
      prefix: hasPrefix ? prefix : undefined,
      minItems: min > 0 ? min : undefined,
      maxItems: max === Number.POSITIVE_INFINITY ? undefined : max,
    }),
    placeholder() {
      const shapes = Array.from(
        { length: Math.min(Math.max(min, prefix.length), MAX_PLACEHOLDERS) },
        (_, index) => itemAt(index).placeholder(),
      );
      return shapes.filter((shape): shape is Json => shape !== undefined);
    },
    suits(value, meter) {
      if (Array.isArray(value))
        // An empty list is evidence of nothing.
        return (
          value.length > 0 &&
          value.slice(0, MAX_PLACEHOLDERS).every((item, index) => itemAt(index).suits(item, meter))
        );
      return readAsList.suits(value, meter);
    },
    ok(value, scope) {
      if (!Array.isArray(value) || value.length < min || value.length > max) return false;
      if (hasPrefix) {
        for (let index = 0; index < value.length; index++)
          if (!itemAt(index).ok(value[index], scope)) return false;
      } else {
        for (let index = 0; index < value.length; index++) if (!okItem(value[index], scope)) return false;
      }
      if (isPlain) return true;
      if (isUnique && hasEqual(value)) return false;
      return contains.every((wanted) => {
        const number = countOf(value, wanted, wanted.max + 1);
        return number >= wanted.min && number <= wanted.max;
      });
    },
    report(value, visit) {
      if (!Array.isArray(value)) {
        reportMismatch(type, "array", value, visit, (sent, meter) =>
          readAsList.readings(sent, visit.sink.scope, meter),
        );
        return;
      }
      const { sink, path } = visit;
      sink.meter.charge(value.length >> 3);
      reportMoves(visit);
      if (value.length < min) fault(visit, "list-too-short", tooShort(value));
      else if (value.length > max)
        fault(visit, "list-too-long", () => ({
          message: `The list has ${count(value.length, "item")}; the maximum is ${grouped(max)}.`,
          expected: { maxItems: max },
          actual: value.length,
        }));
      for (let index = 0; index < value.length; index++) {
        const item = value[index];
        const wanted = itemAt(index);
        // Items that may not be there were reported with the length of the list.
        if (wanted.shape.kinds === NO_KIND) continue;
        if (!isFine(wanted, item, sink)) wanted.report(item, at(path, index), visit);
      }
      if (isUnique) reportRepeats(value, isSet, visit);
      // What a list must contain is not counted where it has the wrong length anyway.
      for (const wanted of contains) if (!sink.hasError(path)) reportContained(value, wanted, visit);
    },
    read(value, path, reading) {
      const list = Array.isArray(value) ? value : readAsList.read(value, path, reading);
      if (list === undefined) return value;
      if (!reads) return list;
      let copy: unknown[] | undefined;
      for (let index = 0; index < Math.min(list.length, MAX_READ_ITEMS); index++) {
        const { read } = itemAt(index);
        const item = read?.(list[index], at(path, index), reading) ?? list[index];
        if (item === list[index]) continue;
        copy ??= list.slice();
        copy[index] = item;
      }
      return copy ?? list;
    },
    ...(fills && {
      withDefaults: (value: unknown) =>
        Array.isArray(value) ? value.map((item, index) => itemAt(index).withDefaults?.(item) ?? item) : value,
    }),
  };

  function tooShort(value: readonly unknown[]): (path: Path) => Detail {
    return (path) => {
      const wanted = itemAt(value.length);
      const { onlyValue } = wanted.shape;
      const item = onlyValue ?? wanted.placeholder();
      const edit = { kind: "add" as const, path: at(path, value.length), value: item };
      return {
        message: `The list has ${count(value.length, "item")}; the minimum is ${min}. Add ${wanted.shape.phrase}.`,
        expected: { minItems: min },
        actual: value.length,
        ...(item !== undefined && {
          // The only value that an item can have says something, so that its author has to agree.
          fixes: [
            onlyValue === undefined
              ? fix("Add an item to fill in", "placeholder", edit)
              : fix(`Add ${shown(onlyValue)}`, ["derived", "open"], edit),
          ],
        }),
      };
    };
  }

  return type;
}

/** Apart from the judge, which is kept for as long as the package and must not hold the compiler. */
function readItems(layers: readonly Layer[], site: Site, compiler: Compiler) {
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
  const rest = layers.flatMap((layer) => subschemasAt(layer, 0, 0));
  const items =
    rest.length > 0 || rules.length > 0
      ? compiler.compile(rest, inner)
      : createPlace(anyType(inner.depth, inner.isCovered));
  // Items that nothing can pass are items that may not be there.
  const never = [...prefix, items].findIndex(({ shape }) => shape.kinds === NO_KIND);
  const most = never < 0 ? max : Math.min(max, never);
  if (most < min && max >= min)
    compiler.disallowNever(
      lastWith(layers, "minItems", "items"),
      `only ${count(most, "item")} may be there, and "minItems" is ${min}`,
    );
  const contains = layers.flatMap((layer) => containedIn(layer, inner, most, compiler));
  return { prefix, items, rules, min, max: most, contains };
}

function subschemasAt(layer: Layer, index: number, length: number): Subschema[] {
  if (index < length) return [below(layer, "prefixItems", String(index))];
  return layer.schema.items === undefined ? [] : [below(layer, "items")];
}

function containedIn(layer: Layer, inner: Site, maxItems: number, compiler: Compiler): readonly Contained[] {
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
  const site = { ...inner, isTest: true, isCovered: true };
  return [{ place: compiler.compileWithoutRules([below(layer, "contains")], site), min, max }];
}

function countOf(value: readonly unknown[], { place }: Contained, most: number): number {
  let number = 0;
  for (let index = 0; index < value.length && number < most; index++)
    if (place.ok(value[index], SCHEMA_ALONE)) number++;
  return number;
}

function reportContained(value: readonly unknown[], wanted: Contained, visit: Visit): void {
  const { sink } = visit;
  const { place, min, max } = wanted;
  const all = countOf(value, wanted, Number.POSITIVE_INFINITY);
  if (all >= min && all <= max) return;
  const tested = [...(place.shape.object?.members.keys() ?? [])];
  // Of an item with an error in what is looked at, nobody can tell whether it was meant as one of these.
  const isUnsure = (index: number) => {
    const path = at(visit.path, index);
    if (!sink.hasErrorWithin(path)) return false;
    if (tested.length === 0 || sink.hasError(path)) return true;
    return sink.meter.spend(2 * tested.length) && tested.some((name) => sink.hasErrorWithin(at(path, name)));
  };
  const sure = sink.hasErrorWithin(visit.path) ? value.filter((_, index) => !isUnsure(index)) : value;
  const number = countOf(sure, wanted, Number.POSITIVE_INFINITY);
  if (number + value.length - sure.length >= min && number <= max) return;
  const [code, bound] =
    number < min
      ? (["list-lacks-item", `at least ${min} must be`] as const)
      : (["list-too-long", `at most ${max} may be`] as const);
  fault(visit, code, () => ({
    message: `${count(number, "item")} of the list ${number === 1 ? "is" : "are"} ${describeShape(place.shape)}; ${bound}.`,
    expected: { [number < min ? "minContains" : "maxContains"]: number < min ? min : max },
    actual: number,
  }));
}

function reportRepeats(list: readonly unknown[], isSet: boolean, visit: Visit): void {
  // Nothing is lost in a set: the same is said a few items earlier. Elsewhere a position may mean something.
  const grounds: Grounds = isSet ? ["notation", "same"] : ["rule", "open"];
  const seen = createValueMap<number>();
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const earlier = seen.get(item);
    if (earlier === undefined) {
      seen.set(item, index);
      continue;
    }
    const path = at(visit.path, index);
    const detail = () => ({
      message: `${found(item)} is already here, as item ${earlier + 1}; each may occur once.`,
      actual: actualOf(item),
      fixes: [fix("Remove the repeat", grounds, { kind: "remove" as const, path })],
      related: [{ path: [...path.slice(0, -1), earlier], message: "It is here first" }],
    });
    fault(visit, "item-repeated", detail, path);
  }
}
