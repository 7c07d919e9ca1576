/** The findings about a candidate in the order of the document, described when somebody asks. */
import { child, isPlainObject, type Path, pointerOf } from "../json/pointer.ts";
import type { Fix } from "../types.ts";
import type { Detail, Finding, Sink } from "./finding.ts";
import type { PatchWriter } from "./patches.ts";
import type { Reading } from "./reading.ts";

/** What a finding has to say, with its fixes as patches. */
export interface Description {
  /** Of the value as it was read. */
  readonly pointer: string;
  readonly detail: Detail;
  readonly fixes: Fix[];
}

/** What it takes to word a finding, and to write its fixes as patches. */
const DESCRIPTION_EFFORT = 3;
const FIX_EFFORT = 1;

/** All findings about a candidate in the order of the document. */
export class Examination {
  readonly findings: readonly Finding[];
  /** How many findings there are in all. */
  readonly total: number;
  readonly errors: number;
  readonly reading: Reading;
  /** What could not be read as anything. */
  readonly unchecked: readonly Path[];
  /** Whether nothing in the reading is beyond what a product can store. */
  readonly isSafe: boolean;
  private readonly patches: PatchWriter;
  private readonly described: Description[] = [];

  constructor(sink: Sink, candidate: unknown, isSafe: boolean, patches: PatchWriter) {
    this.findings = sortByPosition(sink.findings, sink.reading, candidate);
    this.total = sink.total;
    this.errors = sink.errors;
    this.reading = sink.reading;
    this.unchecked = sink.unchecked;
    this.isSafe = isSafe;
    this.patches = patches;
  }

  /**
   * Describes the first so many findings, always in their order: of two fixes that write to one place, the earlier finding
   * keeps its own.
   */
  describe(count: number): readonly Description[] {
    for (const finding of this.findings.slice(this.described.length, count)) {
      const { path } = finding;
      this.reading.meter.charge(DESCRIPTION_EFFORT);
      const [detail, pointer] = [finding.detail(path), pointerOf(path)];
      const mayFix = detail.fixes !== undefined && this.reading.meter.spend(FIX_EFFORT);
      const fixes = mayFix ? this.patches.write(detail.fixes!, path, pointer) : [];
      this.described.push({ pointer, detail, fixes });
    }
    return this.described;
  }

  /** Describes all of them, as far as there is something left to spend. */
  describeAll(): readonly Description[] {
    const { meter } = this.reading;
    while (this.described.length < this.findings.length && meter.isLeft)
      this.describe(this.described.length + 1);
    return this.described;
  }
}

/** Document order, then by code. Absent members come after those that are there, in the order they were missed. */
function sortByPosition(findings: Finding[], reading: Reading, sent: unknown): readonly Finding[] {
  if (findings.length < 2) return findings;
  /** The positions of those members of an object that have findings. An object can have thousands of others. */
  const members = new Map<object, Map<string, number>>();
  const paths = findings.map(({ about, path }) => (about === "sent" ? path : reading.originOf(path).path));
  for (const path of paths) noteMembers(path, sent, members);
  for (const [parent, order] of members) {
    let position = 0;
    for (const name in parent) {
      if (order.has(name)) order.set(name, position);
      position++;
    }
    for (const [name, known] of order) if (known === ABSENT) order.set(name, position++);
  }
  const ranked = findings.map((finding, index) => ({
    finding,
    rank: rankOf(paths[index]!, sent, members),
  }));
  ranked.sort(
    (a, b) =>
      compareRanks(a.rank, b.rank) ||
      (a.finding.code < b.finding.code ? -1 : a.finding.code > b.finding.code ? 1 : 0),
  );
  return ranked.map(({ finding }) => finding);
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (let depth = 0; depth < left.length && depth < right.length; depth++) {
    const difference = left[depth]! - right[depth]!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const ABSENT = -1;

function noteMembers(path: Path, document: unknown, members: Map<object, Map<string, number>>): void {
  let value = document;
  for (const key of path) {
    if (typeof key === "string" && isPlainObject(value)) {
      const order = members.get(value) ?? new Map<string, number>();
      members.set(value, order);
      if (!order.has(key)) order.set(key, ABSENT);
    }
    value = child(value, key);
  }
}

/** The position of a value among its siblings, level by level. */
function rankOf(path: Path, document: unknown, members: Map<object, Map<string, number>>): number[] {
  let value = document;
  return path.map((key) => {
    const order = typeof key === "string" && isPlainObject(value) ? members.get(value) : undefined;
    value = child(value, key);
    return order === undefined ? Number(key) : order.get(String(key))!;
  });
}
