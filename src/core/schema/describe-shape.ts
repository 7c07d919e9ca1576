/** What belongs at a place, in a few words, so that it can be told from other places. */
import { listOf, quote } from "../unicode/describe.ts";
import type { ObjectShape, Shape } from "./place.ts";

export const MAX_NAMED = 4;

export function describeShape(shape: Shape): string {
  const { title, phrase, bounds, object } = shape;
  const [mark] = [...(object?.members ?? [])].filter(([, { shape }]) => shape.onlyValue !== undefined);
  const what = mark
    ? `${phrase} with ${quote(mark[0])} ${mark[1].shape.phrase}`
    : object && object.required.size > 0
      ? phraseWithMembers(shape)
      : bounds
        ? `${phrase} of ${bounds}`
        : phrase;
  return title === undefined || what.includes(title) ? what : `${what} (${title})`;
}

/** With the members that an object has, or that the objects of a list have. */
export function phraseWithMembers({ phrase, object, items }: Shape): string {
  const names = namesIn(object ?? items?.shape.object);
  if (names.length === 0) return phrase;
  return `${object === undefined ? "an array of objects" : phrase} with ${listOf(names, MAX_NAMED, "and")}`;
}

/** The members that must be there, or else those that may. */
export function namesIn(object: ObjectShape | undefined): string[] {
  if (object === undefined) return [];
  return [...(object.required.size > 0 ? object.required : object.members.keys())];
}
