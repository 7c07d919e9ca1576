/** WCAG, as far as axe-core can tell, in light and dark and in all main states; and the pages that share the look. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { embedded } from "../support/envelopes.ts";
import { sharedService } from "../support/shared-service.ts";
import { describeWorkbench } from "../support/workbench.ts";

const { key: KEY } = sharedService();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const invalid = {
  ...(embedded.examples.invalid[0]!.candidate as object),
  owner: { kind: "human", id: " ada@example.org " },
};

const WCAG = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** All that differs in the dark. */
const CONTRAST = { type: "rule", values: ["color-contrast"] };

/** In light and dark; of many entries that look alike, some are enough. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const inLight = await judge(page, WCAG);
  await page.emulateMedia({ colorScheme: "dark" });
  return [...inLight, ...(await judge(page, CONTRAST)).map((text) => `in the dark: ${text}`)];
}

async function judge(page: Page, runOnly: object): Promise<string[]> {
  const options = JSON.stringify({ runOnly });
  const { violations: found } = (await page.evaluate(
    `axe.run({ exclude: [".rule:nth-of-type(n + 9)"] }, ${options})`,
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
  );
}

/** One page after the other, each in several states: from what is done there to the next. */
const walks: Record<string, [state: string, arrive: (page: Page) => Promise<void>][]> = {
  "an empty form": [
    ["start", (page) => page.locator(".start-card").first().waitFor()],
    [
      "key dialog",
      async (page) => {
        await page.locator(".key-button").click();
        await page.getByRole("button", { name: "Use this key" }).click();
        await page.getByText("A key starts with ai_").waitFor();
      },
    ],
    [
      "paste dialog",
      async (page) => {
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Paste anything" }).click();
        await page.getByLabel("Text").fill("plate\tminutes\nB-XY 123\t95");
        await page.getByRole("table").waitFor();
      },
    ],
    [
      "empty form",
      async (page) => {
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Start with an empty form" }).click();
        await page.locator(".to-fill").waitFor();
      },
    ],
  ],
  "a draft with problems": [
    ["problems", showProblems],
    [
      "JSON with a mark",
      async (page) => {
        await page.getByRole("tab", { name: "JSON" }).click();
        await page.locator(".cm-lintRange").first().waitFor();
      },
    ],
    [
      "repair dialog",
      async (page) => {
        await page.getByRole("button", { name: "Fix all" }).click();
        await page.getByRole("menuitem", { name: "Repair" }).click();
        await page.getByRole("dialog").getByText("would be left").waitFor();
      },
    ],
  ],
  "an example": [
    [
      "menu",
      async (page) => {
        await page.locator(".start-example").first().click();
        await page.getByRole("button", { name: "More" }).click();
        await page.getByRole("menu").waitFor();
      },
    ],
    [
      "package",
      async (page) => {
        await page.keyboard.press("Escape");
        await page.locator(".key-button").click();
        await page.getByLabel("Key", { exact: true }).fill(KEY);
        await page.getByRole("button", { name: "Use this key" }).click();
        await page.getByRole("button", { name: "Build package" }).click();
        await page.getByRole("heading", { name: "Package built" }).waitFor();
      },
    ],
    [
      "broken JSON",
      async (page) => {
        await page.getByRole("tab", { name: "JSON" }).click();
        await page.locator(".cm-content").click();
        await page.keyboard.press("Control+End");
        await page.keyboard.type(" oops");
        await page.getByRole("tab", { name: "Form" }).click();
        await page.getByText("The JSON cannot be read").waitFor();
      },
    ],
  ],
};

async function showProblems(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start with an empty form" }).click();
  await page.getByLabel("Open a file").setInputFiles({
    name: "bad.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(invalid)),
  });
  await page.locator("dialog button[type=submit]:enabled").click();
  await page.locator(".problem").first().waitFor({ state: "attached" });
  await page.locator(".form .inline-problem").first().waitFor();
}

describeWorkbench("accessibility", sharedService, (suite) => {
  it.each(Object.keys(walks))("%s", async (name) => {
    const { page } = await suite.open();
    for (const [state, arrive] of walks[name]!) {
      await arrive(page);
      expect(await violations(page), state).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    }
    suite.bench.expectClean();
  });

  it.each([
    "/docs",
    "/rules",
    "/rules/datagen/generator-option",
    "/rules/datagen/generator-option/field-type-unknown",
    "/problems/rate-limited",
  ])("%s", async (path) => {
    const { page } = await suite.open({ path });
    await page.locator("h1").waitFor();
    expect(await violations(page)).toEqual([]);
    suite.bench.expectClean();
  });

  it("a phone, with its sheet open", async () => {
    const { page } = await suite.open({ viewport: { width: 390, height: 800 } });
    await showProblems(page);
    await page.getByRole("button", { name: "Show the problems" }).click();
    await page.locator(".problem").first().waitFor();
    expect(await violations(page)).toEqual([]);
    // Nothing sticks out to the side.
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    suite.bench.expectClean();
  });
});

describeWorkbench("the reference pages", sharedService, (suite) => {
  it("/docs can be searched, and tries an operation with a key", async () => {
    const { page } = await suite.open({ path: "/docs" });
    await page.getByLabel("Search the reference").fill("normalization");
    await expect.poll(() => page.locator("#listDomains").isVisible()).toBe(false);
    expect(await page.locator("#buildProposal").isVisible()).toBe(true);
    await page.getByLabel("Search the reference").fill("");
    const section = page.locator("#validateProposal");
    await section.getByText("Try it").click();
    await section.getByRole("button", { name: "Send" }).click();
    await section.getByText(/^Status 401/).waitFor();
    await page.getByLabel("Key for “Try it”").fill(KEY);
    await section.getByRole("button", { name: "Send" }).click();
    await section.getByText(/^Status 200 · \d+ calls left/).waitFor();
    suite.bench.expectClean({ complaints: /401/ });
    // Problems are explained once.
    expect(await page.locator("#problems table").count()).toBe(1);
    expect(await page.getByText("Too many calls", { exact: false }).count()).toBeLessThan(3);
  });

  it("/rules leads to a domain, which can be searched, and to a failing and a passing example", async () => {
    const { page } = await suite.open({ path: "/rules" });
    await page.locator("main").getByRole("link").first().click();
    await page.waitForURL(/\/rules\/datagen\/generator-option$/);
    const rule = page.locator("#field-type-unknown");
    await page.getByLabel("Search codes").fill("strategy");
    await expect.poll(() => rule.isVisible()).toBe(false);
    expect(await page.locator("#strategy-unknown").isVisible()).toBe(true);
    await page.getByLabel("Search codes").fill("");
    await rule.getByRole("link", { name: "Example" }).click();
    await page.waitForURL(/\/field-type-unknown$/);
    expect(await page.locator(".rule-example").innerText()).toMatch(/Fails[\s\S]+Passes/);
    suite.bench.expectClean();
  });
});
