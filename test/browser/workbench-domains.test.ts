/** The workbench with another product: its form, its changes, its submissions, its hostile texts. */
import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { type ProductHere, startProductHere } from "../support/product-here.ts";
import { startService } from "../support/service.ts";
import { describeWorkbench, helpAt } from "../support/workbench.ts";

const berthRequest = JSON.parse(
  readFileSync(new URL("../domains/berth-request.json", import.meta.url), "utf8"),
);
const HOSTILE = `<img src=x onerror="window.hacked=1">'"><script>window.hacked=1</script>`;

function startWith(document: ProductHere["document"]): {
  start: () => ReturnType<typeof startService>;
  product: () => ProductHere;
} {
  let product: ProductHere | undefined;
  afterAll(() => product?.close());
  return {
    product: () => product!,
    async start() {
      product = await startProductHere(document);
      return startService({
        PREFLIGHT_DOMAINS: product.domainsFile,
        PREFLIGHT_REFRESH_SECONDS: "1",
        PREFLIGHT_RATE_LIMIT: "1000",
        PREFLIGHT_API_KEYS: "ai_0123456789abcdef0123",
      });
    },
  };
}

/** Where a letter of a text stands; -1 is the last one. */
function xOfLetter(of: Locator, index: number): Promise<number> {
  return of.evaluate((element, index) => {
    const range = element.ownerDocument.createRange();
    const at = index < 0 ? element.textContent!.length + index : index;
    range.setStart(element.lastChild!, at);
    range.setEnd(element.lastChild!, at + 1);
    return range.getBoundingClientRect().x;
  }, index);
}

const harbour = startWith(berthRequest);
describeWorkbench("the workbench of a second domain", harbour.start, (suite) => {
  it("has a working form, up to a package that the browser submits", async () => {
    const bench = await suite.blank();
    const { page } = bench;
    await bench.input("Berth").selectOption({ label: "pontoon" });
    await bench.input("Call sign").fill("SEPR4");
    await page.locator('[data-place="/vessel/name"] input').fill("Pim");
    await bench.input("Length metres").fill("8.2");
    await bench.input("Draught metres").fill("1.5");
    await page.getByRole("button", { name: "Add engine" }).click();
    await bench.input("Fuel").selectOption({ label: "electric" });
    await bench.input("Arrival").fill("2026-07-14");
    await bench.input("Nights").fill("3");
    await page.locator('[data-place="/home/country"] input').fill("SE");
    await page.locator('[data-place="/home/name"] input').fill("Ystad");
    await page.getByLabel(/^Name of Crew/).fill("Ebba");
    await page.getByLabel("Role of Ebba").selectOption({ label: "skipper" });
    await page.getByLabel("Swims of Ebba").selectOption({ label: "Yes" });
    await page.getByRole("button", { name: "Add services" }).click();
    await page.getByLabel("shore-power").check();
    await page.getByRole("button", { name: "Add fenders" }).click();
    await page.getByLabel("Name 1 of Fenders").fill("round");
    await page.getByLabel("Name 1 of Fenders").press("Tab");
    await page.getByLabel("Value of round").fill("4");
    await page.getByRole("button", { name: "Add insurance policy" }).click();
    await bench.input("Insurance policy").fill("A-1234");
    await page.getByLabel("2026-harbour-terms").check();
    await expect.poll(() => bench.verdict().innerText()).toBe("No local problems");
    expect(await bench.draft()).toMatchObject({
      vessel: { lengthMetres: 8.2, engine: { fuel: "electric" } },
      stay: { nights: 3 },
      crew: [{ name: "Ebba", role: "skipper", swims: true }],
      services: ["shore-power"],
      fenders: { round: 4 },
      terms: "2026-harbour-terms",
    });
    await bench.setKey(suite.service.key);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    bench.expectClean();

    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page.getByText("Submitted. It is kept under “My proposals”").waitFor();
    const { submissions, url } = harbour.product();
    expect(submissions).toHaveLength(1);
    expect(submissions[0]!.headers).toMatchObject({ authorization: `Bearer ${suite.service.key}` });
    expect(submissions[0]!.headers["idempotency-key"]).toMatch(/^pf1_/);
    expect(submissions[0]!.body).toMatchObject({ proposalPackage: { domainId: "berth-request" } });
    // The click sent it there, and nothing else went out.
    bench.expectClean({ origins: [url] });
    expect(bench.requests.filter((one) => one.startsWith(url))).toEqual([`${url}/api/proposals`]);

    // What the product says of it is asked again when somebody looks, and known without the key too.
    harbour.product().proposals[0]!.status = "accepted";
    const look = async () => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "My proposals…" }).click();
      return page.getByRole("dialog").innerText();
    };
    await look();
    await page.getByRole("dialog").getByText("accepted").waitFor();
    // A link that would run something is none, and markup is text.
    expect(await page.getByRole("dialog").getByRole("link").count()).toBe(0);
    expect(await page.getByRole("dialog").innerText()).toContain("vote <b>open</b>");
    await page.reload();
    await bench.verdict().waitFor();
    expect(await look()).toContain("accepted");
  });

  it("shows a value of another shape as it is, with its problem beside it", async () => {
    const bench = await suite.example();
    const { page } = bench;
    const draft = { ...berthRequest.examples.valid[0].candidate, home: "SE Ystad" };
    await bench.openFile("berth.json", JSON.stringify(draft));
    await page.locator('[data-place="/home"] .inline-problem').waitFor();
    expect(await page.locator('[data-place="/home"] textarea').inputValue()).toBe("SE Ystad");
    bench.expectClean();
  });

  it("follows the product when its rules change while the page is open", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.setKey(suite.service.key);
    await page.getByRole("button", { name: "Build package" }).click();
    await page.getByRole("heading", { name: "Package built" }).waitFor();
    const product = harbour.product();
    const changed = structuredClone(berthRequest);
    changed.version = "2.2.0";
    changed.schema.properties.vessel.properties.lengthMetres.maximum = 5;
    changed.examples.valid[0].candidate.vessel.lengthMetres = 4;
    product.document = changed;
    const served = `${suite.service.url}/spec-packages/harbour-desk/berth-request`;
    await expect.poll(async () => (await fetch(served)).text()).toContain('"version":"2.2.0"');
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText("The rules changed from 2.1.0 to 2.2.0").waitFor();
    await expect.poll(() => bench.problems()).toEqual(["Vessel › Length metres"]);
    // The package of the earlier rules is there to be read, and no longer to be sent.
    expect(await page.getByText("The rules have changed since this package was built.").isVisible()).toBe(
      true,
    );
    expect(await page.getByRole("button", { name: /^Submit to/ }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Submit", exact: true }).count()).toBe(0);
    bench.expectClean();
    product.document = berthRequest;
  });
});

const stall = {
  ...{ format: "preflight-spec-package/1", targetProduct: "market", domainId: "stall", version: "1.0.0" },
  title: "Markt",
  schema: {
    type: "object",
    properties: {
      town: { enum: ["الرصيف", "buoy"] },
      sign: {
        ...{ type: "string", maxLength: 80, description: "كما يظهر على اللافتة." },
        title: "Wochenmarktstandgenehmigungsverfahrensbeschleunigungsverordnung",
      },
    },
    required: ["town", "sign"],
    additionalProperties: false,
  },
  ...{ rules: [], docs: {} },
  examples: {
    valid: [{ title: "One", candidate: { town: "buoy", sign: "ورد" } }],
    invalid: [
      {
        ...{ title: "No sign", candidate: { town: "buoy" } },
        expect: [{ code: "member-missing", pointer: "/sign" }],
      },
    ],
  },
};
describeWorkbench("texts of other languages", startWith(stall as never).start, (suite) => {
  it("fit the page at every width, however long their words are", async () => {
    const { page } = await suite.example();
    for (const width of [320, 700, 768, 860, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  });

  it("stand in their own direction, and a change leads from the old value to the new one", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await bench.openFile("stall.json", JSON.stringify({ town: "العوامة", sign: "ورد" }));
    const change = page.locator(".fix").first();
    await change.getByText("الرصيف").first().waitFor();
    expect(await xOfLetter(change.locator("del"), 1)).toBeLessThan(await xOfLetter(change.locator("ins"), 1));
    // The full stop is where the sentence ends.
    const hint = page.locator('[data-place="/sign"] .hint');
    expect(await xOfLetter(hint, -1)).toBeLessThan(await xOfLetter(hint, 0));
    expect(
      await page.locator('[data-place="/sign"] input').evaluate((one) => getComputedStyle(one).unicodeBidi),
    ).toBe("plaintext");
  });
});

const hostile = structuredClone(berthRequest);
Object.assign(hostile, { title: `Berth ${HOSTILE}`, description: HOSTILE });
hostile.schema.properties.callSign.title = HOSTILE;
hostile.schema.properties.callSign.description = HOSTILE;
hostile.lists.services.values.push(HOSTILE);
for (const entry of Object.values<{ summary: string; fix: string }>(hostile.docs)) {
  entry.summary = HOSTILE;
  entry.fix = HOSTILE;
}
hostile.examples.valid[0].title = `Example ${HOSTILE}`;
// What the documentation is to be tried with.
hostile.examples.valid[0].candidate.vessel.name = '<img src=x onerror="hacked=1">';

describeWorkbench("a spec package with hostile texts", startWith(hostile).start, (suite) => {
  it.each(["/", "/rules", "/docs"])("runs nothing at %s", async (path) => {
    const bench = await suite.open({ path });
    const { page } = bench;
    if (path === "/") {
      await page.getByRole("heading", { name: "Berth" }).waitFor();
      await page.locator(".start-example").first().click();
      await page.getByText(HOSTILE).first().waitFor();
      await page.getByRole("tab", { name: "JSON" }).click();
      expect(await helpAt(page, '"callSign"')).toContain("<img src=x");
    } else await page.getByText("onerror").first().waitFor({ state: "attached" });
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(await page.locator("img").count()).toBe(0);
    bench.expectClean();
  });
});
