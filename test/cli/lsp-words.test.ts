/** What the editor shows about the words that a place takes. */
import { expect, test } from "vitest";
import { openDocument } from "../../src/authoring/documents/open.ts";
import { completionsAt } from "../../src/cli/lsp/features.ts";
import type { Reading } from "../../src/cli/lsp/reading.ts";
import { load, objectOf } from "../core/schema/small-package.ts";

const spec = load(
  objectOf({ size: { type: "string", maxLength: 50 } }),
  {},
  {
    lists: {
      sizes: {
        values: [
          "S",
          { value: "M", title: "Medium", description: "fits most" },
          { value: "Old", deprecated: true },
        ],
      },
    },
    rules: [{ code: "size", check: "in-list", at: ["/size"], severity: "error", params: { list: "sizes" } }],
    docs: { size: { summary: "There is no such size.", fix: "Use another." } },
  },
);

test("words come with their labels, and those on their way out are marked", async () => {
  const text = '{ "size": "" }';
  const reading = {
    document: await openDocument("draft.json", text),
    rules: { spec, entriesOf: () => [] },
    base: [],
  } as unknown as Reading;
  const { items } = completionsAt(reading, text.indexOf('""') + 1);
  expect(items.map(({ label, detail, documentation, tags }) => [label, detail, documentation, tags])).toEqual(
    [
      ["S", undefined, undefined, undefined],
      ["M", "Medium", "fits most", undefined],
      ["Old", undefined, undefined, [1]],
    ],
  );
});

/** The cursor is where the bar is. */
test.each([
  ["a.json", '{ "a": 1, | }', "name", [], ["a"], "", '"x": '],
  ["a.json", '{ "a": 1, "b|" }', "name", [], ["a"], '"b"', '"x": '],
  ["a.json", '{ "a|": 1 }', "name", [], [], '"a"', '"x"'],
  ["a.json", '{ "a": | }', "value", ["a"], [], "", '"x": '],
  ["a.json", '{ "a": "x y|z", "b": 1 }', "value", ["a"], [], '"x yz"', '"x": '],
  ["a.json", '{ "a": [1, tr|ue', "value", ["a", "1"], [], "true", '"x": '],
  ["a.json", "Here it is: { 'a': {|} }", "name", ["a"], [], "", '"x": '],
  ["a.json", "{} |", undefined],
  ["a.json", "{ // no|te\n}", undefined],
  ["a.yaml", "a: 1\n|\n", "name", [], ["a"], "", "x: "],
  ["a.yaml", "a:\n  - b: |\n", "value", ["a", "0", "b"], [], "", "x: "],
  ["a.yaml", "a: &k\n  b: 1\nc:\n  <<: *k\n  d|: 2\n", "name", ["c"], ["Symbol(<<)"], "d", "x"],
] as const)("%s: %s", async (file, shown, kind, path?, names?, replaced?, name?) => {
  const text = shown.replace("|", "");
  const spot = (await openDocument(file, text)).spotAt(shown.indexOf("|"));
  expect(spot?.kind).toBe(kind);
  if (spot === undefined) return;
  expect([spot.path, spot.names, text.slice(spot.start, spot.end)]).toEqual([path, names, replaced]);
  expect(spot.writeName("x")).toBe(name);
});

test("what is being written is found behind a very long word", async () => {
  // A search from each of its letters takes longer than a test may.
  const text = `a: ${"x".repeat(600_000)}\n`;
  expect((await openDocument("a.yaml", text)).spotAt(text.length)?.kind).toBe("name");
});
