/** Every line of the threat model has a test, and the test is there. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/threat-model.md", import.meta.url), "utf8");
const [, promises = ""] = page.split("## What holds");
const rows = promises
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(1);

test.each(rows)("%s", (row) => {
  const [, target = ""] = /\]\(\.\.\/(test\/[^)]+)\) \|$/.exec(row) ?? [];
  expect(target).toMatch(/\.test\.ts$/);
  const file = new URL(`../../${target}`, import.meta.url);
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, "utf8")).toMatch(/\b(?:test|it)(?:\.each)?\(/);
});

test("there are some", () => expect(rows.length).toBeGreaterThan(15));
