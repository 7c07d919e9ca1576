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
  readonly findings: Finding[];
  /** How many errors there are so far. */
  errors: number;
  add(code: string, severity: Severity, detail: () => Detail, path?: Path): void;
  /** Adds an error about a member's name or form, which says nothing about its value. */
  addForName(code: string, detail: () => Detail): void;
  /** Whether there is an error at exactly this place. One place gets one error. */
  hasError(path: Path): boolean;
  /** Whether a value would pass the schema and the error rules at this path pattern. */
  accepts(pattern: string, value: unknown): boolean;
  /** A better shape for an absent member than the schema alone gives, made from other parts of the candidate. */
  propose(path: Path): unknown;
  /** The shape of a value at a path pattern, its content left open. */
  placeholderAt(pattern: string): unknown;
}

export type SinkOptions = Pick<Sink, "now" | "reading" | "accepts" | "propose" | "placeholderAt"> & {
  registry: Registry;
};

export function createSink({ registry, ...options }: SinkOptions): Sink {
  const errorPlaces = new Set<string>();
  const path: PathKey[] = [];
  // A plain field, not a getter: an accessor here would keep every sink alive through minor garbage collections.
  const sink: Sink = {
    ...options,
    path,
    scope: { rules: "all", registry },
    findings: [],
    errors: 0,
    add(code, severity, detail, at = path.slice()) {
      sink.findings.push({ code, severity, path: at, detail });
      if (severity !== "error") return;
      sink.errors++;
      errorPlaces.add(pointerOf(at));
    },
    addForName(code, detail) {
      sink.errors++;
      sink.findings.push({ code, severity: "error", path: path.slice(), detail });
    },
    hasError: (at) => errorPlaces.size > 0 && errorPlaces.has(pointerOf(at)),
  };
  return sink;
}
