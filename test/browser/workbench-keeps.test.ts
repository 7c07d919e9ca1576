/** What was written is what is kept, checked and built, whatever arrives late or not at all. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { embedded } from "../support/envelopes.ts";
import { startService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { describeWorkbench, isAskedBeforeClosing } from "../support/workbench.ts";
import { type SeveralProducts, startSeveralProducts } from "./several-products.ts";

const { key: KEY } = sharedService();
const candidate = embedded.examples.valid[0]!.candidate as Record<string, unknown>;
const written = JSON.stringify(candidate, null, 2);
const LONG = "12345678901234567891";

const stored = (page: Page) => page.evaluate("JSON.stringify(Object.values(localStorage))");

/** Holds requests back until they are released. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describeWorkbench("what somebody writes", sharedService, (suite) => {
  it("keeps its digits and its repeated names while something else changes", async () => {
    const bench = await suite.example();
    const { page } = bench;
    const text = written
      .replace("1840", LONG)
      .replace('"tier": "silver"', '"tier": "gold", "tier": "silver"');
    await bench.openFile("draft.json", text);
    await expect.poll(() => bench.verdict().innerText()).toBe("2 problems");
    const numbers = page.locator('[data-place^="/sampleRecords/"] input');
    expect(await numbers.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toContain(
      LONG,
    );
    await page.locator('[data-place="/outputFields/0/name"] input').fill("card");
    await page.getByRole("tab", { name: "JSON" }).click();
    await expect.poll(() => page.locator(".cm-content").innerText()).toContain('"card":');
    expect(await page.locator(".cm-content").innerText()).toContain(LONG);
    expect(await page.locator(".cm-content").innerText()).toContain('"gold"');
    expect(await bench.verdict().innerText()).toBe("2 problems");
    bench.expectClean();
  });

  it("keeps the digits of rows that start a draft", async () => {
    const bench = await suite.open();
    const rows = `[{"amount": ${LONG}, "unit": "g"}, {"amount": 2, "unit": "kg"}]`;
    const file = { name: "rows.json", mimeType: "text/plain", buffer: Buffer.from(rows) };
    await bench.page.locator(".start-example").first().waitFor();
    await bench.page.getByLabel("Open a file").setInputFiles(file);
    await expect.poll(() => stored(bench.page)).toContain(LONG);
  });

  it("may have a name with half of a character", async () => {
    const bench = await suite.example();
    await bench.openFile("draft.json", written.replace("{", '{"\\ud800half": 1,'));
    await expect.poll(() => bench.verdict().innerText()).toBe("1 problem");
    await bench.page.locator(".problem-link").click();
    await expect.poll(() => bench.page.url()).toContain("half");
    bench.expectClean();
  });

  it("is not replaced by an earlier text that is read late", async () => {
    const late = gate();
    const bench = await suite.open({ path: "/none" });
    const { page } = bench;
    // The page's own reader, not that of its worker.
    await page.route(/\/assets\/parse-/, async (route) => {
      if (route.request().frame() !== null) await late.opened;
      await route.continue();
    });
    await page.addInitScript("window.requestIdleCallback = () => 0");
    await page.goto(suite.service.url);
    await page.locator(".start-example").first().click();
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.locator(".cm-content").click();
    const write = async (text: string) => {
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(text);
    };
    await write(written.replace("1840", LONG).replace("Loyalty card", "Read late"));
    // Kept, although it is not read yet.
    await expect.poll(() => stored(page)).toContain("Read late");
    await write(written.replace("Loyalty card", "Written last"));
    const arrived = page.waitForResponse(/\/assets\/parse-/);
    late.open();
    await arrived;
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    expect(await bench.draft()).toMatchObject({ generatorName: "Written last" });
    expect(await page.locator(".cm-content").innerText()).toContain("Written last");
  });

  it("is the version that was built, not what was written meanwhile", async () => {
    const late = gate();
    const bench = await suite.example();
    const { page } = bench;
    await page.route("**/api/build", async (route) => {
      await late.opened;
      await route.continue();
    });
    await bench.setKey(KEY);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("button", { name: "Building…" }).waitFor();
    await bench.input("Generator name").fill("Written meanwhile");
    late.open();
    await page.getByText("The draft has changed since this package was built.").waitFor();
    const versions = await page.evaluate(
      "Object.entries(localStorage).find(([name]) => name.startsWith('preflight:versions:'))[1]",
    );
    const [built] = JSON.parse(versions as string);
    expect(JSON.parse(built.text).generatorName).toBe("Loyalty card");
  });

  it("is not covered by the package of an earlier draft", async () => {
    const late = gate();
    const bench = await suite.example();
    const { page } = bench;
    await page.route("**/api/build", async (route) => {
      await late.opened;
      await route.continue();
    });
    await bench.setKey(KEY);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("button", { name: "Building…" }).waitFor();
    await page.getByRole("button", { name: "Draft", exact: true }).click();
    await page.getByRole("menuitem", { name: "Start something new" }).click();
    await page.getByRole("button", { name: "Start with an empty form" }).click();
    late.open();
    await page.getByRole("button", { name: "Building…" }).waitFor({ state: "hidden" });
    await bench.input("Generator name").fill("Written on");
    expect(await page.getByRole("tab", { name: "Package" }).count()).toBe(0);
  });

  it("is there again where a part of the page could not be fetched at first", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.openFile("draft.json", written.replace("1840", LONG));
    await expect.poll(() => stored(page)).toContain(LONG);
    let isAway = true;
    await page.route(/\/assets\/parse-/, (route) => (isAway ? route.abort() : route.continue()));
    await page.reload();
    await page.getByText("A part of this page could not be fetched.").waitFor();
    isAway = false;
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
  });

  it("is not used for what is pasted after it", async () => {
    const late = gate();
    const bench = await suite.open();
    const { page } = bench;
    await page.getByRole("button", { name: "Paste anything" }).click();
    await page.locator("#incoming").fill(written);
    await page.locator("dialog button[type=submit]:enabled").waitFor();
    await page.route(/\/assets\/browser-/, async (route) => {
      await late.opened;
      await route.continue();
    });
    await page.locator("#incoming").fill("generatorName: From YAML\ngeneratorId: from-yaml\n");
    expect(await page.locator("dialog button[type=submit]").isDisabled()).toBe(true);
    late.open();
    await page.locator("dialog button[type=submit]:enabled").click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("From YAML");
  });

  it("is not shown as the last readable version of another draft", async () => {
    const bench = await suite.example();
    const { page } = bench;
    const buffer = Buffer.from('{"generatorName": "Other" "x"}');
    await page.getByLabel("Open a file").setInputFiles({ name: "x.json", mimeType: "text/plain", buffer });
    await page.getByRole("button", { name: "Open it as text" }).click();
    await expect.poll(() => bench.verdict().innerText()).toBe("Not readable as JSON");
    await page.getByRole("tab", { name: "Form" }).click();
    await page.locator(".obstacle").waitFor();
    expect(await bench.input("Generator name").count()).toBe(0);
    await page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
  });

  it("comes from a link that is opened in the same tab, and what was there is kept", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await page.getByRole("button", { name: "Draft", exact: true }).click();
    await page.getByRole("menuitem", { name: "Share a link" }).click();
    await expect.poll(() => page.locator("#share-link").inputValue()).toContain("#draft=");
    const link = await page.locator("#share-link").inputValue();
    await page.keyboard.press("Escape");
    await bench.input("Generator name").fill("Written later");
    await page.evaluate(`location.href = ${JSON.stringify(link)}`);
    await page.getByText("Opened the draft from the link.").waitFor();
    expect(await bench.input("Generator name").inputValue()).toBe("Loyalty card");
    expect(await stored(page)).toContain("Written later");
  });

  it("is asked about again when the budget is full again", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await page.route("**/api/validate", async (route) => {
      const response = await route.fetch();
      const headers = { "ratelimit-policy": '"calls";q=20;w=60', ratelimit: '"calls";r=5;t=1' };
      await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
    });
    await bench.setKey(KEY);
    await expect.poll(() => bench.verdict().innerText()).toBe("Valid");
    await page.getByText("20 calls left").waitFor();
    await bench.input("Generator name").fill("Written when the budget was full");
    await expect.poll(() => bench.verdict().innerText()).toBe("Valid");
  });

  it("can be written where the editor cannot be loaded, and fixes reach it there", async () => {
    const bench = await suite.open({ path: "/none" });
    const { page } = bench;
    await page.route(/\/assets\/editor-/, (route) => route.abort());
    await page.goto(suite.service.url);
    await page.locator(".start-example").first().click();
    await page.getByRole("tab", { name: "JSON" }).click();
    const plain = page.getByLabel("The draft as JSON");
    await plain.fill(written.replace('"fast"', '"FAST"'));
    await page.getByRole("button", { name: 'Use "fast"' }).click();
    await expect.poll(() => plain.inputValue()).toContain('"fast"');
  });

  it("is said to be unchecked where the check cannot be loaded", async () => {
    const bench = await suite.open({ path: "/none" });
    await bench.page.route(/\/assets\/checker-/, (route) => route.abort());
    // The worker has failed before it is asked anything.
    await bench.page.route("**/spec-packages/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await bench.page.goto(suite.service.url);
    await bench.page.getByText("This page cannot read the rules of this domain.").waitFor();
  });
});

let products: SeveralProducts | undefined;
afterAll(() => products?.close());

async function startTwo() {
  const berths = JSON.parse(readFileSync(new URL("../domains/berth-request.json", import.meta.url), "utf8"));
  products = await startSeveralProducts([embedded, berths]);
  return startService({ PREFLIGHT_DOMAINS: products.domainsFile, PREFLIGHT_API_KEYS: KEY });
}

describeWorkbench("rules that arrive after others were chosen", startTwo, (suite) => {
  it.each([
    ["full", "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"],
    [
      "forbidden",
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
    ],
  ])("leave the draft of the others as it was, where storage is %s", async (_, script) => {
    const bench = await suite.open({ path: "/none" });
    const { page } = bench;
    await page.addInitScript(script);
    await page.goto(`${suite.service.url}/?domain=datagen/generator-option`);
    await page.locator(".start-example").first().click();
    await bench.input("Generator name").fill("Not stored");
    await page.getByText("Not stored by this browser").first().waitFor();
    await page.locator("button.domain").click();
    await page.locator("[role^=menuitem]").filter({ hasText: "Berth request" }).click();
    await page.getByRole("button", { name: "Start with an empty form" }).waitFor();
    await page.goBack();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Not stored");
    await isAskedBeforeClosing(page);
  });

  it("do not judge a draft of the others", async () => {
    const late = gate();
    const bench = await suite.example({ path: "/?domain=datagen/generator-option" });
    const { page } = bench;
    await page.route("**/spec-packages/*/berth-request", async (route) => {
      await late.opened;
      await route.continue();
    });
    const choose = async (title: string) => {
      await page.locator("button.domain").click();
      await page.locator("[role^=menuitem]").filter({ hasText: title }).click();
    };
    await choose("Berth request");
    await page.getByText("Loading the rules…").waitFor();
    await choose("Generator option");
    await bench.input("Generator name").waitFor();
    const arrived = page.waitForResponse("**/spec-packages/*/berth-request");
    late.open();
    await (await arrived).finished();
    await bench.input("Generator name").fill("Written after that");
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    await page.waitForTimeout(500);
    expect(await bench.verdict().innerText()).toBe("No local problems");
  });
});
