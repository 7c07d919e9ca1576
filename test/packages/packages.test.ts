/** What holds for our product holds for every product: random spec packages keep every promise. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import { draws } from "../support/random.ts";
import { hunt, printed } from "./hunt.ts";

const PACKAGES = draws(800);
const CANDIDATES = 12;

test(`${PACKAGES} random packages keep their promises about ${CANDIDATES} candidates each`, () => {
  const seed = Math.abs(fc.readConfigureGlobal().seed!);
  const found = hunt({ packages: PACKAGES, candidates: CANDIDATES, seed, maxShrunk: 3 });
  const again = `npm run verify -- packages ${PACKAGES} ${seed}`;
  expect(found.broken.map(printed), `again, with more of them: ${again}`).toEqual([]);
  // The draw must be worth something: most packages load, both verdicts are frequent, and nearly every check had its say.
  expect(found.unusable).toBeLessThan(PACKAGES / 5);
  expect(found.valid / found.candidates).toBeGreaterThan(0.15);
  expect(found.valid / found.candidates).toBeLessThan(0.85);
  expect(found.spoken.size).toBeGreaterThan(CHECKS.length * 0.8);
});
