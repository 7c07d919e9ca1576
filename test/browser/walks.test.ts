/**
 * Five ways from nothing to a result, by mouse with the number of interactions (a click, a key, a choice, or a text that is
 * typed or pasted), and by the keyboard alone. Each is looked at on a desktop, on a phone, at 400 %, in the dark and with
 * forced colours; the pictures are in .cache/pictures. docs/workbench.md shows some; UPDATE_DOCS=1 takes those anew.
 */
import { mkdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { type Stack, startStack } from "../products/stack.ts";
import { embedded } from "../support/envelopes.ts";
import { startService, untilAllReady } from "../support/service.ts";
import { describeWorkbench, type Suite, type Workbench } from "../support/workbench.ts";
import { type Hands, keyboardOn, mouseOn } from "./hands.ts";
import { type SeveralProducts, startSeveralProducts } from "./several-products.ts";

const KEY = "ai_0123456789abcdef0123";
const docs = readFileSync(new URL("../../docs/workbench.md", import.meta.url), "utf8");
const citation = JSON.parse(
  readFileSync(new URL("../../examples/citation/spec-package.json", import.meta.url), "utf8"),
) as SpecPackageDocument;
const pictures = new URL("../../.cache/pictures/", import.meta.url).pathname;
const DESKTOP = { width: 1280, height: 800 };

const LOOKS = [
  { look: "desktop", size: DESKTOP, media: {} },
  { look: "phone", size: { width: 390, height: 844 }, media: {} },
  { look: "zoom", size: { width: 320, height: 256 }, media: {} },
  { look: "dark", size: DESKTOP, media: { colorScheme: "dark" } },
  { look: "forced", size: DESKTOP, media: { forcedColors: "active" } },
] as const;

/** From every side; nothing sticks out. With `inDocs`, the docs have it. */
async function picture(page: Page, name: string, inDocs = false): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  for (const { look, size, media } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none", ...media });
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect.soft(width, `${name} on ${look}`).toBeLessThanOrEqual(size.width);
    await page.screenshot({ path: `${pictures}${name}-${look}.png` });
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  if (!inDocs) return;
  expect(docs).toContain(`images/walk-${name}.png`);
  if (process.env.UPDATE_DOCS === undefined) return;
  await page.mouse.move(0, 0);
  await page.screenshot({
    path: new URL(`../../docs/images/walk-${name}.png`, import.meta.url).pathname,
  });
}

type Look = (name: string, inDocs?: boolean) => Promise<void>;
type Walk = (bench: Workbench, hands: Hands, look: Look) => Promise<void>;

/** By mouse, with as many interactions as the docs say; and by keyboard. */
function walk(suite: Suite, name: string, path: string, go: Walk, origins: () => string[] = () => []): void {
  it(name, async () => {
    const bench = await suite.open({ path, viewport: DESKTOP });
    const hands = mouseOn(bench.page);
    await go(bench, hands, (...given) => picture(bench.page, ...given));
    console.log(`${name}: ${hands.count()} interactions`);
    expect(docs).toContain(`| ${name} | ${hands.count()} |`);
    bench.expectClean({ origins: origins() });
  });
  it(`${name}, by keyboard alone`, async () => {
    const bench = await suite.open({ path, viewport: DESKTOP });
    await go(bench, keyboardOn(bench.page), async () => undefined);
    bench.expectClean({ origins: origins() });
  });
}

async function build({ page, input, verdict }: Workbench, hands: Hands, key: string): Promise<void> {
  await expect.poll(() => verdict().innerText()).toMatch(/^No local/);
  await hands.click(page.getByRole("button", { name: "Build package" }));
  await hands.type(input("Key"), key);
  await hands.press("Enter");
  await page.getByRole("heading", { name: "Package built" }).waitFor();
}

let products: SeveralProducts;
afterAll(() => products?.close());
async function start() {
  products = await startSeveralProducts([embedded as SpecPackageDocument, citation]);
  const settings = { PREFLIGHT_DOMAINS: products.domainsFile, PREFLIGHT_API_KEYS: KEY };
  return untilAllReady(await startService({ ...settings, PREFLIGHT_RATE_LIMIT: "1000" }));
}
const EMBEDDED = `/?domain=${embedded.targetProduct}/${embedded.domainId}`;

describeWorkbench("walks", start, (suite) => {
  walk(
    suite,
    "A newcomer, from what can be proposed over an empty form to a package",
    "/",
    async (bench, hands, look) => {
      const { page } = bench;
      const place = (pointer: string, kind = "input") => page.locator(`[data-place="${pointer}"] ${kind}`);
      const card = page.getByRole("button", { name: /^Citation file/ });
      await card.waitFor();
      await look("choice");
      await hands.click(card);
      const empty = page.getByRole("button", { name: "Start with an empty form" });
      await empty.waitFor();
      await look("start");
      await hands.click(empty);
      await expect.poll(() => bench.focused()).toBe("/cff-version");
      await look("empty");
      await hands.type(bench.input("Cff version"), "1.2.0");
      await hands.type(bench.input("Message"), "If you use it, please cite it.");
      await hands.type(bench.input("Title"), "A tool for tide tables");
      await hands.click(page.locator('[data-place="/authors/0"] .segment', { hasText: "Person" }));
      await hands.type(place("/authors/0/given-names"), "Ada");
      await hands.type(place("/authors/0/family-names"), "Tide");
      await hands.click(page.getByRole("button", { name: "Add version" }));
      await hands.type(place("/version"), "0.3.0");
      await hands.click(page.getByRole("button", { name: "Add license", exact: true }));
      await hands.choose(place("/license", "select"), "MIT");
      await look("form", true);
      await build(bench, hands, KEY);
      await look("package", true);
    },
  );

  walk(suite, "A mail pasted, to its package", EMBEDDED, async (bench, hands, look) => {
    const { page } = bench;
    await page.locator(".start-card").first().waitFor();
    await hands.paste(page.locator("body"), MESSY);
    const use = page.locator("dialog button[type=submit]");
    await page.locator("dialog button[type=submit]:enabled").waitFor();
    await look("paste", true);
    await hands.click(use);
    await page.locator(".problem").first().waitFor();
    await look("problems", true);
    await hands.click(page.getByRole("button", { name: "Fix all" }));
    await hands.click(page.getByRole("menuitem", { name: "Repair" }));
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Apply [1-9]/ })
      .waitFor();
    await look("repair");
    await hands.click(page.getByRole("dialog").getByRole("button", { name: /^Apply/ }));
    await build(bench, hands, KEY);
  });

  walk(
    suite,
    "Something of a second product, pasted onto this form, to its package",
    EMBEDDED,
    async (bench, hands, look) => {
      const { page } = bench;
      await hands.click(page.locator(".start-example").first());
      await hands.click(page.getByRole("button", { name: "Draft", exact: true }));
      await hands.click(page.getByRole("menuitem", { name: "Paste anything…" }));
      await hands.type(bench.input("Text"), CITATION);
      const open = page.getByRole("dialog").getByRole("button", { name: "Open it as Citation file" });
      await open.waitFor();
      await look("second");
      await hands.click(open);
      await expect.poll(() => bench.input("Message").inputValue()).toBe("Please cite it.");
      await build(bench, hands, KEY);
      expect(await page.locator(".package").innerText()).toContain("A tool for tide tables");
    },
  );

  walk(
    suite,
    "The rules of a new product, from a JSON Schema to a link",
    "/studio",
    async (bench, hands, look) => {
      const { page } = bench;
      const loads = page.getByText("The package loads");
      await loads.waitFor();
      await hands.click(page.getByRole("button", { name: "Open", exact: true }));
      await hands.click(page.getByRole("menuitem", { name: "Open or paste…" }));
      await hands.type(page.getByLabel("Spec package, JSON Schema or link"), JSON.stringify(SCHEMA));
      await hands.type(page.getByLabel("Product"), "repair-cafes");
      await hands.type(page.getByLabel("Domain"), "place");
      await look("open");
      await hands.click(page.getByRole("button", { name: "Import it" }));
      await page.getByText("repair-cafes /").waitFor();
      await loads.waitFor();
      await look("imported");
      await hands.choose(page.getByLabel(/^Add a rule/), "holds");
      const form = page.locator(".rule-form");
      await hands.type(form.getByLabel("Code"), "closes-before-it-opens");
      await hands.type(form.getByLabel("Expression"), "this.opens < this.closes");
      await form.getByText("the whole: true").waitFor();
      await hands.type(form.getByLabel("Message"), "It closes before it opens.");
      await hands.type(form.getByLabel("Summary"), "The hours run backwards.");
      await hands.type(form.getByLabel(/^Fix/), "Swap the two times.");
      await look("rule");
      await hands.click(page.getByRole("button", { name: "Add the rule" }));
      await loads.waitFor();
      await hands.click(page.getByRole("button", { name: /^Make examples for 1 rule/ }));
      await hands.click(page.locator(".is-refused").getByRole("button"));
      await page.getByText("It closes before it opens.").last().waitFor();
      await loads.waitFor();
      await form.getByLabel("Code").scrollIntoViewIfNeeded();
      await look("studio", true);
      await hands.click(page.getByRole("button", { name: "Share" }));
      await expect.poll(() => bench.input("Link").inputValue()).toContain("#draft=z");
      await look("share");
      await hands.click(page.getByRole("button", { name: "Copy the link" }));
    },
  );
});

let stack: Stack;
let person = "";
async function startNeighbours() {
  stack = await startStack();
  person = (await stack.identity.mintKey("ada")).key;
  return stack.preflight;
}
afterAll(() => stack?.close());

describeWorkbench("a walk with the reference product and the voting service", startNeighbours, (suite) => {
  walk(
    suite,
    "A proposal, from an example to its open ballot",
    "/",
    async (bench, hands, look) => {
      const { page } = bench;
      await hands.click(page.locator(".start-example").first());
      await build(bench, hands, person);
      await hands.click(page.locator(".package").getByRole("button", { name: /^Submit to/ }));
      await page.getByText("Submitted. It is kept").waitFor();
      await look("submitted");
      await hands.click(page.getByRole("button", { name: "More", exact: true }));
      await hands.click(page.getByRole("menuitem", { name: "My proposals…" }));
      const dialog = page.getByRole("dialog");
      await dialog.getByText("vote open").waitFor();
      await look("proposals");
      const opened = page.waitForEvent("popup");
      await hands.click(dialog.getByRole("link", { name: "Go to the vote" }));
      const ballot = await opened;
      await expect.poll(() => ballot.locator("body").innerText()).toContain('"open"');
      await ballot.close();
    },
    () => [stack.product.url, stack.voting.url],
  );
});

const CITATION = `cff-version: 1.2.0
message: Please cite it.
title: A tool for tide tables
authors:
  - given-names: Ada
    family-names: Tide
`;

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
