/** Pieces of text that are hard to judge, and ways to put them into a text. */
import defaultIgnorable from "@unicode/unicode-15.0.0/Binary_Property/Default_Ignorable_Code_Point/ranges.mjs";
import emoji from "@unicode/unicode-15.0.0/Binary_Property/Emoji/ranges.mjs";
import pictographic from "@unicode/unicode-15.0.0/Binary_Property/Extended_Pictographic/ranges.mjs";
import whiteSpace from "@unicode/unicode-15.0.0/Binary_Property/White_Space/ranges.mjs";
import control from "@unicode/unicode-15.0.0/General_Category/Control/ranges.mjs";
import format from "@unicode/unicode-15.0.0/General_Category/Format/ranges.mjs";
import letter from "@unicode/unicode-15.0.0/General_Category/Letter/ranges.mjs";
import mark from "@unicode/unicode-15.0.0/General_Category/Mark/ranges.mjs";
import unassigned from "@unicode/unicode-15.0.0/General_Category/Unassigned/ranges.mjs";
import uppercase from "@unicode/unicode-15.0.0/General_Category/Uppercase_Letter/ranges.mjs";
import inherited from "@unicode/unicode-15.0.0/Script/Inherited/ranges.mjs";
import fc from "fast-check";
import { oneOf } from "./json.ts";

interface Range {
  begin: number;
  end: number;
}

/** Any code point of a table, and the ends of its ranges more often, where tables go wrong. */
function characterOf(ranges: Range[]): fc.Arbitrary<string> {
  const codePoints = ranges.flatMap(({ begin, end }) =>
    Array.from({ length: end - begin }, (_, n) => begin + n),
  );
  const ends = ranges.flatMap(({ begin, end }) => [begin, end - 1]);
  return fc
    .oneof(
      { weight: 2, arbitrary: fc.noBias(fc.nat({ max: codePoints.length - 1 })).map((n) => codePoints[n]!) },
      { weight: 1, arbitrary: fc.noBias(fc.nat({ max: ends.length - 1 })).map((n) => ends[n]!) },
    )
    .map((codePoint) => String.fromCodePoint(codePoint));
}

const anyCodePoint = fc.noBias(fc.nat({ max: 0x10ffff })).map((codePoint) => String.fromCodePoint(codePoint));

// biome-ignore format: one item a line would be pages long
const WHITE_SPACE_LIKE = ["\ufeff", "\u180e", "\u200b", "\u0085", "\u001c", "\r\n", "\n\r", "\r\r\n", "\t", "\v", "\f"];
const whiteSpaces = fc.oneof(characterOf(whiteSpace), oneOf(...WHITE_SPACE_LIKE));

/** Added after 15.0: letters, case pairs, marks that reorder, and pairs that newer versions compose. */
// biome-ignore format: one item a line would be pages long
const NEWER_THAN_15 = [
  "\u2ffc", "\u31ef", "\u{2ebf0}", "\u{2ee5d}", "\u1c89", "\u1c8a", "\ua7cb", "\ua7da", "\u{10d50}", "\u0897",
  "a\u0897\u0301", "a\u0301\u0897\u0323", "e\u0897\u0301", "\u1acf", "a\u1acf\u0323", "\u{105d2}\u0307",
  "\u{105da}\u0307", "\u{16121}\u{1611e}", "\u{1611e}\u{16129}", "\u{11382}\u{113c9}", "\u{113c2}\u{113c2}",
  "\u{16d67}\u{16d67}", "\u{16d63}\u{16d67}", "\u{105c9}", "\u{1f6d8}", "\u{1fae9}", "\u{1fa8a}", "\u{1fac8}\ufe0f",
  "\u{1fae9}\u200d\u{1f525}", "\u08ff\u0897", "\u{2ebf0}\u0301", "e\u{2ebf0}\u0301", "\u{1e4ee}\u{1e5ee}",
];

// biome-ignore format: one item a line would be pages long
const CHANGED_BY_NFC = [
  "e\u0301", "é", "a\u0323\u0302", "a\u0302\u0323", "ậ", "\u1100\u1161\u11a8", "각", "\uac00\u11a8", "\u2126", "\u212a",
  "\u212b", "\u0344", "\u0958", "\u0915\u093c", "\ufb1d", "\ufb2a", "\u2000", "\u2001", "\u1f71", "\u0340", "\uf900",
  "\u{2f800}", "\u{1d15e}", "\u{1d15f}\u0301", "\u{11099}\u{110ba}", "\u037e", "\u0387", "\u1fef", "\u0301", "\u0301a",
  "q\u0323\u0307", "q\u0307\u0323", "\u09c7\u09be", "\u0b47\u0b56", "\u1e9b\u0323", "\u0f71\u0f72", "\u0f73", "\u2adc",
  "\u0f71\u0f80", "\u0f81", "\u{1d1bc}", "\u3099", "か\u3099", "\u0374", "\u{fffe}e\u0301", "e\u{e0fff}\u0301",
];

// biome-ignore format: one item a line would be pages long
const EMOJI = [
  "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧\u200d👦", "❤\ufe0f", "❤\ufe0e", "❤\ufe0f\u200d🔥", "1\ufe0f⃣", "1⃣", "1\ufe0f", "1\ufe0e⃣", "#\ufe0f⃣", "*\ufe0f⃣", "#\ufe0f", "12\ufe0f⃣", "👍🏽", "👍🏽\ufe0f", "👩🏽\u200d🚀",
  "👩\u200d🚀", "🏳\ufe0f\u200d🌈", "🏴\u200d☠\ufe0f", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "🏴\u{e0067}\u{e0062}",
  "🏴\u{e007f}", "🏴\u{e0067}\u{e0062}\u{e007f}\u{e007f}", "🏴\u{e0001}\u{e0067}\u{e007f}", "a\u{e0067}\u{e007f}",
  "\u{e0067}\u{e007f}", "🏴\ufe0f\u{e0067}\u{e007f}", "👍🏽\u{e0067}\u{e007f}", "🏴\ufe0e\u{e0067}\u{e007f}",
  "🏴\u{e0067} \u{e007f}", "🏴\u200d\u{e0067}\u{e007f}", "👨\u200d", "\u200d👨", "👨\u200d\u200d👩", "👨\u200da",
  "a\u200d👨", "👨\ufe0e\u200d👩", "👨\ufe0f\ufe0f", "👨🏽🏽\u200d🚀", "👨🏽\ufe0f\u200d🚀", "👨\ufe0f🏽\u200d🚀", "🇩🇪", "🇩🇪\ufe0f",
  "🇩\u200d🇪", "\ufe0f", "a\ufe0f", "©\ufe0f", "©", "™\ufe0f", "🀄\ufe0f", "🀅\ufe0f", "\u{1f3fb}\ufe0f", "\u{1f3fb}\u200d👨",
  "〰\ufe0f", "㊗\ufe0f", "👁\ufe0f\u200d🗨\ufe0f", "🧑🏻\u200d🤝\u200d🧑🏿", "👯\u200d♀\ufe0f", "\u{1fc00}\u200d\u{1fffd}", "\u{1fc00}\ufe0f", "\u2764\ufe00", "☃\ufe0e\ufe0f", "👨\u200c👩",
];

// biome-ignore format: one item a line would be pages long
const JOINERS = [
  "می\u200cخواهم", "نامه\u200cای", "क्\u200dष", "क्\u200cष", "ന്\u200d", "ന്\u200dമ", "ශ්\u200dරී", "क\u200d", "\u200cم", "م\u200c", "م\u200ca", "a\u200cم", "م\u200c\u200cم",
  "م\u200c م", "م\u200c\u0301", "\u0301\u200cم", "a\u0301\u200cम", "\u0301\u200c\u0301", "a\u200cb", "א\u200cב", "ก\u200cข",
  "ᬓ\u200dᬓ", "ꦏ\u200cꦏ", "م\u200d\ufe0f", "\u034f\u200dم", "م\u0640\u200cم", "م\u200c۱", "م\u200c،", "ߊ\u200cߊ", "ᠠ\u200dᠠ",
  "ཀ\u200dཀ", "က\u200cက", "ក\u200cក", "ܐ\u200cܐ", "ࡀ\u200cࡀ", "தமி\u200cழ்", "م\u2060م", "م\u200bم", "م\u061cم", "م\u200eم",
  "م\u200d🚀", "👨\u200dم", "𑄃\u200d𑄃", "م\u{1e8d0}\u200c", "\ua8f2\u200c\ua8f2", "\u1cd0\u200cक", "\u1cd0\u200c\u1cd0", "ـ\u200c",
];

/** Joiners between any two characters that could or could not need them. */
const neighbours = fc.oneof(
  characterOf(letter),
  characterOf(mark),
  characterOf(inherited),
  characterOf(emoji),
  characterOf(pictographic),
  oneOf("a", "م", "क", "्", "1", " ", "\u0301", "\u{1f3fd}", "\ufe0f", "\ufe0e", "\u200d", "\u{e0067}"),
);
const joined = fc
  .tuple(
    fc.array(neighbours, { minLength: 0, maxLength: 2 }),
    oneOf("\u200c", "\u200d", "\u200d", "\ufe0f", "\ufe0e", "\u{e0067}\u{e007f}"),
    fc.array(neighbours, { minLength: 0, maxLength: 2 }),
  )
  .map(([before, joiner, after]) => before.join("") + joiner + after.join(""));

const LONE_SURROGATES = [
  "\ud800",
  "\udbff",
  "\udc00",
  "\udfff",
  "\udc00\ud800",
  "\ud83d",
  "\ud83d\ud83d\ude00",
];

// biome-ignore format: one item a line would be pages long
const PLACEHOLDERS = [
  "TODO", " TODO ", "TODO\n", "\ufeffTODO", "\u00a0TODO\u3000", "todo", "TODO.", "TODO\u200b", "TO DO", "\u0085TODO",
  "TODO: more", "TODO TODO", "\u180eTODO", "ＴＯＤＯ",
];

// biome-ignore format: one item a line would be pages long
const PLAIN = ["a", "Z", "9", "_", "-", ".", "/", "~", '"', "\\", "🦉", "𝔸", "ß", "İ", "ı", "Ω", "ſ", "K", "Å", "张", "\ufffd"];

/** One piece of text, a few characters at most. */
export const pieces: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: whiteSpaces },
  { weight: 1, arbitrary: characterOf(control) },
  { weight: 2, arbitrary: characterOf(defaultIgnorable) },
  { weight: 2, arbitrary: characterOf(format) },
  { weight: 1, arbitrary: characterOf(unassigned) },
  { weight: 1, arbitrary: characterOf(mark) },
  { weight: 1, arbitrary: characterOf(uppercase) },
  { weight: 1, arbitrary: anyCodePoint },
  { weight: 2, arbitrary: oneOf(...NEWER_THAN_15) },
  { weight: 3, arbitrary: oneOf(...CHANGED_BY_NFC) },
  { weight: 3, arbitrary: oneOf(...EMOJI) },
  { weight: 3, arbitrary: oneOf(...JOINERS) },
  { weight: 3, arbitrary: joined },
  { weight: 1, arbitrary: oneOf(...LONE_SURROGATES) },
  { weight: 1, arbitrary: oneOf(...PLACEHOLDERS) },
  { weight: 3, arbitrary: oneOf(...PLAIN) },
);

/** What a text becomes. */
export type Edit = (text: string) => string;

function insert(text: string, at: "start" | "middle" | "end", piece: string): string {
  const index = at === "start" ? 0 : at === "end" ? text.length : Math.floor(text.length / 2);
  return text.slice(0, index) + piece + text.slice(index);
}

const insertions = fc.tuple(pieces, oneOf("start" as const, "middle" as const, "end" as const)).map(
  ([piece, at]): Edit =>
    (text) =>
      insert(text, at, piece),
);

const replacements = fc.array(pieces, { minLength: 1, maxLength: 4 }).map(
  (parts): Edit =>
    () =>
      parts.join(""),
);

export const edits: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 3, arbitrary: insertions },
  { weight: 2, arbitrary: replacements },
  {
    weight: 1,
    arbitrary: oneOf(...PLACEHOLDERS).map(
      (text): Edit =>
        () =>
          text,
    ),
  },
);

/** Characters whose count differs before and after NFC, in UTF-16 and in code points, or in newer versions. */
// biome-ignore format: one item a line would be pages long
const UNITS = ["a", "🦉", "é", "e\u0301", "\u1100\u1161\u11a8", "\u0958", "\u{1d15e}", "\u{105d2}\u0307", "\u0897", "می\u200c"];

/** A text of about so many characters, alike or not, with or without white space at the ends. */
export function textsOfLength(...lengths: readonly number[]): fc.Arbitrary<string> {
  const ends = oneOf("", "", "", "", " ", "\n", "\ufeff", "\u3000", "\u0085", "\u200b", "\r\n");
  return fc
    .tuple(oneOf(...lengths), oneOf(...UNITS), oneOf("", "", "", "b", "🦉", "\u0301"), ends, ends)
    .map(([length, unit, last, before, after]) => {
      const rest = Math.max(0, length - Array.from(last).length);
      return before + unit.repeat(rest) + last + after;
    });
}
