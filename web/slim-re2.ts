/**
 * Leaves out of the browser's files what nothing of ours asks re2js for. Patterns are translated before it sees them: a
 * property such as `\p{L}` has become ranges of Unicode 15.0 by then, and case is never ignored, so its own tables are
 * not read. Nor do we match several patterns at once, have it translate, or print its programs.
 */

const TABLES = /(static (?:CATEGORIES|SCRIPTS|FOLD_CATEGORIES|FOLD_SCRIPT) = new LazyMap\()\{.*?\n\t\}\)/gs;
const CLASSES = /^var (?:RE2Set|TranslateRegExpString) = class (\w+) \{\n.*?^\};/gms;

/** A class such as [Kk] is compiled by way of these: all that fold to ASCII letters. */
const ASCII_ORBIT = "new Map([[75, 107], [107, 8490], [8490, 75], [83, 115], [115, 383], [383, 83]])";
const ORBIT = /decodeOrbit\("[^"]*"\)/g;
const PRINT = /(this\._Print = new UnicodeRangeTable\(decodeRanges\(")[^"]*/g;

export function slimRe2(code: string): string {
  const found = [TABLES, CLASSES, ORBIT, PRINT].map((part) => code.match(part)?.length);
  if (found.join() !== "4,2,1,1")
    throw new Error("re2js is not written as it was. See what can be left out of it now.");
  return code
    .replace(TABLES, "$1{})")
    .replace(CLASSES, "var $1 = class {};")
    .replace(ORBIT, ASCII_ORBIT)
    .replace(PRINT, "$1");
}

export const slimRe2Plugin = () => ({
  name: "slim-re2",
  transform: {
    filter: { id: /node_modules\/re2js\/build\/index\.js$/ },
    handler: (code: string) => ({ code: slimRe2(code), map: null }),
  },
});
