/** A finding is what a check reports: cheap to make, and turned into a diagnostic only if it is among those shown. */
import type { Path, PathKey } from "../json/pointer.ts";
import { pointerOf } from "../json/pointer.ts";
import type { Applicability, Registry, Severity } from "../types.ts";

export interface Detail {
  message: string;
  expected?: unknown;
  actual?: unknown;
  /** Best first. */
  fixes?: FixDraft[];
  related?: { path: Path; message: string }[];
}

export interface Finding {
  code: string;
  severity: Severity;
  path: Path;
  /** Of the path. */
  pointer: string;
  detail: () => Detail;
}

/** One change to the candidate, relative to the candidate as it was checked; see proposal/fix-sequence.ts. */
export type Edit =
  /** `to` gets the value as earlier fixes leave it; it returns undefined where it cannot fix that. */
  | { kind: "replace"; path: Path; to: (current: unknown) => unknown }
  | { kind: "remove"; path: Path }
  | { kind: "add"; path: Path; value: unknown }
  | { kind: "rename"; path: Path; to: string };

export interface FixDraft {
  /** May depend on the value that is put in. */
  title: string | ((value: unknown) => string);
  applicability: Applicability;
  edit: Edit;
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
  readonly findings: Finding[];
  /** How many errors there are so far. */
  errors: number;
  /** Members under a misspelled name: pointer of the place where they belong → the name they were sent under. */
  readonly misspelled: Map<string, string>;
  add(code: string, severity: Severity, detail: () => Detail, path?: Path): void;
  /** Adds an error about a member's name, which says nothing about its value. */
  addForName(code: string, detail: () => Detail): void;
  /** Whether there is an error at exactly this place. One place gets one error. */
  hasError(path: Path): boolean;
  /** Whether a value would pass the schema and the error rules at this path pattern. */
  accepts(pattern: string, value: unknown): boolean;
}

export function createSink(
  registry: Registry,
  now: number,
  accepts: (pattern: string, value: unknown) => boolean,
): Sink {
  const errorPlaces = new Set<string>();
  const path: PathKey[] = [];
  // A plain field, not a getter: an accessor here would keep every sink alive through minor garbage collections.
  const sink: Sink = {
    path,
    scope: { rules: "all", registry },
    now,
    findings: [],
    errors: 0,
    misspelled: new Map(),
    accepts,
    add(code, severity, detail, at = path.slice()) {
      const pointer = pointerOf(at);
      sink.findings.push({ code, severity, path: at, pointer, detail });
      if (severity !== "error") return;
      sink.errors++;
      errorPlaces.add(pointer);
    },
    addForName(code, detail) {
      sink.errors++;
      sink.findings.push({ code, severity: "error", path: path.slice(), pointer: pointerOf(path), detail });
    },
    hasError: (at) => errorPlaces.size > 0 && errorPlaces.has(pointerOf(at)),
  };
  return sink;
}
