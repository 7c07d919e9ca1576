/** Every named check by itself: a small package that uses it, and one JSON file a case. See test/checks/README.md. */
import { readdirSync } from "node:fs";
import jsonPatch from "fast-json-patch";
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../../src/core/checks/catalogue.ts";
import {
  buildProposal,
  checkCandidate,
  type Diagnostic,
  describeMembers,
  loadSpecPackage,
  type PatchOperation,
  type SpecPackageDocument,
  verifyPackage,
} from "../../../src/core/index.ts";
import { isClean } from "../../../src/core/proposal/check.ts";
import { exampleRegistries } from "../../../src/core/publishing/examples.ts";
import { load, readJson } from "../datagen.ts";
import { createDescriber } from "../describe-diagnostic.ts";
import { diagnose } from "../diagnose.ts";
import { altered, candidateOf, read, type Scenario } from "../scenario.ts";
import { showInvisible } from "../table.ts";

interface CheckScenario extends Scenario {
  package?: Pick<Scenario, "set" | "remove">;
  /** Reasons for which the package must be refused, as `code at pointer`. */
  refused?: string[];
}

/** From the folder of datagen.ts, by which JSON is read. */
const folder = "../checks";
const names = readdirSync(new URL(`../${folder}`, import.meta.url)).filter((name) => !name.includes("."));

test("every folder is named after a check", () => {
  expect(names.filter((name) => !CHECKS.some((check) => check.name === name))).toEqual([]);
});

describe.each(names)("%s", (name) => {
  const document = readJson(`${folder}/${name}/spec-package.json`) as SpecPackageDocument;
  const spec = load(document);
  const context = { ...exampleRegistries({ document }), now: Date.parse("2026-11-15T00:00:00Z") };
  const files = readdirSync(new URL(`../${folder}/${name}`, import.meta.url));
  const cases = files
    .filter((file) => file.endsWith(".json") && file !== "spec-package.json")
    .map((file) => ({ file, scenario: readJson(`${folder}/${name}/${file}`) as CheckScenario }));

  test("its package uses it", () => {
    expect(document.rules.map(({ check }) => check)).toContain(name);
  });

  const reasonsOf = (scenario: CheckScenario) => {
    const loaded = loadSpecPackage(altered(document, scenario.package ?? {}));
    return loaded.ok ? [] : loaded.reasons;
  };
  const candidateIn = (scenario: CheckScenario) =>
    scenario.start === undefined
      ? candidateOf(scenario)
      : altered(document.examples.valid[0]!.candidate, scenario);

  // After a change that is meant, run this file with `-u` and read the difference.
  test("says all this", async () => {
    const describeDiagnostic = createDescriber();
    const parts = cases.map(({ file, scenario }) => {
      const said = scenario.refused
        ? reasonsOf(scenario).map(({ code, pointer, message }) => `  ${code} at ${pointer}: ${message}`)
        : checkCandidate(spec, candidateIn(scenario), context).diagnostics.flatMap(describeDiagnostic);
      return [file, ...said].join("\n");
    });
    const rules = describeMembers(spec).map(({ pointer, rule }) => `  ${pointer}: ${rule}`);
    const text = [["spec-package.json", ...rules].join("\n"), ...parts].join("\n\n");
    await expect(`${showInvisible(text)}\n`).toMatchFileSnapshot(`../../checks/${name}/wording.txt`);
  });

  test.each(cases)("$file: $scenario.title", ({ scenario }) => {
    if (scenario.refused) {
      expect(reasonsOf(scenario).map(({ code, pointer }) => `${code} at ${pointer}`)).toEqual(
        scenario.refused,
      );
      return;
    }
    const candidate = candidateIn(scenario);
    const { valid, diagnostics } = checkCandidate(spec, candidate, context);
    expect(diagnostics.map(({ code, pointer, severity }) => ({ code, pointer, severity }))).toEqual(
      scenario.expect.diagnostics.map(({ code, pointer, severity }) => ({ code, pointer, severity })),
    );
    expect(valid).toBe(scenario.expect.valid);
    expect(isClean(spec, candidate, context)).toBe(
      diagnose(spec, candidate, context).diagnostics.length === 0,
    );
    for (const [index, { says = [] }] of scenario.expect.diagnostics.entries())
      for (const words of says) expect(diagnostics[index]?.message).toContain(words);
    for (const [index, { fix }] of scenario.expect.diagnostics.entries())
      if (fix !== undefined) expect(diagnostics[index]?.fixes?.[0]?.applicability).toBe(fix);
    // Each first fix applies by itself, and all of them do from the last to the first.
    for (const patch of firstFixes(diagnostics)) patched(candidate, [patch]);
    for (const [pointer, value] of Object.entries(scenario.expect.fixed ?? {}))
      expect(read(patched(candidate, firstFixes(diagnostics)), pointer)).toEqual(value ?? undefined);
    if (!valid) return;
    const { proposalPackage } = buildProposal(spec, candidate, {
      ...context,
      submissionUrl: "https://a.example/",
    });
    expect(verifyPackage(spec, proposalPackage, context).valid).toBe(true);
  });
});

function firstFixes(diagnostics: readonly Diagnostic[]): PatchOperation[][] {
  return diagnostics.flatMap(({ fixes = [] }) => fixes.slice(0, 1).map(({ patch }) => patch)).reverse();
}

/** By another implementation of JSON Patch, which throws if a patch does not apply. */
function patched(candidate: unknown, patches: readonly PatchOperation[][]): unknown {
  return patches.reduce<unknown>(
    (document, patch) =>
      jsonPatch.applyPatch(document, structuredClone(patch) as jsonPatch.Operation[], true).newDocument,
    structuredClone(candidate),
  );
}
