/** A finding is what a check reports: cheap to make, and turned into a diagnostic only if it is among those shown. */
import { type Certainty, type Grade, type Grounds, gradeOf } from "../evidence/evidence.ts";
import { numberText } from "../json/notes.ts";
import { createPatcher } from "../json/patch.ts";
import { type Path, PathMap, pointerOf, valueAt } from "../json/pointer.ts";
import { equalJson } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import type { Registry, Severity } from "../types.ts";
import { actualOf, found, quote, shown } from "../unicode/describe.ts";

/** Paths lead into the candidate as it was read. */
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
  readonly detail: (path: Path) => Detail;
}

/** Which rules are asked about a value besides the schema, and against which registries. */
export interface Scope extends RegistryScope {
  /** `enforced`: those that are errors already, whatever the date. */
  readonly rules: "none" | "enforced" | "errors" | "all";
  /** What the walk notes: whether it met a text that a build would change. */
  hasLooseText: boolean;
}

/** More are counted and not kept, so that no candidate can make a check expensive. */
const MAX_FINDINGS_OF_STAGE = 500;
const MAX_UNCHECKED = 20;
/** Beyond so many values with an error, a second error of one value is counted as well. */
const MAX_ERROR_PLACES = 1_000;

/**
 * A class, since one is made for every check with findings, and closures would be made anew each time. What only the rules
 * of a proposal can tell is told by `Examination`, which extends it; without them everything is accepted and nothing proposed.
 */
export class Sink {
  /** All rules, against the registry of this check. */
  readonly scope: Scope;
  /** Those that are errors, and those that are errors already. */
  readonly asked: Readonly<Record<"errors" | "enforced", Scope>>;
  findings: Finding[] = [];
  /** What could not be read as anything, so that nothing in it was checked. */
  readonly unchecked: Path[] = [];
  /** How many findings and how many errors there are so far, kept or not. */
  total = 0;
  errors = 0;
  notesOffered = 0;
  readonly reading: Reading;
  readonly meter: Meter;
  /** The moment for which `effectiveAt` is judged. */
  readonly now: number;
  private readonly erring = new PathMap<true>();
  /** Where constraints and rules found what is no error, by code. */
  private readonly remarked = new Map<string, PathMap<true>>();
  private room = MAX_FINDINGS_OF_STAGE;
  /** What could not be read, more of it than is named. */
  private readonly unread = new PathMap<true>();
  private passesOverUnread = false;

  constructor(reading: Reading, now = 0) {
    this.reading = reading;
    this.meter = reading.meter;
    this.now = now;
    const { registry, registries, clock } = reading.scope;
    const asking = (rules: Scope["rules"]) => ({ registry, registries, clock, rules, hasLooseText: false });
    this.scope = asking("all");
    this.asked = { errors: asking("errors"), enforced: asking("enforced") };
  }

  /** Whether a value would pass there; with its path, rules that depend on other members are asked as well. */
  accepts(_pattern: string, _value: unknown, _path?: Path, _rules?: "errors" | "enforced"): boolean {
    return true;
  }

  /** A value for an absent member, made from others, and how certain it is; without that, a shape to fill in. */
  propose(_path: Path): { readonly value: unknown; readonly certainty?: Certainty } | undefined {
    return undefined;
  }

  placeholderAt(_pattern: string): unknown {
    return undefined;
  }

  exampleAt(_path: Path): unknown {
    return undefined;
  }

  get units(): Readonly<Record<string, readonly string[]>> {
    return {};
  }

  get notes(): string | undefined {
    return undefined;
  }

  /** Each stage has room of its own. Rules say nothing about what is inside a value that could not be read. */
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
    const isError = severity === "error";
    if (about === "repeat" && (isError ? this.erring : this.remarked.get(code))?.get(path) === true) return;
    if (!isError) this.remark(code, path);
    else if (isValue && !this.hasTooManyErrors) this.erring.set(path, true);
    this.count(1, isError);
    // Most findings of a hostile candidate are only counted, so nothing is made for them.
    if (this.findings.length >= this.room) return;
    this.findings.push({ code, severity, path, about, detail });
  }

  /** Until its moment an error is a warning. */
  severityOf({ severity, until }: { severity: Severity; until: { moment: number } | undefined }): Severity {
    return until !== undefined && this.now < until.moment ? "warning" : severity;
  }

  count(findings: number, areErrors: boolean): void {
    this.total += findings;
    if (areErrors) this.errors += findings;
  }

  /** Whether an error would only be counted: there is no room for it, and enough errors are known. */
  get isFull(): boolean {
    return this.hasTooManyErrors && this.findings.length >= this.room;
  }

  /** Notes that nothing was checked inside a value. `holdsMore`: whether any text may say what is in it. */
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

  hasError(path: Path): boolean {
    return this.erring.get(path) === true;
  }

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

/** What is known to be wrong already. */
export type Errors = Pick<Sink, "hasError" | "hasErrorWithin">;

function hasContent(value: unknown): boolean {
  if (typeof value === "string") return /^\s*(?:[{[]|```)|\n|[,;:]\s/.test(value);
  // A list of a thousand empty objects is asked a thousand times.
  if (typeof value === "object" && value !== null) for (const _ in value) return true;
  return false;
}

export interface Detail {
  message: string;
  expected?: unknown;
  actual?: unknown;
  /** Best first. */
  fixes?: FixDraft[];
  related?: { readonly path: Path; readonly message: string }[];
}

/** One change to the candidate as it was read. */
export type Edit =
  | { kind: "replace"; path: Path; to: unknown }
  /** The same at a path of the candidate as sent, also with the value that stands there. */
  | { kind: "choose"; path: Path; to: unknown }
  | { kind: "remove"; path: Path }
  | { kind: "add"; path: Path; value: unknown }
  /** To where it is now, if it was read from elsewhere. */
  | { kind: "move"; path: Path; to: Path }
  | { kind: "ensure"; path: Path }
  | { kind: "wrap"; path: Path }
  | { kind: "unwrap"; path: Path }
  /** Makes a list of the values of a map; each gets its name in the map as a member. */
  | { kind: "listEntries"; path: Path; key: string }
  /** Makes a record of a row; its cells are in the order of the columns. */
  | { kind: "nameCells"; path: Path; columns: readonly string[] };

export interface FixDraft {
  title: string;
  grade: Grade;
  edits: Edit[];
  /** Whether it explains nothing, so that it may stand behind a removal where it cannot be first. */
  isLastResort?: true;
}

export function fix(title: string, grounds: Grounds, ...edits: Edit[]): FixDraft {
  return { title, grade: gradeOf(grounds), edits };
}

export function useInstead(to: unknown, grounds: Grounds, path: Path): FixDraft {
  return fix(`Use ${shown(to)}`, grounds, { kind: "replace", path, to });
}

export function removeNamed(name: string, path: Path): FixDraft {
  return fix(`Remove ${quote(name)}`, "removal", { kind: "remove", path });
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

/** What rules are judged against: the product's own registry, those that the package declares by name, and the clock. */
export interface RegistryScope {
  readonly registry: Registry;
  readonly registries: ReadonlyMap<string, Registry>;
  /** The moment that `now` and `today` stand for, in milliseconds since 1970. */
  readonly clock: number;
}

const NO_MOVES: readonly never[] = [];

export interface Origin {
  readonly path: Path;
  /** Whether it was read from inside a text or a name, so that no pointer leads to it. */
  readonly isInText: boolean;
}

export class Reading {
  readonly sent: unknown;
  value: unknown;
  /** Where the proposal is in what was sent, or in what that says if it is a text. */
  wrapper: Path = [];
  /** What stands beside the proposal there, and is in none of its members. */
  company: readonly Path[] = [];
  readonly meter: Meter;
  readonly scope: RegistryScope;
  private readonly origins = new PathMap<Origin & { readonly isText: boolean }>();
  /** What it did with values, to be reported with the list or object in which it did so. */
  private readonly moves = new PathMap<Pick<Finding, "path" | "code" | "detail">[]>();

  constructor(sent: unknown, meter: Meter, scope: RegistryScope) {
    this.sent = sent;
    this.value = sent;
    this.meter = meter;
    this.scope = scope;
  }

  /** `isText`: whether it was sent as a text, so that no pointer leads to what is inside. */
  setOrigin(path: Path, origin: Origin, isText = false): void {
    this.origins.set(path, { ...origin, isText });
  }

  originOf(path: Path): Origin {
    const depth = this.origins.depthOfNearest(path);
    if (depth < 0) return { path, isInText: false };
    const nearest = this.origins.get(path.slice(0, depth))!;
    if (nearest.isInText || (nearest.isText && depth < path.length))
      return { path: nearest.path, isInText: true };
    return { path: [...nearest.path, ...path.slice(depth)], isInText: false };
  }

  /** `within`: the list or object with whose report it is printed. */
  noteMove(
    within: Path,
    path: Path,
    code: "member-unknown" | "type-mismatch",
    detail: Finding["detail"],
  ): void {
    const known = this.moves.get(within) ?? [];
    known.push({ path, code, detail });
    this.moves.set(within, known);
  }

  /** `reshape`: the fix, unless it is to write what was read. `json`: a free object that was sent as its text. */
  noteForm(
    path: Path,
    phrase: string,
    expected: string,
    sent: unknown,
    reshape?: FixDraft,
    json?: Record<string, unknown>,
  ): void {
    const detail = () => {
      const to = valueAt(this.value, path);
      // The same value in another notation, as long as nothing in it was read otherwise.
      const evidence = json !== undefined && equalJson(json, to) ? "notation" : "structure";
      return {
        message: `Expected ${phrase}, found ${found(sent)}.`,
        expected,
        actual: actualOf(sent),
        fixes: [reshape ?? useInstead(to, evidence, path)],
      };
    };
    this.noteMove(path, path, "type-mismatch", detail);
  }

  takeMoves(within: Path) {
    return this.moves.get(within)?.splice(0) ?? NO_MOVES;
  }

  replace(path: Path, value: unknown): void {
    const patcher = createPatcher(this.value);
    patcher.apply([{ op: "replace", path: pointerOf(path), value }]);
    this.value = patcher.document();
  }

  /** How the number at a path was written, if it is one, and that is known and not what JSON would write. */
  numberTextAt(path: Path, value: unknown): string | undefined {
    if (typeof value !== "number") return undefined;
    const { path: sent, isInText } = this.originOf(path);
    // What was read from a text keeps its notes as it was read.
    const [whole, at] = isInText ? [this.value, path] : [this.sent, sent];
    return at.length === 0 ? undefined : numberText(valueAt(whole, at.slice(0, -1)), at.at(-1)!);
  }
}
