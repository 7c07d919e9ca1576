/** Registries with the same entries share one index, whatever address they come from. */
import { expect, test } from "vitest";
import { createRegistryBuilder, type RegistryData } from "../../src/core/registry/registry.ts";
import { createShared } from "../../src/core/schema/sharing.ts";
import { createRegistryReader, type RegistryAnswer } from "../../src/service/catalogue/registries.ts";
import { bolts } from "./support.ts";

const limits = {
  headMs: 1,
  totalMs: 1,
  stallMs: 1,
  stallBytes: 1,
  maxBytes: 1,
  maxPages: 1,
  maxEntries: 1,
};
const said = { trace: { pages: [], bodyHash: "" }, ageMs: 0 };

function loaded(asOf: string): Extract<RegistryAnswer, { status: "loaded" }> {
  const builder = createRegistryBuilder();
  for (const entry of bolts) builder.add(entry);
  return { status: "loaded", data: builder.finish(asOf), asOf, ...said };
}

/** A reader whose thread gives this answer. */
function readerOf(answer: RegistryAnswer, indexes: ReturnType<typeof createShared<RegistryData>>) {
  const source = { url: "http://a.example/", member: "generators" };
  return createRegistryReader(source, limits, async () => answer, indexes);
}

test("equal entries that were read apart share one index", async () => {
  const indexes = createShared<RegistryData>();
  const first = loaded("2026-01-01T00:00:00.000Z");
  const key = `${first.data.digest} ignore`;
  await readerOf(first, indexes)(undefined, false);
  const reading = await readerOf(loaded("2026-02-02T00:00:00.000Z"), indexes)(undefined, false);
  expect(indexes.find(key)).toBe(first.data);
  if (reading.status !== "replaced") throw new Error(reading.status);
  expect(reading.value.registry.asOf).toBe("2026-02-02T00:00:00.000Z");
  expect(reading.value.registry.findById("bolt")).toEqual(bolts[0]);
});
