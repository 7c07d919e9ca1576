/** The library has no limit on the size of a candidate, and the cost stays linear in it. */
import { expect, test, vi } from "vitest";
import { checkCandidate } from "../../../src/core/proposal/check.ts";
import { repairCandidate } from "../../../src/core/proposal/repair.ts";
import { loadSpecPackage } from "../../../src/core/publishing/load.ts";
import { createRegistry } from "../../../src/core/registry/registry.ts";
import { load, objectOf } from "../schema/small-package.ts";

const context = { registry: createRegistry([], "2026-11-01T00:00:00Z"), now: 0 };

const item = {
  type: "object",
  properties: {
    id: { type: "string", maxLength: 20, pattern: "^[a-z0-9-]+$" },
    note: { type: "string" },
  },
  required: ["id"],
  additionalProperties: false,
};
const loaded = loadSpecPackage({
  format: "preflight-spec-package/1",
  targetProduct: "archive",
  domainId: "collection",
  version: "1.0.0",
  title: "Collection",
  schema: {
    type: "object",
    properties: { items: { type: "array", items: item } },
    required: ["items"],
    additionalProperties: false,
  },
  rules: [
    { code: "id-repeated", check: "unique", at: ["/items"], severity: "error", params: { member: "id" } },
  ],
  docs: { "id-repeated": { summary: "An id occurs twice.", fix: "Give one of them another id." } },
  examples: {
    valid: [{ title: "Empty", candidate: { items: [] } }],
    invalid: [{ title: "Nothing", candidate: {}, expect: [{ code: "member-missing", pointer: "/items" }] }],
  },
});
if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
const { spec } = loaded;

const NOTE = "x".repeat(70);
const collection = (size: number) => ({
  items: Array.from({ length: size }, (_, index) => ({ id: `id-${index}`, note: NOTE })),
});

/** How many members and items are read while `check` runs. */
function readsOf(candidate: unknown, check: (counted: unknown) => unknown): number {
  let reads = 0;
  const counted = (value: unknown): unknown =>
    typeof value !== "object" || value === null
      ? value
      : new Proxy(value, {
          get(target, key, receiver) {
            reads++;
            return counted(Reflect.get(target, key, receiver));
          },
        });
  check(counted(candidate));
  return reads;
}

test("a valid candidate of 10 MB passes", () => {
  const candidate = collection(110_000);
  expect(JSON.stringify(candidate).length).toBeGreaterThan(10_000_000);
  expect(checkCandidate(spec, candidate, context)).toMatchObject({ valid: true, diagnostics: [] });
});

test("every fault of one of 10 MB is counted, and the first hundred are listed", () => {
  const candidate = collection(110_000);
  for (let index = 0; index < 110_000; index += 500) candidate.items[index]!.id = "Not Allowed";
  candidate.items[109_999]!.id = "id-1";
  const { valid, diagnostics, omitted } = checkCandidate(spec, candidate, context);
  expect({ valid, listed: diagnostics.length, omitted }).toEqual({ valid: false, listed: 100, omitted: 121 });
});

test.each([
  ["a valid one", (_: { id: string }[]) => undefined],
  [
    "one with a fault in every tenth item",
    (items: { id: string }[]) => {
      for (let index = 0; index < items.length; index += 10) items[index]!.id = `Not ${index}`;
    },
  ],
])("twice the size is read twice as often: %s", (_, spoil) => {
  const reads = (size: number) => {
    const candidate = collection(size);
    spoil(candidate.items);
    return readsOf(candidate, (counted) => repairCandidate(spec, counted, context, "suggested"));
  };
  // Past the number of findings that are kept, where a small candidate costs more for each item.
  const [once, twice] = [reads(20_000), reads(40_000)];
  expect(twice).toBeLessThan(2.1 * once);
});

test.each([
  ["members", Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, "\ud800"]))],
  ["names", Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`\ud800${index}`, 1]))],
  ["items", Array.from({ length: 100_000 }, () => "\ud800")],
])("a hundred thousand %s that are no text are counted", (_, items) => {
  const { valid, diagnostics, omitted } = repairCandidate(spec, { items }, context, "suggested");
  expect({ valid, listed: diagnostics.length }).toEqual({ valid: false, listed: 100 });
  expect(omitted).toBeGreaterThan(75_000);
});

test.each([
  [1_000, 1_000, true],
  [1_001, 500, false],
  [2_000, 500, false],
  [2_001, 0, false],
])("of %i problems, %i are repaired", (problems, repaired, isValid) => {
  const items = Array.from({ length: problems }, (_, index) => ({ id: ` id-${index}` }));
  const result = repairCandidate(spec, { items }, context, "suggested").repaired!;
  const { items: after } = result.candidate as { items: { id: string }[] };
  expect({ valid: result.valid, repaired: after.filter(({ id }) => !id.startsWith(" ")).length }).toEqual({
    valid: isValid,
    repaired,
  });
});

test.each<[string, unknown, number]>([
  ["of the wrong type", {}, 1],
  ["without what is required", { note: 5 }, 2],
])("each of thousands of ids %s is counted, though few are described", (_name, wrong, each) => {
  const items = Array.from({ length: 5_000 }, () => (each === 1 ? { id: wrong } : wrong));
  const { valid, diagnostics, omitted } = checkCandidate(spec, { items }, context);
  expect([valid, diagnostics.length, diagnostics.length + omitted]).toEqual([false, 100, each * 5_000]);
});

test("which word was meant is looked for only in the problems that are described", () => {
  const word = { anyOf: [{ enum: ["red", "blue"] }, { pattern: "^#", maxLength: 9 }], maxLength: 9 };
  const words = load(objectOf({ words: { type: "array", items: { type: "string", ...word } } }));
  const { alternatives } = words.schema.places.get("/words/*")!.shape;
  const choice = alternatives!.find(({ shape }) => shape.type === "choice")!;
  const guess = vi.spyOn(choice as { match: NonNullable<typeof choice.match> }, "match");
  const { omitted } = checkCandidate(words, { words: Array.from({ length: 1_000 }, () => "rad") }, context);
  expect([omitted, guess.mock.calls.length]).toEqual([900, 100]);
});
