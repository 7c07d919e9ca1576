/** What a catalogue does in threads, so that nothing waits for it. */
import "../support/built-worker.ts";
import { describe, expect, it } from "vitest";
import { CATALOGUE_LIMITS } from "../../src/adapters/catalogue/limits.ts";
import { createRemoteCatalogue } from "../../src/adapters/catalogue/remote.ts";
import { digestOf } from "../../src/core/json/digest.ts";
import { closers, domainOf, follow } from "./follow.ts";
import { json, startUpstream, tinyPackage } from "./support.ts";

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
    const { upstream, catalogue, state, limits } = await follow();
    limits.proofMs = 600_000;
    upstream.on("/spec", json(slowPackage("1.1.0")));
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    await catalogue.refresh();
    clearInterval(timer);
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
