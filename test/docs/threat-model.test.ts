/** Every promise of docs/threat-model.md names tests that are there. Renaming one shows here. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const rows = read("docs/threat-model.md")
  .split("## What holds")[1]!
  .split("\n")
  .filter((line) => /^\| [A-Z]/.test(line))
  .map((line) => line.split(" | "));

test("there are promises", () => expect(rows.length).toBeGreaterThan(20));

test.each(rows)("%s", (_, cell) => {
  const named = [...cell!.matchAll(/(?:\]\(\.\.\/([^)]+)\): )?"([^"]+)"/g)];
  expect(named.length).toBeGreaterThan(0);
  let file = "";
  for (const [, path, title] of named) {
    file = path ?? file;
    expect(read(file), file).toContain(title);
  }
});
