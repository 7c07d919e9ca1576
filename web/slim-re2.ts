/**
 * Leaves out of the browser's files what nothing of ours asks re2js for. Patterns are translated before it sees them: a
 * property such as `\p{L}` has become ranges of Unicode 15.0 by then, and case is never ignored, so its own tables are
 * not read. Nor do we match several patterns at once, have it translate, or print its programs. Of its five engines, the
 * one for every program and every text is enough for what a person types.
 */

const TABLES = /(static (?:CATEGORIES|SCRIPTS|FOLD_CATEGORIES|FOLD_SCRIPT) = new LazyMap\()\{.*?\n\t\}\)/gs;
const CLASSES =
  /^var (RE2Set|TranslateRegExpString|DFA|Backtracker|BitState|OnePass|AhoCorasick|Prefilter|PrefilterTree) = class.*?^\};/gms;
/** What only those need, or whoever replaces, splits, looks behind or prints. */
const METHODS =
  /^(\t(?:static )?(?:appendTo|matchSet|appendReplacementInternalJava|appendReplacementInternalJs|utf8ByteArrayToString|matchPrefixComplete|split|replaceAllFunc|allMatches|compileSet|lookBehind)\([^\n]*\) \{\n).*?^(?=\t\}\n)/gms;
/** Which engine runs, and what the others would need. */
const CHOICE =
  /(\texecuteEngine\(input, pos, anchor, ncap, lbState = null\) \{\n).*?(?=\t\treturn this\.doExecuteNFA\([^\n]*\n\t\}\n)/s;
const PREPARED =
  /const prefilter = PrefilterTree\.build\(re\);|re2\.prefilter = prefilter\.type[^;]*;|OnePass\.compile\(this\.prog\)/g;

/** A class such as [Kk] is compiled by way of these: all that fold to ASCII letters. */
const ASCII_ORBIT = "new Map([[75, 107], [107, 8490], [8490, 75], [83, 115], [115, 383], [383, 83]])";
const ORBIT = /decodeOrbit\("[^"]*"\)/g;
const PRINT = /(this\._Print = new UnicodeRangeTable\(decodeRanges\(")[^"]*/g;

export function slimRe2(code: string): string {
  const found = [TABLES, CLASSES, ORBIT, PRINT, METHODS, PREPARED].map((part) => code.match(part)?.length);
  if (found.join() !== "4,9,1,1,12,3" || !CHOICE.test(code))
    throw new Error("re2js is not written as it was. See what can be left out of it now.");
  return code
    .replace(TABLES, "$1{})")
    .replace(CLASSES, "var $1 = class {};")
    .replace(ORBIT, ASCII_ORBIT)
    .replace(PRINT, "$1")
    .replace(METHODS, "$1")
    .replace(PREPARED, (part) => (part.startsWith("OnePass") ? "null" : ""))
    .replace(CHOICE, "$1");
}

/** The parser of patterns has tables of the letters that names of groups may have. Browsers have them too. */
const LETTERS = /(function isLargeId(Start|Continue)\(cp\) \{\n).*?\n\}/gs;

/** Patterns are read with the flag u: neither as literals, nor with the flag v, nor as old scripts write them. */
const OTHER_FLAGS =
  /^( {4}(?:validateLiteral|validateFlags|validateFlagsInternal|eatRegExpBody|parseLiteral|onRegExpFlags|consumeClassSet\w+|consumeClassString\w*|consumeClassUnionRight|consumeNestedClass|onClass(?:Intersection|Subtraction|String)\w*|onStringAlternative\w+|consumeExtended\w+|consumeInvalidBracedQuantifier|consumeReverseSolidusFollowedByC|eatLegacyOctalEscapeSequence)\([^\n]*\) \{\n).*?^(?= {4}\}\n)/gms;

export function slimRegexpp(code: string): string {
  const found = [LETTERS, OTHER_FLAGS].map((part) => code.match(part)?.length);
  if (found.join() !== "2,32") throw new Error("regexpp is not written as it was.");
  return code
    .replace(LETTERS, "$1    return /\\p{ID_$2}/u.test(String.fromCodePoint(cp));\n}")
    .replace(OTHER_FLAGS, "$1");
}

export const slimRe2Plugin = () => ({
  name: "slim-re2",
  transform: {
    filter: { id: /node_modules\/(?:re2js\/build\/index\.js|@eslint-community\/regexpp\/index\.mjs)$/ },
    handler: (code: string, id: string) => ({
      code: id.endsWith(".mjs") ? slimRegexpp(code) : slimRe2(code),
      map: null,
    }),
  },
});
