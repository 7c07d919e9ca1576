/** Registries with the same entries share one index, whatever address they come from. */
import { expect, test } from "vitest";
import { createRegistryBuilder, type RegistryData } from "../../src/core/registry/registry.ts";
import { createShared } from "../../src/core/schema/sharing.ts";
import type { RegistryAnswer, RegistryJob } from "../../src/service/catalogue/registries.ts";
import { createRegistryReader } from "../../src/service/catalogue/registries.ts";
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

/** A reader whose thread gives these answers, and the jobs that it was given. */
function readerOf(answers: RegistryAnswer[], indexes = createShared<RegistryData>()) {
  const jobs: RegistryJob[] = [];
  const run = async (job: RegistryJob) => {
    jobs.push(job);
    return answers.shift()!;
  };
  const read = createRegistryReader({ url: "http://a.example/", member: "generators" }, limits, run, indexes);
  return { read, jobs };
}

test("a registry whose bytes are known is opened from the index in use, with its own time", async () => {
  const first = loaded("2026-01-01T00:00:00.000Z");
  const known = {
    status: "known",
    digest: first.data.digest,
    asOf: "2026-02-02T00:00:00.000Z",
    ...said,
  } as const;
  const { read, jobs } = readerOf([first, known]);
  await read(undefined, false);
  const reading = await read(undefined, false);
  expect(reading).toMatchObject({
    status: "replaced",
    value: { registry: { digest: known.digest, asOf: known.asOf, size: bolts.length } },
  });
  if (reading.status === "replaced") expect(reading.value.registry.findById("bolt")).toEqual(bolts[0]);
  expect(jobs).toHaveLength(2);
});

test("it is indexed anew if nobody uses that index any more", async () => {
  const known = { status: "known", digest: "sha256:gone", asOf: "", ...said } as const;
  const { read, jobs } = readerOf([known, loaded("2026-01-01T00:00:00.000Z")]);
  expect(await read(undefined, false)).toMatchObject({ status: "replaced" });
  expect(jobs.map(({ unshared, unconditional }) => [unshared, unconditional])).toEqual([
    [undefined, false],
    [true, true],
  ]);
});

test("equal entries that were read apart share one index", async () => {
  const indexes = createShared<RegistryData>();
  const first = loaded("2026-01-01T00:00:00.000Z");
  const key = `${first.data.digest} ignore`;
  await readerOf([first], indexes).read(undefined, false);
  await readerOf([loaded("2026-02-02T00:00:00.000Z")], indexes).read(undefined, false);
  expect(indexes.find(key)).toBe(first.data);
});
