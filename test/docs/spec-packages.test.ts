/** Runs docs/spec-packages.md: loads every package, checks every candidate, tries every table. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BUILT_IN_CODES, SPEC_PACKAGE_SCHEMA, verifyPackage } from "../../src/core/index.ts";
import { SCHEMA_BOUNDS } from "../../src/core/schema/compile-schema.ts";
import { SPEC_PACKAGE_BOUNDS } from "../../src/core/spec-package/format/parts.ts";
import { readDomainsFile } from "../../src/service/settings/domains-file.ts";
import { put } from "./changes.ts";
import { isUpdating } from "./claim.ts";
import { codeIn, readPage } from "./markdown.ts";
import { contextOf, load, replay } from "./replay.ts";
import { rowsOf, tablesOf } from "./rows.ts";
import { buildExample, claimsOfSpecPackages, reasonsFor } from "./spec-packages-page.ts";

const page = readPage("spec-packages.md");
const replayed = replay(page);
const { document, files, idle } = replayed;
const spec = load(document);
const context = contextOf(document);
const reasonRows = rowsOf(page, "reasons");
const faultRows = rowsOf(page, "faults");

test.skipIf(isUpdating)("everything that the page shows is so", () => {
  for (const { title, shown, actual } of claimsOfSpecPackages(page)) expect(actual, title).toEqual(shown);
});

test("every block is run", () => {
  expect(idle.map(({ role }) => role).filter((role) => role !== "output")).toEqual([]);
  expect(replayed.claims.filter(({ place }) => !place).length).toBeGreaterThanOrEqual(9);
});

test("the finished package gets no advice", async () => {
  const { checkSpecPackage } = await import("../../src/core/publishing/advice.ts");
  expect(checkSpecPackage(document).findings).toEqual([]);
});

test("the service accepts the configuration shown", () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-docs-"));
  const path = join(folder, "domains.json");
  writeFileSync(path, files.get("domains.json")!);
  const reading = readDomainsFile(path);
  rmSync(folder, { recursive: true });
  expect(reading).toMatchObject({
    ok: true,
    domains: [{ targetProduct: spec.targetProduct, domainId: spec.domainId }],
  });
});

describe("what the loader refuses", () => {
  test("the tables list every code in the loader's sources", () => {
    const schema = ["compile"].flatMap((folder) =>
      readdirSync(new URL(`../../src/core/schema/${folder}`, import.meta.url)).map(
        (name) => `schema/${folder}/${name.replace(/\.ts$/, "")}`,
      ),
    );
    const files = [
      ...["load", "package-bounds", "declared-registries", "examples"].map((name) => `publishing/${name}`),
      ...["rules", "compile-rules", "rule-targets", "silent-rules"].map(
        (name) => `spec-package/rules/${name}`,
      ),
      ...["lists", "aliases", "normalization"].map((name) => `spec-package/${name}`),
      "schema/compile-schema",
      ...schema,
    ];
    const sources = files.map((name) =>
      readFileSync(new URL(`../../src/core/${name}.ts`, import.meta.url), "utf8"),
    );
    const codes = new Set(sources.join("\n").match(/(?<=")[a-z]+(?:-[a-z]+)+(?=")/g));
    expect(codes.size).toBeGreaterThan(20);
    expect(reasonRows.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
  });

  const inWords: Record<string, () => unknown> = {
    "package-too-large": () => put(document, "/description", "x".repeat(SPEC_PACKAGE_BOUNDS.bytes)),
    "package-too-deep": () =>
      put(
        document,
        "/examples/valid/0/candidate",
        nested(65, (inner) => [inner]),
      ),
    "schema-too-deep": () =>
      put(
        document,
        "/schema/properties/deep",
        nested(17, (inner) => ({ type: "array", items: inner })),
      ),
    "schema-too-large": () => {
      const properties = Object.fromEntries(
        Array.from({ length: SCHEMA_BOUNDS.nodes + 1 }, (_, index) => [
          `m${index}`,
          { $ref: "#/$defs/colour" },
        ]),
      );
      return put(document, "/schema/properties/large", { type: "object", properties });
    },
  };
  test("what the page describes in words", () => {
    for (const { code } of reasonRows.filter(({ change }) => !change))
      expect(reasonsFor(inWords[code]!()).map((reason) => reason.code)).toContain(code);
  });
});

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  return Array.from({ length: levels }).reduce(wrap, {});
}

describe("schema keywords", () => {
  const rows = tablesOf(page, "keywords").flatMap(({ rows }) => rows);

  /** Every keyword of JSON Schema 2020-12, by vocabulary. */
  const all = [
    ..."$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs form".split(" "),
    ..."prefixItems items contains additionalProperties properties patternProperties dependentSchemas".split(
      " ",
    ),
    ..."propertyNames if then else allOf anyOf oneOf not unevaluatedItems unevaluatedProperties".split(" "),
    ..."type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength".split(
      " ",
    ),
    ..."pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties".split(" "),
    ..."required dependentRequired format contentEncoding contentMediaType contentSchema".split(" "),
    ..."title description default deprecated readOnly writeOnly examples".split(" "),
  ];

  test("the table lists exactly the keywords that the loader accepts", () => {
    const known = all.filter((keyword) => {
      const reasons = reasonsFor(put(document, `/schema/${keyword}`, []));
      return !reasons.some(({ message }) => /is not a keyword|may not use/.test(message));
    });
    expect(rows.map(([keyword]) => codeIn(keyword!)[0]).sort()).toEqual(known.sort());
  });

  test("every example loads", () => {
    for (const [, , , cell] of rows.filter((cells) => cells[3] !== ""))
      load(put(document, "/schema/properties/extra", JSON.parse(codeIn(cell!)[0]!)));
  });
});

test("the limits are the ones in the code", () => {
  const { properties } = SPEC_PACKAGE_SCHEMA;
  const list = properties.lists.additionalProperties.properties;
  const shown = tablesOf(page, "bounds").flatMap(({ rows }) => rows);
  expect(
    Object.fromEntries(shown.map(([what, most]) => [what, Number(most!.replaceAll(",", ""))])),
  ).toMatchObject({
    bytes: SPEC_PACKAGE_BOUNDS.bytes,
    rules: SPEC_PACKAGE_BOUNDS.rules,
    "places in one rule's `at`": properties.rules.items.properties.at.maxItems,
    lists: SPEC_PACKAGE_BOUNDS.lists,
    "words in a list": SPEC_PACKAGE_BOUNDS.words,
    "aliases of a list": list.aliases.maxProperties,
    "characters of a word": list.values.items.maxLength,
    "members with `aliases`": properties.aliases.maxProperties,
    "`aliases` of a member": properties.aliases.additionalProperties.maxItems,
    "characters of a member's alias": properties.aliases.additionalProperties.items.maxLength,
    "levels that the schema describes": SCHEMA_BOUNDS.depth,
    "parts of the schema, with every `$ref` followed": SCHEMA_BOUNDS.nodes,
    "values of an `enum`": SCHEMA_BOUNDS.choices,
    "entries of `prose`": properties.normalization.properties.prose.maxItems,
    "entries of `sets`": properties.normalization.properties.sets.maxItems,
    "characters of a `summary` or a `fix`": properties.docs.additionalProperties.properties.summary.maxLength,
    "examples of each kind": SPEC_PACKAGE_BOUNDS.examples,
    "entries of the examples' registry": SPEC_PACKAGE_BOUNDS.registry,
  });
});

test("one table lists all codes that every package has", () => {
  expect(faultRows.map(({ code }) => code).sort()).toEqual(BUILT_IN_CODES.map(({ code }) => code).sort());
});

test("the receiving side accepts the package as it was built", () => {
  expect(verifyPackage(spec, buildExample(replayed), context)).toMatchObject({ valid: true, omitted: 0 });
});
