/** A fault as a check finds it: cheap to make, turned into a diagnostic only when it is among those shown. */
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

export interface Fault {
  code: string;
  severity: Severity;
  path: Path;
  /** Of the path. */
  pointer: string;
  detail: () => Detail;
}

/** One change to the candidate, told against the candidate as it was checked; see fix-sequence.ts. */
export type Edit =
  /** `to` gets the value as earlier fixes leave it and gives undefined where it cannot mend that. */
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

/** Collects the faults of one candidate. `path` is where the walk stands. */
export interface Sink {
  readonly path: PathKey[];
  readonly registry: Registry;
  /** The moment for which `effectiveAt` is judged. */
  readonly now: number;
  add(code: string, severity: Severity, detail: () => Detail, path?: Path): void;
  /** Adds an error about the name of a member, which says nothing against its value. */
  addForName(code: string, detail: () => Detail): void;
  /** How many errors there are so far. */
  readonly errors: number;
  /** Whether an error was already reported at this very place: no second one is piled on it. */
  isFaulted(path: Path): boolean;
  /** Whether a value would pass the schema and the value rules that stand at this path pattern. */
  accepts(pattern: string, value: unknown): boolean;
  /** Members under a misspelled name: pointer of the place they belong → the name they were sent under. */
  readonly misspelled: Map<string, string>;
}

export function createSink(
  registry: Registry,
  now: number,
  accepts: (pattern: string, value: unknown) => boolean,
): Sink & { faults: Fault[] } {
  const faults: Fault[] = [];
  const errorPlaces = new Set<string>();
  let errors = 0;
  const path: PathKey[] = [];
  return {
    path,
    registry,
    now,
    faults,
    misspelled: new Map(),
    accepts,
    add(code, severity, detail, at = path.slice()) {
      const pointer = pointerOf(at);
      faults.push({ code, severity, path: at, pointer, detail });
      if (severity !== "error") return;
      errors++;
      errorPlaces.add(pointer);
    },
    addForName(code, detail) {
      errors++;
      faults.push({ code, severity: "error", path: path.slice(), pointer: pointerOf(path), detail });
    },
    get errors() {
      return errors;
    },
    isFaulted: (at) => errorPlaces.size > 0 && errorPlaces.has(pointerOf(at)),
  };
}
