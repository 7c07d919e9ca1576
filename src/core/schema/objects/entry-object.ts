/** An item of a list that was written as its name and a few words, such as `{ "city": "string, where it is" }`. */
import { setOwn } from "../../json/pointer.ts";
import { lowerCase, trimEnds } from "../../unicode/unicode.ts";
import { type Place, SCHEMA_ALONE } from "../place.ts";

/** The word of a list, and what is said after it. */
const WORD_AND_REST = /^([^,;:]+?)(?:\s*[,;:]\s+|\s+[-–—]\s+)(\S[\s\S]*)$/;

/**
 * The item that was probably meant: the name as its shortest text, the word as the one member that allows it, the rest as
 * its other text. Undefined where something else could be meant as well.
 */
export function readEntry(
  key: string,
  value: unknown,
  properties: ReadonlyMap<string, Place>,
  required: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  if (typeof value !== "string" || !key.isWellFormed() || !value.isWellFormed()) return undefined;
  const [, word = value, rest] = WORD_AND_REST.exec(trimEnds(value)) ?? [];
  const wanted = [...properties].filter(([name]) => required.has(name));
  const choice = wanted.find(([, { shape }]) => shape.words !== undefined);
  if (choice === undefined) return undefined;
  const meant = choice[1].shape.words!.find((known) => lowerCase(known) === lowerCase(trimEnds(word)));
  if (meant === undefined) return undefined;
  const texts = wanted
    .filter(([, { shape }]) => shape.type === "string" && shape.words === undefined)
    .toSorted(([, a], [, b]) => lengthOf(a) - lengthOf(b));
  const [name, text, more] = texts;
  if (name === undefined || more !== undefined || texts.length + 1 !== wanted.length) return undefined;
  if (text !== undefined && lengthOf(name[1]) === lengthOf(text[1])) return undefined;
  const entry: Record<string, unknown> = {};
  setOwn(entry, name[0], key);
  setOwn(entry, choice[0], meant);
  if (rest !== undefined) {
    if (text === undefined) return undefined;
    setOwn(entry, text[0], rest);
  }
  const isGood = Object.entries(entry).every(([member, item]) =>
    properties.get(member)!.ok(item, SCHEMA_ALONE),
  );
  return isGood ? entry : undefined;
}

function lengthOf({ shape: { maxLength = Number.POSITIVE_INFINITY } }: Place): number {
  return maxLength;
}
