/** Whatever a product answers to a submission is said in plain words. The draft keeps, and a reload loses nothing. */
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { afterAll, expect, it } from "vitest";
import { type ProductHere, startProductHere } from "../support/product-here.ts";
import { startService } from "../support/service.ts";
import { describeWorkbench, type Workbench } from "../support/workbench.ts";

const berthRequest = JSON.parse(
  readFileSync(new URL("../domains/berth-request.json", import.meta.url), "utf8"),
);
const KEY = "ai_0123456789abcdef0123";
const PAGE = '<!doctype html><title>Sign in</title><script>window.hacked = 1</script><img src="x">';

let product: ProductHere;
afterAll(() => product?.close());
async function start() {
  product = await startProductHere(berthRequest);
  return startService({
    PREFLIGHT_DOMAINS: product.domainsFile,
    PREFLIGHT_RATE_LIMIT: "1000",
    PREFLIGHT_API_KEYS: KEY,
  });
}

/** With what a browser needs to hand the answer on. */
const says =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    const cors = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Location" };
    response.writeHead(status, { ...cors, ...headers }).end(body);
  };
const json = { "Content-Type": "application/json" };

const NOT_RECORDED: [string, (response: ServerResponse) => void, RegExp][] = [
  ["text", says(200, "Thanks!"), /something that is no JSON, so it may not have recorded it/],
  ["a page", says(200, PAGE, { "Content-Type": "text/html" }), /a web page, so it may not have recorded it/],
  ["a created page", says(201, PAGE, { "Content-Type": "text/html" }), /a web page, so it may not/],
  ["an error", says(503, '{"detail": "later"}', json), /a problem of its own \(status 503\)/],
  ["an error page", says(500, PAGE, { "Content-Type": "text/html" }), /a problem of its own \(status 500\)/],
  [
    "a refusal",
    says(422, '{"detail": "too late"}', json),
    /refused it with status 422\. Its answer says why/,
  ],
  ["too many", says(429, "slow down"), /asks you to wait \(status 429\)/],
  ["a forbidden key", says(403, "no"), /does not accept your key \(status 403\)/],
  [
    "no CORS",
    (response) => response.writeHead(201, json).end("{}"),
    /does not accept submissions from browsers/,
  ],
  [
    "a redirect, which a browser follows with a question",
    says(301, "", { Location: "/api/proposals" }),
    /did not answer, or does not accept/,
  ],
  ["nothing", (response) => response.destroy(), /did not answer, or does not accept/],
  [
    "half of it",
    (response) => {
      response.writeHead(201, { "Access-Control-Allow-Origin": "*", "Content-Length": "100" });
      response.write("{");
      setImmediate(() => response.destroy());
    },
    /did not answer, or does not accept/,
  ],
];
const EXPECTED = /status of (4\d\d|50\d)|CORS|ERR_(FAILED|EMPTY|CONNECTION|CONTENT|INCOMPLETE)/;
const endless = (): void => undefined;

async function ready(bench: Workbench): Promise<void> {
  await bench.setKey(KEY);
  await bench.page.getByRole("button", { name: "Build package" }).click();
  await bench.page.getByRole("heading", { name: "Package built" }).waitFor();
}

async function proposalsOf({ page }: Workbench): Promise<string> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "My proposals…" }).click();
  await expect.poll(() => page.getByRole("dialog").innerText()).not.toContain("Asking");
  const text = await page.getByRole("dialog").innerText();
  await page.keyboard.press("Escape");
  return text;
}

describeWorkbench("answers of products", start, (suite) => {
  it("that are not what was asked for are said, and the package can be sent again", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await ready(bench);
    const said = page.locator(".package [role=status]").first();
    const submit = page.locator(".package").getByRole("button", { name: /^Submit/ });
    for (const [name, reply, expected] of NOT_RECORDED) {
      product.reply = reply;
      await submit.click();
      await expect.poll(() => said.innerText(), { message: name }).toMatch(expected);
      expect(await submit.innerText()).toBe("Submit again");
      expect(await page.evaluate("window.hacked")).toBeUndefined();
    }
    expect(await page.locator("img").count()).toBe(0);
    expect((await bench.draft()) as object).toMatchObject({ callSign: "SEPR4" });
    // The product may have it all the same, which a reload does not forget.
    expect(await proposalsOf(bench)).toContain("sent, not confirmed by the product");
    await page.reload();
    await expect.poll(() => bench.input("Call sign").inputValue()).toBe("SEPR4");
    expect(await proposalsOf(bench)).toContain("sent, not confirmed by the product");

    product.reply = undefined;
    await page.getByRole("button", { name: "Build package" }).click();
    await submit.click();
    await page.getByText("Submitted. It is kept").waitFor();
    expect(await proposalsOf(bench)).not.toContain("not confirmed");
    bench.expectClean({ origins: [product.url], complaints: EXPECTED });
  });

  it("that never come end by a click or by the clock; a refused key is asked for, and it goes on", async () => {
    const bench = await suite.example();
    const { page } = bench;
    await ready(bench);
    await page.clock.install();
    const submit = page.locator(".package").getByRole("button", { name: /^Submit/ });
    product.reply = endless;
    await submit.click();
    await page.getByRole("button", { name: "Stop waiting" }).click();
    await page.getByText("You stopped waiting. The product may have recorded it all the same.").waitFor();
    await submit.click();
    await page.getByRole("button", { name: "Stop waiting" }).waitFor();
    await page.clock.fastForward(31_000);
    await page.getByText("The product did not answer within 30 seconds.").waitFor();
    // An answer that begins and does not end is no answer either.
    product.reply = (response) => {
      response.writeHead(201, { "Access-Control-Allow-Origin": "*" });
      response.write("{");
    };
    await submit.click();
    await page.getByRole("button", { name: "Stop waiting" }).waitFor();
    await page.clock.fastForward(31_000);
    await page.getByText("The product did not answer within 30 seconds.").waitFor();

    product.reply = says(401, "{}", json);
    await submit.click();
    await page.getByText("The product does not accept your key (status 401).").waitFor();
    await page.getByRole("button", { name: "Use another key" }).click();
    product.reply = says(201, "x".repeat(10_000_000), { Location: "javascript:alert(1)" });
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByText("Submitted. It is kept").waitFor();
    await page.getByText("Its answer cannot be read, so there may be no link to it.").waitFor();
    expect(await page.locator(".package").getByRole("link").count()).toBe(0);
    bench.expectClean({ origins: [product.url], complaints: EXPECTED });
  });

  it.each<[string, ((response: ServerResponse) => void) | undefined, string]>([
    ["a page", says(200, PAGE, { "Content-Type": "text/html" }), "does not tell this page"],
    ["10 MB", says(200, `{"proposals": ["${"x".repeat(10_000_000)}"]}`, json), "does not tell this page"],
    ["an error", says(500, "{}", json), "does not tell this page"],
  ])(
    "about proposals that are %s leave what is known, and can be asked for again",
    async (_, listing, text) => {
      const bench = await suite.example();
      const { page } = bench;
      await bench.setKey(KEY);
      product.listing = listing;
      expect(await proposalsOf(bench)).toContain(text);
      product.listing = undefined;
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "My proposals…" }).click();
      await page.getByText("As the product says now.").waitFor();
      bench.expectClean({ origins: [product.url], complaints: EXPECTED });
    },
  );
});
