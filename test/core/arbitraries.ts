/**
 * Random candidates for the datagen package. They are made of a seed by plain code, since composing them of
 * arbitraries costs a hundred times as much; fast-check draws the seeds and the sizes, and shrinks the sizes.
 */
import fc from "fast-check";
import { setOwn } from "../../src/core/json/values.ts";

export interface Field {
  name: string;
  type: string;
  description: string;
}

export interface Candidate {
  owner: { kind: string; id: string };
  generatorId: string;
  generatorName: string;
  description: string;
  outputFields: Field[];
  supportedStrategies: string[];
  sampleRecords: Record<string, unknown>[];
  rationaleNotes: string;
}

/** A whole number from zero up to, not including, `below`. */
export type Roll = (below: number) => number;

/** Mulberry32. */
function createRoll(seed: number): Roll {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const pick = <T>(list: readonly T[], roll: Roll): T => list[roll(list.length)]!;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const two = (value: number) => String(value).padStart(2, "0");
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const HEX = "0123456789abcdefABCDEF";
const word = (roll: Roll, most: number, from = LETTERS + DIGITS) =>
  times(1 + roll(most), () => pick([...from], roll)).join("");

/** Whole characters of all sorts, hidden ones and controls too: sample values may hold them. */
const UNITS = [
  "a",
  "Z",
  "0",
  " ",
  "\n",
  "\r\n",
  "\t",
  "\u0000",
  "é",
  "e\u0301",
  "🦉",
  "字",
  "\u202e",
  "\u200b",
  "\uffff",
  '"',
  "\\",
  "/",
];
const text = (roll: Roll) => times(roll(8), () => pick(UNITS, roll)).join("");
const number = (roll: Roll) =>
  pick([0, 1, -1, 0.1, 1e-7, 1e21, 5e-324, 1.7976931348623157e308, roll(1e9) / 8], roll);
const MEMBER_NAMES = ["a", "b", "10", "9", "", "__proto__", "constructor", "é", "🦉", "\ue000"];

function json(roll: Roll, depth: number): unknown {
  switch (roll(depth > 3 ? 4 : 6)) {
    case 0:
      return null;
    case 1:
      return roll(2) === 0;
    case 2:
      return number(roll);
    case 3:
      return text(roll);
    case 4:
      return times(roll(4), () => json(roll, depth + 1));
    default:
      return object(roll, depth);
  }
}

function object(roll: Roll, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (let count = roll(4); count > 0; count--) setOwn(made, pick(MEMBER_NAMES, roll), json(roll, depth + 1));
  return made;
}

const day = (roll: Roll) =>
  `${String(roll(10_000)).padStart(4, "0")}-${two(1 + roll(12))}-${two(1 + roll(28))}`;
const clock = (roll: Roll) =>
  `${two(roll(24))}:${two(roll(60))}:${two(roll(60))}${pick(["", ".5", ".000001"], roll)}`;
const offset = (roll: Roll) => pick(["Z", "z", "+00:00", "-11:30", "+14:00"], roll);
const hex = (roll: Roll, length: number) => times(length, () => pick([...HEX], roll)).join("");

export const GOOD_VALUES: Record<string, (roll: Roll) => unknown> = {
  string: text,
  integer: (roll) => pick([0, -1, 7, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, roll(1e9)], roll),
  number,
  boolean: (roll) => roll(2) === 0,
  date: day,
  time: (roll) => clock(roll) + (roll(3) === 0 ? "" : offset(roll)),
  datetime: (roll) => day(roll) + pick(["T", "t"], roll) + clock(roll) + offset(roll),
  uuid: (roll) => [8, 4, 4, 4, 12].map((length) => hex(roll, length)).join("-"),
  email: (roll) => `${word(roll, 12)}${pick(["", "+x", ".y", "_"], roll)}@${word(roll, 12)}.example`,
  url: (roll) =>
    `${pick(["http", "https", "HTTPS"], roll)}://${word(roll, 9)}.example${pick(["", "/", ":8080/a", "/%C3%A4?b=c#d"], roll)}`,
  object: (roll) => object(roll, 0),
  array: (roll) => times(roll(4), () => json(roll, 0)),
};

/** Values that are not of the type that they are listed under, and have no diagnostic of another kind. */
export const WRONG_VALUES: Record<string, unknown[]> = {
  string: [5, null, [], {}, false],
  integer: ["5", 1.5, null, 2 ** 53, "", [1]],
  number: ["0.5", null, "", [], true],
  boolean: ["true", 0, null],
  date: ["2023-02-29", "2024-1-5", 20240105, null, ""],
  time: ["24:00:00", "12:30", null, 1230],
  datetime: ["2026-11-01", "2026-02-30T00:00:00Z", "2026-11-01T00:00:00", null],
  uuid: ["123e4567", null, 5],
  email: ["ada", "a@b@c", null],
  url: ["ftp://example.org", "/path", null, "https://"],
  object: [[], "{}", null, 1],
  array: [{}, "a,b", null, 1],
};

/** Prose as people send it: padded, with Windows line ends, accents apart, emoji. Normalized it has 1 to 25 characters. */
const PROSE_UNITS = [
  "a",
  "é",
  "e\u0301",
  "ß",
  "🦉",
  "字",
  " ",
  "\r\n",
  "\r",
  "\n",
  "\t",
  "x",
  "한",
  "\u1112\u1161\u11ab",
  "ﷺ",
];
const PADDING = ["", "", " ", "\n", "\t ", "\r\n", "\u00a0", "\ufeff"];
const prose = (roll: Roll, core = "x") =>
  `${pick(PADDING, roll)}${core}${times(roll(24), () => pick(PROSE_UNITS, roll)).join("")}${pick(PADDING, roll)}`;

const ODD_NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "length",
  "x".repeat(64),
];

function makeFields(roll: Roll, count: number): Field[] {
  const names = new Set<string>();
  while (names.size < count)
    names.add(
      roll(8) === 0
        ? pick(ODD_NAMES, roll)
        : word(roll, 1, `${LETTERS}_`) + word(roll, 11, `${LETTERS}${DIGITS}_`),
    );
  return [...names].map((name) => ({
    name,
    type: pick(Object.keys(GOOD_VALUES), roll),
    description: prose(roll),
  }));
}

function makeCandidate(seed: number, fieldCount: number, recordCount: number): Candidate {
  const roll = createRoll(seed);
  const outputFields = makeFields(roll, fieldCount);
  return {
    owner: {
      kind: "human",
      id: pick([`${word(roll, 9)} ${word(roll, 9)}`, "張三", "🦉".repeat(128), word(roll, 128)], roll),
    },
    // Far from any registered id or name.
    generatorId: `zz9${word(roll, 5)}${times(roll(3), () => pick([".", "-", "_"], roll) + word(roll, 5)).join("")}`,
    generatorName: `${pick(PADDING, roll)}Zq9x ${word(roll, 12)}${pick(["", " 🦉", " e\u0301"], roll)}`,
    description: prose(roll, "For people who test things."),
    outputFields,
    supportedStrategies: pick(
      [["fast"], ["realistic"], ["realistic", "fast"], ["fast", "realistic"]],
      roll,
    ).slice(),
    sampleRecords: times(recordCount, () => {
      const record: Record<string, unknown> = {};
      for (const { name, type } of outputFields) setOwn(record, name, GOOD_VALUES[type]!(roll));
      return record;
    }),
    rationaleNotes: prose(roll),
  };
}

/** Valid, and without a warning. Mostly few fields, now and then all 64. */
export const validCandidate: fc.Arbitrary<Candidate> = fc
  .tuple(
    fc.integer(),
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 8 }) },
      { weight: 1, arbitrary: fc.integer({ min: 9, max: 64 }) },
    ),
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 5, max: 100 }) },
    ),
  )
  .map(([seed, fields, records]) => makeCandidate(seed, fields, fields > 8 ? Math.min(records, 4) : records));

/** What JSON can hold at its worst. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true }),
    fc.maxSafeInteger(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("\ud800", "a\udc00b", "\u202e", "\u200b", "", " x ", "fast", "human", "first-name"),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 6 }),
        fc.constantFrom(
          ...["__proto__", "constructor", "toString", "\ud800", "", "a/b", "~"],
          ...[
            "owner",
            "kind",
            "id",
            "generatorId",
            "generatorName",
            "description",
            "outputFields",
            "name",
            "type",
          ],
          ...["supportedStrategies", "sampleRecords", "rationaleNotes", "OutputFields", "sample_records"],
        ),
      ),
      tie("value"),
      { maxKeys: 8, noNullPrototype: true },
    ),
  ),
})).value;
