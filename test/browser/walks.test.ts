/**
 * Three ways from nothing to a result, each with the number of its interactions: a click, a key, a choice, or a text that
 * is typed or pasted. docs/workbench.md shows them; UPDATE_DOCS=1 takes the pictures anew.
 */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { embedded } from "../support/envelopes.ts";
import { startService, untilAllReady } from "../support/service.ts";
import { describeWorkbench } from "../support/workbench.ts";
import { pasteInto } from "./paste.ts";
import { type SeveralProducts, startSeveralProducts } from "./several-products.ts";

const KEY = "ai_0123456789abcdef0123";
const docs = readFileSync(new URL("../../docs/workbench.md", import.meta.url), "utf8");
const citation = JSON.parse(
  readFileSync(new URL("../../examples/citation/spec-package.json", import.meta.url), "utf8"),
) as SpecPackageDocument;

/** Somebody's hands, which count what they do. */
function handsOn(page: Page) {
  let count = 0;
  const counted =
    <Given extends unknown[]>(act: (...given: Given) => Promise<unknown>) =>
    async (...given: Given): Promise<void> => {
      count++;
      await act(...given);
    };
  return {
    click: counted((target: Locator) => target.click()),
    choose: counted((target: Locator, option: string) => target.selectOption(option)),
    type: counted((target: Locator, text: string) => target.fill(text)),
    press: counted((key: string) => page.keyboard.press(key)),
    paste: counted((target: Locator, text: string) => pasteInto(target, text)),
    count: () => count,
  };
}

async function picture(page: Page, name: string): Promise<void> {
  const path = `docs/images/walk-${name}.png`;
  expect(docs).toContain(`images/walk-${name}.png`);
  if (process.env.UPDATE_DOCS === undefined) return;
  await page.mouse.move(0, 0);
  await page.screenshot({ path: new URL(`../../${path}`, import.meta.url).pathname });
}

/** The docs say the same number. */
function expectCount(walk: string, count: number, most: number): void {
  expect(count).toBeLessThanOrEqual(most);
  expect(docs).toContain(`| ${walk} | ${count} |`);
}

let products: SeveralProducts;
afterAll(() => products?.close());
async function start() {
  products = await startSeveralProducts([embedded as SpecPackageDocument, citation]);
  return untilAllReady(
    await startService({ PREFLIGHT_DOMAINS: products.domainsFile, PREFLIGHT_API_KEYS: KEY }),
  );
}

describeWorkbench("three walks", start, (suite) => {
  it("a proposal for another product, from an empty form to its package", async () => {
    const bench = await suite.open({
      path: "/?domain=citation-file-format/citation",
      viewport: { width: 1280, height: 800 },
    });
    const { page } = bench;
    const hands = handsOn(page);
    await hands.click(page.getByRole("button", { name: "Start with an empty form" }));
    await hands.type(bench.input("Cff version"), "1.2.0");
    await hands.type(bench.input("Message"), "If you use it, please cite it.");
    await hands.type(bench.input("Title"), "A tool for tide tables");
    await hands.click(page.locator('[data-place="/authors/0"] .segment', { hasText: "Person" }));
    await hands.type(page.locator('[data-place="/authors/0/given-names"] input'), "Ada");
    await hands.type(page.locator('[data-place="/authors/0/family-names"] input'), "Tide");
    await hands.click(page.getByRole("button", { name: "Add version" }));
    await hands.type(page.locator('[data-place="/version"] input'), "0.3.0");
    await hands.click(page.getByRole("button", { name: "Add license", exact: true }));
    await hands.choose(page.locator('[data-place="/license"] select'), "MIT");
    await picture(page, "form");
    await expect.poll(() => bench.verdict().innerText()).toMatch(/^No local/);
    await hands.click(page.getByRole("button", { name: "Build package" }));
    await hands.type(bench.input("Key"), KEY);
    await hands.press("Enter");
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    await picture(page, "package");
    expectCount("A proposal for another product, from an empty form to its package", hands.count(), 25);
    bench.expectClean();
  });

  it("a messy paste, to its package", async () => {
    const bench = await suite.open({
      path: `/?domain=${embedded.targetProduct}/${embedded.domainId}`,
      viewport: { width: 1280, height: 800 },
    });
    const { page } = bench;
    const hands = handsOn(page);
    await page.locator(".start-card").first().waitFor();
    await hands.paste(page.locator("body"), MESSY);
    await page.locator("dialog button[type=submit]:enabled").waitFor();
    await picture(page, "paste");
    await hands.click(page.locator("dialog button[type=submit]"));
    await page.locator(".problem").first().waitFor();
    await picture(page, "problems");
    await hands.click(page.getByRole("button", { name: "Fix all" }));
    await hands.click(page.getByRole("menuitem", { name: "Repair" }));
    await hands.click(page.getByRole("dialog").getByRole("button", { name: /^Apply/ }));
    await expect.poll(() => bench.verdict().innerText()).toMatch(/^No local/);
    await hands.click(page.getByRole("button", { name: "Build package" }));
    await hands.type(bench.input("Key"), KEY);
    await hands.press("Enter");
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    expectCount("A messy paste, to its package", hands.count(), 8);
    bench.expectClean();
  });

  it("the rules of a new product, from a schema to a link", async () => {
    const bench = await suite.open({ path: "/studio", viewport: { width: 1280, height: 800 } });
    const { page } = bench;
    const hands = handsOn(page);
    const loads = page.getByText("The package loads");
    await loads.waitFor();
    await hands.click(page.getByRole("button", { name: "Open", exact: true }));
    await hands.click(page.getByRole("menuitem", { name: "Open or paste…" }));
    await hands.type(page.getByLabel("Spec package, JSON Schema or link"), JSON.stringify(SCHEMA));
    await hands.type(page.getByLabel("Product"), "repair-cafes");
    await hands.type(page.getByLabel("Domain"), "place");
    await hands.click(page.getByRole("button", { name: "Import it" }));
    await page.getByText("repair-cafes /").waitFor();
    await loads.waitFor();
    await hands.choose(page.getByLabel(/^Add a rule/), "holds");
    const form = page.locator(".rule-form");
    await hands.type(form.getByLabel("Code"), "closes-before-it-opens");
    await hands.type(form.getByLabel("Expression"), "this.opens < this.closes");
    await form.getByText("the whole: true").waitFor();
    await hands.type(form.getByLabel("Message"), "It closes before it opens.");
    await hands.type(form.getByLabel("Summary"), "The hours run backwards.");
    await hands.type(form.getByLabel(/^Fix/), "Swap the two times.");
    await hands.click(page.getByRole("button", { name: "Add the rule" }));
    await loads.waitFor();
    await hands.click(page.getByRole("button", { name: /^Make examples for 1 rule/ }));
    await hands.click(page.locator(".is-refused").getByRole("button"));
    await page.getByText("It closes before it opens.").last().waitFor();
    await loads.waitFor();
    await form.getByLabel("Code").scrollIntoViewIfNeeded();
    await picture(page, "studio");
    await hands.click(page.getByRole("button", { name: "Share" }));
    await expect.poll(() => bench.input("Link").inputValue()).toContain("#draft=z");
    await hands.click(page.getByRole("button", { name: "Copy the link" }));
    expectCount("The rules of a new product, from a JSON Schema to a link", hands.count(), 40);
    bench.expectClean();
  });
});

const MESSY = `Here is what I have so far:

\`\`\`yaml
Owner: { Kind: Human, id: ada@example.org }
generator_id: tide-table
GeneratorName: Tide table
description: High and low water at a harbour, with the height above chart datum.
output_fields:
  - { name: harbour, type: String, description: Name of the harbour }
  - { name: height, type: Number, description: Height in metres }
  - { name: at, type: DateTime, description: Moment of the tide }
supportedStrategies: Fast, Realistic
sample_records:
  - { harbour: Ystad, height: "0.4", at: "2026-03-01T04:10:00Z" }
rationaleNotes: Sailing apps ask for tides.
\`\`\`
`;

const SCHEMA = {
  title: "Repair café",
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 80 },
    opens: { type: "string", maxLength: 5, pattern: "^[0-2][0-9]:[0-5][0-9]$" },
    closes: { type: "string", maxLength: 5, pattern: "^[0-2][0-9]:[0-5][0-9]$" },
  },
  required: ["name", "opens", "closes"],
  additionalProperties: false,
  examples: [{ name: "Repair café Noord", opens: "10:00", closes: "12:30" }],
};
