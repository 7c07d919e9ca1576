import "../support/without-threads.ts";
import { describe, expect, it } from "vitest";
import {
  CATALOGUE_LIMITS,
  type CatalogueEvent,
  type CatalogueLimits,
  createRemoteCatalogue,
  logFields,
} from "../../src/service/catalogue/remote.ts";
import { closers, domainOf, follow, patientLimits, tighten, verdict } from "./follow.ts";
import { bolts, type Handler, json, startUpstream, tinyPackage, type Upstream } from "./support.ts";

describe("following a product", () => {
  it("loads the spec package and the registry at start", async () => {
    const { state, upstream, events } = await follow();
    const loaded = state();
    expect(loaded).toMatchObject({
      status: "ready",
      description: { title: "Widgets", submissionUrl: `${upstream.url}/api/proposals` },
      spec: { version: "1.0.0" },
      registry: { size: 2 },
    });
    expect(verdict(loaded, "BOLT")).toBe(false);
    expect(verdict(loaded, "rivet")).toBe(true);
    expect(events.map(({ kind, document }) => `${kind} ${document}`).sort()).toEqual([
      "replaced registry",
      "replaced spec-package",
    ]);
  });

  it("knows no domain that is not configured", async () => {
    const { catalogue } = await follow();
    expect(catalogue.find("acme", "other")).toBeUndefined();
    expect(catalogue.find("__proto__", "widget")).toBeUndefined();
    expect(catalogue.list()).toHaveLength(1);
  });

  it("asks again with the tag and keeps both copies when they are unchanged", async () => {
    const { upstream, catalogue, state } = await follow();
    const before = state();
    upstream.asked.length = 0;
    await catalogue.refresh();
    expect(upstream.asked.every(({ ifNoneMatch }) => ifNoneMatch !== undefined)).toBe(true);
    expect(upstream.asked).toHaveLength(2);
    const after = state();
    if (before?.status !== "ready" || after?.status !== "ready") throw new Error("not ready");
    expect(after.spec).toBe(before.spec);
    expect(after.registry).toBe(before.registry);
  });

  it("swaps a new spec package and a new registry in", async () => {
    const { upstream, catalogue, state } = await follow();
    upstream.on("/spec", json(tinyPackage({ version: "1.1.0", title: "Better widgets" })));
    upstream.on("/registry", json({ generators: [...bolts, { id: "rivet", name: "Rivet" }] }));
    await catalogue.refresh();
    expect(state()).toMatchObject({ spec: { version: "1.1.0" }, description: { title: "Better widgets" } });
    expect(verdict(state(), "rivet")).toBe(false);
  });

  it("follows by itself, and recovers by itself", async () => {
    const { upstream, state, events } = await follow({
      refreshSeconds: 0.02,
      now: Date.now,
    });
    upstream.on("/registry", (_request, response) => void response.writeHead(500).end());
    await expect.poll(() => events.some(({ kind }) => kind === "failed")).toBe(true);
    upstream.on("/registry", json({ generators: bolts.slice(1) }));
    await expect.poll(() => verdict(state(), "bolt")).toBe(true);
  });

  it("reads a registry of many pages and asks about each of them", async () => {
    const page = (id: string, next?: string) =>
      json({ generators: [{ id, name: id }], ...(next && { next }) });
    const { upstream, catalogue, state } = await follow({ registry: page("a", "/registry?page=2") });
    upstream.on("/registry?page=2", page("b", "registry?page=3"));
    upstream.on("/registry?page=3", page("c"));
    await catalogue.refresh();
    expect(state()).toMatchObject({ status: "ready", registry: { size: 3 } });
    // Only the last page changes: its own tag is what tells.
    upstream.on("/registry?page=3", page("d"));
    await catalogue.refresh();
    expect([verdict(state(), "c"), verdict(state(), "d"), verdict(state(), "a")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("fetches and confirms the pages of one registry over one connection", async () => {
    const sockets = new Set<unknown>();
    const page =
      (number: number): Handler =>
      (request, response) => {
        sockets.add(request.socket);
        const next = number < 5 ? { next: `/registry?page=${number + 1}` } : {};
        json({ generators: [{ id: `entry-${number}`, name: "Entry" }], ...next })(request, response);
      };
    const { upstream, catalogue, state } = await follow({ registry: page(1) });
    for (let number = 2; number <= 5; number++) upstream.on(`/registry?page=${number}`, page(number));
    for (const round of ["read", "confirmed"]) {
      sockets.clear();
      await catalogue.refresh();
      expect(state(), round).toMatchObject({ registry: { size: 5 } });
      expect(sockets.size, round).toBe(1);
    }
  });

  it("dates a registry by the product's own word, and not anew when nothing in it changed", async () => {
    const lastModified = "Mon, 01 Feb 2027 10:00:00 GMT";
    const { upstream, catalogue, state } = await follow({
      registry: json({ generators: bolts }, { "last-modified": "Sun, 01 Feb 2026 10:00:00 GMT" }),
    });
    expect(state()).toMatchObject({ registry: { asOf: "2026-02-01T10:00:00.000Z" } });
    upstream.on(
      "/registry",
      json({ spelled: "otherwise", generators: bolts }, { "last-modified": lastModified }),
    );
    await catalogue.refresh();
    expect(state()).toMatchObject({ registry: { asOf: "2026-02-01T10:00:00.000Z" } });
  });

  it("reads one registry once for all domains that share it", async () => {
    const upstream = await startUpstream({
      "/spec": json(tinyPackage()),
      "/spec2": json(tinyPackage({ domainId: "gadget" })),
      "/registry": json({ generators: bolts }),
    });
    const domains = [
      domainOf(upstream),
      { ...domainOf(upstream, "gadget"), specPackageUrl: `${upstream.url}/spec2` },
    ];
    const catalogue = createRemoteCatalogue({ domains });
    closers.push(catalogue.close, upstream.close);
    await catalogue.firstRound;
    const [widget, gadget] = catalogue.list();
    if (widget?.status !== "ready" || gadget?.status !== "ready") throw new Error("not ready");
    expect(widget.registry).toBe(gadget.registry);
    expect(upstream.asked.filter(({ path }) => path === "/registry")).toHaveLength(1);
  });
});

describe("a registry that lists its entries under another name", () => {
  const under = (member: string, upstream: Upstream, domainId?: string) => ({
    ...domainOf(upstream, domainId),
    registryMember: member,
  });

  it("is read, and told about under that name", async () => {
    const member = 'parts/"größe"';
    const upstream = await startUpstream({
      "/spec": json(tinyPackage()),
      "/registry": json({ generators: [{ id: "nut", name: "Nut" }], [member]: bolts, next: "/more" }),
      "/more": json(JSON.stringify({ [member]: [{ id: "rivet", name: "Rivet" }] }).replace("ö", "\\u00f6")),
    });
    const events: CatalogueEvent[] = [];
    const catalogue = createRemoteCatalogue({
      domains: [under(member, upstream)],
      onEvent: (event) => events.push(event),
    });
    closers.push(catalogue.close, upstream.close);
    await catalogue.firstRound;
    const ids = ["bolt", "screw", "rivet", "nut"];
    expect(ids.map((id) => verdict(catalogue.find("acme", "widget"), id))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    upstream.on("/registry", json({ [member]: [{ id: 5, name: "Five" }] }));
    await catalogue.refresh();
    expect(events.at(-1)?.problem?.reasons).toMatchObject([{ pointer: '/parts~1"größe"/0/id' }]);
    upstream.on("/registry", json({ generators: bolts }));
    await catalogue.refresh();
    expect(events.at(-1)?.problem).toMatchObject({ code: "invalid-shape" });
    expect(events.at(-1)?.problem?.message).toContain(JSON.stringify(member));
  });

  it("is not shared with a domain that reads another list at the same address", async () => {
    const upstream = await startUpstream({
      "/spec": json(tinyPackage()),
      "/spec2": json(tinyPackage({ domainId: "gadget" })),
      "/registry": json({ widgets: bolts, gadgets: [] }),
    });
    const gadget = { ...under("gadgets", upstream, "gadget"), specPackageUrl: `${upstream.url}/spec2` };
    const catalogue = createRemoteCatalogue({ domains: [under("widgets", upstream), gadget] });
    closers.push(catalogue.close, upstream.close);
    await catalogue.firstRound;
    const verdicts = ["widget", "gadget"].map((name) => verdict(catalogue.find("acme", name), "bolt"));
    expect(verdicts).toEqual([false, true]);
  });
});

describe("many domains", () => {
  it("are all checked by their own rules, those that are compiled with their first call too", async () => {
    const names = Array.from({ length: 130 }, (_, at) => `widget-${at}`);
    const upstream = await startUpstream({ "/registry": json({ generators: bolts }) });
    for (const [at, domainId] of names.entries()) {
      const specPackage = tinyPackage({ domainId });
      specPackage.schema.properties.id.maxLength = 10 + at;
      upstream.on(`/spec/${domainId}`, json(specPackage));
    }
    const catalogue = createRemoteCatalogue({
      domains: names.map((domainId) => ({
        ...domainOf(upstream, domainId),
        specPackageUrl: `${upstream.url}/spec/${domainId}`,
      })),
      // While packages are proven in this thread, nobody reads the answers.
      limits: patientLimits(),
    });
    closers.push(catalogue.close, upstream.close);
    await catalogue.firstRound;
    for (const [at, domainId] of names.entries()) {
      const state = catalogue.find("acme", domainId);
      expect(verdict(state, "bolt")).toBe(false);
      expect(verdict(state, "r".repeat(10 + at))).toBe(true);
      expect(verdict(state, "r".repeat(11 + at))).toBe(false);
    }
  });
});

describe("domains of equal rules", () => {
  it("share what was compiled and nothing else", async () => {
    const names = ["widget", "gadget"] as const;
    const upstream = await startUpstream({
      "/widget": json(tinyPackage()),
      "/gadget": json(tinyPackage({ domainId: "gadget", version: "3.0.0", title: "Gadgets" })),
      "/registry": json({ generators: bolts }),
      "/none": json({ generators: [] }),
    });
    const domains = names.map((name) => ({
      ...domainOf(upstream, name),
      specPackageUrl: `${upstream.url}/${name}`,
    }));
    Object.assign(domains[1] ?? {}, { registryUrl: `${upstream.url}/none` });
    const catalogue = createRemoteCatalogue({ domains });
    closers.push(catalogue.close, upstream.close);
    await catalogue.firstRound;
    const [widget, gadget] = names.map((name) => catalogue.find("acme", name));
    if (widget?.status !== "ready" || gadget?.status !== "ready") throw new Error("not ready");
    expect(gadget.spec.schema).toBe(widget.spec.schema);
    expect(gadget.spec).toMatchObject({ domainId: "gadget", version: "3.0.0", title: "Gadgets" });
    expect(gadget.spec.digest).not.toBe(widget.spec.digest);
    expect([verdict(widget, "bolt"), verdict(gadget, "bolt")]).toEqual([false, true]);
  });
});

describe("age", () => {
  it("counts from when the product answered, if a cache lies between", async () => {
    const upstream = await startUpstream({
      "/spec": json(tinyPackage()),
      "/registry": json({ generators: bolts }, { age: "600" }),
    });
    closers.push(upstream.close);
    const { state } = await follow({ domains: [domainOf(upstream)] });
    expect(state()).toMatchObject({ status: "ready", staleSeconds: 600 });
  });

  it("tells callers how old the copies are, then gives up on them, then recovers", async () => {
    const { upstream, catalogue, clock, state, failures } = await follow();
    const down: Handler = (_request, response) => void response.writeHead(503).end();
    upstream.on("/spec", down);
    clock.time += 60_000;
    await catalogue.refresh();
    expect(state()).not.toHaveProperty("staleSeconds");
    clock.time += 60_000;
    expect(state()).toMatchObject({ status: "ready", staleSeconds: 120 });
    expect(catalogue.ages!()).toEqual([
      { targetProduct: "acme", domainId: "widget", rulesSeconds: 120, registrySeconds: 60 },
    ]);
    expect(failures()).toEqual(["status"]);
    clock.time += 13 * 60_000;
    expect(state()).toMatchObject({ status: "unavailable", retryAfterSeconds: 30 });
    upstream.on("/spec", json(tinyPackage()));
    await catalogue.refresh();
    expect(state()).toMatchObject({ status: "ready" });
    expect(state()).not.toHaveProperty("staleSeconds");
  });

  it("is counted from when a document was requested, not from when it arrived", async () => {
    const { upstream, catalogue, clock, state } = await follow();
    const slow =
      (handler: Handler): Handler =>
      (request, response) => {
        clock.time += 50_000;
        handler(request, response);
      };
    upstream.on("/spec", slow(json(tinyPackage({ version: "1.1.0" }))));
    await catalogue.refresh();
    expect(state()).not.toHaveProperty("staleSeconds");
    clock.time += 45_000;
    expect(state()).toMatchObject({ staleSeconds: 95, spec: { version: "1.1.0" } });
  });

  it("keeps copies for several intervals where these are long", async () => {
    const { clock, state } = await follow({ refreshSeconds: 600 });
    clock.time += 1_700_000;
    expect(state()).not.toHaveProperty("staleSeconds");
    clock.time += 600_000;
    expect(state()).toMatchObject({ status: "ready", staleSeconds: 2_300 });
    clock.time += 100_000;
    expect(state()).toMatchObject({ status: "unavailable" });
  });

  it("follows 30 domains without a warning about listeners", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on("warning", onWarning);
    const names = Array.from({ length: 30 }, (_, index) => `widget-${index}`);
    const upstream = await startUpstream({ "/registry": json({ generators: [] }) });
    const domains = names.map((name) => {
      upstream.on(
        `/${name}`,
        (request, response) =>
          void setTimeout(() => json(tinyPackage({ domainId: name }))(request, response), 100),
      );
      return { ...domainOf(upstream, name), specPackageUrl: `${upstream.url}/${name}` };
    });
    const catalogue = createRemoteCatalogue({ domains });
    closers.push(catalogue.close, upstream.close);
    await catalogue.firstRound;
    expect(catalogue.list().map(({ status }) => status)).toEqual(new Array(30).fill("ready"));
    await catalogue.close();
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });

  it("lets one domain be unavailable while the others go on", async () => {
    const upstream = await startUpstream({
      "/spec": json(tinyPackage()),
      "/registry": json({ generators: [] }),
    });
    const broken = { ...domainOf(upstream, "gadget"), specPackageUrl: `${upstream.url}/nothing` };
    const catalogue = createRemoteCatalogue({ domains: [domainOf(upstream), broken] });
    closers.push(catalogue.close, upstream.close);
    await catalogue.firstRound;
    expect(catalogue.find("acme", "widget")).toMatchObject({ status: "ready" });
    expect(catalogue.find("acme", "gadget")).toMatchObject({
      status: "unavailable",
      description: { title: "gadget" },
    });
  });
});

describe("spec packages that are refused", () => {
  const other = { ...tinyPackage({ version: "1.1.0" }), title: "Changed" };
  const failing = tinyPackage({ version: "1.1.0" });
  failing.examples.valid[0]!.candidate.id = "bolt";
  const twice = JSON.stringify(tinyPackage({ version: "1.1.0" })).replace('"rules":', '"rules":[],"rules":');

  it.each([
    ["one that fails its own examples", failing, "spec-package-refused"],
    ["one of another product", tinyPackage({ targetProduct: "other" }), "spec-package-of-another-domain"],
    ["one of another domain", tinyPackage({ domainId: "other" }), "spec-package-of-another-domain"],
    ["a version reused with other content", { ...other, version: "1.0.0" }, "spec-package-version-reused"],
    ["something that is no spec package", { hello: "there" }, "spec-package-refused"],
    ["one with a member twice", twice, "spec-package-refused"],
    ["invalid JSON", '{"format":', "invalid-json"],
  ])("%s: the one in use stays, and a person is told", async (_name, document, code) => {
    const { upstream, catalogue, state, events } = await follow();
    upstream.on("/spec", json(document));
    await catalogue.refresh();
    expect(state()).toMatchObject({ status: "ready", spec: { version: "1.0.0", title: "Widgets" } });
    const event = events.find(({ kind }) => kind === "failed");
    expect(event).toMatchObject({ level: "error", document: "spec-package", problem: { code } });
    if (code === "spec-package-refused") expect(event?.problem?.reasons?.length).toBeGreaterThan(0);
    // Said once; the next asking of the same repeats it quietly, and a mended one is taken.
    await catalogue.refresh();
    expect(events.filter(({ level }) => level === "error")).toHaveLength(1);
    upstream.on("/spec", json(tinyPackage({ version: "1.2.0" })));
    await catalogue.refresh();
    expect(state()).toMatchObject({ spec: { version: "1.2.0" } });
  });

  it("are logged in a line of bounded length, however much is wrong with them", async () => {
    const document = tinyPackage({ version: "1.1.0" });
    const long = "x".repeat(50_000);
    const rules = Array.from({ length: 150 }, (_, index) => ({
      code: `${long}${index}`,
      check: long,
      at: [],
    }));
    const { upstream, catalogue, events } = await follow();
    upstream.on(
      "/spec",
      json({ ...document, rules: rules.slice(0, 6), [long]: 1, examples: { [long]: [] } }),
    );
    await catalogue.refresh();
    upstream.on(
      "/spec",
      json({ ...document, rules: rules.map((rule, index) => ({ ...rule, check: index, code: index })) }),
    );
    await catalogue.refresh();
    const refusals = events.filter(({ problem }) => problem?.code === "spec-package-refused");
    expect(refusals).toHaveLength(2);
    for (const event of refusals) {
      const count = event.problem?.reasons?.length ?? 0;
      expect(count).toBeGreaterThan(5);
      const fields = logFields({ ...event, domains: new Array(1_000).fill(event.domains[0]) });
      expect(JSON.stringify(fields).length).toBeLessThan(6_000);
      expect(fields).toMatchObject({ domainCount: 1_000, problem: { reasonCount: count } });
      expect(fields.domains).toEqual(new Array(5).fill({ targetProduct: "acme", domainId: "widget" }));
      expect(fields.problem?.reasons).toHaveLength(5);
    }
  });

  it("stay out for as long as they are published, and callers read that, not that nobody answers", async () => {
    const { upstream, catalogue, clock, state } = await follow();
    upstream.on("/spec", json(failing));
    for (let minutes = 0; minutes < 120; minutes += 10) {
      clock.time += 600_000;
      await catalogue.refresh();
    }
    expect(state()).toMatchObject({
      status: "ready",
      spec: { version: "1.0.0" },
      refused: [{ document: "spec-package", kind: "refused" }],
    });
    expect(state()).not.toHaveProperty("staleSeconds");
    expect(catalogue.ages!()).toMatchObject([{ rulesSeconds: 7_200, registrySeconds: 0 }]);
    // A product that then cannot be reached at all is given up on as before.
    upstream.on("/spec", (_request, response) => void response.writeHead(503).end());
    clock.time += 600_000;
    await catalogue.refresh();
    expect(state()).toMatchObject({ staleSeconds: 600, refused: [{ kind: "refused" }] });
    clock.time += 300_000;
    expect(state()).toMatchObject({ status: "unavailable" });
    upstream.on("/spec", json(tinyPackage({ version: "1.2.0" })));
    await catalogue.refresh();
    expect(state()).toMatchObject({ status: "ready", spec: { version: "1.2.0" } });
    expect(state()).not.toHaveProperty("refused");
  });

  it("never loaded: nothing is checked", async () => {
    const { state } = await follow({ spec: json(failing) });
    expect(state()).toMatchObject({ status: "unavailable" });
  });
});

describe("documents that look like a mistake", () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ id: `part-${index}`, name: `Part ${index}` }));

  it("an older version is held back, named, and taken once it was published for 15 minutes", async () => {
    const { upstream, catalogue, clock, state, events } = await follow({
      spec: json(tinyPackage({ version: "1.10.0" })),
    });
    upstream.on("/spec", json(tinyPackage({ version: "1.9.0" })));
    await catalogue.refresh();
    const detail = "version 1.9.0 of the rules is older than 1.10.0";
    expect(events.at(-1)).toMatchObject({
      kind: "failed",
      level: "error",
      problem: { code: "spec-package-older", message: detail },
    });
    clock.time += 899_000;
    await catalogue.refresh();
    expect(state()).toMatchObject({
      spec: { version: "1.10.0" },
      refused: [{ document: "spec-package", kind: "older", detail }],
    });
    clock.time += 1_000;
    await catalogue.refresh();
    expect(state()).toMatchObject({ spec: { version: "1.9.0" } });
    expect(state()).not.toHaveProperty("refused");
    expect(events.at(-1)).toMatchObject({
      ...{ kind: "replaced", level: "warn", version: "1.9.0" },
      problem: { code: "spec-package-older" },
    });
  });

  it("a registry without more than half of its entries is held back, named, and taken after 15 minutes", async () => {
    const { upstream, catalogue, clock, state, events } = await follow({
      registry: json({ generators: many }),
    });
    upstream.on("/registry", json({ generators: many.slice(6) }));
    await catalogue.refresh();
    const detail = "the registry shrank from 10 to 4 entries";
    expect(events.at(-1)).toMatchObject({
      ...{ kind: "failed", level: "error", document: "registry" },
      problem: { code: "registry-shrunken", message: detail },
    });
    // Another short list in between is still one that nobody confirmed as the whole.
    upstream.on("/registry", json({ generators: many.slice(7) }));
    clock.time += 899_000;
    await catalogue.refresh();
    expect(verdict(state(), "part-0")).toBe(false);
    clock.time += 1_000;
    await catalogue.refresh();
    expect(verdict(state(), "part-0")).toBe(true);
    expect(state()).toMatchObject({ registry: { size: 3 } });
  });

  it("a registry that comes back in time is as if nothing had been", async () => {
    const { upstream, catalogue, clock, state } = await follow({ registry: json({ generators: many }) });
    for (let round = 0; round < 5; round++) {
      upstream.on("/registry", json({ generators: many.slice(6) }));
      clock.time += 600_000;
      await catalogue.refresh();
      expect(state()).toMatchObject({ registry: { size: 10 }, refused: [{ kind: "shrunken" }] });
      upstream.on("/registry", json({ generators: many }));
      await catalogue.refresh();
      expect(state()).not.toHaveProperty("refused");
    }
  });

  it("half of a registry may go at once", async () => {
    const { upstream, catalogue, state } = await follow({ registry: json({ generators: many }) });
    upstream.on("/registry", json({ generators: many.slice(5) }));
    await catalogue.refresh();
    expect(state()).toMatchObject({ registry: { size: 5 } });
  });

  it("an empty registry never takes the place of one with entries", async () => {
    const { upstream, catalogue, clock, state, failures } = await follow();
    upstream.on("/registry", json({ generators: [] }));
    for (let hour = 0; hour < 5; hour++) {
      clock.time += 3_600_000;
      await catalogue.refresh();
    }
    expect(state()).toMatchObject({
      ...{ status: "ready", registry: { size: 2 } },
      refused: [{ document: "registry", kind: "empty", detail: "the registry shrank from 2 to 0 entries" }],
    });
    expect(new Set(failures())).toEqual(new Set(["registry-empty"]));
    // One that starts without entries is as good as any.
    expect((await follow({ registry: json({ generators: [] }) })).state()).toMatchObject({
      status: "ready",
      registry: { size: 0 },
    });
  });
});

const drip: Handler = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

/** Sends until it is cut off, 64 KiB at a time. */
const flood =
  (head: Record<string, string>): Handler =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...head });
    response.write('{"generators":[');
    const piece = `${JSON.stringify({ id: "x", name: "x".repeat(200) })},`.repeat(280);
    const pump = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", pump);
    pump();
  };

describe("upstreams that misbehave", () => {
  it.each<[string, Handler, string]>([
    ["hangs before the head", () => undefined, "timeout"],
    [
      "hangs within the body",
      (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).write("{"),
      "timeout",
    ],
    ["answers byte by byte", drip, "timeout"],
    [
      "sends a web page",
      (_request, response) =>
        void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>"),
      "content-type",
    ],
    ["sends a web page as JSON", json("<h1>Hello</h1>"), "invalid-json"],
    ["sends invalid JSON", json('{"generators":[{"id":"a","name":"A"}'), "invalid-json"],
    ["announces 2 GB", flood({ "content-length": "2147483648" }), "too-large"],
    [
      "redirects to a private address",
      (_request, response) => void response.writeHead(302, { location: "http://10.0.0.1/registry" }).end(),
      "redirect",
    ],
    [
      "answers 304 to a question without a tag",
      (_request, response) => void response.writeHead(304).end(),
      "unexpected-304",
    ],
    [
      "sends compressed bytes nobody asked for",
      (_request, response) =>
        void response
          .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
          .end("x"),
      "content-encoding",
    ],
    [
      "breaks off in the middle",
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
        response.write('{"generators":[', () => response.destroy());
      },
      "truncated",
    ],
    ["closes the connection", (request) => void request.socket.destroy(), "unreachable"],
    ["is down", (_request, response) => void response.writeHead(502).end("bad gateway"), "status"],
  ])("one that %s", async (_name, handler, code) => {
    const { upstream, catalogue, state, failures, clock, limits } = await follow();
    if (code === "timeout") tighten(limits);
    upstream.on("/spec", handler);
    upstream.on("/registry", handler);
    // Late enough that the documents are asked for whole, tag or no tag.
    for (let round = 0; round < 20; round++) {
      await catalogue.refresh();
      if (failures().length >= 2) break;
    }
    expect(new Set(failures())).toEqual(new Set([code]));
    expect(state()).toMatchObject({ status: "ready", registry: { size: 2 } });
    clock.time += 900_000;
    expect(state()).toMatchObject({ status: "unavailable" });
  });

  it("one that sends without end is cut off at the limit", async () => {
    const small = {
      ...CATALOGUE_LIMITS,
      registry: { ...CATALOGUE_LIMITS.registry, maxBytes: 300_000, maxEntries: 1_000 },
    };
    const { state, failures } = await follow({ registry: flood({}), limits: small });
    expect(state()).toMatchObject({ status: "unavailable" });
    expect(failures()).toHaveLength(1);
  });

  /** In pieces and without a length, so that only counting tells how long it is. */
  const streamed =
    (document: unknown): Handler =>
    (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const text = typeof document === "string" ? document : JSON.stringify(document);
      const middle = Math.floor(text.length / 2);
      response.write(text.slice(0, middle));
      setTimeout(() => response.end(text.slice(middle)), 20);
    };
  const limited = (document: "specPackage" | "registry", maxBytes: number): CatalogueLimits => ({
    ...CATALOGUE_LIMITS,
    [document]: { ...CATALOGUE_LIMITS[document], maxBytes },
  });

  it("one that streams a byte too many is refused, and no byte before", async () => {
    const documents = { specPackage: tinyPackage(), registry: { generators: bolts } };
    for (const name of ["specPackage", "registry"] as const) {
      const size = Buffer.byteLength(JSON.stringify(documents[name]));
      const handlers = { spec: streamed(documents.specPackage), registry: streamed(documents.registry) };
      const exact = await follow({ ...handlers, limits: limited(name, size) });
      expect([exact.state()?.status, exact.failures()], name).toEqual(["ready", []]);
      const over = await follow({ ...handlers, limits: limited(name, size - 1) });
      expect([over.state()?.status, over.failures()], name).toEqual(["unavailable", ["too-large"]]);
    }
  });

  it("the pages of a registry share one limit", async () => {
    const pages = {
      "/registry": JSON.stringify({ generators: [{ id: "a", name: "A" }], next: "/more" }),
      "/more": JSON.stringify({ generators: [{ id: "b", name: "B" }] }),
    };
    const size = pages["/registry"].length + pages["/more"].length;
    for (const [maxBytes, expected] of [
      [size, []],
      [size - 1, ["too-large"]],
    ] as const) {
      for (const send of [streamed, json]) {
        const upstream = await startUpstream({
          "/spec": json(tinyPackage()),
          "/registry": send(pages["/registry"]),
          "/more": send(pages["/more"]),
        });
        const events: CatalogueEvent[] = [];
        const catalogue = createRemoteCatalogue({
          domains: [domainOf(upstream)],
          limits: limited("registry", maxBytes),
          onEvent: (event) => events.push(event),
        });
        closers.push(catalogue.close, upstream.close);
        await catalogue.firstRound;
        expect(events.flatMap(({ problem }) => problem?.code ?? [])).toEqual(expected);
      }
    }
  });

  it.each([
    ["id", 256, true],
    ["id", 257, false],
    ["id", 0, false],
    ["name", 1_000, true],
    ["name", 1_001, false],
  ] as const)("a registry entry with %s of %i characters is read: %s", async (member, length, isRead) => {
    const entry = { id: "a", name: "A", [member]: "x".repeat(length) };
    const { state, events } = await follow({ registry: json({ generators: [entry] }) });
    expect(state()?.status).toBe(isRead ? "ready" : "unavailable");
    const reasons = events.flatMap(({ problem }) => problem?.reasons ?? []);
    expect(reasons.map(({ pointer }) => pointer)).toEqual(isRead ? [] : [`/generators/0/${member}`]);
  });

  it("a registry of as many entries as may be is read, one more is not", async () => {
    const generators = Array.from({ length: 11 }, (_, at) => ({ id: `entry-${at}`, name: "Entry" }));
    for (const [maxEntries, status] of [
      [11, "ready"],
      [10, "unavailable"],
    ] as const) {
      const limits = { ...CATALOGUE_LIMITS, registry: { ...CATALOGUE_LIMITS.registry, maxEntries } };
      expect((await follow({ registry: json({ generators }), limits })).state()?.status).toBe(status);
    }
  });

  it.each<[string, unknown, string]>([
    ["duplicate ids", { generators: [...bolts, { id: "BOLT", name: "Again" }] }, "duplicate-ids"],
    ["an entry that is no object", { generators: [...bolts, "bolt"] }, "invalid-entries"],
    ["an entry without a name", { generators: [{ id: "a" }] }, "invalid-entries"],
    ["an id that is a number", { generators: [{ id: 5, name: "Five" }] }, "invalid-entries"],
    ["a next loop", { generators: [], next: "/registry" }, "next-loop"],
    ["a next on another origin", { generators: [], next: "http://127.0.0.2:1/registry" }, "foreign-next"],
    ["a next of another scheme", { generators: [], next: "file:///etc/passwd" }, "foreign-next"],
    ["no generators", { items: [] }, "invalid-shape"],
  ])("a registry with %s", async (_name, document, code) => {
    const { upstream, catalogue, state, events } = await follow();
    upstream.on("/registry", json(document));
    await catalogue.refresh();
    expect(events.at(-1)).toMatchObject({
      kind: "failed",
      level: "error",
      document: "registry",
      problem: { code },
    });
    expect(state()).toMatchObject({ status: "ready", registry: { size: 2 } });
  });

  it("a registry whose pages never end", async () => {
    let page = 0;
    const endless: Handler = (_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ generators: [], next: `/registry?page=${++page}` }));
    };
    const few = { ...CATALOGUE_LIMITS, registry: { ...CATALOGUE_LIMITS.registry, maxPages: 5 } };
    const upstream = await startUpstream({ "/spec": json(tinyPackage()), "/registry": endless });
    for (let at = 1; at <= 10; at++) upstream.on(`/registry?page=${at}`, endless);
    const events: CatalogueEvent[] = [];
    const catalogue = createRemoteCatalogue({
      domains: [domainOf(upstream)],
      limits: few,
      onEvent: (event) => events.push(event),
    });
    closers.push(catalogue.close, upstream.close);
    await catalogue.firstRound;
    expect(events.find(({ kind }) => kind === "failed")?.problem?.code).toBe("too-many-pages");
    expect(upstream.asked.filter(({ path }) => path.startsWith("/registry"))).toHaveLength(5);
  });

  it("a tag that stays the same while the content changes is seen through", async () => {
    const etag = '"always"';
    const { upstream, catalogue, state } = await follow({
      spec: json(tinyPackage(), { etag }),
      registry: json({ generators: bolts }, { etag }),
    });
    upstream.on("/spec", json(tinyPackage({ version: "1.1.0" }), { etag }));
    upstream.on("/registry", json({ generators: bolts.slice(1) }, { etag }));
    for (let round = 0; round < 20; round++) await catalogue.refresh();
    expect(state()).toMatchObject({ spec: { version: "1.1.0" }, registry: { size: 1 } });
  });

  it("a 304 that names another tag confirms nothing", async () => {
    const { upstream, catalogue, state } = await follow();
    const liar =
      (handler: Handler): Handler =>
      (request, response) =>
        request.headers["if-none-match"] === undefined
          ? handler(request, response)
          : void response.writeHead(304, { etag: '"another"' }).end();
    upstream.on("/spec", liar(json(tinyPackage({ version: "1.1.0" }))));
    upstream.on("/registry", liar(json({ generators: bolts.slice(1) })));
    await catalogue.refresh();
    expect(state()).toMatchObject({ spec: { version: "1.1.0" }, registry: { size: 1 } });
  });

  it("a tag that is none is not sent back", async () => {
    const { upstream, catalogue } = await follow({ spec: json(tinyPackage(), { etag: "no quotes" }) });
    await catalogue.refresh();
    expect(upstream.asked.filter(({ path }) => path === "/spec").map((ask) => ask.ifNoneMatch)).toEqual([
      undefined,
      undefined,
    ]);
  });
});
