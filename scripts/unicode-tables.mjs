/**
 * Writes src/core/unicode/unicode-tables.ts: the Unicode 15.0 tables that verdicts rest on, so that they do not depend on
 * the tables of the runtime. Run it by hand: node scripts/unicode-tables.mjs
 */
import { readdirSync, writeFileSync } from "node:fs";

const data = "@unicode/unicode-15.0.0";

async function codePoints(path) {
  const { default: list } = await import(`${data}/${path}/code-points.mjs`);
  return new Set(list);
}

const union = (...sets) => new Set(sets.flatMap((set) => [...set]));
const without = (set, other) => new Set([...set].filter((point) => !other.has(point)));

const ignorable = await codePoints("Binary_Property/Default_Ignorable_Code_Point");
const format = await codePoints("General_Category/Format");
const prepended = await codePoints("Binary_Property/Prepended_Concatenation_Mark");

const tables = {
  INVISIBLE: [
    union(ignorable, without(format, prepended)),
    "Default-ignorable code points, and format characters other than those that are drawn around numbers.",
  ],
  EMOJI: [await codePoints("Binary_Property/Emoji"), "Emoji, digits included."],
  PICTOGRAPHIC: [
    await codePoints("Binary_Property/Extended_Pictographic"),
    "What emoji sequences are made of.",
  ],
};

const categoryNames = {
  ...{ Lu: "Uppercase_Letter", Ll: "Lowercase_Letter", Lt: "Titlecase_Letter", Lm: "Modifier_Letter" },
  ...{ Lo: "Other_Letter", Mn: "Nonspacing_Mark", Mc: "Spacing_Mark", Me: "Enclosing_Mark" },
  ...{ Nd: "Decimal_Number", Nl: "Letter_Number", No: "Other_Number", Pc: "Connector_Punctuation" },
  ...{ Pd: "Dash_Punctuation", Ps: "Open_Punctuation", Pe: "Close_Punctuation", Pi: "Initial_Punctuation" },
  ...{ Pf: "Final_Punctuation", Po: "Other_Punctuation", Sm: "Math_Symbol", Sc: "Currency_Symbol" },
  ...{ Sk: "Modifier_Symbol", So: "Other_Symbol", Zs: "Space_Separator", Zl: "Line_Separator" },
  ...{ Zp: "Paragraph_Separator", Cc: "Control", Cf: "Format", Cs: "Surrogate", Co: "Private_Use" },
  ...{ Cn: "Unassigned" },
};

/** Every code point has one category: a sign for the category, and how many code points in a row have it. */
async function categoryRuns() {
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!#%&";
  const signOf = new Array(0x110000);
  for (const [index, name] of Object.values(categoryNames).entries())
    for (const point of await codePoints(`General_Category/${name}`)) signOf[point] = signs[index];
  const runs = [];
  for (let at = 0; at < signOf.length; ) {
    const start = at;
    while (signOf[at] === signOf[start]) at++;
    runs.push(signOf[start] + (at - start === 1 ? "" : (at - start).toString(36)));
  }
  // Where each letter comes twice, capital and small, they alternate for long.
  const alternating = runs
    .join("")
    .replace(/(?:AB){2,}(?![0-9a-z])/g, ({ length }) => `=${length.toString(36)}`);
  return { signs, runs: alternating };
}

/** Without "Unknown", which is what no other script has. */
async function scriptTables() {
  const names = readdirSync(new URL(`../node_modules/${data}/Script`, import.meta.url))
    .filter((name) => name !== "Unknown")
    .sort();
  return Promise.all(names.map(async (name) => [name, encode(await codePoints(`Script/${name}`))]));
}

/** Digits in base 26: the last of a number is a capital, so that nothing needs to stand between two numbers. */
function written(number) {
  const letterOf = (digit, first) => String.fromCharCode(first.charCodeAt(0) + digit);
  let digits = letterOf(number % 26, "A");
  for (let rest = Math.floor(number / 26); rest > 0; rest = Math.floor(rest / 26))
    digits = letterOf(rest % 26, "a") + digits;
  return digits;
}

/** Alternating distances from the end of the range before to a range's start, and from there to its end. */
function encode(set) {
  const points = [...set].sort((a, b) => a - b);
  const numbers = [];
  let end = 0;
  for (let index = 0; index < points.length; ) {
    const start = points[index];
    let stop = start + 1;
    index++;
    while (points[index] === stop) {
      stop++;
      index++;
    }
    numbers.push(start - end, stop - start);
    end = stop;
  }
  return numbers.map(written).join("");
}

const quoted = (text) => {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line.length + word.length > 100) {
      lines.push(`${line} `);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((part) => `  ${JSON.stringify(part)}`).join(" +\n");
};

const inLines = (text) =>
  text
    .match(/.{1,100}/g)
    .map((part) => `  ${JSON.stringify(part)}`)
    .join(" +\n");
const parts = Object.entries(tables).map(
  ([name, [set, comment]]) => `/** ${comment} */\nexport const ${name} =\n${inLines(encode(set))};\n`,
);
const { signs, runs } = await categoryRuns();
writeFileSync(
  new URL("../src/core/unicode/unicode-tables.ts", import.meta.url),
  `/**
 * Tables of Unicode 15.0, made by scripts/unicode-tables.mjs. A table is a list of ranges: alternating distances from
 * the end of one range to the start of the next and from there to its end, in base 26 with letters as digits, of which
 * the last of each number is a capital.
 */

${parts.join("\n")}
/** The general categories: the sign in the runs, the short and the long name of each. */
export const CATEGORY_NAMES =
${quoted(
  Object.entries(categoryNames)
    .map(([short, long], index) => `${signs[index]} ${short} ${long}`)
    .join("; "),
)};

/**
 * The general category of every code point, from 0 on: a sign, and in base 36 how many in a row have it (1 if absent). Under
 * the sign = they are A and B in turn.
 */
export const CATEGORY_RUNS =
${inLines(runs)};

/** The scripts: the name of each, and the table of its code points. */
export const SCRIPTS =
${inLines((await scriptTables()).map((script) => script.join(" ")).join(" "))};
`,
);
console.log(
  Object.entries(tables)
    .map(([name, [set]]) => `${name} ${set.size}`)
    .join(", "),
);
