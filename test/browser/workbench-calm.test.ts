/** A calm page: nothing moves or gets lost under somebody's hands. */
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { embedded } from "../support/envelopes.ts";
import { sharedService } from "../support/shared-service.ts";
import { describeWorkbench } from "../support/workbench.ts";
import { pasteInto } from "./paste.ts";

const { key: KEY } = sharedService();
const candidate = embedded.examples.valid[0]!.candidate as Record<string, unknown>;

const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
const script = new URL("../../scripts/build-web.mjs", import.meta.url).href;
interface Weights {
  readonly MAX_GZIP_BYTES: number;
  weighWeb(): { file: string; bytes: number; isFirst: boolean }[];
}

describeWorkbench("a calm workbench", sharedService, (suite) => {
  it("loads up to its first verdict what is counted as its weight, and nothing else", async () => {
    const { page, requests, underWay } = await suite.example();
    // What is fetched once the page is idle is no part of it, so the page never is.
    await page.addInitScript("window.requestIdleCallback = () => 0");
    await page.goto("about:blank");
    requests.length = 0;
    await page.goto(suite.service.url);
    const isReady = "performance.getEntriesByName('preflight:ready').length";
    await expect.poll(() => page.evaluate(isReady)).toBe(1);
    await expect.poll(underWay).toEqual([]);
    const { weighWeb, MAX_GZIP_BYTES } = (await import(script)) as Weights;
    const first = weighWeb().filter(({ isFirst }) => isFirst);
    const loaded = requests.flatMap((url) => /assets\/[^?]+/.exec(url)?.[0] ?? []);
    // A file may be loaded by the page and by its worker.
    expect([...new Set(loaded)].sort()).toEqual(first.map(({ file }) => file).sort());
    expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_GZIP_BYTES);
  });

  it("calls no part done that cannot be checked yet", async () => {
    const bench = await suite.blank();
    await bench.page.getByText("Not checked until the rest is right: Sample records.").waitFor();
    await bench.page.getByRole("button", { name: "Sample records to fill in" }).waitFor();
    // And wrong, as the list does, once somebody has left it.
    await bench.page.getByRole("button", { name: "Basics to fill in" }).waitFor();
    await bench.input("Generator ID").focus();
    await bench.input("Generator name").focus();
    await bench.page.getByRole("button", { name: "Basics has problems" }).waitFor();
  });

  it("offers no draft to go on with that nobody has written in", async () => {
    const bench = await suite.blank();
    const { page } = bench;
    const startAnew = async () => {
      await page.getByRole("button", { name: "Draft", exact: true }).click();
      await page.getByRole("menuitem", { name: "Start something new" }).click();
      await page.getByRole("heading", { name: "Start from an example" }).waitFor();
    };
    await startAnew();
    expect(await page.getByRole("heading", { name: "Go on with a draft" }).count()).toBe(0);
    await page.getByRole("button", { name: "Start with an empty form" }).click();
    await bench.input("Generator name").fill("Parking ticket");
    await startAnew();
    await page.getByRole("button", { name: "human · Parking ticket" }).click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Parking ticket");
  });

  it("is not held up by a paste of one long line", async () => {
    const { page } = await suite.open();
    await page.getByRole("button", { name: "Paste anything" }).click();
    // To look for the direction of a long line takes the browser a time that grows with its square.
    const bidi = await page
      .getByLabel("Text", { exact: true })
      .evaluate((one) => getComputedStyle(one).unicodeBidi);
    expect(bidi).not.toBe("plaintext");
  });

  it("ends where its content ends, with the verdict in sight", async () => {
    const bench = await suite.blank();
    const { page } = bench;
    await page.getByRole("button", { name: "Build package" }).click();
    await page.locator(".problem").nth(5).waitFor();
    for (const selector of [".view", ".panel-body"]) {
      await page.locator(selector).hover();
      for (let turns = 0; turns < 5; turns++) await page.mouse.wheel(0, 4_000);
    }
    expect(await page.evaluate("document.documentElement.scrollHeight - innerHeight")).toBe(0);
    const [bar, verdict] = [await boxOf(page.locator(".top-bar")), await boxOf(bench.verdict())];
    expect(verdict.y).toBeGreaterThanOrEqual(bar.y + bar.height);
  });

  it("moves nothing when it calls a field wrong, so that a click hits its button", async () => {
    const bench = await suite.blank();
    const { page } = bench;
    const button = page.getByRole("button", { name: "Add output field" });
    await bench.input("Generator ID").fill("no good, and with a long text that the message repeats");
    await button.scrollIntoViewIfNeeded();
    const before = await boxOf(bench.input("Generator name"));
    const { x, y } = await boxOf(button);
    await page.mouse.move(x + 20, y + 10);
    await page.mouse.down();
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await page.mouse.up();
    await page.getByLabel("Name of Output field 2").waitFor();
    await page.locator('[data-place="/generatorId"] .inline-problem').waitFor();
    expect(await boxOf(bench.input("Generator name"))).toEqual(before);
  });

  it.each([
    { width: 320, height: 256 },
    { width: 390, height: 800 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ])(
    "shows the input that one writes in, its hint and the next step on $width × $height",
    async (viewport) => {
      const { page } = await suite.open({ viewport });
      await page.getByRole("button", { name: "Start with an empty form" }).click();
      const build = page.getByRole("button", { name: "Build package" });
      const first = page.locator(".form :focus");
      await first.waitFor();
      const [input, next, sheet] = [
        await boxOf(first),
        await boxOf(build),
        await boxOf(page.locator(".panel-head")),
      ];
      expect(next.y + next.height).toBeLessThanOrEqual(viewport.height);
      expect(input.y).toBeGreaterThanOrEqual(0);
      if (viewport.width < 900) expect(input.y + input.height).toBeLessThanOrEqual(sheet.y);
      // No hint lies on the label below it, however narrow the page is.
      const covered = await page.evaluate(`
      [...document.querySelectorAll(".note")].filter((note) => {
        const { bottom } = note.getBoundingClientRect();
        return [...note.children].some((said) => said.getBoundingClientRect().bottom > bottom);
      }).map((note) => note.id)`);
      expect(covered).toEqual([]);
    },
  );

  it("shows the next step and the reference on the narrowest of phones, where nothing is cut off", async () => {
    const { page } = await suite.example({ viewport: { width: 320, height: 560 } });
    await page.getByRole("button", { name: "Show the problems" }).click();
    for (const name of ["Check registry", "Build package"]) {
      const { x, width } = await boxOf(page.getByRole("button", { name }));
      expect(x + width).toBeLessThanOrEqual(320);
    }
    for (const path of ["/docs", "/rules"]) {
      await page.goto(suite.service.url + path);
      await page.getByRole("link", { name: "Preflight", exact: true }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
    }
  });

  it("keeps the focus on what was fixed, and takes back what it says", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.openFile(
      "two.json",
      JSON.stringify({ ...candidate, generatorId: "loyalty card", owner: { kind: "human", id: " ada" } }),
    );
    await page.locator(".problem .fix button").first().click();
    await expect.poll(() => bench.focused()).toBe("/owner/id");
    const notice = page.locator(".notice", { hasText: "Owner › ID" });
    await notice.waitFor();
    const [view, foot] = [await boxOf(page.locator(".view")), await boxOf(notice)];
    expect(foot.y).toBeGreaterThanOrEqual(view.y + view.height);
    await page.keyboard.press("Control+z");
    await expect.poll(() => bench.input("ID").inputValue()).toBe(" ada");
    await page.getByText(/^Undone: Owner › ID/).waitFor();
    await page.keyboard.press("Control+y");
    await bench.input("Generator name").fill("Something else");
    // The offer to undo went with the next change, so it cannot take back another one.
    await expect.poll(() => page.locator(".notice .link-button").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Undo", exact: true }).getAttribute("title")).toBe(
      "Undo: Generator name",
    );
    bench.expectClean();
  });

  it("repairs by Enter alone, although the changes are worked out while the dialog is open", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.openFile("one.json", JSON.stringify({ ...candidate, generatorId: " loyalty-card" }));
    await page.getByRole("button", { name: "Fix all" }).click();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Apply 1 change" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => bench.input("Generator ID").inputValue()).toBe("loyalty-card");
  });

  it("remembers over a reload what nobody has written yet, what could be read last, and what undo takes back", async () => {
    const bench = await suite.blank();
    const { page } = bench;
    await bench.input("Generator name").fill("Parking");
    await bench.input("ID").fill("ada@example.org");
    await bench.draft();
    await page.reload();
    await expect.poll(() => bench.verdict().innerText()).toMatch(/left to fill in/);
    expect(await page.locator(".inline-problem.is-error").count()).toBe(0);
    await page.keyboard.press("Control+z");
    await expect.poll(() => bench.input("ID").inputValue()).toBe("");
    expect(await bench.input("Generator name").inputValue()).toBe("Parking");
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" oops");
    await bench.verdict().getByText("Not readable as JSON").waitFor();
    await page.reload();
    await page.getByRole("tab", { name: "Form" }).click();
    await page.getByText("The JSON cannot be read").waitFor();
    expect(await bench.input("Generator name").inputValue()).toBe("Parking");
    bench.expectClean();
  });

  it("writes nothing that nobody wrote, and offers to fix only what it can fix", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.input("Rationale notes").fill("");
    const card = page.locator(".problem", { hasText: "Rationale notes" });
    await card.getByRole("button", { name: "Write it" }).click();
    await expect.poll(() => bench.focused()).toBe("/rationaleNotes");
    expect(JSON.stringify(await bench.draft())).not.toContain("TODO");
    expect(await page.getByRole("button", { name: "Fix all" }).count()).toBe(0);
    await bench.input("ID").fill(" ada ");
    await page.getByRole("button", { name: "Fix all" }).click();
    await page.getByRole("menuitem", { name: "Fix all safe 1 problem" }).waitFor();
    // A problem of the whole is marked where the whole begins.
    await bench.page.keyboard.press("Escape");
    await bench.openFile("wrapped.json", JSON.stringify({ wrapper: candidate }));
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.locator(".cm-lintRange-error").first().waitFor();
    const marks = await page.locator(".cm-lintRange-error").allInnerTexts();
    expect(Math.max(...marks.map((mark) => mark.length))).toBeLessThan(20);
    bench.expectClean();
  });

  it("answers a wrong address with a page", async () => {
    const { page } = await suite.open({ path: "/ruels/of-mine" });
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    await page.getByRole("link", { name: "Go to the workbench" }).click();
    await page.getByRole("heading", { name: "Propose a generator option" }).waitFor();
    const plain = await fetch(`${suite.service.url}/ruels/of-mine`);
    expect([plain.status, plain.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  });

  it("reads what was pasted into the JSON view in another notation", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("generatorName: From YAML # as it is\nowner:\n  id: '007'\n");
    await page.getByRole("button", { name: "Read it as YAML, CSV or JSON5…" }).click();
    await page.getByText("Read as YAML").waitFor();
    await page.getByRole("button", { name: "Replace the draft with it" }).click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("From YAML");
    expect(await bench.draft()).toEqual({ generatorName: "From YAML", owner: { id: "007" } });
    bench.expectClean();
  });

  it("puts the cells of a spreadsheet into the cells of a table", async () => {
    const bench = await suite.example();
    const { page } = bench;
    const cell = page.getByLabel("tier, sample record 2");
    await pasteInto(cell, "gold\t12\t2026-03-01\nsilver\t1,440\t2026-03-02\r\n");
    await expect.poll(() => page.getByLabel("tier, sample record 3").inputValue()).toBe("silver");
    expect(await bench.draft()).toMatchObject({
      sampleRecords: [
        {},
        { tier: "gold", points: 12, memberSince: "2026-03-01" },
        { tier: "silver", points: "1,440", memberSince: "2026-03-02" },
      ],
    });
    await pasteInto(page.getByLabel("Name of cardNumber"), "Name\tType\nfirst\tstring\nsecond\tdate");
    expect(await bench.draft()).toMatchObject({
      outputFields: [{ name: "first" }, { name: "second", type: "date" }, {}, {}],
    });
    await page.getByText("Pasted 2 rows of cells.", { exact: true }).waitFor();
    // A cell of several lines is quoted.
    const description = page.getByLabel("Description of first");
    await pasteInto(description, 'Says ""what""\tone cell too many\n"Two\r\n""lines"" here"\tanother');
    await page.getByText("Cells to the right of the last column were left out.").waitFor();
    expect(await bench.draft()).toMatchObject({
      outputFields: [
        { description: 'Says ""what""' },
        { description: 'Two\n"lines" here' },
        { name: "points" },
        {},
      ],
    });
    bench.expectClean();
  });

  it("has an address for every view and field, and goes back and forward", async () => {
    const bench = await suite.open();
    const { page } = bench;
    await page.locator(".start-example").first().click();
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.locator(".cm-content").waitFor();
    expect(page.url()).toMatch(/#json$/);
    await page.goBack();
    await page.locator(".form").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Propose a generator option" }).waitFor();
    await page.goForward();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
    await page.goto(`${suite.service.url}/#form:/outputFields/2/description`);
    await page.reload();
    await expect.poll(() => bench.focused()).toBe("/outputFields/2/description");
    bench.expectClean();
  });

  it("does everything by keys: the next problem, the build, and commands by name", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.openFile(
      "two.json",
      JSON.stringify({ ...candidate, generatorId: "loyalty card", generatorName: "" }),
    );
    await expect.poll(() => bench.problems()).toEqual(["Generator ID", "Generator name"]);
    await page.keyboard.press("F8");
    await expect.poll(() => bench.focused()).toBe("/generatorId");
    await page.keyboard.press("F8");
    await expect.poll(() => bench.focused()).toBe("/generatorName");
    await page.keyboard.type("Loyalty card");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Find/ }).fill("generator id field");
    await page.keyboard.press("Enter");
    await expect.poll(() => bench.focused()).toBe("/generatorId");
    await bench.input("Generator ID").fill("loyalty-card");
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    await page.keyboard.press("Control+Enter");
    await bench.input("Key").fill(KEY);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    expect(await page.locator(".reading").first().innerText()).toContain("Loyalty card");
    bench.expectClean();
  });

  it("keeps versions and named drafts", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.openFile("other.json", JSON.stringify({ ...candidate, generatorName: "Second" }));
    await page.reload();
    await page.getByRole("button", { name: "Draft" }).click();
    await page.getByRole("menuitem", { name: "Drafts and versions" }).click();
    await page.getByLabel(/^Name of this draft/).fill("My second");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Before: the draft that was opened/ })
      .click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
    await page.getByRole("button", { name: "Draft" }).click();
    await page.getByRole("menuitem", { name: "Start something new" }).click();
    await page.getByRole("button", { name: /^My second/ }).click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
    bench.expectClean();
  });
});
