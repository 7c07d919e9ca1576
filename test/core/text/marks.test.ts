/** Signs, points and hyphens in words: what is offered for each way of writing, and what a repair does by itself. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createRegistry, repairCandidate } from "../../../src/core/index.ts";
import { load } from "../schema/small-package.ts";

/** One package that accepts the same words as values of an enum, of a list and of a registry, and as names of members. */
function offersFor(words: readonly string[]) {
  const text = { type: "string", maxLength: 40 };
  const spec = load(
    {
      type: "object",
      properties: {
        choice: { enum: words },
        listed: text,
        key: text,
        named: {
          type: "object",
          properties: Object.fromEntries(words.map((word) => [word, text])),
          additionalProperties: false,
        },
      },
    },
    {},
    {
      lists: { words: { values: words } },
      registries: { keys: { member: "keys", case: "exact" } },
      rules: [
        {
          code: "not-listed",
          check: "in-list",
          at: ["/listed"],
          severity: "error",
          params: { list: "words" },
        },
        {
          code: "no-key",
          check: "in-registry",
          at: ["/key"],
          severity: "error",
          params: { registry: "keys" },
        },
      ],
      docs: {
        "not-listed": { summary: "It is no word.", fix: "Use one." },
        "no-key": { summary: "It is no key.", fix: "Use one." },
      },
    },
  );
  const asOf = "2026-01-01T00:00:00Z";
  const keys = createRegistry(
    words.map((id) => ({ id })),
    asOf,
    { case: "exact" },
  );
  const context = { registry: createRegistry([], asOf), registries: new Map([["keys", keys]]), now: 0 };
  const candidates = (sent: string): Record<string, unknown> => ({
    choice: { choice: sent },
    listed: { listed: sent },
    key: { key: sent },
    named: { named: { [sent]: "x" } },
  });
  return (sent: string) =>
    Object.entries(candidates(sent)).map(([place, candidate]) => {
      const { diagnostics, repaired } = repairCandidate(spec, candidate, context, "suggested");
      const fixes = (diagnostics[0]?.fixes ?? [])
        .filter(({ applicability }) => applicability !== "removal")
        .map(({ title, applicability, decision }) => ({
          word: JSON.parse(title.replace(/^(Use|Rename it to) /, "")) as string,
          level: decision ? "decision" : applicability,
        }));
      return { place, fixes, repaired: repaired !== undefined && repaired.patch.length > 0 };
    });
}

interface Marked {
  words: string[];
  sent: string;
  /** By the kind of place, or the same everywhere. */
  offers: Record<string, { fixes: { word: string; level: string }[]; repaired: boolean }>;
}

const cases = readFileSync(new URL("../../../corpus/marks.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Marked);

test("there are enough words to mean something", () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(
    cases.filter(({ offers }) => Object.values(offers).some(({ repaired }) => !repaired)).length,
  ).toBeGreaterThan(30);
});

test.each(cases)(
  "of $words, what is offered for $sent, and whether a repair takes it",
  ({ words, sent, offers }) => {
    for (const { place, ...offered } of offersFor(words)(sent))
      expect(offered, place).toEqual(offers.everywhere ?? offers[place]);
  },
);

test.each([
  ["102", "10^2"],
  ["m2", "m^2"],
  ["d or", "d´or"],
])("a sign that says nothing by itself is a mark: nobody but the author makes %j of %j", (word, sent) => {
  for (const { place, fixes, repaired } of offersFor([word])(sent)) {
    expect(repaired, place).toBe(false);
    expect(
      fixes.every(({ level }) => level === "decision"),
      place,
    ).toBe(true);
  }
});
