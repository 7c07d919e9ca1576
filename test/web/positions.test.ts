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
  );
});

test("a text is broken exactly when JSON.parse refuses it", () => {
  const near = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "}", "]", "x", "\u0001", "0", "\\"))
    .map(([text, at, inserted]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + inserted + text.slice(place + 1);
    });
  fc.assert(
    fc.property(near, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect(findBroken(text) === undefined, text).toBe(isJson);
    }),
    { numRuns: draws(500) },
  );
});

test.each([
  ["", 1, 1, "There is nothing here yet."],
  ['{\n  "a": 1,\n}', 3, 1, 'There is a comma before "}" that must go.'],
  ["{'a': 1}", 1, 2, "Expected a member name in double quotes."],
  ["{a: 1}", 1, 2, "Expected a member name in double quotes."],
  ["['a']", 1, 2, "Strings need double quotes."],
  ['{"a" 1}', 1, 6, 'Expected ":" after the member name.'],
  ['["a" "b"]', 1, 6, 'Expected ",".'],
  ['{"a": "b', 1, 7, "A string is not closed."],
  ["{} {}", 1, 4, "The text goes on after the end of the value."],
])("%j breaks at line %i, column %i: %s", (text, line, column, message) => {
  expect(findBroken(text)).toMatchObject({ line, column, message });
});

test("deep nesting is refused without a deep stack", () => {
  const broken = findBroken("[".repeat(100_000) + "]".repeat(100_000));
  expect(broken?.message).toBe("The text is nested more than 1000 levels deep.");
});

test("an offset leads to the innermost place", () => {
  const text = '{"a": [1, {"b": true}]}';
  const document = openJson(text);
  expect(pathAt(document, text.indexOf("true") + 1).path).toEqual(["a", "1", "b"]);
  expect(pathAt(document, text.indexOf('"a"') + 1).path).toEqual(["a"]);
});
