/** Adds the check that CONTRIBUTING.md shows to the catalogue and runs the example. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { vi } from "vitest";
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import type { SpecPackageDocument } from "../../src/core/index.ts";
import { withChanges } from "./changes.ts";
import type { Claim } from "./claim.ts";
import type { Block, Page } from "./markdown.ts";
import { contextOf, print } from "./replay.ts";

const folder = new URL("../../.cache/docs/", import.meta.url);

export async function claimOfNewCheck(page: Page, document: SpecPackageDocument): Promise<Claim> {
  const only = (role: string) => {
    const found = page.parts.filter((part): part is Block => part.kind === "block" && part.role === role);
    if (found.length !== 1) throw new Error(`${found.length} blocks ${role}`);
    return found[0]!;
  };
  const made = await importCheck(only("check"));
  try {
    vi.resetModules();
    vi.doMock("../../src/core/checks/catalogue.ts", () => ({ CHECKS: [...CHECKS, made] }));
    const { checkCandidate, loadSpecPackage } = await import("../../src/core/index.ts");
    const rule = JSON.parse(only("new-rule").text);
    const loaded = loadSpecPackage(
      withChanges(document, {
        "/rules/-": rule,
        [`/docs/${rule.code}`]: { summary: "The name is shouted.", fix: "Write it in small letters." },
      }),
    );
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
    const candidate = withChanges(document.examples.valid[0]!.candidate, JSON.parse(only("new-try").text));
    const { diagnostics } = checkCandidate(loaded.spec, candidate, contextOf(document));
    const { line, text } = only("new-says");
    return { title: "a new check", line, shown: text, actual: print(diagnostics), place: "block" };
  } finally {
    vi.doUnmock("../../src/core/checks/catalogue.ts");
    vi.resetModules();
  }
}

async function importCheck({ name, text }: Block): Promise<(typeof CHECKS)[number]> {
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${name}.ts`, folder);
  try {
    writeFileSync(
      file,
      text
        .replaceAll('from "../', 'from "../../src/core/')
        .replaceAll('from "./', 'from "../../src/core/checks/'),
    );
    const made = Object.values(await import(/* @vite-ignore */ file.pathname))[0] as (typeof CHECKS)[number];
    if (made.name !== name) throw new Error(`the check is called ${made.name}`);
    return made;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
