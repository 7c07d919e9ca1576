/** A sample of random drafts; `npm run verify -- drafts` runs twenty thousand of them, and CI 1,500. */
import { describe, expect, test } from "vitest";
import { generate } from "./generate.ts";
import { createJudge } from "./judge.ts";
import { runDrafts } from "./run.ts";
import { ROWS } from "./table.ts";

const judge = createJudge();
const isValid = ({ name }: { name: string }, candidate: unknown) => judge.isValid(name, candidate);

describe("the generator", () => {
  const drafts = [...generate({ seed: 20_261_116, count: 170, isValid })];

  test("draws drafts for every row of the table, the same for the same seed", () => {
    for (const { name } of ROWS) expect(drafts.filter(({ row }) => row === name)).toHaveLength(10);
    const again = [...generate({ seed: 20_261_116, count: 34, isValid })];
    expect(drafts.slice(0, 34)).toEqual(again);
  });

  test("knows what was meant: without a decision, the candidate that it expects is valid", () => {
    const wrong = drafts
      .filter(({ need, domain, expected }) => need !== "decision" && !judge.isValid(domain, expected))
      .map(({ id, kinds }) => `${id}: ${kinds.join(", ")}`);
    expect(wrong).toEqual([]);
  });
});

describe("the library", () => {
  const { tallies, wrong, unsettled } = runDrafts({ seed: 20_261_117, count: 170 });

  test("never says something else than the author, at either level", () => {
    expect(wrong.map(({ draft, level, score }) => [draft.id, level, draft.kinds, score])).toEqual([]);
  });

  test("is done after one repair: another one changes nothing", () => {
    expect(unsettled.map(({ draft, level }) => [draft.id, level, draft.kinds])).toEqual([]);
  });

  test("brings nearly every draft that needs no decision to valid, and keeps every value", () => {
    const { valid, open, kept, values } = tallies.suggested.all;
    expect(valid / open).toBeGreaterThan(0.95);
    expect(kept / values).toBeGreaterThan(0.999);
  });
});
