/**
 * WCAG, as far as axe-core can tell, in every view and dialog, in light and dark, some on a phone; the pages that share the
 * look; and the form's accessibility tree.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { embedded } from "../support/envelopes.ts";
import { type ProductHere, startProductHere } from "../support/product-here.ts";
import { startService, untilAllReady } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { describeWorkbench, type Suite } from "../support/workbench.ts";

import { pasteInto } from "./paste.ts";
import { type SeveralProducts, startSeveralProducts } from "./several-products.ts";

const { key: KEY } = sharedService();
const KEY_HERE = "ai_0123456789abcdef0123";
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
  const options = JSON.stringify({ runOnly, resultTypes: ["violations"], selectors: false });
  const { violations: found } = (await page.evaluate(
    `axe.run({ exclude: [".rule:nth-of-type(n + 9)"] }, ${options})`,
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
  );
}

type State = [view: string, arrive: (page: Page) => Promise<unknown>];

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const item = (page: Page, name: string) => page.getByRole("menuitem", { name });
const leave = (page: Page) => page.keyboard.press("Escape");
const load = (page: Page, text: string) =>
  page.getByLabel("Open a file").setInputFiles({
    name: "draft.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
async function more(page: Page, name: string): Promise<void> {
  await leave(page);
  await button(page, "More").click();
  await item(page, name).click();
  await page.getByRole("dialog").waitFor();
}
async function draft(page: Page, name: string): Promise<void> {
  await leave(page);
  await button(page, "Draft").click();
  await item(page, name).click();
  await page.getByRole("dialog").waitFor();
}
async function setKey(page: Page, key: string): Promise<void> {
  await page.locator(".key-button").click();
  await page.getByLabel("Key", { exact: true }).fill(key);
  await button(page, "Use this key").click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/** One page after the other, each in several views: from what is done there to the next. */
const START: State[] = [
  ["start", (page) => page.locator(".start-card").first().waitFor()],
  ["menu of the page", (page) => button(page, "More").click()],
  [
    "key dialog with a key that is none",
    async (page) => {
      await leave(page);
      await page.locator(".key-button").click();
      await button(page, "Use this key").click();
      await page.getByText("A key starts with ai_").waitFor();
    },
  ],
  [
    "paste dialog, empty",
    async (page) => {
      await leave(page);
      await page.getByRole("button", { name: "Paste anything" }).click();
      await page.getByText("It is read as you paste").waitFor();
    },
  ],
  [
    "paste dialog with a table",
    async (page) => {
      await page.getByLabel("Text").fill("plate\tminutes\nB-XY 123\t95");
      await page.getByRole("table").waitFor();
    },
  ],
  [
    "paste dialog with a text that cannot be read",
    async (page) => {
      await page.getByLabel("Text").fill('{"a": [1, }');
      await page.getByRole("button", { name: "Open it as text" }).waitFor();
    },
  ],
  [
    "paste dialog with what is probably no proposal",
    async (page) => {
      await page.getByLabel("Text").fill('{"dependencies": {"left-pad": "1.0.0"}}');
      await page.getByText("probably no proposal").first().waitFor();
    },
  ],
  [
    "empty form",
    async (page) => {
      await leave(page);
      await page.getByRole("button", { name: "Start with an empty form" }).click();
      await page.locator(".to-fill").waitFor();
    },
  ],
  ["menu of the draft", (page) => button(page, "Draft").click()],
  ["drafts and versions", (page) => draft(page, "Drafts and versions…")],
  ["share dialog", (page) => draft(page, "Share a link…")],
  ["my proposals, none and no key", (page) => more(page, "My proposals…")],
  ["commands", (page) => more(page, "Commands…")],
  [
    "commands, nothing found",
    async (page) => {
      await page.getByRole("dialog").getByRole("combobox").fill("no such thing");
      await page.getByText("Nothing is called like that.").waitFor();
    },
  ],
];

const PROBLEMS: State[] = [
  [
    "form with problems",
    async (page) => {
      await page.getByRole("button", { name: "Start with an empty form" }).click();
      await load(page, JSON.stringify(invalid));
      await page.locator("dialog button[type=submit]:enabled").click();
      await page.locator(".problem").first().waitFor({ state: "attached" });
      await page.locator(".form .inline-problem").first().waitFor();
    },
  ],
  ["details of a problem", (page) => page.locator(".problem-details summary").first().click()],
  ["menu of a row", (page) => page.locator(".handle").first().click()],
  [
    "menu of repairs",
    async (page) => {
      await leave(page);
      await page.getByRole("button", { name: "Fix all" }).click();
    },
  ],
  [
    "repair dialog",
    async (page) => {
      await item(page, "Repair").click();
      await page.getByRole("dialog").getByText("would be left").waitFor();
    },
  ],
  [
    "phone with its sheet",
    async (page) => {
      await leave(page);
      await page.setViewportSize({ width: 390, height: 800 });
      await page.getByRole("button", { name: "Show the problems" }).click();
      // Nothing sticks out to the side.
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    },
  ],
  [
    "JSON with a mark",
    async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole("tab", { name: "JSON" }).click();
      await page.locator(".cm-lintRange").first().waitFor();
    },
  ],
  [
    "dialog of safe fixes",
    async (page) => {
      await leave(page);
      await page.getByRole("button", { name: "Fix all" }).click();
      await item(page, "Fix all safe").click();
      await page.getByRole("dialog").getByText("would be left").waitFor();
    },
  ],
  [
    "notice with an undo",
    async (page) => {
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Apply/ })
        .click();
      await page.locator(".notice .link-button").waitFor();
    },
  ],
  [
    "broken JSON",
    async (page) => {
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" oops");
      await page.getByText("Not readable as JSON").waitFor();
    },
  ],
  [
    "form of broken JSON",
    async (page) => {
      await page.getByRole("tab", { name: "Form" }).click();
      await page.getByText("The JSON cannot be read").waitFor();
    },
  ],
];

let product: ProductHere;
const PACKAGE: State[] = [
  [
    "key dialog with a refused key",
    async (page) => {
      await page.locator(".start-example").first().click();
      await setKey(page, "ai_ffffffffffffffffffff");
      await button(page, "Build package").click();
      await page.getByRole("dialog").getByRole("alert").waitFor();
    },
  ],
  [
    "package",
    async (page) => {
      await page.getByLabel("Key", { exact: true }).fill(KEY_HERE);
      await button(page, "Use this key").click();
      await page.getByRole("heading", { name: "Package built" }).waitFor();
    },
  ],
  ["package for developers", (page) => page.locator(".for-developers summary").click()],
  [
    "a submission under way",
    async (page) => {
      product.reply = () => undefined;
      await page.getByRole("button", { name: /^Submit to/ }).click();
      await button(page, "Stop waiting").waitFor();
    },
  ],
  [
    "a submission without an answer",
    async (page) => {
      await button(page, "Stop waiting").click();
      await page.getByText("You stopped waiting.").waitFor();
    },
  ],
  [
    "a submission that was refused",
    async (page) => {
      product.reply = (response) =>
        void response.writeHead(422, { "Access-Control-Allow-Origin": "*" }).end('{"detail": "No."}');
      await button(page, "Submit again").click();
      await page.getByText("refused it with status 422").waitFor();
    },
  ],
  [
    "a key that the product refuses",
    async (page) => {
      product.reply = (response) =>
        void response.writeHead(401, { "Access-Control-Allow-Origin": "*" }).end("{}");
      await button(page, "Submit again").click();
      await button(page, "Use another key").waitFor();
    },
  ],
  [
    "a proposal that was recorded",
    async (page) => {
      product.reply = undefined;
      await button(page, "Submit again").click();
      await page.getByText("Submitted. It is kept").waitFor();
    },
  ],
  [
    "my proposals",
    async (page) => {
      product.proposals[0]!.ballot = { url: `${product.url}/ballots/1`, status: "open" };
      await more(page, "My proposals…");
      await page.getByText("As the product says now.").waitFor();
    },
  ],
  [
    "my proposals, not told",
    async (page) => {
      product.listing = (response) => response.destroy();
      await more(page, "My proposals…");
      await button(page, "Ask again").waitFor();
      product.listing = undefined;
    },
  ],
  [
    "a package that is no longer that of the draft",
    async (page) => {
      await leave(page);
      await page.getByRole("tab", { name: "Form" }).click();
      await page.getByLabel("Call sign").fill("SEPR5");
      await page.getByRole("tab", { name: "Package" }).click();
      await page.getByText("The draft has changed").waitFor();
    },
  ],
  [
    "package on a phone",
    async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
    },
  ],
];

const PRODUCTS: State[] = [
  ["many products", (page) => page.getByRole("searchbox").waitFor()],
  [
    "many products, none found",
    async (page) => {
      await page.getByRole("searchbox").fill("no such thing");
      await page.getByText("Nothing is called like that.").waitFor();
    },
  ],
  [
    "a paste that fits one of them",
    async (page) => {
      await page.getByRole("searchbox").fill("");
      await pasteInto(page.locator("body"), "cff-version: 1.2.0\nmessage: Cite it.\ntitle: Tides\n");
      await page.getByRole("button", { name: "Open it as Citation file" }).waitFor();
    },
  ],
  [
    "form with alternatives and chips",
    async (page) => {
      await page.getByRole("button", { name: "Open it as Citation file" }).click();
      await page.locator(".chips").first().waitFor();
    },
  ],
  [
    "form with nested lists",
    async (page) => {
      await page.getByRole("button", { name: "Add references", exact: true }).click();
      await page.locator('[data-place="/references/0"]').waitFor();
    },
  ],
  ["menu of products", (page) => page.locator("button.domain").click()],
  [
    "many products on a phone",
    async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(new URL("/", page.url()).href);
      await page.getByRole("searchbox").waitFor();
    },
  ],
  [
    "a product that is unknown",
    async (page) => {
      await page.goto(new URL("/?domain=no/such", page.url()).href);
      await page.getByText("does not know “no/such”").waitFor();
    },
  ],
  [
    "rules that cannot be loaded",
    async (page) => {
      await page.route("**/spec-packages/**", (route) => route.fulfill({ status: 503 }));
      await page.goto(new URL("/?domain=citation-file-format/citation", page.url()).href);
      await page.getByText("The rules cannot be loaded").waitFor();
    },
  ],
];

const loads = (page: Page) => page.getByText("The package loads").waitFor();
const STUDIO: State[] = [
  [
    "studio",
    async (page) => {
      await loads(page);
      await page.locator(".cm-content").first().waitFor();
    },
  ],
  [
    "studio with a rule",
    async (page) => {
      await page.locator(".rule-head").first().click();
      await page.locator(".rule-form .input").first().waitFor();
    },
  ],
  [
    "studio with a new rule",
    async (page) => {
      await page.getByLabel(/^Add a rule/).selectOption("holds");
      await page.locator(".new-rule .cm-content").first().waitFor();
    },
  ],
  [
    "studio with a wrong expression",
    async (page) => {
      await page.locator(".rule-form").getByLabel("Expression").click();
      await page.keyboard.insertText("this.nothing >");
      await page.locator(".expression .inline-problem").waitFor();
    },
  ],
  ["studio, menu of packages", (page) => button(page, "Open").click()],
  ["studio, dialog to open", (page) => item(page, "Open or paste…").click()],
  [
    "studio, dialog with data",
    async (page) => {
      await page.getByLabel("Spec package, JSON Schema or link").fill('{"name": "x"}');
      await page.getByText("This is data").waitFor();
    },
  ],
  [
    "studio, dialog with a schema",
    async (page) => {
      const schema = { type: "object", properties: { name: { type: "string", not: { const: "x" } } } };
      await page.getByLabel("Spec package, JSON Schema or link").fill(JSON.stringify(schema));
      await page.getByText("This is a JSON Schema").waitFor();
    },
  ],
  [
    "studio, report of an import",
    async (page) => {
      await button(page, "Import it").click();
      await page.getByText("What the import did").waitFor();
    },
  ],
  [
    "studio, comparison without another version",
    async (page) => {
      await button(page, "Compare").click();
      await page.getByText("This service does not publish").waitFor();
    },
  ],
  [
    "studio, comparison",
    async (page) => {
      await page.getByLabel(/^Earlier version/).fill(JSON.stringify(embedded));
      await page.getByText(/The version number should change by|Both versions/).waitFor();
    },
  ],
  [
    "studio, share",
    async (page) => {
      await leave(page);
      await button(page, "Share").click();
      await page.getByLabel("Link").waitFor();
    },
  ],
  [
    "studio, the form of proposers",
    async (page) => {
      await leave(page);
      await button(page, "See the form").click();
      await page.getByRole("dialog").locator(".form").waitFor();
    },
  ],
  [
    "studio, the package as JSON",
    async (page) => {
      await leave(page);
      await button(page, "JSON").click();
      await page.getByRole("region", { name: "Rules", exact: true }).locator(".cm-content").waitFor();
    },
  ],
  [
    "studio, a package that is not readable",
    async (page) => {
      await page.getByRole("region", { name: "Rules", exact: true }).locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" oops");
      await page.getByText("The package is not readable").waitFor();
    },
  ],
  [
    "studio, a package that is refused",
    async (page) => {
      for (const _ of " oops") await page.keyboard.press("Backspace");
      await button(page, "Rules").click();
      await page.getByRole("button", { name: "Add an example" }).click();
      await item(page, "One that fails").first().click();
      await page.getByText("The package is refused").waitFor();
    },
  ],
  [
    "studio on a phone",
    async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    },
  ],
];

let judged = 0;
async function judgeAll(page: Page, states: readonly State[]): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const [view, arrive] of states) {
    await arrive(page);
    const wrong = await violations(page);
    if (wrong.length > 0) found[view] = wrong;
    await page.emulateMedia({ colorScheme: "light" });
    judged++;
  }
  expect(found).toEqual({});
}
afterAll(() => console.log(`${judged} views judged by axe`));

const walk = (suite: Suite, name: string, path: string, states: readonly State[], complaints = /^$/) =>
  it(name, { timeout: 1_200_000 }, async () => {
    const { page } = await suite.open({ path });
    await judgeAll(page, states);
    suite.bench.expectClean({ complaints, origins: product === undefined ? [] : [product.url] });
  });

describeWorkbench("accessibility", sharedService, (suite) => {
  walk(suite, "the start and its dialogs", "/", START);
  walk(suite, "a draft with problems", "/", PROBLEMS);
  walk(suite, "the studio", "/studio", STUDIO);
  it.each([
    "/docs",
    "/rules",
    "/rules/datagen/generator-option",
    "/rules/datagen/generator-option/field-type-unknown",
    "/problems/rate-limited",
  ])("%s", async (path) => {
    const { page } = await suite.open({ path });
    await page.locator("h1").waitFor();
    await judgeAll(page, [[path, async () => undefined]]);
    suite.bench.expectClean();
  });

  it("the form says what it is, where each field belongs and what is wrong, to those who cannot see it", async () => {
    const bench = await suite.blank();
    const { page } = bench;
    await page.locator(".to-fill").waitFor();
    await load(page, JSON.stringify(invalid));
    await page.locator("dialog button[type=submit]:enabled").click();
    await page.locator(".form .inline-problem").first().waitFor();
    await page.mouse.move(0, 0);
    expect(await page.locator(".form").ariaSnapshot()).toMatchSnapshot();
    expect(await page.locator(".panel").ariaSnapshot()).toMatchSnapshot();
  });
});

const berthRequest = JSON.parse(
  readFileSync(new URL("../domains/berth-request.json", import.meta.url), "utf8"),
);
async function startWithProduct() {
  product = await startProductHere(berthRequest);
  const settings = { PREFLIGHT_DOMAINS: product.domainsFile, PREFLIGHT_API_KEYS: KEY_HERE };
  return startService({ ...settings, PREFLIGHT_RATE_LIMIT: "1000" });
}
describeWorkbench("accessibility of a package", startWithProduct, (suite) => {
  afterAll(() => product.close());
  walk(suite, "from the key to what became of it", "/", PACKAGE, /status of|ERR_/);
});

let products: SeveralProducts;
async function startWithMany() {
  const citation = JSON.parse(
    readFileSync(new URL("../../examples/citation/spec-package.json", import.meta.url), "utf8"),
  );
  const others = Array.from({ length: 11 }, (_, index) => ({ ...embedded, domainId: `generator-${index}` }));
  products = await startSeveralProducts([citation, ...others] as SpecPackageDocument[]);
  return untilAllReady(await startService({ PREFLIGHT_DOMAINS: products.domainsFile }));
}
describeWorkbench("accessibility of several products", startWithMany, (suite) => {
  afterAll(() => products.close());
  walk(suite, "from the choice to a form", "/", PRODUCTS, /503/);
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
