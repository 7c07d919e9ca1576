/**
 * A finding is what a check reports: cheap to make, and turned into a diagnostic, with patches that stand alone, only
 * if it is among those shown.
 */
import { type Certainty, GRADES, type Grade, type Grounds } from "../evidence/evidence.ts";
import { createPatcher } from "../json/patch.ts";
import {
  below,
  child,
  eachRepeat,
  equalJson,
  escapeToken,
  hasRepeats,
  isPlainObject,
  MAX_NESTING,
  numberText,
  type Occurrence,
  type Path,
  type PathKey,
  PathMap,
  parsePointer,
  pointerOf,
  type Repeat,
  repeatsOf,
  saysExactly,
  valueAt,
} from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import type { Diagnostic, Fix, PatchOperation, Registry, Severity } from "../types.ts";
import { actualOf, found, quote, shown } from "../unicode/unicode.ts";

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
/** To find what is not kept takes time as well. */
const COUNTED_EFFORT = 0.5;
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
  /** The rule that could not be evaluated, and how many errors there were then: all of them by it. */
  unevaluated: { readonly rule: object; readonly errors: number } | undefined;
  /** Words for units, and where authors may put what has no member of its own, as the package says. */
  units: Readonly<Record<string, readonly string[]>> = {};
  notes: string | undefined;
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
    const asking = (rules: Scope["rules"]) => ({ rules, hasLooseText: false, registry, registries, clock });
    this.scope = asking("all");
    this.asked = { errors: asking("errors"), enforced: asking("enforced") };
  }

  /** Whether a value would pass there; with its path, rules that depend on other members are asked as well. */
  accepts(_pattern: string, _value: unknown, _path?: Path, _rules?: keyof Sink["asked"]): boolean {
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
    if (!this.hasRoom) return;
    this.findings.push({ code, severity, path, about, detail });
  }

  /** Until its moment an error is a warning. */
  severityOf({ severity, until }: { severity: Severity; until: { moment: number } | undefined }): Severity {
    return until !== undefined && this.now < until.moment ? "warning" : severity;
  }

  count(findings: number, areErrors: boolean): void {
    this.total += findings;
    if (!this.hasRoom) this.meter.charge(COUNTED_EFFORT * findings);
    if (areErrors) this.errors += findings;
  }

  /** Whether another finding of this stage is kept. */
  get hasRoom(): boolean {
    return this.findings.length < this.room;
  }

  /** Whether an error would only be counted: there is no room for it, and enough errors are known. */
  get isFull(): boolean {
    return this.hasTooManyErrors && !this.hasRoom;
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
  | { kind: "remove" | "ensure"; path: Path }
  | { kind: "wrap"; path: Path }
  /** The only item of a list, which takes the place of the list. */
  | { kind: "unwrap"; path: Path }
  | { kind: "add"; path: Path; value: unknown }
  /** To where it is now, if it was read from elsewhere. */
  | { kind: "move"; path: Path; to: Path }
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

/** Evidence by itself is as certain as it can be. */
export function gradeOf(grounds: Grounds): Grade {
  if (grounds === "placeholder" || grounds === "removal") return { applicability: grounds, decision: false };
  return typeof grounds === "string" ? GRADES[grounds].same : GRADES[grounds[0]][grounds[1]];
}

export function fix(title: string, grounds: Grounds, ...edits: Edit[]): FixDraft {
  return { title, grade: gradeOf(grounds), edits };
}

export const useInstead = (to: unknown, grounds: Grounds, path: Path): FixDraft =>
  fix(`Use ${shown(to)}`, grounds, { kind: "replace", path, to });

export const removeNamed = (name: string, path: Path): FixDraft =>
  fix(`Remove ${quote(name)}`, "removal", { kind: "remove", path });

/** The fix that adds a member with its content left open; none if there is no value that would be noticed. */
export function fillIn(name: string, path: Path, value: unknown, grounds: Grounds = "placeholder") {
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

export interface Origin {
  readonly path: Path;
  /** Whether it was read from inside a text or a name, so that no pointer leads to it. */
  readonly isInText: boolean;
}

export class Reading {
  readonly sent: unknown;
  value: unknown;
  /** What stands beside the proposal in what was sent, and is in none of its members. */
  company: readonly Path[] = [];
  readonly meter: Meter;
  readonly scope: RegistryScope;
  private readonly origins = new PathMap<Origin & { readonly isText: boolean }>();
  /** Members that were null and may be absent, which they now are: what is said of each that nothing asks for. */
  readonly nulls = new Map<string, Pick<Finding, "path" | "detail">>();
  /** What it did with values, to be reported with the list or object in which it did so. */
  readonly moves = new PathMap<Pick<Finding, "path" | "code" | "detail" | "about">[]>();
  private pointed = { path: [] as Path, pointer: "" };

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

  /** Where it was sent. Nearly all that is written about a finding is about one path, which is kept as it is. */
  pointerTo(path: Path): string {
    if (path !== this.pointed.path) this.pointed = { path, pointer: pointerOf(this.originOf(path).path) };
    return this.pointed.pointer;
  }

  /** `within`: the list or object with whose report it is printed. */
  noteMove(
    within: Path,
    path: Path,
    code: "member-unknown" | "type-mismatch",
    detail: Finding["detail"],
    about: "name" | "sent" = "name",
  ) {
    const known = this.moves.get(within) ?? [];
    known.push({ path, code, detail, about });
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

  wasNull(path: Path): boolean {
    return this.nulls.size > 0 && this.nulls.has(pointerOf(path));
  }

  takeMoves(within: Path) {
    return this.moves.get(within)?.splice(0) ?? [];
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

// Findings as callers get them: diagnostics in the order of the document, with patches that stand alone.

/** More diagnostics than this are counted but not listed. */
export const MAX_DIAGNOSTICS = 100;

/** Codes are explained for each domain, since two domains may use one code for different rules. */
export const linkBase = (of: Record<"targetProduct" | "domainId", string>, rulesUrl = "/rules"): string =>
  `${rulesUrl}/${of.targetProduct}/${of.domainId}/`;

export function toDiagnostic(
  { code, severity, path, about }: Finding,
  { detail, fixes }: { readonly detail: Detail; readonly fixes: Fix[] },
  reading: Reading,
  link: string,
): Diagnostic {
  const pointerTo = (place: Path) => (about === "sent" ? pointerOf(place) : reading.pointerTo(place));
  const { message, expected, actual, related } = detail;
  const pointer = pointerTo(path);
  // No pointer leads into a text that was read as a list or object, so the message says where in it something is.
  const isInside = about !== "sent" && reading.originOf(path).isInText && pointer !== pointerOf(path);
  const text = isInside ? `${message} Read as ${quote(pointerOf(path))}.` : message;
  // Step by step: conditional spreads take many times as long.
  const diagnostic = { code, severity, pointer, message: text } as Diagnostic;
  if (expected !== undefined) diagnostic.expected = expected;
  if (actual !== undefined) diagnostic.actual = actual;
  diagnostic.docs = link + code;
  if (fixes.length > 0) diagnostic.fixes = fixes;
  if (related !== undefined)
    diagnostic.related = related.map((each) => ({ pointer: pointerTo(each.path), message: each.message }));
  return diagnostic;
}

/** Document order, then by code. Absent members come after those that are there, in the order they were missed. */
export function sortByPosition(findings: Finding[], reading: Reading, sent: unknown): Finding[] {
  if (findings.length < 2) return findings;
  const members = new Map<object, { readonly names: string[]; last: number }>();
  const positionIn = (parent: unknown, key: PathKey): number => {
    if (typeof key !== "string" || !isPlainObject(parent)) return Number(key);
    let known = members.get(parent);
    if (known === undefined) {
      known = { names: Object.keys(parent), last: 0 };
      members.set(parent, known);
    }
    // Each stage reports in the order of the document, so that no map of the names is needed.
    const { names, last } = known;
    const next = names.indexOf(key, last);
    const position = next < 0 ? names.indexOf(key) : next;
    if (position < 0) return names.push(key) - 1;
    known.last = position;
    return position;
  };
  const ranked = findings.map((finding) => {
    const path = finding.about === "sent" ? finding.path : reading.originOf(finding.path).path;
    const rank = new Array<number>(path.length);
    let value = sent;
    for (let depth = 0; depth < path.length; depth++) {
      if (depth > 0) value = child(value, path[depth - 1]!);
      rank[depth] = positionIn(value, path[depth]!);
    }
    return { finding, rank };
  });
  ranked.sort((a, b) => compareRanks(a.rank, b.rank) || compareCodes(a.finding.code, b.finding.code));
  return ranked.map(({ finding }) => finding);
}

const compareCodes = (a: string, b: string) => Number(a > b) - Number(a < b);

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (let depth = 0; depth < left.length && depth < right.length; depth++) {
    const difference = left[depth]! - right[depth]!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const MAX_ANCHOR_DEPTH = 4;
const MAX_ANCHOR_WIDTH = 4;

/** Writes the fixes of findings, one after the other. `follow`: what else a replacement has to change. */
export function createPatchWriter(
  reading: Reading,
  follow: (path: Path, to: unknown) => Edit[] | "refuse" | undefined,
): (drafts: readonly FixDraft[]) => Fix[] {
  const { sent } = reading;
  const written = new Set<string>();
  /** Where values were moved away from. Moving a value and replacing it can both be done, so these are apart. */
  const emptied = new Set<string>();
  return write;

  /** No two first fixes write to one path: one that would is left out, or comes last as a last resort. */
  function write(drafts: readonly FixDraft[]): Fix[] {
    const fixes: Fix[] = [];
    const further: Fix[] = [];
    for (const { title, grade, edits, isLastResort } of drafts) {
      const patch = translate(edits);
      if (patch === undefined) continue;
      const { applicability, decision } = grade;
      const written: Fix = { title, applicability, patch };
      if (decision) written.decision = true;
      if (fixes.length > 0 || edits[0]?.kind === "choose" || claim(patch)) fixes.push(written);
      else if (isLastResort) further.push(written);
    }
    return fixes.length === 0 ? [] : [...fixes, ...further];
  }

  function claim(patch: readonly PatchOperation[]): boolean {
    for (const operation of patch) {
      if (operation.op === "test") continue;
      if (written.has(operation.path) || isRepeated(operation.path)) return false;
      if (operation.op === "move" && (emptied.has(operation.from) || isRepeated(operation.from)))
        return false;
    }
    for (const operation of patch) {
      if (operation.op === "test") continue;
      written.add(operation.path);
      if (operation.op === "move") emptied.add(operation.from);
    }
    return true;
  }

  /** Which of several values of one name counts is for their author to say. */
  function isRepeated(pointer: string): boolean {
    if (!hasRepeats(sent)) return false;
    const path = parsePointer(pointer);
    return path.length > 0 && Object.hasOwn(repeatsOf(valueAt(sent, path.slice(0, -1))), path.at(-1)!);
  }

  function locate(path: Path): Path | undefined {
    const origin = reading.originOf(path);
    return origin.isInText ? undefined : origin.path;
  }

  /** Where a new item or member goes; undefined if its container is not there. `made` is added by the same patch. */
  function targetFor(path: Path, made?: string): Path | undefined {
    const parent = locate(path.slice(0, -1));
    if (parent === undefined) return undefined;
    const container = valueAt(sent, parent);
    if (typeof container !== "object" && pointerOf(parent) !== made) return undefined;
    // A list has no members, and an object no items.
    if (container === null || (typeof path.at(-1) === "number") !== Array.isArray(container))
      return undefined;
    return below(parent, path.at(-1)!);
  }

  function freePathBeside(path: Path): Path | undefined {
    const parent = path.length === 0 ? undefined : valueAt(sent, path.slice(0, -1));
    if (!isPlainObject(parent)) return undefined;
    let name = `${path.at(-1)}_`;
    while (Object.hasOwn(parent, name)) name += "_";
    return [...path.slice(0, -1), name];
  }

  /** The operations of all edits; undefined if there is nothing to do or one of them cannot be made. */
  function translate(edits: readonly Edit[]): PatchOperation[] | undefined {
    const all: PatchOperation[] = [];
    /** The object that an earlier edit adds. */
    let made: string | undefined;
    for (const edit of edits) {
      const operations = operationsOf(edit, made);
      if (operations === undefined) return undefined;
      if (edit.kind === "ensure" && operations.length > 0) made = operations[0]!.path;
      for (const operation of operations) all.push(operation);
    }
    return all.length === 0 ? undefined : all;
  }

  function operationsOf(edit: Edit, made: string | undefined): PatchOperation[] | undefined {
    if (edit.kind === "choose") return replacement(pointerOf(edit.path), valueAt(sent, edit.path), edit.to);
    const path = locate(edit.path);
    const value = path && valueAt(sent, path);
    if (edit.kind === "add" || edit.kind === "ensure") {
      // It may have been sent under another name.
      if (edit.kind === "ensure" && (value ?? null) !== null) return [];
      const target = targetFor(edit.path);
      if (target === undefined) return undefined;
      const there = typeof target.at(-1) === "string" ? valueAt(sent, target) : undefined;
      // A null says nothing that could be lost.
      if (edit.kind === "add" && there !== undefined && (there !== null || edit.value === null))
        return undefined;
      return [{ op: "add", path: pointerOf(target), value: edit.kind === "add" ? edit.value : {} }];
    }
    if (path === undefined || value === undefined) return undefined;
    const here = reading.pointerTo(edit.path);
    const index = path.at(-1);
    switch (edit.kind) {
      case "replace": {
        if (value === edit.to) return undefined;
        const operations = replacement(here, value, edit.to);
        const followed = follow(edit.path, edit.to);
        if (followed === undefined) return operations;
        const further = followed === "refuse" ? undefined : translate(followed);
        return further && [...operations, ...further];
      }
      case "remove": {
        const test = typeof index === "number" ? anchor(path, value, 0) : undefined;
        return [...(test ? [test] : []), { op: "remove", path: here }];
      }
      case "move": {
        const to = edit.to.length === 0 ? [] : targetFor(edit.to, made);
        if (to === undefined || (to.length > 0 && valueAt(sent, to) !== undefined)) return undefined;
        return [{ op: "move", from: here, path: pointerOf(to) }];
      }
      case "unwrap": {
        const list = path.slice(0, -1);
        const move: PatchOperation = { op: "move", from: here, path: pointerOf(list) };
        const position = list.at(-1);
        // In a list, what is taken out stands before the empty list, which goes.
        return typeof position === "number" ? [move, { op: "remove", path: behind(list, position) }] : [move];
      }
      case "wrap":
      case "listEntries": {
        const aside = freePathBeside(path);
        if (aside === undefined) return undefined;
        const there = pointerOf(aside);
        const entries: PatchOperation[] =
          edit.kind === "wrap"
            ? [{ op: "move", from: there, path: `${here}/0` }]
            : listEntries(value, edit.key, here, there);
        return [{ op: "move", from: here, path: there }, { op: "add", path: here, value: [] }, ...entries];
      }
      case "nameCells": {
        if (typeof index !== "number") return undefined;
        const next = behind(path, index);
        // The new record takes the place of the row, which is then one further and loses its cells one by one.
        const cells = edit.columns.map((column): PatchOperation => {
          return { op: "move", from: `${next}/0`, path: `${here}/${escapeToken(column)}` };
        });
        return [{ op: "add", path: here, value: {} }, ...cells, { op: "remove", path: next }];
      }
    }
  }
}

/** Where an item is once another one was put before it. */
const behind = (path: Path, index: number): string => pointerOf([...path.slice(0, -1), index + 1]);

/** Tests what is replaced, so that the patch fails on another document. */
export function replacement(path: string, value: unknown, to: unknown): PatchOperation[] {
  const replace: PatchOperation = { op: "replace", path, value: to };
  return isTestable(value) ? [{ op: "test", path, value }, replace] : [replace];
}

function listEntries(map: unknown, key: string, here: string, there: string): PatchOperation[] {
  const entries = Object.keys(map as object).flatMap((name, index): PatchOperation[] => {
    const entry = `${there}/${escapeToken(name)}`;
    return [
      { op: "add", path: `${entry}/${escapeToken(key)}`, value: name },
      { op: "move", from: entry, path: `${here}/${index}` },
    ];
  });
  return [...entries, { op: "remove", path: there }];
}

/** A `test` of a scalar at or near the top of an item, so that the patch fails on another document. */
function anchor(path: Path, value: unknown, depth: number): PatchOperation | undefined {
  if (isTestable(value)) return { op: "test", path: pointerOf(path), value };
  if (typeof value !== "object" || value === null || depth >= MAX_ANCHOR_DEPTH) return undefined;
  let width = 0;
  for (const name in value) {
    const key = Array.isArray(value) ? Number(name) : name;
    const found =
      width++ < MAX_ANCHOR_WIDTH ? anchor([...path, key], child(value, key), depth + 1) : undefined;
    if (found !== undefined || width >= MAX_ANCHOR_WIDTH) return found;
  }
  return undefined;
}

function isTestable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value === "boolean" || value === null || Number.isFinite(value);
}

// Values that no product can store, digits that a number lost, and names that an object has more than once.

/** All that is nested too deep is one fault, however many values it concerns. */
const MAX_TOO_DEEP = 100;

/** The path changes with the next value: a copy for each would cost its depth, however many values are nested deep. */
function eachWithin(value: unknown, visit: (value: unknown, path: Path) => void, path: PathKey[] = []): void {
  visit(value, path);
  if (typeof value !== "object" || value === null || path.length >= MAX_NESTING) return;
  // Of a list that was never text, also the items that are not there.
  for (const name of Array.isArray(value) ? value.keys() : isPlainObject(value) ? Object.keys(value) : []) {
    path.push(name);
    eachWithin((value as Record<string, unknown>)[name], visit, path);
    path.pop();
  }
}

/** Reports every such value that has no error yet: one value gets one error. */
export function reportUnsafeJson(root: unknown, sink: Sink): void {
  sink.startStage();
  let tooDeep = 0;
  const report = (code: string, at: Path, detail: (path: Path) => Detail) => {
    if (!sink.hasError(at)) sink.add(code, "error", detail, [...at]);
  };
  eachWithin(root, (value, at) => {
    if (typeof value === "string" && !value.isWellFormed())
      report("lone-surrogate", at, (path) => ({
        message: `${quote(value)} contains half of a surrogate pair, which is not a character; replace it.`,
        actual: actualOf(value),
        fixes: [fix("Remove it", "removal", { kind: "replace", path, to: value.replace(HALVES, "") })],
      }));
    else if (typeof value === "number" && !Number.isFinite(value))
      report("number-out-of-range", at, () => ({
        message: "This number is beyond the range of JSON numbers; use one within ±1.79e308.",
        actual: actualOf(value),
      }));
    else if (NEVER_TEXT.has(typeof value))
      report("type-mismatch", at, () => ({ message: `JSON has no values of type ${typeof value}.` }));
    if (typeof value !== "object" || value === null) return;
    if (at.length >= MAX_NESTING) {
      // A misplaced value is reported, and its depth follows from that. A list of too many items is where it belongs.
      const isMisplaced = ({ code, severity, path }: Finding) =>
        severity === "error" && !code.startsWith("list-too-") && isAround(path, at);
      if (tooDeep++ < MAX_TOO_DEEP && !sink.findings.some(isMisplaced))
        sink.add("nested-too-deep", "error", () => TOO_DEEP, [...at]);
    } else if (!Array.isArray(value) && !isPlainObject(value))
      report("type-mismatch", at, () => ({ message: `JSON has no such value: ${found(value)}.` }));
    else if (!Array.isArray(value))
      for (const key in value)
        if (!key.isWellFormed())
          report("lone-surrogate", below(at, key), () => ({
            message: `The member name ${quote(key)} contains half of a surrogate pair, which is not a character.`,
            actual: actualOf(key),
          }));
  });
}

const isAround = (outer: Path, at: Path) =>
  outer.length < at.length && outer.every((key, depth) => key === at[depth]);

const NEVER_TEXT = new Set(["undefined", "bigint", "function", "symbol"]);

const TOO_DEEP: Detail = {
  message: `Objects and lists may be nested at most ${MAX_NESTING} levels deep.`,
  expected: MAX_NESTING,
};

const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Warns of numbers with more digits than a JSON number keeps. */
export function reportInexactNumbers(sink: Sink): void {
  sink.startStage();
  eachWithin(sink.reading.value, (value, path) => {
    if (typeof value !== "number" || !Number.isFinite(value)) return;
    const text = sink.reading.numberTextAt(path, value);
    if (text === undefined || saysExactly(value, text) || sink.hasError(path)) return;
    const detail = () => ({
      message: `${found(value, text)} has more digits than a JSON number keeps, so that it becomes ${value}. If all of them matter, send it as text.`,
      expected: found(value, text),
      actual: value,
    });
    sink.add("number-imprecise", "warning", detail, [...path]);
  });
}

const MAX_NAMED = 8;

export function reportRepeatedNames(candidate: unknown, sink: Sink): void {
  sink.startStage();
  eachRepeat(candidate, (at, occurrences) => {
    // There can be a name in every four bytes, and only the first ones are described.
    if (!sink.hasRoom) return sink.count(1, true);
    const path = at.slice();
    const detail = () => {
      const { message, choices } = describeRepeat({ path, occurrences });
      const fixes = choices.map(({ title, value }) =>
        fix(title, ["structure", "open"], { kind: "choose", path, to: value }),
      );
      return { message, actual: actualOf(path.at(-1)), fixes };
    };
    sink.add("member-repeated", "error", detail, path, "sent");
  });
}

export function describeRepeat({ path, occurrences }: Repeat) {
  const times = occurrences.length === 2 ? "twice" : `${occurrences.length} times`;
  const named = [...occurrences.slice(0, MAX_NAMED - 1), ...occurrences.slice(MAX_NAMED - 1).slice(-1)];
  const more = occurrences.length - named.length;
  const places = named.map((each) => `${shown(each.value)} at ${placeOf(each)}`);
  const last = more > 0 ? `${more} more` : places.pop();
  const isOther = ({ value }: Occurrence, index: number) =>
    named.findIndex((other) => equalJson(other.value, value)) === index;
  return {
    message: `The member ${quote(String(path.at(-1)))} occurs ${times} in one object: ${places.join(", ")} and ${last}. Keep one of them.`,
    choices: named
      // What is repeated inside of a value would vanish with it.
      .filter((each, index) => isOther(each, index) && !hasRepeats(each.value))
      .map((each) => ({ ...each, title: `Keep ${shown(each.value)}, from ${placeOf(each)}` })),
  };
}

const placeOf = ({ line, column }: Occurrence) => `line ${line}, column ${column}`;
