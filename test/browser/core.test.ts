/**
 * The core as it is published, in a real browser, under a content security policy that allows no evaluation: every
 * scenario must come out byte for byte as it does here.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildProposal } from "../../src/core/index.ts";
import { buildContext, datagenDocument, readJson, registry, spec } from "../core/datagen.ts";
import { candidateOf, listScenarios } from "../core/scenario.ts";
import { type Site, serveBuilt, startBrowser } from "../support/browser.ts";
import { requireServer } from "../support/servers.ts";

const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";

requireServer("chromium")("the core in a browser", () => {
  let site: Site;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await serveBuilt(new URL("./page.mjs", import.meta.url), policy);
    browser = await startBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(site.url);
    await page.waitForFunction("isReady");
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  it("is not allowed to evaluate code", async () => {
    expect(await page.evaluate("couldEvaluate")).toBe(false);
  });

  it("gives every scenario the same answer as here", async () => {
    const candidates = listScenarios().map(({ scenario }) => candidateOf(scenario));
    const input = {
      document: datagenDocument(),
      listed: readJson("../../spec-packages/datagen/registry.json"),
      texts: candidates.map((candidate) => (candidate === undefined ? null : JSON.stringify(candidate))),
      submissionUrl: buildContext.submissionUrl,
      now: buildContext.now,
      rulesUrl: buildContext.rulesUrl,
    };
    const there = (await page.evaluate(`buildAllSoon(${JSON.stringify(input)})`)) as string[];
    const here = candidates.map((candidate) => {
      const sent = candidate === undefined ? undefined : JSON.parse(JSON.stringify(candidate));
      return JSON.stringify(buildProposal(spec, sent, { ...buildContext, registry }));
    });
    expect(there.length).toBeGreaterThan(150);
    expect(there).toEqual(here);
  });
});
