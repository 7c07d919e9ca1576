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
    rules: { spec, path: undefined, entriesOf: () => [] },
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
