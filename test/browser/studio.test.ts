/** The rules studio: the package, its examples and what the rules say about them answer each other, in the browser alone. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { fragmentOf } from "../../web/start/share.ts";
import { embedded } from "../support/envelopes.ts";
import { sharedService } from "../support/shared-service.ts";
import { describeWorkbench, isAskedBeforeClosing, openWorkbench } from "../support/workbench.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SCHEMA = {
  title: "Repair café",
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 80 },
    opens: { type: "string", maxLength: 5, pattern: "^[0-2][0-9]:[0-5][0-9]$" },
  },
  required: ["name"],
  additionalProperties: false,
};

const violations = async (page: Page, rules?: readonly string[]): Promise<unknown> => {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, ${JSON.stringify({ runOnly: rules })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 160)))`,
  );
};
const title = (page: Page) => page.locator(".studio-title").last();
const inExample = (page: Page) => page.getByRole("region", { name: "Examples" });

/** Drops a file on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const file = `new File([${JSON.stringify(text)}], ${JSON.stringify(name)})`;
  const dataTransfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(${file}); return data; })()`,
  );
  await page.dispatchEvent("body", "drop", { dataTransfer });
}

describeWorkbench("the rules studio", sharedService, (suite) => {
  it("keeps what was opened while the first package was on its way", async () => {
    const { page } = await suite.open();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/spec-packages/**", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${suite.service.url}/studio`);
    await drop(page, "schema.json", JSON.stringify(SCHEMA));
    await page.getByLabel("Product").fill("repair-cafes");
    await page.getByLabel("Domain").fill("place");
    await page.getByRole("button", { name: "Import it" }).click();
    await page.getByText("repair-cafes /").waitFor();
    const arrived = page.waitForResponse("**/spec-packages/**");
    release();
    await (await arrived).finished();
    await title(page).getByText("The package loads").waitFor();
    expect(await page.getByText("repair-cafes /").isVisible()).toBe(true);
  });

  it("leads from an imported schema over a rule and its failing example to a shared link", async () => {
    const bench = await suite.open({ path: "/studio" });
    const { page } = bench;
    await title(page).getByText("The package loads").waitFor();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("menuitem", { name: "Open or paste…" }).click();
    await page.getByLabel("Spec package, JSON Schema or link").fill(JSON.stringify(SCHEMA));
    await page.getByLabel("Product").fill("repair-cafes");
    await page.getByLabel("Domain").fill("place");
    await page.getByRole("button", { name: "Import it" }).click();
    await page.getByText("repair-cafes /").waitFor();
    await title(page).getByText("The package loads").waitFor();
    // What the import did stands beside what came of it.
    await page.getByText("What the import did").waitFor();
    await page.getByText(/^Kept as it was: .*maxLength \(2\)/).waitFor();

    // A rule from the catalogue, with the form of its check.
    await page.getByLabel(/^Add a rule/).selectOption("does-not-match");
    await page.locator(".rule-form").getByLabel("Code").fill("name-shouts");
    await page.locator(".rule-form").getByLabel("Places, 1").fill("/name");
    await page.locator(".rule-form").getByLabel("Pattern").fill("^[A-Z ]+$");
    await page.locator(".rule-form").getByLabel("Form", { exact: true }).fill("capital letters only");
    await page.locator(".rule-form").getByLabel("Summary").fill("The name is written in capital letters.");
    // Until the rule is complete, the package is judged without it.
    await title(page).getByText("The package loads").waitFor();
    await page.getByText("Still to be filled in: Fix.").waitFor();
    expect(await page.locator(".rule-head").count()).toBe(0);
    await page.locator(".rule-form").getByLabel(/^Fix/).fill("Write it in small letters.");
    await page.getByRole("button", { name: "Add the rule" }).click();
    await expect.poll(() => page.locator(".rule-head").innerText()).toContain("no example");

    // The example is checked by it while one writes.
    await page.getByRole("button", { name: "Add an example" }).click();
    await page.getByRole("menuitem", { name: "One that fails", exact: true }).click();
    await inExample(page).locator(".cm-content").click();
    // In two steps: Chromium gives a text that replaces a coloured one a style, which the page's policy refuses.
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText('{ "name": "REPAIR CAFE" }');
    await page
      .getByRole("region", { name: "What the rules say" })
      .getByText("capital letters only")
      .first()
      .waitFor();
    await expect.poll(() => page.locator(".rule-head").innerText()).toContain("refuses 1 example");
    // What an example expects is part of the package, and it is refused until it says so.
    await title(page).getByText("The package is refused").waitFor();
    await page.getByRole("button", { name: "Expect what the rules say" }).click();
    await title(page).getByText("The package loads").waitFor();

    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => bench.input("Link").inputValue()).toContain("#draft=z");
    const link = await bench.input("Link").inputValue();
    await page.getByRole("button", { name: "Close" }).click();
    const other = await openWorkbench(suite.browser, suite.service.url, {
      path: link.slice(suite.service.url.length),
    });
    await other.page.getByText("name-shouts").first().waitFor();
    await title(other.page).getByText("The package loads").waitFor();
    other.expectClean();
    await other.close();
    expect(bench.requests.filter((url) => url.includes("/api/"))).toEqual([]);
    bench.expectClean();
  });

  it("asks before it is closed while a rule is written that the package does not have yet", async () => {
    const { page } = await suite.open({ path: "/studio" });
    await title(page).getByText("The package loads").waitFor();
    await page.getByLabel(/^Add a rule/).selectOption("holds");
    await page.getByLabel("Code").fill("half-written");
    await isAskedBeforeClosing(page);
  });

  it("completes an expression, shows its value, and leads from rules to examples and back", async () => {
    const bench = await suite.open({ path: "/studio" });
    const { page } = bench;
    await title(page).getByText("The package loads").waitFor();
    await page.getByLabel(/^Add a rule/).selectOption("holds");
    const form = page.locator(".rule-form");
    await form.getByLabel("Code").fill("field-name-short");
    await form.getByLabel("Places, 1").fill("/outputFields/*");
    await form.getByLabel("Expression").click();
    await page.keyboard.type("root.outputFields.exists(field, field.na");
    await form.getByRole("option", { name: /^name/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.type("me == 5)");
    await form.locator(".inline-problem").first().waitFor();
    expect(await form.locator(".cm-lintRange-error").innerText()).toBe("field.name == 5");
    // Names and numbers have colors of their own.
    expect(await form.locator(".cm-line > span, .cm-line .cm-lintRange span").count()).toBeGreaterThan(2);
    const places = await form
      .locator('[data-place="/at/0"] datalist option')
      .evaluateAll((options) => options.map((option) => (option as unknown as { value: string }).value));
    expect(places).toContain("/outputFields/*/name");
    const loop = (inner: string, name: string) => `root.outputFields.all(${name}, ${inner})`;
    const costly = ["a", "b", "c", "d"].reduce(loop, "a.name + b.name + c.name + d.name != this.name");
    // In two steps, for the reason above.
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(costly);
    await form
      .getByText(/it could take .* steps/)
      .first()
      .waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type("this.name.size() > 1");
    await form.getByText("/outputFields/0: true").waitFor();
    await form.getByLabel("Message").fill("The name is too short.");
    await form.getByLabel("Summary").fill("A field name of one letter.");
    await form.getByLabel(/^Fix/).fill("Write it out.");
    await page.getByRole("button", { name: "Add the rule" }).click();
    await title(page).getByText("The package loads").waitFor();

    // Rules without an example get one; those that the open rule refuses are marked.
    await page.getByRole("button", { name: /^Make examples for \d+ rules/ }).click();
    await page.locator(".is-refused", { hasText: "field-name-short" }).getByRole("button").click();
    await title(page).getByText("The package loads").waitFor();
    await page.locator(".rule-head[aria-expanded=true]").click();
    expect(await form.count()).toBe(0);
    const says = page.getByRole("region", { name: "What the rules say" });
    await says
      .locator(".problem", { hasText: "too short" })
      .getByRole("button", { name: "Open the rule" })
      .click();
    expect(await form.getByLabel("Code").inputValue()).toBe("field-name-short");

    // What it would mean for proposals that are there.
    await page.getByRole("button", { name: "Compare" }).click();
    const fields = [{ name: "x", type: "string", description: "A letter." }];
    const { candidate } = embedded.examples.valid[0]!;
    const draft = { ...(candidate as object), outputFields: fields, sampleRecords: [{ x: "a" }] };
    const buffer = Buffer.from(JSON.stringify(draft));
    const file = { name: "letter.json", mimeType: "application/json", buffer };
    await page.getByLabel("Open candidates").setInputFiles([file]);
    const compared = page.getByRole("dialog");
    await compared.getByText("Would fail: letter.json").waitFor();
    await compared.getByRole("row", { name: /stricter The rule "field-name-short" is new/ }).waitFor();
    bench.expectClean();
  });

  it("underlines a fault of an expression that is found before its editor is there", async () => {
    const { page } = await suite.open({ path: "/studio" });
    await inExample(page).getByLabel("The draft as JSON").waitFor();
    const held = new Promise<Route>((resolve) => page.route("**/expression-editor-*.js", resolve));
    const rule = { code: "faulty", check: "holds", at: ["/generatorName"], severity: "error" };
    const rules = [{ ...rule, params: { expression: "this == 5" }, message: "Wrong." }];
    await drop(page, "package.json", JSON.stringify({ ...embedded, rules }));
    await page.locator(".rule-head", { hasText: "faulty" }).click();
    const form = page.locator(".rule-form");
    await form.locator(".expression .inline-problem").waitFor();
    await (await held).continue();
    expect(await form.locator(".cm-lintRange-error").innerText()).toBe("this == 5");
  });

  it("compares with the published version, and shows the form as proposers will see it", async () => {
    const bench = await suite.open({ path: "/studio" });
    const { page } = bench;
    await title(page).getByText("The package loads").waitFor();
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    const editor = page.getByRole("region", { name: "Rules", exact: true }).locator(".cm-content");
    await editor.getByText('"targetProduct"').first().waitFor();
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await page.locator(".rule-head", { hasText: "owner-kind-not-allowed" }).click();
    await page.getByRole("button", { name: "Remove this rule" }).click();
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText(/The version number should change by/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "See the form" }).click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
    bench.expectClean();
  });

  it("reads its own export back, compares with a file, and says what is no package", async () => {
    const bench = await suite.open({ path: "/studio" });
    const { page } = bench;
    await title(page).getByText("The package loads").waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(`generator-option-${embedded.version}.json`);
    const exported = await text(await saved.createReadStream());
    const other = JSON.stringify({ ...JSON.parse(exported), domainId: "another" });

    await drop(page, "another.json", other);
    await page.getByText("another 1.").first().waitFor();
    await title(page).getByText("The package loads").waitFor();
    // Nothing that is about another domain is compared by itself.
    await page.getByRole("button", { name: "Compare" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This service does not publish datagen/another.").waitFor();
    const buffer = Buffer.from(exported);
    await page
      .getByLabel("Open an earlier version")
      .setInputFiles([{ name: "old.json", mimeType: "application/json", buffer }]);
    await dialog.getByText(/The version number should change by/).waitFor();
    const link = await fragmentOf({ domain: "studio", text: other });
    await page.getByLabel(/^Earlier version/).fill(`https://example.org/studio${link}`);
    await dialog.getByText("Nothing that matters to authors differs.").waitFor();
    await page.keyboard.press("Escape");

    await drop(page, "rows.csv", "name,type\na,string\nb,string");
    await dialog.getByText("This is data: 2 rows.").waitFor();
    await page.getByLabel("Spec package, JSON Schema or link").fill('{"name": "x", "type": "string"}');
    await dialog.getByText("This is data: an object with name, type.").waitFor();
    expect(await page.getByRole("button", { name: "Open it" }).isDisabled()).toBe(true);
    await page.getByLabel("Spec package, JSON Schema or link").fill(`see ${link}`);
    await dialog.locator(".inline-problem").waitFor();
    await page.getByLabel("Spec package, JSON Schema or link").fill(`https://example.org/studio${link}`);
    await dialog.getByText("This is a spec package.").waitFor();
    await page.keyboard.press("Escape");
    await drop(page, "huge.json", `"${"x".repeat(10_000_000)}"`);
    await page.getByText("huge.json is larger than 1 MB, so it is no package.").waitFor();
    bench.expectClean();
  });

  it("stays quick with a package of 5,000 rules, and says that they are too many", async () => {
    const short = { check: "no-edge-whitespace", at: ["/owner/id"], severity: "error" };
    const rules = Array.from({ length: 5_000 }, (_, index) => ({ code: `rule-${index}`, ...short }));
    const bench = await suite.open({ path: "/studio" });
    const { page } = bench;
    await title(page).getByText("The package loads").waitFor();
    await drop(page, "many.json", JSON.stringify({ ...embedded, rules }));
    await page.getByText("And 4800 more, which the JSON view shows.").waitFor();
    await title(page).getByText("The package is refused").waitFor();
    expect(await page.locator(".rule-line").count()).toBe(200);
    await page.locator(".rule-head").first().click();
    await page.locator(".rule-form .input").first().waitFor();
    await page.locator(".rule-head").first().click();
    bench.expectClean();
  });

  it("shows hostile texts of a package and of a link as texts, and asks nobody else", async () => {
    const hostile = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
    const soiled = JSON.parse(
      JSON.stringify(embedded, (key, value) =>
        ["title", "summary", "fix", "description"].includes(key) && typeof value === "string"
          ? `${hostile} ${value}`
          : value,
      ),
    );
    const fragment = await fragmentOf({ domain: "studio", text: JSON.stringify(soiled) });
    const bench = await suite.open({ path: `/studio${fragment}` });
    const { page } = bench;
    await page.locator(".rule-head").first().click();
    await page.locator(".example-list", { hasText: "onerror" }).waitFor();
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText(/The version number should change by/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "See the form" }).click();
    await page.getByRole("dialog").locator(".form").waitFor();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await page.locator("img, #app script").count()).toBe(0);
    bench.expectClean();
    const other = await openWorkbench(suite.browser, suite.service.url, { path: "/studio#draft=zAAAA" });
    await other.page.getByText("does not hold a package that can be read").waitFor();
    await other.close();
    // A short link that would fill the memory.
    const bomb = await fragmentOf({ domain: "studio", text: " ".repeat(10_000_000) });
    expect(bomb.length).toBeLessThan(20_000);
    const third = await openWorkbench(suite.browser, suite.service.url, { path: `/studio${bomb}` });
    await third.page.getByText("does not hold a package that can be read").waitFor();
    await third.page.getByText("The package loads").waitFor();
    await third.page.getByRole("button", { name: "Open", exact: true }).click();
    await third.page.getByRole("menuitem", { name: "Open or paste…" }).click();
    await third.page
      .getByLabel("Spec package, JSON Schema or link")
      .fill(`{"rules": "${"x".repeat(2_000_000)}"}`);
    await third.page.getByText("It is larger than 1 MB").waitFor();
    await third.close();
  });

  it("keeps examples apart: what undo takes back, what cannot be read yet, and all digits of their numbers", async () => {
    const bench = await suite.open({ path: "/studio" });
    const { page } = bench;
    await title(page).getByText("The package loads").waitFor();
    const text = JSON.stringify(embedded, null, 2).replace("1840", "12345678901234567891");
    await drop(page, "package.json", text);
    const examples = page.locator(".example-list button");
    const editor = inExample(page).locator(".cm-content");
    const has = (words: string) => expect.poll(() => editor.innerText()).toContain(words);
    await has("loyalty-card");
    await examples.nth(1).click();
    await has("device.telemetry_v2");
    await editor.click();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.insertText('"begun": ');
    await has('"begun": ');
    await has("device.telemetry_v2");
    await examples.nth(0).click();
    await has("loyalty-card");
    await editor.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.insertText('"seen": 1,');
    await examples.nth(1).click();
    await has('"begun": ');
    const kept = async () => JSON.stringify(await page.evaluate("Object.values(localStorage)"));
    await expect.poll(kept).toContain("seen");
    expect(await kept()).toContain("12345678901234567891");
    bench.expectClean();
  });

  it("keeps what is written in an example while the package cannot be read, and changes no rule meanwhile", async () => {
    const bench = await suite.open({ path: "/studio" });
    const { page } = bench;
    await title(page).getByText("The package loads").waitFor();
    await inExample(page).locator(".cm-content").waitFor();
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    const whole = page.getByRole("region", { name: "Rules" }).locator(".cm-content");
    await whole.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("x");
    await title(page).getByText("The package is not readable").waitFor();
    const editor = inExample(page).locator(".cm-content");
    await editor.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.insertText('"seen": 1,');
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await page.getByText("the rules wait until it is corrected").waitFor();
    expect(await page.locator(".rule-head").first().isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Add an example" }).click();
    expect(await page.getByRole("menuitem", { name: "One that passes" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    await whole.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Delete");
    // The example has reached the rules: they know no such member.
    await title(page).getByText("The package is refused: 1 reason").waitFor();
    expect(await editor.innerText()).toContain('"seen": 1,');
    const kept = async () => JSON.stringify(await page.evaluate("Object.values(localStorage)"));
    await expect.poll(kept).toContain("seen");
    bench.expectClean();
  });

  it("says of no rule that it lacks an example while the rules cannot be tried", async () => {
    const { page } = await suite.open({ path: "/studio" });
    await title(page).getByText("The package loads").waitFor();
    await page.getByText("no example").first().waitFor();
    await drop(page, "half.json", JSON.stringify({ ...embedded, schema: { type: "nonsense" } }));
    await title(page).getByText("The package is refused").waitFor();
    await page.locator(".rule-head").first().waitFor();
    expect(await page.getByText("no example").count()).toBe(0);
  });

  it("leads back to the workbench from a phone", async () => {
    const { page } = await suite.open({ path: "/studio", viewport: { width: 390, height: 844 } });
    await title(page).getByText("The package loads").waitFor();
    await page.locator(".brand").click();
    await page.getByRole("heading", { name: "Propose a generator option" }).waitFor();
  });

  it("shows a package whose parts are of other types than they should be, and lets it be corrected", async () => {
    const bench = await suite.open({ path: "/studio" });
    const { page } = bench;
    await title(page).getByText("The package loads").waitFor();
    const odd = { version: {}, rules: [null, { code: {}, check: {} }], examples: { valid: [{ title: {} }] } };
    await drop(page, "odd.json", JSON.stringify({ ...embedded, ...odd }));
    await expect.poll(() => page.locator(".rule-line").count()).toBe(2);
    await page.reload();
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    await page.getByRole("region", { name: "Rules" }).locator(".cm-content").waitFor();
    bench.expectClean();
  });

  it("is accessible in light, in the dark and on a phone", async () => {
    const { page } = await suite.open({ path: "/studio" });
    await title(page).getByText("The package loads").waitFor();
    await page.locator(".rule-head").first().click();
    await page.locator(".rule-form .input").first().waitFor();
    await page.locator(".cm-content").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, ["color-contrast"])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 860 });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });
});
