/** Signs, points and hyphens in words: what is offered for each way of writing, and what a repair does by itself. */
import { expect, test } from "vitest";
import { createRegistry, repairCandidate } from "../../../src/core/index.ts";
import { load } from "../schema/small-package.ts";
import { expectTable } from "../table.ts";

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
        .map(
          ({ title, applicability, decision }) =>
            `${title.replace(/^(Use|Rename it to) /, "")} ${decision ? "decision" : applicability}`,
        );
      return { place, fixes, isChanged: repaired !== undefined && repaired.patch.length > 0 };
    });
}

test("how each way of writing a word is graded", async () => {
  const cases: [words: string[], sent: string[]][] = [
    [
      ["HIV-", "HIV+"],
      ["HIV", "hiv-", " HIV+ ", "HIV -", "HIV\u2212", "HIV\u207a"],
    ],
    [
      ["UTC-3", "UTC+3", "UTC"],
      ["UTC 3", "UTC3", "utc-3", "UTC_3"],
    ],
    [
      ["-18", "4", ".5", "102"],
      ["18", "-4", "5", "10\u00b2", "10\u2082", "0.5", "1.02", "\uff14"],
    ],
    [
      ["+1", "-1"],
      ["1", "+ 1"],
    ],
    [
      ["A", "A-", "B-"],
      ["a", "a-", "B", "A+"],
    ],
    [
      ["un-ionized", "re-sign", "co2"],
      ["unionized", "resign", "un ionized", "unIonized", "CO\u2082", "co-2"],
    ],
    [
      ["first_name", "lastname", "zip code 2"],
      ["first-name", "firstname", "firstName", "last name", "zip_code_2"],
    ],
    [
      ["line 1", "line2", "v1.1"],
      ["line1", "line_2", "v1-1", "v11", "v 1.1"],
    ],
    [
      ["C", "C++", "C#"],
      ["c++", "c +", "C+"],
    ],
    [
      ["mg", "kWh", "USD", "low"],
      ["Mg", "KWH", "kwh", "usd", "Usd", "Low", "LOW"],
    ],
    [
      ["mg", "Mg", "MW"],
      ["MG", "mW", "mw"],
    ],
    [
      ["caf\u00e9", "re\u0301sume\u0301"],
      ["cafe", "CAFE\u0301", "resume", "\ufb01"],
    ],
    [["\u0915\u093f", "\u0915"], ["\u0915\u0940"]],
    [
      ["driver's licence", "e.g."],
      ["drivers licence", "eg", "e.g"],
    ],
  ];
  const rows = cases.flatMap(([words, all]) => {
    const offers = offersFor(words);
    return all.flatMap((sent) =>
      offers(sent).map(({ place, fixes, isChanged }) => [
        JSON.stringify(words),
        JSON.stringify(sent),
        `as ${place}:`,
        fixes.join(", ") || "nothing",
        isChanged ? "and repaired" : "",
      ]),
    );
  });
  await expectTable(import.meta.url, "./marks.txt", rows);
});

test.each([
  [["HIV-", "HIV+"], "HIV"],
  [["UTC-3"], "UTC 3"],
  [["-18", "4", ".5"], "18"],
  [["-18", "4", ".5"], "-4"],
  [["-18", "4", ".5"], "5"],
  [["A-"], "A"],
  [["-1", "+1"], "1"],
  [["102"], "10\u00b2"],
  [["DEA 1-"], "DEA 1"],
])("of %j, none takes the place of %j by itself", (words, sent) => {
  for (const { fixes, isChanged } of offersFor(words)(sent)) {
    expect(isChanged).toBe(false);
    expect(fixes.filter((fix) => !fix.endsWith(" decision"))).toEqual([]);
  }
});
