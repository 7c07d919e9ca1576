/** How the built workbench is served. test/browser opens it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedCatalogue } from "../../src/service/catalogue/embedded.ts";
import { createFetchHandler } from "../../src/service/fetch/handler.ts";
import { readAssets } from "../../src/service/pages/assets.ts";
import { workbenchPage, workbenchPolicy } from "../../src/service/pages/documents.ts";
import { type Client, createClient } from "../support/http.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

const folder = mkdtempSync(join(tmpdir(), "preflight-workbench-"));
const script = "console.log('workbench');".repeat(50);
let service: InProcessService;
let call: Client;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "secret.js"), "not an asset");
  writeFileSync(join(folder, "assets/workbench-1.js"), script);
  writeFileSync(join(folder, "assets/reference-1.js"), "");
  writeFileSync(join(folder, "assets/style-1.css"), "a{}");
  writeFileSync(join(folder, "assets/notes.txt"), "not served");
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify({
      "main.tsx": { file: "assets/workbench-1.js", imports: ["_shared.js"] },
      "_shared.js": { file: "assets/shared-1.js", css: ["assets/style-1.css"] },
      "studio/main.tsx": { file: "assets/studio-1.js" },
      "reference/main.ts": { file: "assets/reference-1.js" },
    }),
  );
  service = await startServiceHere({ workbench: pathToFileURL(`${folder}/`) });
  call = createClient(service.url);
});
afterAll(async () => {
  call.close();
  await service.stop();
  rmSync(folder, { recursive: true });
});

test("/ loads files of this service only, and runs nothing inline", async () => {
  const { status, text, headers } = await call("/");
  expect(status).toBe(200);
  expect(headers["cache-control"]).toBe("no-cache");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("connect-src 'self' https://datagen.example;");
  expect(policy).not.toMatch(/unsafe|\*|nonce/);
  expect(text).not.toMatch(/<style|style="|\son\w+=/);
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  for (const [tag] of text.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/src="assets\/|application\/json/);
});

test("/ says where to get a key, if the operator does", async () => {
  const environment = { PREFLIGHT_KEY_HELP_URL: "https://portal.example/keys" };
  const other = await startServiceHere({ workbench: pathToFileURL(`${folder}/`), environment });
  const page = await (await fetch(other.url)).text();
  await other.stop();
  expect(page).toContain('"keyHelpUrl":"https://portal.example/keys"');
});

test("/ sends packages to where they are submitted now, though the rules are the same", async () => {
  const given = createEmbeddedCatalogue("https://preflight.example");
  let submissionUrl = "https://old.example/proposals";
  const moved = () =>
    given.list().map((state) => ({ ...state, description: { ...state.description, submissionUrl } }));
  const handle = createFetchHandler(
    {
      ...{ baseUrl: "https://preflight.example", keys: [], clientAddress: () => undefined },
      domains: { list: moved, find: () => moved()[0] },
      assets: readAssets(pathToFileURL(`${folder}/`))!,
    },
    "1.0.0",
  );
  const page = async () => (await handle(new Request("https://preflight.example/"))).text();
  expect(await page()).toContain(submissionUrl);
  submissionUrl = "https://new.example/proposals";
  expect(await page()).toContain(submissionUrl);
});

test("a person who mistyped an address gets a page, a program gets a problem", async () => {
  const person = await fetch(`${service.url}/no/such/page?x=1`, {
    headers: { accept: "text/html,*/*;q=0.8" },
  });
  expect([person.status, person.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(await person.text()).toContain('<a href="../../">Go to the workbench</a>');
  const program = await call("/no/such/page");
  expect([program.status, program.headers["content-type"]]).toEqual([404, "application/problem+json"]);
});

test("/ holds the domains as data", async () => {
  const { text } = await call("/");
  const [, boot] = /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(text)!;
  expect(JSON.parse(boot!)).toEqual({
    callsPerMinute: 20,
    domains: [
      {
        targetProduct: "datagen",
        domainId: "generator-option",
        title: "Generator option",
        description: expect.stringMatching(/^\S.*\.$/),
        submissionUrl: "https://datagen.example/api/proposals",
        ready: true,
      },
    ],
  });
});

test("a title cannot end the data", () => {
  const description = {
    targetProduct: "p",
    domainId: "d",
    title: "</script><script>alert(1)</script>",
    specPackageUrl: "https://product.example/spec",
    submissionUrl: "https://product.example/submit",
  };
  const page = workbenchPage(
    { script: "workbench.js", styles: ["style.css"] },
    { domains: [{ status: "unavailable", description, retryAfterSeconds: 1 }], rateLimit: 20 },
    "",
  );
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script/g)).toHaveLength(2);
});

test("the policy names each submission origin once", () => {
  const domain = (submissionUrl: string) => ({
    status: "unavailable" as const,
    retryAfterSeconds: 1,
    description: {
      targetProduct: "p",
      domainId: "d",
      title: "t",
      specPackageUrl: "https://a.example/",
      submissionUrl,
    },
  });
  const policy = workbenchPolicy([
    domain("https://a.example/x"),
    domain("https://a.example/y"),
    domain("http://b.example:81/"),
  ]);
  expect(policy).toContain("connect-src 'self' https://a.example http://b.example:81;");
});

test("files are served for good, with an ETag, compressed for those who take it, and are not counted", async () => {
  const path = "/assets/workbench-1.js";
  const plain = await call(path);
  expect([plain.status, plain.text]).toEqual([200, script]);
  expect(plain.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(plain.headers.vary).toBe("Accept-Encoding");
  expect(plain.headers.ratelimit).toBeUndefined();
  const response = await fetch(service.url + path, { headers: { "accept-encoding": "br, gzip" } });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(await response.text()).toBe(script);
  const known = await call({ path, headers: { "if-none-match": String(plain.headers.etag) } });
  expect([known.status, known.text]).toEqual([304, ""]);
  expect(
    (await call({ path, headers: { "accept-encoding": "gzip;q=0" } })).headers["content-encoding"],
  ).toBeUndefined();
});

test.each([
  "/assets/",
  "/assets/nope.js",
  "/assets/notes.txt",
  "/assets/../secret.js",
  "/assets/..%2fsecret.js",
  "/assets/constructor",
])("%s is not found", async (path) => {
  expect((await call(path)).status).toBe(404);
});
