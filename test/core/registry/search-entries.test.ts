import { expect, test } from "vitest";
import { searchEntries } from "../../../src/core/registry/entries.ts";
import { createRegistry } from "../../../src/core/registry/registry.ts";

const registry = createRegistry(
  [
    { id: "postal-code", name: "Postal code" },
    { id: "code-point", name: "Unicode code point" },
    { id: "iban", name: "Bank account" },
    { id: "zodíac", name: "ZODÍAC" },
  ],
  "2026-01-01T00:00:00Z",
);
const idsOf = (text: string, limit = 10) => searchEntries(registry, text, limit).map(({ id }) => id);

test("entries are found by their id or name, without case, and those that start with the text come first", () => {
  expect(idsOf("CODE")).toEqual(["code-point", "postal-code"]);
  expect(idsOf(" bank ")).toEqual(["iban"]);
  expect(idsOf("zodí")).toEqual(["zodíac"]);
  expect(idsOf("nothing")).toEqual([]);
  expect(idsOf("")).toHaveLength(4);
  expect(idsOf("", 2)).toEqual(["postal-code", "code-point"]);
});

test("a registry that is too large to be read as a whole is asked for the entry that is nearly the text", () => {
  const many = Array.from({ length: 10_001 }, (_, index) => ({
    id: `entry-${index}`,
    name: `Number ${index}`,
  }));
  const large = createRegistry(many, "2026-01-01T00:00:00Z");
  expect(searchEntries(large, "Entry_77", 10)).toEqual([{ id: "entry-77", name: "Number 77" }]);
  expect(searchEntries(large, "", 10)).toEqual([]);
});
