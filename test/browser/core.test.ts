/**
 * The core as it is published, in a real browser, under a content security policy that allows no evaluation: every
 * scenario must come out byte for byte as it does here.
 */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildProposal } from "../../src/core/index.ts";
import { buildContext, datagenDocument, readJson, registry, spec } from "../core/datagen.ts";
import { candidateOf, listScenarios } from "../core/scenario.ts";
import { programPath, requireServer } from "../support/servers.ts";

const root = new URL("../../", import.meta.url);
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** Serves files of the project; bare imports are turned into paths, as a bundler would. */
function serveFiles(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path === "/") {
      response.writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": policy });
      response.end(
        '<!doctype html><title>core</title><script type="module" src="/test/browser/page.mjs"></script>',
      );
      return;
    }
    try {
      const text = readFileSync(new URL(`.${path}`, root), "utf8");
      const type = path.endsWith(".json") ? "application/json" : "text/javascript";
      response.writeHead(200, { "Content-Type": type });
      response.end(
        text
          .replace(/from "(@noble\/hashes\/[^"]+)"/g, 'from "/node_modules/$1"')
          .replace(/from "re2js"/g, 'from "/node_modules/re2js/build/index.js"'),
      );
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

requireServer("chromium")("the core in a browser", () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await serveFiles();
    browser = await chromium.launch({
      executablePath: programPath("chromium")!,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
      ],
    });
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction("isReady");
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
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
