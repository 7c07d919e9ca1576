/** Properties of characters in Unicode 15.0, read from that version's own tables and never from the runtime's. */
import defaultIgnorable from "@unicode/unicode-15.0.0/Binary_Property/Default_Ignorable_Code_Point/ranges.mjs";
import emoji from "@unicode/unicode-15.0.0/Binary_Property/Emoji/ranges.mjs";
import emojiModifier from "@unicode/unicode-15.0.0/Binary_Property/Emoji_Modifier/ranges.mjs";
import extendedPictographic from "@unicode/unicode-15.0.0/Binary_Property/Extended_Pictographic/ranges.mjs";
import prependedConcatenationMark from "@unicode/unicode-15.0.0/Binary_Property/Prepended_Concatenation_Mark/ranges.mjs";
import format from "@unicode/unicode-15.0.0/General_Category/Format/ranges.mjs";
import letter from "@unicode/unicode-15.0.0/General_Category/Letter/ranges.mjs";
import mark from "@unicode/unicode-15.0.0/General_Category/Mark/ranges.mjs";
import unassigned from "@unicode/unicode-15.0.0/General_Category/Unassigned/ranges.mjs";
import arabic from "@unicode/unicode-15.0.0/Script/Arabic/ranges.mjs";
import bengali from "@unicode/unicode-15.0.0/Script/Bengali/ranges.mjs";
import devanagari from "@unicode/unicode-15.0.0/Script/Devanagari/ranges.mjs";
import gujarati from "@unicode/unicode-15.0.0/Script/Gujarati/ranges.mjs";
import gurmukhi from "@unicode/unicode-15.0.0/Script/Gurmukhi/ranges.mjs";
import inherited from "@unicode/unicode-15.0.0/Script/Inherited/ranges.mjs";
import kannada from "@unicode/unicode-15.0.0/Script/Kannada/ranges.mjs";
import khmer from "@unicode/unicode-15.0.0/Script/Khmer/ranges.mjs";
import malayalam from "@unicode/unicode-15.0.0/Script/Malayalam/ranges.mjs";
import mandaic from "@unicode/unicode-15.0.0/Script/Mandaic/ranges.mjs";
import mongolian from "@unicode/unicode-15.0.0/Script/Mongolian/ranges.mjs";
import myanmar from "@unicode/unicode-15.0.0/Script/Myanmar/ranges.mjs";
import nko from "@unicode/unicode-15.0.0/Script/Nko/ranges.mjs";
import oriya from "@unicode/unicode-15.0.0/Script/Oriya/ranges.mjs";
import sinhala from "@unicode/unicode-15.0.0/Script/Sinhala/ranges.mjs";
import syriac from "@unicode/unicode-15.0.0/Script/Syriac/ranges.mjs";
import tamil from "@unicode/unicode-15.0.0/Script/Tamil/ranges.mjs";
import telugu from "@unicode/unicode-15.0.0/Script/Telugu/ranges.mjs";
import tibetan from "@unicode/unicode-15.0.0/Script/Tibetan/ranges.mjs";

interface Range {
  begin: number;
  /** The first code point after the range. */
  end: number;
}

/** A set of code points as one byte each: large, but nothing can be wrong with its lookup. */
function setOf(...tables: Range[][]): Uint8Array {
  const set = new Uint8Array(0x110000);
  for (const { begin, end } of tables.flat()) set.fill(1, begin, end);
  return set;
}

function without(set: Uint8Array, removed: Uint8Array): Uint8Array {
  return set.map((held, codePoint) => (held && !removed[codePoint] ? 1 : 0));
}

const LETTERS_AND_MARKS = setOf(letter, mark);
const UNASSIGNED = setOf(unassigned);
const EMOJI = setOf(emoji);
const EMOJI_MODIFIERS = setOf(emojiModifier);
const PICTOGRAPHS = setOf(extendedPictographic);
const INHERITED = setOf(inherited);
const INVISIBLE_FORMAT = without(setOf(format), setOf(prependedConcatenationMark));
const DEFAULT_IGNORABLE = setOf(defaultIgnorable);
const JOINING_SCRIPTS = setOf(
  arabic,
  syriac,
  mandaic,
  nko,
  mongolian,
  devanagari,
  bengali,
  gurmukhi,
  gujarati,
  oriya,
  tamil,
  telugu,
  kannada,
  malayalam,
  sinhala,
  myanmar,
  khmer,
  tibetan,
);

/** False for unassigned code points, noncharacters included. */
export const isAssigned = (codePoint: number) => UNASSIGNED[codePoint] === 0;
export const isLetterOrMark = (codePoint: number) => LETTERS_AND_MARKS[codePoint] === 1;
export const isEmoji = (codePoint: number) => EMOJI[codePoint] === 1;
export const isEmojiModifier = (codePoint: number) => EMOJI_MODIFIERS[codePoint] === 1;
export const isPictograph = (codePoint: number) => PICTOGRAPHS[codePoint] === 1;

/** Whether the script of a code point uses joiners in ordinary spelling. */
export const isOfJoiningScript = (codePoint: number) => JOINING_SCRIPTS[codePoint] === 1;

/** Marks that take the script of the letter before them. */
export const isOfInheritedScript = (codePoint: number) => INHERITED[codePoint] === 1;

/** Whether a reader cannot see it: all that is default-ignorable, and format characters that draw nothing. */
export const isInvisible = (codePoint: number) =>
  DEFAULT_IGNORABLE[codePoint] === 1 || INVISIBLE_FORMAT[codePoint] === 1;
