/** Tables of the pages that are made from definitions: they follow a comment with their name. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isUpdating } from "./claim.ts";

export type Cells = readonly string[];

/** The heading first. */
export function tableOf(heading: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells) => `| ${cells.join(" | ")} |\n`;
  return [line(heading), `|${"---|".repeat(heading.length)}\n`, ...rows.map(line)].join("");
}

/** Code in a cell. */
export const code = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``;

/** Compares each table with what is made now; `npm run docs` writes it. */
export function testTables(pageName: string, tables: Readonly<Record<string, () => string>>): void {
  const file = new URL(`../../docs/${pageName}`, import.meta.url);
  test.each(Object.keys(tables))(
    `${pageName}: the table of %s is as made (to update it, run npm run docs)`,
    (name) => {
      const text = readFileSync(file, "utf8");
      const place = new RegExp(`(?<=<!-- ${name} -->\n)(?:\\|.*\n)*`);
      const table = tables[name]!();
      expect(text, `a comment ${name}`).toMatch(place);
      if (isUpdating)
        writeFileSync(
          file,
          text.replace(place, () => table),
        );
      else expect(place.exec(text)?.[0]).toBe(table);
    },
  );
}
