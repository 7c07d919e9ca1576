/** Values of several JSON types. */
import { KIND, type KindName, type Kinds, kindOf, kindsIn, phraseOf } from "../kinds.ts";
import { shapeOf, type TypeJudge } from "../place.ts";
import { reportMismatch } from "./mismatch.ts";

/** One judge for each kind about which the schema says something; `any` judges the others. `isDeclared`: whether the schema has a `type`. */
export function mixedType(
  types: ReadonlyMap<KindName, TypeJudge>,
  kinds: Kinds,
  isDeclared: boolean,
  any: TypeJudge,
): TypeJudge {
  const all = [...types.values()];
  const plain = all.filter((type) => type.read === undefined);
  const main = [...types].filter(([name]) => name !== "null").map(([, type]) => type);
  // A nullable text is a text to rules and messages.
  const nullable = isDeclared && main.length === 1 ? main[0] : undefined;
  const byKind = new Map<Kinds, TypeJudge>(
    kindsIn(kinds).map((name) => [KIND[name], types.get(name) ?? any]),
  );
  const phrase =
    nullable && nullable.shape.type !== "any"
      ? `${nullable.shape.phrase} or null`
      : isDeclared
        ? phraseOf(kinds)
        : "a value";
  const mixed: TypeJudge = {
    shape: shapeOf(nullable?.shape.type ?? "any", kinds, phrase, {
      bounds: nullable?.shape.bounds,
      maxLength: types.get("string")?.shape.maxLength,
      formats: types.get("string")?.shape.formats,
      object: types.get("object")?.shape.object,
      items: types.get("array")?.shape.items,
      prefix: types.get("array")?.shape.prefix,
      maxItems: types.get("array")?.shape.maxItems,
    }),
    placeholder() {
      // Null is a value here, so only text can mark what is still to be written.
      const shape = isDeclared ? (nullable ?? all[0])?.placeholder() : undefined;
      return shape === null ? undefined : shape;
    },
    suits: (value, meter) => !isDeclared || all.some((type) => type.suits(value, meter)),
    ok(value, scope) {
      const type = byKind.get(kindOf(value));
      return type?.ok(value, scope) === true;
    },
    report(value, visit) {
      const type =
        byKind.get(kindOf(value)) ?? nullable ?? all.find((other) => other.suits(value, visit.sink.meter));
      if (type) type.report(value, visit);
      else reportMismatch(mixed, phrase, value, visit);
    },
    ...(all.some((type) => type.read) && {
      read(value, path, reading) {
        const suits = (type: TypeJudge) => type.suits(value, reading.meter);
        // What is a number or true or false as a text is no list of one.
        const type = byKind.get(kindOf(value)) ?? plain.find(suits) ?? all.find(suits);
        return type?.read?.(value, path, reading) ?? value;
      },
    }),
    ...(all.some((type) => type.withDefaults) && {
      withDefaults: (value) => byKind.get(kindOf(value))?.withDefaults?.(value) ?? value,
    }),
  };
  return mixed;
}
