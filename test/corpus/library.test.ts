/** Runs the published corpus of repairs through the library. */
import { describe, expect, test } from "vitest";
import { createRegistry, repairCandidate } from "../../src/core/index.ts";
import { load } from "../core/datagen.ts";
import { draftOf, listCases, readDomains, repairedOf } from "./corpus.ts";
import {
  expectEveryFixApplies,
  expectFound,
  expectNothingLost,
  expectRepaired,
  isEqual,
} from "./expectations.ts";

const cases = listCases();
const domains = readDomains();
const now = Date.parse("2026-11-15T00:00:00Z");
const contexts = new Map(
  [...domains].map(([name, domain]) => [
    name,
    {
      spec: load(domain.package),
      context: { registry: createRegistry(domain.registry.generators, domain.registry.asOf), now },
    },
  ]),
);

test("the corpus is large, covers both domains, and a third of it must be left alone", () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
  expect(new Set(cases.map(({ repairCase }) => repairCase.domain))).toEqual(new Set(domains.keys()));
  for (const name of domains.keys())
    expect(cases.filter(({ repairCase }) => repairCase.domain === name).length).toBeGreaterThanOrEqual(50);
  const leftAlone = cases.filter(({ repairCase }) => isEqual(draftOf(repairCase), repairedOf(repairCase)));
  expect(leftAlone.length * 3).toBeGreaterThanOrEqual(cases.length);
  const titles = cases.map(({ repairCase }) => repairCase.title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

describe("the library", () => {
  test.each(cases)("$name", ({ repairCase }) => {
    const { spec, context } = contexts.get(repairCase.domain)!;
    const draft = draftOf(repairCase);
    const result = repairCandidate(spec, draft, context, repairCase.repair);
    expectFound(result.diagnostics, repairCase);
    expectRepaired(result, draft, repairCase);
    expectEveryFixApplies(draft, result.diagnostics);
    expectNothingLost(draft, result);
  });
});
