/** How many bytes of UTF-8 a JSON value takes. */

/** The most that JSON needs for one UTF-16 unit: `\u0000`. */
const MAX_BYTES_PER_UNIT = 6;
/** Of a number, a boolean or null, and of the punctuation around a value. */
const SCALAR = 24;
const AROUND = 6;

/** A bound that is quick to tell, and up to six times too high. */
export function sizeBound(value: unknown): number {
  if (typeof value === "string") return value.length * MAX_BYTES_PER_UNIT + AROUND;
  return containerSize(value, sizeBound);
}

/** At most a few bytes for each number too high. Stops counting the items of a list at the limit. */
export function sizeOf(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  if (typeof value === "string") return textSize(value);
  return containerSize(value, sizeOf, limit);
}

function containerSize(
  value: unknown,
  size: (item: unknown) => number,
  limit = Number.POSITIVE_INFINITY,
): number {
  if (typeof value !== "object" || value === null) return SCALAR;
  let sum = AROUND;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && sum <= limit; index++) sum += size(value[index]) + 1;
    return sum;
  }
  for (const key in value) sum += size(key) + size((value as Record<string, unknown>)[key]) + 2;
  return sum;
}

/** Most texts: as many bytes as units. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textSize(text: string): number {
  let size = 2;
  if (PLAIN.test(text)) return size + text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || (unit >= 0xd800 && unit <= 0xdfff)) size += MAX_BYTES_PER_UNIT;
    else if (unit === 0x22 || unit === 0x5c) size += 2;
    else size += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return size;
}
