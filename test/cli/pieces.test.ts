/** Long YAML files: read in pieces, with the same value and places as in one go, and only what has changed is read again. */
import { isDeepStrictEqual } from "node:util";
import { expect, test, vi } from "vitest";
import { Parser } from "yaml";
import { readYaml } from "../../src/authoring/documents/yaml/pieces.ts";
import { readWhole } from "../../src/authoring/documents/yaml/read.ts";
import { draws } from "../support/random.ts";
import { createRandom, randomObject, STYLES } from "./random-text.ts";

const random = createRandom(7);
const texts = STYLES.filter(({ name }) => /^YAML(?!.*anchors)/.test(name)).flatMap((style) =>
  Array.from({ length: draws(3) }, () => {
    const list = Array.from({ length: 150 }, () => randomObject(random, 1, 2));
    const members = list.map((each, index) => [`member${index}`, each]);
    const value = { first: 1, list, ...randomObject(random, 1, 3), last: Object.fromEntries(members) };
    return [style.name, style.write(value, random)] as const;
  }),
);

test.each(texts)("%s", (_, text) => {
  expect(text.length).toBeGreaterThan(20_000);
  expectSame(text);
});

/** Asking Vitest for the differences of such trees would take minutes. */
function expectSame(text: string): void {
  const [pieces, whole] = [readYaml(text), readWhole(text)].map(({ comments, ...rest }) => ({
    ...rest,
    comments: comments(),
  }));
  for (const part of ["root", "value", "comments", "faults", "problem", "hasRepeats"] as const)
    expect([part, isDeepStrictEqual(pieces![part], whole![part])]).toEqual([part, true]);
}

test.each([
  ["a name that is repeated", "x: 1\nx: 2\n"],
  ["a member without a name", ": 5\n"],
  ["a text over lines", "x: one\n  two\n\n  three\ny: |\n  - a\n\n   b\n\n"],
  ["a line that goes back", 'x: "one\ntwo"\n'],
  ["brackets over lines", "x: [\n  1,\n]\n"],
  ["a fault", "x: [1\n"],
  ["a scalar", "word\n"],
  ["a list beside members", "- 1\n"],
])("%s in a long file", (_, text) => {
  const long = `# head\nlist:\n${"  - name: one\n    size: 5\n".repeat(1_000)}${text}`;
  expectSame(long);
});

test("what was there before is not read again", () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `  - name: item ${index}\n`);
  const text = `list:\n${lines.join("")}`;
  readYaml(text);
  const parse = vi.spyOn(Parser.prototype, "parse");
  expect(readYaml(text.replace("item 999", "changed")).value).toMatchObject({
    list: { 999: { name: "changed" } },
  });
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});
