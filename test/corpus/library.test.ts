/** Runs the published corpus of repairs through the library. */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { draftOf, listCases, type RepairCase, readDomains, repairedOf } from "../../corpus/cases.mjs";
import { createTally, scoreOutput } from "../../corpus/score.mjs";
import { repairCandidate } from "../../src/core/index.ts";
import { loadDomain } from "./domain.ts";
import { expectEveryFixApplies, expectFound, expectNothingLost, expectRepaired } from "./expectations.ts";

const cases = listCases();
const contexts = new Map([...readDomains()].map(([name, domain]) => [name, loadDomain(domain)]));

test("the corpus is large, covers every domain, and a third of it must be left alone", () => {
  expect(cases.length).toBeGreaterThanOrEqual(1_000);
  expect(contexts.size).toBeGreaterThanOrEqual(8);
  for (const name of contexts.keys())
    expect(cases.filter(({ domain }) => domain === name).length, name).toBeGreaterThanOrEqual(45);
  const leftAlone = cases.filter((repairCase) =>
    isDeepStrictEqual(draftOf(repairCase), repairedOf(repairCase)),
  );
  expect(leftAlone.length * 3).toBeGreaterThanOrEqual(cases.length);
  for (const member of ["id", "title"] as const) {
    const texts = cases.map((repairCase) => repairCase[member]);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
});

test("each kind of trap is there often enough to mean something", () => {
  const count = (isOne: (repairCase: RepairCase) => boolean) => cases.filter(isOne).length;
  const sent = (repairCase: RepairCase) => Object.values(repairCase.set ?? {});
  const isText = (value: unknown) => typeof value === "string";
  expect({
    textsForLists: count((each) => each.id.startsWith("lists/") && sent(each).some(isText)),
    formsOfText: count((each) => each.id.startsWith("text-forms/") && isText(draftOf(each))),
    mapsForLists: count(({ id }) => id.startsWith("shapes/map-")),
    wrongAlternatives: count(({ id }) => id.startsWith("alternatives/")),
  }).toEqual({
    textsForLists: expect.toSatisfy((number: number) => number >= 40),
    formsOfText: expect.toSatisfy((number: number) => number >= 40),
    mapsForLists: expect.toSatisfy((number: number) => number >= 9),
    wrongAlternatives: expect.toSatisfy((number: number) => number >= 12),
  });
});

describe("the library", () => {
  test.each(cases.filter(({ find }) => find !== undefined))("$id", (repairCase: RepairCase) => {
    const { spec, context } = contexts.get(repairCase.domain)!;
    const draft = draftOf(repairCase);
    const result = repairCandidate(spec, draft, context, repairCase.repair);
    expectFound(result.diagnostics, repairCase);
    expectRepaired(result, draft, repairCase);
    expectEveryFixApplies(draft, result.diagnostics);
    expectNothingLost(draft, result);
  });

  test("never changes the meaning of a draft, and repairs most that need no decision", () => {
    const tally = createTally();
    const wrong: string[] = [];
    for (const repairCase of cases) {
      const { spec, context } = contexts.get(repairCase.domain)!;
      const draft = draftOf(repairCase);
      const result = repairCandidate(spec, draft, context, repairCase.repair);
      const { candidate, valid } = result.repaired ?? { candidate: draft, valid: result.valid };
      const need = repairCase.repaired.valid ? repairCase.repair : "decision";
      const score = scoreOutput({ draft, expected: repairedOf(repairCase), need }, candidate, valid);
      tally.add("all", score);
      if (repairCase.find === undefined) expectEveryFixApplies(draft, result.diagnostics);
      for (const { pointer, actual } of [...score.changed, ...score.invented, ...score.lost])
        wrong.push(`${repairCase.id} ${pointer}: ${JSON.stringify(actual)}`);
      if (need === "decision" && valid && !result.valid) wrong.push(`${repairCase.id} is decided`);
    }
    expect(wrong).toEqual([]);
    expect(tally.all.valid / tally.all.open).toBeGreaterThan(0.95);
  });
});
