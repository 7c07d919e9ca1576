/**
 * What one body can cost, counted in executed blocks of the core instead of time, so that a busy machine
 * counts the same. `npm run verify -- hostile` measures time, which also sees what the engine does by itself.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostileBodies, largeCandidate } from "../../../bench/attacks.ts";
import { repairCandidate } from "../../../src/core/index.ts";
import { readKnownJson as parseJson } from "../../../src/core/reader/read-json.ts";
import { createWorkCounter } from "../../support/count-work.ts";
import { context, readJson, spec } from "../datagen.ts";

/**
 * A valid body runs few blocks, since nothing has to be explained; work that grows with the square is far beyond this.
 * Versions of V8 divide functions into more or fewer blocks: the most are 100 times a valid body on Node 20 and 280 on 24.
 */
const MAX_MULTIPLE = 500;
const MAX_BYTES = 62_000;

const valid = readJson("../scenarios/bases/loyalty-card.json") as Record<string, unknown>;
const counter = createWorkCounter((url) => url.includes("/src/core/"));
afterAll(() => counter.stop());

/** How many blocks of the core a repair of this body runs. */
function workOf(body: string): number {
  return counter.count(() => {
    const answer = JSON.stringify(repairCandidate(spec, parseJson(body), context, "suggested"));
    expect(answer.length).toBeLessThan(1_048_576);
  });
}

/** A candidate with so many more members as fit into a body. */
function withMembers(nameOf: (index: number) => string, value: (index: number) => unknown): string {
  const members: string[] = [];
  let bytes = JSON.stringify(valid).length;
  for (let index = 0; bytes < MAX_BYTES; index++) {
    members.push(`${JSON.stringify(nameOf(index))}:${JSON.stringify(value(index))}`);
    bytes += members.at(-1)!.length + 1;
  }
  return `${JSON.stringify(valid).slice(0, -1)},${members.join(",")}}`;
}

const letters = (index: number) => index.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]!);

const BODIES: Record<string, string> = {
  "names like a member's": withMembers((index) => `descripton${letters(index)}`, String),
  "names like each other": withMembers((index) => `generator${letters(index)}Name`, String),
  "names that programs use": withMembers(
    (index) =>
      `${["__proto__", "constructor", "toString", "hasOwnProperty"][index % 4]}${letters(index >> 2)}`,
    () => ({ __proto__x: 1 }),
  ),
  "long texts for the notes": withMembers(
    (index) => `note${index}`,
    () => "x".repeat(3_000),
  ),
  "long numbers": `{"a":[${Array(3_000).fill("12345678901234567890").join(",")}]}`,
  "long numbers in lists in lists": `{"a":${"[12345678901234567890,".repeat(2_500)}0${"]".repeat(2_500)}}`,
  "texts with marks": withMembers(
    (index) => `list${index}`,
    () => "a, b; c/d and e\n".repeat(20),
  ),
};

describe("a repair of a body with", () => {
  let base = 0;
  beforeAll(() => {
    workOf(JSON.stringify(largeCandidate(valid)));
    base = workOf(JSON.stringify(largeCandidate(valid)));
  });

  const bodies = [...Object.entries(BODIES), ...hostileBodies(valid)];
  test.each(bodies)("%s runs a bounded multiple of a valid one", (_, body) => {
    expect(workOf(body) / base).toBeLessThan(MAX_MULTIPLE);
  });
});
