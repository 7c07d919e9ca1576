/** What operators do with a running service: change its files and look at it. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { readDomainsFile } from "../../src/service/settings/domains-file.ts";
import { embedded } from "../support/envelopes.ts";
import { faultsOf } from "../support/faults.ts";
import { send } from "../support/http.ts";
import { startProductHere } from "../support/product-here.ts";
import { requireServer, startRedis } from "../support/servers.ts";
import { type RunningService, startService } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "preflight-operators-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const domainIdsOf = async ({ url }: RunningService) =>
  (await send(url, { path: "/readyz" })).json().domains.map(({ domainId }: { domainId: string }) => domainId);

test("SIGHUP follows the domains that are in the file now, and keeps the old ones if it is wrong", async () => {
  const product = await startProductHere({ ...embedded });
  const domain = (domainId: string) => ({
    ...{ targetProduct: "datagen", domainId, specPackageUrl: `${product.url}/spec` },
    ...{ registryUrl: `${product.url}/registry`, submissionUrl: `${product.url}/api/proposals` },
  });
  const write = (...domains: object[]) => file("domains.json", JSON.stringify({ domains }));
  const service = await startService({ PREFLIGHT_DOMAINS: write(domain("generator-option")) });
  expect(await domainIdsOf(service)).toEqual(["generator-option"]);
  write(domain("generator-option"), domain("second"));
  service.process.kill("SIGHUP");
  await expect.poll(() => domainIdsOf(service)).toEqual(["generator-option", "second"]);
  write({ ...domain("generator-option"), rollout: { pin: "latest" } });
  service.process.kill("SIGHUP");
  const faults = () => service.logs().flatMap(({ faults = [] }) => faults as string[]);
  await expect
    .poll(faults)
    .toEqual([
      'PREFLIGHT_DOMAINS: /domains/0/rollout/pin: "latest" does not have the right form: a version such as "1.2.0" or a digest "sha256:…".',
    ]);
  expect(await domainIdsOf(service)).toEqual(["generator-option", "second"]);
  expect(await service.stop()).toBe(0);
  product.close();
});

test("SIGHUP does not wait for products that do not answer", async () => {
  const silent = createServer((socket) => socket.on("error", () => {}).resume()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const addresses = { specPackageUrl: url, registryUrl: url, submissionUrl: url };
  const write = (...domainIds: string[]) => {
    const domains = domainIds.map((domainId) => ({ targetProduct: "datagen", domainId, ...addresses }));
    return file("silent.json", JSON.stringify({ domains }));
  };
  const service = await startService({ PREFLIGHT_DOMAINS: write("first") });
  const asked = once(silent, "connection");
  write("first", "second");
  service.process.kill("SIGHUP");
  await expect.poll(() => service.logs().some(({ msg }) => /read again/.test(String(msg)))).toBe(true);
  const [connection] = (await asked) as [Socket];
  expect(connection.destroyed).toBe(false);
  expect(await service.stop()).toBe(0);
  silent.close();
});

requireServer("redis-server")("the address of Redis", () => {
  test("is read again on SIGHUP, with its password", async () => {
    const [first, second] = [await startRedis(), await startRedis({ password: "p4ssw0rd" })];
    const service = await startService({ PREFLIGHT_REDIS_URL_FILE: file("redis", first.url) });
    const isShared = async () =>
      /^preflight_limiter_shared 1$/m.test(await (await fetch(service.adminUrl)).text());
    await expect.poll(isShared).toBe(true);
    file("redis", second.url);
    service.process.kill("SIGHUP");
    await expect.poll(() => service.logs().some(({ msg }) => /read again/.test(String(msg)))).toBe(true);
    await first.stop();
    expect((await send(service.url, { path: "/api/domains" })).status).toBe(200);
    await expect.poll(isShared).toBe(true);
    await second.kill();
    await send(service.url, { path: "/api/domains" });
    await expect.poll(isShared).toBe(false);
    expect(JSON.stringify(service.logs())).not.toContain("p4ssw0rd");
    expect(await service.stop()).toBe(0);
    await second.stop();
  });
});

test("the admin port has metrics and health and nothing else, and names each request", async () => {
  const service = await startService();
  const ask = async (path: string, method = "GET") => {
    const { status, headers } = await fetch(service.adminUrl.replace("/metrics", path), { method });
    expect(headers.get("x-request-id")).toMatch(/^[\w-]+$/);
    return [status, headers.get("content-type"), headers.get("allow")];
  };
  expect((await ask("/metrics"))[0]).toBe(200);
  expect(await Promise.all([ask("/healthz"), ask("/readyz", "HEAD")])).toEqual([
    [200, "application/json", null],
    [200, "application/json", null],
  ]);
  expect(await Promise.all([ask("/admin/config"), ask("/metrics", "POST")])).toEqual([
    [404, "application/problem+json", null],
    [405, "application/problem+json", "GET, HEAD"],
  ]);
  const { hostname, port } = new URL(service.adminUrl);
  const socket = connect(Number(port), hostname).end("GET\r\n\r\n");
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 400 .*\r\nX-Request-Id: .*"code":"malformed-request"/s);
  expect(await service.stop()).toBe(0);
});

test.each([
  [{ pin: "1.0" }, /pin: "1.0" does not have the right form: a version/],
  [{ pin: "1.0.0", delaySeconds: 5 }, /rollout: The object has 2 members; the maximum is 1/],
  [{ delaySeconds: 0 }, /delaySeconds: 0 is too small/],
  [{ canary: { share: 0 } }, /There is no member "canary" here/],
  [{ later: true }, /There is no member "later" here/],
  ["1.0.0", /rollout: Expected an object/],
])("the rollout %j is refused", (rollout, reason) => {
  const url = "https://x.example/";
  const domain = {
    targetProduct: "a",
    domainId: "b",
    specPackageUrl: url,
    registryUrl: url,
    submissionUrl: url,
  };
  const path = file("rollout.json", JSON.stringify({ domains: [{ ...domain, rollout }] }));
  expect(faultsOf(() => readDomainsFile(path))).toEqual([expect.stringMatching(reason)]);
});

test("a member of the domains file that is there twice is refused, and its values are not quoted", () => {
  const url = "https://ada:secret@x.example/";
  const rest = `"specPackageUrl":"https://x.example/","submissionUrl":"${url}","submissionUrl":"https://x.example/"`;
  const path = file("twice.json", `{"domains":[{"targetProduct":"a","domainId":"b",${rest}}]}`);
  expect(faultsOf(() => readDomainsFile(path))).toEqual([
    "/domains/0/submissionUrl: This is there more than once; keep one.",
  ]);
});
