/**
 * Leaves out of the browser's files what nothing of ours asks re2js for. Patterns are translated before it sees them: a
 * property such as `\p{L}` has become ranges of Unicode 15.0 by then, so its own tables are never read. Nor do we match
 * several patterns at once, or have it translate.
 */

const TABLES = /(static (?:CATEGORIES|SCRIPTS|FOLD_CATEGORIES|FOLD_SCRIPT) = new LazyMap\()\{.*?\n\t\}\)/gs;
const CLASSES = /^var (?:RE2Set|TranslateRegExpString) = class (\w+) \{\n.*?^\};/gms;

export function slimRe2(code: string): string {
  if (code.match(TABLES)?.length !== 4 || code.match(CLASSES)?.length !== 2)
    throw new Error("re2js is not written as it was. See what can be left out of it now.");
  return code.replace(TABLES, "$1{})").replace(CLASSES, "var $1 = class {};");
}

export const slimRe2Plugin = () => ({
  name: "slim-re2",
  transform: {
    filter: { id: /node_modules\/re2js\/build\/index\.js$/ },
    handler: (code: string) => ({ code: slimRe2(code), map: null }),
  },
});
