import {
  applyFixes,
  buildProposal,
  checkCandidate,
  createRegistry,
  loadSpecPackage,
} from "proposal-preflight";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import registryFile from "../../spec-packages/datagen/registry.json" with { type: "json" };
import { altered, embedded, envelope } from "../support/envelopes.ts";
import { type Client, createClient } from "../support/http.ts";
import { type RunningService, startService } from "../support/service.ts";

let service: RunningService;
let call: Client;

beforeAll(async () => {
  service = await startService({ PREFLIGHT_RATE_LIMIT: "100000" });
  call = createClient(service.url);
});
afterAll(async () => {
  call.close();
  await service.stop();
});

const post = (path: string, body: object) => call({ path, body, key: service.key });

describe("GET /api/domains", () => {
  test("names the embedded domain, and its spec package answers under the URL given", async () => {
    const answer = await call("/api/domains");
    expect(answer.status).toBe(200);
    const [domain, ...others] = answer.json().domains;
    expect(others).toEqual([]);
    expect(domain).toMatchObject({
      targetProduct: "datagen",
      domainId: "generator-option",
      specPackageVersion: embedded.version,
      specPackageUrl: `${service.url}/spec-packages/datagen/generator-option`,
    });
    expect(URL.canParse(domain.submissionUrl)).toBe(true);
    const published = await call(new URL(domain.specPackageUrl).pathname);
    expect(published.json()).toEqual(embedded);
  });

  test("takes a query without looking at it, and HEAD like GET", async () => {
    expect((await call("/api/domains?page=2")).status).toBe(200);
    const head = await call({ path: "/api/domains", method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(Number(head.headers["content-length"])).toBeGreaterThan(100);
  });

  test("refuses credentials that are not good, though it needs none", async () => {
    const answer = await call({ path: "/api/domains", key: "ai_nobody_has_this_key" });
    expect([answer.status, answer.json().code]).toEqual([401, "invalid-credentials"]);
  });
});

describe("validate and build", () => {
  test("a valid candidate is valid and builds to the same bytes every time", async () => {
    expect((await post("/api/validate", envelope())).json()).toMatchObject({ valid: true, omitted: 0 });
    const [first, second] = [await post("/api/build", envelope()), await post("/api/build", envelope())];
    expect(first.text).toBe(second.text);
    const { proposalPackage, submission } = first.json();
    expect(submission.headers["Idempotency-Key"]).toBe(
      `pf1_${proposalPackage.digest.slice("sha256:".length)}`,
    );
  });

  test("a build of an invalid candidate is 200 without a package", async () => {
    const answer = await post("/api/build", envelope({}));
    expect(answer.status).toBe(200);
    expect(answer.json().valid).toBe(false);
    expect(Object.keys(answer.json())).not.toContain("proposalPackage");
  });

  test("a faulty candidate becomes valid by the fixes it is given", async () => {
    const faulty = altered((candidate) => {
      candidate.supportedStrategies = ["Fast"];
      candidate.sampleRecords[0].points = "1840";
    });
    const { valid, diagnostics } = (await post("/api/validate", faulty)).json();
    expect([valid, diagnostics.length]).toEqual([false, 2]);
    const { candidate } = applyFixes(faulty.candidate, diagnostics, "safe");
    expect((await post("/api/validate", envelope(candidate))).json().valid).toBe(true);
  });

  test.each([
    ["absent", undefined],
    ["null", null],
    ["a string", "Loyalty card"],
    ["an array", []],
    ["a number", 5],
  ])("a candidate that is %s is diagnosed, not refused", async (_name, candidate) => {
    const { targetProduct, domainId } = embedded;
    for (const path of ["/api/validate", "/api/build"]) {
      const answer = await post(path, { targetProduct, domainId, candidate });
      expect(answer.status).toBe(200);
      expect(answer.json().valid).toBe(false);
      expect(answer.json().diagnostics[0].pointer).toBe("");
    }
  });

  test("members of the envelope that nobody knows are ignored, __proto__ and constructor included", async () => {
    const text = JSON.stringify(envelope()).replace(
      "{",
      '{"__proto__":{"candidate":null,"valid":false},"constructor":{"prototype":{"polluted":1}},"note":1,',
    );
    const answer = await call({ path: "/api/validate", body: text, key: service.key });
    expect([answer.status, answer.json().valid]).toEqual([200, true]);
    // Nothing is read through a prototype that the caller wrote.
    const hidden = '{"__proto__":{"targetProduct":"datagen","domainId":"generator-option"}}';
    expect((await call({ path: "/api/validate", body: hidden, key: service.key })).status).toBe(400);
    expect((await post("/api/validate", envelope())).json().valid).toBe(true);
  });

  test("every diagnostic leads to the explanation of its code", async () => {
    for (const { candidate } of embedded.examples.invalid)
      for (const { docs, code } of (await post("/api/validate", envelope(candidate))).json().diagnostics) {
        expect(docs).toBe(`${service.url}/rules/datagen/generator-option/${code}`);
        const explained = (await call(new URL(docs).pathname)).json();
        expect(explained).toMatchObject({ code, example: { message: expect.any(String) } });
      }
  });
});

describe("repair", () => {
  const broken = () =>
    altered((candidate) => {
      candidate.descripton = candidate.description;
      delete candidate.description;
      candidate.supportedStrategies = "quick, real";
    });

  test("brings a draft from broken to valid in one call, without altering what is reported about it", async () => {
    const plain = (await post("/api/validate", broken())).json();
    const { repaired, ...result } = (
      await post("/api/validate", { ...broken(), repair: "suggested" })
    ).json();
    expect(result).toEqual(plain);
    expect(plain.valid).toBe(false);
    expect(repaired).toMatchObject({
      valid: true,
      diagnostics: [],
      omitted: 0,
      candidate: { supportedStrategies: ["fast", "realistic"], description: envelopeDescription() },
    });
    const again = (await post("/api/validate", envelope(repaired.candidate))).json();
    expect(again).toMatchObject({ valid: true, diagnostics: [] });
  });

  test("that is only safe leaves guesses to the author", async () => {
    const { repaired } = (await post("/api/validate", { ...broken(), repair: "safe" })).json();
    expect(repaired.valid).toBe(false);
    expect(repaired.candidate).toEqual(broken().candidate);
    expect(repaired.patch).toEqual([]);
  });

  test("has nothing to say about a clean candidate", async () => {
    expect((await post("/api/validate", { ...envelope(), repair: "safe" })).json()).not.toHaveProperty(
      "repaired",
    );
  });

  test("of a build gives the package of the repaired candidate, and the verdict stays about what was sent", async () => {
    const sent = envelope({ ...(envelope().candidate as object), supportedStrategies: "fast, realistic" });
    const built = (await post("/api/build", { ...sent, repair: "suggested" })).json();
    expect(built).toMatchObject({ valid: false, diagnostics: [{ pointer: "/supportedStrategies" }] });
    expect(built).not.toHaveProperty("proposalPackage");
    const again = (await post("/api/build", envelope(built.repaired.candidate))).json();
    expect(again).toMatchObject({ valid: true, proposalPackage: built.repaired.proposalPackage });
    expect(built.repaired.submission).toEqual(again.submission);
  });

  test.each(["all", "", null, true, "placeholder"])("of the level %j is refused", async (repair) => {
    const answer = await post("/api/validate", { ...envelope(), repair });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid-envelope", errors: [{ pointer: "/repair" }] });
  });
});

describe("the brief view", () => {
  test("says once what is wrong at several places, without links and without what was repaired", async () => {
    const { candidate } = envelope();
    const outputFields = [1, 2].map((index) => ({
      name: `f${index}`,
      type: "colour",
      description: "A field.",
    }));
    const sent = envelope({
      ...(candidate as object),
      outputFields,
      supportedStrategies: "fast",
      sampleRecords: [{ f1: 1, f2: 2 }],
    });
    const full = (await post("/api/validate", { ...sent, repair: "suggested" })).json();
    const brief = (await post("/api/validate", { ...sent, repair: "suggested", view: "brief" })).json();
    expect(brief.diagnostics).toMatchObject([
      { code: "field-type-unknown", pointers: ["/outputFields/0/type", "/outputFields/1/type"] },
    ]);
    expect(brief.diagnostics[0]).not.toHaveProperty("docs");
    expect(brief.repairedCount).toBe(full.diagnostics.length - full.repaired.diagnostics.length);
    expect(brief.repaired).not.toHaveProperty("diagnostics");
    expect(brief.repaired.candidate).toEqual(full.repaired.candidate);
  });

  test.each(["short", "", null, 1])("of the name %j is refused", async (view) => {
    for (const path of ["/api/validate", "/api/build"]) {
      const answer = await post(path, { ...envelope(), view });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ code: "invalid-envelope", errors: [{ pointer: "/view" }] });
    }
  });
});

test("what could not be read is named, so that nobody takes the list as complete", async () => {
  const { candidate } = envelope();
  const sent = envelope({ ...(candidate as object), outputFields: 7, extra: { a: [1] }, owner: ["ada"] });
  const { unchecked } = (await post("/api/validate", sent)).json();
  expect(unchecked.sort()).toEqual(["/extra", "/owner", "/sampleRecords"]);
});

describe("the list of domains", () => {
  test("shows how to write a candidate: its example is valid, and its members are those of the package", async () => {
    const [domain] = (await call("/api/domains")).json().domains;
    expect((await post("/api/validate", envelope(domain.example))).json()).toMatchObject({ valid: true });
    const pointers = domain.members.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(
      expect.arrayContaining(["/owner/kind", "/outputFields/*/type", "/supportedStrategies/*"]),
    );
    for (const { rule } of domain.members) expect(rule).not.toBe("");
  });

  test.each([
    ["?targetProduct=datagen", 1],
    ["?targetProduct=datagen&domainId=generator-option", 1],
    ["?domainId=other", 0],
    ["?targetProduct=", 0],
    ["?other=1", 1],
  ])("filtered by %s has %i", async (query, count) => {
    expect((await call(`/api/domains${query}`)).json().domains.length).toBe(count);
  });
});

function envelopeDescription(): string {
  return (envelope().candidate as { description: string }).description;
}

test("the core called directly gives what the service answers", async () => {
  const loaded = loadSpecPackage(embedded);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
  const { spec } = loaded;
  const registry = createRegistry(registryFile.generators, registryFile.asOf);
  const context = { registry, now: Date.now(), rulesUrl: `${service.url}/rules` };
  const [{ submissionUrl }] = (await call("/api/domains")).json().domains;
  const candidates: unknown[] = [
    ...embedded.examples.valid.map(({ candidate }) => candidate),
    ...embedded.examples.invalid.map(({ candidate }) => candidate),
    ...[null, [], "text", {}, { owner: null }, { "\ud800": 1 }],
    altered((candidate) => candidate.supportedStrategies.push("fast", "fast")).candidate,
    altered((candidate) => {
      candidate.description = "Tränen\r\nund Zähren, ausreichend lang beschrieben  ";
    }).candidate,
    altered((candidate) => {
      candidate.outputFields = Array.from({ length: 70 }, () => ({ name: "1", type: "", description: "" }));
    }).candidate,
  ];
  for (const candidate of candidates) {
    // What travels is JSON: the core is given what arrives.
    const received = JSON.parse(JSON.stringify({ candidate })).candidate;
    const checked = checkCandidate(spec, received, context);
    const built = buildProposal(spec, received, { ...context, submissionUrl });
    expect((await post("/api/validate", envelope(candidate))).text).toBe(JSON.stringify(checked));
    expect((await post("/api/build", envelope(candidate))).text).toBe(JSON.stringify(built));
  }
});
