/** Forms of many products: each is filled in from nothing, and the draft is exactly what was written. */
import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { embedded } from "../support/envelopes.ts";
import { formOf } from "../support/form-of.ts";
import { objectOf, packageOf } from "../support/package-around.ts";
import { draws } from "../support/random.ts";
import { startService, untilAllReady } from "../support/service.ts";
import { describeWorkbench, type Workbench } from "../support/workbench.ts";
import { fillForm } from "./fill-form.ts";
import { largePackage } from "./large-package.ts";
import { type SeveralProducts, startSeveralProducts } from "./several-products.ts";

const read = (path: string): SpecPackageDocument =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
const example = (name: string) => read(`examples/${name}/spec-package.json`);
const domain = (name: string) => read(`test/domains/${name}.json`);
const citation = example("citation");
const large = largePackage(citation.format);
/** Alternatives within a list, and a part of a tuple that has inputs of its own. */
const parts = packageOf(
  objectOf(
    {
      steps: {
        type: "array",
        items: {
          oneOf: [
            { title: "Text", type: "string", maxLength: 50 },
            { title: "Number", type: "number" },
          ],
        },
      },
      size: {
        oneOf: [
          { title: "Text", type: "string", maxLength: 50 },
          { title: "Number", type: "number" },
        ],
      },
      spot: {
        type: "array",
        prefixItems: [
          objectOf({ row: { type: "number" } }, { title: "Where" }),
          { type: "string", maxLength: 9 },
        ],
        items: false,
      },
    },
    { required: ["spot"] },
  ),
  { spot: [{ row: 1 }, "here"], steps: ["first", "second", 3], size: 1 },
) as unknown as SpecPackageDocument;
const documents = [
  embedded as SpecPackageDocument,
  citation,
  example("mcp-server"),
  example("chain"),
  example("home-assistant-manifest"),
  domain("trail"),
  domain("seed"),
  domain("board-game"),
  // The last ones have tests of their own.
  parts,
  large,
];
const KEY = "ai_0123456789abcdef0123";

let products: SeveralProducts;
afterAll(() => products?.close());
async function start() {
  products = await startSeveralProducts(documents);
  return untilAllReady(
    await startService({
      PREFLIGHT_DOMAINS: products.domainsFile,
      PREFLIGHT_RATE_LIMIT: "1000",
      PREFLIGHT_API_KEYS: KEY,
    }),
  );
}
const pathOf = ({ targetProduct, domainId }: SpecPackageDocument) => `/?domain=${targetProduct}/${domainId}`;
/** Of each product the example that has most in it. Three have so much that they are left to `npm run verify -- random`. */
const cases = documents.slice(draws(5) < 5 ? 3 : 0, -2).map((document) => {
  const { title, candidate } = document.examples.valid.reduce((most, one) =>
    JSON.stringify(one.candidate).length > JSON.stringify(most.candidate).length ? one : most,
  );
  return { title, candidate, document, name: document.title };
});

describeWorkbench("forms of many products", start, (suite) => {
  const blank = (document: SpecPackageDocument): Promise<Workbench> =>
    suite.blank({ path: pathOf(document) });

  it.each(cases)("$name: $title", async ({ document, candidate }) => {
    const bench = await blank(document);
    await fillForm(bench.page, formOf(document), candidate);
    await expect.poll(() => bench.verdict().innerText()).toMatch(/^No local/);
    expect(await bench.draft()).toEqual(candidate);
    bench.expectClean();
  });

  it("offers every product, says which one it does not know, and finds the one that a paste fits", async () => {
    const bench = await suite.open({ path: "/?domain=no/such" });
    const { page } = bench;
    await page.getByRole("heading", { name: "What do you want to propose?" }).waitFor();
    await page.getByText("This service does not know “no/such”.").waitFor();
    const cards = page.getByRole("list", { name: "What can be proposed" }).getByRole("button");
    expect(await cards.count()).toBe(documents.length);
    await page.getByRole("button", { name: "Paste anything" }).click();
    // The dialog is open at what it is for.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("incoming");
    await page.keyboard.insertText(
      `Hi all,\nhere is what we have:\n\n\`\`\`json\n${JSON.stringify(cases[0]!.candidate)}\n\`\`\`\nBest, Ada`,
    );
    await page.getByRole("button", { name: `Open it as ${cases[0]!.name}` }).click();
    await expect.poll(() => bench.verdict().innerText()).toMatch(/^No local/);
    expect(await bench.draft()).toEqual(cases[0]!.candidate);
    bench.expectClean();
  });

  it("opens a file before a product is chosen, and speaks of no registry where the rules know none", async () => {
    const bench = await suite.open();
    const { page } = bench;
    const asked = page.waitForEvent("filechooser");
    await page.locator("main").getByRole("button", { name: "Open a file" }).click();
    const { targetProduct, domainId, examples } = citation;
    const candidate = examples.valid[0]!.candidate;
    await (await asked).setFiles({
      name: "envelope.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ targetProduct, domainId, candidate })),
    });
    await page.getByText("Add a key to have it checked and built by the service.").waitFor();
    await page.getByText("service not asked").waitFor();
    expect(await page.locator(".panel").innerText()).not.toMatch(/registry/);
    await bench.setKey(KEY);
    await page.getByRole("button", { name: "Ask the service" }).click();
    await expect.poll(() => bench.verdict().innerText()).toBe("Valid");
    bench.expectClean();
  });

  it("offers what is registered, by what has been typed", async () => {
    const bench = await blank(example("home-assistant-manifest"));
    const { page } = bench;
    await page.getByRole("button", { name: "Add dependencies" }).click();
    const input = page.locator('[data-place="/dependencies/0"] input, [id="/dependencies/0"]').first();
    await input.fill("blu");
    const offered = () =>
      page.evaluate("[...document.querySelectorAll('datalist option')].map((one) => one.value)");
    await expect.poll(offered).toEqual(["bluetooth_adapters"]);
    await input.fill("");
    await expect.poll(offered).toContain("hue");
    expect(bench.requests.filter((url) => url.includes("/api/"))).toEqual([]);
    bench.expectClean();
  });

  it("copes with a package of 1 MB, 200 members and 10,000 words, in the form and in the studio", async () => {
    const bench = await blank(large);
    const { page } = bench;
    await bench.input("Word").fill("word-99");
    const offered = () => page.evaluate("document.querySelectorAll('datalist option').length");
    await expect.poll(offered).toBe(50);
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    await bench.input("Word").fill("wort-9999");
    await expect.poll(() => bench.problems()).toEqual(["Word"]);
    expect(await bench.draft()).toEqual({ word: "wort-9999" });
    await page.goto(`${suite.service.url}/studio`);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("menuitem", { name: "Large package" }).click();
    await page.getByText("large /").waitFor();
    await page.getByRole("region", { name: "Examples" }).locator(".cm-content").click();
    // In two steps: Chromium gives a text that replaces a coloured one a style, which the page's policy refuses.
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText('{ "word": "word-9999" }');
    await page.getByText("The package loads").waitFor();
    bench.expectClean();
  });

  it("goes through a long list of words with the arrow keys, and adds the one that Enter takes", async () => {
    const bench = await blank(large);
    const { page } = bench;
    await page.getByRole("button", { name: "Add topics", exact: true }).click();
    await expect.poll(() => bench.focused()).toBe("/topics");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown"])
      await page.keyboard.press(key);
    expect(await bench.draft()).toEqual({});
    await page.keyboard.press("Enter");
    await page.getByLabel("topic-1", { exact: true }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByLabel("topic-0", { exact: true }).waitFor();
    expect(await bench.draft()).toEqual({ topics: ["topic-1", "topic-0"] });
    bench.expectClean();
  });

  it("keeps every item of a list where it is while one of them is emptied or becomes of another kind", async () => {
    const bench = await suite.example({ path: pathOf(parts) });
    const { page } = bench;
    const steps = async () => ((await bench.draft()) as { steps: unknown }).steps;
    const kind = (name: string) =>
      page.locator('[data-row="/steps/0"]').getByRole("button", { name, exact: true }).click();
    await kind("Number");
    expect(await steps()).toEqual(["", "second", 3]);
    await kind("Text");
    expect(await steps()).toEqual(["first", "second", 3]);
    const last = page.locator('[data-row="/steps/2"] input');
    await last.fill("");
    expect(await steps()).toEqual(["first", "second", ""]);
    await last.fill("4");
    expect(await steps()).toEqual(["first", "second", 4]);
    bench.expectClean();
  });

  it("keeps all digits of a number that becomes a text", async () => {
    const bench = await suite.example({ path: pathOf(parts) });
    const { page } = bench;
    await bench.openFile("draft.json", '{"spot": [{"row": 1}, "here"], "size": 12345678901234567891}');
    await page.locator('[data-place="/size"]').getByRole("button", { name: "Text", exact: true }).click();
    expect(await bench.draft()).toMatchObject({ size: "12345678901234567891" });
  });

  it("begins a tuple as a list, whichever of its parts is written first", async () => {
    const bench = await blank(parts);
    const { page } = bench;
    await page.getByRole("button", { name: "Add spot" }).click();
    await page.locator('[data-place="/spot/0/row"] input').fill("7");
    expect(await bench.draft()).toEqual({ spot: [{ row: 7 }] });
    bench.expectClean();
  });

  it("keeps what is typed where texts, numbers and lists are allowed, up to the package", async () => {
    const bench = await blank(citation);
    const { page } = bench;
    await bench.input("Cff version").fill("1.2.0");
    await bench.input("Message").fill("Cite it.");
    await bench.input("Title").fill("A tool");
    await page.locator('[data-place="/authors/0"] .segment', { hasText: "Entity" }).click();
    await page.locator('[data-place="/authors/0/name"] input').pressSequentially("Lab");
    await page.getByRole("button", { name: "Add version" }).click();
    await page.locator('[data-place="/version"] input').pressSequentially("1.2.0");
    await page.getByRole("button", { name: "Add license", exact: true }).click();
    await page.locator('[data-place="/license"] select').selectOption("MIT");
    await expect.poll(() => bench.verdict().innerText()).toMatch(/^No local/);
    expect(await bench.draft()).toMatchObject({ version: "1.2.0", license: "MIT" });
    await bench.setKey(KEY);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    const built = await page.locator(".for-developers section[aria-label=Package]").textContent();
    expect(JSON.parse(built!).candidate).toMatchObject({ version: "1.2.0", license: "MIT" });
    bench.expectClean();
  });
});
