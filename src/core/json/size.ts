/** How many bytes of UTF-8 a JSON value takes at most. */

/** Only for short texts is it quicker to look for characters that need escaping. */
const SHORT = 64;

export function sizeOf(value: unknown): number {
  if (typeof value === "string")
    return value.length <= SHORT && PRINTABLE.test(value) ? value.length + 2 : textSize(value);
  if (typeof value !== "object" || value === null) return 24;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += sizeOf(item) + 1;
    return size;
  }
  for (const key in value) size += sizeOf(key) + sizeOf((value as Record<string, unknown>)[key]) + 2;
  return size;
}

const PRINTABLE = /^[ !#-[\]-~]*$/;

function textSize(text: string): number {
  let size = 2;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || (unit >= 0xd800 && unit <= 0xdfff)) size += 6;
    else if (unit === 0x22 || unit === 0x5c) size += 2;
    else size += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return size;
}
