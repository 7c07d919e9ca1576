import jsonPatch from "fast-json-patch";
import { describe, expect, test } from "vitest";
import {
  applyFixes,
  buildProposal,
  checkCandidate,
  type Diagnostic,
  describeCodes,
  type PatchOperation,
  verifyPackage,
} from "../../src/core/index.ts";
import { isClean } from "../../src/core/proposal/check.ts";
import { bulkFix } from "../../src/core/proposal/repair.ts";
import { buildContext, context, spec } from "./datagen.ts";
import { diagnose } from "./diagnose.ts";
import { candidateOf, expand, listScenarios, read, type Scenario } from "./scenario.ts";

const scenarios = listScenarios();
const documented = new Set(describeCodes(spec).map(({ code }) => code));

test("there are scenarios enough to cover every rule", () => {
  expect(scenarios.length).toBeGreaterThanOrEqual(160);
  const shown = new Set(
    scenarios.flatMap(({ scenario }) => scenario.expect.diagnostics.map(({ code }) => code)),
  );
  // Codes of other operations, and of schema keywords that this package does not use.
  const elsewhere =
    /^(package-|rules-stale$|rule-unevaluated$|number-|value-|member-(forbidden|name|deprecated|repeated)$|alternative|text-format$|item-|list-lacks)/;
  const missing = [...documented].filter((code) => !shown.has(code) && !elsewhere.test(code));
  expect(missing).toEqual([]);
});

describe.each(scenarios)("$name", ({ scenario }) => {
  test(scenario.title, () => {
    const candidate = candidateOf(scenario);
    const result = checkCandidate(spec, candidate, context);
    expect(result.diagnostics.map(({ code, pointer, severity }) => ({ code, pointer, severity }))).toEqual(
      scenario.expect.diagnostics.map(({ code, pointer, severity }) => ({ code, pointer, severity })),
    );
    expect(result.valid).toBe(scenario.expect.valid);
    expect(result.omitted).toBe(0);
    expectDetails(result.diagnostics, scenario);
    expectSoundAnswer(candidate, result.diagnostics);
    expectFixes(candidate, result.diagnostics, scenario);
    expectBuild(candidate, scenario);
  });
});

function expectDetails(diagnostics: readonly Diagnostic[], scenario: Scenario): void {
  for (const [index, { says = [], fix }] of scenario.expect.diagnostics.entries()) {
    for (const words of says) expect(diagnostics[index]?.message).toContain(words);
    if (fix) expect(diagnostics[index]?.fixes?.[0]?.applicability).toBe(fix);
  }
}

/** What holds for every answer, whatever the candidate. */
function expectSoundAnswer(candidate: unknown, diagnostics: readonly Diagnostic[]): void {
  const thorough = diagnose(spec, candidate, context);
  expect(isClean(spec, candidate, context)).toBe(thorough.diagnostics.length === 0);
  expect(JSON.parse(JSON.stringify(diagnostics))).toEqual(diagnostics);
  for (const { code, docs, message, fixes = [] } of diagnostics) {
    expect(documented).toContain(code);
    expect(docs).toBe(`https://preflight.example/rules/datagen/generator-option/${code}`);
    expect(message).toMatch(/[.?]$/);
    for (const { patch, title } of fixes) {
      expect(title).not.toBe("");
      if (isForLibrary(patch)) expect(() => applyElsewhere(candidate, patch)).not.toThrow();
    }
  }
}

/** The library refuses these names in any path. */
function isForLibrary(patch: unknown): boolean {
  return !/__proto__|constructor/.test(JSON.stringify(patch));
}

/** Fixes are applied twice: by ours, and from the last to the first by a library that knows nothing of us. */
function expectFixes(candidate: unknown, diagnostics: readonly Diagnostic[], scenario: Scenario): void {
  const fixed = applyFixes(candidate, diagnostics, "placeholder");
  const patches = diagnostics.flatMap(({ fixes = [] }) => bulkFix(fixes, "placeholder")?.patch ?? []);
  if (candidate !== undefined && isForLibrary(patches)) {
    expect(asJson(applyElsewhere(candidate, fixed.patch))).toEqual(asJson(fixed.candidate));
    const patched = diagnostics
      .flatMap(({ fixes = [] }) => bulkFix(fixes, "placeholder") ?? [])
      .reduceRight<unknown>((document, { patch }) => applyElsewhere(document, patch), candidate);
    expect(asJson(fixed.candidate)).toEqual(asJson(patched));
  }
  for (const [pointer, value] of Object.entries(scenario.expect.fixed ?? {}))
    expect(read(fixed.candidate, pointer) ?? null).toEqual(expand(value));
}

/** The library writes and reads what it copies, and JSON has no endless numbers. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function applyElsewhere(document: unknown, patch: PatchOperation[]): unknown {
  // The library alters values of the patch.
  const copy = structuredClone(patch) as jsonPatch.Operation[];
  return jsonPatch.applyPatch(document, copy, true, false).newDocument;
}

function expectBuild(candidate: unknown, scenario: Scenario): void {
  const built = buildProposal(spec, candidate, buildContext);
  expect(built.valid).toBe(scenario.expect.valid);
  expect(built.proposalPackage !== undefined).toBe(scenario.expect.valid);
  const { build } = scenario.expect;
  for (const [pointer, value] of Object.entries(build?.candidate ?? {}))
    expect(read(built.proposalPackage?.candidate, pointer) ?? null).toEqual(expand(value));
  if (build?.changes) expect(built.changes).toEqual(expand(build.changes));
  if (!built.proposalPackage) return;
  expect(verifyPackage(spec, built.proposalPackage, context).valid).toBe(true);
  expect(applyElsewhere(candidate, built.changes ?? [])).toEqual(built.proposalPackage.candidate);
}
