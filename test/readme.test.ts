/** The README's walkthrough is complete. What it quotes and links to is checked in test/docs. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyFixes, type Diagnostic } from "../src/core/index.ts";
import { stepsOf } from "./docs/answers.ts";
import { parsePage } from "./docs/markdown.ts";

const readText = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const readme = readText("README.md");
const steps = stepsOf(parsePage(readme));

describe("the README", () => {
  it("walks through all three operations", () => {
    expect(steps.map((step) => step.path)).toEqual(["/api/domains", "/api/validate", "/api/build"]);
  });

  it("fixes the faulty example with the patches shown", () => {
    const { diagnostics } = JSON.parse(steps[1]!.shown.text) as { diagnostics: Diagnostic[] };
    const { candidate } = JSON.parse(readText("examples/faulty.json")) as { candidate: unknown };
    const fixed = JSON.parse(readText("examples/fixed.json")) as { candidate: unknown };
    expect(applyFixes(candidate, diagnostics, "suggested").candidate).toEqual(fixed.candidate);
  });
});
