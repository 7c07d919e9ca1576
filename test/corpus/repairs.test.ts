/** Runs the published corpus of repairs through the library and through the real service. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import jsonPatch from "fast-json-patch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createRegistry,
  type Diagnostic,
  type Fix,
  type PatchOperation,
  repairCandidate,
  type ValidationResult,
} from "../../src/core/index.ts";
import { load } from "../core/datagen.ts";
import { type Client, createClient } from "../support/http.ts";
import { type RunningService, startService } from "../support/service.ts";
import { draftOf, listCases, type Offer, type RepairCase, readDomains, repairedOf } from "./corpus.ts";

const cases = listCases();
const domains = readDomains();
const now = Date.parse("2026-11-15T00:00:00Z");
const contexts = new Map(
  [...domains].map(([name, domain]) => [
    name,
    {
      spec: load(domain.package),
      context: { registry: createRegistry(domain.registry.generators, domain.registry.asOf), now },
    },
  ]),
);

test("the corpus is large, covers both domains, and a third of it must be left alone", () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
  expect(new Set(cases.map(({ repairCase }) => repairCase.domain))).toEqual(new Set(domains.keys()));
  for (const name of domains.keys())
    expect(cases.filter(({ repairCase }) => repairCase.domain === name).length).toBeGreaterThanOrEqual(50);
  const leftAlone = cases.filter(({ repairCase }) => isEqual(draftOf(repairCase), repairedOf(repairCase)));
  expect(leftAlone.length * 3).toBeGreaterThanOrEqual(cases.length);
  const titles = cases.map(({ repairCase }) => repairCase.title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

describe("the library", () => {
  test.each(cases)("$name", ({ repairCase }) => {
    const { spec, context } = contexts.get(repairCase.domain)!;
    const draft = draftOf(repairCase);
    const result = repairCandidate(spec, draft, context, repairCase.repair);
    expectFound(result.diagnostics, repairCase);
    expectRepaired(result, draft, repairCase);
    expectEveryFixApplies(draft, result.diagnostics);
    expectNothingLost(draft, result);
  });
});

describe("the service", () => {
  let service: RunningService;
  let client: Client;
  let folder: string;
  const product = createServer((request, response) => {
    const [, part, ...path] = (request.url ?? "").split("/");
    const domain = domains.get(path.join("/"));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(part === "package" ? domain?.package : domain?.registry));
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => product.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), "preflight-corpus-"));
    const file = join(folder, "domains.json");
    const configured = [...domains.keys()].map((name) => {
      const [targetProduct, domainId] = name.split("/");
      return {
        targetProduct,
        domainId,
        specPackageUrl: `${url}/package/${name}`,
        registryUrl: `${url}/registry/${name}`,
        submissionUrl: `${url}/proposals`,
      };
    });
    writeFileSync(file, JSON.stringify({ domains: configured }));
    service = await startService({ PREFLIGHT_DOMAINS: file, PREFLIGHT_RATE_LIMIT: "1000000" });
    client = createClient(service.url);
  });

  afterAll(async () => {
    client?.close();
    await service?.stop();
    product.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("repairs every draft in the same way", async () => {
    for (const { name, repairCase } of cases) {
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

function expectFound(diagnostics: readonly Diagnostic[], { find }: RepairCase, name?: string): void {
  const found = diagnostics.map(({ code, pointer, severity, fixes }, index) => ({
    code,
    pointer,
    ...(find[index]?.severity && { severity }),
    ...(find[index]?.offer && { offer: offerOf(fixes) }),
  }));
  expect(found, name).toEqual(find);
}

/** What the first fix is, in the words of the corpus. */
function offerOf(fixes: readonly Fix[] = []): Offer {
  const [first] = fixes;
  if (first === undefined) return "none";
  if (first.decision === true) return "decision";
  const suggested = fixes.filter(({ applicability }) => applicability === "suggested");
  return first.applicability === "suggested" && suggested.length > 1 ? "choice" : first.applicability;
}

function expectRepaired(
  { repaired, valid, diagnostics }: ValidationResult,
  draft: unknown,
  repairCase: RepairCase,
  name?: string,
): void {
  // Without a diagnostic there is nothing to repair, and the answer says nothing about it.
  expect(repaired === undefined, name).toBe(diagnostics.length === 0);
  const actual = repaired ?? { candidate: draft, valid, diagnostics, patch: [] };
  expect(actual.candidate, name).toEqual(repairedOf(repairCase));
  expect(actual.valid, name).toBe(repairCase.repaired.valid);
  expect(inAnyOrder(actual.diagnostics), name).toEqual(inAnyOrder(repairCase.repaired.left));
  if (isForLibrary(actual.patch)) expect(applyElsewhere(draft, actual.patch), name).toEqual(actual.candidate);
}

/** The order of members in a repaired candidate is up to the implementation, and with it the order of diagnostics. */
function inAnyOrder(diagnostics: readonly Pick<Diagnostic, "code" | "pointer">[]): string[] {
  return diagnostics.map(({ code, pointer }) => `${pointer} ${code}`).sort();
}

/** A fix is complete by itself, as a button in an editor needs it. */
function expectEveryFixApplies(draft: unknown, diagnostics: readonly Diagnostic[]): void {
  for (const { fixes = [] } of diagnostics)
    for (const { patch } of fixes)
      if (isForLibrary(patch))
        expect(() => applyElsewhere(draft, patch), JSON.stringify(patch)).not.toThrow();
}

/** The library refuses these names in any path. */
function isForLibrary(patch: readonly PatchOperation[]): boolean {
  return !/__proto__|constructor/.test(JSON.stringify(patch));
}

function applyElsewhere(document: unknown, patch: readonly PatchOperation[]): unknown {
  // The library alters values of the patch.
  const copy = structuredClone(patch) as jsonPatch.Operation[];
  return jsonPatch.applyPatch(document, copy, true, false).newDocument;
}

/** Members of the request around a candidate say nothing new if they are sent inside a wrapper. */
const ENVELOPE_POINTERS = ["/targetProduct", "/domainId"];

/** Every value of the draft is still there, or a diagnostic names it or something around it. */
function expectNothingLost(draft: unknown, { diagnostics, repaired }: ValidationResult): void {
  if (repaired === undefined) return;
  const kept = new Set(leavesOf(repaired.candidate).map(({ value }) => value));
  const isNamed = (pointer: string) =>
    diagnostics.some((other) => pointer === other.pointer || pointer.startsWith(`${other.pointer}/`));
  const lost = leavesOf(draft).filter(
    ({ value, pointer }) => !kept.has(value) && !isNamed(pointer) && !ENVELOPE_POINTERS.includes(pointer),
  );
  expect(lost).toEqual([]);
}

function leavesOf(value: unknown, pointer = ""): { pointer: string; value: unknown }[] {
  if (typeof value !== "object" || value === null) return [{ pointer, value }];
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

function isEqual(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
}
