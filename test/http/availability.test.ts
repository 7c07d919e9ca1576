/** Rules that are old, or not to be had. Whatever could not be checked is never valid. */
import { neverText } from "../../src/core/reader/read-json.ts";
import { runNow } from "../support/run-now.ts";
import "../support/without-threads.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ValidationResult } from "../../src/core/types.ts";
import { createEmbeddedCatalogue } from "../../src/service/catalogue/embedded.ts";
import { buildProposal as build } from "../../src/service/operations/build-proposal.ts";
import { listDomains } from "../../src/service/operations/list-domains.ts";
import type { OperationContext } from "../../src/service/operations/operation.ts";
import type { DomainState } from "../../src/service/operations/ports.ts";
import { validateProposal as validate } from "../../src/service/operations/validate-proposal.ts";
import { envelope } from "../support/envelopes.ts";
import { freePort } from "../support/free-port.ts";
import { createClient } from "../support/http.ts";
import { startServiceHere } from "../support/service-here.ts";

const [ready] = createEmbeddedCatalogue("http://x").list();
const { description } = ready!;
const missing: DomainState = {
  status: "unavailable",
  description: { ...description, targetProduct: "away" },
  retryAfterSeconds: 12,
};

function contextOf(...states: DomainState[]): OperationContext {
  return {
    catalogue: {
      list: () => states,
      find: (product, domain) =>
        states.find(
          (state) => state.description.targetProduct === product && state.description.domainId === domain,
        ),
    },
    rulesUrl: "http://x/rules",
    now: Date.now,
  };
}

describe("copies that are older than they should be", () => {
  const stale = { ...ready!, staleSeconds: 240 } as DomainState;

  test.each([validate, build])("are warned about in front of all else ($id)", (operation) => {
    const outcome = runNow(operation, neverText(envelope()), contextOf(stale));
    const verdict = (outcome.ok && outcome.body) as ValidationResult;
    expect(verdict.valid).toBe(true);
    expect(verdict.diagnostics).toMatchObject([
      {
        code: "rules-stale",
        severity: "warning",
        pointer: "",
        docs: "http://x/rules/datagen/generator-option/rules-stale",
      },
    ]);
    expect(verdict.diagnostics[0]!.message).toContain("240 seconds");
  });

  test("a clean answer given before is not given again", () => {
    const fresh = contextOf(ready!);
    expect(runNow(validate, neverText(envelope()), fresh)).toMatchObject({ body: { diagnostics: [] } });
    expect(runNow(validate, neverText(envelope()), contextOf(stale))).toMatchObject({
      body: { diagnostics: [{}] },
    });
    expect(runNow(validate, neverText(envelope()), fresh)).toMatchObject({ body: { diagnostics: [] } });
  });

  test("the warning takes the place of the last of a hundred findings, which is counted as omitted", () => {
    const fields = Array.from({ length: 64 }, () => ({ name: "1", type: "x", description: "" }));
    const faulty = envelope({ outputFields: fields });
    const verdictOf = (state: DomainState) => {
      const outcome = runNow(validate, neverText(faulty), contextOf(state));
      return (outcome.ok && outcome.body) as ValidationResult;
    };
    const [before, after] = [verdictOf(ready!), verdictOf(stale)];
    expect(before.diagnostics.length).toBe(100);
    expect([after.diagnostics.length, after.omitted]).toEqual([100, before.omitted + 1]);
    expect(after.diagnostics.slice(1)).toEqual(before.diagnostics.slice(0, 99));
  });
});

describe("rules that cannot be had", () => {
  const away = { ...envelope(), targetProduct: "away" };

  test.each([validate, build])("are 503 with Retry-After, while other domains go on ($id)", (operation) => {
    const context = contextOf(ready!, missing);
    expect(runNow(operation, neverText(away), context)).toMatchObject({
      ok: false,
      problem: { code: "upstream-unavailable", status: 503, headers: { "Retry-After": "12" } },
    });
    expect(runNow(operation, neverText(envelope()), context)).toMatchObject({
      ok: true,
      body: { valid: true },
    });
  });

  test("are left out of the list of domains; with none at hand the list itself is 503", () => {
    expect(runNow(listDomains, neverText(undefined), contextOf(ready!, missing))).toMatchObject({
      ok: true,
      body: { domains: [{ targetProduct: "datagen" }] },
    });
    expect(runNow(listDomains, neverText(undefined), contextOf(missing))).toMatchObject({
      ok: false,
      problem: { status: 503 },
    });
    const unknown = runNow(validate, neverText({ targetProduct: "x", domainId: "y" }), contextOf(missing));
    expect(unknown).toMatchObject({ problem: { members: { supported: [{ targetProduct: "away" }] } } });
  });
});

describe("a product that nobody answers for", () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-away-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is said over HTTP: 503 on the operations, on readiness and on its rules; pages still work", async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    const path = join(folder, "domains.json");
    const urls = { specPackageUrl: `${origin}/s`, registryUrl: `${origin}/r`, submissionUrl: `${origin}/p` };
    writeFileSync(
      path,
      JSON.stringify({ domains: [{ targetProduct: "datagen", domainId: "generator-option", ...urls }] }),
    );
    const service = await startServiceHere({ environment: { PREFLIGHT_DOMAINS: path } });
    const call = createClient(service.url);
    for (const each of [
      { path: "/api/validate", body: envelope(), key: service.key },
      { path: "/api/build", body: envelope(), key: service.key },
      { path: "/api/domains" },
      { path: "/spec-packages/datagen/generator-option" },
    ]) {
      const answer = await call(each);
      expect([answer.status, answer.json().code]).toEqual([503, "upstream-unavailable"]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect(answer.text).not.toContain(origin);
    }
    const readiness = await call("/readyz");
    expect([readiness.status, readiness.json().status]).toEqual([503, "not-ready"]);
    for (const page of ["/", "/docs", "/rules", "/openapi.json", "/llms.txt", "/healthz"])
      expect((await call(page)).status).toBe(200);
    call.close();
    await service.stop();
  });
});
