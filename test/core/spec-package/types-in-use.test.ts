/** What listDomains says about types and formats: those in use, each with a value that passes and one that does not. */
import { expect, test } from "vitest";
import { describeTypes } from "../../../src/core/spec-package/types-in-use.ts";
import { FORMATS, VALUE_TYPES } from "../../../src/core/values/value-types.ts";
import * as datagen from "../datagen.ts";
import { load, objectOf } from "../schema/small-package.ts";

test("the good value of every type and format passes, and the bad one does not", () => {
  for (const [name, { test, good, bad }] of [...Object.entries(VALUE_TYPES), ...FORMATS])
    expect([name, test(good, 0), test(bad, 0)]).toEqual([name, true, false]);
});

test("a package of records names the types of their fields", () => {
  const named = describeTypes(datagen.spec).map(({ type, format }) => type ?? format);
  expect(named).toEqual([
    ...["string", "integer", "number", "boolean", "date", "time", "datetime"],
    ...["uuid", "email", "url", "object", "array"],
  ]);
});

test("the types of single values are not named", () => {
  const spec = load(
    objectOf({ size: { enum: ["small", "large"] }, level: { enum: [1, 2] }, on: { const: true } }),
  );
  expect(describeTypes(spec).map(({ type }) => type)).toEqual(["object"]);
});

test("only what is in use is named", () => {
  const spec = load(
    objectOf({
      page: { type: "string", format: "uri" },
      size: { enum: ["small", "large"] },
      count: { type: "integer", minimum: 1 },
    }),
  );
  expect(describeTypes(spec)).toEqual([
    { type: "string", good: "Ada", bad: null },
    { type: "integer", good: 42, bad: "42" },
    { type: "object", good: { a: 1 }, bad: "{}" },
    { format: "uri", good: "https://example.org/", bad: "example.org" },
  ]);
});
