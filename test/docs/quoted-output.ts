/** Regenerates the output that pages quote. */
import { readFileSync } from "node:fs";
import { claimsOfConversation, claimsOfSteps, type Step } from "./answers.ts";
import { type Claim, withActual } from "./claim.ts";
import { claimsOfDrafts, type Transports } from "./drafts.ts";
import { type Block, type Page, parsePage } from "./markdown.ts";
import { claimOfNewCheck } from "./new-check.ts";
import { replay } from "./replay.ts";
import type { Run } from "./scripts.ts";
import { readTheme } from "./spec-packages-page.ts";

export const PAGES = ["README.md", "CONTRIBUTING.md", "docs/agents.md", "docs/spec-packages.md"] as const;

export type Pages = Readonly<Record<(typeof PAGES)[number], string>>;

export const fileOf = (page: string) => new URL(`../../${page}`, import.meta.url);

export function readPages(): Pages {
  return Object.fromEntries(PAGES.map((page) => [page, readFileSync(fileOf(page), "utf8")])) as Pages;
}

/** What the pages run. */
export interface World extends Transports {
  runScripts(files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Run>>;
  /** The answer to a command of the README. */
  send(step: Step): Promise<unknown>;
}

/** The steps of spec-packages.md produce the package that the new check of CONTRIBUTING.md is tried on; the scripts read the copy beside the page. */
export async function regenerate(pages: Pages, world: World): Promise<Pages> {
  const made = { ...pages };
  const update = async (name: keyof Pages, claim: (page: Page) => Claim[] | Promise<Claim[]>) => {
    made[name] = withActual(made[name], await claim(parsePage(made[name])));
  };
  const { document, files, claims } = replay(parsePage(made["docs/spec-packages.md"]));
  const runs = await world.runScripts(new Map([...files, ["dashboard-theme.json", readTheme()]]));
  await update("docs/spec-packages.md", (page) => [...claims, ...claimsOfScripts(page, runs)]);
  await update("CONTRIBUTING.md", async (page) => [await claimOfNewCheck(page, document)]);
  await update("docs/agents.md", async (page) => [
    ...(await claimsOfConversation(page, world.callTool)),
    ...(await claimsOfDrafts(page, world)),
  ]);
  await update("README.md", (page) => claimsOfSteps(page, world.send));
  return made;
}

function claimsOfScripts(page: Page, runs: ReadonlyMap<string, Run>): Claim[] {
  const outputs = page.parts.filter((part): part is Block => part.kind === "block" && part.role === "output");
  const shown = outputs.map(({ name }) => name);
  const missing = [...runs.keys()].filter((name) => !shown.includes(name));
  if (missing.length > 0) throw new Error(`the page does not show the output of ${missing.join(", ")}`);
  return outputs.map(({ name, line, text }) => {
    const run = runs.get(name);
    if (!run?.ok) throw new Error(`${name}: ${run?.output ?? "there is no such script"}`);
    return { title: name, line, shown: text, actual: run.output, place: "block" };
  });
}
