/** A finding is what a check reports: cheap to make, and turned into a diagnostic only if it is among those shown. */
import type { Certainty } from "../evidence/evidence.ts";
import { PathMap } from "../json/path-map.ts";
import type { Path } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import type { Severity } from "../types.ts";
import type { Detail } from "./detail.ts";
import type { Reading, RegistryScope } from "./reading.ts";

export { type Detail, type Edit, type FixDraft, fillIn, fix } from "./detail.ts";
export type { RegistryScope };

/** Paths lead into the candidate as it was read; see reading.ts. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly path: Path;
  /**
   * `value`: a value, which gets one error. `repeat`: the same, unless another constraint reported it already. `name`: the
   * name or form of a member, which says nothing about its value. `sent`: a place of the candidate as sent, which may be
   * around what was read.
   */
  readonly about: "value" | "repeat" | "name" | "sent";
  /** Called with the path of the finding. */
  readonly detail: (path: Path) => Detail;
}

/** Which rules are asked about a value besides the schema, and against which registries. */
export interface Scope extends RegistryScope {
  /** `enforced`: those that are errors already, whatever the date. */
  readonly rules: "none" | "enforced" | "errors" | "all";
  /** What the walk notes: whether it met a text that a build would change. */
  hasLooseText: boolean;
}

/**
 * More findings of one stage of the check are counted and not kept, so that no candidate can make a check expensive.
 * Each stage reports in the order of the document, so the first ones of all stages are kept.
 */
const MAX_FINDINGS_OF_STAGE = 500;
/** How many unread parts are named. */
const MAX_UNCHECKED = 20;
/** Beyond so many values with an error, a second error of one value is counted as well. */
const MAX_ERROR_PLACES = 1_000;

/** What is known about the candidate and its package while findings are collected and worded. */
export interface SinkOptions {
  /** The moment for which `effectiveAt` is judged. */
  readonly now: number;
  readonly reading: Reading;
  /**
   * Whether a value would pass the schema and the error rules at this path pattern. With the path itself, rules that
   * depend on other members are asked as well. `enforced`: whether rules that become errors later are left out.
   */
  accepts(pattern: string, value: unknown, path?: Path, rules?: "errors" | "enforced"): boolean;
  /**
   * A value for an absent or unusable member, made from other members of the candidate, and how certain it is; undefined if
   * it is a shape whose content is left open.
   */
  propose(path: Path): { readonly value: unknown; readonly certainty?: Certainty } | undefined;
  /** The shape of a value at a path pattern, its content left open. */
  placeholderAt(pattern: string): unknown;
  /** What a valid example of the package has at a path, or at that of the first item of a list. */
  exampleAt(path: Path): unknown;
  /** Units that the package adds, with other words for each. */
  readonly units: Readonly<Record<string, readonly string[]>>;
  /** The text that the package declares for what has no place of its own, as a pointer. */
  readonly notes: string | undefined;
}

/**
 * Collects the findings of one candidate. A class, since one is made for every check with findings: closures and
 * accessors in an object literal would be made anew each time, and would survive minor garbage collections.
 */
export class Sink {
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
  readonly now: number;
  readonly reading: Reading;
  /** What the request may still spend on guesses and fixes. */
  readonly meter: Meter;
  readonly accepts: SinkOptions["accepts"];
  readonly propose: SinkOptions["propose"];
  readonly placeholderAt: SinkOptions["placeholderAt"];
  readonly exampleAt: SinkOptions["exampleAt"];
  readonly units: SinkOptions["units"];
  readonly notes: SinkOptions["notes"];
  private readonly erring = new PathMap<true>();
  /** Where constraints and rules found what is no error, by code. */
  private readonly remarked = new Map<string, PathMap<true>>();
  private room = MAX_FINDINGS_OF_STAGE;
  /** What could not be read, more of it than is named. */
  private readonly unread = new PathMap<true>();
  private passesOverUnread = false;

  constructor(options: SinkOptions) {
    this.now = options.now;
    this.reading = options.reading;
    this.meter = options.reading.meter;
    this.accepts = options.accepts;
    this.propose = options.propose;
    this.placeholderAt = options.placeholderAt;
    this.exampleAt = options.exampleAt;
    this.units = options.units;
    this.notes = options.notes;
    this.scope = { ...options.reading.scope, rules: "all", hasLooseText: false };
  }

  /**
   * Says that another stage of the check starts, which has room of its own. Rules say nothing about what is inside a value
   * that could not be read: it is not what they were made for.
   */
  startStage(isOfRules = false): void {
    this.room = this.findings.length + MAX_FINDINGS_OF_STAGE;
    this.passesOverUnread = isOfRules;
  }

  add(
    code: string,
    severity: Severity,
    detail: (path: Path) => Detail,
    path: Path,
    about: Finding["about"] = "value",
  ): void {
    const isValue = about === "value" || about === "repeat";
    if (isValue && this.passesOverUnread && this.unread.depthOfNearest(path, path.length - 1) >= 0) return;
    if (about === "value" && severity === "error" && this.isFull) {
      this.count(1, true);
      return;
    }
    const isError = severity === "error";
    if (about === "repeat" && (isError ? this.erring : this.remarked.get(code))?.get(path) === true) return;
    if (!isError) this.remark(code, path);
    else if (isValue && !this.hasTooManyErrors) this.erring.set(path, true);
    this.count(1, isError);
    // Most findings of a hostile candidate are only counted, so nothing is made for them.
    if (this.findings.length >= this.room) return;
    this.findings.push({ code, severity, path, about, detail });
  }

  count(findings: number, areErrors: boolean): void {
    this.total += findings;
    if (areErrors) this.errors += findings;
  }

  /** Whether an error would only be counted: there is no room for it, and enough errors are known. */
  get isFull(): boolean {
    return this.hasTooManyErrors && this.findings.length >= this.room;
  }

  /**
   * Notes that nothing was checked inside a value, if there is anything inside. `holdsMore`: whether a list or an object
   * belongs there, so that any text may say what is in it.
   */
  skip(value: unknown, holdsMore: boolean, path: Path): void {
    const isText = holdsMore && typeof value === "string" && value.trim() !== "";
    if (this.unread.size >= MAX_ERROR_PLACES || !(isText || hasContent(value))) return;
    this.unread.set(path, true);
    if (this.unchecked.length < MAX_UNCHECKED) this.unchecked.push(path);
  }

  /** Notes the same for the schema alone: rules still judge what is inside. */
  nameUnchecked(value: unknown, path: Path): void {
    if (this.unchecked.length < MAX_UNCHECKED && hasContent(value)) this.unchecked.push(path);
  }

  private remark(code: string, path: Path): void {
    const places = this.remarked.get(code) ?? new PathMap<true>();
    this.remarked.set(code, places);
    if (places.size < MAX_ERROR_PLACES) places.set(path, true);
  }

  /** Whether there is an error at exactly this path. One value gets one error. */
  hasError(path: Path): boolean {
    return this.erring.get(path) === true;
  }

  /** Whether there is an error at this path or at something around it. */
  hasErrorAround(path: Path): boolean {
    return this.erring.depthOfNearest(path) >= 0;
  }

  /** Whether there are more errors than are remembered, so that nothing can be concluded from any value. */
  get hasTooManyErrors(): boolean {
    return this.erring.size >= MAX_ERROR_PLACES;
  }

  /** Whether there is an error at this path or inside of it, so that nothing can be concluded from the value. */
  hasErrorWithin(path: Path): boolean {
    return this.hasTooManyErrors || this.erring.hasWithin(path);
  }
}

/** A list or an object with something in it, or a text that looks like one. */
function hasContent(value: unknown): boolean {
  if (typeof value === "string") return /^\s*(?:[{[]|```)|\n|[,;:]\s/.test(value);
  // A list of a thousand empty objects is asked a thousand times.
  if (typeof value === "object" && value !== null) for (const _ in value) return true;
  return false;
}
