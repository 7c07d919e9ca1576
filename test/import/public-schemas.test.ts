/** Ten public JSON Schemas become spec packages without a hand edit. */
import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { importJsonSchema } from "../../src/core/importing/import-schema.ts";

const folder = new URL("./schemas/", import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(/\.json$/, ""));
const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));

const imported = new Map(
  names.map((name) => [name, importJsonSchema(read(name), { targetProduct: "public", domainId: "schema" })]),
);

test("there are ten", () => {
  expect(names).toHaveLength(10);
});

test.each(names)("%s loads after import, with no hand edits", (name) => {
  const result = imported.get(name)!;
  expect(result.ok ? [] : result.reasons).toEqual([]);
});

test.each(names)("the report on %s says what was done, with pointers into the schema", (name) => {
  const { report } = imported.get(name)!;
  expect(Object.keys(report.kept)).toContain("type");
  const schema = read(name);
  for (const { pointers, message } of [...report.translated, ...report.leftOut]) {
    expect(message).toMatch(/\.$/);
    expect(pointers.filter((pointer) => !leadsSomewhere(schema, pointer))).toEqual([]);
  }
});

test.each(names)("the example of %s is one that the schema itself accepts", (name) => {
  const result = imported.get(name)!;
  if (!result.ok) throw new Error("not imported");
  const Validator = name === "openapi-3.1" ? Ajv2020 : Ajv;
  const ajv = new Validator({ strict: false, loadSchema: () => Promise.resolve({}), logger: false });
  formats.default(ajv as never);
  const { $schema: _, ...schema } = read(name);
  for (const ref of JSON.stringify(schema).match(/(?<="\$ref":")https:[^"#]+/g) ?? []) ajv.addSchema({}, ref);
  const accepts = ajv.compile(schema);
  for (const { candidate } of result.document.examples.valid) {
    accepts(candidate);
    expect(accepts.errors ?? []).toEqual([]);
  }
});

/** Pointers may end in a keyword that the import added, so the last token need not be there. */
function leadsSomewhere(schema: unknown, pointer: string): boolean {
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  let value = schema;
  for (const token of tokens.slice(0, -1)) value = (value as Record<string, unknown> | undefined)?.[token];
  return value !== undefined;
}
