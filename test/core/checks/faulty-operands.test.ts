/** Of values that have an error nothing is concluded, and of all others everything is. */
import { expect, test } from "vitest";
import { codesOf, load, objectOf } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 20 };
const part = objectOf({ id: text, qty: { type: "integer" } }, { required: ["id", "qty"] });
const rule = (code: string, at: string, check: string, params: object) => ({
  ...{ code, at: [at], check, params, severity: "error", message: "No." },
});
const spec = load(
  objectOf({ main: text, other: text, parts: { type: "array", maxItems: 9, items: part } }),
  {},
  {
    rules: [
      rule("none-left", "/parts/*", "holds", { expression: "this.qty > 0" }),
      rule("compared", "/main", "compare", { is: "contained-in", to: "/parts/*/id" }),
      rule("asked", "/other", "holds", {
        expression: "!has(root.parts) || root.parts.exists(part, part.id == this)",
      }),
    ],
    docs: Object.fromEntries(
      ["none-left", "compared", "asked"].map((code) => [code, { summary: "It is wrong.", fix: "Do." }]),
    ),
  },
);

test.each([
  ["is of another type", ["z"], ["type-mismatch at /parts/0"]],
  ["has a member of another type", [{ id: 5, qty: 1 }], ["type-mismatch at /parts/0/id"]],
  ["lacks the member", [{ qty: 1 }], ["member-missing at /parts/0/id"]],
  [
    "breaks a rule of its own, which says nothing about the member",
    [{ id: "a", qty: 0 }],
    ["compared at /main", "asked at /other", "none-left at /parts/0"],
  ],
])("an item that %s", (_, parts, expected) => {
  expect(codesOf(spec, { main: "z", other: "z", parts })).toEqual(expected);
});
