/** A finding is what a check reports: cheap to make, and turned into a diagnostic only if it is among those shown. */
import { type Certainty, type Grade, type Grounds, gradeOf } from "../evidence/evidence.ts";
import { PathSet } from "../json/path-set.ts";
import type { Path, PathKey } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import type { Severity } from "../types.ts";
import { quote } from "../unicode/describe.ts";
import type { Reading, RegistryScope } from "./reading.ts";

export type { RegistryScope };

export interface Related {
  readonly path: Path;
  readonly message: string;
  /** Whether the path leads into the candidate as sent instead of as read. */
  readonly isSent?: boolean;
}

export interface Detail {
  message: string;
  expected?: unknown;
  actual?: unknown;
  /** Best first. */
  fixes?: FixDraft[];
  related?: Related[];
}

/** Paths lead into the candidate as it was read; see reading.ts. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly path: Path;
  /** Whether the path leads into the candidate as sent instead of as read. */
  readonly isSent?: boolean;
  /** Called with the path of the finding. */
  readonly detail: (path: Path) => Detail;
}

/** One change to the candidate as it was read. */
export type Edit =
  | { kind: "replace"; path: Path; to: unknown }
  /** The same at a path of the candidate as sent, also with the value that stands there. */
  | { kind: "choose"; path: Path; to: unknown }
  | { kind: "remove"; path: Path }
  | { kind: "add"; path: Path; value: unknown }
  /** Moves a value to another path. */
  | { kind: "move"; path: Path; to: Path }
  /** Makes sure that an object is there. */
  | { kind: "ensure"; path: Path }
  /** Puts a value into a list of its own. */
  | { kind: "wrap"; path: Path }
  /** Puts the only item of a list in its place. */
  | { kind: "unwrap"; path: Path }
  /** Makes a list of the values of a map; each gets its name in the map as a member. */
  | { kind: "listEntries"; path: Path; key: string }
  /** Makes a record of a row; its cells are in the order of the columns. */
  | { kind: "nameCells"; path: Path; columns: readonly string[] }
  /** Puts a member where it belongs that was read from elsewhere. */
  | { kind: "settle"; path: Path };

export interface FixDraft {
  title: string;
  grade: Grade;
  edits: Edit[];
  /** Whether it explains nothing, so that it may stand behind a removal where it cannot be first. */
  isLastResort?: true;
}

/** A fix, graded by what speaks for it. */
export function fix(title: string, grounds: Grounds, ...edits: Edit[]): FixDraft {
  return { title, grade: gradeOf(grounds), edits };
}

/** The fix that adds a member with its content left open; none if there is no value that would be noticed. */
export function fillIn(
  name: string,
  path: Path,
  value: unknown,
  grounds: Grounds = "placeholder",
): FixDraft[] {
  if (value === undefined) return [];
  return [fix(`Add ${quote(name)} to fill in`, grounds, { kind: "add", path, value })];
}

/** Which rules are asked about a value besides the schema, and against which registries. */
export interface Scope extends RegistryScope {
  /** `enforced`: those that are errors already, whatever the date. */
  readonly rules: "none" | "enforced" | "errors" | "all";
  /** What the walk notes: whether it met a text that a build would change. */
  hasLooseText: boolean;
}

/** A code and severity that a rule sets in place of those of the schema. */
export interface Regrade {
  readonly code: string;
  readonly severity: Severity;
  /** What the rule adds to the finding. */
  readonly reword?: ((detail: Detail) => Detail) | undefined;
}

/**
 * More findings of one stage of the check are counted and not kept, so that no candidate can make a check expensive.
 * Each stage reports in the order of the document, so the first ones of all stages are kept.
 */
export const MAX_FINDINGS_OF_STAGE = 500;
/** How many unread parts are named. */
const MAX_UNCHECKED = 20;
/** Beyond so many values with an error, a second error of one value is counted as well. */
const MAX_ERROR_PLACES = 2_000;

/** A value for an absent or unusable member, made from other parts of the candidate. */
export interface Proposal {
  readonly value: unknown;
  /** How certain it is; undefined if it is a shape whose content is left open. */
  readonly certainty?: Certainty;
}

export interface SinkOptions extends RegistryScope {
  /** The moment for which `effectiveAt` is judged. */
  now: number;
  reading: Reading;
  accepts(pattern: string, value: unknown, path: Path | undefined, rules: "errors" | "enforced"): boolean;
  propose(path: Path): Proposal | undefined;
  placeholderAt(pattern: string): unknown;
  /** Units that the package adds, with other words for each. */
  units?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The text that the package declares for what has no place of its own, as a pointer. */
  notes?: string | undefined;
  /** What rules make of a finding of the schema; undefined if they leave it as it is. */
  regrade?: ((code: string, path: Path) => Regrade | undefined) | undefined;
}

/**
 * Collects the findings of one candidate. A class, since one is made for every check with findings: closures and
 * accessors in an object literal would be made anew each time, and would survive minor garbage collections.
 */
export class Sink {
  /** The path of the value that is judged. */
  readonly path: PathKey[] = [];
  /** All rules, against the registry of this check. */
  readonly scope: Scope;
  /** Those that are kept. */
  readonly findings: Finding[] = [];
  /** What could not be read as anything, so that nothing in it was checked. */
  readonly unchecked: Path[] = [];
  /** How many findings and how many errors there are so far, kept or not. */
  total = 0;
  errors = 0;
  /** How many fixes were offered that append something to the notes. */
  notesOffered = 0;
  /** While above 0, the sink skips what another constraint already reported. */
  repeats = 0;
  /** Why what is reported now applies, to be put behind a verb: `when "kind" is "free"`. Empty if it always does. */
  reason = "";
  /** The moment for which `effectiveAt` is judged. */
  readonly now: number;
  readonly reading: Reading;
  private readonly options: SinkOptions;
  private readonly erring = new PathSet();
  /** Where constraints and rules found what is no error, by code. */
  private readonly remarked = new Map<string, PathSet>();
  private room = MAX_FINDINGS_OF_STAGE;
  /** What could not be read, more of it than is named. */
  private readonly unread = new PathSet();
  private passesOverUnread = false;

  constructor(options: SinkOptions) {
    this.options = options;
    this.now = options.now;
    this.reading = options.reading;
    const { registry, registries, clock } = options;
    this.scope = { rules: "all", hasLooseText: false, registry, registries, clock };
  }

  /**
   * Says that another stage of the check starts, which has room of its own. Rules say nothing about what is inside a value
   * that could not be read: it is not what they were made for.
   */
  startStage(isOfRules = false): void {
    this.room = this.findings.length + MAX_FINDINGS_OF_STAGE;
    this.passesOverUnread = isOfRules;
  }

  /** `at` is the path of the walk, unless it is given. */
  add(code: string, severity: Severity, detail: (path: Path) => Detail, at?: Path): void {
    const path = at ?? this.path;
    if (this.passesOverUnread && this.unread.hasAround(path, path.length - 1)) return;
    if (severity === "error" && this.isFull) {
      this.count(severity);
      return;
    }
    const grade = this.options.regrade?.(code, path);
    const given = grade === undefined ? severity : grade.severity;
    const known = grade === undefined ? code : grade.code;
    if (this.repeats > 0 && this.isReported(known, given, path)) return;
    if (given !== "error") this.remark(known, path);
    else if (!this.hasTooManyErrors) this.erring.add(path);
    const reword = grade?.reword;
    const said = reword === undefined ? detail : (path: Path) => reword(detail(path));
    this.keep(known, given, said, at);
  }

  /** Adds an error about a place of the candidate as sent, which may be around what was read. */
  addSent(code: string, detail: (path: Path) => Detail, path: Path = []): void {
    this.count("error");
    if (this.findings.length >= this.room) return;
    this.findings.push({ code, severity: "error", path, isSent: true, detail });
  }

  /** Adds a finding about a member's name or form, which says nothing about its value. */
  addForName(code: string, detail: (path: Path) => Detail, severity: Severity = "error", at?: Path): void {
    if (severity !== "error") this.remark(code, at ?? this.path);
    this.keep(code, severity, detail, at);
  }

  /** The same, with the code and severity that rules give such findings. */
  addForNameAsGraded(code: string, detail: (path: Path) => Detail): void {
    const { code: given, severity } = this.options.regrade?.(code, this.path) ?? { code, severity: "error" };
    this.addForName(given, detail, severity);
  }

  /**
   * Whether a finding of the schema would only be counted: there is no room for it, and enough errors are known. Whoever has much to report can ask this first, and make nothing for it.
   */
  get isFull(): boolean {
    return (
      this.hasTooManyErrors &&
      this.findings.length >= this.room &&
      this.repeats === 0 &&
      this.options.regrade === undefined
    );
  }

  /**
   * Notes that nothing was checked inside the value at this path, if there is anything inside. `holdsMore`: whether a list
   * or an object belongs there, so that any text may say what is in it.
   */
  skip(value: unknown, holdsMore: boolean, path: Path = this.path): void {
    const isText = holdsMore && typeof value === "string" && value.trim() !== "";
    if (this.unread.size >= MAX_ERROR_PLACES || !(isText || hasContent(value))) return;
    this.unread.add(path);
    if (this.unchecked.length < MAX_UNCHECKED) this.unchecked.push(path.slice());
  }

  /** Notes the same for the schema alone: rules still judge what is inside. */
  nameUnchecked(value: unknown, path: Path = this.path): void {
    if (this.unchecked.length < MAX_UNCHECKED && hasContent(value)) this.unchecked.push(path.slice());
  }

  /** Counts a finding that is not kept. */
  count(severity: Severity): void {
    this.total++;
    if (severity === "error") this.errors++;
  }

  private keep(code: string, severity: Severity, detail: (path: Path) => Detail, at: Path | undefined): void {
    this.count(severity);
    // Most findings of a hostile candidate are only counted, so nothing is made for them.
    if (this.findings.length >= this.room) return;
    this.findings.push({ code, severity, path: at ?? this.path.slice(), detail });
  }

  private isReported(code: string, severity: Severity, path: Path): boolean {
    return severity === "error" ? this.hasError(path) : this.remarked.get(code)?.has(path) === true;
  }

  private remark(code: string, path: Path): void {
    const places = this.remarked.get(code) ?? new PathSet();
    this.remarked.set(code, places);
    if (places.size < MAX_ERROR_PLACES) places.add(path);
  }

  /** Whether there is an error at exactly this path. One value gets one error. */
  hasError(path: Path): boolean {
    return this.erring.has(path);
  }

  /** Whether there is an error at this path or at something around it. */
  hasErrorAround(path: Path): boolean {
    return this.erring.hasAround(path);
  }

  /** Whether there are more errors than are remembered, so that nothing can be concluded from any value. */
  get hasTooManyErrors(): boolean {
    return this.erring.size >= MAX_ERROR_PLACES;
  }

  /** Whether there is an error at this path or inside of it, so that nothing can be concluded from the value. */
  hasErrorWithin(path: Path): boolean {
    return this.hasTooManyErrors || this.erring.hasWithin(path);
  }

  /**
   * Whether a value would pass the schema and the error rules at this path pattern. With the path itself, rules that
   * depend on other members are asked as well. `enforced`: whether rules that become errors later are left out.
   */
  accepts(pattern: string, value: unknown, path?: Path, rules: "errors" | "enforced" = "errors"): boolean {
    return this.options.accepts(pattern, value, path, rules);
  }

  /** What the request may still spend on guesses and fixes. */
  get meter(): Meter {
    return this.reading.meter;
  }

  /** A better shape for an absent member than the schema alone gives, made from other members of the candidate. */
  propose(path: Path): Proposal | undefined {
    return this.options.propose(path);
  }

  get units(): Readonly<Record<string, readonly string[]>> {
    return this.options.units ?? {};
  }

  get notes(): string | undefined {
    return this.options.notes;
  }

  /** The shape of a value at a path pattern, its content left open. */
  placeholderAt(pattern: string): unknown {
    return this.options.placeholderAt(pattern);
  }
}

/** A list or an object with something in it, or a text that looks like one. */
function hasContent(value: unknown): boolean {
  if (typeof value === "string") return /^\s*(?:[{[]|```)|\n|[,;:]\s/.test(value);
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
