/** A product, a replica that follows it, and a replica that follows that replica, as processes. */
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import type { ValidationResult } from "../../src/core/types.ts";
import { tinyPackage } from "../products/support.ts";
import { startProductHere } from "../support/product-here.ts";
import { type RunningService, startService, untilReady } from "../support/service.ts";

const key = "ai_copies_0123456789ab";
const stops: (() => unknown)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

async function start(environment: Record<string, string>): Promise<RunningService> {
  const service = await startService({
    ...{ PREFLIGHT_API_KEYS: key, PREFLIGHT_RATE_LIMIT: "100000", PREFLIGHT_REFRESH_SECONDS: "1" },
    ...{ PREFLIGHT_SHARE_REGISTRIES: "true", ...environment },
  });
  stops.push(() => service.stop());
  return service;
}

/** Passes everything on, as a proxy does, and alters it if told to. */
async function startProxy(target: string) {
  const proxy = { url: "", target, alter: (body: string) => body };
  const server = createServer((request, response) => {
    const { "if-none-match": tag } = request.headers;
    const onward = httpRequest(proxy.target + request.url, { headers: tag ? { "if-none-match": tag } : {} });
    onward.on("error", () => response.destroy());
    onward.on("response", async (answer) => {
      let body = "";
      for await (const chunk of answer.setEncoding("utf8")) body += chunk;
      const { "content-length": _, ...headers } = answer.headers;
      response.writeHead(answer.statusCode!, headers).end(proxy.alter(body));
    });
    onward.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function validate({ url }: RunningService, id: string): Promise<ValidationResult> {
  const response = await fetch(`${url}/api/validate`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ targetProduct: "acme", domainId: "widget", candidate: { id } }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as ValidationResult;
}

const codesOf = ({ diagnostics }: ValidationResult) => diagnostics.map(({ code }) => code);

test("a replica follows another one, takes nothing that was altered, and says when their product is away", async () => {
  const product = await startProductHere(tinyPackage());
  const first = await start({ PREFLIGHT_DOMAINS: product.domainsFile });
  await untilReady(first);
  const proxy = await startProxy(first.url);
  const second = await start({
    PREFLIGHT_DOMAINS: product.domainsFile,
    PREFLIGHT_COPIES_FROM: proxy.url,
    // Its copies are one fetch older, and an age is sent in whole seconds.
    PREFLIGHT_REFRESH_SECONDS: "2",
  });
  await untilReady(second);

  const [verdict, other] = [await validate(first, "dkab7"), await validate(second, "dkab7")];
  expect(codesOf(verdict)).toContain("id-taken");
  expect(codesOf(other)).toContain("id-taken");
  expect(other.specPackage).toEqual(verdict.specPackage);
  expect(other.registry.digest).toBe(verdict.registry.digest);

  // A new version whose title is altered on the way is not taken; the proper one is.
  proxy.alter = (body) => body.replace("Gadgets", "Widgets");
  product.document = tinyPackage({ version: "1.1.0", title: "Gadgets" });
  const versionAt = async (service: RunningService) => (await validate(service, "nut")).specPackage.version;
  await expect.poll(() => versionAt(first)).toBe("1.1.0");
  await expect.poll(() => JSON.stringify(second.logs())).toContain("digest-mismatch");
  expect(await versionAt(second)).toBe("1.0.0");
  proxy.alter = (body) => body;
  await expect.poll(() => versionAt(second)).toBe("1.1.0");

  // Now the product is gone, and the replicas that are left follow each other. Their copies do not get younger by that.
  const third = await start({
    PREFLIGHT_DOMAINS: product.domainsFile,
    PREFLIGHT_COPIES_FROM: second.url,
    PREFLIGHT_REFRESH_SECONDS: "2",
  });
  await untilReady(third);
  proxy.target = third.url;
  product.close();
  await first.stop();
  for (const service of [second, third])
    await expect.poll(async () => codesOf(await validate(service, "nut"))).toEqual(["rules-stale"]);
});
