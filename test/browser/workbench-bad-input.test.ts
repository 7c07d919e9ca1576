/** What people and networks do to a page. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { embedded } from "../support/envelopes.ts";
import { startService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { describeWorkbench, isAskedBeforeClosing, openSecondTab } from "../support/workbench.ts";

const { key: KEY } = sharedService();
const candidate = embedded.examples.valid[0]!.candidate as Record<string, unknown>;
const HOSTILE = `<img src=x onerror="window.hacked=1">'"><script>window.hacked=1</script>{{7*7}}\u202e`;

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

describeWorkbench("bad input in the workbench", sharedService, (suite) => {
  it("a paste that is too large for the service is checked here and never sent", async () => {
    const bench = await suite.example();
    const records = Array.from({ length: 20 }, () => ({
      ...(candidate.sampleRecords as object[])[0],
      tier: "x".repeat(3_500),
    }));
    await write(bench.page, JSON.stringify({ ...candidate, sampleRecords: records }, null, 2));
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    await bench.setKey(KEY);
    await bench.page.getByRole("button", { name: "Check registry" }).click();
    await bench.page.getByText("too large for the service").waitFor();
    expect(bench.requests.filter((url) => url.includes("/api/"))).toEqual([]);
    await bench.page.getByRole("tab", { name: "Form" }).click();
    await bench.page.getByLabel("tier, sample record 20").waitFor();
    bench.expectClean();
  });

  it("JSON that cannot be read is said in both views, and nothing is lost", async () => {
    const bench = await suite.example();
    const { page } = bench;
    const broken = '{\n  "generatorName": "Kept",\n  "generatorId" "x"\n}';
    await write(page, broken);
    await expect.poll(() => bench.verdict().innerText()).toBe("Not readable as JSON");
    // The text arrives in pieces, and each piece is unreadable in its own way.
    await expect
      .poll(() => page.locator(".panel").innerText())
      .toContain("Line 3, column 17: There is a text where a colon is expected.");
    await page.locator(".cm-lintRange-error").waitFor();
    await page.getByRole("tab", { name: "Form" }).click();
    await page.getByText("The JSON cannot be read").waitFor();
    expect(await bench.input("Generator name").isDisabled()).toBe(true);
    expect(await bench.input("Generator name").inputValue()).toBe("Loyalty card");
    expect(await page.getByRole("button", { name: "Build package" }).isDisabled()).toBe(true);
    await expect.poll(() => page.evaluate("JSON.stringify(Object.values(localStorage))")).toContain("Kept");
    await page.reload();
    await page.getByRole("tab", { name: "JSON" }).click();
    await expect.poll(() => page.locator(".cm-content").innerText()).toContain('"generatorId" "x"');
    bench.expectClean();
  });

  const noCandidates: [string, string | Buffer, string][] = [
    ["picture.json", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]), "This is not text"],
    ["prose.txt", "Dear voters,", "It is neither JSON nor YAML"],
    ["list.json", "[1, 2]", "It does not hold a proposal"],
    ["broken.yaml", "a: [", "It cannot be read as YAML"],
    [
      "bomb.yaml",
      `a: &a [1,1,1,1,1,1,1,1,1]\n${"bcdefghij"
        .split("")
        .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[at]}`).join(",")}]`)
        .join("\n")}\n`,
      "It cannot be read as YAML",
    ],
    ["other.json", '{"dependencies": {"left-pad": "1.0.0"}}', "probably no proposal"],
    ["huge.json", Buffer.alloc(1_100_000, 0x20), "larger than 1 MB"],
  ];
  it("a file that is no candidate changes nothing", async () => {
    const bench = await suite.example();
    const { page } = bench;
    for (const [name, content, message] of noCandidates) {
      const buffer = Buffer.from(content);
      await page.getByLabel("Open a file").setInputFiles({ name, mimeType: "text/plain", buffer });
      await page.getByText(message).first().waitFor();
      if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      expect(await bench.input("Generator name").inputValue()).toBe("Loyalty card");
    }
    // As with a folder that was dropped, or a file that is gone.
    await page.evaluate(() => {
      File.prototype.text = () => Promise.reject(new DOMException("gone", "NotFoundError"));
    });
    const gone = { name: "gone.json", mimeType: "application/json", buffer: Buffer.from("{}") };
    await page.getByLabel("Open a file").setInputFiles(gone);
    await page.getByText("gone.json cannot be read.").waitFor();
    bench.expectClean();
  });

  it("a file that is dropped while another text is shown takes its place", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await page.getByRole("button", { name: "Draft", exact: true }).click();
    await page.getByRole("menuitem", { name: "Paste anything" }).click();
    await page.locator("#incoming").fill('{"generatorName": "Pasted"}');
    const buffer = Buffer.from('{"generatorName": "Dropped"}');
    await page.getByLabel("Open a file").setInputFiles({ name: "x.json", mimeType: "text/plain", buffer });
    await page.getByRole("heading", { name: "x.json" }).waitFor();
    await page.locator("dialog button[type=submit]:enabled").click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Dropped");
  });

  it("more rows than a draft takes are shown before some are left out", async () => {
    const { page } = await suite.open();
    await page.locator(".start-example").first().waitFor();
    const rows = Array.from({ length: 250 }, (_, index) => ({ unit: `u${index}` }));
    const file = { name: "rows.json", mimeType: "text/plain", buffer: Buffer.from(JSON.stringify(rows)) };
    await page.getByLabel("Open a file").setInputFiles(file);
    await page.getByText("The other 150 are left out.").waitFor();
    await page.getByRole("button", { name: "Use the first 100 rows as “Sample records”" }).click();
    await page.locator('[data-row="/sampleRecords/99"]').waitFor();
  });

  it.each(["null", '{"valid":true,"diagnostics":[]}', "[]"])(
    "an answer that is no verdict, such as %s, is none",
    async (body) => {
      const bench = await suite.example();
      const { page } = bench;
      await page.route("**/api/validate", (route) => route.fulfill({ status: 200, body }));
      await bench.setKey(KEY);
      await page.getByText("The service gave an answer that cannot be read. Try again.").waitFor();
      await page.getByRole("button", { name: "Check registry" }).waitFor();
      expect(await bench.verdict().innerText()).toBe("No local problems");
      bench.expectClean();
    },
  );

  it("deep nesting neither stops the page nor loses the text", async () => {
    const bench = await suite.example();
    const { page } = bench;
    const deep = `{"sampleRecords": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    await bench.openFile("deep.json", deep);
    await page.getByText("nested too deeply for the form").waitFor();
    await expect.poll(() => bench.verdict().innerText()).toMatch(/problem/);
    await page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await expect.poll(() => bench.input("Generator name").inputValue()).toBe("Loyalty card");
    bench.expectClean();
  });

  it("hostile strings in every field are shown as text", async () => {
    const bench = await suite.example();
    const { page } = bench;
    const soil = (value: unknown): unknown => {
      if (typeof value === "string") return value + HOSTILE;
      if (Array.isArray(value)) return value.map(soil);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries([
        ...Object.entries(value).map(([name, inner]) => [name, soil(inner)]),
        [HOSTILE, HOSTILE],
        ["__proto__", { polluted: HOSTILE }],
      ]);
    };
    await bench.openFile("hostile.json", JSON.stringify(soil(candidate)));
    await expect.poll(() => bench.input("Generator name").inputValue()).toContain("onerror");
    await expect.poll(() => bench.verdict().innerText()).toMatch(/problems/);
    for (const view of ["JSON", "Form"]) {
      await page.getByRole("tab", { name: view }).click();
      await page.locator(view === "JSON" ? ".cm-content" : ".form").waitFor();
      expect(await page.evaluate("window.hacked")).toBeUndefined();
      expect(await page.locator("img, #app script").count()).toBe(0);
    }
    await page.getByRole("button", { name: "Fix all" }).click();
    await page.getByRole("menuitem", { name: "Repair" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await page.evaluate("[window.hacked, ({}).polluted]")).toEqual([null, null].map(() => undefined));
    bench.expectClean();
  });

  it("a hostile text that is valid is text in the package too", async () => {
    const bench = await suite.example();
    const { page } = bench;
    const text = `${HOSTILE.replace("\u202e", "")} and 'quotes' $(touch x)`;
    await bench.openFile("valid.json", JSON.stringify({ ...candidate, description: `  ${text}` }));
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    await bench.setKey(KEY);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    expect(await page.locator(".package").textContent()).toContain("'\\''quotes'\\''");
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    bench.expectClean();
  });

  it("a refused key is asked for again, and said to be refused", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await page.locator(".key-button").click();
    await bench.input("Key").fill("not a key");
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByText("A key starts with ai_").waitFor();
    await bench.input("Key").fill("ai_ffffffffffffffffffff");
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    expect(await page.locator(".key-button").innerText()).toContain("Key refused");
    await bench.input("Key").fill(KEY);
    await page.getByRole("button", { name: "Use this key" }).click();
    // What waited for the key goes on by itself.
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    // For this tab alone, and until it is closed.
    const shared = "JSON.stringify([Object.entries(localStorage), document.cookie])";
    expect(await page.evaluate(shared)).not.toContain(KEY);
    await page.reload();
    await expect.poll(() => page.locator(".key-button").getAttribute("class")).toContain("is-set");
    const other = await openSecondTab(bench, suite.service.url);
    await other.page.locator(".key-button.is-none").waitFor();
    bench.expectClean({ complaints: /401/ });
  });

  it("a key that is refused after a pause in typing interrupts nobody", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.setKey("ai_ffffffffffffffffffff");
    const notes = bench.input("Rationale notes");
    await notes.fill("Half a sen");
    await page.locator(".key-button.is-refused").waitFor();
    await page.keyboard.type("tence");
    expect(await notes.inputValue()).toBe("Half a sentence");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("a key that is refused late takes nothing from a dialog that was opened meanwhile", async () => {
    const bench = await suite.example();
    const { page } = bench;
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route("**/api/build", async (route) => {
      await refused;
      await route.fulfill({ status: 401, body: "{}" });
    });
    await bench.setKey(KEY);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("button", { name: "Building…" }).waitFor();
    await page.getByRole("button", { name: "Draft", exact: true }).click();
    await page.getByRole("menuitem", { name: "Paste anything" }).click();
    await page.locator("#incoming").fill("half of what I ha");
    refuse();
    await page.locator(".key-button.is-refused").waitFor();
    expect(await page.locator("#incoming").inputValue()).toBe("half of what I ha");
  });

  it.each([
    ["full", "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"],
    [
      "forbidden",
      "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } })",
    ],
  ])("says that nothing is stored where storage is %s, and loses nothing", async (_, script) => {
    const bench = await suite.open({ path: "/none" });
    const { page } = bench;
    await page.addInitScript(script);
    await page.goto(suite.service.url);
    await page.locator(".start-example").first().click();
    await bench.input("Generator name").fill("Kept in the page");
    await page.getByText("Not stored by this browser").first().waitFor();
    await bench.setKey(KEY);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    expect(await page.locator(".package").textContent()).toContain("Kept in the page");
    await page.goto(`${suite.service.url}/studio`);
    await page.getByText("The package loads").waitFor();
    await page.getByText("Not stored by this browser").waitFor();
    bench.expectClean({ complaints: /404/ });
    await isAskedBeforeClosing(page);
  });

  it("two tabs keep a draft each and lose neither", async () => {
    const first = await suite.example();
    await first.input("Generator name").fill("From the first tab");
    await first.draft();
    const second = await openSecondTab(first, suite.service.url);
    await expect.poll(() => second.input("Generator name").inputValue()).toBe("From the first tab");
    await second.input("Generator name").fill("From the second tab");
    await first.page.getByText("Another tab has a different version").waitFor();
    expect(await first.input("Generator name").inputValue()).toBe("From the first tab");
    await first.page.reload();
    await expect.poll(() => first.input("Generator name").inputValue()).toBe("From the first tab");
    await second.input("Generator name").fill("Again from the second tab");
    await first.page.getByRole("button", { name: "Use that version here" }).click();
    await expect.poll(() => first.input("Generator name").inputValue()).toBe("Again from the second tab");
    await first.page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await expect.poll(() => first.input("Generator name").inputValue()).toBe("From the first tab");
    first.expectClean();
    second.expectClean();
  });
});

describeWorkbench(
  "a service with little budget",
  () => startService({ PREFLIGHT_RATE_LIMIT: "1", PREFLIGHT_API_KEYS: KEY }),
  (suite) => {
    it("shows what is left, and counts down when nothing is", async () => {
      const bench = await suite.example();
      const { page } = bench;
      // In this order, since with a key the page asks by itself after a while, and there is one call.
      await page.getByRole("button", { name: "Check registry" }).click();
      await bench.input("Key").fill(KEY);
      await page.getByRole("button", { name: "Use this key" }).click();
      await page.getByText("0 calls left").waitFor();
      await expect.poll(() => bench.verdict().innerText()).toBe("Valid");
      await page.getByRole("button", { name: "Build package" }).click();
      await page.getByText(/Try again in \d+ s\./).waitFor();
      expect(await page.getByRole("button", { name: "Build package" }).isDisabled()).toBe(true);
      expect(await bench.input("Generator name").inputValue()).toBe("Loyalty card");
      bench.expectClean({ complaints: /429/ });
    });
  },
);

const startOwn = () => startService({ PREFLIGHT_API_KEYS: KEY });

describeWorkbench("a service that goes away", startOwn, (suite) => {
  it("leaves the draft and says what to do", async () => {
    const bench = await suite.example();
    const { page } = bench;
    // What the page may need later is fetched when it is idle; repairs come last.
    await expect.poll(() => bench.requests.some((url) => url.includes("/repair-"))).toBe(true);
    await expect.poll(() => bench.underWay()).toEqual([]);
    await suite.service.stop();
    // No dialog has been opened before.
    await page.locator(".key-button").click();
    await bench.input("Key").fill(KEY);
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByRole("button", { name: "Check registry" }).click();
    await page.getByText("The service does not answer. Your draft is safe").waitFor();
    expect(await bench.verdict().innerText()).toBe("No local problems");
    await bench.input("Generator name").fill("");
    await expect.poll(() => bench.problems()).toContain("Generator name");
    // Texts beyond ASCII are judged by tables of their own, and the repair by code of its own.
    const draft = { ...candidate, generatorName: "Carte de fidélité", supportedStrategies: ["FAST"] };
    await bench.openFile("draft.json", JSON.stringify(draft));
    await page.getByRole("button", { name: "Fix all" }).click();
    await page.getByRole("menuitem", { name: "Repair" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply 1 change" }).click();
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    bench.expectClean({ complaints: /ERR_CONNECTION_REFUSED/ });
  });
});
