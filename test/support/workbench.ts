/** Opens the workbench in a real browser, and notes what it asks for and complains about. */
import type { Browser, BrowserContextOptions, Locator, Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { connectBrowser } from "./browser.ts";
import { requireServer } from "./servers.ts";
import { type ServedService, untilReady } from "./service.ts";

export interface Workbench {
  readonly page: Page;
  /** Every address that was requested. */
  readonly requests: string[];
  /** Those that have not come to an end. */
  underWay(): string[];
  /** Errors and warnings of the console, uncaught errors, and violations of the policy. */
  readonly complaints: string[];
  /** Nothing was requested from elsewhere, and nobody complained. */
  expectClean(allowed?: { origins?: readonly string[]; complaints?: RegExp }): void;
  input(label: string): Locator;
  problems(): Promise<string[]>;
  verdict(): Locator;
  setKey(key: string): Promise<void>;
  /** Chooses a file, and takes what the page has understood. */
  openFile(name: string, content: string | Buffer): Promise<void>;
  /** The draft as the browser has stored it. */
  draft(): Promise<unknown>;
  /** The place in the form that has the focus. */
  focused(): Promise<unknown>;
  close(): Promise<void>;
}

export interface WorkbenchOptions extends BrowserContextOptions {
  readonly path?: string;
}

export async function openWorkbench(
  browser: Browser,
  url: string,
  { path = "/", ...options }: WorkbenchOptions = {},
): Promise<Workbench> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options });
  const workbench = watch(await context.newPage(), url);
  await workbench.page.goto(url + path);
  return workbench;
}

/** For a page that shares its storage with another one. */
export async function openSecondTab(first: Workbench, url: string): Promise<Workbench> {
  const second = watch(await first.page.context().newPage(), url);
  await second.page.goto(url);
  return second;
}

function watch(page: Page, url: string): Workbench {
  const requests: string[] = [];
  const complaints: string[] = [];
  page.setDefaultTimeout(120_000);
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    requests.push(request.url());
    underWay.add(request);
  });
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  // The word "Optional" is part of a label.
  const locate = (label: string) => page.getByLabel(new RegExp(`^${label}\\s*(Optional)?$`));
  return {
    page,
    requests,
    underWay: () => [...underWay].map((request) => request.url()),
    complaints,
    expectClean({ origins = [], complaints: expected = /^$/ } = {}) {
      const allowed = [url, ...origins].map((one) => new URL(one).origin);
      const foreign = requests.filter(
        (request) => !/^(data|blob):/.test(request) && !allowed.includes(new URL(request).origin),
      );
      expect(foreign).toEqual([]);
      expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
    },
    input: locate,
    async problems() {
      const links = await page.locator(".problems .problem-link").allInnerTexts();
      return links.map((text) => text.replace(/^(error|warning|info):\s*/, ""));
    },
    verdict: () => page.locator(".verdict h2"),
    async setKey(key) {
      await page.locator(".key-button").click();
      await locate("Key").fill(key);
      await page.getByRole("button", { name: "Use this key" }).click();
    },
    async openFile(name, content) {
      const buffer = Buffer.from(content);
      await page.getByLabel("Open a file").setInputFiles({ name, mimeType: "text/plain", buffer });
      await page.locator("dialog button[type=submit]:enabled").click();
    },
    async draft() {
      await expect.poll(() => page.locator(".status-text").first().innerText()).toBe("Draft saved");
      const stored = (await page.evaluate("Object.entries(localStorage)")) as [string, string][];
      const [newest] = stored
        .filter(([name]) => name.startsWith("preflight:draft:"))
        .map(([, value]) => JSON.parse(value))
        .sort((a, b) => b.savedAt - a.savedAt);
      return newest === undefined ? undefined : JSON.parse(newest.text);
    },
    focused: () => page.evaluate("document.activeElement?.closest('[data-place]')?.dataset.place"),
    close: () => page.context().close(),
  };
}

/** Whoever closes the page is asked, because it holds what nothing else keeps. */
export async function isAskedBeforeClosing(page: Page): Promise<void> {
  const asked = page.waitForEvent("dialog");
  void page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
}

/** What the editor explains about the first text of this kind. */
export async function helpAt(page: Page, text: string): Promise<string> {
  const help = page.locator(".cm-help");
  // If the editor changes under a resting mouse, it shows nothing until the mouse moves again.
  const isShown = async () => {
    await page.mouse.move(0, 0);
    await page.getByText(text).first().hover();
    return await help.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isShown).toBe(true);
  return await help.innerText();
}

export interface Suite {
  readonly service: ServedService;
  readonly browser: Browser;
  /** The page of the current test; it is closed after the test. */
  readonly bench: Workbench;
  open(options?: WorkbenchOptions): Promise<Workbench>;
  /** Opens the page and starts with an empty form. */
  blank(options?: WorkbenchOptions): Promise<Workbench>;
  /** Opens the page and starts from the first example. */
  example(options?: WorkbenchOptions): Promise<Workbench>;
}

/** Tests of one service. */
export function describeWorkbench(
  name: string,
  start: () => Promise<ServedService> | ServedService,
  body: (suite: Suite) => void,
): void {
  requireServer("chromium")(name, () => {
    let service: ServedService;
    let browser: Browser;
    let bench: Workbench | undefined;

    beforeAll(async () => {
      [service, browser] = await Promise.all([start(), connectBrowser()]);
      await untilReady(service);
    });
    afterAll(() => Promise.all([service?.stop(), browser?.close()]));
    afterEach(async () => {
      await bench?.close();
      bench = undefined;
    });

    async function open(options?: WorkbenchOptions): Promise<Workbench> {
      bench = await openWorkbench(browser, service.url, options);
      return bench;
    }
    body({
      get service() {
        return service;
      },
      get browser() {
        return browser;
      },
      get bench() {
        return bench!;
      },
      open,
      async blank(options) {
        const { page } = await open(options);
        await page.getByRole("button", { name: "Start with an empty form" }).click();
        await page.locator(".form").waitFor();
        return bench!;
      },
      async example(options) {
        const opened = await open(options);
        await opened.page.locator(".start-example").first().click();
        await expect.poll(() => opened.verdict().innerText()).toBe("No local problems");
        return opened;
      },
    });
  });
}
