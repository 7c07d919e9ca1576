/** When a new version of a spec package takes over: pinned, or after a delay. */
import "../support/without-threads.ts";
import { describe, expect, it } from "vitest";
import type { Rollout } from "../../src/service/catalogue/packages.ts";
import { closers, domainOf, follow } from "./follow.ts";
import { bolts, json, startUpstream, tinyPackage } from "./support.ts";

/** A domain that is followed with a rollout; what it publishes can be changed. */
async function start(rollout: Rollout, version = "1.0.0") {
  const upstream = await startUpstream({
    "/spec": json(tinyPackage({ version })),
    "/registry": json({ generators: bolts }),
  });
  const followed = await follow({ domains: [{ ...domainOf(upstream), rollout }] });
  closers.push(upstream.close);
  const versionInUse = () => {
    const state = followed.state();
    return state?.status === "ready" ? state.spec.version : state?.status;
  };
  return {
    ...followed,
    domain: domainOf(upstream),
    version: versionInUse,
    async publish(next: string, more: object = {}) {
      upstream.on("/spec", json({ ...tinyPackage({ version: next }), ...more }));
      await followed.catalogue.refresh();
    },
  };
}

describe("a pinned version", () => {
  it("stays in use whatever is published, for longer than copies last, and is not stale", async () => {
    const { publish, version, clock, catalogue, domain, state, events } = await start({ pin: "1.0.0" });
    await publish("1.1.0");
    clock.time += 10 * 3_600_000;
    await catalogue.refresh();
    await catalogue.refresh();
    expect(version()).toBe("1.0.0");
    expect(state()).not.toHaveProperty("staleSeconds");
    expect(events.filter(({ kind }) => kind === "waiting")).toMatchObject([
      { version: "1.1.0", level: "info" },
    ]);
    await catalogue.setDomains([domain]);
    await catalogue.refresh();
    expect(version()).toBe("1.1.0");
  });

  it("is the only one that is taken at the start", async () => {
    const { publish, version, failures } = await start({ pin: "1.1.0" });
    expect([version(), failures()]).toEqual(["unavailable", ["spec-package-not-pinned"]]);
    await publish("1.1.0");
    expect(version()).toBe("1.1.0");
  });

  it("may be a digest, and may be older than what is in use", async () => {
    const { publish, version, catalogue, domain, state } = await start({ delaySeconds: 1 }, "1.2.0");
    const pinned = { ...domain, rollout: { pin: "1.1.0" } };
    await catalogue.setDomains([pinned]);
    expect(version()).toBe("1.2.0");
    await publish("1.1.0");
    expect(version()).toBe("1.1.0");
    const current = state();
    const digest = current?.status === "ready" ? current.spec.digest : "";
    await catalogue.setDomains([{ ...domain, rollout: { pin: digest } }]);
    await publish("1.3.0");
    expect(version()).toBe("1.1.0");
  });
});

it("a version older than the pinned one waits as a newer one does, and is no mistake", async () => {
  const { publish, version, clock, catalogue, state, failures } = await start({ pin: "1.1.0" }, "1.1.0");
  await publish("1.0.0");
  clock.time += 10 * 3_600_000;
  await catalogue.refresh();
  expect([version(), failures()]).toEqual(["1.1.0", []]);
  expect(state()).not.toHaveProperty("refused");
});

it("with a delay, an older version is taken once it was published for that long and for 15 minutes", async () => {
  const { publish, version, clock, catalogue, failures } = await start({ delaySeconds: 1_800 }, "1.1.0");
  await publish("1.0.0");
  clock.time += 1_799_000;
  await catalogue.refresh();
  expect([version(), failures()]).toEqual(["1.1.0", ["spec-package-older", "spec-package-older"]]);
  clock.time += 1_000;
  await catalogue.refresh();
  expect(version()).toBe("1.0.0");
});

it("a delay is counted from when a version was first seen, for each version", async () => {
  const { publish, version, clock, catalogue } = await start({ delaySeconds: 3_600 });
  await publish("1.1.0");
  clock.time += 3_000_000;
  await publish("1.2.0");
  clock.time += 3_000_000;
  await catalogue.refresh();
  expect(version()).toBe("1.0.0");
  clock.time += 600_000;
  await catalogue.refresh();
  expect(version()).toBe("1.2.0");
});

it("a version that is withdrawn waits no more", async () => {
  const { publish, version, clock } = await start({ delaySeconds: 3_600 });
  await publish("1.1.0");
  await publish("1.0.0");
  clock.time += 3_600_000;
  await publish("1.1.0");
  expect(version()).toBe("1.0.0");
});

describe("other domains", () => {
  it("are followed from then on; copies of those that stay are kept, even if their product is away", async () => {
    const { upstream, catalogue, clock } = await follow();
    const domain = domainOf(upstream);
    const before = catalogue.find("acme", "widget");
    const other = await startUpstream({
      "/spec": json(tinyPackage({ domainId: "gadget" })),
      "/registry": json({ generators: bolts }),
    });
    closers.push(other.close);
    await upstream.close();
    await catalogue.setDomains([domainOf(other, "gadget"), domain]);
    expect(catalogue.list().map(({ description, status }) => [description.domainId, status])).toEqual([
      ["gadget", "ready"],
      ["widget", "ready"],
    ]);
    expect(catalogue.find("acme", "widget")).toBe(before);
    await catalogue.setDomains([domainOf(other, "gadget")]);
    expect(catalogue.find("acme", "widget")).toBeUndefined();
    other.asked.length = 0;
    clock.time += 1;
    await catalogue.refresh();
    expect(other.asked).toHaveLength(2);
  });
});
