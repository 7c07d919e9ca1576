import { describe, expect, test } from "vitest";
import { applyFixes, buildProposal, checkCandidate, repairCandidate } from "../../../src/core/index.ts";
import { createPatcher } from "../../../src/core/json/patch.ts";
import { readKnownJson } from "../../../src/core/reader/read-json.ts";
import { buildContext, context, readJson, spec } from "../datagen.ts";

const GOOD = JSON.stringify(readJson("../scenarios/bases/loyalty-card.json"), null, 2);

/** The good candidate with another member in front of one. */
function doubled(before: string, extra: string): unknown {
  expect(GOOD).toContain(`"${before}":`);
  return readKnownJson(GOOD.replace(`"${before}":`, `${extra}, "${before}":`));
}

const codesOf = (diagnostics: readonly { code: string; pointer: string }[]) =>
  diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);

describe("a name that the text of a candidate has twice", () => {
  const twice = doubled("generatorName", '"generatorName": "Another card"');

  test("is an error that names both values and places, with one decision a value", () => {
    const { valid, diagnostics } = checkCandidate(spec, twice, context);
    expect(valid).toBe(false);
    const [{ message, fixes = [], ...rest } = { message: "" }] = diagnostics;
    expect(rest).toMatchObject({ code: "member-repeated", severity: "error", pointer: "/generatorName" });
    expect(message).toMatch(/twice.*"Another card" at line \d+, column \d+ and "Loyalty card" at line/);
    expect(
      fixes.map(({ decision, applicability, patch }) => [decision, applicability, patch.at(-1)]),
    ).toEqual([
      [true, "suggested", { op: "replace", path: "/generatorName", value: "Another card" }],
      [true, "suggested", { op: "replace", path: "/generatorName", value: "Loyalty card" }],
    ]);
    for (const { patch } of fixes) {
      const patcher = createPatcher(twice);
      expect(patcher.apply(patch)).toBe(true);
      expect(checkCandidate(spec, patcher.document(), context).valid).toBe(true);
    }
  });

  test("is never repaired or built", () => {
    const { repaired } = repairCandidate(spec, twice, context, "suggested");
    expect(repaired).toMatchObject({ valid: false, patch: [], diagnostics: [{ code: "member-repeated" }] });
    expect(buildProposal(spec, twice, buildContext, "suggested").proposalPackage).toBeUndefined();
    expect(applyFixes(twice, checkCandidate(spec, twice, context).diagnostics, "placeholder").applied).toBe(
      0,
    );
  });

  test.each([
    [
      "under a name that would be corrected",
      doubled("rationaleNotes", '"Generator_Name": "a", "Generator_Name": "b"'),
    ],
    ["around the proposal", readKnownJson(`{"proposal":{},"proposal":${GOOD}}`)],
    [
      "in a list that was meant as another",
      doubled("outputFields", '"outputFields": {"a":{"type":"string"},"a":{"type":"date"}}'),
    ],
    ["beside faults of the same value", doubled("supportedStrategies", '"supportedStrategies": "fast"')],
  ])("outlives a repair of what else is wrong: %s", (_title, candidate) => {
    const { repaired } = repairCandidate(spec, candidate, context, "suggested");
    expect(repaired!.valid).toBe(false);
    expect(repaired!.diagnostics.map(({ code }) => code)).toContain("member-repeated");
  });

  test("does not keep others from being repaired", () => {
    const faulty = readKnownJson(
      GOOD.replace('"generatorName":', '"generatorName": "Another card", "generatorName":').replace(
        '"description":',
        '"Description":',
      ),
    );
    const { repaired } = repairCandidate(spec, faulty, context, "suggested");
    expect(codesOf(repaired!.diagnostics)).toEqual(["member-repeated /generatorName"]);
  });

  test("that is there thousands of times gives one short diagnostic", () => {
    const { diagnostics } = checkCandidate(
      spec,
      doubled("generatorName", Array.from({ length: 5_000 }, (_, at) => `"generatorName": ${at}`).join(",")),
      context,
    );
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]!.message).toMatch(/5001 times.* and 4993 more\./);
    expect(diagnostics[0]!.fixes).toHaveLength(8);
  });
});
