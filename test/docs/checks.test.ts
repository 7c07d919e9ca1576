/** docs/checks.md: its tables are made from the definitions, and no check is missing. */
import { expect, test } from "vitest";
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import { CHARACTER_CLASSES } from "../../src/core/unicode/unicode.ts";
import { testTables } from "./made-table.ts";
import { codeIn, readPage, type Table } from "./markdown.ts";
import { REFERENCE_TABLES } from "./reference-tables.ts";

testTables("checks.md", REFERENCE_TABLES);

const page = readPage("checks.md");

test("has a section for each check", () => {
  const sections = page.sections.flatMap((section) => /^`(.*)`$/.exec(section)?.[1] ?? []);
  expect(sections).toEqual(CHECKS.map(({ name }) => name));
});

test("lists all classes of unsafe characters", () => {
  const shown = page.parts
    .filter((part): part is Table => part.kind === "table" && part.section === "`no-unsafe-characters`")
    .flatMap(({ rows }) => rows.map(([name]) => codeIn(name!)[0]));
  expect(shown).toEqual(expect.arrayContaining(CHARACTER_CLASSES));
});
