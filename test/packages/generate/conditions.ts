/** Random conditions of rules, and candidates that fulfil them. */
import { equalJson } from "../../../src/core/json/values.ts";
import { pathsAt, valueAt, withValueAtEvery } from "./places.ts";
import { chance, isOneOfSeveral, pick, type Roll, type ShapePlace } from "./shapes.ts";

export interface MadeCondition {
  readonly document: Record<string, unknown>;
  /** A copy of the candidate for which the condition holds; undefined if that cannot be arranged. */
  fulfil(candidate: unknown): unknown;
  /** Whether what `fulfil` put in is still there, everywhere. */
  isFulfilled(candidate: unknown): boolean;
  /** Why the condition never holds, if it was made that way. */
  readonly never?: string;
}

const SCALARS = ["words", "boolean", "number", "text"];

export function makeCondition(places: readonly ShapePlace[], roll: Roll): MadeCondition | undefined {
  const candidates = places.filter(({ pattern, shape }) => pattern !== "" && SCALARS.includes(shape.kind));
  if (candidates.length === 0) return undefined;
  const place = pick(candidates, roll);
  const isMixed = isOneOfSeveral(place.pattern, places);
  if (!chance(roll, 5)) return testOf(place, roll, isMixed);
  const inner = testOf(place, roll, isMixed);
  const keyword = pick(["all", "any"], roll);
  return { ...inner, document: { [keyword]: [inner.document] } };
}

function testOf({ pattern, shape }: ShapePlace, roll: Roll, isMixed: boolean): MadeCondition {
  let value = shape.make(roll, true);
  // Packages may not hold control characters.
  if (typeof value === "string") value = value.replaceAll("\n", " ");
  // Everywhere, since a rule on items asks about the item that it judges.
  const fulfil = (candidate: unknown) => withValueAtEvery(candidate, pattern, value);
  const isFulfilled = (candidate: unknown) => {
    const paths = pathsAt(candidate, pattern);
    return paths.length > 0 && paths.every((path) => equalJson(valueAt(candidate, path), value));
  };
  if (shape.words !== undefined && chance(roll, 12) && !isMixed)
    return {
      document: { at: pattern, equals: "unheard-of" },
      fulfil: () => undefined,
      isFulfilled: () => false,
      never: "a condition on a word that is not in the list",
    };
  switch (roll(4)) {
    case 0:
      return { document: { at: pattern, in: [value] }, fulfil, isFulfilled };
    case 1:
      return { document: { at: pattern, present: true }, fulfil, isFulfilled };
    case 2:
      if (typeof value === "string" && shape.schema.maxLength !== undefined && !isMixed)
        return {
          document: { at: pattern, matches: `^${value.slice(0, 1).replace(/\W/u, ".")}` },
          fulfil,
          isFulfilled,
        };
      return { document: { at: pattern, equals: value }, fulfil, isFulfilled };
    default:
      return { document: { at: pattern, equals: value }, fulfil, isFulfilled };
  }
}
