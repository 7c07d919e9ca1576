/** The JSON editor, the keyboard, and the ways to start and to share. */
import { json } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { embedded } from "../support/envelopes.ts";
import { sharedService } from "../support/shared-service.ts";
import { describeWorkbench, helpAt, openWorkbench, type Workbench } from "../support/workbench.ts";

const candidate = embedded.examples.valid[0]!.candidate as Record<string, unknown>;
const print = (value: unknown) => JSON.stringify(value, null, 2);

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("tab", { name: "JSON" }).click();
  const content = page.locator(".cm-content");
  await content.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

describeWorkbench("the editor of the workbench", sharedService, (suite) => {
  it("marks problems at their place, and leads there", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await write(page, print({ ...candidate, supportedStrategies: ["fast", "quik"] }));
    await page.locator(".cm-lintRange-error").waitFor();
    expect(await page.locator(".cm-lintRange-error").innerText()).toBe('"quik"');
    await page.locator(".problem-link").first().click();
    await page.keyboard.insertText('"realistic"');
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    bench.expectClean();
  });

  it("completes names and words from the spec package", async () => {
    const bench = await suite.blank();
    const { page } = bench;
    await write(page, '{"owner": {}, "outputFields": [{"type": }]}');
    for (let at = 0; at < 4; at++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+Space");
    const options = page.locator(".cm-tooltip-autocomplete li");
    await options.first().waitFor();
    expect(await options.allInnerTexts()).toContain('"datetime"');
    await page.keyboard.press("Escape");
    await write(page, '{"owner": {}, }');
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+Space");
    await options.first().waitFor();
    const names = (await options.allInnerTexts()).map((text) => text.replace(/optional$/, ""));
    expect(names).toContain('"generatorId"');
    expect(names).not.toContain('"owner"');
    bench.expectClean();
  });

  it("explains a member on hover", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await page.getByRole("tab", { name: "JSON" }).click();
    expect(await helpAt(page, '"generatorId"')).toContain("2 to 64 characters");
    bench.expectClean();
  });

  it("is kept in step with the form, and undoes with it", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.input("Generator name").fill("From the form");
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.getByText('"From the form"').waitFor();
    await write(page, print({ ...candidate, generatorName: "From the editor" }));
    await page.getByRole("tab", { name: "Form" }).click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("From the editor");
    for (let steps = 0; steps < 8; steps++) await page.keyboard.press("Control+z");
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
    bench.expectClean();
  });

  it("can be used, with everything else, by keyboard alone", async () => {
    const bench = await suite.open();
    const { page } = bench;
    await page.getByRole("button", { name: "Start with an empty form" }).waitFor();
    const focusedName = () =>
      page.evaluate(
        "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent).trim()",
      ) as Promise<string>;
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let steps = 0; steps < 120; steps++) {
        await page.keyboard.press("Tab");
        if (name.test(await focusedName())) return;
      }
      throw new Error(`no ${name}`);
    };
    const type = async (name: RegExp, text: string): Promise<void> => {
      await tabTo(name);
      await page.keyboard.type(text);
    };
    await tabTo(/^Start with an empty form/);
    await page.keyboard.press("Enter");
    await page.locator(".form").waitFor();
    await type(/^ID$/, "ada@example.org");
    await type(/^Generator ID$/, "parking-ticket");
    await type(/^Generator name$/, "Parking ticket");
    await type(/^Description$/, "Tickets of a car park, one for each car.");
    await type(/^Name of/, "plate");
    // One letter: the browser takes the second one for a new word if it comes late.
    await type(/^Type of/, "s");
    await type(/^Description of/, "Licence plate");
    await tabTo(/^fast$/);
    await page.keyboard.press("Space");
    await type(/^plate, sample record 1$/, "B-XY 123");
    await type(/^Rationale notes/, "Asked for often.");
    await tabTo(/^Build package$/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await type(/^Key$/, suite.service.key);
    await page.keyboard.press("Enter");
    // What waited for the key goes on by itself.
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    expect(await page.evaluate("document.activeElement.closest('.panel-actions') !== null")).toBe(true);
    bench.expectClean();
  });
});

describeWorkbench("fixes in the workbench", sharedService, (suite) => {
  const broken = {
    ...candidate,
    descripton: candidate.description,
    description: undefined,
    owner: { kind: "person", id: " ada@example.org " },
    outputFields: [
      { name: "tier", type: "strng", description: "bronze, silver or gold." },
      { name: "points", type: "int", description: "Points." },
    ],
    supportedStrategies: ["fast", "fast", "real"],
    sampleRecords: [{ tier: "gold", points: "1840" }],
  };
  const openBroken = async (): Promise<Workbench> => {
    const bench = await suite.blank();
    await write(bench.page, print(broken));
    await bench.page.getByRole("tab", { name: "Form" }).click();
    await expect.poll(async () => (await bench.problems()).length).toBe(8);
    return bench;
  };

  it("each work by themselves, as their preview says", async () => {
    const bench = await openBroken();
    const { page } = bench;
    const count = await page.locator(".fix button").count();
    expect(count).toBeGreaterThan(7);
    const before = print(await bench.draft());
    for (let at = 0; at < count; at += 2) {
      const fix = page.locator(".fix").nth(at);
      const after = await fix.locator("ins").allInnerTexts();
      const button = fix.locator("button");
      await button.click();
      await expect.poll(async () => print(await bench.draft())).not.toBe(before);
      const draft = await bench.draft();
      for (const text of after) {
        const value = text.replace(/^after:\s*/, "");
        // A place is named by its label.
        if (/^(?:["[{\d-]|true|false|null)/.test(value)) expect(JSON.stringify(draft)).toContain(value);
      }
      await page.getByRole("button", { name: "Undo", exact: true }).first().click();
      await expect.poll(async () => print(await bench.draft())).toBe(before);
      await expect.poll(() => page.locator(".fix button").count()).toBe(count);
    }
    bench.expectClean();
  });

  it("are applied together: the safe ones, and all that lose nothing", async () => {
    const bench = await openBroken();
    const { page } = bench;
    await page.getByRole("button", { name: "Fix all" }).click();
    await page.getByRole("menuitem", { name: "Fix all safe" }).click();
    await page.getByRole("button", { name: /^Apply \d+ change/ }).click();
    await expect.poll(async () => (await bench.problems()).length).toBeLessThan(8);
    expect(await bench.draft()).toMatchObject({
      owner: { id: "ada@example.org" },
      outputFields: [{ type: "strng" }, {}],
    });
    await page.getByRole("button", { name: "Fix all" }).click();
    await page.getByRole("menuitem", { name: "Repair" }).click();
    await page.getByRole("button", { name: /^Apply \d+ change/ }).click();
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    expect(await bench.draft()).toMatchObject({
      description: candidate.description,
      sampleRecords: [{ points: 1840 }],
    });
    await page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await expect.poll(async () => (await bench.problems()).length).toBeGreaterThan(2);
    bench.expectClean();
  });
});

describeWorkbench("a draft in the workbench", sharedService, (suite) => {
  describe("starts from pasted records", () => {
    it.each([
      [
        "lines of JSON",
        '{"plate":"a","minutes":1,"day":"2026-02-01"}\n{"plate":"b","minutes":2,"day":"2026-02-02"}',
      ],
      ["a table from a spreadsheet", "plate\tminutes\tday\nB-XY 123\t95\t2026-02-01"],
      ["a table of Markdown", "| plate | minutes | day |\n|:---|---:|---|\n| B \\| XY | 95 | 2026-02-01 |"],
    ])("%s", async (_, text) => {
      const bench = await suite.open();
      const { page } = bench;
      await page.getByRole("button", { name: "Paste anything" }).click();
      await page.getByText("It is read as you paste").waitFor();
      await bench.input("Text").fill(text);
      await page.getByRole("button", { name: /^Use \d rows? as “Sample records”$/ }).click();
      await page.locator(".form").waitFor();
      expect(await bench.draft()).toMatchObject({
        outputFields: [
          { name: "plate", type: "string" },
          { name: "minutes", type: "integer" },
          { name: "day", type: "date" },
        ],
      });
      bench.expectClean();
    });
  });

  it("starts from a YAML file, an envelope, and a file that is dropped", async () => {
    const bench = await suite.open();
    const { page } = bench;
    await page.getByText("Open a file").waitFor();
    // Nothing is replaced, so nothing is asked.
    await page.getByLabel("Open a file").setInputFiles({
      name: "draft.yaml",
      mimeType: "text/plain",
      buffer: Buffer.from("generatorName: From YAML\nowner: { kind: human, id: ada }\n"),
    });
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("From YAML");
    const envelope = { targetProduct: "datagen", domainId: "generator-option", candidate };
    await bench.openFile("envelope.json", print(envelope));
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
    const dropped = await page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File(['{"generatorName":"Dropped"}'], "d.json")); return data; })()`,
    );
    await page.dispatchEvent("body", "dragover", { dataTransfer: dropped });
    await page.getByText("Drop the file to open it").waitFor();
    await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
    await page.getByRole("button", { name: "Replace the draft with it" }).click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Dropped");
    bench.expectClean();
  });

  it("travels in a link that no server sees, and as a file", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.input("Generator name").fill("Shared – ünïcode");
    await page.getByRole("button", { name: "Draft" }).click();
    await page.getByRole("menuitem", { name: "Share a link" }).click();
    await expect.poll(() => bench.input("Link").inputValue()).toContain("#draft=z");
    const link = await bench.input("Link").inputValue();
    await page.getByRole("button", { name: "Close" }).click();
    const other = await openWorkbench(suite.browser, suite.service.url, {
      path: link.slice(suite.service.url.length),
    });
    await expect.poll(() => other.input("Generator name").inputValue()).toBe("Shared – ünïcode");
    expect(other.requests.filter((url) => url.includes("draft="))).toEqual(
      other.requests.filter((url) => url.includes("#draft=")),
    );
    await other.page.goto("about:blank");
    await other.page.goto(`${link.slice(0, -40)}`);
    await other.page.getByText("does not hold a draft that can be read").waitFor();
    await expect.poll(() => other.input("Generator name").inputValue()).toBe("Shared – ünïcode");
    await other.close();

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Draft" }).click();
    await page.getByRole("menuitem", { name: "Download" }).click();
    const file = await (await download).createReadStream();
    expect(await json(file)).toMatchObject({ generatorName: "Shared – ünïcode" });
  });
});
