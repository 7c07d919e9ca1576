/** The brief view: what an agent has to read of a draft with twenty problems. */
import { expect, test } from "vitest";
import { applyFixes } from "../../src/core/index.ts";
import { createPatcher } from "../../src/core/json/patch.ts";
import { neverText } from "../../src/core/reader/read-json.ts";
import type { ValidationResult } from "../../src/core/types.ts";
import { validateProposal } from "../../src/service/operations/validate-proposal.ts";
import { embedded, envelope } from "../support/envelopes.ts";
import { runNow } from "../support/run-now.ts";
import { BASE_URL, sixDomains } from "./six-domains.ts";

const valid = embedded.examples.valid[0]!.candidate as Record<string, unknown>;

/** Types in capitals, numbers as text, dates as people write them, fields without a description, a name in another style. */
const faulty = {
  owner: { kind: "Human", id: "ada@example.org" },
  generator_id: "loyalty-card",
  generatorName: "Loyalty card",
  description: "Membership cards of a shop's loyalty programme, with tier and points.",
  outputFields: [
    { name: "cardNumber", type: "text" },
    { name: "tier", type: "text" },
    { name: "points", type: "integer" },
    { name: "since", type: "date" },
  ],
  supportedStrategies: ["fast", "slow"],
  sampleRecords: [1, 2, 3, 4, 5, 6].map((n) => ({
    cardNumber: `6035 ${n}`,
    tier: "gold",
    points: String(n),
    since: `2026/3/${n}`,
  })),
  rationaleNotes: "Retail teams ask for it in nearly every demo.",
};

function check(more: object, candidate: unknown = faulty) {
  const outcome = runNow(validateProposal, neverText({ ...envelope(candidate), ...more }), {
    ...{ catalogue: sixDomains, rulesUrl: `${BASE_URL}/rules`, now: () => Date.UTC(2026, 5, 1) },
  });
  if (!outcome.ok) throw new Error(outcome.problem.detail);
  return outcome.body as ValidationResult;
}

test("twenty problems take at most 4,500 characters, and 3,500 with a repair", () => {
  const full = check({});
  expect(full.diagnostics.length).toBeGreaterThanOrEqual(20);
  const brief = check({ view: "brief" });
  expect(brief.diagnostics.length).toBeLessThan(full.diagnostics.length);
  expect(JSON.stringify(brief).length).toBeLessThanOrEqual(4_500);
  expect(JSON.stringify(check({ view: "brief", repair: "suggested" })).length).toBeLessThanOrEqual(3_500);
});

test("problems that differ in place and value alone are one, with all places, values and operations", () => {
  const { diagnostics } = check({ view: "brief" });
  const points = diagnostics.find(({ pointers = [] }) => pointers.includes("/sampleRecords/4/points"))!;
  expect(points).toMatchObject({
    pointer: "/sampleRecords/0/points",
    pointers: [0, 1, 2, 3, 4, 5].map((at) => `/sampleRecords/${at}/points`),
    values: ["1", "2", "3", "4", "5", "6"],
    fixes: [{ title: "Use 1, 2, 3, ..." }],
  });
  expect(points).not.toHaveProperty("actual");
  expect(points).not.toHaveProperty("docs");
});

test("the joined fixes lead where those of the full view lead", () => {
  const [full, brief] = [check({}), check({ view: "brief" })].map(
    ({ diagnostics }) => applyFixes(faulty, diagnostics, "suggested").candidate,
  );
  expect(brief).toEqual(full);
});

const views = ["full", "brief"] as const;

test.each(views)("%s: what a repair leaves as it was is sent back too", (view) => {
  const draft = { ...valid, generatorId: undefined, rationaleNotes: "Asked for." };
  const { repaired } = check({ view, repair: "suggested" }, JSON.stringify(draft));
  expect(repaired).toMatchObject({ candidate: JSON.parse(JSON.stringify(draft)), patch: [], valid: false });
});

test.each(views)("%s: a candidate with a name that is still there twice is not sent back", (view) => {
  const text = JSON.stringify(valid).replace(
    '"generatorName":',
    '"generatorName":"Another","generatorName":',
  );
  const { repaired } = check({ view, repair: "suggested" }, text);
  expect(repaired).toMatchObject({ candidate: null, valid: false });
});

test("every fix of a joined diagnostic applies by itself, also where several would write to one place", () => {
  const fields = valid.outputFields as readonly object[];
  const draft = { ...valid, outputFields: fields.map((field, at) => ({ ...field, remark: `Remark ${at}` })) };
  const fixes = check({ view: "brief" }, draft).diagnostics.flatMap(({ fixes = [] }) => fixes);
  expect(fixes.map(({ title }) => title)).toContain('Move it to "rationaleNotes"');
  for (const { patch, title } of fixes)
    expect([title, createPatcher(draft).apply(patch)]).toEqual([title, true]);
});

test("with a repair, what is omitted is omitted from what is left to do", () => {
  const sampleRecords = Array.from({ length: 100 }, (_, at) => ({ cardNumber: at, points: String(at) }));
  const outputFields = ["cardNumber", "points"].map((name, at) => ({
    ...{ name, type: at === 0 ? "string" : "integer", description: "What is printed on the card." },
  }));
  const candidate = { ...valid, outputFields, sampleRecords };
  expect(check({ view: "brief" }, candidate).omitted).toBe(100);
  expect(check({ view: "brief", repair: "safe" }, candidate)).toMatchObject({ diagnostics: [], omitted: 0 });
});
