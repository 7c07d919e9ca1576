/** Checks that ask a registry remember their last answer; it must never be given for another registry. */
import { describe, expect, test } from "vitest";
import { checkCandidate, createRegistry, repairCandidate } from "../../../src/core/index.ts";
import { load } from "../schema/small-package.ts";

const registryOf = (...entries: [id: string, name: string][]) =>
  createRegistry(
    entries.map(([id, name]) => ({ id, name })),
    "2026-01-01T00:00:00Z",
  );
const EMPTY = registryOf();
const TAKEN = registryOf(["invoice-number", "Invoice number"]);

describe.each([
  ["unlike-registered-ids", "invoice-numbers", "invoice-number"],
  ["unlike-registered-names", "Invoice numbers", "Invoice number"],
])("%s", (check, close, registered) => {
  const spec = load(
    { type: "object", properties: { label: { description: "Anything" } } },
    {},
    {
      registries: { old: { member: "old" } },
      rules: [
        { code: "close", check, at: ["/label"], severity: "warning", params: {} },
        { code: "close-to-old", check, at: ["/label"], severity: "warning", params: { registry: "old" } },
      ],
      docs: {
        close: { summary: "It is close to another.", fix: "Choose another." },
        "close-to-old": { summary: "It is close to an old one.", fix: "Choose another." },
      },
    },
  );
  const codesOf = (label: unknown, registry = EMPTY, old = EMPTY) =>
    checkCandidate(
      spec,
      { label },
      { registry, registries: new Map([["old", old]]), now: 0 },
    ).diagnostics.map(({ code, expected }) => `${code} ${JSON.stringify(expected)}`);

  test("each call is answered by its own registries, in whatever order they come", () => {
    const said = (code: string) => `${code} ${JSON.stringify({ unlike: registered })}`;
    expect(codesOf(close)).toEqual([]);
    expect(codesOf(close, TAKEN)).toEqual([said("close")]);
    expect(codesOf(close, EMPTY, TAKEN)).toEqual([said("close-to-old")]);
    expect(codesOf(close, TAKEN, TAKEN)).toEqual([said("close"), said("close-to-old")]);
    expect(codesOf(close)).toEqual([]);
    expect(codesOf("something else", TAKEN, TAKEN)).toEqual([]);
  });

  test.each([5, null, true, ["invoice-number"], { id: "invoice-number" }])(
    "%j is not close to any",
    (label) => {
      expect(codesOf(label, TAKEN, TAKEN)).toEqual([]);
    },
  );
});

test("an id that is registered is not close to itself", () => {
  const spec = load(
    { type: "object", properties: { id: { type: "string", maxLength: 40 } } },
    {},
    {
      rules: [
        { code: "close", check: "unlike-registered-ids", at: ["/id"], severity: "warning", params: {} },
      ],
      docs: { close: { summary: "It is close to another.", fix: "Choose another." } },
    },
  );
  const registry = registryOf(["invoice-number", "A"], ["invoice-numbers", "B"]);
  expect(checkCandidate(spec, { id: "invoice-number" }, { registry, now: 0 }).diagnostics).toEqual([]);
});

describe("keys that differ in case alone", () => {
  const spec = load(
    { type: "object", properties: { unit: { type: "string", maxLength: 40 } } },
    {},
    {
      registries: { units: { member: "units", case: "exact" } },
      rules: [
        {
          code: "unit-unknown",
          check: "in-registry",
          at: ["/unit"],
          severity: "error",
          params: { registry: "units" },
        },
      ],
      docs: { "unit-unknown": { summary: "It is no unit.", fix: "Use one." } },
    },
  );
  const units = createRegistry([{ id: "mg" }, { id: "Mg" }, { id: "mL" }], "2026-01-01T00:00:00Z", {
    case: "exact",
  });
  const context = { registry: EMPTY, registries: new Map([["units", units]]), now: 0 };

  test.each([
    ["MG", ['Use "mg" (decision)', 'Use "Mg" (decision)'], "MG"],
    ["Mg ", ['Use "Mg" (safe)'], "Mg"],
    ["ML", ['Use "mL" (decision)'], "ML"],
  ])("%j is offered %j", (unit, offered, repaired) => {
    const { diagnostics, repaired: after } = repairCandidate(spec, { unit }, context, "suggested");
    expect(
      diagnostics[0]?.fixes?.map(
        ({ title, applicability, decision }) => `${title} (${decision ? "decision" : applicability})`,
      ),
    ).toEqual(offered);
    expect(after?.candidate).toEqual({ unit: repaired });
  });
});

test.each([
  [9_999, ['Use "colour" (decision)']],
  [10_000, []],
])("a slip is found beside %i other keys: %j", (count, offered) => {
  const keys = createRegistry(
    [
      ...Array.from({ length: count }, (_, index) => ({ id: `q${index}`, name: `n${index}` })),
      { id: "colour" },
    ],
    "2026-01-01T00:00:00Z",
  );
  const spec = load(
    { type: "object", properties: { key: { type: "string", maxLength: 40 } } },
    {},
    {
      rules: [{ code: "no-key", check: "in-registry", at: ["/key"], severity: "error", params: {} }],
      docs: { "no-key": { summary: "It is no key.", fix: "Use one." } },
    },
  );
  const [diagnostic] = checkCandidate(spec, { key: "coluor" }, { registry: keys, now: 0 }).diagnostics;
  expect(
    (diagnostic?.fixes ?? []).map(({ title, decision }) => `${title}${decision ? " (decision)" : ""}`),
  ).toEqual(offered);
});
