/**
 * What a check counts as work: all that grows with what was sent, once, and nothing for what is only counted. Where a leaf
 * forgets to charge, a body that is made of what it does costs many times a good one.
 */
import { describe, expect, test } from "vitest";
import { Examination, findFailedStage, openCandidate } from "../../../src/core/proposal/check.ts";
import { readKnownJson } from "../../../src/core/reader/read-json.ts";
import type { SpecPackage } from "../../../src/core/spec-package/spec-package.ts";
import { context, load, objectOf } from "../schema/small-package.ts";

function examine(spec: SpecPackage, sent: unknown) {
  const opened = openCandidate(spec, sent);
  const { candidate, meter } = opened;
  const examination = new Examination(spec, opened, context, findFailedStage(spec, candidate, context));
  return { verdict: examination.verdict(), spent: meter.spent, findings: examination.findings };
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe("an object of thousands of names that none of its alternatives has", () => {
  const alternative = (name: string) =>
    objectOf({ kind: { const: name }, [`of${name}`]: { type: "integer" } }, { required: ["kind"] });
  const spec = load(objectOf({ shape: { oneOf: times(8, (index) => alternative(`k${index}`)) } }), {});
  const spentOn = (count: number) =>
    examine(spec, { shape: Object.fromEntries(times(count, (index) => [`x${index}`, 1])) }).spent;

  test("is charged for by its names", () => {
    expect(spentOn(4_000) - spentOn(2_000)).toBeGreaterThanOrEqual(200);
  });
});

test("of thousands of names that occur twice all are counted, and hundreds are described", () => {
  const spec = load(objectOf({ map: { type: "object" } }), {});
  const members = times(3_000, (index) => `"x${index}":1,"x${index}":2`);
  const { verdict, findings } = examine(spec, readKnownJson(`{"map":{${members.join(",")}}}`));
  expect(verdict).toMatchObject({ valid: false, omitted: 2_900 });
  expect(findings).toHaveLength(500);
  expect(findings.map(({ path }) => path.at(-1))).toEqual(times(500, (index) => `x${index}`));
});

test("an expression is charged for by its steps, at every place at which it is asked", () => {
  const words = { type: "array", maxItems: 100, items: { type: "string", maxLength: 40 } };
  const rule = {
    ...{ code: "plain-words", check: "holds", at: ["/words/*"], severity: "error", message: "No." },
    params: { expression: "this.split('-').filter(part, part.matches('^[a-z0-9]+$')).join('-') == this" },
  };
  const docs = { "plain-words": { summary: "s", fix: "f" } };
  const spec = load(objectOf({ words }), {}, { rules: [rule], docs });
  const { verdict, spent } = examine(spec, { words: times(5_000, (index) => `word-a-${index}-b-c-d`) });
  expect(verdict.diagnostics.map(({ code }) => code)).toEqual(["list-too-long"]);
  expect(spent).toBeGreaterThan(16_000);
});
