/** Numbers, as people write them. */

import type { Place } from "../places.ts";
import { type Distortion, mean, pickPlace, type Sheet, valueAt, write } from "../sheet.ts";

const isNumeric = ({ kind }: Place) => kind === "integer" || kind === "number";
const isInteger = ({ kind }: Place) => kind === "integer";

/** Whether the place takes this number, by its schema's bounds. */
function takes({ schema, kind }: Place, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<
    string,
    number | undefined
  >;
  return (
    (kind !== "integer" || Number.isSafeInteger(value)) &&
    !(minimum !== undefined && value < minimum) &&
    !(maximum !== undefined && value > maximum) &&
    !(exclusiveMinimum !== undefined && value <= exclusiveMinimum) &&
    !(exclusiveMaximum !== undefined && value >= exclusiveMaximum)
  );
}

/** A free place and a number that it takes, which the author then means. */
function pickNumber(
  sheet: Sheet,
  accepts: (place: Place) => boolean,
  draw: () => number,
): { place: Place; value: number } | undefined {
  const place = pickPlace(sheet, accepts);
  if (place === undefined || isTied(sheet, place)) return undefined;
  const value = draw();
  if (!takes(place, value)) return undefined;
  mean(sheet, place.pointer, value);
  return { place, value };
}

/** Numbers that a rule compares with others keep their value. */
function isTied({ domain }: Sheet, { pointer }: Place): boolean {
  return domain.package.rules.some(
    ({ check, at }) => check === "not-in-registry" && at.some((path) => path === pointer),
  );
}

export const asPlainText: Distortion = (sheet) => {
  const place = pickPlace(sheet, isNumeric);
  if (place === undefined) return false;
  const value = valueAt(sheet, place.pointer);
  if (typeof value !== "number") return false;
  return write(sheet, place.pointer, String(value), "safe", "number as text");
};

/** Digits where a text belongs. */
export const textAsNumber: Distortion = (sheet) => {
  const place = pickPlace(sheet, ({ kind }) => kind === "text");
  if (place === undefined) return false;
  const { maxLength = 20 } = place.schema as { maxLength?: number };
  if (maxLength < 9) return false;
  const value = sheet.random.int(1, 99_999_999);
  mean(sheet, place.pointer, String(value));
  return write(sheet, place.pointer, value, "safe", "whole number for a text");
};

const DECIMALS = [0.5, 1.5, 2.25, 4.75, 12.5, 7.125, 18.25, 3.1, 0.2, 42.42];

/** Other spellings of the same decimal number in JSON's own grammar. */
export const jsonGrammar: Distortion = (sheet) => {
  const { random } = sheet;
  if (random.chance(0.5)) {
    const picked = pickNumber(sheet, isInteger, () => random.int(1, 9) * 10 ** random.int(1, 4));
    if (picked === undefined) return false;
    const exponent = Math.floor(Math.log10(picked.value));
    const raw = random.pick([
      `${picked.value / 10 ** exponent}e${exponent}`,
      `${picked.value / 10 ** exponent}E+${exponent}`,
      `${picked.value}.0`,
      `${picked.value}.00`,
    ]);
    return write(sheet, picked.place.pointer, raw, "suggested", "integer in scientific or decimal notation");
  }
  const picked = pickNumber(
    sheet,
    ({ kind }) => kind === "number",
    () => random.pick(DECIMALS),
  );
  if (picked === undefined) return false;
  const digits = String(picked.value).split(".")[1]!.length;
  // Three digits behind the point could be thousands, so there are one, two or four.
  const raw = random.pick([digits + 1, digits + 2].filter((count) => count !== 3));
  if (raw === undefined) return false;
  return write(sheet, picked.place.pointer, picked.value.toFixed(raw), "suggested", "trailing zeros");
};

export const groupedThousands: Distortion = (sheet) => {
  const { random } = sheet;
  const picked = pickNumber(sheet, isInteger, () =>
    random.chance(0.5) ? random.int(1_000, 9_999) : random.int(10_000, 4_999_999),
  );
  if (picked === undefined) return false;
  return write(sheet, picked.place.pointer, grouped(picked.value, ","), "suggested", "groups of thousands");
};

/** Two groups or more cannot be a fraction. */
export const manyGroups: Distortion = (sheet) => {
  const { random } = sheet;
  const picked = pickNumber(sheet, isNumeric, () => random.int(1_000_000, 9_999_999));
  if (picked === undefined) return false;
  return write(
    sheet,
    picked.place.pointer,
    grouped(picked.value, ","),
    "suggested",
    "two groups of thousands",
  );
};

function grouped(value: number, mark: string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, mark);
}

const UNITS = ["kg", " kg", " m", "%", " %", " px", " EUR", " min", "°C", " km/h"];
const CURRENCIES = ["€", "$", "£", "EUR ", "US$"];

/** Two readings, or something that a plain number would lose. */
export const ambiguousNumber: Distortion = (sheet) => {
  const { random } = sheet;
  const place = pickPlace(sheet, isNumeric);
  if (place === undefined) return false;
  const value = valueAt(sheet, place.pointer) as number;
  const small = random.int(1, 999);
  const forNumber: [string, string][] = [
    [`${small},${String(random.int(0, 999)).padStart(3, "0")}`, "a comma that divides or groups"],
    [`${random.int(1, 99)}.${random.int(0, 99)}0`.padEnd(5, "0").slice(0, 6), ""],
  ];
  const choices: [string, string][] = [
    [`${small}.000`, "a point that divides or groups"],
    [`${value}${random.pick(UNITS)}`, "a unit"],
    [`${random.pick(CURRENCIES)}${value}`, "a currency"],
    [`−${Math.abs(value) || 5}`, "a minus sign that is not ASCII"],
    [`about ${value}`, "a word beside the number"],
    [`~${value}`, "an estimate"],
    [`${value}-${value + 1}`, "a range"],
    [`0${random.int(1, 99)}`, "a leading zero"],
    ["1e-400", "a number that is too small"],
    [`${value}/2`, "a fraction"],
    ["9007199254740993", "more digits than a number holds"],
    ["9007199254740993e0", "more digits than a number holds, with an exponent"],
    ["0.1000000000000000055511151231257827", "more digits than the number has"],
    [`(${small})`, "brackets of bookkeepers"],
    [`${value}?`, "a doubt"],
    ["n/a", "no number"],
  ];
  if (place.kind === "integer")
    choices.push([`${small}.${random.int(101, 998)}`, "a fraction, or thousands"]);
  else choices.push(forNumber[0]!);
  const [raw, kind] = random.pick(choices);
  if (raw === String(value)) return false;
  return write(sheet, place.pointer, raw, "decision", kind);
};
