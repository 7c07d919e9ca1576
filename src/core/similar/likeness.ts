/**
 * How near two words or names are to each other. This is the only place that judges it: choices, lists, registries,
 * names of members and "did you mean" all ask here.
 */

import { groupBy, remember } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { ACCENT, isWordCharacter, lowerCase, normalizeUnicode, trimEnds } from "../unicode/unicode.ts";
import { ORDINARY_WORDS } from "./lexicon.ts";

// Two spellings of one word: what they have in common, and how much the rest says. Case, accents and the separators of
// words are notation. Signs, points and hyphens are not: `HIV-` is not `HIV`, nor `-4` the number 4.

const ASCII = /^[\0-\x7f]*$/;
/** Subscript digits, letters and digits in another width, and letters that are printed as one. */
const OTHER_FORM = /[\u2080-\u2089\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9d\ufb00-\ufb06]/;
const HYPHENS = /[\u2010\u2011\u2013]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

interface Spelling {
  /** Without white space at its ends, in NFC. */
  readonly text: string;
  /** The letters and digits, without case and accent. */
  readonly letters: readonly string[];
  readonly cased: readonly string[];
  readonly styles: readonly ("plain" | "form" | "other")[];
  /** What stands before each of them: `^` for nothing but a change of case, as in `firstName`, and `^^` for that sign. */
  readonly gaps: readonly string[];
  readonly end: string;
}

const NO_MARKS = /[^a-z0-9]/;

/** The letters and digits of an accepted word, without case and accents; of one that has none, the word. */
export function lettersOf({ spelled: text }: { readonly spelled: string }): string {
  if (text !== "" && !NO_MARKS.test(text)) return text;
  const letters = ASCII.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, "")
    : readSpelling(text).letters.join("");
  return letters === "" ? trimEnds(text) : letters;
}

function readSpelling(text: string): Spelling {
  const written = normalizeUnicode(trimEnds(text), "NFC");
  const letters: string[] = [];
  const cased: string[] = [];
  const gaps: string[] = [];
  const styles: Spelling["styles"][number][] = [];
  let gap = "";
  // An accent that stands alone, as in `d´or`, is a mark and no space.
  const take = (part: string, isUnit: boolean, style: (typeof styles)[number], character: string) => {
    if (isUnit) {
      letters.push(lowerCase(part));
      cased.push(part);
      styles.push(style);
      gaps.push(gap);
      gap = "";
    } else if (trimEnds(character) !== "") gap += style === "other" ? character : part === "^" ? "^^" : part;
    else if (!gap.endsWith(" ")) gap += " ";
  };
  for (const character of written) {
    if (character <= "\x7f") {
      take(character, LETTER_OR_DIGIT.test(character), "plain", character);
      continue;
    }
    const parts = normalizeUnicode(character, "NFKD");
    const isPlain = parts === normalizeUnicode(character, "NFD");
    const style = isPlain ? "plain" : OTHER_FORM.test(character) ? "form" : "other";
    for (const part of parts)
      if (!ACCENT.test(part)) take(part, isWordCharacter(part.codePointAt(0)!), style, character);
  }
  markCapitals(letters, cased, gaps);
  return { text: written, letters, cased, styles, gaps, end: gap };
}

const LETTER_OR_DIGIT = /[A-Za-z0-9]/;

/** Notes where a capital begins a word, as in `outputFields` and `HTTPServer`. */
function markCapitals(letters: readonly string[], cased: readonly string[], gaps: string[]): void {
  const isUpper = (index: number) => letters[index] !== cased[index];
  for (let index = 1; index < gaps.length; index++) {
    if (gaps[index] !== "" || !isUpper(index)) continue;
    const isLast = index + 1 >= gaps.length;
    const startsWord =
      !isUpper(index - 1) ||
      (!isLast && gaps[index + 1] === "" && !isUpper(index + 1) && !isDigit(letters[index + 1]!));
    if (startsWord) gaps[index] = "^";
  }
}

const isDigit = (letter: string): boolean => letter >= "0" && letter <= "9";

/**
 * How near two words are. Up to `LOST_MARKS` they have the same letters. From `SAME_MARKS` on, the author decides: the same
 * marks in another form, such as a real minus sign; others; and none where the other spelling has some.
 */
export const [EXACT, OTHER_CASE, SAME_WORD, JOINED, SAME_MARKS, OTHER_MARKS, LOST_MARKS] = [
  0, 1, 2, 3, 4, 5, 6,
] as const;
/** Here letters or words differ. */
export const [SLIP, ONE_EDIT, SAME_HEAD, TWO_EDITS, ABBREVIATION, SHARED_WORD] = [7, 8, 9, 10, 11, 12];
export const UNLIKE = Number.POSITIVE_INFINITY;

/** `undefined` if their letters differ. */
function nearness(sent: Spelling, meant: Spelling): number | undefined {
  if (sent.text === meant.text) return EXACT;
  const { length } = sent.gaps;
  if (length !== meant.gaps.length || length === 0) return undefined;
  for (let index = 0; index < length; index++)
    if (sent.letters[index] !== meant.letters[index]) return undefined;
  let worst: number = lowerCase(sent.text) === lowerCase(meant.text) ? OTHER_CASE : SAME_WORD;
  for (let index = 0; index < length; index++) {
    const [style, other] = [sent.styles[index]!, meant.styles[index]!];
    if (style !== other)
      worst = Math.max(worst, style === "other" || other === "other" ? SAME_MARKS : JOINED);
    const [gap, otherGap] = [sent.gaps[index]!, meant.gaps[index]!];
    if (gap !== otherGap)
      worst = Math.max(worst, gapBetween(gap, otherGap, sent.letters[index - 1], sent.letters[index]!));
  }
  if (sent.end !== meant.end) worst = Math.max(worst, marksBetween(sent.end, meant.end));
  return doesCaseTell(sent, meant) ? Math.max(worst, SAME_MARKS) : worst;
}

const isSeparator = (gap: string) => gap === " " || gap === "_" || gap === "-" || gap === ".";
const isSpace = (gap: string) => gap === " " || gap === "_";
const isNothing = (gap: string) => gap === "" || gap === "^";

function marksBetween(sent: string, meant: string): number {
  if (isNothing(sent) || isNothing(meant)) return LOST_MARKS;
  const [a, b] = [sent, meant].map((gap) =>
    normalizeUnicode(gap, "NFKD").replace(DASHES, "-").replaceAll(" ", ""),
  );
  return a === b ? SAME_MARKS : OTHER_MARKS;
}

function gapBetween(sent: string, meant: string, before: string | undefined, after: string): number {
  if (before !== undefined) {
    if (isNothing(sent) && isNothing(meant)) return OTHER_CASE;
    if (isSpace(sent) && isSpace(meant)) return SAME_WORD;
    if (!isDigit(before) && !isDigit(after)) {
      const [a, b] = [sent, meant].map((gap) => gap.replace(HYPHENS, "-")) as [string, string];
      if (isSeparator(a) && isSeparator(b)) return SAME_WORD;
      const [nothing, separator] = isNothing(a) ? [a, b] : [b, a];
      if (nothing === "^" ? isSeparator(separator) : nothing === "" && isSpace(separator)) return JOINED;
    }
  }
  return marksBetween(sent, meant);
}

/** How many letters a unit has at most. */
export const MAX_SYMBOL = 3;
/** Milli and mega, of which only the case tells, and bits and bytes. */
const [PREFIXED, OF_DATA] = [/^m(?:[gmslavwjnb]|hz|pa|ol)$/, /^[kmgtp]b$/];

/** Whether case could tell two short words apart: `mg/kg` and `Mg/kg`, but not `Low` and `low` or `timeoutMs`. */
export function doesCaseTell(sent: Spelling, meant: Spelling): boolean {
  const { letters, gaps } = sent;
  const isDivided = (index: number, byCapitals: boolean) => {
    if (isDigit(letters[index]!) || isDigit(letters[index - 1]!)) return true;
    const [gap, other] = [gaps[index]!, meant.gaps[index]!];
    return gap !== "" && other !== "" && (byCapitals || gap !== "^" || other !== "^");
  };
  const isCapital = (index: number) => gaps[index] === "^" || meant.gaps[index] === "^";
  // A capital inside `MSv` divides no words, and the one inside `sizeMb` does.
  for (const byCapitals of [false, true]) {
    for (let start = 0, end = 1; start < gaps.length; start = end++) {
      while (end < gaps.length && !isDivided(end, byCapitals)) end++;
      if (end - start > MAX_SYMBOL) continue;
      const a = sent.cased.slice(start, end).join("");
      const b = meant.cased.slice(start, end).join("");
      if (a !== b && isOtherSymbol(a, b, isCapital(start) || (start === 0 && byCapitals && isCapital(end))))
        return true;
    }
  }
  return false;
}

function isOtherSymbol(a: string, b: string, isCapitalFree: boolean): boolean {
  const lower = lowerCase(a);
  if (!isCapitalFree && PREFIXED.test(lower) && a[0] !== b[0] && a.slice(1) === b.slice(1)) return true;
  if (a === lower || b === lower) return false;
  const isMixed = (text: string) => text.slice(1) !== lower.slice(1) && text !== text.toUpperCase();
  return isMixed(a) || isMixed(b) || (OF_DATA.test(lower) && a[0] === b[0]);
}

/** The same for all spellings of a name; what stands at its ends or beside a digit counts. */
export function nameKey({ letters, styles, gaps, end }: Spelling): string {
  let key = "";
  for (let index = 0; index < gaps.length; index++) {
    const [gap, letter, before] = [gaps[index]!, letters[index]!, letters[index - 1]];
    if (gap !== "" && gap !== "^") {
      const isLoose =
        before !== undefined &&
        (isDigit(before) || isDigit(letter)
          ? isSpace(gap) && !(isDigit(before) && isDigit(letter))
          : isSeparator(gap.replace(HYPHENS, "-")));
      if (!isLoose) key += gap === "_" ? " " : gap;
    }
    key += styles[index] === "other" ? `^${letter}` : letter;
  }
  return key + end;
}

/** The signs and digits of a name and where they stand, which a slip of the hand must not change. */
const marksOf = (key: string): string => key.replace(/\p{L}+/gu, "a");

const MAX_LENGTH = 64;
const MAX_WORDS = 6;
const SEPARATORS = /[\s._\-–—]+/;

/** The same letters and digits in other case and with other separators: the likeliest one that is accepted. */
export function identifierFrom(text: string, isAccepted: (identifier: string) => boolean) {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = ASCII.test(text) ? text : withoutAccents(text);
  const words = plain.split(SEPARATORS).filter((word) => word !== "");
  if (words.length === 0 || words.length > MAX_WORDS || !/[A-Za-z]/.test(plain)) return undefined;
  if (!words.every((word) => /^[A-Za-z0-9]+$/.test(word))) return undefined;
  for (const identifier of spellingsOf(words)) if (isAccepted(identifier)) return identifier;
  return undefined;
}

const withoutAccents = (text: string) =>
  [...normalizeUnicode(text, "NFKD")].filter((character) => !ACCENT.test(character)).join("");

/** One after the other: the first ones are most likely to be accepted. */
function* spellingsOf(words: readonly string[]): Iterable<string> {
  const separators = ["-", "_", ".", ""];
  for (const separator of separators) if (separator !== "") yield words.join(separator);
  for (const separator of separators) yield lowerCase(words.join(separator));
  for (const separator of separators) yield words.join(separator).toUpperCase();
  const [first, ...others] = words;
  yield lowerCase(first!) + others.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  yield words.join("");
  // Codes such as postcodes, whose letters and digits stand apart.
  const parts = words.flatMap((word) => word.split(/(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)/));
  if (parts.length < 2) return;
  for (const code of [" ", "-", "."].map((separator) => parts.join(separator)))
    yield* [code, code.toUpperCase(), lowerCase(code)];
}

// Units: names and values in different ones mean different numbers.

/** By what they measure; the first of each group names the unit. One word can name several. */
const TABLE: Readonly<Record<string, string>> = {
  mass: "kg kilogram kilograms kilogramme kilogrammes kilo kilos kgs; g gram grams gramme grammes; mg milligram milligrams; µg ug mcg microgram micrograms; t tonne tonnes ton tons; short-ton ton tons; lb lbs pound pounds; oz ounce ounces; st stone stones; ct carat carats",
  length:
    "m metre metres meter meters; km kilometre kilometres kilometer kilometers kms; dm decimetre decimetres; cm centimetre centimetres centimeter centimeters; mm millimetre millimetres millimeter millimeters; µm um micrometre micrometres micron microns; nm nanometre nanometres; in inch inches; ft foot feet; yd yard yards; mi mile miles; nmi",
  area: "m² m2 sqm; km² km2; cm² cm2; mm² mm2; ha hectare hectares; ac acre acres; ft² ft2 sqft",
  volume:
    "l litre litres liter liters; ml millilitre millilitres milliliter milliliters cc; cl centilitre centilitres; dl decilitre; hl hectolitre hectolitres; m³ m3; cm³ cm3 cc; gal gallon gallons; pt pint pints; bbl barrel barrels",
  time: "s sec secs second seconds; ms millisecond milliseconds msec; µs us microsecond microseconds; ns nanosecond nanoseconds; min mins minute minutes m; h hr hrs hour hours; d day days; wk week weeks; mo month months; yr year years a",
  temperature: "°C C celsius centigrade; °F F fahrenheit; K kelvin kelvins",
  speed: "m/s mps; km/h kmh kph; mph; kn kt knot knots",
  power: "W watt watts; kW kilowatt kilowatts; MW megawatt megawatts; mW milliwatt milliwatts; hp",
  energy: "J joule joules; kJ kilojoule kilojoules; Wh; kWh; MWh; cal; kcal",
  pressure: "Pa pascal pascals; hPa hectopascal; kPa; bar bars; mbar millibar; psi; atm",
  electricity: "V volt volts; kV; mV; A amp amps ampere amperes; mA; Ah; mAh; Ω ohm ohms",
  frequency: "Hz hertz; kHz; MHz; GHz; rpm",
  data: "B byte bytes; kB kilobyte kilobytes; MB megabyte megabytes; GB gigabyte gigabytes; TB terabyte terabytes; KiB; MiB; GiB; TiB; bit bits; kbit; Mbit; Gbit",
  share: "% percent pct; ‰ permille; ppm; ppb",
  angle: "° deg degree degrees; rad radian radians",
  // ISO 4217, and what else people write for some of them.
  money:
    "EUR € euro euros; USD $ dollar dollars; CAD $ dollar dollars; AUD $ dollar dollars; NZD $ dollar dollars; HKD $ dollar dollars; SGD $ dollar dollars; MXN $ peso pesos; GBP £ pound pounds; JPY ¥ yen; CNY ¥ yuan; CHF franc francs; SEK krona kronor; NOK krone kroner; DKK krone kroner; INR ₹ rupee rupees; cent cents; " +
    "AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CDF CLP COP CRC CUP CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HNL HTG HUF IDR ILS IQD IRR ISK JMD JOD KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MYR MZN NAD NGN NIO NPR OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG"
      .split(" ")
      .join("; "),
};

type Unit = Readonly<Record<"name" | "measures", string>>;

const UNITS = Object.entries(TABLE).flatMap(([measures, groups]) =>
  groups.split("; ").flatMap((group) => {
    const words = group.split(" ");
    return words.map((word) => ({ word, name: words[0]!, measures }));
  }),
);
const BY_WORD = groupBy(UNITS, ({ word }) => word);
const BY_LOWER_CASE = groupBy(UNITS, ({ word }) => word.toLowerCase());

/** Shorter words at the end of a name say what is measured only together with a value of the same kind. */
const MIN_TELLING = 2;
/** At the end of a name they mean something else as often: a minimum, a check-in. */
const NO_UNITS_OF_NAMES = new Set(["min", "in", "a", "st", "mo", "kn", "all", "top", "try", "mad", "cup"]);

function areOtherUnits(word: string, other: string): boolean {
  const [one, another] = [unitsOf(word, {}, true), unitsOf(other, {}, true)];
  return one.length > 0 && another.length > 0 && !haveCommon("name", one, another);
}

const haveCommon = (what: keyof Unit, units: readonly Unit[], others: readonly Unit[]): boolean =>
  units.some((unit) => others.some((other) => other[what] === unit[what]));

function unitsOf(word: string, own: Readonly<Record<string, readonly string[]>>, isOfName: boolean) {
  const declared = Object.entries(own).flatMap(([name, words]) =>
    [name, ...words].some((other) => other.toLowerCase() === word.toLowerCase())
      ? (BY_WORD.get(name) ?? [{ name, measures: "" }])
      : [],
  );
  if (declared.length > 0) return declared;
  const lower = word.toLowerCase();
  if (isOfName) return NO_UNITS_OF_NAMES.has(lower) ? [] : (BY_LOWER_CASE.get(lower) ?? []);
  // The case of a symbol tells units apart, that of a longer word does not.
  return BY_WORD.get(word) ?? (word.length > MIN_TELLING ? BY_LOWER_CASE.get(lower) : undefined) ?? [];
}

/** Whether a value is in a unit that is plainly another one than its member's name ends with, or than stands beside it. */
export function isOtherUnit(
  left: string,
  name: string,
  beside: readonly unknown[],
  own: Parameters<typeof unitsOf>[1],
): boolean {
  const sent = unitsOf(left.replace(/\.$/, ""), own, false);
  if (sent.length === 0) return false;
  const differs = (units: readonly Unit[], isSure: boolean) =>
    units.length > 0 && !haveCommon("name", units, sent) && (isSure || haveCommon("measures", units, sent));
  const end = name.slice(-MAX_WORD_LENGTH).replace(/[\d\s_.-]+$/, "");
  const last = /(?:\p{Lu}+|\p{L})\p{Ll}*$/u.exec(end)?.[0] ?? "";
  if (differs(unitsOf(last, own, true), last.length >= MIN_TELLING)) return true;
  const isMoney = sent.some(({ measures }) => measures === "money");
  const currencies = beside.filter((value) => typeof value === "string" && /^[A-Z]{3}$/.test(value));
  return isMoney && currencies.some((value) => differs(unitsOf(String(value), own, false), false));
}

/** Shorter words are too near each other for a slip, and must start alike. */
const MIN_SLIP = 5;
const MIN_TWO_EDITS = 8;
const MIN_ABBREVIATION = 3;
export const COMPARED_PER_UNIT = 6;
/** Longer texts are not compared letter by letter. */
export const MAX_WORD_LENGTH = 64;

/** A text in the forms in which it is compared. Most comparisons need few of them, so each is made when it is asked for. */
export class Word {
  static readonly of = remember(2_048, MAX_WORD_LENGTH, (text) => new Word(text));

  readonly spelling: Spelling;
  readonly letters: string;
  #key: string | undefined;
  #words: readonly string[] | undefined;
  #stems: readonly string[] | undefined;
  #digits: string | undefined;

  private constructor(text: string) {
    this.spelling = readSpelling(text);
    this.letters = this.spelling.letters.join("");
  }

  /** Equal for all spellings of a member's name. */
  get key(): string {
    this.#key ??= nameKey(this.spelling);
    return this.#key;
  }

  get words(): readonly string[] {
    this.#words ??= wordsIn(this.spelling);
    return this.#words;
  }

  /** The words without plurals. */
  get stems(): readonly string[] {
    this.#stems ??= this.words.map(singular);
    return this.#stems;
  }

  /** With the marks that are drawn over or around a letter: words that differ in them mean different things. */
  get digits(): string {
    this.#digits ??= HAS_DIGIT.test(this.letters) ? this.letters.replace(NO_DIGITS, " ") : " ";
    return this.#digits;
  }
}

/** Of a text without letters and digits, the text. */
export const lettersOrText = ({ letters, spelling }: Word): string => letters || spelling.text;

const HAS_DIGIT = /[\u0334-\u0338\u1abe\u20d0-\u20ff0-9]/;
const NO_DIGITS = new RegExp(`${HAS_DIGIT.source.replace("[", "[^")}+`, "g");
const NOT_ASCII = /[^\0-\x7f]/;
/** The words that one request was asked about. */
const WORDS = {};

/** A text that was sent, if there is enough left to read it. Letters beyond ASCII are taken apart one by one. */
export function readWord(text: string, meter: Meter): Word | undefined {
  return meter.recall(WORDS, text, () => {
    // A ligature can stand for many letters.
    const effort = NOT_ASCII.test(text) ? normalizeUnicode(text, "NFKD").length : text.length >> 4;
    return meter.spend(1 + effort) ? Word.of(text) : undefined;
  });
}

/** `outputFields`, `date-released` and `REPORT_EVERY` have two words each. */
function wordsIn({ letters, gaps }: Spelling): string[] {
  const words: string[] = [];
  let start = 0;
  const wordTo = (end: number) => letters.slice(start, end).join("");
  for (let index = 1; index < gaps.length; index++) {
    if (gaps[index] === "" && (!isDigit(letters[index]!) || isDigit(letters[index - 1]!))) continue;
    words.push(wordTo(index));
    start = index;
  }
  if (gaps.length > 0) words.push(wordTo(gaps.length));
  return words;
}

/** How near what was sent is to a word; the smaller, the nearer. */
export function likeness(sent: Word, meant: Word): number {
  const same = nearness(sent.spelling, meant.spelling);
  if (same !== undefined) return same;
  // Most words have nothing in common, so opposites are looked for last.
  if (sent.letters === "" || meant.letters === "" || sent.digits !== meant.digits) return UNLIKE;
  const found = resemblance(sent, meant);
  return found !== UNLIKE && areOpposite(sent, meant) ? UNLIKE : found;
}

function resemblance(sent: Word, meant: Word): number {
  const [a, b] = [sent.letters, meant.letters];
  const length = Math.min(a.length, b.length);
  if (Math.max(a.length, b.length) > MAX_WORD_LENGTH) return UNLIKE;
  // Without its first letter a word of five has four: no slip, but most likely what was meant.
  const lacksFirst = b.length === MIN_SLIP && b.slice(1) === a;
  if ((length >= MIN_SLIP || a[0] === b[0] || lacksFirst) && editDistance(a, b, 1) <= 1)
    return isSlip(sent.words, meant.words) && marksOf(sent.key) === marksOf(meant.key) ? SLIP : ONE_EDIT;
  const [sentWords, meantWords] = [sent.stems, meant.stems];
  // Names that both have words of their own, such as a unit each, mean different things.
  const isPart = isWithin(sentWords, meantWords) || isWithin(meantWords, sentWords);
  const head = meantWords.at(-1)!;
  if (sentWords.at(-1) === head && (isPart || (isTelling(head) && !GENERIC_HEADS.has(head))))
    return SAME_HEAD;
  if (length >= MIN_TWO_EDITS && editDistance(a, b, 2) <= 2) return TWO_EDITS;
  if (isTelling(a) && b.startsWith(a)) return ABBREVIATION;
  if (isPart && sentWords.some(isTelling) && meantWords.some(isTelling)) return SHARED_WORD;
  const last = sentWords.at(-1)!;
  const isShortened = sentWords.length === meantWords.length && isTelling(last) && head.startsWith(last);
  return isShortened && isWithin(sentWords.slice(0, -1), meantWords) ? SHARED_WORD : UNLIKE;
}

const isWithin = (words: readonly string[], others: readonly string[]): boolean =>
  words.every((word) => others.includes(word));

/** Main words that say too little: many names end with them. */
const GENERIC_HEADS = new Set(
  "id name type kind date time code number count value size length text flag status url key".split(" "),
);

/** Words for one thing: what something is called, by which it is found, and what it is. */
const SAME_ASPECT = new Map(
  ["name title label", "id key code slug", "description summary text"].flatMap((group) =>
    group.split(" ").map((word) => [word, group] as const),
  ),
);

/** Whether two names may stand for one thing, as `name` and `title` do. */
export function areOfOneAspect(one: Word, other: Word): boolean {
  const [aspect, another] = [one, other].map(({ stems }) => SAME_ASPECT.get(stems.at(-1) ?? ""));
  return aspect !== undefined && aspect === another;
}

/** Whether a name says so little that anything may have a member of it. */
export const isOfAnything = ({ words: [word = "", more] }: Word): boolean =>
  more === undefined && (GENERIC_HEADS.has(word) || SAME_ASPECT.has(word));

const isTelling = (word: string) => word.length >= MIN_ABBREVIATION;

/** Regular English plurals are enough. */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

/** Ordinary words that nobody calls a member by: there, `tile` is `title` without a letter. */
const NEVER_NAMES = new Set(
  "curse even fist hose lean moth pace pint pride rage shot strong tack tile vale weigh".split(" "),
);

/** Colours and metres. */
const american = (word: string) => word.replace(/our$/, "or").replace(/re$/, "er");

/** Words that make names of opposite meaning, which are never each other's misspelling. */
const OPPOSITES = new Set(
  (
    "min/max minimum/maximum first/last start/end begin/end to/from before/after in/out input/output " +
    "old/new left/right top/bottom low/high lower/upper source/target open/close opened/closed " +
    "width/height created/updated net/gross sender/receiver buyer/seller parent/child on/off buy/sell " +
    "debit/credit increment/decrement enabled/disabled " +
    // No opposites, but as different, and one letter apart.
    "county/country contact/contract casual/causal marital/martial status/statue trial/trail angel/angle"
  )
    .split(" ")
    .flatMap((pair) => [pair, pair.split("/").reverse().join("/")]),
);
const NEGATIONS = new Set(["un", "in", "im", "non", "not", "no", "dis", "anti", "de"]);

function areOpposite(a: Word, b: Word): boolean {
  const beyond = ({ words }: Word, other: Word) => words.filter((word) => !other.words.includes(word));
  const [onlyA, onlyB] = [beyond(a, b), beyond(b, a)];
  if (isNegation(a.letters, b.letters) || isNegation(b.letters, a.letters)) return true;
  const negates = (words: readonly string[], others: readonly string[]) =>
    words.some((word) => others.some((other) => isNegation(word, other)));
  if (negates(onlyA, b.words) || negates(onlyB, a.words)) return true;
  if ([...onlyA, ...onlyB].some((word) => word === "not" || word === "no" || word === "non")) return true;
  // Names that end with different units mean different numbers.
  return onlyA.some((word) =>
    onlyB.some((other) => areOpposites(singular(word), singular(other)) || areOtherUnits(word, other)),
  );
}

/** As of `lessor` and `lessee`. */
const OPPOSITE_ENDINGS = new Set(["er/ee", "or/ee", "ee/er", "ee/or"]);

function areOpposites(word: string, other: string): boolean {
  if (OPPOSITES.has(`${word}/${other}`)) return true;
  const endings = `${word.slice(-2)}/${other.slice(-2)}`;
  return OPPOSITE_ENDINGS.has(endings) && word.slice(0, -2) === other.slice(0, -2);
}

/** Whether a word is another one with a prefix that makes it the opposite. */
const isNegation = (word: string, other: string): boolean =>
  word.endsWith(other) && NEGATIONS.has(word.slice(0, -other.length));

/** Where each key is, on a keyboard whose rows are shifted by about half a key. */
const KEYS = new Map(
  ["qwertyuiop", "asdfghjkl", "zxcvbnm"].flatMap((letters, row) =>
    [...letters].map((letter, column) => [letter, { row, at: column + row / 2 }] as const),
  ),
);

function doKeysTouch(a: string, b: string): boolean {
  const [one, other] = [KEYS.get(a), KEYS.get(b)];
  if (one === undefined || other === undefined || one === other) return false;
  return Math.abs(one.row - other.row) <= 1 && Math.abs(one.at - other.at) <= 1;
}

/** One letter dropped, added, swapped or hit beside in a word of five or more; never its first, never a digit. */
function isSlip(sentWords: readonly string[], meantWords: readonly string[]): boolean {
  // What has a word more, as `length_m` has, says more.
  if (sentWords.length > meantWords.length) return false;
  if (sentWords.length < meantWords.length) return isSlipAcross(sentWords.join(""), meantWords);
  const differing = sentWords.flatMap((word, index) => (word === meantWords[index] ? [] : [index]));
  const [index] = differing;
  return differing.length === 1 && isSlipInWord(sentWords[index!]!, meantWords[index!]!);
}

/** The same for a name that was written as one word. */
function isSlipAcross(sent: string, meantWords: readonly string[]): boolean {
  let before = "";
  for (const [index, word] of meantWords.entries()) {
    const after = meantWords.slice(index + 1).join("");
    const length = sent.length - before.length - after.length;
    const written = sent.slice(before.length, before.length + length);
    if (before + written + after === sent && isSlipInWord(written, word)) return true;
    before += word;
  }
  return false;
}

function isSlipInWord(sent: string, meant: string): boolean {
  if (meant.length < MIN_SLIP || sent === meant || sent[0] !== meant[0]) return false;
  // A word of its own, or who does something for what is done: `insurer` and `insured`.
  const one = singular(sent);
  const isWord = (ORDINARY_WORDS.has(sent) || ORDINARY_WORDS.has(one)) && !NEVER_NAMES.has(one);
  if (isWord && american(one) !== american(singular(meant))) return false;
  if (sent.replace(/ed$/, "er") === meant.replace(/ed$/, "er")) return false;
  const [x, y] = differenceOf(sent, meant);
  if (![...x, ...y].every(isLetter)) return false;
  if (x.length + y.length === 1) return true;
  if (x.length === 1 && y.length === 1) return doKeysTouch(x, y);
  return x.length === 2 && y.length === 2 && isSwapped(x, y);
}

const isLetter = (character: string): boolean => /\p{L}/u.test(character);
const isSwapped = (a: string, b: string): boolean => a[0] === b[1] && a[1] === b[0];

/** Of both, what stands between what they begin with and what they end with. */
function differenceOf(a: string, b: string): [string, string] {
  let [start, rows, columns] = [0, a.length, b.length];
  while (rows > 0 && columns > 0 && a.charCodeAt(rows - 1) === b.charCodeAt(columns - 1)) {
    rows--;
    columns--;
  }
  while (start < rows && start < columns && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  return [a.slice(start, rows), b.slice(start, columns)];
}

/** Optimal string alignment distance, or more than `most`, which is small: each edit is tried where the words differ. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  if (most === 0) return a === b ? 0 : 1;
  const [x, y] = differenceOf(a, b);
  if (x === "" || y === "") return x.length + y.length;
  const after = (ofX: number, ofY: number) => 1 + editDistance(x.slice(ofX), y.slice(ofY), most - 1);
  return Math.min(after(1, 1), after(1, 0), after(0, 1), isSwapped(x, y) ? after(2, 2) : most + 1);
}

/** Whether a name is that of an item of a list: `part` in `parts`. */
export function isOfItem(name: string, list: string | number | undefined, meter: Meter): boolean {
  const [one, other] = [name, String(list)].map((text) => readWord(text, meter)?.stems.at(-1));
  return one === other || one === "item" || one === "entry";
}
