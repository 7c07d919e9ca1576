/** Numbers as people write them. */
import { saysExactly } from "../../json/number-texts.ts";
import { clear, type FixedValue, open, same } from "./reading.ts";

export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A text in which a mark groups digits by three. */
const GROUPED = (mark: string) => new RegExp(`^-?[1-9]\\d{0,2}(?:${mark}\\d{3})+$`);
const [BY_COMMAS, BY_POINTS] = [GROUPED(","), GROUPED("\\.")];

export function readNumber(text: string, isInteger: boolean): FixedValue[] {
  const number = Number(text);
  if (JSON_NUMBER.test(text) && String(number) === text) {
    // A fraction where a whole number belongs could be thousands.
    return isInteger && BY_POINTS.test(text) ? [open(without(text, "."))] : [same(number)];
  }
  if (JSON_NUMBER.test(text)) return readSpelling(text, number);
  const found: FixedValue[] = [];
  const add = (written: string, make = clear) => {
    const read = Number(written);
    if (JSON_NUMBER.test(written) && saysExactly(read, written)) found.push(make(read));
  };
  if (/^\+\d/.test(text)) add(text.slice(1));
  if (/^-?\.\d+$/.test(text)) add(text.replace(".", "0."));
  // White space, apostrophes and underscores only ever group digits.
  const joined = text.replace(/(?<=\d)[\s\u00a0\u202f'’_](?=\d{3}(?!\d))/g, "");
  if (joined !== text) add(joined.replace(/,(?=\d+$)/, "."));
  if (joined.includes(",") && joined.includes(".")) {
    if (/^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(joined)) add(joined.replaceAll(",", ""));
    else if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(joined)) add(joined.replaceAll(".", "").replace(",", "."));
  } else if (BY_COMMAS.test(joined)) {
    add(joined.replaceAll(",", ""));
    if (!isInteger) add(joined.replace(",", "."));
  } else if (/^-?\d+,\d+$/.test(joined)) {
    // Half of the world writes a decimal comma, and the other half lists of numbers.
    if (!isInteger) add(joined.replace(",", "."), open);
  } else if (BY_POINTS.test(joined)) add(joined.replaceAll(".", ""));
  // A minus sign as it is printed.
  if (/^[−–]\d/.test(text)) add(`-${text.slice(1)}`, open);
  // A unit or a currency would be lost, so it is not for us to drop it. A dash on either side may be a minus sign.
  const bare = /^[^\d\s.,+\p{Pd}−~<>≤≥±(]{0,3}\s?(-?\d+(?:\.\d+)?)(?!\s?[\p{Pd}−]$)\s?[^\d\s]{0,8}$/u.exec(
    text,
  );
  if (bare) add(bare[1]!, open);
  return found;
}

/** Another spelling of a number in the grammar of JSON, such as `1.50` or `1e3`. */
function readSpelling(text: string, number: number): FixedValue[] {
  if (!saysExactly(number, text)) return number === 0 || !Number.isFinite(number) ? [] : [open(number)];
  return BY_POINTS.test(text) ? [open(number), open(without(text, "."))] : [clear(number)];
}

function without(text: string, mark: string): number {
  return Number(text.replaceAll(mark, ""));
}

/** A number where a text belongs. Unless `text` says how, numbers other than integers may have been written otherwise. */
export function readAsText(value: unknown, text?: string): FixedValue[] {
  if (text !== undefined) return [same(text)];
  if (typeof value === "boolean") return [clear(String(value))];
  if (typeof value !== "number" || !Number.isFinite(value)) return [];
  return Number.isSafeInteger(value) ? [same(String(value))] : [open(String(value))];
}
