/**
 * Writes src/core/unicode/unicode-tables.ts: the Unicode 15.0 tables that verdicts rest on, so that they do not depend on
 * the tables of the runtime. Run it by hand: node scripts/unicode-tables.mjs
 */
import { writeFileSync } from "node:fs";

const data = "@unicode/unicode-15.0.0";

async function codePoints(path) {
  const { default: list } = await import(`${data}/${path}/code-points.mjs`);
  return new Set(list);
}

const union = (...sets) => new Set(sets.flatMap((set) => [...set]));
const without = (set, other) => new Set([...set].filter((point) => !other.has(point)));

const scripts = [
  ...["Arabic", "Syriac", "Mandaic", "Nko", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati"],
  ...["Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Myanmar", "Khmer", "Tibetan"],
];
const letters = await codePoints("General_Category/Letter");
const marks = await codePoints("General_Category/Mark");
const lettersAndMarks = union(letters, marks);
const ofJoiningScripts = union(...(await Promise.all(scripts.map((name) => codePoints(`Script/${name}`)))));
const inherited = await codePoints("Script/Inherited");
const ignorable = await codePoints("Binary_Property/Default_Ignorable_Code_Point");
const format = await codePoints("General_Category/Format");
const prepended = await codePoints("Binary_Property/Prepended_Concatenation_Mark");
const unassigned = await codePoints("General_Category/Unassigned");

const tables = {
  UNASSIGNED: [unassigned, "Not assigned in Unicode 15.0."],
  INVISIBLE: [
    union(ignorable, without(format, prepended)),
    "Default-ignorable code points, and format characters other than those that are drawn around numbers.",
  ],
  WORD: [
    union(
      lettersAndMarks,
      await codePoints("General_Category/Number"),
      await codePoints("General_Category/Currency_Symbol"),
    ),
    "Letters, marks, numbers and currency symbols.",
  ],
  MARK: [marks, "Marks."],
  ALPHABET_LETTER: [
    new Set([...letters].filter((point) => point < 0x590)),
    "Letters of Latin, Greek, Cyrillic and Armenian.",
  ],
  JOINED: [
    new Set([...lettersAndMarks].filter((point) => ofJoiningScripts.has(point))),
    "Letters and marks of scripts in which joiners change how a word is written.",
  ],
  INHERITED_MARK: [
    new Set([...marks].filter((point) => inherited.has(point))),
    "Marks that take the script of their letter.",
  ],
  EMOJI: [await codePoints("Binary_Property/Emoji"), "Emoji, digits included."],
  PICTOGRAPHIC: [
    await codePoints("Binary_Property/Extended_Pictographic"),
    "What emoji sequences are made of.",
  ],
};

/** Alternating distances from the end of the range before to a range's start, and from there to its end, in base 36. */
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
  return numbers.map((number) => number.toString(36)).join(" ");
}

/**
 * The order of combining classes, found by asking how the runtime orders pairs of marks. Classes never change once a
 * character is assigned, so every runtime gives the same answer.
 */
function combiningRanks() {
  const [lowest, highest] = ["\u0334", "\u0345"];
  const order = (first, second) => {
    const after = `a${second}${first}`.normalize("NFD");
    return after === `a${first}${second}` && `a${first}${second}`.normalize("NFD") === after ? -1 : 0;
  };
  const moving = [...marks].filter((point) => {
    const mark = String.fromCodePoint(point);
    return (
      mark === highest || mark === lowest || (mark.normalize("NFD") === mark && order(mark, highest) === -1)
    );
  });
  const classes = [];
  for (const point of moving) {
    const mark = String.fromCodePoint(point);
    let at = 0;
    while (at < classes.length && order(classes[at].mark, mark) === -1) at++;
    const here = classes[at];
    if (here && order(mark, here.mark) === 0) here.points.add(point);
    else classes.splice(at, 0, { mark, points: new Set([point]) });
  }
  return classes.map(({ points }) => points);
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

const parts = Object.entries(tables).map(
  ([name, [set, comment]]) => `/** ${comment} */\nexport const ${name} =\n${quoted(encode(set))};\n`,
);
const ranks = combiningRanks();
writeFileSync(
  new URL("../src/core/unicode/unicode-tables.ts", import.meta.url),
  `/**
 * Tables of Unicode 15.0, made by scripts/unicode-tables.mjs. A table is a list of ranges: alternating distances, in
 * base 36, from the end of one range to the start of the next and from there to its end.
 */

${parts.join("\n")}
/** Marks that move during normalization, one table for each combining class, in the order of the classes. */
export const COMBINING = [
${ranks.map((points) => `${quoted(encode(points))},`).join("\n")}
];
`,
);
console.log(
  Object.entries(tables)
    .map(([name, [set]]) => `${name} ${set.size}`)
    .join(", "),
  "classes",
  ranks.length,
  "marks",
  ranks.reduce((n, s) => n + s.size, 0),
);
