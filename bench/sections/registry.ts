/**
 * What a small and a large registry cost: time to build, memory, and time per lookup. Parsing a 60 KB body in the same
 * run is the yardstick for the search for similar names.
 */
import { createRegistryBuilder, openRegistry, type Registry, registryBuffers } from "proposal-preflight";
import { candidates } from "../candidates.ts";
import type { Report } from "../report.ts";

const makers =
  `annual basic broken cached clinical coastal daily deferred digital early expired foreign frozen gross
  hidden hourly imported inbound indexed internal legacy licensed local manual marine medical merged mobile monthly
  nested nightly offline ordinary outbound overdue partial pending periodic prepaid primary private random recent
  regional rejected remote returned rural seasonal secondary secured shared signed spoken standard suspended tagged
  temporary tidal trusted typed urban urgent verified virtual weekly weighted wireless`.split(/\s+/);
const subjects =
  `account agent airport album ambulance appliance apprentice archive auction author badge bakery ballot
  battery booking borrower branch broker bucket builder calendar campaign carrier casualty charity claim clinic
  cluster concert consent container courier coupon customer dataset dealer debtor delivery device diploma donor
  driver election employee engine estate exhibit ferry festival firmware forecast fossil freight garden genome
  grant harbour hotel household inspection insurer invoice journal kitchen laboratory landlord lecture ledger
  library lottery machine magazine mandate merchant mission museum nursery orchard parcel passenger pathogen
  patient payroll pharmacy pipeline podcast policy portfolio prescription prisoner prototype publisher railway
  recipe refinery repository reservoir sailor satellite scanner school seminar sensor server shareholder shipment
  specimen sponsor stadium statement student supplier surgeon surveyor tariff taxpayer telescope tenant theatre
  ticket tournament tractor trainee turbine tutor vaccine vehicle vendor vessel veteran village volunteer voucher
  warehouse warranty workshop`.split(/\s+/);
const attributes =
  `abstract address age amount answer balance batch biography birthday body budget capacity caption category
  checksum city code colour comment condition contact coordinates counter country currency date deadline density
  deposit description diameter digest direction discount distance duration email enddate expiry family fee flag
  format frequency gender grade hash headline height history identifier image income index ingredient interval
  label language latitude length level limit locale location longitude measure message method model motto nickname
  note number occupation option origin outline owner page passphrase password pattern percentage period phone
  picture place position postcode price priority profile quantity question quota range rating ratio reading reason
  receipt record reference region remark result review role route salary schedule score sequence serial signature
  size source speed status street subtitle summary surname tag tax temperature timestamp title token total transcript
  type unit username value version volume weight width year`.split(/\s+/);
const onsets = [
  "b",
  "br",
  "ch",
  "d",
  "f",
  "g",
  "gl",
  "h",
  "k",
  "l",
  "m",
  "n",
  "p",
  "qu",
  "r",
  "s",
  "st",
  "t",
  "v",
  "z",
];
const rimes = ["a", "an", "ar", "e", "el", "en", "i", "in", "io", "o", "ol", "on", "or", "u", "um", "us"];

/** A fixed sequence of pseudo-random numbers, so that every run measures the same names. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

type Numbers = (below: number) => number;
const pick = (list: readonly string[], number: Numbers): string => list[number(list.length)]!;
const coined = (number: Numbers): string =>
  Array.from({ length: 2 + number(3) }, () => pick(onsets, number) + pick(rimes, number)).join("");

/** Two or three ordinary words. One name in three has an invented word, such as a brand. */
function inventName(number: Numbers): string {
  const first = number(3) === 0 ? coined(number) : pick(makers, number);
  const name = `${first} ${pick(subjects, number)} ${pick(attributes, number)}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Drops, doubles, swaps or replaces one letter, but not the first. */
function withSlip(name: string, number: Numbers): string {
  const at = 2 + number(name.length - 4);
  const kinds = [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + name[at] + name.slice(at),
    name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
    `${name.slice(0, at)}k${name.slice(at + 1)}`,
  ];
  return pick(kinds, number);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

let sink = 0;

/** Microseconds per call, sorted. The first round only warms up. */
function timeEach(queries: readonly string[], ask: (query: string) => unknown): number[] {
  for (const query of queries) if (ask(query) !== undefined) sink++;
  return queries
    .map((query) => {
      const start = performance.now();
      if (ask(query) !== undefined) sink++;
      return (performance.now() - start) * 1_000;
    })
    .sort((a, b) => a - b);
}

/** Microseconds per call, for calls that are too short for the clock: measures a hundred at a time. */
function timeBatches(queries: readonly string[], ask: (query: string) => unknown): number {
  const batches = Array.from({ length: queries.length / 100 }, (_, index) =>
    queries.slice(100 * index, 100 * index + 100),
  );
  const askAll = (batch: readonly string[]): void => {
    for (const query of batch) if (ask(query) !== undefined) sink++;
  };
  batches.forEach(askAll);
  const times = batches.map((batch) => {
    const start = performance.now();
    askAll(batch);
    return ((performance.now() - start) * 1_000) / batch.length;
  });
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

function build(entries: readonly { id: string; name: string }[]) {
  const start = performance.now();
  const builder = createRegistryBuilder();
  for (const entry of entries) builder.add(entry);
  const data = builder.finish("2026-01-01T00:00:00Z");
  const seconds = (performance.now() - start) / 1_000;
  const bytes = registryBuffers(data).reduce((sum, buffer) => sum + buffer.byteLength, 0);
  return { registry: openRegistry(data), seconds, bytes };
}

function measure(registry: Registry, entries: readonly { id: string; name: string }[]) {
  const number = createNumbers(7);
  const queries = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  const registered = () => entries[number(entries.length)]!;
  const fresh = () => `${coined(number)} ${pick(subjects, number)} ${coined(number)}`;
  const long = () =>
    queries(12, () => coined(number) + coined(number))
      .join(" ")
      .slice(0, 96);
  const slipped = queries(2_000, () => withSlip(registered().name, number));
  const near = (name: string) => registry.findNearName(name);
  return {
    taken: timeBatches(
      queries(20_000, () => registered().id.toUpperCase()),
      (id) => registry.findById(id),
    ),
    free: timeBatches(
      queries(20_000, () => `new-${registered().id}`),
      (id) => registry.findById(id),
    ),
    rows: [
      [
        "the same name",
        timeEach(
          queries(2_000, () => registered().name.toUpperCase()),
          near,
        ),
      ],
      ["one typo", timeEach(slipped, near)],
      ["a new name", timeEach(queries(2_000, fresh), near)],
      ["a new name of 90 letters", timeEach(queries(500, long), near)],
    ] as const,
    found: slipped.filter((name) => near(name) !== undefined).length / slipped.length,
  };
}

export const title = "Registry index";

export async function run(report: Report): Promise<void> {
  const body = JSON.stringify(candidates.large());
  const parsed = timeEach(
    Array.from({ length: 400 }, () => body),
    (text) => JSON.parse(text),
  );
  const format = (times: readonly number[]) => [
    quantile(times, 0.5).toFixed(1),
    quantile(times, 0.99).toFixed(1),
  ];
  const lines = [
    [`JSON.parse of a ${(body.length / 1_000).toFixed(0)} KB body, for comparison`, ...format(parsed)],
  ];
  const notes: string[] = [];
  for (const size of [1_000, 1_000_000]) {
    const number = createNumbers(size);
    const entries = Array.from({ length: size }, (_, index) => {
      const name = inventName(number);
      return { id: `${name.toLowerCase().replaceAll(" ", "-")}-${index}`, name };
    });
    const { registry, seconds, bytes } = build(entries);
    const { taken, free, rows, found } = measure(registry, entries);
    const entered = `${size.toLocaleString("en")} entries`;
    lines.push([`${entered}: lookup of a taken id`, taken.toFixed(2)]);
    lines.push([`${entered}: lookup of a free id`, free.toFixed(2)]);
    for (const [kind, times] of rows) lines.push([`${entered}: similar names, ${kind}`, ...format(times)]);
    notes.push(
      `${entered}: built in ${seconds.toFixed(2)} s, ${(bytes / 1e6).toFixed(1)} MB held, ${(100 * found).toFixed(0)} % of names with one typo are found.`,
    );
  }
  if (sink < 0) throw new Error("unreachable; keeps the calls from being optimized away");
  report.table("Microseconds per call", ["", "median", "p99"], lines);
  for (const note of notes) report.note(note);
}
