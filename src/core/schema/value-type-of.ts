/** The type that expressions see at a place, as far as the schema says it. */

import { ANY, isRecord, type Member, type Type, unite } from "../expressions/types.ts";
import { once } from "../json/values.ts";
import { KIND, type KindName, kindsIn, NO_KIND, type ObjectShape, type Shape } from "./place.ts";

type Described = { readonly shape: Shape };

export function createTypes(): (place: Described) => Type {
  const typeOf: (place: Described) => Type = once(({ shape }) => {
    const { alternatives } = shape;
    if (alternatives.length === 0) return typeOfItself(shape);
    const either = alternatives.map(typeOf).reduce(unite);
    return shape.type === "any" ? either : both(typeOfItself(shape), either);
  });
  return typeOf;

  function typeOfItself(shape: Shape): Type {
    if (shape.values !== undefined) return typeOfValues(shape.values);
    const kinds = kindsIn(shape.kinds & ~KIND.null);
    const [kind] = kinds;
    if (kind === undefined) return { kind: "null" };
    // Converted to a text, it has no more characters than a text there.
    if (kinds.length > 1)
      return shape.maxLength === undefined ? ANY : { kind: "any", max: Math.max(shape.maxLength, 32) };
    const isNullable = (shape.kinds & KIND.null) !== 0;
    return { ...typeOfKind(kind, shape), ...(isNullable && { isNullable }) };
  }

  function typeOfKind(kind: KindName, shape: Shape): Type {
    switch (kind) {
      case "string": {
        const { words, maxLength } = shape;
        const max = words ? longest(words) : maxLength;
        return { kind: "string", ...(max !== undefined && { max }), ...(words && { words }) };
      }
      case "number":
        return { kind: shape.type === "integer" ? "int" : "double" };
      case "boolean":
        return { kind: "bool" };
      case "array": {
        const { items, maxItems, prefix: places = [] } = shape;
        const max = maxItems === undefined ? {} : { max: maxItems };
        const prefix = places.map(typeOf);
        // Items that nothing can pass are items that may not be there.
        const others = items?.shape.kinds === NO_KIND ? [] : [items === undefined ? ANY : typeOf(items)];
        const all = [...prefix, ...others];
        const item = all.length > 0 ? all.reduce(unite) : ANY;
        return { kind: "list", item, ...(prefix.length > 0 && { prefix }), ...max };
      }
      case "object":
        return shape.object === undefined ? { kind: "map", item: ANY } : typeOfObject(shape.object);
      case "null":
        return { kind: "null" };
    }
  }

  function typeOfObject({ members, required, others, entry, maxMembers, names }: ObjectShape): Type {
    const longestName = Math.min(...names.map((place) => typeOf(place).max ?? Number.POSITIVE_INFINITY));
    const max = others === "none" ? longest([...members.keys()]) : longestName;
    const name: Type | false = Number.isFinite(max) && { kind: "string", max };
    const bounds = { ...(maxMembers !== undefined && { max: maxMembers }), ...(name && { name }) };
    const item = others === "none" ? undefined : others === "checked" && entry ? typeOf(entry) : ANY;
    if (members.size === 0 && item !== undefined) return { kind: "map", item, ...bounds };
    const declared = [...members].map(([name, place]): [string, Member] => [
      name,
      { type: typeOf(place), isRequired: required.has(name) },
    ]);
    return { kind: "object", members: new Map(declared), ...(item && { item }), ...bounds };
  }
}

/** What is of one type by what stands beside the alternatives, and of another by each of them. */
function both(itself: Type, either: Type): Type {
  if (itself.kind === "any") return either;
  if (!isRecord(itself) || !either.members) return itself;
  const members = new Map(either.members);
  for (const [name, member] of itself.members ?? []) {
    const other = members.get(name);
    const type = other === undefined ? member.type : both(member.type, other.type);
    members.set(name, { type, isRequired: member.isRequired || other?.isRequired === true });
  }
  return { ...itself, kind: "object", members };
}

function typeOfValues(values: readonly unknown[]): Type {
  const some = values.filter((value) => value !== null);
  const isNullable = some.length < values.length;
  const nullable = isNullable && { isNullable };
  if (some.length === 0) return { kind: "null" };
  if (some.every((value): value is string => typeof value === "string"))
    return { kind: "string", words: some, max: longest(some), ...nullable };
  if (some.every((value) => typeof value === "boolean")) return { kind: "bool", ...nullable };
  if (some.every((value) => Number.isSafeInteger(value))) return { kind: "int", ...nullable };
  return some.every((value) => typeof value === "number") ? { kind: "double", ...nullable } : ANY;
}

const longest = (words: readonly string[]): number => Math.max(0, ...words.map((word) => word.length));
