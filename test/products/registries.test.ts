/** Domains whose rules ask several registries: each is followed, and none is ever skipped. */
import "../support/without-threads.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { checkCandidate, verifyPackage } from "../../src/core/index.ts";
import type { ConfiguredDomain } from "../../src/service/catalogue/packages.ts";
import { type CatalogueEvent, createRemoteCatalogue } from "../../src/service/catalogue/remote.ts";
import { createClient } from "../support/http.ts";
import { startServiceHere } from "../support/service-here.ts";
import { bolts, json, startUpstream, tinyPackage, type Upstream } from "./support.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const chains = [
  { chainId: 1, shortName: "eth", name: "Ethereum Mainnet" },
  { chainId: 10, shortName: "oeth", name: "OP Mainnet" },
];

/** Rules that ask the product's own registry and two that the package declares. */
function chainPackage({ version = "1.0.0", domainId = "widget", registries = true, own = true } = {}) {
  const base = tinyPackage({ version, domainId });
  const rules = [
    ...(own ? base.rules : []),
    ...(registries
      ? [
          rule("chain-taken", "not-in-registry", "/chain", "chain-ids"),
          rule("parent-unknown", "in-registry", "/parent", "short-names"),
        ]
      : []),
  ];
  const docs = Object.fromEntries(
    rules.map(({ code }) => [code, { summary: "It is wrong.", fix: "Change it." }]),
  );
  return {
    ...base,
    schema: {
      ...base.schema,
      properties: {
        ...base.schema.properties,
        chain: { type: "integer" },
        parent: { type: "string", maxLength: 20 },
      },
    },
    registries: {
      "chain-ids": { member: "chains", key: "chainId" },
      "short-names": { member: "chains", key: "shortName", case: "exact" },
    },
    rules,
    docs,
    examples: {
      ...base.examples,
      registries: { "chain-ids": [{ id: "1" }], "short-names": [{ id: "eth" }] },
      invalid: own
        ? base.examples.invalid
        : [
            {
              title: "no id",
              candidate: {},
              expect: [{ code: "member-missing", pointer: "/id" }],
            },
          ],
    },
  };
}

function rule(code: string, check: string, at: string, registry: string) {
  return { code, check, at: [at], severity: "error", params: { registry } };
}

function domainOf(upstream: Upstream, more: Partial<ConfiguredDomain> = {}): ConfiguredDomain {
  return {
    targetProduct: "acme",
    domainId: "widget",
    specPackageUrl: `${upstream.url}/spec`,
    registryUrl: `${upstream.url}/registry`,
    registryMember: "generators",
    submissionUrl: `${upstream.url}/api/proposals`,
    registries: { "chain-ids": `${upstream.url}/chains`, "short-names": `${upstream.url}/chains` },
    ...more,
  };
}

async function follow(
  domains: (upstream: Upstream) => ConfiguredDomain[] = (upstream) => [domainOf(upstream)],
) {
  const upstream = await startUpstream({
    "/spec": json(chainPackage()),
    "/registry": json({ generators: bolts }),
    "/chains": json({ chains }),
  });
  const events: CatalogueEvent[] = [];
  const clock = { time: 0 };
  const start = async () => {
    const catalogue = createRemoteCatalogue({
      domains: domains(upstream),
      now: () => clock.time,
      onEvent: (event) => events.push(event),
    });
    closers.push(catalogue.close);
    await catalogue.firstRound;
    return catalogue;
  };
  closers.push(upstream.close);
  const failures = () => events.filter(({ kind }) => kind === "failed").map(({ problem }) => problem?.code);
  return { upstream, events, clock, start, failures };
}

type State = ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof follow>>["start"]>>["find"]>;

/** The codes that a candidate gets by what is in use now; undefined while nothing may be checked. */
function codes(state: State, candidate: unknown): string[] | undefined {
  if (state?.status !== "ready") return undefined;
  const { spec, registry, registries } = state;
  return checkCandidate(spec, candidate, { registry, registries, now: 0 }).diagnostics.map(
    ({ code }) => code,
  );
}

describe("several registries", () => {
  it("are read with the package that declares them, and asked each by its own key", async () => {
    const { start } = await follow();
    const state = (await start()).find("acme", "widget");
    expect(codes(state, { id: "nut", chain: 5, parent: "eth" })).toEqual([]);
    expect(codes(state, { id: "bolt", chain: 10, parent: "ETH" })).toEqual([
      "id-taken",
      "chain-taken",
      "parent-unknown",
    ]);
    if (state?.status !== "ready") throw new Error("not ready");
    expect(state.registries?.get("chain-ids")?.size).toBe(2);
    const result = checkCandidate(state.spec, { id: "nut" }, { ...state, now: 0 });
    expect(Object.keys(result.registries ?? {})).toEqual(["chain-ids", "short-names"]);
    expect(result.registries?.["short-names"]).toEqual({
      digest: state.registries?.get("short-names")?.digest,
      asOf: expect.stringMatching(/^\d{4}-/),
    });
  });

  it("make the domain unavailable as long as one of them cannot be had", async () => {
    const { start, upstream, failures } = await follow((at) => [
      domainOf(at, { registries: { "chain-ids": `${at.url}/chains`, "short-names": `${at.url}/names` } }),
    ]);
    const catalogue = await start();
    expect(catalogue.find("acme", "widget")).toMatchObject({ status: "unavailable" });
    expect(failures()).toEqual(["status"]);
    upstream.on("/names", json({ chains }));
    await catalogue.refresh();
    expect(codes(catalogue.find("acme", "widget"), { id: "nut", parent: "none" })).toEqual([
      "parent-unknown",
    ]);
  });

  it("grow old one by one", async () => {
    const { start, upstream, clock } = await follow();
    const catalogue = await start();
    upstream.on("/chains", (_request, response) => void response.writeHead(500).end());
    clock.time += 120_000;
    await catalogue.refresh();
    expect(catalogue.find("acme", "widget")).toMatchObject({ status: "ready", staleSeconds: 120 });
    // The metrics show the oldest, also if it is not the product's own registry.
    expect(catalogue.ages?.()).toMatchObject([{ rulesSeconds: 0, registrySeconds: 120 }]);
    clock.time += 14 * 60_000;
    await catalogue.refresh();
    expect(catalogue.find("acme", "widget")).toMatchObject({ status: "unavailable" });
  });

  it("are refused by reason, and a key may occur twice", async () => {
    const { start, upstream, events } = await follow();
    const catalogue = await start();
    upstream.on("/chains", json({ chains: [...chains, { chainId: 10, shortName: "op" }, { chainId: 11 }] }));
    await catalogue.refresh();
    expect(events.filter(({ kind }) => kind === "failed").map(({ problem }) => problem)).toMatchObject([
      { code: "invalid-entries", reasons: [{ pointer: "/chains/3/shortName", code: "entry-key" }] },
    ]);
    expect(codes(catalogue.find("acme", "widget"), { id: "nut", chain: 11 })).toEqual(["chain-taken"]);
  });

  it("may be lists of texts", async () => {
    const { start, upstream } = await follow();
    upstream.on("/chains", json({ chains: ["eth", 10] }));
    const state = (await start()).find("acme", "widget");
    expect(codes(state, { id: "nut", chain: 10, parent: "eth" })).toEqual(["chain-taken"]);
  });
});

describe("a domain without a registry of its own", () => {
  it("is checked by the registries that are named", async () => {
    const { start, upstream } = await follow((at) => {
      const { registryUrl: _, ...rest } = domainOf(at);
      return [rest];
    });
    upstream.on("/spec", json(chainPackage({ own: false })));
    const state = (await start()).find("acme", "widget");
    expect(codes(state, { id: "bolt", chain: 1 })).toEqual(["chain-taken"]);
    if (state?.status !== "ready") throw new Error("not ready");
    expect(state.registry).toBeUndefined();
  });

  it.each([
    ["the product's own registry", { registryUrl: undefined }, "registryUrl"],
    ["one that is named", { registries: { "chain-ids": "http://127.0.0.1:9/" } }, "registries.short-names"],
  ])("is unavailable if the rules ask %s", async (_which, more, lacking) => {
    const { start, events } = await follow((at) => [domainOf(at, more as Partial<ConfiguredDomain>)]);
    const catalogue = await start();
    expect(catalogue.find("acme", "widget")).toMatchObject({ status: "unavailable" });
    const { problem, level } = events.find(({ kind }) => kind === "failed") ?? {};
    expect([problem?.code, level]).toEqual(["registry-not-configured", "error"]);
    expect(problem?.message).toContain(lacking);
    await catalogue.refresh();
    expect(events.at(-1)?.level).not.toBe("error");
  });
});

describe("a new version of a package", () => {
  it("takes over with its registries, and what is no longer asked is no longer fetched", async () => {
    const { start, upstream } = await follow();
    upstream.on("/spec", json(chainPackage({ registries: false })));
    const catalogue = await start();
    const asked = () => upstream.asked.filter(({ path }) => path === "/chains").length;
    expect(asked()).toBe(0);
    upstream.on("/spec", json(chainPackage({ version: "1.1.0" })));
    await catalogue.refresh();
    expect(codes(catalogue.find("acme", "widget"), { id: "nut", chain: 1 })).toEqual(["chain-taken"]);
    upstream.on("/spec", json(chainPackage({ version: "1.2.0", registries: false })));
    await catalogue.refresh();
    const before = asked();
    await catalogue.refresh();
    expect(asked()).toBe(before);
    expect(codes(catalogue.find("acme", "widget"), { id: "nut", chain: 1 })).toEqual([]);
  });

  it("waits for registries that cannot be had, while the version before it stays in use", async () => {
    const { start, upstream, clock } = await follow();
    upstream.on("/spec", json(chainPackage({ registries: false })));
    const catalogue = await start();
    upstream.on("/chains", (_request, response) => void response.writeHead(503).end());
    upstream.on("/spec", json(chainPackage({ version: "1.1.0" })));
    clock.time += 60_000;
    await catalogue.refresh();
    expect(catalogue.find("acme", "widget")).toMatchObject({ status: "ready", spec: { version: "1.0.0" } });
    clock.time += 15 * 60_000;
    expect(catalogue.find("acme", "widget")).toMatchObject({ status: "unavailable" });
    upstream.on("/chains", json({ chains }));
    await catalogue.refresh();
    expect(catalogue.find("acme", "widget")).toMatchObject({ status: "ready", spec: { version: "1.1.0" } });
  });
});

it("domains that name the same registry share it", async () => {
  const { start, upstream } = await follow((at) => [
    domainOf(at),
    domainOf(at, { domainId: "gadget", specPackageUrl: `${at.url}/gadget` }),
  ]);
  upstream.on("/gadget", json(chainPackage({ domainId: "gadget" })));
  const catalogue = await start();
  const [widget, gadget] = catalogue.list();
  if (widget?.status !== "ready" || gadget?.status !== "ready") throw new Error("not ready");
  expect(widget.registries?.get("chain-ids")).toBe(gadget.registries?.get("chain-ids"));
  // Once for each of the two keys.
  expect(upstream.asked.filter(({ path }) => path === "/chains")).toHaveLength(2);
  upstream.on("/spec", json(chainPackage({ version: "2.0.0", registries: false })));
  await catalogue.refresh();
  upstream.on("/chains", json({ chains: [{ chainId: 7, shortName: "seven" }] }));
  await catalogue.refresh();
  expect(codes(catalogue.find("acme", "gadget"), { id: "nut", chain: 7 })).toEqual(["chain-taken"]);
});

describe("over HTTP", () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-registries-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("answers name every snapshot, a build can be verified, and a registry out of reach is 503", async () => {
    const upstream = await startUpstream({
      "/spec": json(chainPackage()),
      "/gadget": json(chainPackage({ domainId: "gadget" })),
      "/registry": json({ generators: bolts }),
      "/chains": json({ chains }),
    });
    const path = join(folder, "domains.json");
    const away = `${upstream.url}/away`;
    const domains = [
      domainOf(upstream),
      domainOf(upstream, {
        domainId: "gadget",
        specPackageUrl: `${upstream.url}/gadget`,
        registries: { "chain-ids": `${upstream.url}/chains`, "short-names": away },
      }),
    ];
    writeFileSync(path, JSON.stringify({ domains }));
    const environment = { PREFLIGHT_DOMAINS: path, PREFLIGHT_RATE_LIMIT: "100000" };
    const service = await startServiceHere({ environment });
    closers.push(service.stop, upstream.close);
    const call = createClient(service.url);
    const post = async (operation: string, domainId: string, candidate: unknown) =>
      call({
        path: `/api/${operation}`,
        key: service.key,
        body: { targetProduct: "acme", domainId, candidate },
      });
    const identity = { digest: expect.stringMatching(/^sha256:/), asOf: expect.stringMatching(/Z$/) };
    const validate = () => post("validate", "widget", { id: "nut", chain: 1 });
    await expect.poll(async () => (await validate()).status).toBe(200);
    const invalid = await validate();
    expect(invalid.json()).toMatchObject({
      valid: false,
      diagnostics: [{ code: "chain-taken", pointer: "/chain" }],
      registry: identity,
      registries: { "chain-ids": identity, "short-names": identity },
    });
    const [built, again] = [
      (await post("build", "widget", { id: "nut", parent: "eth" })).json(),
      (await post("build", "widget", { parent: "eth", id: "nut" })).json(),
    ];
    expect(built).toMatchObject({ valid: true, registries: { "chain-ids": identity } });
    expect(again.proposalPackage).toEqual(built.proposalPackage);
    const { start } = await follow(() => [domainOf(upstream)]);
    const state = (await start()).find("acme", "widget");
    if (state?.status !== "ready") throw new Error("not ready");
    const verified = verifyPackage(state.spec, built.proposalPackage, { ...state, now: 0 });
    expect(verified).toMatchObject({ valid: true, registries: { "short-names": identity } });
    for (const operation of ["validate", "build"]) {
      const answer = await post(operation, "gadget", { id: "nut" });
      expect([answer.status, answer.json().code]).toEqual([503, "upstream-unavailable"]);
      expect(answer.text).not.toContain(away);
    }
    call.close();
  });
});
