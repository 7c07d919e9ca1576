/** The client as it is published, in a real browser, from a page of another origin than the service. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildProposal } from "../../src/core/index.ts";
import { buildContext, registry, spec } from "../core/datagen.ts";
import { connectBrowser, type Site, serveBuilt } from "../support/browser.ts";
import { envelope } from "../support/envelopes.ts";
import { requireServer } from "../support/servers.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

requireServer("chromium")("the client in a browser", () => {
  let service: InProcessService;
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    service = await startServiceHere();
    const policy = `default-src 'none'; script-src 'self'; connect-src ${service.url}`;
    site = await serveBuilt(new URL("./client-page.mjs", import.meta.url), policy);
    browser = await connectBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await service?.stop();
  });

  it("makes the calls, reads the problems and stops when told to", async () => {
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction("globalThis.isReady", undefined, { timeout: 120_000 });
    const input = { baseUrl: service.url, key: service.key, envelope: envelope() };
    const { digest } = buildProposal(spec, envelope().candidate, { ...buildContext, registry })
      .proposalPackage!;
    expect(await page.evaluate(`callService(${JSON.stringify(input)})`)).toEqual({
      domains: ["generator-option"],
      digest,
      supported: [{ targetProduct: "datagen", domainId: "generator-option" }],
      refused: true,
      aborted: "no need",
    });
  });
});
