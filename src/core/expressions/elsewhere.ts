/** What says it here, and the words and marks for it of people who know another language. */
const INSTEAD = new Map(
  Object.entries({
    ...{ "==": "= === is equals", "!=": "!== <>", "&&": "and AND", "||": "or OR", "!(…)": "not NOT" },
    ...{ "test ? a : b": "if else", "'…'": "`", true: "True TRUE", false: "False FALSE" },
    ...{ null: "None nil undefined", "x.size()": "length len count", "x.trim()": "strip" },
    ...{ "x.lower()": "toLowerCase", "x.upperAscii()": "toUpperCase upper", "x.distinct()": "unique" },
    ...{ "y in x` or, of a text, `x.contains(y)": "includes", "x.substring(0, 3)": "substr" },
    ...{ "x.matches('…')": "=~ test match regex", "x.all(item, …)": "every forEach" },
    ...{ "x.exists(item, …)": "some any find", "date(x)": "Date", "math.round(x)": "Math round" },
    ...{ "math.abs(x)": "abs", "int(x)": "parseInt", "double(x)": "Number", "string(x)": "String" },
  }).flatMap(([here, words]) => words.split(" ").map((word) => [word, here] as const)),
);

/** Marks that have no meaning here, the longest first. */
export const FOREIGN_MARKS = [...INSTEAD.keys()]
  .filter((word) => !/\w/.test(word))
  .sort((a, b) => b.length - a.length);

/** To be put behind a refusal: what to write in place of a word or mark, if anybody can tell. */
export function hintFor(word: string): string {
  return INSTEAD.has(word) ? `; write \`${INSTEAD.get(word)}\`` : "";
}
