/** The linear search for long texts finds exactly what the engine's own search finds. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { containsText } from "../../../src/core/text/contains.ts";

test.each<[string, string, boolean]>([
  ["", "", true],
  ["abc", "b", true],
  ["abc", "d", false],
  ["a".repeat(65), "a".repeat(65), true],
  ["a".repeat(64), "a".repeat(65), false],
  [`b${"a".repeat(65)}`, "a".repeat(65), true],
  [`${"a".repeat(64)}b${"a".repeat(65)}`, "a".repeat(65), true],
  [`${"a".repeat(64)}b${"a".repeat(64)}`, "a".repeat(65), false],
  [`${"ab".repeat(40)}c`, `${"ab".repeat(35)}c`, true],
  [`${"ab".repeat(40)}d`, `${"ab".repeat(35)}c`, false],
])("%#", (text, part, expected) => {
  expect(containsText(text, part)).toBe(expected);
});

test("texts of two letters, which have many false starts", () => {
  const letters = (minLength: number, maxLength: number) =>
    fc.array(fc.constantFrom("a", "b"), { minLength, maxLength }).map((parts) => parts.join(""));
  // A short text that is repeated overlaps with itself in many ways.
  const repeated = fc.tuple(letters(1, 6), fc.integer({ min: 65, max: 90 })).map(([unit, length]) => {
    return unit.repeat(90).slice(0, length);
  });
  fc.assert(
    fc.property(repeated, letters(0, 9), letters(0, 9), fc.nat(80), (part, before, after, lost) => {
      const text = before + part.slice(0, lost) + part + after;
      expect(containsText(text, part)).toBe(true);
      const other = part.slice(0, -1) + (part.endsWith("a") ? "b" : "a");
      expect(containsText(text, other)).toBe(text.includes(other));
    }),
    { numRuns: 300 },
  );
});
