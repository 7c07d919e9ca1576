/** The general categories and scripts of Unicode 15.0, whatever version the runtime or another library has. */
import { CATEGORY_NAMES, CATEGORY_RUNS, SCRIPTS } from "./unicode-tables.ts";

/** Alternating starts and ends of ranges in order. An end is the first code point that is not in the range. */
export type Bounds = readonly number[];

/** Reads a table: alternating distances, in base 36. */
export function decodeTable(table: string): Bounds {
  let at = 0;
  return table.split(" ").map((distance) => {
    at += Number.parseInt(distance, 36);
    return at;
  });
}

/** Sign, short and long name of each. */
function categories(): [string, string, string][] {
  return CATEGORY_NAMES.split("; ").map((names) => names.split(" ") as [string, string, string]);
}

/** All code points whose category, such as `Lu`, is asked for; only those below `limit`, give or take one range. */
export function inCategories(isAskedFor: (category: string) => boolean, limit = Infinity): Bounds {
  const askedFor = new Map(categories().map(([sign, category]) => [sign, isAskedFor(category)]));
  const bounds: number[] = [];
  let at = 0;
  for (const [, sign, length] of CATEGORY_RUNS.matchAll(/([^0-9a-z])([0-9a-z]*)/g)) {
    if (at >= limit) break;
    const end = at + (length === "" ? 1 : Number.parseInt(length!, 36));
    if (askedFor.get(sign!)) {
      if (bounds.at(-1) === at) bounds.pop();
      else bounds.push(at);
      bounds.push(end);
    }
    at = end;
  }
  return bounds;
}

let scriptTables: ReadonlyMap<string, string> | undefined;

function tableOf(script: string): string | undefined {
  scriptTables ??= new Map(
    SCRIPTS.split("; ").map((entry) => {
      const end = entry.indexOf(" ");
      return [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
  return scriptTables.get(script);
}

/** All code points of these scripts. */
export function inScripts(...scripts: readonly string[]): Bounds {
  const tables = scripts.map((script) => decodeTable(tableOf(script)!));
  if (tables.length === 1) return tables[0]!;
  // Scripts have no code point in common: their ranges only need to be put in order.
  return tables.flat().sort((one, other) => one - other);
}

export const isScript = (name: string): boolean => tableOf(name) !== undefined;

/** Groups of categories, and the other names of single ones, as in regular expressions. */
const OTHER_NAMES = new Map(
  Object.entries({
    ...{ Letter: "L", Mark: "M", Combining_Mark: "M", Number: "N", digit: "Nd" },
    ...{ Punctuation: "P", punct: "P", Symbol: "S", Separator: "Z", cntrl: "Cc" },
  }),
);

/** The short name of a category or of a group of them: `L` for `Letter`. */
export function categoryOf(name: string): string {
  return OTHER_NAMES.get(name) ?? categories().find(([, , long]) => long === name)?.[1] ?? name;
}
