/** Where the parts of a JSON text stand, held against JSON.parse. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { child, parsePointer } from "../../src/core/json/pointer.ts";
import { lineOf, pointerAt, readPositions } from "../../web/json/positions.ts";

test("every place of a text is where JSON.parse finds its value", () => {
  fc.assert(
    fc.property(
      fc.json({ noUnicodeString: false }),
      fc.constantFrom(undefined, 1, 2, "\t"),
      (text, indent) => {
        const value: unknown = JSON.parse(text);
        const written = JSON.stringify(value, null, indent);
        const { spans, broken } = readPositions(written);
        expect(broken).toBeUndefined();
        for (const [pointer, { from, to }] of spans) {
          const there = parsePointer(pointer).reduce<unknown>(child, value);
          expect(JSON.parse(written.slice(from, to))).toEqual(there);
        }
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
      expect(readPositions(text).broken === undefined, text).toBe(isJson);
    }),
    { numRuns: 500 },
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
  expect(readPositions(text).broken).toMatchObject({ line, column, message });
});

test("deep nesting is refused without a deep stack", () => {
  const { spans, broken } = readPositions("[".repeat(100_000) + "]".repeat(100_000));
  expect([spans.size, broken?.message]).toEqual([0, "The text is nested more than 1000 levels deep."]);
});

test("an offset leads to the innermost place", () => {
  const text = '{"a": [1, {"b": true}]}';
  const positions = readPositions(text);
  expect(pointerAt(positions, text.indexOf("true") + 1)).toBe("/a/1/b");
  expect(pointerAt(positions, text.indexOf('"a"') + 1)).toBe("/a");
  expect(lineOf("a\nb\nc", 4)).toEqual({ line: 3, column: 1 });
});
