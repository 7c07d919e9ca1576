/** Classes of characters in regular expressions, as ECMAScript defines them. */

export type Range = readonly [first: number, last: number];

/** `\w` */
export const WORDS: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

/** `\s`: white space and line terminators. */
export const SPACES: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** All other characters. `ranges` are in order. */
export function complementOf(ranges: readonly Range[]): Range[] {
  const others: Range[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) others.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= 0x10ffff) others.push([next, 0x10ffff]);
  return others;
}

/** General categories: RE2 knows the short names. */
const LONG_NAMES: Record<string, readonly string[]> = {
  L: ["Letter"],
  Lu: ["Uppercase_Letter"],
  Ll: ["Lowercase_Letter"],
  Lt: ["Titlecase_Letter"],
  Lm: ["Modifier_Letter"],
  Lo: ["Other_Letter"],
  M: ["Mark", "Combining_Mark"],
  Mn: ["Nonspacing_Mark"],
  Mc: ["Spacing_Mark"],
  Me: ["Enclosing_Mark"],
  N: ["Number"],
  Nd: ["Decimal_Number", "digit"],
  Nl: ["Letter_Number"],
  No: ["Other_Number"],
  P: ["Punctuation", "punct"],
  Pc: ["Connector_Punctuation"],
  Pd: ["Dash_Punctuation"],
  Ps: ["Open_Punctuation"],
  Pe: ["Close_Punctuation"],
  Pi: ["Initial_Punctuation"],
  Pf: ["Final_Punctuation"],
  Po: ["Other_Punctuation"],
  S: ["Symbol"],
  Sm: ["Math_Symbol"],
  Sc: ["Currency_Symbol"],
  Sk: ["Modifier_Symbol"],
  So: ["Other_Symbol"],
  Z: ["Separator"],
  Zs: ["Space_Separator"],
  Zl: ["Line_Separator"],
  Zp: ["Paragraph_Separator"],
  Cc: ["Control", "cntrl"],
  Cf: ["Format"],
  Co: ["Private_Use"],
};

export const CATEGORIES: ReadonlyMap<string, string> = new Map(
  Object.entries(LONG_NAMES).flatMap(([short, long]) =>
    [short, ...long].map((name) => [name, short] as const),
  ),
);

/** What is not assigned yet is another set in every version of Unicode. */
export const NO_CATEGORY: ReadonlySet<string> = new Set(["C", "Other", "Cn", "Unassigned"]);
