/** The findings about a candidate, described when somebody asks. */

import type { Path } from "../json/pointer.ts";
import type { Fix } from "../types.ts";
import { sortByPosition } from "./document-order.ts";
import type { Detail, Finding, Sink } from "./finding.ts";
import type { PatchWriter } from "./patches.ts";
import type { Reading } from "./reading.ts";

/** What a finding has to say, with its fixes as patches. */
export interface Description {
  readonly detail: Detail;
  readonly fixes: Fix[];
}

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
  describe(count = this.findings.length): readonly Description[] {
    for (const finding of this.findings.slice(this.described.length, count)) {
      const detail = finding.detail(finding.path);
      this.described.push({ detail, fixes: this.patches.write(detail.fixes, finding) });
    }
    return this.described;
  }
}
