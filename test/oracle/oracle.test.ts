/** The core gives the same verdicts, places and packages as a second implementation that shares nothing with it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { candidateOf, listScenarios } from "../core/scenario.ts";
import { draws } from "../support/random.ts";
import { compare } from "./compare.ts";
import { hunt, judgeHere, show } from "./hunt.ts";

const COUNT = draws(2_000);
/** More are not worth the wait here; `npm run verify -- oracle` shows them all. */
const MAX_KINDS = 10;

test(`the core and the oracle agree on ${COUNT} candidates`, () => {
  const seed = fc.readConfigureGlobal().seed!;
  const { counterexamples, kinds, tried, valid } = hunt({ count: COUNT, seed, maxKinds: MAX_KINDS });
  const shown = counterexamples.map(
    ({ difference, candidate }) => `${difference}: ${show(candidate).slice(0, 1_000)}`,
  );
  expect(
    shown,
    `${kinds} kinds of difference; all of them: npm run verify -- oracle ${COUNT} ${seed}`,
  ).toEqual([]);
  expect(tried).toBe(COUNT);
  // Both answers must come up often, or agreement would say little.
  expect(valid / tried).toBeGreaterThan(0.15);
  expect(valid / tried).toBeLessThan(0.85);
});

test("the oracle agrees with every scenario", () => {
  const differences = listScenarios().flatMap(({ name, scenario }) => {
    const difference = compare(judgeHere(candidateOf(scenario)), { ...scenario.expect, omitted: 0 });
    return difference === undefined ? [] : [{ name, difference }];
  });
  expect(differences).toEqual([]);
});
