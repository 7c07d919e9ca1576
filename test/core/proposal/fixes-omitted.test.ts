/** A request whose work is spent: the verdict is complete, and the answer says that fixes are not. */
import { expect, test } from "vitest";
import { hostileBodies } from "../../../bench/attacks.ts";
import { checkCandidate, repairCandidate } from "../../../src/core/index.ts";
import { context, load, readJson, spec } from "../datagen.ts";
import { objectOf, packageOf } from "../schema/small-package.ts";

const valid = readJson("../scenarios/bases/loyalty-card.json") as Record<string, unknown>;
const bodies = hostileBodies(valid);

test("the notes are long, and every member of a hundred fields is misspelt: all are found, and not all have fixes", () => {
  const candidate = JSON.parse(bodies.get("misspelt members beside long notes")!);
  const { valid: isValid, diagnostics, omitted, fixesOmitted } = checkCandidate(spec, candidate, context);
  expect({ isValid, fixesOmitted }).toEqual({ isValid: false, fixesOmitted: true });
  expect(diagnostics.length + omitted).toBeGreaterThanOrEqual(300);
  expect(diagnostics.every(({ message, pointer }) => message !== "" && pointer.startsWith("/"))).toBe(true);
});

test("a repair says so of what it left", () => {
  const candidate = JSON.parse(bodies.get("misspelt members beside long notes")!);
  expect(repairCandidate(spec, candidate, context, "suggested").repaired?.fixesOmitted).toBe(true);
});

test("an ordinary draft has all its fixes, and the answer says nothing about it", () => {
  const draft = { ...valid, supportedStrategies: ["Fast", "realistc"], owner: { knd: "human", id: "x" } };
  const { fixesOmitted, repaired } = repairCandidate(spec, draft, context, "suggested");
  expect([fixesOmitted, repaired?.fixesOmitted]).toEqual([undefined, undefined]);
});

test("what the expressions of rules took is no longer there for fixes", () => {
  const names = ["one", "two", "three", "four"];
  const words = { type: "array", maxItems: 340, items: { type: "string", maxLength: 8 } };
  // With a place to report, nobody looks for the item at which it failed.
  const params = { expression: "!this.exists(x, this.exists(y, x == y + '!'))", blame: "0" };
  const rules = names.map((code) => ({
    ...{ code, check: "holds", at: [`/${code}`], severity: "error", message: "No.", params },
  }));
  const docs = Object.fromEntries(names.map((code) => [code, { summary: "s", fix: "f" }]));
  const lists = Object.fromEntries(names.map((name) => [name, words]));
  const schema = objectOf({ ...lists, speed: { enum: ["quick", "slow"] } });
  const follows = load(packageOf(schema, {}, { rules, docs }));
  const fixesOmitted = (count: number) => {
    const list = Array.from({ length: count }, (_, index) => `w${index}`).concat("last", "last!");
    const candidate = { ...Object.fromEntries(names.map((name) => [name, list])), speed: "quik" };
    const found = checkCandidate(follows, candidate, context);
    expect(found.diagnostics.map(({ code }) => code)).toEqual([...names, "value-not-allowed"]);
    return found.fixesOmitted;
  };
  expect(fixesOmitted(5)).toBeUndefined();
  expect(fixesOmitted(338)).toBe(true);
});

test("a name of thousands of ligatures is not taken apart to find out whether its case tells", () => {
  const names = { type: "object", propertyNames: { maxLength: 9_000, pattern: "^[^A-Z]*$" } };
  const follows = load(
    packageOf(objectOf({ map: { ...names, additionalProperties: { type: "integer" } } }), { map: {} }),
  );
  const found = (name: string) => checkCandidate(follows, { map: { [name]: 1 } }, context);
  expect(found("Ab")).toMatchObject({
    diagnostics: [{ code: "member-name", fixes: [{ patch: [{ path: "/map/ab" }] }, {}] }],
  });
  expect(found(`A${"\ufdfa".repeat(8_000)}`).fixesOmitted).toBe(true);
});
