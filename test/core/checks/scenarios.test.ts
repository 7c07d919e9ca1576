/** Every named check by itself: a small package that uses it, and one JSON file a case. See test/checks/README.md. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../../src/core/checks/catalogue.ts";
import {
  checkCandidate,
  createRegistry,
  loadSpecPackage,
  type SpecPackageDocument,
} from "../../../src/core/index.ts";
import { diagnose, isClean } from "../../../src/core/proposal/check.ts";
import { load, readJson } from "../datagen.ts";
import { altered, candidateOf, type Scenario } from "../scenario.ts";

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
  const registry = createRegistry(document.examples.registry ?? [], "2026-11-01T00:00:00Z");
  const context = { registry, now: Date.parse("2026-11-15T00:00:00Z") };
  const files = readdirSync(new URL(`../${folder}/${name}`, import.meta.url));
  const cases = files
    .filter((file) => file !== "spec-package.json")
    .map((file) => ({ file, scenario: readJson(`${folder}/${name}/${file}`) as CheckScenario }));

  test("its package uses it", () => {
    expect(document.rules.map(({ check }) => check)).toContain(name);
  });

  test.each(cases)("$file: $scenario.title", ({ scenario }) => {
    if (scenario.refused) {
      const loaded = loadSpecPackage(altered(document, scenario.package ?? {}));
      const reasons = loaded.ok ? [] : loaded.reasons.map(({ code, pointer }) => `${code} at ${pointer}`);
      expect(reasons).toEqual(scenario.refused);
      return;
    }
    const candidate =
      scenario.start === undefined
        ? candidateOf(scenario)
        : altered(document.examples.valid[0]!.candidate, scenario);
    const { valid, diagnostics } = checkCandidate(spec, candidate, context);
    expect(diagnostics.map(({ code, pointer, severity }) => ({ code, pointer, severity }))).toEqual(
      scenario.expect.diagnostics.map(({ code, pointer, severity }) => ({ code, pointer, severity })),
    );
    expect(valid).toBe(scenario.expect.valid);
    expect(isClean(spec, candidate, registry)).toBe(
      diagnose(spec, candidate, context).diagnostics.length === 0,
    );
    for (const [index, { says = [] }] of scenario.expect.diagnostics.entries())
      for (const words of says) expect(diagnostics[index]?.message).toContain(words);
  });
});
