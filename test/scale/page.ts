/** The page docs/scaling.md: its tables are made from the constants. */
import { readFileSync } from "node:fs";
import type { Constants } from "./model.ts";
import { constantsTable, partsTable, sizesTable } from "./tables.ts";

export function readConstants(): Constants {
  const file = new URL("../../test/scale/constants.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Constants;
}

/** A table follows a comment with its name and ends with an empty line. */
export function withTables(page: string, constants: Constants): string {
  const tables = { constants: constantsTable, sizes: sizesTable, parts: partsTable };
  return Object.entries(tables).reduce((text, [name, tableOf]) => {
    const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n\n|$(?![^]))`);
    if (!place.test(text)) throw new Error(`the page has no place for the table "${name}"`);
    return text.replace(place, (_, before: string) => `${before}\n${tableOf(constants)}\n\n`);
  }, page);
}
