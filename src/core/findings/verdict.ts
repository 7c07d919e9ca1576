/** The findings about a candidate in the order of the document, and the diagnostics that callers get. */
import { child, isPlainObject, type Path, type PathKey, pointerOf } from "../json/pointer.ts";
import { sizeBound, sizeOf } from "../json/values.ts";
import type { Diagnostic, Fix, ValidationResult } from "../types.ts";
import { quote } from "../unicode/describe.ts";
import type { Detail, Finding, Reading, Sink } from "./finding.ts";
import type { PatchWriter } from "./patches.ts";

/** More diagnostics than this are counted but not listed. */
export const MAX_DIAGNOSTICS = 100;
/** Diagnostics beyond this many bytes of JSON are counted but not listed, so that no answer grows without bound. */
const MAX_DIAGNOSTIC_BYTES = 393_216;

export type Verdict = Pick<
  ValidationResult,
  "valid" | "diagnostics" | "omitted" | "unchecked" | "fixesOmitted"
>;

/** Codes are explained for each domain, since two domains may use one code for different rules. */
export function linkBase(
  { targetProduct, domainId }: { readonly targetProduct: string; readonly domainId: string },
  rulesUrl = "/rules",
): string {
  return `${rulesUrl}/${targetProduct}/${domainId}/`;
}

export function toVerdict(examination: Examination, link: string): Verdict {
  const { findings, total, errors } = examination;
  const diagnostics: Diagnostic[] = [];
  let bytes = 0;
  let isExact = false;
  const descriptions = examination.describe(MAX_DIAGNOSTICS);
  for (let index = 0; index < findings.length && index < MAX_DIAGNOSTICS; index++) {
    const diagnostic = toDiagnostic(findings[index]!, descriptions[index]!, examination.reading, link);
    bytes += isExact ? sizeOf(diagnostic) : sizeBound(diagnostic);
    // Only once the quick bound is exceeded is it worth counting.
    if (bytes > MAX_DIAGNOSTIC_BYTES && !isExact) {
      isExact = true;
      bytes = sizeOf(diagnostics) + sizeOf(diagnostic);
    }
    if (bytes > MAX_DIAGNOSTIC_BYTES) break;
    diagnostics.push(diagnostic);
  }
  const { unchecked, reading } = examination;
  return {
    valid: errors === 0,
    diagnostics,
    omitted: total - diagnostics.length,
    ...(unchecked.length > 0 && {
      unchecked: [...new Set(unchecked.map((path) => sentPointer(reading, path)))],
    }),
    ...(reading.meter.wasRefused && { fixesOmitted: true }),
  };
}

function toDiagnostic(
  { code, severity, path, about }: Finding,
  { pointer, detail, fixes }: Description,
  reading: Reading,
  link: string,
): Diagnostic {
  const isSent = about === "sent" || reading.isAsSent;
  const diagnostic = {
    code,
    severity,
    pointer: isSent ? pointer : sentPointer(reading, path),
    message: isSent ? detail.message : withPlace(detail.message, path, reading),
  } as Diagnostic;
  if (detail.expected !== undefined) diagnostic.expected = detail.expected;
  if (detail.actual !== undefined) diagnostic.actual = detail.actual;
  diagnostic.docs = link + code;
  if (fixes.length > 0) diagnostic.fixes = fixes;
  if (detail.related !== undefined)
    diagnostic.related = detail.related.map((related) => ({
      pointer: isSent ? pointerOf(related.path) : sentPointer(reading, related.path),
      message: related.message,
    }));
  return diagnostic;
}

function sentPointer(reading: Reading, path: Path): string {
  return pointerOf(reading.originOf(path).path);
}

/** No pointer leads into a text that was read as a list or object, so the message says where in it something is. */
function withPlace(message: string, path: Path, reading: Reading): string {
  const origin = reading.originOf(path);
  const isInside = origin.isInText && pointerOf(origin.path) !== pointerOf(path);
  return isInside ? `${message} Read as ${quote(pointerOf(path))}.` : message;
}

interface Description {
  readonly pointer: string;
  readonly detail: Detail;
  readonly fixes: Fix[];
}

const DESCRIPTION_EFFORT = 3;
const FIX_EFFORT = 1;

export class Examination {
  readonly findings: readonly Finding[];
  readonly total: number;
  readonly errors: number;
  readonly reading: Reading;
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

  /** Always in their order: of two fixes that write to one place, the earlier finding keeps its own. */
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
