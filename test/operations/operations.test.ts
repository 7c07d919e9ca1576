/** The three operations by themselves: what they answer to every kind of envelope, word for word. */

import { expect, test } from "vitest";
import { neverText } from "../../src/core/reader/read-json.ts";
import { describeMembers } from "../../src/core/spec-package/members.ts";
import { specPackageText } from "../../src/core/spec-package/spec-package.ts";
import type { ValidationResult } from "../../src/core/types.ts";
import { buildProposal } from "../../src/service/operations/build-proposal.ts";
import { exampleOf, listDomains } from "../../src/service/operations/list-domains.ts";
import type { OperationContext } from "../../src/service/operations/operation.ts";
import type { DomainList } from "../../src/service/operations/operation-types.ts";
import type { DomainState, ReadyDomain } from "../../src/service/operations/ports.ts";
import {
  OVERLOADED,
  problemDocument,
  rateLimited,
  upstreamUnavailable,
} from "../../src/service/operations/problems.ts";
import { validateProposal } from "../../src/service/operations/validate-proposal.ts";
import { context as checked, datagenDocument, load, registry, spec } from "../core/datagen.ts";
import { embedded, envelope } from "../support/envelopes.ts";
import { runNow } from "../support/run-now.ts";
import { sixDomains } from "./six-domains.ts";

const valid = embedded.examples.valid[0]!.candidate as Record<string, unknown>;
const description = (targetProduct: string, domainId: string) => ({
  targetProduct,
  domainId,
  title: `${targetProduct} ${domainId}`,
  specPackageUrl: `https://${targetProduct}.example/spec-packages/${domainId}`,
  submissionUrl: `https://${targetProduct}.example/proposals`,
});
const ready = (targetProduct: string, domainId: string, more: Partial<ReadyDomain> = {}): ReadyDomain => ({
  status: "ready",
  description: description(targetProduct, domainId),
  spec,
  registry,
  ...more,
});
const away = (targetProduct: string, domainId: string, retryAfterSeconds: number): DomainState => ({
  status: "unavailable",
  description: description(targetProduct, domainId),
  retryAfterSeconds,
});

function contextOf(...states: DomainState[]): OperationContext {
  return {
    catalogue: {
      list: () => states,
      find: (product, domain) =>
        states.find(
          (state) => state.description.targetProduct === product && state.description.domainId === domain,
        ),
    },
    rulesUrl: checked.rulesUrl,
    now: () => checked.now,
  };
}

const context = contextOf(
  ready("datagen", "generator-option"),
  ready("datagen", "old", { staleSeconds: 90 }),
  away("harbour", "berth-request", 12.5),
);

test("every envelope that is refused, and what its problem says", async () => {
  const named = { targetProduct: "datagen", domainId: "generator-option", candidate: valid };
  const inputs: [string, unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["a list", [named]],
    ["a text", "{}"],
    ["an empty object", {}],
    ["no product", { domainId: "generator-option" }],
    ["no domain", { targetProduct: "datagen" }],
    ["a domain that is null", { targetProduct: "datagen", domainId: null }],
    ["a product that is a list, a domain that is a number", { targetProduct: [], domainId: 1 }],
    ["another product", { targetProduct: "constructor", domainId: "generator-option" }],
    ["another domain", { targetProduct: "datagen", domainId: "harbour" }],
    ["a name of 64 characters", { targetProduct: "p".repeat(64), domainId: "d" }],
    ["a name of 65 characters", { targetProduct: "p".repeat(65), domainId: "d" }],
    ["a product that is away", { targetProduct: "harbour", domainId: "berth-request", candidate: {} }],
    ["a repair that does not exist", { ...named, repair: "all" }],
    ["a repair that is null", { ...named, repair: null }],
    [
      "a repair and a view that do not exist, without a domain",
      { targetProduct: "datagen", repair: 1, view: 2 },
    ],
  ];
  const answers = inputs.map(([name, input]) => {
    const outcome = runNow(validateProposal, neverText(input), context);
    return [name, outcome.ok ? "accepted" : outcome.problem] as const;
  });
  await expect(`${JSON.stringify(Object.fromEntries(answers), null, 2)}\n`).toMatchFileSnapshot(
    "expected/envelopes.json",
  );
  for (const [name, input] of inputs) {
    const outcome = runNow(buildProposal, neverText(input), context);
    expect(outcome.ok ? "accepted" : outcome.problem).toEqual(Object.fromEntries(answers)[name]);
  }
});

test("a verdict comes with its domain, for the log, and with what it is based on", () => {
  const faulty = { ...valid, generatorName: 7 };
  for (const operation of [validateProposal, buildProposal]) {
    const outcome = runNow(operation, neverText(envelope(faulty)), context);
    expect(outcome).toMatchObject({
      ok: true,
      domain: description("datagen", "generator-option"),
      body: {
        valid: false,
        diagnostics: [
          {
            pointer: "/generatorName",
            docs: `${checked.rulesUrl}/datagen/generator-option/type-mismatch`,
          },
        ],
        registry: { digest: registry.digest, asOf: registry.asOf },
        specPackage: { version: spec.version, digest: spec.digest },
      },
    });
    expect(outcome.ok && outcome.verdict).toBe(outcome.ok && outcome.body);
    expect(outcome).not.toHaveProperty("text");
  }
});

test("a clean verdict is made once for each domain, and not once for all of them", () => {
  const [first, second] = [ready("datagen", "a"), ready("datagen", "b")];
  const both = contextOf(first, second);
  const run = (domainId: string) =>
    runNow(validateProposal, neverText({ targetProduct: "datagen", domainId, candidate: valid }), both);
  const outcome = run("a");
  expect(outcome).toMatchObject({ ok: true, body: { valid: true }, domain: description("datagen", "a") });
  expect(outcome.ok && outcome.text).toBe(JSON.stringify(outcome.ok && outcome.body));
  expect(run("a")).toBe(outcome);
  expect(run("b")).toMatchObject({ domain: description("datagen", "b") });
  expect(
    runNow(buildProposal, neverText({ targetProduct: "datagen", domainId: "a", candidate: valid }), both),
  ).toMatchObject({
    body: { valid: true, submission: { url: "https://datagen.example/proposals" } },
  });
});

test("a verdict on outdated copies says so each time, and is not remembered as clean", () => {
  const input = { targetProduct: "datagen", domainId: "old", candidate: valid };
  for (const operation of [validateProposal, validateProposal, buildProposal])
    expect(runNow(operation, neverText(input), context)).toMatchObject({
      ok: true,
      body: {
        valid: true,
        diagnostics: [
          {
            code: "rules-stale",
            message:
              "The target product has not been reachable for 90 seconds, so this verdict is based on the last good copies of its spec package and registry; check again before you submit.",
          },
        ],
      },
    });
});

test.each([validateProposal, buildProposal])(
  "no repair hides from an agent that the rules are old: %#",
  (operation) => {
    const run = (candidate: unknown) => {
      const asked = { ...envelope(candidate), domainId: "old", view: "brief", repair: "suggested" };
      const outcome = runNow(operation, neverText(asked), context);
      return outcome.ok ? outcome.body : undefined;
    };
    const left = { diagnostics: [{ code: "rules-stale" }], omitted: 0 };
    const { description, ...rest } = valid;
    expect(run({ ...rest, descripton: description })).toMatchObject({
      ...{ valid: false, ...left, repairedCount: 1 },
      repaired: { valid: true, candidate: valid, omitted: 0 },
    });
    // Nothing was wrong, but there is a diagnostic, and a caller who goes on with the repaired candidate has it.
    expect(run(valid)).toMatchObject({
      ...{ valid: true, ...left, repairedCount: 0 },
      repaired: { valid: true, candidate: valid, patch: [], omitted: 0 },
    });
  },
);

test("a repair goes as far as it was asked to go", () => {
  const faulty = { ...valid, supportedStrategies: ["fast", "fast"], generatorName: " Loyalty\u200b card" };
  const run = (repair?: string) => {
    const outcome = runNow(validateProposal, neverText({ ...envelope(faulty), repair }), context);
    return (outcome.ok ? outcome.body : {}) as { repaired?: { candidate: Record<string, unknown> } };
  };
  expect(run()).not.toHaveProperty("repaired");
  const [safe, suggested] = [run("safe").repaired, run("suggested").repaired];
  expect(safe).toBeDefined();
  expect(suggested?.candidate).toMatchObject({ generatorName: "Loyalty card" });
});

test("domains are listed by product and by name, with how to write a candidate", () => {
  const list = (filter: unknown) => {
    const outcome = runNow(listDomains, neverText(filter), context);
    if (!outcome.ok) return outcome.problem;
    const { domains } = outcome.body as { domains: { domainId: string }[] };
    return domains.map(({ domainId }) => domainId);
  };
  expect(list(undefined)).toEqual(["generator-option", "old"]);
  expect(list([])).toEqual(["generator-option", "old"]);
  expect(list({})).toEqual(["generator-option", "old"]);
  expect(list({ targetProduct: "datagen" })).toEqual(["generator-option", "old"]);
  expect(list({ domainId: "old" })).toEqual(["old"]);
  expect(list({ targetProduct: "datagen", domainId: "old" })).toEqual(["old"]);
  expect(list({ targetProduct: "nobody" })).toEqual([]);
  expect(list({ targetProduct: "harbour" })).toEqual(
    upstreamUnavailable("Every target product asked for", 12.5),
  );

  const outcome = runNow(listDomains, neverText({ domainId: "old" }), context);
  expect(outcome.ok && outcome.body).toEqual({
    domains: [
      {
        ...description("datagen", "old"),
        specPackageVersion: spec.version,
        members: expect.any(Array) as unknown,
        summary: expect.stringContaining("Proposals for new generators") as unknown,
        example: exampleOf(spec),
      },
    ],
  });
});

test("when every product is away, the shortest wait is told; no products at all is an empty list", () => {
  const outcome = runNow(
    listDomains,
    neverText({}),
    contextOf(away("a", "x", 40), away("b", "x", 7.2), away("c", "x", 9)),
  );
  expect(outcome.ok ? {} : outcome.problem).toMatchObject({
    status: 503,
    detail:
      "Every target product asked for cannot be reached at the moment, so nothing was checked; try again in 8 seconds.",
    headers: { "Retry-After": "8" },
  });
  const one = runNow(
    listDomains,
    neverText({ domainId: "x" }),
    contextOf(away("a", "x", 3), away("b", "y", 7)),
  );
  expect(one.ok ? {} : one.problem).toMatchObject({
    detail:
      "Every target product asked for cannot be reached at the moment, so nothing was checked; try again in 3 seconds.",
  });
  expect(runNow(listDomains, neverText({}), contextOf())).toEqual({
    ok: true,
    body: { domains: [], supported: [] },
  });
});

test("a filter that nothing matches is answered with what there is", () => {
  const outcome = runNow(listDomains, neverText({ targetProduct: "nobody" }), context);
  expect(outcome.ok && outcome.body).toEqual({
    domains: [],
    supported: [
      { targetProduct: "datagen", domainId: "generator-option" },
      { targetProduct: "datagen", domainId: "old" },
      { targetProduct: "harbour", domainId: "berth-request" },
    ],
  });
});

test("an answer of 8,000 characters has the details of its domains, and one of a character more does not", () => {
  const answerOf = (title: string) => {
    const padded = { ...description("b", "c"), title };
    const states = [ready("a", "c"), ready("b", "c", { description: padded })];
    const outcome = runNow(listDomains, neverText({}), contextOf(...states));
    return (outcome.ok ? outcome.body : {}) as DomainList;
  };
  const { length } = JSON.stringify(answerOf(""));
  const full = answerOf("x".repeat(8_000 - length));
  expect([JSON.stringify(full).length, full.detailsOmitted]).toEqual([8_000, undefined]);
  expect(answerOf("x".repeat(8_001 - length)).detailsOmitted).toBe(true);
});

test.each([
  [1, true],
  [2, true],
  [3, false],
])("the details of %i such domains fit into 8,000 characters: %s", (count, isDetailed) => {
  const states = Array.from({ length: count }, (_, at) => ready("datagen", `d${at}`));
  // Domains that are away have no details, so they do not count.
  const outcome = runNow(
    listDomains,
    neverText(undefined),
    contextOf(...states, away("harbour", "berth-request", 1)),
  );
  const body = (outcome.ok ? outcome.body : {}) as { domains: object[] };
  const { domains, ...rest } = body;
  expect(domains).toHaveLength(count);
  for (const domain of domains) {
    expect("members" in domain && "example" in domain).toBe(isDetailed);
    expect("required" in domain).toBe(!isDetailed);
  }
  expect(rest).toEqual(isDetailed ? {} : { detailsOmitted: true });
  expect(JSON.stringify(body).length).toBeLessThanOrEqual(8_000);
});

test("members that are left out are counted, and reached by their pointer", () => {
  const large = contextOf(...sixDomains.list());
  const list = (filter: object) => {
    const outcome = runNow(listDomains, neverText({ domainId: "citation", ...filter }), large);
    const [domain] = (outcome.ok ? (outcome.body as DomainList) : { domains: [] }).domains;
    const { example, members = [], membersOmitted = 0, pointerUnknown, ...rest } = domain!;
    expect(JSON.stringify({ ...rest, members, membersOmitted }).length).toBeLessThanOrEqual(8_000);
    return { example, members, membersOmitted, pointerUnknown };
  };
  const whole = list({});
  expect(list({ targetProduct: null, pointer: null })).toEqual(whole);
  const pointers = whole.members.map(({ pointer }) => pointer);
  expect(whole.example).toBeDefined();
  expect(pointers).toEqual(expect.arrayContaining(["/version", "/references"]));
  expect(whole.members.length + whole.membersOmitted).toBeGreaterThan(500);
  const inner = list({ pointer: "/references/*/conference" });
  expect(inner).toMatchObject({ membersOmitted: 0, example: undefined });
  expect(inner.members.map(({ pointer }) => pointer)).toContain("/references/*/conference/name");
  for (const pointer of ["references/0/conference", "/references/-/conference/", "//references/*/conference"])
    expect(list({ pointer })).toEqual(inner);
  expect(list({ pointer: "" }).members).toEqual(whole.members);
  // Where nothing stands, what is nearest is known.
  expect(list({ pointer: "/references/0/conference/nothing/0" })).toEqual({ ...inner, pointerUnknown: true });
  expect(list({ pointer: "/nothing" })).toEqual({ ...whole, example: undefined, pointerUnknown: true });
});

test("every member of every domain has a rule", () => {
  for (const state of sixDomains.list())
    for (const { pointer, rule } of state.status === "ready" ? describeMembers(state.spec) : [])
      expect(rule, pointer).not.toBe("");
});

test("the example to show is one that no registry forbids; without one, none is shown", () => {
  expect(exampleOf(spec)).toEqual(valid);
  const document = datagenDocument();
  document.examples = { valid: [], invalid: [] };
  const bare = { ...load(datagenDocument()), document } as unknown as typeof spec;
  expect(exampleOf(bare)).toBeUndefined();
  const outcome = runNow(listDomains, neverText({}), contextOf(ready("datagen", "bare", { spec: bare })));
  expect(outcome.ok && outcome.body).toEqual({
    domains: [expect.not.objectContaining({ example: expect.anything() as unknown })],
  });
});

test("the text of a spec package is made once", () => {
  expect(JSON.parse(specPackageText(spec))).toEqual(datagenDocument());
  expect(specPackageText(spec)).toBe(specPackageText(spec));
});

test("waiting times are whole seconds, and one second is not several", () => {
  const decision = { allowed: false, limit: 20, remaining: 0, resetSeconds: 1 };
  expect(rateLimited(decision)).toMatchObject({
    detail: "The budget of 20 calls a minute is used up; try again in 1 second.",
    headers: { "Retry-After": "1" },
  });
  expect(upstreamUnavailable("It", 0)).toMatchObject({
    detail: "It cannot be reached at the moment, so nothing was checked; try again in 1 second.",
    headers: { "Retry-After": "1" },
  });
  expect(upstreamUnavailable("It", 1.1).headers).toEqual({ "Retry-After": "2" });
});

test("a problem document has its page, its request and the members of its kind", () => {
  expect(problemDocument(OVERLOADED, "https://x.example", "r1")).toEqual({
    type: "https://x.example/problems/overloaded",
    title: OVERLOADED.title,
    status: 503,
    detail: OVERLOADED.detail,
    code: "overloaded",
    requestId: "r1",
  });
  const more = problemDocument({ ...OVERLOADED, members: { error: "e" } }, "", "");
  expect(more).toMatchObject({ error: "e", type: "/problems/overloaded" });
});

test("a host may judge for another day, or with every rule in force; an envelope is about now", () => {
  const document = datagenDocument() as { rules: Record<string, unknown>[]; docs: object; examples: object };
  document.rules.push({
    code: "id-owner",
    check: "holds",
    at: ["/generatorId"],
    severity: "error",
    effectiveAt: "2027-03-01T00:00:00Z",
    message: "Ids of {today} have an owner.",
    params: { expression: "today < date('2026-11-01') || this == 'x'" },
  });
  document.docs = { ...document.docs, "id-owner": { summary: "It has no owner.", fix: "Name one." } };
  document.examples = { ...document.examples, now: "2026-01-01T00:00:00Z" };
  const later = contextOf(ready("datagen", "generator-option", { spec: load(document) }));
  const judged = (asked: object, at: Partial<OperationContext> = {}) => {
    const outcome = runNow(validateProposal, neverText({ ...envelope(valid), ...asked }), {
      ...later,
      ...at,
    });
    const { diagnostics, evaluatedOn } = (outcome.ok && outcome.verdict) as ValidationResult;
    return [evaluatedOn, ...diagnostics.map(({ severity, message }) => `${severity}: ${message}`)];
  };
  const noted = "Ids of 2026-11-15 have an owner.";
  const announced = `warning: ${noted} This is an error from 2027-03-01 on.`;
  expect(judged({})).toEqual(["2026-11-15", announced]);
  expect(judged({ simulate: true, at: "2027-03-01" })).toEqual(["2026-11-15", announced]);
  const on = (date: string) => ({ now: () => Date.parse(date) });
  expect(judged({}, { simulate: false })).toEqual(["2026-11-15", announced]);
  expect(judged({}, { simulate: true })).toEqual(["2026-11-15", `error: ${noted}`]);
  expect(judged({}, on("2026-10-31"))).toEqual(["2026-10-31"]);
  expect(judged({}, on("2026-10-31T23:59:59-01:00"))).toEqual([
    "2026-11-01",
    "warning: Ids of 2026-11-01 have an owner. This is an error from 2027-03-01 on.",
  ]);
  expect(judged({}, on("2027-03-01"))).toEqual(["2027-03-01", "error: Ids of 2027-03-01 have an owner."]);
});

test("an envelope that is written otherwise is told how", () => {
  const detail = (input: object) => {
    const outcome = validateProposal.run(neverText(input), {
      ...{ catalogue: sixDomains, rulesUrl: "/rules", now: Date.now },
    });
    return outcome instanceof Promise || outcome.ok ? "" : outcome.problem.detail;
  };
  const spelled = detail({ target_product: "datagen", "domain-id": "generator-option", candidate: valid });
  expect(spelled).toBe(
    "`targetProduct` is missing; write it in place of `target_product`. `domainId` is missing; write it in place of `domain-id`.",
  );
  expect(detail(valid)).toContain("send the proposal as `candidate`, beside `targetProduct` and `domainId`");
  expect(detail({ targetProduct: "datagen", candidate: {} })).toBe(
    "`domainId` is missing; it must be a string.",
  );
});
