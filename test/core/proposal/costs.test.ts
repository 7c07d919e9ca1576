/**
 * What one body can cost, without a clock: processor time is compared with that of a valid body in the same process.
 * The factor is generous and a body gets five tries, since a busy machine disturbs single measurements.
 */
import { describe, expect, test } from "vitest";
import { hostileBodies, largeCandidate, mixedBody } from "../../../bench/attacks.ts";
import { checkCandidate, repairCandidate } from "../../../src/core/index.ts";
import { readKnownJson } from "../../../src/core/reader/read-json.ts";
import { draws } from "../../support/random.ts";
import { context, readJson, spec } from "../datagen.ts";

/** The aim is 20 times a whole valid request. This only catches what is far from it, on any machine. */
const MAX_MULTIPLE = 200;
const MAX_ANSWER_BYTES = 1_048_576;

const valid = readJson("../scenarios/bases/loyalty-card.json") as Record<string, unknown>;
const bodies = hostileBodies(valid);
const large = JSON.stringify(largeCandidate(valid));
const repair = (body: string) =>
  JSON.stringify(repairCandidate(spec, readKnownJson(body), context, "suggested"));

function cost(run: () => void, times: number): number {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

cost(() => repair(large), 100);
const base = cost(() => repair(large), 50);

function expectCheap(body: string): void {
  const tries = [1, 2, 3, 4, 5].map(() => cost(() => repair(body), 1) / base);
  expect(Math.min(...tries)).toBeLessThan(MAX_MULTIPLE);
  const answer = repair(body);
  expect(Buffer.byteLength(answer)).toBeLessThan(MAX_ANSWER_BYTES);
}

test("the valid body is one", () => {
  expect(checkCandidate(spec, JSON.parse(large), context).valid).toBe(true);
});

describe.each([...bodies.keys()])("%s", (name) => {
  test("costs a bounded multiple of a valid body and gets a bounded answer", () =>
    expectCheap(bodies.get(name)!));
});

test("so do mixtures of them", () => {
  let state = 7;
  const roll = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let count = 0; count < draws(200); count++) {
    const body = mixedBody(bodies, roll);
    let answer = "";
    const multiple =
      cost(() => {
        answer = repair(body);
      }, 1) / base;
    if (multiple >= MAX_MULTIPLE) expectCheap(body);
    expect(Buffer.byteLength(answer)).toBeLessThan(MAX_ANSWER_BYTES);
  }
});
