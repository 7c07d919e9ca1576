/**
 * A package that was published keeps loading. The folders of test/published hold packages as they were when a version was
 * released, one for each check; nothing in them is changed. Those of the examples and of the corpus load as well.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { loadSpecPackage } from "../../../src/core/index.ts";
import { readJson } from "../datagen.ts";

const root = new URL("../../../", import.meta.url);
const under = (folder: string, pattern: RegExp) =>
  (readdirSync(new URL(folder, root), { recursive: true }) as string[])
    .filter((file) => pattern.test(file))
    .map((file) => `${folder}/${file}`);
const files = [
  ...under("test/published", /\.json$/),
  ...under("examples", /^[^/]+\/spec-package\.json$/),
  ...under("corpus/packages", /(?<!registry)\.json$/),
  ...under("spec-packages/datagen", /option\.json$/),
];

test("there are packages of every kind", () => {
  expect(files.length).toBeGreaterThan(20);
});

test.each(files)("%s", (file) => {
  const loaded = loadSpecPackage(readJson(`../../${file}`));
  expect(loaded.ok ? [] : loaded.reasons).toEqual([]);
});
