/** Services that follow the copies of another service in place of a product. */
import "../support/without-threads.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { ConfiguredDomain } from "../../src/adapters/catalogue/configured-domain.ts";
import {
  type CatalogueEvent,
  createRemoteCatalogue,
  type RemoteCatalogue,
} from "../../src/adapters/catalogue/remote.ts";
import { createPages } from "../../src/transports/pages/pages.ts";
import { closers, domainOf, verdict } from "./follow.ts";
import { bolts, json, startUpstream, tinyPackage, type Upstream } from "./support.ts";

/** Several pages of them. */
const many = Array.from({ length: 2_500 }, (_, index) => ({ id: `part-${index}`, name: `Part ${index}` }));
const FRESH_SECONDS = 90;
const MAX_SECONDS = 900;

async function startProduct(registry: readonly object[] = bolts): Promise<Upstream> {
  const product = await startUpstream({
    "/spec": json(tinyPackage()),
    "/registry": json({ generators: registry }, { "last-modified": "Sun, 01 Nov 2026 10:00:00 GMT" }),
  });
  closers.push(product.close);
  return product;
}

/** A place to serve a catalogue at. Others can follow that place before anything is served there. */
async function startPlace({ shares = true } = {}) {
  let answer: ReturnType<typeof createPages> | undefined;
  let alter = (body: string): string => body;
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const header = (name: string) => request.headers[name]?.toString();
    asked.push(`${request.url} ${header("if-none-match") === undefined ? "whole" : "if changed"}`);
    const page = answer?.({ method: "GET", target: request.url!, requestId: "r", header });
    if (page === undefined) response.writeHead(503).end();
    else response.writeHead(page.status, page.headers).end(alter(String(page.body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  closers.push(close);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: baseUrl,
    asked,
    close,
    serve(catalogue: RemoteCatalogue) {
      answer = createPages({
        ...{ baseUrl, catalogue, documents: [], assets: undefined, protectedResources: [] },
        ...{ sharesRegistries: shares, onFault: () => undefined, isStopping: () => false },
      });
    },
    /** Changes what is sent, as somebody on the way could. */
    tamper(with_: (body: string) => string) {
      alter = with_;
    },
  };
}

const clock = { time: 0 };

async function follow(domain: ConfiguredDomain, copiesFrom?: string) {
  const events: CatalogueEvent[] = [];
  const catalogue = createRemoteCatalogue({
    domains: [domain],
    copiesFrom,
    now: () => clock.time,
    onEvent: (event) => events.push(event),
  });
  closers.push(catalogue.close);
  await catalogue.firstRound;
  const state = () => catalogue.find("acme", "widget");
  const problems = () => events.flatMap(({ problem }) => (problem === undefined ? [] : [problem.code]));
  return { catalogue, refresh: catalogue.refresh, state, problems };
}

/** A product, a service that follows it, and one that follows that service. */
async function chain(registry?: readonly object[]) {
  const product = await startProduct(registry);
  const place = await startPlace();
  const first = await follow(domainOf(product));
  place.serve(first.catalogue);
  const second = await follow(domainOf(product), place.url);
  return { product, place, first, second };
}

test("a copy of a copy is the same rules and the same registry", async () => {
  const { product, place, first, second } = await chain(many);
  const [one, other] = [first.state(), second.state()];
  if (one?.status !== "ready" || other?.status !== "ready") throw new Error("not ready");
  expect(other.spec.digest).toBe(one.spec.digest);
  expect(other.registry).toMatchObject({
    digest: one.registry.digest,
    size: 2_500,
    asOf: "2026-11-01T10:00:00.000Z",
  });
  expect(other.description).toEqual(one.description);
  expect(verdict(other, "PART-2499")).toBe(false);
  expect(verdict(other, "part-2500")).toBe(true);
  // However long the registry is, one question confirms it.
  place.asked.length = product.asked.length = 0;
  await second.refresh();
  expect(place.asked.sort()).toEqual([
    "/registry-copies/acme/widget if changed",
    "/spec-packages/acme/widget if changed",
  ]);
  expect(product.asked).toEqual([]);
});

test("a change arrives, and a registry that changes while it is read is read again", async () => {
  const { product, place, first, second } = await chain(many);
  const change = async (id: string) => {
    product.on("/registry", json({ generators: [...many, { id, name: id }] }));
    await first.refresh();
  };
  await change("nut");
  await second.refresh();
  expect(verdict(second.state(), "nut")).toBe(false);
  await change("rivet");
  let pages = 0;
  place.tamper((body) => {
    // After the first page, the entries move to other pages.
    if (body.includes('"entries"') && pages++ === 0) {
      product.on("/registry", json({ generators: [{ id: "anchor", name: "Anchor" }, ...many] }));
      void first.refresh();
    }
    return body;
  });
  await second.refresh();
  place.tamper((body) => body);
  await first.refresh();
  await second.refresh();
  expect(verdict(second.state(), "anchor")).toBe(false);
});

test("a copy does not get younger on its way, and ends when it is too old at its origin", async () => {
  const { product, first, second } = await chain();
  const start = clock.time;
  await product.close();
  const at = async (seconds: number) => {
    clock.time = start + seconds * 1_000;
    await first.refresh();
    await second.refresh();
    return second.state();
  };
  expect(await at(FRESH_SECONDS - 1)).not.toHaveProperty("staleSeconds");
  expect(await at(FRESH_SECONDS + 10)).toMatchObject({ status: "ready", staleSeconds: FRESH_SECONDS + 10 });
  expect(second.catalogue.ages!()[0]).toMatchObject({ rulesSeconds: FRESH_SECONDS + 10 });
  expect(await at(MAX_SECONDS - 1)).toMatchObject({ status: "ready", staleSeconds: MAX_SECONDS - 1 });
  expect(await at(MAX_SECONDS)).toMatchObject({ status: "unavailable" });
  // A service that starts now has nothing to start from.
  expect(first.state()).toMatchObject({ status: "unavailable" });
});

test("a cache on the way says how old its answer is", async () => {
  const product = await startProduct();
  product.on("/registry", json({ generators: bolts }, { age: "600" }));
  const { state } = await follow(domainOf(product));
  expect(state()).toMatchObject({ status: "ready", staleSeconds: 600 });
});

test("two services that follow each other do not keep rules alive", async () => {
  const product = await startProduct();
  const [here, there] = [await startPlace(), await startPlace()];
  const origin = await follow(domainOf(product));
  here.serve(origin.catalogue);
  const one = await follow(domainOf(product), here.url);
  there.serve(one.catalogue);
  const other = await follow(domainOf(product), there.url);
  // From now on, each has the other's copies and nobody else's.
  here.serve(other.catalogue);
  const pass = async (times: number, ms: number) => {
    for (let time = 0; time < times; time++) {
      clock.time += ms;
      await one.refresh();
      await other.refresh();
    }
  };
  // An age is sent in whole seconds, so what is passed on more often must not lose the rest each time.
  await pass(110, 900);
  expect(one.state()).toMatchObject({ status: "ready", staleSeconds: expect.any(Number) });
  await pass(9, 100_000);
  expect(one.state()).toMatchObject({ status: "unavailable" });
  expect(other.state()).toMatchObject({ status: "unavailable" });
});

test("what was altered on the way is not taken", async () => {
  const { product, place, second } = await chain();
  const started = clock.time;
  place.tamper((body) => body.replace('"name":"Bolt"', '"name":"Nut"').replace("Widgets", "Gadgets"));
  clock.time = started + 50_000;
  const late = await follow(domainOf(product), place.url);
  expect(late.problems()).toEqual(["digest-mismatch", "digest-mismatch"]);
  expect(late.state()).toMatchObject({ status: "unavailable" });
  // Every 20th question is for the whole document, whatever its tag says.
  for (let times = 0; times < 20; times++) await second.refresh();
  expect(second.problems().filter((code) => code === "digest-mismatch")).toHaveLength(2);
  place.tamper((body) => body);
  await late.refresh();
  expect(late.state()).toMatchObject({ status: "ready", spec: { title: "Widgets" } });
});

test("what the product publishes and nobody takes is said at the end of the chain too", async () => {
  const { product, first, second } = await chain(many);
  product.on("/registry", json({ generators: many.slice(0, 10) }));
  product.on("/spec", json({ ...tinyPackage({ version: "1.1.0" }), rules: "none" }));
  const start = clock.time;
  for (const seconds of [30, 600, MAX_SECONDS - 30]) {
    clock.time = start + seconds * 1_000;
    await first.refresh();
    await second.refresh();
    expect(second.state()).toMatchObject({
      status: "ready",
      spec: { version: "1.0.0" },
      registry: { size: 2_500 },
      refused: [
        { document: "spec-package", kind: "refused" },
        { document: "registry", kind: "shrunken" },
      ],
    });
    expect(second.state()).not.toHaveProperty("staleSeconds");
  }
  expect(second.catalogue.ages!()[0]!.rulesSeconds).toBeGreaterThan(600);
});

test("registries that a package declares are copied too", async () => {
  const product = await startProduct();
  product.on(
    "/spec",
    json({
      ...tinyPackage(),
      registries: { chains: { member: "networks", key: "chainId", case: "exact" } },
      rules: [
        {
          ...{ code: "chain-known", check: "in-registry", at: ["/id"], severity: "error" },
          params: { registry: "chains" },
        },
      ],
      docs: { "chain-known": { summary: "The chain is known.", fix: "Choose another one." } },
      examples: {
        registries: { chains: [{ id: "1" }] },
        valid: [{ title: "known", candidate: { id: "1" } }],
        invalid: [
          { title: "unknown", candidate: { id: "2" }, expect: [{ code: "chain-known", pointer: "/id" }] },
        ],
      },
    }),
  );
  const networks = Array.from({ length: 1_500 }, (_, chainId) => ({ chainId, name: `Chain ${chainId}` }));
  product.on("/chains", json({ networks }));
  const { registryUrl: _, ...domain } = domainOf(product);
  const configured = { ...domain, registries: { chains: `${product.url}/chains` } };
  const place = await startPlace();
  const first = await follow(configured);
  expect(first.problems()).toEqual([]);
  place.serve(first.catalogue);
  const second = await follow(configured, place.url);
  const [one, other] = [first.state(), second.state()].map((state) =>
    state?.status === "ready" ? state.registries?.get("chains") : undefined,
  );
  expect(other).toMatchObject({ size: 1_500, digest: one!.digest });
});

test("whole registries are served only where the operator says so", async () => {
  const product = await startProduct();
  const place = await startPlace({ shares: false });
  place.serve((await follow(domainOf(product))).catalogue);
  const answer = await fetch(`${place.url}/registry-copies/acme/widget`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("PREFLIGHT_SHARE_REGISTRIES");
});

test.each(["?from=-1", "?from=x", "?from=1e99", "?registry=none"])("there is no page %s", async (query) => {
  const { place } = await chain();
  expect((await fetch(`${place.url}/registry-copies/acme/widget${query}`)).status).toBe(404);
});
