/** Runs docs/spec-packages.md: loads every package, checks every candidate, tries every line of its table. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import { BUILT_IN_CODES, SPEC_PACKAGE_SCHEMA } from "../../src/core/index.ts";
import { checkSpecPackage } from "../../src/core/publishing/advice.ts";
import { readDomainsFile } from "../../src/service/settings/domains-file.ts";
import { isUpdating } from "./claim.ts";
import { testTables } from "./made-table.ts";
import { readPage } from "./markdown.ts";
import { REFUSED_PACKAGES } from "./refused-packages.ts";
import { load, replay } from "./replay.ts";
import { codeOf, readTheme, reportedBy, THEME_FILE, waysTable } from "./spec-packages-page.ts";
import { WAYS } from "./what-to-write.ts";

const page = readPage("spec-packages.md");
const { document, files, idle, claims } = replay(page);

test.skipIf(isUpdating)("everything that the page shows is so", () => {
  for (const { title, shown, actual } of claims) expect(actual, title).toEqual(shown);
});

test("every block is run", () => {
  expect(idle.map(({ role }) => role).filter((role) => role !== "output")).toEqual([]);
});

test("the steps make the package beside the page, which has three expressions and gets no advice", () => {
  const order = Object.keys(SPEC_PACKAGE_SCHEMA.properties);
  const members = Object.entries(document).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  if (isUpdating && !isDeepStrictEqual(JSON.parse(readTheme()), document))
    writeFileSync(THEME_FILE, `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`);
  expect(JSON.parse(readTheme())).toEqual(document);
  expect(document.rules.filter(({ check }) => check === "holds")).toHaveLength(3);
  expect(checkSpecPackage(document).findings).toEqual([]);
});

test("the service accepts the configuration shown", () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-docs-"));
  const path = join(folder, "domains.json");
  writeFileSync(path, files.get("domains.json")!);
  const reading = readDomainsFile(path);
  rmSync(folder, { recursive: true });
  const { targetProduct, domainId } = load(document);
  expect(reading).toMatchObject([{ targetProduct, domainId }]);
});

testTables("spec-packages.md", { "what to write": waysTable });

describe("what to write", () => {
  test("has 40 lines or more, with every check among them", () => {
    expect(WAYS.length).toBeGreaterThanOrEqual(40);
    const used = WAYS.flatMap(({ rule }) => rule?.check ?? []);
    expect(CHECKS.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([]);
  });

  test.each(WAYS.map((way) => [way.say, way] as const))("%s", (_, way) => {
    const { passes, fails } = reportedBy(way);
    expect(passes).toEqual([]);
    expect(fails.map(({ code }) => code)).toEqual([codeOf(way)]);
  });
});

test("every code in the loader's sources has a package that is refused for it", () => {
  const schema = readdirSync(new URL("../../src/core/schema/compile", import.meta.url)).map(
    (name) => `schema/compile/${name.replace(/\.ts$/, "")}`,
  );
  const files = [
    ...["load", "examples"].map((name) => `publishing/${name}`),
    ...["rules", "compile-rules", "normalization"].map((name) => `spec-package/${name}`),
    "schema/compile-schema",
    ...schema,
  ];
  const sources = files.map((name) =>
    readFileSync(new URL(`../../src/core/${name}.ts`, import.meta.url), "utf8"),
  );
  const codes = new Set(sources.join("\n").match(/(?<=")[a-z]+(?:-[a-z]+)+(?=")/g));
  for (const { code } of BUILT_IN_CODES) codes.delete(code);
  expect(codes.size).toBeGreaterThan(20);
  expect(Object.keys(REFUSED_PACKAGES)).toEqual(expect.arrayContaining([...codes]));
});
