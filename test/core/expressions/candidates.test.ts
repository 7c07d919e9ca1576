/** Whatever a candidate is, expressions answer: they never throw, and both passes agree. */
import { expect, test } from "vitest";
import { checkCandidate, type SpecPackageDocument } from "../../../src/core/index.ts";
import { isClean } from "../../../src/core/proposal/quick-pass.ts";
import { exampleContext } from "../../../src/core/publishing/examples.ts";
import { load, readJson } from "../datagen.ts";

const document = readJson("../checks/holds/spec-package.json") as SpecPackageDocument;
const spec = load(document);
const context = exampleContext(spec);
const OTHERS = [null, 5, -1e300, "x", "", true, [], {}, [[1]], { a: 1 }, ["x"], "2026-11-16", "25:00"];

/** The candidate with one value replaced, for every value in it. */
function* altered(value: unknown): Generator<unknown> {
  for (const other of OTHERS) yield other;
  if (typeof value !== "object" || value === null) return;
  for (const [name, item] of Object.entries(value))
    for (const changed of altered(item)) {
      const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      copy[name] = changed;
      yield copy;
    }
}

test("a value of any type at every place", () => {
  let count = 0;
  for (const candidate of altered(document.examples.valid[0]!.candidate)) {
    const { valid, diagnostics, evaluatedOn } = checkCandidate(spec, candidate, context);
    const text = JSON.stringify(candidate);
    expect(evaluatedOn).toBe("2026-11-15");
    expect(valid, text).toBe(diagnostics.every(({ severity }) => severity !== "error"));
    expect(isClean(spec, candidate, context.registry, context.registries, context.now), text).toBe(
      diagnostics.length === 0,
    );
    count++;
  }
  expect(count).toBeGreaterThan(400);
});
