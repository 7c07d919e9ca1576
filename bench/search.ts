/**
 * Looks for bodies that cost more than they are worth: a hill climb over bodies and packages. In this process, so that
 * thousands are tried in a minute; as a request, a body costs a smaller multiple, since both then have the same overhead.
 */
import { readFileSync } from "node:fs";
import {
  type CheckContext,
  createRegistry,
  loadSpecPackage,
  repairCandidate,
  type SpecPackage,
} from "proposal-preflight";
import type { HostilePackage } from "./hostile-packages.ts";
import { median } from "./report.ts";

const MAX_BYTES = 65_000;
/** How many bodies of a package are climbed from. */
const KEPT = 6;

export interface Subject {
  readonly name: string;
  readonly spec: SpecPackage;
  readonly context: CheckContext;
  /** A valid body, and what it costs; of about 60 KB, but for the packages of examples. */
  readonly valid: string;
  readonly base: number;
  /** The worst bodies so far, the worst first. */
  readonly worst: Attempt[];
}

export interface Attempt {
  readonly body: string;
  readonly ms: number;
}

export function createRandom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * most);
  };
}

/** Processor time in milliseconds, the least of some runs. */
export function costOf(run: () => void, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < runs; count++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

export function createSubject({ document, registry, valid, attacks }: HostilePackage): Subject {
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error(`${document.targetProduct} is refused: ${loaded.reasons[0]?.message}`);
  const entries = (registry.generators ?? []) as { id: string; name: string }[];
  const names = Object.keys((document.registries ?? {}) as object);
  const context = {
    registry: createRegistry(entries, "2026-11-01T00:00:00Z"),
    registries: new Map(names.map((name) => [name, createRegistry([], "2026-11-01T00:00:00Z")])),
    now: Date.parse("2026-11-01"),
  };
  const { spec } = loaded;
  const repair = (body: string) => repairOf(spec, context, body);
  for (let count = 0; count < 50; count++) repair(valid);
  const base = costOf(() => repair(valid), 30);
  const worst = [...attacks.values()].map((body) => ({ body, ms: costOf(() => repair(body), 4) }));
  return { name: document.targetProduct, spec, context, valid, base, worst: sorted(worst) };
}

const loadCore = (path: string) => import(new URL(`../../dist/core/${path}`, import.meta.url).href);
// As the service reads a body: a repeated name or an unusual number costs more than JSON.parse.
const { readKnownJson } = await loadCore("reader/read-json.js");

function repairOf(spec: SpecPackage, context: Subject["context"], body: string): string {
  return JSON.stringify(repairCandidate(spec, readKnownJson(body), context, "suggested"));
}

/**
 * What the worst bodies cost once their code is warm: a first run pays for much that is made once. In turns with the valid
 * body, and the middle of several turns: what else the machine does meanwhile can double either.
 */
export function measureAgain(subjects: readonly Subject[]): Measured[] {
  return subjects.flatMap(({ name, spec, context, valid, worst }) =>
    worst.slice(0, AGAIN).map(({ body }) => {
      const times: number[] = [];
      const multiples: number[] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        const base = costOf(() => repairOf(spec, context, valid), 6);
        times.push(costOf(() => repairOf(spec, context, body), 2));
        multiples.push(times.at(-1)! / base);
      }
      return { name, body, ms: median(times), multiple: median(multiples) };
    }),
  );
}

export interface Measured extends Attempt {
  readonly name: string;
  /** Of a valid body. */
  readonly multiple: number;
}

/** Of each package. */
const AGAIN = 2;
const TURNS = 9;

const sorted = (attempts: Attempt[]) => attempts.sort((a, b) => b.ms - a.ms).slice(0, KEPT);

/** Climbs until the time is over. */
export function search(subjects: readonly Subject[], until: number, roll: (most: number) => number): number {
  let tried = 0;
  while (Date.now() < until) {
    const subject = subjects[roll(subjects.length)]!;
    const from = subject.worst[roll(subject.worst.length)]?.body ?? subject.valid;
    const body = mutated(from, subject.valid, roll);
    const run = () => repairOf(subject.spec, subject.context, body);
    let ms = costOf(run, 1);
    const least = subject.worst.at(-1)?.ms ?? 0;
    // A first run may have been disturbed, or have paid for what is made once.
    if (ms > least) ms = Math.min(ms, costOf(run, 4));
    tried++;
    if (subject.worst.length >= KEPT && ms <= least) continue;
    subject.worst.push({ body, ms });
    subject.worst.splice(0, subject.worst.length, ...sorted(subject.worst));
  }
  return tried;
}

const TEXTS: readonly ((roll: (most: number) => number) => string)[] = [
  (roll) => "\u0f73".repeat(1 + roll(4_000)),
  (roll) => "\u0316\u0301".repeat(1 + roll(4_000)),
  (roll) => "\ufdfa".repeat(1 + roll(100)),
  (roll) => "x".repeat(1 + roll(3_000)),
  (roll) => `[1,${"[".repeat(roll(40))}`,
  (roll) => JSON.stringify({ [`k${roll(50)}`]: [roll(9), "x"] }),
  (roll) => `${roll(28) + 1} Jan 20${10 + roll(80)}`,
  (roll) => `${roll(9)},${100 + roll(899)}`,
  (roll) => `a: ${roll(9)}, b: ${roll(9)}`,
  () => "\ud800",
  () => "a\u200bb",
  () => "",
];

/** Another body: one or a few places changed, and then as large as it may be. */
export function mutated(from: string, valid: string, roll: (most: number) => number): string {
  let value = JSON.parse(roll(8) === 0 ? valid : from) as unknown;
  for (let count = roll(3); count >= 0; count--) value = changed(value, roll, 1 + roll(5));
  const body = written(JSON.stringify(filled(value, roll)), roll);
  return Buffer.byteLength(body) <= MAX_BYTES ? body : from;
}

/** Sometimes as no value says it: with names that are repeated, or numbers in other characters. */
function written(body: string, roll: (most: number) => number): string {
  const way = roll(12);
  if (way === 0) return body.replace(/"([^"\\]{1,20})":(?=[\d"])/g, (name) => `${name}0,${name}`);
  return way === 1 ? body.replace(/:(\d{1,9})(?=[,}])/g, ":$1e0") : body;
}

function changed(value: unknown, roll: (most: number) => number, depth: number): unknown {
  if (typeof value === "object" && value !== null && depth > 0 && Object.keys(value).length > 0) {
    if (Array.isArray(value)) {
      const copy = value.slice();
      // All items alike, or one of them.
      if (roll(3) > 0)
        return copy.map((item, index) => changed(item, createRandom(depth + (index % 7)), depth - 1));
      const at = roll(copy.length);
      copy[at] = changed(copy[at], roll, depth - 1);
      return copy;
    }
    const keys = Object.keys(value);
    const chosen = keys[roll(keys.length)];
    const entries = Object.entries(value).flatMap(([key, item]) => {
      if (key !== chosen) return [[key, item]];
      const way = roll(8);
      if (way === 0) return [];
      if (way <= 3) return [[misspelt(key, roll), item]];
      return [[key, changed(item, roll, depth - 1)]];
    });
    return Object.fromEntries(roll(6) === 0 ? [...entries, [`x${roll(500)}`, chosen]] : entries);
  }
  switch (roll(6)) {
    case 0:
      return [value];
    case 1:
      return { [`w${roll(20)}`]: value };
    case 2:
      return JSON.stringify(value ?? null);
    case 3:
      return typeof value === "string" && value.length > 1 ? misspelt(value, roll) : { kind: "x" };
    default:
      return TEXTS[roll(TEXTS.length)]!(roll);
  }
}

function misspelt(text: string, roll: (most: number) => number): string {
  const at = roll(text.length);
  const ways = [
    () => text.slice(0, at) + text.slice(at + 1),
    () => `${text}e`,
    () => text.toUpperCase(),
    () => `${text.slice(0, at)}${roll(10)}${text.slice(at)}`,
    () => `${text.slice(0, at)}_${text.slice(at)}`,
    () => `\ufdfa${text}`,
  ];
  return ways[roll(ways.length)]!();
}

/** With the items of its longest list again, as often as they fit. */
function filled(value: unknown, roll: (most: number) => number): unknown {
  let longest: unknown[] | undefined;
  const look = (part: unknown, depth: number): void => {
    if (typeof part !== "object" || part === null || depth > 4) return;
    if (Array.isArray(part) && part.length > (longest?.length ?? 0)) longest = part;
    for (const inner of Object.values(part).slice(0, 50)) look(inner, depth + 1);
  };
  look(value, 0);
  const size = Buffer.byteLength(JSON.stringify(value));
  if (longest === undefined) return value;
  const list = longest;
  if (size > MAX_BYTES) list.length = Math.max(1, Math.floor((list.length * MAX_BYTES) / size) - 1);
  else if (roll(2) === 0) {
    const each = Buffer.byteLength(JSON.stringify(list)) / list.length;
    const more = Math.min(20_000, Math.floor((MAX_BYTES - size) / each) - 1);
    for (let count = 0; count < more; count++) list.push(list[roll(list.length)]);
  }
  return value;
}

interface Point {
  readonly units: number;
  readonly multiple: number;
}

/**
 * What a check counted, and what it took, for random bodies. In times of what a valid body of the package takes: a unit is
 * a value judged or two words compared, and a package with many patterns takes longer for either.
 */
export async function scatter(
  subjects: readonly Subject[],
  count: number,
  roll: (most: number) => number,
): Promise<Point[]> {
  const { Meter } = await loadCore("meter/meter.js");
  const { Examination, findFailedStage } = await loadCore("proposal/check.js");
  const points: Point[] = [];
  while (points.length < count) {
    const { spec, context, valid, worst } = subjects[roll(subjects.length)]!;
    const candidate = JSON.parse(mutated(worst[roll(worst.length)]?.body ?? valid, valid, roll));
    const stage = findFailedStage(spec, candidate, context);
    if (stage === undefined) continue;
    let units = 0;
    const ms = costOf(() => {
      const meter = new Meter();
      new Examination(spec, { candidate, meter }, context, stage).verdict();
      units = meter.spent;
    }, 5);
    // Beside each, since what else the machine does changes meanwhile.
    const base = costOf(() => repairOf(spec, context, valid), 3);
    points.push({ units, multiple: ms / base });
  }
  return points;
}

/** How far work and time go together: their correlation, and the slowest point of the time that its work stands for. */
export function fitOf(points: readonly Point[]): {
  correlation: number;
  outlier: number;
} {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [units, multiple] = [mean((point) => point.units), mean((point) => point.multiple)];
  const both = mean((point) => (point.units - units) * (point.multiple - multiple));
  const spreadOf = (of: (point: Point) => number, middle: number) =>
    Math.sqrt(mean((point) => (of(point) - middle) ** 2));
  const spreads = spreadOf((point) => point.units, units) * spreadOf((point) => point.multiple, multiple);
  const slope = both / spreadOf((point) => point.units, units) ** 2;
  const expected = (point: { units: number }) => Math.max(multiple + slope * (point.units - units), 1);
  return {
    correlation: both / spreads,
    outlier: Math.max(...points.map((point) => point.multiple / expected(point))),
  };
}

/** The points as a picture: work to the right, time upwards. */
export function drawScatter(points: readonly Point[]): string {
  const [width, height, edge] = [640, 400, 48];
  const right = Math.max(...points.map(({ units }) => units), 1);
  const top = Math.max(...points.map(({ multiple }) => multiple), 1);
  const dots = points.map(({ units, multiple }) => {
    const [x, y] = [
      edge + (units / right) * (width - 2 * edge),
      height - edge - (multiple / top) * (height - 2 * edge),
    ];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="2" fill="#3b7dd8" fill-opacity="0.5"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Counted work and time of ${points.length} bodies">
<rect width="${width}" height="${height}" fill="#fff"/>
<g font-family="system-ui, sans-serif" font-size="12" fill="#222">
<text x="${width - edge}" y="${height - 16}" text-anchor="end">${right} units of work</text>
<text x="${edge}" y="24">${top.toFixed(1)} times a valid body</text>
</g>
${dots.join("\n")}
</svg>
`;
}

/** Packages of the folders `examples` and `corpus`, each with its example as often as it fits. */
export function readPackage(url: URL): HostilePackage {
  const document = JSON.parse(readFileSync(url, "utf8"));
  const valid = JSON.stringify(document.examples.valid[0].candidate);
  return { document, registry: { generators: [] }, valid, attacks: new Map() };
}
