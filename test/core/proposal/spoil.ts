/** Candidates as people spoil them: slips, wrong cases, lists left out, values of the wrong type, things swapped. */
import fc from "fast-check";
import { anyJson, validCandidate } from "../arbitraries.ts";
import { registered } from "../datagen.ts";
import { type Dice, INJECTORS, type Loose } from "./faults.ts";

interface Place {
  parent: Record<string, unknown> | unknown[];
  key: string;
  value: unknown;
}

type Spoiler = (place: Place, dice: Dice, value: unknown) => void;

function set({ parent, key }: Place, value: unknown): void {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
}

function drop({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function rename(place: Place, name: string): void {
  if (Array.isArray(place.parent) || Object.hasOwn(place.parent, name)) return;
  drop(place);
  set({ ...place, key: name }, place.value);
}

const onText =
  (change: (text: string, dice: Dice) => string): Spoiler =>
  (place, dice) => {
    if (typeof place.value === "string") set(place, change(place.value, dice));
  };

const SPOILERS: Spoiler[] = [
  (place, _, value) => set(place, value),
  (place) => drop(place),
  (place) => set(place, null),
  (place) => set(place, [place.value]),
  (place) => {
    if (Array.isArray(place.value) && place.value.length > 0) set(place, place.value[0]);
  },
  (place) => {
    if (typeof place.value === "number" || typeof place.value === "boolean") set(place, String(place.value));
  },
  (place) => {
    if (Array.isArray(place.value) && place.value.length > 0)
      place.value.push(structuredClone(place.value[0]));
  },
  (place) => {
    if (Array.isArray(place.parent)) place.parent.reverse();
  },
  onText((text) => text.toUpperCase()),
  onText((text) => ` ${text}`),
  onText((text) => `${text}\u200b`),
  onText((text) => `\u202e ${text} \u200b`),
  onText((text) => `${text}\ud800`),
  onText((text) => text.slice(1)),
  onText((text, [die]) => text.slice(0, die % (text.length + 1)) + text.slice((die % (text.length + 1)) + 1)),
  onText((text) => text.replaceAll("-", " ")),
  onText(() => ""),
  onText(() => "   "),
  onText((_, [die]) => registered[die % registered.length]!.id),
  onText((_, [die]) => registered[die % registered.length]!.name),
  onText(
    (_, [die]) => ["int", "Integer", "text", "str", "FAST", "quick", "date-time", "json", "list"][die % 9]!,
  ),
  (place) => rename(place, place.key.toUpperCase()),
  (place) => rename(place, place.key.slice(0, -1)),
  (place) => rename(place, `${place.key}s`),
  (place) => rename(place, `${place.key} `),
  (place) =>
    rename(
      place,
      place.key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ),
];

/** Places nearer to the root come up more often, so that not every fault is one of a record. */
function placesOf(candidate: object): Place[] {
  const places: Place[] = [];
  const walk = (parent: object, depth: number): void => {
    for (const [key, value] of Object.entries(parent)) {
      for (let copies = depth < 2 ? 3 : 1; copies > 0; copies--)
        places.push({ parent: parent as Record<string, unknown>, key, value });
      if (typeof value === "object" && value !== null && depth < 4) walk(value, depth + 1);
    }
  };
  walk(candidate, 0);
  return places;
}

const die = fc.nat({ max: 9_999 });
const spoiling = fc.record({
  how: fc.oneof(fc.nat({ max: SPOILERS.length - 1 }), fc.constantFrom(...Object.keys(INJECTORS))),
  dice: fc.tuple(die, die, die),
  value: anyJson,
});

export const spoiledCandidate: fc.Arbitrary<unknown> = fc
  .tuple(validCandidate, fc.array(spoiling, { minLength: 1, maxLength: 5 }))
  .map(([candidate, spoilings]) => {
    const spoiled = structuredClone(candidate) as unknown as Loose;
    for (const { how, dice, value } of spoilings) {
      if (typeof how === "string") {
        // Drawn for the good candidate; after other faults it may find no place any more.
        try {
          INJECTORS[how]!(candidate, dice, registered)?.apply(spoiled);
        } catch {}
        continue;
      }
      const places = placesOf(spoiled);
      const place = places[dice[0] % places.length];
      if (place) SPOILERS[how]!(place, dice, structuredClone(value));
    }
    return spoiled;
  });
