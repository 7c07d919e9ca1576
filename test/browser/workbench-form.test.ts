/** The form, from an empty page to a built package. */
import { expect, it } from "vitest";
import { embedded } from "../support/envelopes.ts";
import { sharedService } from "../support/shared-service.ts";
import { describeWorkbench, type Workbench } from "../support/workbench.ts";

describeWorkbench("the form of the workbench", sharedService, (suite) => {
  let bench: Workbench;
  const open = async (): Promise<void> => {
    bench = await suite.open();
  };
  const startBlank = async (): Promise<void> => {
    bench = await suite.blank();
  };
  const startExample = async (): Promise<void> => {
    bench = await suite.example();
  };

  it("leads from an empty page to a built package", async () => {
    await startBlank();
    const { page } = bench;
    await expect.poll(() => bench.verdict().innerText()).toMatch(/left to fill in/);
    expect(await bench.problems()).toEqual([]);
    await bench.input("ID").fill("ada@example.org");
    await bench.input("Generator ID").fill("parking-ticket");
    await bench.input("Generator name").fill("Parking ticket");
    await bench
      .input("Description")
      .first()
      .fill("Tickets of a car park: the plate, and how long the car stayed.");
    await page.getByLabel(/^Name of/).fill("plate");
    await page.getByLabel(/^Type of/).selectOption("string");
    await page.getByLabel(/^Description of/).fill("Licence plate");
    await page.getByRole("button", { name: "Add output field" }).click();
    await page.getByLabel("Name of Output field 2").fill("minutes");
    await page.getByLabel("Type of minutes").selectOption("integer");
    await page.getByLabel("Description of minutes").fill("Duration of the stay");
    await page.getByLabel("realistic").check();
    await page.getByLabel("fast").check();
    await page.getByLabel("plate, sample record 1").fill("B-XY 123");
    await page.getByLabel("minutes, sample record 1").fill("95");
    await bench.input("Rationale notes").fill("Parking data is asked for often.");
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    expect(await bench.draft()).toMatchObject({
      owner: { kind: "human", id: "ada@example.org" },
      outputFields: [{ name: "plate" }, { name: "minutes", type: "integer" }],
      supportedStrategies: ["realistic", "fast"],
      sampleRecords: [{ plate: "B-XY 123", minutes: 95 }],
    });

    await bench.setKey(suite.service.key);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    expect(await page.locator(".digest code").textContent()).toMatch(/^sha256:[0-9a-f]{64}$/);
    // Normalization puts the set into the order of the package.
    expect(await page.locator(".package .changes").innerText()).toContain('["fast","realistic"]');
    expect(await bench.verdict().innerText()).toBe("Valid");
    // Other tests call the same service.
    expect(await page.locator(".top-bar").innerText()).toMatch(/\d calls left/);
    bench.expectClean();
  });

  it("spends no call before somebody asks for one", async () => {
    await startExample();
    expect(bench.requests.filter((url) => url.includes("/api/"))).toEqual([]);
    bench.expectClean();
  });

  it("says that there are no local problems, never that the draft is valid, until the service has seen it", async () => {
    await startExample();
    const { page } = bench;
    expect(await page.locator(".panel").innerText()).toContain("registry not asked");
    await bench.input("Generator ID").fill("First-Name");
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    await bench.setKey(suite.service.key);
    await page.getByRole("button", { name: "Check registry" }).click();
    await expect.poll(() => bench.verdict().innerText()).toBe("1 problem");
    expect(await page.locator(".problem").first().innerText()).toContain("from the registry");
    expect(await page.locator('[data-place="/generatorId"] .note').innerText()).toContain("error");
    // With a key, the page asks by itself after a while. What it says before it has an answer is seen while that is held back.
    let held = Promise.resolve();
    let release = (): void => undefined;
    const hold = (): void => {
      held = new Promise((resolve) => {
        release = resolve;
      });
    };
    await page.route("**/api/validate", (route) => held.then(() => route.continue()));
    hold();
    // Gone as soon as the value is another one.
    await bench.input("Generator ID").fill("parking-ticket");
    await expect.poll(() => bench.problems()).toEqual([]);
    expect(await bench.verdict().innerText()).not.toBe("Valid");
    release();
    await expect.poll(() => bench.verdict().innerText()).toBe("Valid");
    hold();
    await bench.input("Generator name").fill("Another name of it");
    expect(await bench.verdict().innerText()).not.toBe("Valid");
    bench.expectClean();
  });

  it("says beside each field what is wrong, once it was left, and leads there from the problem", async () => {
    await startExample();
    const { page } = bench;
    const spoils: Record<string, () => Promise<unknown>> = {
      "/owner/kind": () => bench.input("Kind").selectOption("-1"),
      "/owner/id": () => bench.input("ID").fill(" ada "),
      "/generatorId": () => bench.input("Generator ID").fill("no spaces here"),
      "/generatorName": () => bench.input("Generator name").fill(""),
      "/description": () => bench.input("Description").first().fill("short"),
      "/outputFields/0/name": () => page.getByLabel("Name of cardNumber").fill("1st"),
      "/outputFields/1/type": () => page.getByLabel("Type of tier").selectOption("-1"),
      "/outputFields/2/description": () => page.getByLabel("Description of points").fill(""),
      "/supportedStrategies": async () => {
        await page.getByLabel("fast").uncheck();
        await page.getByLabel("realistic").uncheck();
      },
      "/sampleRecords/0/points": () => page.getByLabel("points, sample record 1").fill("many"),
      "/sampleRecords/1/memberSince": () => page.getByLabel("memberSince, sample record 2").fill(""),
      "/rationaleNotes": () => bench.input("Rationale notes").fill(""),
    };
    for (const [place, spoil] of Object.entries(spoils)) {
      await spoil();
      await page.locator(".brand").focus();
      const row = /^(\/\w+\/\d+)\//.exec(place)?.[1];
      const note = place.startsWith("/sampleRecords")
        ? page.locator(`[id="notes-${encodeURIComponent(row!)}"] .inline-problem`)
        : row === undefined
          ? page.locator(`[data-place="${place}"] .note .inline-problem`)
          : page.locator(`[data-place="${row}"] .row-notes .inline-problem`);
      await note.first().waitFor();
    }
    const led: unknown[] = [];
    for (const link of await page.locator(".problem-link").all()) {
      await page.locator(".brand").focus();
      await link.click();
      await expect.poll(() => bench.focused()).toBeDefined();
      led.push(await bench.focused());
    }
    expect(led.toSorted()).toEqual(Object.keys(spoils).toSorted());
    bench.expectClean();
  });

  it("calls nothing wrong while somebody types there for the first time", async () => {
    await startBlank();
    const note = bench.page.locator('[data-place="/generatorId"] .inline-problem');
    await bench.input("Generator ID").pressSequentially("no good");
    await expect.poll(() => bench.problems()).toEqual(["Generator ID"]);
    expect(await note.count()).toBe(0);
    await bench.page.keyboard.press("Tab");
    await note.waitFor();
    // It was wrong when somebody came back, so it says so until it is right.
    await bench.input("Generator ID").focus();
    expect(await note.count()).toBe(1);
    await bench.input("Generator ID").fill("all-good");
    await expect.poll(() => note.count()).toBe(0);
  });

  it("moves, duplicates and removes rows, and renames the keys of records with their field", async () => {
    await startExample();
    const { page } = bench;
    await page.getByLabel("Name of points").fill("score");
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    await page.getByRole("button", { name: "Move or remove tier" }).press("ArrowUp");
    await expect.poll(() => page.locator("#live").innerText()).toBe("tier is now number 1 of 4.");
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Move or remove tier");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Remove cardNumber", exact: true }).click();
    const draft = (await bench.draft()) as { outputFields: { name: string }[]; sampleRecords: object[] };
    expect(draft.outputFields.map(({ name }) => name)).toEqual(["score", "tier", "memberSince"]);
    expect(Object.keys(draft.sampleRecords[0]!)).toEqual(["cardNumber", "tier", "score", "memberSince"]);
    await page.getByText("not declared").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    bench.expectClean();
  });

  it("moves a row that is dragged", async () => {
    await startExample();
    const { page } = bench;
    const handle = page.getByRole("button", { name: "Move or remove cardNumber" });
    const target = page.getByRole("button", { name: "Move or remove points" });
    await handle.scrollIntoViewIfNeeded();
    const [from, to] = [(await handle.boundingBox())!, (await target.boundingBox())!];
    await page.mouse.move(from.x + 8, from.y + 16);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y + 40);
    await page.mouse.move(to.x + 8, to.y + 44, { steps: 4 });
    await page.mouse.up();
    const { outputFields } = (await bench.draft()) as { outputFields: { name: string }[] };
    expect(outputFields.map(({ name }) => name)).toEqual(["tier", "points", "cardNumber", "memberSince"]);
    expect(await page.getByRole("menu").count()).toBe(0);
    bench.expectClean();
  });

  it("keeps the draft when the page is loaded again", async () => {
    await startExample();
    await bench.input("Generator name").fill("Loyalty card of mine");
    await bench.page.reload();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card of mine");
    bench.expectClean();
  });

  it("undoes and redoes by key", async () => {
    await startExample();
    const { page } = bench;
    await bench.input("Generator name").fill("Something else");
    await page.keyboard.press("Control+z");
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Something else");
  });

  it("has an example of the embedded package to start from", async () => {
    await open();
    for (const { title } of embedded.examples.valid)
      await bench.page.getByRole("button", { name: title }).waitFor();
  });
});
