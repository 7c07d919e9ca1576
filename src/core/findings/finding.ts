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

/** The registries of a check: the product's own, and those that the package declares by name. */
export interface RegistryScope {
  readonly registry: Registry;
  readonly registries: ReadonlyMap<string, Registry>;
}

/** Which rules are asked about a value besides the schema, and against which registries. */
export interface Scope extends RegistryScope {
  readonly rules: "none" | "errors" | "all";
}

/** A code and severity that a rule sets in place of those of the schema. */
export interface Grade {
  readonly code: string;
  readonly severity: Severity;
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
  add(code: string, severity: Severity, detail: () => Detail, path?: Path): void;
  /** Adds a finding about a member's name or form, which says nothing about its value. */
  addForName(code: string, detail: () => Detail, severity?: Severity, path?: Path): void;
  /** Whether there is an error at exactly this place. One place gets one error. */
  hasError(path: Path): boolean;
  /** Whether there is an error at this place or inside of it, so that nothing can be concluded from its value. */
  hasErrorWithin(path: Path): boolean;
  /**
   * Whether a value would pass the schema and the error rules at this path pattern. With the place itself, rules that
   * depend on other members are asked as well.
   */
  accepts(pattern: string, value: unknown, path?: Path): boolean;
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

export type SinkOptions = Pick<Sink, "now" | "reading" | "accepts" | "propose" | "placeholderAt"> &
  RegistryScope & {
    /** What rules make of a finding of the schema; undefined if they leave it as it is. */
    regrade?: ((code: string, path: Path) => Grade | undefined) | undefined;
  };

export function createSink({ registry, registries, regrade, ...options }: SinkOptions): Sink {
  const errorPlaces = new Set<string>();
  /** The places of errors and every place around one, except for errors that are still unread. */
  const aroundErrors = new Set<string>();
  const unread: string[] = [];
  const path: PathKey[] = [];
  let room = MAX_FINDINGS_OF_PART;
  // A plain field, not a getter: an accessor here would keep every sink alive through minor garbage collections.
  const sink: Sink = {
    ...options,
    path,
    scope: { rules: "all", registry, registries },
    findings: [],
    total: 0,
    errors: 0,
    add(code, severity, detail, at = path.slice()) {
      const grade = regrade?.(code, at) ?? { code, severity };
      sink.addForName(grade.code, detail, grade.severity, at);
      if (grade.severity !== "error" || errorPlaces.size >= MAX_ERROR_PLACES) return;
      const pointer = pointerOf(at);
      errorPlaces.add(pointer);
      unread.push(pointer);
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
    hasErrorWithin(at) {
      if (errorPlaces.size === 0) return false;
      // Few checks ask, so the places around errors are found when one does.
      for (const place of unread.splice(0))
        for (let end = place.length; end >= 0; end = end === 0 ? -1 : place.lastIndexOf("/", end - 1))
          aroundErrors.add(place.slice(0, end));
      return aroundErrors.has(pointerOf(at));
    },
  };
  return sink;
}
