/** Makes a counterexample as small as it can be while it stays one of the same kind. */
import { isObject, type JsonObject, setMember } from "./generate/json.ts";

/** Tries smaller variants again and again until none of them `holds`. */
export function minimize(value: unknown, holds: (smaller: unknown) => boolean, maxTries = 1_000): unknown {
  let current = value;
  let tries = 0;
  for (let improved = true; improved; ) {
    improved = false;
    for (const smaller of smallerCandidates(current)) {
      tries += 1;
      if (tries > maxTries) return current;
      if (!holds(smaller)) continue;
      current = smaller;
      improved = true;
      break;
    }
  }
  return current;
}

function* smallerCandidates(candidate: unknown): Generator<unknown> {
  if (isObject(candidate)) yield* withoutOneField(candidate);
  yield* variants(candidate);
}

/** A field cannot go without its values, or the records would be wrong. */
function* withoutOneField(candidate: JsonObject): Generator<unknown> {
  const { outputFields: fields, sampleRecords: records } = candidate;
  if (!Array.isArray(fields) || !Array.isArray(records)) return;
  for (const [index, field] of fields.entries()) {
    const name: unknown = isObject(field) ? field.name : undefined;
    const rest = records.map((record: unknown) =>
      isObject(record) ? objectOf(Object.entries(record).filter(([key]) => key !== name)) : record,
    );
    yield { ...candidate, outputFields: fields.toSpliced(index, 1), sampleRecords: rest };
  }
}

/** Every value that is one step smaller, the largest steps first. */
function* variants(value: unknown): Generator<unknown> {
  if (typeof value === "string") yield* shorterTexts(value);
  else if (Array.isArray(value)) yield* smallerLists(value);
  else if (isObject(value)) yield* smallerObjects(value);
}

function* smallerLists(list: readonly unknown[]): Generator<unknown> {
  if (list.length > 3) {
    const half = Math.floor(list.length / 2);
    yield list.slice(0, half);
    yield list.slice(half);
  }
  for (const index of list.keys()) yield list.toSpliced(index, 1);
  for (const [index, item] of list.entries())
    for (const smaller of variants(item)) yield list.with(index, smaller);
}

function* smallerObjects(object: JsonObject): Generator<unknown> {
  const entries = Object.entries(object);
  for (const [removed] of entries) yield objectOf(entries.filter(([name]) => name !== removed));
  for (const [changed, item] of entries)
    for (const smaller of variants(item))
      yield objectOf(entries.map(([name, other]) => [name, name === changed ? smaller : other]));
}

function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [name, value] of entries) setMember(object, name, value);
  return object;
}

function* shorterTexts(text: string): Generator<string> {
  const characters = Array.from(text);
  if (characters.length > 1) yield "a";
  for (let size = Math.floor(characters.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let start = 0; start < characters.length; start += size)
      yield characters.toSpliced(start, size).join("");
  // A plain letter in place of another character shows that the other one does not matter.
  if (characters.length > 40) return;
  for (const [index, character] of characters.entries())
    if (!/^[a-z]$/.test(character)) yield characters.with(index, "a").join("");
}
