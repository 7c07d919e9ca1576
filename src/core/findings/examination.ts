/** The findings about a candidate in the order of the document, described when somebody asks. */
import { child, isPlainObject, type Path, type PathKey, pointerOf } from "../json/pointer.ts";
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
  const members = new Map<object, Map<string, number>>();
  const positionIn = (parent: unknown, key: PathKey): number => {
    if (typeof key !== "string" || !isPlainObject(parent)) return Number(key);
    let positions = members.get(parent);
    if (positions === undefined) {
      positions = new Map();
      for (const name in parent) positions.set(name, positions.size);
      members.set(parent, positions);
    }
    const position = positions.get(key) ?? positions.size;
    positions.set(key, position);
    return position;
  };
  const ranked = findings.map((finding) => {
    const path = finding.about === "sent" ? finding.path : reading.originOf(finding.path).path;
    let value = sent;
    const rank = path.map((key) => {
      const position = positionIn(value, key);
      value = child(value, key);
      return position;
    });
    return { finding, rank };
  });
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
