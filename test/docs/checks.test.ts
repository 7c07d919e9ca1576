/** docs/checks.md is complete, and its examples report what it says. */
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import { CHARACTER_CLASSES } from "../../src/core/unicode/characters.ts";
import { isValueType, VALUE_TYPES } from "../../src/core/values/value-types.ts";
import { isUpdating } from "./claim.ts";
import { type Block, codeIn, readPage, type Table } from "./markdown.ts";
import { replay } from "./replay.ts";
import { tablesOf } from "./rows.ts";

const page = readPage("checks.md");
const { document } = replay(readPage("spec-packages.md"));
const { claims, idle } = replay(page, document);

test.skipIf(isUpdating)("everything that the page shows is so", () => {
  for (const { title, shown, actual } of claims) expect(actual, title).toEqual(shown);
});

const sectionText = (name: string) =>
  page.text.split(/^## /m).find((section) => section.startsWith(`\`${name}\`\n`)) ?? "";

describe.each(CHECKS.map((check) => ({ check, name: check.name })))("$name", ({ check }) => {
  const inSection = page.parts.filter(({ section }) => section === `\`${check.name}\``);

  test("has a section with its summary", () => {
    expect(sectionText(check.name)).toContain(`\n${check.summary}\n`);
    expect(page.text).toContain(`| [\`${check.name}\`](#${check.name}) |`);
  });

  test("lists its parameters and which are required", () => {
    const { properties = {}, required = [] } = check.params as {
      properties?: Record<string, unknown>;
      required?: string[];
    };
    const table = inSection.find((part): part is Table => part.kind === "table");
    const rows = Object.keys(properties).length === 0 ? [] : (table?.rows ?? []);
    expect(rows.map(([param, needed]) => [codeIn(param!)[0], needed])).toEqual(
      Object.keys(properties).map((param) => [param, required.includes(param) ? "yes" : "no"]),
    );
    if (rows.length === 0) expect(sectionText(check.name)).toContain("\nNo params.\n");
  });

  test("lists its codes and fixes and shows a rule with what it reports", () => {
    for (const kind of check.kinds ?? []) expect(sectionText(check.name)).toContain(`\`<code>-${kind}\``);
    expect(sectionText(check.name)).toMatch(/\nCodes: /);
    expect(sectionText(check.name)).toMatch(/\nFixes: /);
    const rules = inSection.filter((part): part is Block => part.kind === "block" && part.role === "rule");
    expect(rules.length).toBeGreaterThan(0);
    for (const { text } of rules) {
      const rule = JSON.parse(text);
      expect(rule.check).toBe(check.name);
      const codes: string[] = check.kinds?.map((kind) => `${rule.code}-${kind}`) ?? [rule.code];
      const said = inSection.flatMap((part) =>
        part.kind === "block" && part.role === "says" ? [part.text] : [],
      );
      for (const code of codes) expect(said.join("\n")).toContain(` ${code} at `);
    }
  });
});

test("has no other sections", () => {
  const named = page.sections.flatMap((section) => /^`(.*)`$/.exec(section)?.[1] ?? []);
  expect(named).toEqual(CHECKS.map(({ name }) => name));
});

test("lists all classes of unsafe characters", () => {
  const shown = page.parts
    .filter((part): part is Table => part.kind === "table" && part.section === "`no-unsafe-characters`")
    .flatMap(({ rows }) => rows.map(([name]) => codeIn(name!)[0]));
  expect(shown).toEqual(expect.arrayContaining(CHARACTER_CLASSES));
});

describe("types of values", () => {
  const rows = tablesOf(page, "types").flatMap((table) => table.rows);

  test("lists all of them", () => {
    expect(rows.map(([type]) => codeIn(type!)[0])).toEqual(Object.keys(VALUE_TYPES));
  });

  test("its values are of the type, or not, as it says", () => {
    for (const [type, such, not] of rows) {
      const name = codeIn(type!)[0]!;
      if (!isValueType(name)) throw new Error(`no type ${name}`);
      for (const value of codeIn(such!))
        expect(VALUE_TYPES[name].test(JSON.parse(value), 0), value).toBe(true);
      for (const value of codeIn(not!))
        expect(VALUE_TYPES[name].test(JSON.parse(value), 0), value).toBe(false);
    }
  });
});

test("every block is run", () => {
  // The check that a reader adds is run in quoted-output.test.ts.
  const tried = ["check", "new-rule", "new-try", "new-says"];
  const others = idle.filter(({ language, role }) => language !== "sh" && !tried.includes(role));
  expect(others).toEqual([]);
});
