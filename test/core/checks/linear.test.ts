/** What rules read of a candidate grows with its size and not with its square. Counted, so that no clock decides. */
import { describe, expect, test } from "vitest";
import { checkCandidate, createRegistry } from "../../../src/core/index.ts";
import { load } from "../datagen.ts";

const text = { type: "string", maxLength: 40 };
const list = (items: unknown) => ({ type: "array", maxItems: 10_000, items });
const object = (properties: Record<string, unknown>) => ({
  type: "object",
  properties,
  additionalProperties: false,
});

const rules = [
  ["unique-items", "unique", ["/words"], {}],
  ["unique-objects", "unique", ["/pairs"], {}],
  ["unique-member", "unique", ["/pairs"], { member: "a" }],
  ["sorted-items", "sorted", ["/words"], {}],
  ["one-of-list", "compare", ["/pairs/*/a"], { is: "contained-in", to: "/words" }],
  ["one-of-many", "compare", ["/pairs/*/b"], { is: "contained-in", to: "/others/*/b" }],
  ["one-of-map", "compare", ["/others/*/a"], { is: "contained-in", to: "/map" }],
  ["same-item", "compare", ["/pairs/*/a"], { is: "different", to: "1/b" }],
  ["needed", "required-when", ["/pairs/*/c"], undefined, { at: "/words/*", equals: "none of these" }],
  ["needed-there", "required-when", ["/pairs/*/c"], undefined, { at: "1/a", matches: "^x" }],
  ["one", "one-of-members", ["/others/*"], { members: ["a", "c"], count: "at-least-one" }],
].map(([code, check, at, params, when]) => ({
  code,
  check,
  at,
  severity: "error",
  ...(params !== undefined && { params }),
  ...(when !== undefined && { when }),
}));

const spec = load({
  format: "preflight-spec-package/1",
  targetProduct: "counting",
  domainId: "reads",
  version: "1.0.0",
  title: "Reads",
  schema: object({
    words: list(text),
    pairs: list(object({ a: text, b: text, c: text })),
    others: list(object({ a: text, b: text, c: text })),
    map: { type: "object", additionalProperties: text },
  }),
  rules,
  docs: Object.fromEntries(rules.map(({ code }) => [code, { summary: "Wrong.", fix: "Change it." }])),
  examples: {
    valid: [{ title: "Nothing", candidate: {} }],
    invalid: [{ title: "No object", candidate: 5, expect: [{ code: "type-mismatch", pointer: "" }] }],
  },
});

const context = { registry: createRegistry([], "2026-11-01T00:00:00Z"), now: 0 };

/** Counts every read of a member or item, at any depth. */
function counted(value: unknown, tally: { reads: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      tally.reads++;
      return counted(Reflect.get(target, key, receiver), tally);
    },
  });
}

function readsOf(candidate: unknown): { reads: number; findings: number } {
  const tally = { reads: 0 };
  const { diagnostics, omitted } = checkCandidate(spec, counted(candidate, tally), context);
  return { reads: tally.reads, findings: diagnostics.length + omitted };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index + 10_000));

const good = (count: number) => ({
  words: numbered(count),
  pairs: numbered(count).map((word) => ({ a: word, b: `b${word}` })),
  others: numbered(count).map((word) => ({ a: word, b: `b${word}`, c: word })),
  map: Object.fromEntries(numbered(count).map((word) => [word, word])),
});

describe("reads", () => {
  test.each<[string, (count: number) => unknown, "none" | "many"]>([
    ["a good candidate", good, "none"],
    [
      "repeats everywhere",
      (count) => ({ words: numbered(count).fill("same"), pairs: good(count).pairs.fill({ a: "x", b: "y" }) }),
      "many",
    ],
    ["values that are nowhere", (count) => ({ ...good(count), words: ["z"], map: {} }), "many"],
    ["lists alone", (count) => ({ words: numbered(count), pairs: good(count).pairs }), "none"],
  ])("of %s grow linearly", (_name, make, outcome) => {
    const [small, large] = [readsOf(make(200)), readsOf(make(400))];
    expect(small.findings > 0).toBe(outcome === "many");
    expect(small.reads).toBeGreaterThan(200);
    expect(large.reads / small.reads).toBeLessThan(2.3);
  });
});
