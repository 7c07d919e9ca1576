/** A request whose work is spent: the verdict is complete, and the answer says that fixes are not. */
import { expect, test } from "vitest";
import { hostileBodies } from "../../../bench/attacks.ts";
import { checkCandidate, repairCandidate } from "../../../src/core/index.ts";
import { context, readJson, spec } from "../datagen.ts";

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
