/** Runs the published corpus of repairs through the real service. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CorpusDomain, draftOf, listCases, readDomains } from "../../corpus/cases.mjs";
import type { ValidationResult } from "../../src/core/index.ts";
import { type Client, createClient } from "../support/http.ts";
import { type RunningService, startService, untilAllReady } from "../support/service.ts";
import { expectFound, expectRepaired } from "./expectations.ts";

// The library runs all of them; the service, some of those that say exactly what it answers.
const cases = listCases()
  .filter(({ find }) => find !== undefined)
  .filter((_, index) => index % 8 === 0);
const used = new Set(cases.map(({ domain }) => domain));
const domains = new Map([...readDomains()].filter(([name]) => used.has(name)));

/** A list as the product answers with it: under the member and with the key that the package declares. */
function listOf({ registry, package: document }: CorpusDomain, name: string | undefined): unknown {
  if (name === undefined) return registry;
  const { registries } = document as { registries?: Record<string, { member?: string; key?: string }> };
  const { member = name, key = "id" } = registries?.[name] ?? {};
  const entries = registry.registries?.[name] ?? [];
  return { asOf: registry.asOf, [member]: entries.map(({ id, ...entry }) => ({ ...entry, [key]: id })) };
}

describe("the service", () => {
  let service: RunningService;
  let client: Client;
  let folder: string;
  const product = createServer((request, response) => {
    const [, part, targetProduct, domainId, list] = (request.url ?? "").split("/");
    const domain = domains.get(`${targetProduct}/${domainId}`);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(part === "package" ? domain?.package : domain && listOf(domain, list)));
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => product.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), "preflight-corpus-"));
    const file = join(folder, "domains.json");
    const configured = [...domains].map(([name, { registry }]) => {
      const [targetProduct, domainId] = name.split("/");
      return {
        targetProduct,
        domainId,
        specPackageUrl: `${url}/package/${name}`,
        registryUrl: `${url}/registry/${name}`,
        ...(registry.registries && {
          registries: Object.fromEntries(
            Object.keys(registry.registries).map((key) => [key, `${url}/registry/${name}/${key}`]),
          ),
        }),
        submissionUrl: `${url}/proposals`,
      };
    });
    writeFileSync(file, JSON.stringify({ domains: configured }));
    service = await startService({ PREFLIGHT_DOMAINS: file, PREFLIGHT_RATE_LIMIT: "1000000" });
    client = createClient(service.url);
    await untilAllReady(service);
  });

  afterAll(async () => {
    client?.close();
    await service?.stop();
    product.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("repairs drafts in the same way", async () => {
    for (const repairCase of cases) {
      const name = repairCase.id;
      const [targetProduct, domainId] = repairCase.domain.split("/");
      const draft = draftOf(repairCase);
      const answer = await client({
        path: "/api/validate",
        key: service.key,
        body: { targetProduct, domainId, repair: repairCase.repair, candidate: draft },
      });
      expect(answer.status, name).toBe(200);
      const result = answer.json() as ValidationResult;
      expectFound(result.diagnostics, repairCase, name);
      expectRepaired(result, draft, repairCase, name);
    }
  });
});
