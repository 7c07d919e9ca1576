/** Ten public JSON Schemas become spec packages without a hand edit. */
import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { synthesize } from "../../src/authoring/importing/examples.ts";
import { importJsonSchema } from "../../src/authoring/importing/import-schema.ts";
import { checkCandidate } from "../../src/core/proposal/check.ts";
import { createRegistry } from "../../src/core/registry/registry.ts";
import type { Json } from "../../src/core/types.ts";

const folder = new URL("./schemas/", import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(/\.json$/, ""));
const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));

const context = { registry: createRegistry([], "2026-11-01T00:00:00Z"), now: 0 };

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

function compile(name: string) {
  const Validator = name === "openapi-3.1" ? Ajv2020 : Ajv;
  const ajv = new Validator({ strict: false, logger: false });
  formats.default(ajv as never);
  const { $schema: _, ...schema } = read(name);
  for (const ref of JSON.stringify(schema).match(/(?<="\$ref":")https:[^"#]+/g) ?? []) ajv.addSchema({}, ref);
  return ajv.compile(schema);
}

/** Compiled once for both tests that ask it, because that takes most of their time. */
const validators = new Map(names.map((name) => [name, compile(name)]));

function specOf(name: string) {
  const result = imported.get(name)!;
  if (!result.ok) throw new Error("not imported");
  return result.spec;
}

test.each(names)("the example of %s is one that the schema itself accepts", (name) => {
  const accepts = validators.get(name)!;
  for (const { candidate } of specOf(name).document.examples.valid) {
    accepts(candidate);
    expect(accepts.errors ?? []).toEqual([]);
  }
});

/** What a package may refuse although the schema accepts it: formats are checked here, and patterns have a length. */
const STRICTER = ["text-format", "text-too-long", "placeholder-left"];

test.each(names)("the package of %s refuses nothing that the schema accepts", (name) => {
  const spec = specOf(name);
  const { schema } = spec.document;
  const accepts = validators.get(name)!;
  let accepted = 0;
  for (const candidate of candidatesFor(schema)) {
    if (!accepts(candidate)) continue;
    accepted++;
    const { diagnostics } = checkCandidate(spec, candidate, context);
    expect(
      diagnostics.filter(({ code, severity }) => severity === "error" && !STRICTER.includes(code)),
    ).toEqual([]);
  }
  expect(accepted).toBeGreaterThan(5);
});

/** Candidates of every size and branch, and each of them with every member in turn replaced by something else. */
function* candidatesFor(schema: Record<string, unknown>): Generator<Json> {
  for (let branch = 0; branch < 3; branch++) {
    for (const members of [0, 3, 12, 40]) {
      const candidate = synthesize(schema, schema, branch, members);
      yield candidate;
      if (typeof candidate !== "object" || candidate === null || Array.isArray(candidate)) continue;
      for (const [name, value] of Object.entries(candidate)) {
        for (const other of [true, 7, "text", [], ["text"], {}, { member: value }, null])
          yield { ...candidate, [name]: other };
        const { [name]: _, ...rest } = candidate;
        yield rest;
      }
    }
  }
}

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
