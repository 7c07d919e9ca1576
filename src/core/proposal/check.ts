/**
 * The check: what was sent is opened; a quick pass accepts clean candidates; any other is read as it was meant, and a
 * thorough pass collects all there is to report.
 */
import {
  createPatchWriter,
  describeRepeat,
  fix,
  linkBase,
  MAX_DIAGNOSTICS,
  Reading,
  type RegistryScope,
  reportInexactNumbers,
  reportRepeatedNames,
  reportUnsafeJson,
  type Scope,
  Sink,
  sortByPosition,
  toDiagnostic,
} from "../findings/finding.ts";
import { createPatcher } from "../json/patch.ts";
import {
  child,
  escapeToken,
  findRepeats,
  hasInexactNumber,
  hasRepeats,
  isPlainObject,
  isSafeJson,
  type Path,
  type PathKey,
  pointerOf,
  setOwn,
  sizeBound,
  sizeOf,
  valueAt,
} from "../json/values.ts";
import { Meter } from "../meter/meter.ts";
import { lookIntoText } from "../reader/read-json.ts";
import { type ReadText, readText } from "../reader/read-text.ts";
import { EMPTY_REGISTRY } from "../registry/entries.ts";
import { type Place, SCHEMA_ALONE, type Shape } from "../schema/place.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic, Json, PatchOperation, Registry, ValidationResult } from "../types.ts";
import { actualOf, listOf, normalizeText, quote, shown } from "../unicode/unicode.ts";
import { writeDate, writeTimestamp } from "../values/time.ts";

// The quick pass: whether there is anything to report about a candidate or its normal form.

/** What a check needs besides rules and candidate. The core has no clock and no network, so it is given both. */
export interface CheckContext {
  /** The product's own registry, if it has one. It must be there if the rules ask it. */
  registry?: Registry | undefined;
  /** The registries that the package declares by name. Those that its rules ask must be there. */
  registries?: ReadonlyMap<string, Registry> | undefined;
  /** The moment for which `effectiveAt` is judged, and that `today` stands for, in milliseconds since 1970. */
  now: number;
  /** Judges as if every rule were in force, whatever its `effectiveAt`, to try rules before they apply. */
  simulate?: boolean;
  /** Where codes are explained; diagnostics link to it. */
  rulesUrl?: string;
}

export interface Opened {
  /** What was sent, or what it says where it is JSON as text, which is read without a remark. */
  readonly candidate: unknown;
  /** What was read in a candidate that is another text. */
  readonly read: Exclude<ReadText, { kind: "json" }> | undefined;
  readonly meter: Meter;
}

export function asItIs(candidate: unknown, meter = new Meter()): Opened {
  return { candidate, read: undefined, meter };
}

export function openCandidate({ schema: { root } }: SpecPackage, sent: unknown): Opened {
  if (typeof sent !== "string" || root.ok(sent, SCHEMA_ALONE)) return asItIs(sent);
  const meter = new Meter();
  const read = readText(sent, meter);
  return read.kind === "json" ? asItIs(read.value, meter) : { candidate: sent, read, meter };
}

const NO_REGISTRIES: ReadonlyMap<string, Registry> = new Map();

/** Throws if the moment or a registry is absent that the rules ask: what cannot be checked must not pass. */
export function scopeOf(
  spec: SpecPackage,
  { registry, registries = NO_REGISTRIES, now }: CheckContext,
): Scope {
  if (typeof now !== "number" || Number.isNaN(now))
    throw new TypeError('Rules may be in force already: give the moment in "now".');
  if (registry === undefined && spec.rules.registries.main)
    throw new TypeError(`The rules need the product's own registry: give it in "registry".`);
  for (const name of spec.rules.registries.named)
    if (!registries.has(name))
      throw new TypeError(`The rules need the registry "${name}": give it in "registries".`);
  return { rules: "all", hasLooseText: false, registry: registry ?? EMPTY_REGISTRY, registries, clock: now };
}

const identityOf = ({ digest, asOf }: Registry) => (asOf === undefined ? { digest } : { digest, asOf });

/** A candidate as a package holds it, and what was changed to get there. */
export interface Normalized {
  candidate: Json;
  /** From the candidate sent to the normalized one; a new order of members is not a change. */
  changes: PatchOperation[];
}

/** Brings a valid candidate into its normal form. Doing it twice changes nothing more. */
export function normalizeCandidate(spec: SpecPackage, candidate: unknown): Normalized {
  const { document, changes } = applyNormalization(spec, candidate);
  return { candidate: sortMembers(document), changes };
}

/** As a build would change it; undefined if nothing but the order of members. `hasNormalTexts`: known by a walk. */
function normalFormOf(spec: SpecPackage, candidate: unknown, hasNormalTexts = false): unknown {
  if (isNormal(spec, candidate, hasNormalTexts)) return undefined;
  const { document, changes } = applyNormalization(spec, candidate);
  return changes.length === 0 ? undefined : document;
}

/** Asked about every valid candidate. May be false for one that has nothing to change. */
function isNormal(spec: SpecPackage, candidate: unknown, hasNormalTexts: boolean): boolean {
  const { prose, missable, sets } = spec.normalization;
  if ((spec.schema.root.withDefaults?.(candidate) ?? candidate) !== candidate) return false;
  for (const pattern of hasNormalTexts ? missable : prose)
    if (!pattern.every(candidate, isNormalText)) return false;
  return sets.every(({ pattern, order }) => pattern.every(candidate, (words) => isSet(words, order)));
}

const isNormalText = (text: unknown): boolean => typeof text !== "string" || normalizeText(text) === text;

function applyNormalization({ schema, normalization: { prose, sets } }: SpecPackage, candidate: unknown) {
  const changes: PatchOperation[] = [];
  // Defaults come first, so that they are normalized as well.
  const filled = schema.root.withDefaults?.(candidate) ?? candidate;
  listAdditions(candidate, filled, "", changes);
  const patcher = createPatcher(filled);
  const replace = (path: Path, value: unknown) => {
    changes.push({ op: "replace", path: pointerOf(path), value });
    patcher.apply(changes.slice(-1));
  };
  for (const pattern of prose)
    pattern.each(filled, (text, path) => {
      if (!isNormalText(text)) replace(path, normalizeText(text as string));
    });
  // The words of a set may be prose, which is normalized by now.
  for (const { pattern, order } of sets)
    pattern.each(patcher.document(), (words, path) => {
      if (!isSet(words, order)) replace(path, asSet(words as unknown[], order));
    });
  return { document: patcher.document(), changes };
}

/** Words that are not in the list come last, in their order. Whether they are allowed is for rules to decide. */
function asSet(words: readonly unknown[], order: ReadonlyMap<unknown, number>): unknown[] {
  const position = (word: unknown) => order.get(word) ?? order.size;
  return [...new Set(words)].sort((a, b) => position(a) - position(b));
}

/** Whether a build would leave it as it is, which goes for anything but a list. */
function isSet(words: unknown, order: ReadonlyMap<unknown, number>): boolean {
  if (!Array.isArray(words)) return true;
  let before = -1;
  for (const word of words) {
    const position = order.get(word) ?? order.size;
    if (position < before || (position === before && position < order.size)) return false;
    before = position;
  }
  return before < order.size || new Set(words).size === words.length;
}

/** Defaults only add members, so the walk follows the candidate as it was before. */
function listAdditions(before: unknown, after: unknown, pointer: string, changes: PatchOperation[]): void {
  if (before === after) return;
  for (const [key, value] of Object.entries(after as object)) {
    const path = pointer + pointerOf([key]);
    if (Object.hasOwn(before as object, key)) listAdditions(child(before, key), value, path, changes);
    else changes.push({ op: "add", path, value });
  }
}

/** Members in the order of RFC 8785, so that a plain serialization does not depend on the order sent. */
function sortMembers(value: unknown): Json {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isPlainObject(value)) return Object.is(value, -0) ? 0 : (value as Json);
  const sorted: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) setOwn(sorted, key, sortMembers(value[key]));
  return sorted;
}

/**
 * The stage of the check that refuses a candidate first: the schema with the rules of its places, the other rules, or
 * both of these about the normal form that a build would make of the candidate. `text`: all accept it, but the text that
 * was sent said more. Undefined exactly when the thorough pass would find nothing.
 */
export function findFailedStage(spec: SpecPackage, candidate: unknown, context: CheckContext) {
  const scope = scopeOf(spec, context);
  const { root } = spec.schema;
  const { whole } = spec.rules;
  if (!root.ok(candidate, scope)) return "schema";
  for (const rule of whole) if (!rule.ok(candidate, scope)) return "rules";
  const built = normalFormOf(spec, candidate, !scope.hasLooseText);
  if (built !== undefined && !(root.ok(built, scope) && whole.every((rule) => rule.ok(built, scope))))
    return "normal form";
  return hasInexactNumber(candidate) || hasRepeats(candidate) ? "text" : undefined;
}

type Stage = ReturnType<typeof findFailedStage>;

export const isClean = (spec: SpecPackage, candidate: unknown, context: CheckContext): boolean =>
  findFailedStage(spec, candidate, context) === undefined;

// Reads a candidate as it was meant, also one that is sent as text.

const LIKE_JSON = /[{[]|`{3}|~{3}/;

/** Reports a text in which a proposal was found, or was meant to be. False: the schema has more to say about it. */
function reportText(text: string, read: NonNullable<Opened["read"]>, sink: Sink): boolean {
  const { reading } = sink;
  const isFound = read.kind === "found" && reading.originOf([]).isInText;
  if (!isFound && (reading.value !== text || !LIKE_JSON.test(text))) return false;
  if (!isFound) sink.skip(text, false, []);
  const detail = () => {
    const about = { expected: "object", actual: actualOf(text) };
    if (!isFound) {
      const other = "what is in it has other members than a proposal";
      const reason = read.kind === "unread" ? read.reason() : other;
      return { ...about, message: `Expected an object, found a text in which none can be read: ${reason}.` };
    }
    const repeats = findRepeats(read.value).map((repeat) => describeRepeat(repeat).message);
    const lost = reading.company;
    // Digits, repeated values and what stands beside the proposal would be lost.
    const certainty =
      repeats.length > 0 || lost.length > 0 || hasInexactNumber(read.value) ? "open" : "clear";
    const beside = lost.length === 0 ? "" : ` beside ${namesOf(lost)}`;
    const past = read.past().join("; ");
    const message = `Expected an object, found a text with one in it${beside}, read past ${past}.`;
    const to = reading.value;
    const use = fix(`Use ${shown(to)}`, ["structure", certainty], { kind: "choose", path: [], to });
    return { ...about, message: [message, ...repeats.slice(0, MAX_REPEATS)].join(" "), fixes: [use] };
  };
  sink.add("type-mismatch", "error", detail, [], "sent");
  return true;
}

/** More would make the message unreadable. */
const MAX_REPEATS = 3;

const namesOf = (paths: readonly Path[]): string =>
  listOf([...new Set(paths.map((path) => String(path.at(-1))))], "and");

/** Whether a member says what the request around a candidate says, which callers sometimes send a second time inside it. */
function isOfRequest({ targetProduct, domainId }: SpecPackage, name: string, value: unknown): boolean {
  if (name === "targetProduct") return value === targetProduct;
  if (name === "domainId") return value === domainId;
  if (name === "repair") return value === "safe" || value === "suggested";
  return name === "view" && (value === "full" || value === "brief");
}

function companyOf(spec: SpecPackage, value: unknown, path: Path): Path[] {
  const company: Path[] = [];
  let around = value;
  for (const [depth, key] of path.entries()) {
    for (const [name, item] of Object.entries(around as object))
      if (name !== String(key) && !isOfRequest(spec, name, item))
        company.push([...path.slice(0, depth), name]);
    around = (around as Record<PathKey, unknown>)[key];
  }
  return company;
}

const MIN_KNOWN_MEMBERS = 2;
const MAX_WRAPPERS = 3;
const MAX_COMPANY = 12;

function readCandidate(spec: SpecPackage, { candidate, read, meter }: Opened, scope: RegistryScope): Reading {
  const { root } = spec.schema;
  const reading = new Reading(candidate, meter, scope);
  const inText = root.shape.object && read?.kind === "found" ? read : undefined;
  // What cannot be read as JSON was looked through already.
  const whole = inText?.value ?? candidate;
  const path = read?.kind === "unread" ? undefined : pathToProposal(whole, 0);
  // An object among words may be a part of what they say.
  const isInText = inText !== undefined && (path !== undefined || !inText.isAmongWords);
  let value = isInText ? whole : candidate;
  for (const key of path ?? []) value = (value as Record<PathKey, unknown>)[key];
  const wrapper = path ?? [];
  reading.company = companyOf(spec, whole, wrapper);
  if (isInText || wrapper.length > 0) reading.setOrigin([], { path: isInText ? [] : wrapper, isInText });
  reading.value = root.read?.(value, [], reading) ?? value;
  for (const insight of spec.rules.insights) insight.read(reading);
  return reading;

  /** Where the proposal is inside the objects and lists of one that were put around it; undefined if it is nowhere. */
  function pathToProposal(value: unknown, depth: number): PathKey[] | undefined {
    if (root.shape.object === undefined || depth > MAX_WRAPPERS) return undefined;
    const key = wrapperOf(value);
    if (key !== undefined) {
      const below = pathToProposal((value as Record<PathKey, unknown>)[key], depth + 1);
      if (below !== undefined) return [key, ...below];
    }
    return isProposal(root, value, meter) ? [] : undefined;
  }

  /** The only thing in a list or object that is not a proposal itself. */
  function wrapperOf(value: unknown): PathKey | undefined {
    if (Array.isArray(value)) return value.length === 1 ? 0 : undefined;
    if (!isPlainObject(value)) return undefined;
    const keys = Object.keys(value).filter((key) => !isOfRequest(spec, key, value[key]));
    const holders = keys.length === 1 ? keys : holdersAmong(root, value, keys, meter);
    const [key] = holders;
    if (holders.length !== 1 || key === "__proto__" || root.shape.object!.members.has(key!)) return undefined;
    return isMember(root, key!, value[key!], meter) ? undefined : key;
  }
}

/** The members that plainly hold a proposal, in an object that is none, such as an answer with its reasons. */
function holdersAmong(root: Place, value: Record<string, unknown>, keys: readonly string[], meter: Meter) {
  const known = countKnown(root.shape, value);
  const { members, required } = root.shape.object!;
  // Where any member is allowed, what has a member of a proposal and lacks none is one.
  const isWhole = known > 0 && !isClosed(root) && [...required].every((name) => Object.hasOwn(value, name));
  if (keys.length > MAX_COMPANY || known >= MIN_KNOWN_MEMBERS || isWhole) return [];
  // A member beside what has none of that name is a part of the same proposal.
  const isWithAll = (key: string) =>
    keys.every((name) => !members.has(name) || child(value[key], name) !== undefined);
  return keys.filter((key) => holdsProposal(root.shape, value[key], 1, meter) && isWithAll(key));
}

function holdsProposal(shape: Shape, value: unknown, depth: number, meter: Meter): boolean {
  const inner = typeof value === "string" ? lookIntoText(value, meter) : value;
  if (typeof inner !== "object" || inner === null) return false;
  const { members, required } = shape.object!;
  const enough = Math.max(Math.min(MIN_KNOWN_MEMBERS, members.size), required.size / 2);
  if (countKnown(shape, inner) >= enough) return true;
  const items = Object.values(inner);
  const isSearched = depth < MAX_WRAPPERS && items.length <= MAX_COMPANY && value === inner;
  return isSearched && items.some((item) => holdsProposal(shape, item, depth + 1, meter));
}

/** A member under a similar name is no wrapper, unless what is in it looks more like a proposal than like an item. */
function isMember(root: Place, name: string, value: unknown, meter: Meter): boolean {
  if (!isClosed(root) || !root.suits({ [name]: value }, meter)) return false;
  const { members } = root.shape.object!;
  let inner = value;
  for (let depth = 0; depth < MAX_WRAPPERS && isPlainObject(inner); depth++) {
    const [key, another] = Object.keys(inner);
    if (key === undefined || another !== undefined || members.has(key)) break;
    inner = inner[key];
  }
  const known = countKnown(root.shape, inner);
  const isOfMember = ({ shape }: Place) =>
    [shape, shape.items?.shape, shape.object?.entry?.shape].some((each) => countKnown(each, inner) >= known);
  return known < MIN_KNOWN_MEMBERS || [...members.values()].some(isOfMember);
}

function isProposal(root: Place, value: unknown, meter: Meter): boolean {
  const object = typeof value === "string" ? lookIntoText(value, meter) : value;
  if (!isPlainObject(object)) return false;
  if (countKnown(root.shape, object) >= Math.min(MIN_KNOWN_MEMBERS, root.shape.object!.members.size))
    return true;
  // Where any member is allowed, any object would suit.
  return isClosed(root) && Object.keys(object).length > MIN_KNOWN_MEMBERS && root.suits(object, meter);
}

function countKnown(shape: Shape | undefined, value: unknown): number {
  const members = shape?.object?.members;
  if (members === undefined || !isPlainObject(value)) return 0;
  return Array.from(members.keys()).filter((name) => Object.hasOwn(value, name)).length;
}

const isClosed = (root: Place) => root.shape.object?.others === "none";

// The thorough pass.

export type Verdict = Pick<
  ValidationResult,
  "valid" | "diagnostics" | "omitted" | "unchecked" | "fixesOmitted"
>;

/** Diagnostics beyond this many bytes of JSON are counted but not listed, so that no answer grows without bound. */
const MAX_DIAGNOSTIC_BYTES = 393_216;
const DESCRIPTION_EFFORT = 3;
const FIX_EFFORT = 1;

/** The thorough pass over one candidate: what it found, and what the rules say about what could stand there instead. */
export class Examination extends Sink {
  private readonly spec: SpecPackage;
  private readonly context: CheckContext;
  private readonly writeFixes: ReturnType<typeof createPatchWriter>;
  private readonly described: Parameters<typeof toDiagnostic>[1][] = [];

  constructor(spec: SpecPackage, opened: Opened, context: CheckContext, failed: Stage) {
    const { candidate, meter } = opened;
    const scope = scopeOf(spec, context);
    // What the schema accepts as it is was meant as it is.
    const reading =
      failed === "schema" ? readCandidate(spec, opened, scope) : new Reading(candidate, meter, scope);
    super(reading, context.simulate === true ? Number.POSITIVE_INFINITY : context.now);
    this.spec = spec;
    this.context = context;
    this.units = spec.document.units ?? {};
    this.notes = spec.document.notes;
    this.writeFixes = createPatchWriter(reading, (path, to) =>
      firstOf(spec.rules.insights, (insight) => insight.follow(reading.value, path, to, meter)),
    );
    if (this.collect(opened, failed) && failed !== undefined) this.reportNormalForm(candidate);
    this.findings = sortByPosition(this.findings, reading, candidate);
  }

  override accepts(pattern: string, value: unknown, path?: Path, rules: keyof Sink["asked"] = "errors") {
    const { schema, rules: all } = this.spec;
    const place = schema.places.get(pattern);
    const ok =
      (path && valueAt(this.reading.value, path) !== undefined && place?.okWhereAllowed) || place?.ok;
    const scope = this.asked[rules];
    if (!this.meter.spendOn(value) || ok?.(value, scope) === false) return false;
    const asked = path === undefined ? [] : (all.conditional.get(pattern) ?? []);
    return asked.every((one) => one.condition(this.reading.value)(path!) === false || one.ok(value, scope));
  }

  override propose(path: Path): ReturnType<Sink["propose"]> {
    return firstOf(this.spec.rules.insights, (insight) =>
      insight.propose(this.reading.value, path, this.meter),
    );
  }

  override placeholderAt(pattern: string): unknown {
    return this.spec.schema.places.get(pattern)?.placeholder();
  }

  override exampleAt(path: Path): unknown {
    const first = path.map((key) => (typeof key === "number" ? 0 : key));
    return firstOf(this.spec.document.examples.valid, ({ candidate }) => valueAt(candidate, first));
  }

  /** Always in their order: of two fixes that write to one place, the earlier finding keeps its own. */
  private describeNext(): Examination["described"][number] {
    const { path, detail: describe } = this.findings[this.described.length]!;
    this.meter.charge(DESCRIPTION_EFFORT);
    const detail = describe(path);
    const mayFix = detail.fixes !== undefined && this.meter.spend(FIX_EFFORT);
    const described = { detail, fixes: mayFix ? this.writeFixes(detail.fixes!) : [] };
    this.described.push(described);
    return described;
  }

  /** Of every finding that there is enough left to describe. */
  allFixes() {
    while (this.described.length < this.findings.length && this.meter.isLeft) this.describeNext();
    return this.described.map(({ fixes }) => fixes);
  }

  verdict(): Verdict {
    const { findings, total, errors, reading } = this;
    const unread = new Set(this.unchecked.map((path) => reading.pointerTo(path)));
    const link = linkBase(this.spec, this.context.rulesUrl);
    let bytes = 0;
    const all = findings
      .slice(0, MAX_DIAGNOSTICS)
      .map((finding, at) => toDiagnostic(finding, this.described[at] ?? this.describeNext(), reading, link));
    const isWithin = (diagnostic: Diagnostic) => {
      bytes += sizeOf(diagnostic);
      return bytes <= MAX_DIAGNOSTIC_BYTES;
    };
    // Only once the quick bound is exceeded is it worth counting.
    const diagnostics = sizeBound(all) > MAX_DIAGNOSTIC_BYTES ? all.filter(isWithin) : all;
    return {
      valid: errors === 0,
      diagnostics,
      omitted: total - diagnostics.length,
      ...(unread.size > 0 && { unchecked: [...unread] }),
      ...(this.meter.wasRefused && { fixesOmitted: true }),
    };
  }

  /** Returns whether the reading is safe JSON. */
  private collect({ candidate, read }: Opened, failed: Stage): boolean {
    if (candidate === undefined) {
      const message = 'There is no candidate to check; send the proposal in "candidate".';
      this.add("candidate-missing", "error", () => ({ message, expected: "an object" }), []);
      return false;
    }
    const { spec, reading } = this;
    const { path: wrapper } = reading.originOf([]);
    if (wrapper.length > 0) reportWrapper(candidate, wrapper, this);
    // Rules fail more often than the schema, whose thorough pass costs much more than its quick one.
    const isReported =
      failed === "schema" && read !== undefined && reportText(candidate as string, read, this);
    if (failed === "schema" && !(isReported && reading.value === candidate))
      spec.schema.root.report(reading.value, [], { sink: this, reason: "", isRepeat: false });
    for (const rule of spec.rules.whole) {
      for (const path of rule.insight?.unchecked(reading.value) ?? []) this.unchecked.push(path);
      // An expression over a list that is too long takes long, so what it reads is looked at first.
      if (!(rule.usesExpressions && this.errors > 0) && rule.ok(reading.value, this.scope)) continue;
      this.startStage(true);
      rule.report(reading.value, this);
    }
    this.startStage();
    // Where something asks for a member, that it was null is said with that.
    for (const { path, detail } of reading.nulls.values())
      if (!this.hasError(path)) this.add("type-mismatch", "error", detail, path);
    if (hasRepeats(candidate)) reportRepeatedNames(candidate, this);
    if (hasInexactNumber(candidate)) reportInexactNumbers(this);
    const isSafe = isSafeJson(reading.value, 0);
    if (!isSafe) reportUnsafeJson(reading.value, this);
    return isSafe;
  }

  /** What is accepted as it was sent can still be refused once a build has normalized it. */
  private reportNormalForm(candidate: unknown): void {
    const { spec, context, meter } = this;
    const isBeside = this.errors > 0;
    // What would not be listed need not be looked for.
    if (isBeside && this.total >= MAX_DIAGNOSTICS) return;
    const judged = isBeside ? this.reading.value : candidate;
    const built = normalFormOf(spec, judged);
    if (built === undefined || (isBeside && !this.isRefusedAnew(judged, built))) return;
    const stage = findFailedStage(spec, built, context);
    // A normal form has no other normal form, so that this ends.
    if (stage !== "schema" && stage !== "rules") return;
    const { findings } = new Examination(spec, asItIs(built, meter), context, stage);
    const isSilent = this.total === 0;
    this.startStage();
    for (const { code, severity, path, detail } of findings) {
      // Beside other findings, a remark about the normal form most likely repeats one of them.
      if (severity !== "error" && !isSilent) continue;
      const at = outsideSets(spec, path);
      if (isBeside && (this.hasErrorAround(at) || (at !== path && this.hasErrorWithin(at)))) continue;
      const describe = () => {
        const { message, expected, actual } = detail(path);
        return { message: `${message} ${ABOUT_NORMAL_FORM}`, expected, actual };
      };
      this.add(code, severity, describe, at);
    }
  }

  private isRefusedAnew(sent: unknown, built: unknown): boolean {
    const { schema, rules } = this.spec;
    const scope = this.asked.errors;
    const isAnew = (at: string, before: unknown, after: unknown): boolean => {
      // What is refused already need not be looked through for more than there is left to spend.
      if (before === after || !this.meter.spendOn(after, 2)) return false;
      const place = schema.places.get(at);
      if (before === undefined || place?.ok(before, scope) !== false)
        return place?.ok(after, scope) === false;
      if (typeof before !== "object" || before === null || typeof after !== "object" || after === null)
        return false;
      // The items of a set are in another order.
      const items = new Set(Array.isArray(before) ? before : []);
      return Object.entries(after).some(([key, item]) => {
        if (items.has(item)) return false;
        const below = `${at}/${escapeToken(key)}`;
        return isAnew(schema.places.has(below) ? below : `${at}/*`, child(before, key), item);
      });
    };
    return (
      isAnew("", sent, built) ||
      rules.whole.some(
        (rule) => this.severityOf(rule) === "error" && rule.ok(sent, scope) && !rule.ok(built, scope),
      )
    );
  }
}

const ABOUT_NORMAL_FORM =
  "This is about the normal form that a build makes: texts trimmed, repeats of sets dropped, defaults added.";

/** Nobody further is asked once one has an answer. */
function firstOf<Item, Answer>(items: readonly Item[], ask: (item: Item) => Answer | undefined) {
  for (const item of items) {
    const answer = ask(item);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** The items of a set have other places in its normal form. */
function outsideSets({ normalization }: SpecPackage, path: Path): Path {
  const isSetAt = (around: Path) => normalization.sets.some(({ pattern }) => pattern.matches(around));
  const depth = path.findIndex((_, length) => isSetAt(path.slice(0, length)));
  return depth < 0 ? path : path.slice(0, depth);
}

function reportWrapper(candidate: unknown, path: Path, sink: Sink): void {
  const pointer = pointerOf(path);
  const [name] = path;
  const lost = sink.reading.company.length === 0 ? undefined : namesOf(sink.reading.company);
  const describe = () => {
    const beside = lost === undefined ? "inside something else" : `beside ${lost}`;
    const isMember = path.length === 1 && typeof name === "string" && lost === undefined;
    const title = `Use what is in ${quote(path.length === 1 ? String(name) : pointer)}`;
    // What stands beside it would be lost, so that only the author can say that it may be.
    const use = lost === undefined ? title : `${title}, without ${lost}`;
    const certainty = lost === undefined ? "clear" : "open";
    return {
      message: isMember
        ? `There is no member ${quote(name)}; the proposal is inside it. Send its content as the candidate.`
        : `The proposal is at ${quote(pointer)}, ${beside}. Send what is there as the candidate.`,
      actual: actualOf(typeof name === "string" ? name : pointer),
      fixes: [fix(use, ["structure", certainty], { kind: "move", path: [], to: [] })],
    };
  };
  // A list is the wrong type for a candidate; a member around it is one that nobody knows.
  if (Array.isArray(candidate)) sink.add("type-mismatch", "error", describe, [], "sent");
  else sink.add("member-unknown", "error", describe, path, "sent");
}

/** Reports everything that is wrong with a candidate, which may be any JSON value, or undefined if absent. */
export function checkCandidate(spec: SpecPackage, sent: unknown, context: CheckContext): ValidationResult {
  return checkOpened(spec, openCandidate(spec, sent), context);
}

export function checkOpened(spec: SpecPackage, opened: Opened, context: CheckContext): ValidationResult {
  const failed = findFailedStage(spec, opened.candidate, context);
  return resultOf(spec, context, failed && new Examination(spec, opened, context, failed).verdict());
}

/** `found`: undefined if there is nothing to report. Completed step by step: to copy members takes 4 % of a small check. */
export function resultOf(
  spec: SpecPackage,
  { registry, registries = NO_REGISTRIES, now }: CheckContext,
  found: Verdict = { valid: true, diagnostics: [], omitted: 0 },
): ValidationResult {
  const { clock } = spec.rules;
  const { named } = spec.rules.registries;
  const result = found as ValidationResult;
  result.specPackage = { version: spec.version, digest: spec.digest };
  if (registry !== undefined) result.registry = identityOf(registry);
  if (named.length > 0)
    result.registries = Object.fromEntries(named.map((name) => [name, identityOf(registries.get(name)!)]));
  if (clock !== "none") result.evaluatedOn = clock === "date" ? writeDate(now) : writeTimestamp(now);
  return result;
}
