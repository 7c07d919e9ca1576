/**
 * The core as it is published, in a real browser and in another version of Node: every scenario, and hundreds of random
 * candidates rich in URLs, Unicode and dates, must come out byte for byte as they do here.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as core from "../../src/core/index.ts";
import { buildContext, datagenDocument, readJson } from "../core/datagen.ts";
import { candidateOf, listScenarios } from "../core/scenario.ts";
import { candidates } from "../oracle/generate/candidates.ts";
import { connectBrowser, type Site, serveBuilt } from "../support/browser.ts";
import { builtFile } from "../support/built.ts";
import { outputOf } from "../support/processes.ts";
import { draws } from "../support/random.ts";
import { requireServer } from "../support/servers.ts";
import { createAnswers } from "./answers.mjs";
import { otherNode } from "./other-node.ts";

const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const RANDOM_CANDIDATES = draws(400);
const BATCH = 500;

const { submissionUrl, now, rulesUrl } = buildContext;
const input = {
  document: datagenDocument(),
  listed: readJson("../../spec-packages/datagen/registry.json"),
  context: { submissionUrl, now, rulesUrl },
};

const texts = [
  ...listScenarios().map(({ scenario }) => candidateOf(scenario)),
  ...fc.sample(candidates, RANDOM_CANDIDATES),
].map((candidate) => (candidate === undefined ? null : JSON.stringify(candidate)));

let here: string[];
beforeAll(() => {
  here = createAnswers(core, input)(texts);
});

/** The first candidate with another answer: a difference of megabytes would tell nobody anything. */
function firstDifference(there: readonly string[]): unknown {
  const at = here.findIndex((answer, index) => answer !== there[index]);
  return at < 0 ? undefined : { candidate: texts[at], here: here[at], there: there[at] };
}

requireServer("chromium")("the core in a browser", () => {
  let site: Site;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await serveBuilt(new URL("./page.mjs", import.meta.url), policy);
    browser = await connectBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(site.url);
    await page.waitForFunction("globalThis.isReady");
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  it("is not allowed to evaluate code", async () => {
    expect(await page.evaluate("couldEvaluate")).toBe(false);
  });

  it("gives every candidate the same answer as here", async () => {
    await page.evaluate(`load(${JSON.stringify(input)})`);
    const there: string[] = [];
    for (let start = 0; start < texts.length; start += BATCH) {
      const batch = JSON.stringify(texts.slice(start, start + BATCH));
      there.push(...((await page.evaluate(`answersSoon(${batch})`)) as string[]));
    }
    expect(there.length).toBeGreaterThan(RANDOM_CANDIDATES);
    expect(firstDifference(there)).toBeUndefined();
  });
});

const whyNot = otherNode.ok ? "" : ` [skipped: ${otherNode.reason}]`;

describe.skipIf(!otherNode.ok)(`the core in another Node${whyNot}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-other-node-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("gives every candidate the same answer as here", async () => {
    const path = join(folder, "input.json");
    writeFileSync(path, JSON.stringify({ ...input, texts }));
    const script = new URL("./answer-lines.mjs", import.meta.url).pathname;
    const lines = await outputOf(otherNode.path, [script, builtFile("core/index.js").href, path]);
    const [version, ...there] = lines.trimEnd().split("\n");
    expect(version!.split(".")[0]).not.toBe(process.version.split(".")[0]);
    expect(there.length).toBe(texts.length);
    expect(firstDifference(there)).toBeUndefined();
  });
});
