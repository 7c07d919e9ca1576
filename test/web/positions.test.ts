/** Where the parts of a JSON text stand and where it breaks, held against JSON.parse. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openJson } from "../../src/authoring/documents/json/json.ts";
import { pathAt } from "../../src/authoring/documents/places.ts";
import { findBroken } from "../../web/json/broken.ts";
import { draws } from "../support/random.ts";

test("every place of a text is where JSON.parse finds its value", () => {
  fc.assert(
    fc.property(
      fc.json({ noUnicodeString: false }),
      fc.constantFrom(undefined, 1, 2, "\t"),
      (text, indent) => {
        const value: unknown = JSON.parse(text);
        const written = JSON.stringify(value, null, indent);
        const document = openJson(written);
        const check = (there: unknown, path: readonly string[]): void => {
          const { start, end } = document.rangeOf(path, "value");
          expect(JSON.parse(written.slice(start.offset, end.offset))).toEqual(there);
          if (typeof there === "object" && there !== null)
            for (const [key, inner] of Object.entries(there)) check(inner, [...path, key]);
        };
        check(value, []);
      },
    ),
    { numRuns: draws(800) },
  );
});

test.each([
  ["", 1, 1, "There is nothing here yet."],
  ['{\n  "a": 1,\n}', 2, 9, "There is a comma too many, behind the last entry."],
  ["{'a': 1}", 1, 2, "There is a text in single quotes instead of double ones."],
  ['{"a" 1}', 1, 6, 'There is "1" where a colon is expected.'],
  ['{"a": "b', 1, 9, "It ends too early, inside a text."],
  ["{} {}", 1, 4, 'There is "{" behind its end.'],
])("%j breaks at line %i, column %i: %s", async (text, line, column, message) => {
  expect(await findBroken(text)).toMatchObject({ line, column, message });
});

test("deep nesting is refused without a deep stack", async () => {
  expect((await findBroken("[".repeat(100_000))).message).toBe("More than 500 brackets are open.");
});

test("an offset leads to the innermost place", () => {
  const text = '{"a": [1, {"b": true}]}';
  const document = openJson(text);
  expect(pathAt(document, text.indexOf("true") + 1).path).toEqual(["a", "1", "b"]);
  expect(pathAt(document, text.indexOf('"a"') + 1).path).toEqual(["a"]);
});
