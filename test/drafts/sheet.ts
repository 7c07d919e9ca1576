/** A draft while it is being made: what the author sends, and what a careful reader makes of it without asking. */
import type { Domain } from "./domains.ts";
import { at, put, remove, rename } from "./json.ts";
import type { Place, Reading } from "./places.ts";
import type { Random } from "./random.ts";

/** What it takes to get from the draft to what was meant. */
export type Need = "nothing" | "safe" | "suggested" | "decision";

const ORDER: readonly Need[] = ["nothing", "safe", "suggested", "decision"];

export interface Sheet {
  readonly domain: Domain;
  readonly random: Random;
  /** Of the valid candidate that the draft began as. */
  readonly reading: Reading;
  draft: unknown;
  expected: unknown;
  need: Need;
  /** Which ways of writing were used, for reports. */
  readonly kinds: string[];
  readonly touched: string[];
}

/** One way in which people write something else than the rules ask for. Returns false where it does not apply. */
export type Distortion = (sheet: Sheet) => boolean;

/** Nothing at, above or below this pointer was altered yet. */
export function isFree({ touched }: Sheet, pointer: string): boolean {
  return touched.every((other) => other !== pointer && !isBelow(other, pointer) && !isBelow(pointer, other));
}

export function isBelow(pointer: string, other: string): boolean {
  return pointer.startsWith(`${other}/`);
}

function note(sheet: Sheet, pointer: string, need: Need, kind: string): void {
  sheet.touched.push(pointer);
  sheet.kinds.push(kind);
  if (ORDER.indexOf(need) > ORDER.indexOf(sheet.need)) sheet.need = need;
}

/** The author writes this value; where only the author can decide, it has to stay. */
export function write(sheet: Sheet, pointer: string, raw: unknown, need: Need, kind: string): true {
  put(sheet.draft, pointer, structuredClone(raw));
  if (need === "decision") put(sheet.expected, pointer, structuredClone(raw));
  note(sheet, pointer, need, kind);
  return true;
}

/** The author meant another valid value than the candidate began with. */
export function mean(sheet: Sheet, pointer: string, value: unknown): void {
  put(sheet.draft, pointer, structuredClone(value));
  put(sheet.expected, pointer, structuredClone(value));
}

/** The author left this out; `filled` says whether it follows from the rest. */
export function leaveOut(sheet: Sheet, pointer: string, need: Need, kind: string): true {
  remove(sheet.draft, pointer);
  if (need === "decision") remove(sheet.expected, pointer);
  note(sheet, pointer, need, kind);
  return true;
}

/** The author gave the member another name; where it is another thing, the name has to stay. */
export function callIt(sheet: Sheet, pointer: string, name: string, need: Need, kind: string): true {
  rename(sheet.draft, pointer, name);
  if (need === "decision") rename(sheet.expected, pointer, name);
  note(sheet, pointer, need, kind);
  return true;
}

/** A free place of one of these kinds whose value a text, number or boolean is. */
export function pickPlace(sheet: Sheet, accepts: (place: Place) => boolean): Place | undefined {
  const places = sheet.reading.places.filter((place) => accepts(place) && isFree(sheet, place.pointer));
  return places.length === 0 ? undefined : sheet.random.pick(places);
}

export function valueAt(sheet: Sheet, pointer: string): unknown {
  return at(sheet.expected, pointer);
}
