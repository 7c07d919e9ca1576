/** Sets of characters in regular expressions, as ECMAScript defines them and Unicode 15.0 fills them. */
import type { AST } from "@eslint-community/regexpp";
import { type Bounds, categoryOf, inCategories, inScripts, isScript } from "../unicode/properties.ts";

const BEYOND = 0x110000;

const DIGITS: Bounds = [0x30, 0x3a];
const WORDS: Bounds = [0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b];
/** White space and line terminators. */
const SPACES: Bounds = [
  ...[0x09, 0x0e, 0x20, 0x21, 0xa0, 0xa1, 0x1680, 0x1681, 0x2000, 0x200b],
  ...[0x2028, 0x202a, 0x202f, 0x2030, 0x205f, 0x2060, 0x3000, 0x3001, 0xfeff, 0xff00],
];
const LINE_ENDS: Bounds = [0x0a, 0x0b, 0x0d, 0x0e, 0x2028, 0x202a];

/** `\d`, `\p{L}`, `.` and the like; or why it is refused. */
export function boundsOf(set: AST.CharacterSet): Bounds | { refusal: string } {
  switch (set.kind) {
    case "any":
      return complementOf(LINE_ENDS);
    case "digit":
      return set.negate ? complementOf(DIGITS) : DIGITS;
    case "space":
      return set.negate ? complementOf(SPACES) : SPACES;
    case "word":
      return set.negate ? complementOf(WORDS) : WORDS;
    case "property": {
      const bounds = boundsOfProperty(set);
      return "refusal" in bounds || !set.negate ? bounds : complementOf(bounds);
    }
  }
}

function boundsOfProperty({
  key,
  value,
  raw,
}: AST.UnicodePropertyCharacterSet): Bounds | { refusal: string } {
  if (value === null) {
    if (key === "Any") return [0, BEYOND];
    if (key === "ASCII") return [0, 0x80];
  } else if (key === "General_Category" || key === "gc") {
    const category = categoryOf(value);
    // A package outlives a version of Unicode, and each version assigns characters that were unassigned before.
    if (["C", "Other", "Cn"].includes(category))
      return { refusal: `uses ${raw}, which changes with every version of Unicode` };
    const bounds = inCategories((each) => each.startsWith(category));
    if (bounds.length > 0 && category !== "Cs") return bounds;
  } else if (key === "Script" || key === "sc") {
    return isScript(value)
      ? inScripts(value)
      : { refusal: `uses ${raw}; write the script's full name as of Unicode 15.0, such as Script=Greek` };
  }
  return {
    refusal: `uses ${raw}; only general categories such as \\p{L} and scripts such as \\p{Script=Greek} are known`,
  };
}

/** All other characters. */
export function complementOf(bounds: Bounds): Bounds {
  const others = bounds[0] === 0 ? bounds.slice(1) : [0, ...bounds];
  return others.at(-1) === BEYOND ? others.slice(0, -1) : [...others, BEYOND];
}
