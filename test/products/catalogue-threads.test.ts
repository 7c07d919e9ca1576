/** What a catalogue does in threads, so that nothing waits for it. */
import "../support/built-worker.ts";
import { describe, expect, it } from "vitest";
import { digestOf } from "../../src/core/json/digest.ts";
import { CATALOGUE_LIMITS, createRemoteCatalogue } from "../../src/service/catalogue/remote.ts";
import { closers, domainOf, follow, patientLimits } from "./follow.ts";
import { bolts, type Handler, json, startUpstream, tinyPackage } from "./support.ts";

/** It takes several times as long to prove them as the tests allow where they allow little. */
const LONG_EXAMPLES = 80;
const LITTLE_MS = 100;

/** Small, allowed, and slow to prove: its pattern has no cheap form for text without a regular order. */
function slowPackage(version: string) {
  const document = tinyPackage({ version });
  let seed = 1;
  const letter = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed < 2 ** 30 ? "a" : "b";
  };
  Object.assign(document.schema.properties.id, {
    maxLength: 5_000,
    pattern: "^[ab]*a[ab]{60}$|^nut$|^Bolt$|^[ab]*$",
  });
  for (let count = 0; count < LONG_EXAMPLES; count++) {
    const id = Array.from({ length: 5_000 }, letter).join("");
    document.examples.valid.push({ title: "long", candidate: { id } });
  }
  return document;
}

describe("spec packages that take long to prove", () => {
  it("do not hold up anything else", async () => {
    const { upstream, catalogue, state } = await follow();
    upstream.on("/spec", json(slowPackage("1.1.0")));
    let turns = 0;
    let next = setImmediate(function turn() {
      turns++;
      next = setImmediate(turn);
    });
    await catalogue.refresh();
    clearImmediate(next);
    // A proof in this thread would leave it a turn or two.
    expect(turns).toBeGreaterThan(20);
    const loaded = state();
    if (loaded?.status !== "ready") throw new Error("not ready");
    expect(loaded.spec).toMatchObject({
      version: "1.1.0",
      document: { examples: { valid: { length: LONG_EXAMPLES + 1 } } },
    });
    expect(loaded.spec.digest).toBe(digestOf(loaded.spec.document));
  });

  it("are given up on after a while, in a thread that is replaced, and tried again later", async () => {
    const { upstream, catalogue, state, events, limits } = await follow();
    limits.proofMs = LITTLE_MS;
    upstream.on("/spec", json(slowPackage("1.1.0")));
    await catalogue.refresh();
    const unproven = () => events.filter(({ problem }) => problem?.code === "spec-package-unproven");
    expect(unproven()).toMatchObject([
      {
        level: "error",
        document: "spec-package",
        problem: {
          message: `the spec-package thread hung on the spec package, which may take at most ${LITTLE_MS} ms`,
        },
      },
    ]);
    expect(state()).toMatchObject({ status: "ready", spec: { version: "1.0.0" } });
    limits.proofMs = 600_000;
    // Not with every refresh: that would keep the thread busy for nothing.
    await catalogue.refresh();
    expect(state()).toMatchObject({ spec: { version: "1.0.0" } });
    for (let round = 0; round < 20; round++) await catalogue.refresh();
    expect(state()).toMatchObject({ spec: { version: "1.1.0" } });
  });

  it("never loaded: the domain is unavailable until the next refresh, and others are served", async () => {
    const upstream = await startUpstream({
      "/slow": json(slowPackage("1.0.0")),
      "/spec": json(tinyPackage({ domainId: "gadget" })),
      "/registry": json({ generators: [] }),
    });
    const slow = { ...domainOf(upstream), specPackageUrl: `${upstream.url}/slow` };
    const limits = { ...CATALOGUE_LIMITS, proofMs: LITTLE_MS };
    const catalogue = createRemoteCatalogue({ domains: [slow, domainOf(upstream, "gadget")], limits });
    closers.push(catalogue.close, upstream.close);
    await catalogue.firstRound;
    expect(catalogue.find("acme", "widget")?.status).toBe("unavailable");
    limits.proofMs = 600_000;
    await catalogue.refresh();
    expect(catalogue.find("acme", "widget")?.status).toBe("ready");
    expect(catalogue.find("acme", "gadget")?.status).toBe("ready");
  });

  it("are answered when the service stops in the middle", async () => {
    const { upstream, catalogue, events } = await follow();
    upstream.on("/spec", json(slowPackage("1.1.0")));
    const refreshing = catalogue.refresh();
    await expect.poll(() => upstream.asked.filter(({ path }) => path === "/spec").length).toBe(2);
    await catalogue.close();
    await refreshing;
    expect(events.filter(({ kind }) => kind === "failed")).toEqual([]);
  });
});

/** More than are read at once, of packages and of registries. */
const MANY = 40;
const hangs: Handler = () => {};
const drips: Handler = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

/** Many products that do as they are told, and a last one that answers. Nobody is given up on. */
async function followMany(
  spec: (domainId: string, at: number) => Handler,
  registry: (at: number) => Handler,
) {
  const upstream = await startUpstream();
  const publish = (version: string) => upstream.on("/spec", json(tinyPackage({ domainId: "last", version })));
  publish("1.0.0");
  upstream.on("/registry", json({ generators: bolts }));
  const others = Array.from({ length: MANY }, (_, at) => {
    const domain = domainOf(upstream, `other-${at}`);
    upstream.on(`/spec/${at}`, spec(domain.domainId, at));
    upstream.on(`/registry/${at}`, registry(at));
    return {
      ...domain,
      specPackageUrl: `${domain.specPackageUrl}/${at}`,
      registryUrl: `${domain.registryUrl}/${at}`,
    };
  });
  const failed: unknown[] = [];
  const catalogue = createRemoteCatalogue({
    domains: [...others, domainOf(upstream, "last")],
    onEvent: (event) => event.kind === "failed" && failed.push(event),
    refreshSeconds: 0.02,
    limits: patientLimits(),
  });
  closers.push(catalogue.close, upstream.close);
  return { upstream, catalogue, publish, failed, last: () => catalogue.find("acme", "last") };
}

describe("products that do not answer, or hardly", () => {
  it("do not delay others at the start", async () => {
    const silent = (at: number) => (at % 2 === 0 ? hangs : drips);
    const { upstream, last, failed } = await followMany((_id, at) => silent(at), silent);
    await expect.poll(() => last()?.status, { timeout: 30_000 }).toBe("ready");
    expect(failed).toEqual([]);
    for (const document of ["spec", "registry"])
      expect(upstream.asked.filter(({ path }) => path.startsWith(`/${document}/`))).toHaveLength(MANY);
  });

  it("do not delay others later", async () => {
    const { upstream, catalogue, publish, last, failed } = await followMany(
      (domainId) => json(tinyPackage({ domainId })),
      (at) => json({ generators: bolts.slice(0, 1), at }),
    );
    await catalogue.firstRound;
    const silent = new Set<string>();
    for (let at = 0; at < MANY; at++)
      for (const path of [`/spec/${at}`, `/registry/${at}`]) upstream.on(path, () => silent.add(path));
    await expect.poll(() => silent.size, { timeout: 30_000 }).toBe(2 * MANY);
    publish("1.1.0");
    upstream.on("/registry", json({ generators: [...bolts, { id: "nut", name: "Nut" }] }));
    await expect
      .poll(last, { timeout: 30_000 })
      .toMatchObject({ spec: { version: "1.1.0" }, registry: { size: 3 } });
    expect(failed).toEqual([]);
  });
});
