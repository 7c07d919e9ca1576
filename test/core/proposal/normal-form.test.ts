/** What a build would make of a candidate is judged as well, wherever in the schema its texts are. */
import { expect, test } from "vitest";
import { codesOf, load, objectOf, type Schema } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 20 };
const named = objectOf({ name: text });
const kinds = {
  oneOf: [
    { type: "object", properties: { kind: { const: "named" }, name: text }, required: ["kind"] },
    { type: "object", properties: { kind: { const: "other" } }, required: ["kind"] },
  ],
};

test.each<[string, Schema, string, (name: string) => unknown]>([
  ["a member", text, "/x", (name) => name],
  ["a member of an object", named, "/x/name", (name) => ({ name })],
  ["items of a list", { type: "array", items: text, maxItems: 3 }, "/x/*", (name) => ["a", name]],
  ["a text or null", { type: ["string", "null"], maxLength: 20 }, "/x", (name) => name],
  ["an alternative", kinds, "/x/name", (name) => ({ kind: "named", name })],
  ["an alternative beside the one that describes it", kinds, "/x/name", (name) => ({ kind: "other", name })],
  [
    "a condition that is not met",
    {
      type: "object",
      properties: { is: { type: "boolean" } },
      if: { properties: { is: { const: true } } },
      else: { properties: { name: text } },
    },
    "/x/name",
    (name) => ({ name }),
  ],
])("%s", (_where, schema, at, sent) => {
  const taken = { not: { const: { x: sent("taken") } } };
  const spec = load({ ...objectOf({ x: schema }), ...taken }, {}, { normalization: { prose: [at] } });
  expect(codesOf(spec, { x: sent("free ") })).toEqual([]);
  expect(codesOf(spec, { x: sent("taken") })).toHaveLength(1);
  expect(codesOf(spec, { x: sent("taken ") })).toEqual(codesOf(spec, { x: sent("taken") }));
});
