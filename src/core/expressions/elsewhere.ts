/** What people write who know another language, and what says it here. */
const INSTEAD: Readonly<Record<string, string>> = {
  ...{ "=": "==", "===": "==", "!==": "!=", "<>": "!=", "=~": "x.matches('…')" },
  ...{ and: "&&", AND: "&&", or: "||", OR: "||", not: "!(…)", NOT: "!(…)", is: "==", equals: "==" },
  ...{ if: "test ? a : b", else: "test ? a : b", "`": "'…'" },
  ...{ True: "true", TRUE: "true", False: "false", FALSE: "false" },
  ...{ None: "null", nil: "null", undefined: "null" },
  ...{ length: "x.size()", len: "x.size()", count: "x.size()", upper: "x.upperAscii()" },
  ...{ toLowerCase: "x.lower()", toUpperCase: "x.upperAscii()", strip: "x.trim()" },
  ...{ includes: "y in x` or, of a text, `x.contains(y)", substr: "x.substring(0, 3)" },
  ...{ test: "x.matches('…')", match: "x.matches('…')", regex: "x.matches('…')" },
  ...{
    every: "x.all(item, …)",
    forEach: "x.all(item, …)",
    some: "x.exists(item, …)",
    any: "x.exists(item, …)",
  },
  ...{ find: "x.exists(item, …)", unique: "x.distinct()" },
  ...{
    Date: "date(x)",
    Math: "math.round(x)",
    abs: "math.abs(x)",
    round: "math.round(x)",
    parseInt: "int(x)",
    Number: "double(x)",
    String: "string(x)",
  },
};

/** Marks that have no meaning here, the longest first. */
export const FOREIGN_MARKS = Object.keys(INSTEAD)
  .filter((word) => !/\w/.test(word))
  .sort((a, b) => b.length - a.length);

/** To be put behind a refusal: what to write in place of a word or mark, if anybody can tell. */
export function hintFor(word: string): string {
  return Object.hasOwn(INSTEAD, word) ? `; write \`${INSTEAD[word]}\`` : "";
}
