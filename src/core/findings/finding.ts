/** A finding is what a check reports: cheap to make, and turned into a diagnostic only if it is among those shown. */
import type { Path, PathKey } from "../json/pointer.ts";
import { pointerOf } from "../json/pointer.ts";
import type { Applicability, Registry, Severity } from "../types.ts";
import type { Reading } from "./reading.ts";

export interface Detail {
  message: string;
  expected?: unknown;
  actual?: unknown;
  /** Best first. */
  fixes?: FixDraft[];
  related?: { path: Path; message: string }[];
}

/** Paths lead into the candidate as it was read; see reading.ts. */
export interface Finding {
  code: string;
  severity: Severity;
  path: Path;
  detail: () => Detail;
}

/** One change to the candidate as it was read. */
export type Edit =
  | { kind: "replace"; path: Path; to: unknown }
  | { kind: "remove"; path: Path }
  | { kind: "add"; path: Path; value: unknown }
  /** Moves what stands at one place to another. */
  | { kind: "move"; path: Path; to: Path }
  /** Makes sure that an object is there. */
  | { kind: "ensure"; path: Path }
  /** Puts a value into a list of its own. */
  | { kind: "wrap"; path: Path }
  /** Puts a member that was read from elsewhere where it belongs. */
  | { kind: "settle"; path: Path };

export interface FixDraft {
  title: string;
  applicability: Applicability;
  edits: Edit[];
  /** Whether only the author can decide, so that no bulk repair applies it. */
  decision?: true;
}

/** A fix of one edit. */
export function fix(title: string, applicability: Applicability, edit: Edit, decision?: true): FixDraft {
  return { title, applicability, edits: [edit], ...(decision && { decision }) };
}

/** Which rules are asked about a value besides the schema, and against which registry. */
export interface Scope {
  readonly rules: "none" | "errors" | "all";
  readonly registry: Registry;
}

/** Collects the findings of one candidate. */
export interface Sink {
  /** Where the walk stands. */
  readonly path: PathKey[];
  /** All rules, against the registry of this check. */
  readonly scope: Scope;
  /** The moment for which `effectiveAt` is judged. */
  readonly now: number;
  readonly reading: Reading;
  /** Those that are kept. */
  readonly findings: Finding[];
  /** Says that another part of the check starts, which has room of its own. */
  startPart(): void;
  /** How many findings and how many errors there are so far, kept or not. */
  total: number;
  errors: number;
  /**
   * Above zero while a part of the schema reports that stands beside another one about the same values: what was said
   * already is then left out.
   */
  repeats: number;
  add(code: string, severity: Severity, detail: () => Detail, path?: Path): void;
  /** Adds a finding about a member's name or form, which says nothing about its value. */
  addForName(code: string, detail: () => Detail, severity?: Severity, path?: Path): void;
  /** Whether there is an error at exactly this place. One place gets one error. */
  hasError(path: Path): boolean;
  /** Whether a value would pass the schema and the error rules at this path pattern. */
  accepts(pattern: string, value: unknown): boolean;
  /** A better shape for an absent member than the schema alone gives, made from other parts of the candidate. */
  propose(path: Path): unknown;
  /** The shape of a value at a path pattern, its content left open. */
  placeholderAt(pattern: string): unknown;
}

/**
 * More findings of one part of the check are counted and not kept, so that no candidate can make a check expensive.
 * Each part reports in the order of the document, so the first ones of all parts are kept.
 */
export const MAX_FINDINGS_OF_PART = 500;
/** Beyond this many places, a second error at one place is counted as well. */
const MAX_ERROR_PLACES = 2_000;

export type SinkOptions = Pick<Sink, "now" | "reading" | "accepts" | "propose" | "placeholderAt"> & {
  registry: Registry;
};

export function createSink({ registry, ...options }: SinkOptions): Sink {
  const errorPlaces = new Set<string>();
  const path: PathKey[] = [];
  let room = MAX_FINDINGS_OF_PART;
  // A plain field, not a getter: an accessor here would keep every sink alive through minor garbage collections.
  const sink: Sink = {
    ...options,
    path,
    scope: { rules: "all", registry },
    findings: [],
    total: 0,
    errors: 0,
    repeats: 0,
    add(code, severity, detail, at = path.slice()) {
      if (sink.repeats > 0 && isSaid(code, severity, at)) return;
      sink.addForName(code, detail, severity, at);
      if (severity === "error" && errorPlaces.size < MAX_ERROR_PLACES) errorPlaces.add(pointerOf(at));
    },
    addForName(code, detail, severity = "error", at = path.slice()) {
      sink.total++;
      if (severity === "error") sink.errors++;
      if (sink.findings.length < room) sink.findings.push({ code, severity, path: at, detail });
    },
    startPart() {
      room = sink.findings.length + MAX_FINDINGS_OF_PART;
    },
    hasError: (at) => errorPlaces.size > 0 && errorPlaces.has(pointerOf(at)),
  };
  function isSaid(code: string, severity: Severity, at: Path): boolean {
    if (severity === "error") return sink.hasError(at);
    const pointer = pointerOf(at);
    return sink.findings.some((finding) => finding.code === code && pointerOf(finding.path) === pointer);
  }

  return sink;
}
