/** The linear search for long texts finds exactly what the engine's own search finds. */
import { expect, test } from "vitest";
import { containsText } from "../../../src/core/similar/contains.ts";

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
  const cores = [1, 2, 3, 4, 5, 6, 7].flatMap((length) =>
    Array.from({ length: 2 ** length }, (_, bits) =>
      bits.toString(2).padStart(length, "0").replaceAll("0", "a").replaceAll("1", "b"),
    ),
  );
  for (const core of cores) {
    const part = core.repeat(70).slice(0, 70);
    for (const cut of [1, 4, 9, 31, 50, 66, 69])
      for (const between of ["", "a", "b"])
        for (const lost of [0, 1, 5]) {
          const text = part.slice(0, cut) + between + part.slice(lost) + part.slice(0, 30);
          expect(containsText(text, part), `${part} in ${text}`).toBe(text.includes(part));
        }
  }
});
