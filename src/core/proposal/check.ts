/** The check: a quick pass that accepts clean candidates, and a thorough one that collects all there is to report. */

import { fix, Reading, type Scope, Sink } from "../findings/finding.ts";
import { reportInexactNumbers, reportRepeatedNames, reportUnsafeJson } from "../findings/unsafe-json.ts";
import {
  linkBase,
  MAX_DIAGNOSTICS,
  PatchWriter,
  sentPointer,
  sortByPosition,
  toDiagnostic,
} from "../findings/verdict.ts";
import { findRepeats, hasInexactNumber, type Repeat } from "../json/notes.ts";
import { child, escapeToken, type Path, pointerOf } from "../json/pointer.ts";
import { isSafeJson, sizeBound, sizeOf } from "../json/values.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic, Fix, ValidationResult } from "../types.ts";
import { actualOf, quote } from "../unicode/describe.ts";
import { type CheckContext, findFailedStage, identitiesOf, normalFormOf, scopeOf } from "./quick-pass.ts";
import { namesOf, type Opened, openCandidate, readCandidate, reportText } from "./read-candidate.ts";

export type { CheckContext } from "./quick-pass.ts";

export type Verdict = Pick<
  ValidationResult,
  "valid" | "diagnostics" | "omitted" | "unchecked" | "fixesOmitted"
>;

/** Diagnostics beyond this many bytes of JSON are counted but not listed, so that no answer grows without bound. */
const MAX_DIAGNOSTIC_BYTES = 393_216;
const DESCRIPTION_EFFORT = 3;
const FIX_EFFORT = 1;
const NO_FIXES: Fix[] = [];

/** The thorough pass over one candidate: what it found, and what the rules say about what could stand there instead. */
export class Examination extends Sink {
  /** Whether nothing in the reading is beyond what a product can store. */
  isSafe = false;
  private readonly spec: SpecPackage;
  private readonly rulesUrl: string | undefined;
  private readonly patches: PatchWriter;
  private readonly described: Parameters<typeof toDiagnostic>[1][] = [];

  constructor(spec: SpecPackage, reading: Reading, context: CheckContext, undecided: readonly Path[]) {
    super(reading, context.simulate === true ? Number.POSITIVE_INFINITY : context.now);
    this.spec = spec;
    this.rulesUrl = context.rulesUrl;
    const { whole } = spec.rules;
    const follow = (path: Path, to: unknown) =>
      firstOf(whole, (rule) => rule.insight?.follow(reading.value, path, to, reading.meter));
    this.patches = new PatchWriter(reading.sent, reading, follow, undecided);
  }

  override accepts(
    pattern: string,
    value: unknown,
    path?: Path,
    rules: "errors" | "enforced" = "errors",
  ): boolean {
    const scope = this.asked[rules];
    return (
      this.meter.spendOn(value) &&
      this.spec.schema.places.get(pattern)?.ok(value, scope) !== false &&
      (path === undefined || acceptedThere(this.spec, this.reading.value, pattern, value, path, scope))
    );
  }

  override propose(path: Path): ReturnType<Sink["propose"]> {
    return firstOf(this.spec.rules.whole, (rule) =>
      rule.insight?.propose(this.reading.value, path, this.meter),
    );
  }

  override placeholderAt(pattern: string): unknown {
    return this.spec.schema.places.get(pattern)?.placeholder();
  }

  override exampleAt(path: Path): unknown {
    return firstOf(this.spec.document.examples.valid, ({ candidate: example }) =>
      path.reduce<unknown>((value, key) => child(value, typeof key === "number" ? 0 : key), example),
    );
  }

  override get units(): Sink["units"] {
    return this.spec.document.units ?? super.units;
  }

  override get notes(): string | undefined {
    return this.spec.document.notes;
  }

  /** Always in their order: of two fixes that write to one place, the earlier finding keeps its own. */
  private describe(count: number): void {
    for (let next = this.described.length; next < count && next < this.findings.length; next++) {
      const { path, detail: describe } = this.findings[next]!;
      this.meter.charge(DESCRIPTION_EFFORT);
      const detail = describe(path);
      const pointer = pointerOf(path);
      const mayFix = detail.fixes !== undefined && this.meter.spend(FIX_EFFORT);
      const fixes = mayFix ? this.patches.write(detail.fixes!, path, pointer) : NO_FIXES;
      this.described.push({ pointer, detail, fixes });
    }
  }

  /** Of every finding that there is enough left to describe. */
  allFixes(): readonly (readonly Fix[])[] {
    while (this.described.length < this.findings.length && this.meter.isLeft)
      this.describe(this.described.length + 1);
    return this.described.map(({ fixes }) => fixes);
  }

  verdict(): Verdict {
    const { findings, total, errors, reading, unchecked } = this;
    const link = linkBase(this.spec, this.rulesUrl);
    const diagnostics: Diagnostic[] = [];
    let bytes = 0;
    let isExact = false;
    this.describe(MAX_DIAGNOSTICS);
    for (let index = 0; index < findings.length && index < MAX_DIAGNOSTICS; index++) {
      const diagnostic = toDiagnostic(findings[index]!, this.described[index]!, reading, link);
      bytes += isExact ? sizeOf(diagnostic) : sizeBound(diagnostic);
      // Only once the quick bound is exceeded is it worth counting.
      if (bytes > MAX_DIAGNOSTIC_BYTES && !isExact) {
        isExact = true;
        bytes = sizeOf(diagnostics) + sizeOf(diagnostic);
      }
      if (bytes > MAX_DIAGNOSTIC_BYTES) break;
      diagnostics.push(diagnostic);
    }
    return {
      valid: errors === 0,
      diagnostics,
      omitted: total - diagnostics.length,
      ...(unchecked.length > 0 && {
        unchecked: [...new Set(unchecked.map((path) => sentPointer(reading, path)))],
      }),
      ...(this.meter.wasRefused && { fixesOmitted: true }),
    };
  }
}

export function examine(
  spec: SpecPackage,
  opened: Opened,
  context: CheckContext,
  failed: ReturnType<typeof findFailedStage>,
): Examination {
  const { candidate, meter } = opened;
  const scope = scopeOf(spec, context);
  // What the schema accepts as it is was meant as it is.
  const reading =
    failed === "schema" ? readCandidate(spec, opened, scope) : new Reading(candidate, meter, scope);
  const repeats = findRepeats(candidate);
  const undecided = repeats.map(({ path }) => path);
  const examination = new Examination(spec, reading, context, undecided);
  examination.isSafe = collectFindings(spec, opened, examination, failed, repeats);
  if (examination.isSafe && failed !== undefined) reportNormalForm(spec, candidate, context, examination);
  examination.findings = sortByPosition(examination.findings, reading, candidate);
  return examination;
}

function acceptedThere(
  { rules }: SpecPackage,
  candidate: unknown,
  pattern: string,
  value: unknown,
  path: Path,
  scope: Scope,
): boolean {
  const asked = rules.conditional.get(pattern) ?? [];
  return asked.every(({ condition, ok }) => condition.open(candidate)(path) === false || ok(value, scope));
}

function firstOf<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const answer = ask(item);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Returns whether the reading is safe JSON. */
function collectFindings(
  spec: SpecPackage,
  { candidate, read }: Opened,
  sink: Sink,
  failed: ReturnType<typeof findFailedStage>,
  repeats: readonly Repeat[],
): boolean {
  if (candidate === undefined) {
    const message = 'There is no candidate to check; send the proposal in "candidate".';
    sink.add("candidate-missing", "error", () => ({ message, expected: "an object" }), []);
    return false;
  }
  const { reading } = sink;
  const { path: wrapper } = reading.originOf([]);
  if (wrapper.length > 0) reportWrapper(candidate, wrapper, sink);
  // Rules fail more often than the schema, whose thorough pass costs much more than its quick one.
  const isReported = failed === "schema" && read !== undefined && reportText(candidate as string, read, sink);
  if (failed === "schema" && !(isReported && reading.value === candidate))
    spec.schema.root.report(reading.value, [], { sink, reason: "", isRepeat: false });
  for (const rule of spec.rules.whole) {
    for (const path of rule.insight?.unchecked(reading.value) ?? []) sink.unchecked.push(path);
    if (rule.ok(reading.value, sink.scope)) continue;
    sink.startStage(true);
    rule.report(reading.value, sink, rule.severityAt(sink.now));
  }
  if (repeats.length > 0) {
    sink.startStage();
    reportRepeatedNames(repeats, sink);
  }
  if (hasInexactNumber(candidate)) {
    sink.startStage();
    reportInexactNumbers(sink);
  }
  if (isSafeJson(reading.value, 0)) return true;
  sink.startStage();
  reportUnsafeJson(reading.value, sink);
  return false;
}

const ABOUT_NORMAL_FORM =
  "This is about the normal form that a build makes: texts trimmed, repeats of sets dropped, defaults added.";

/** What is accepted as it was sent can still be refused once a build has normalized it. */
function reportNormalForm(spec: SpecPackage, candidate: unknown, context: CheckContext, sink: Sink): void {
  const isBeside = sink.errors > 0;
  // What would not be listed need not be looked for.
  if (isBeside && sink.total >= MAX_DIAGNOSTICS) return;
  const judged = isBeside ? sink.reading.value : candidate;
  const built = normalFormOf(spec, judged);
  if (built === undefined || (isBeside && !isRefusedAnew(spec, judged, built, sink))) return;
  const stage = findFailedStage(spec, built, context);
  // A normal form has no other normal form, so that this ends.
  if (stage !== "schema" && stage !== "rules") return;
  const { findings } = examine(spec, { candidate: built, meter: sink.meter }, context, stage);
  const isSilent = sink.total === 0;
  sink.startStage();
  for (const { code, severity, path, detail } of findings) {
    // Beside other findings, a remark about the normal form most likely repeats one of them.
    if (severity !== "error" && !isSilent) continue;
    const at = outsideSets(spec, path);
    if (isBeside && (sink.hasErrorAround(at) || (at !== path && sink.hasErrorWithin(at)))) continue;
    const describe = () => {
      const { message, expected, actual } = detail(path);
      return { message: `${message} ${ABOUT_NORMAL_FORM}`, expected, actual };
    };
    sink.add(code, severity, describe, at);
  }
}

function isRefusedAnew({ schema, rules }: SpecPackage, sent: unknown, built: unknown, sink: Sink): boolean {
  const scope = sink.asked.errors;
  const isAnew = (at: string, before: unknown, after: unknown): boolean => {
    // What is refused already need not be looked through for more than there is left to spend.
    if (before === after || !sink.meter.spendOn(after, 2)) return false;
    const place = schema.places.get(at);
    if (before === undefined || place?.ok(before, scope) !== false) return place?.ok(after, scope) === false;
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
      (rule) => rule.severityAt(sink.now) === "error" && rule.ok(sent, scope) && !rule.ok(built, scope),
    )
  );
}

/** The items of a set have other places in its normal form. */
function outsideSets({ normalization }: SpecPackage, path: Path): Path {
  for (let length = 0; length < path.length; length++) {
    const around = path.slice(0, length);
    if (normalization.sets.some(({ pattern }) => pattern.matches(around))) return around;
  }
  return path;
}

function reportWrapper(candidate: unknown, path: Path, sink: Sink): void {
  const pointer = pointerOf(path);
  const [name] = path;
  const around = Array.isArray(candidate)
    ? []
    : Object.keys(candidate as object).filter((other) => other !== name);
  const lost = sink.reading.company;
  const describe = () => ({
    message:
      path.length === 1 && typeof name === "string" && lost.length === 0
        ? `There is no member ${quote(name)}; the proposal is inside it. Send its content as the candidate.`
        : `The proposal is at ${quote(pointer)}, ${lost.length === 0 ? "inside something else" : `beside ${namesOf(lost)}`}. Send what is there as the candidate.`,
    actual: actualOf(typeof name === "string" ? name : pointer),
    fixes: [
      fix(
        `Use what is in ${quote(path.length === 1 ? String(name) : pointer)}${lost.length === 0 ? "" : `, without ${namesOf(lost)}`}`,
        // What stands beside it would be lost, so that only the author can say that it may be.
        ["structure", lost.length === 0 ? "clear" : "open"],
        { kind: "settle", path: [] },
      ),
    ],
    ...(around.length > 0 && {
      related: around.map((other) => ({
        path: [other],
        message: `${quote(other)} is not part of the proposal`,
      })),
    }),
  });
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
  const found = failed === undefined ? undefined : examine(spec, opened, context, failed).verdict();
  const { specPackage, registry, registries, evaluatedOn } = identitiesOf(spec, context);
  const result: ValidationResult = {
    valid: found === undefined || found.valid,
    diagnostics: found === undefined ? [] : found.diagnostics,
    omitted: found === undefined ? 0 : found.omitted,
    ...(found?.unchecked && { unchecked: found.unchecked }),
    ...(found?.fixesOmitted && { fixesOmitted: true }),
    specPackage,
  };
  if (registry !== undefined) result.registry = registry;
  if (registries !== undefined) result.registries = registries;
  if (evaluatedOn !== undefined) result.evaluatedOn = evaluatedOn;
  return result;
}

export function diagnose(spec: SpecPackage, sent: unknown, context: CheckContext): Verdict {
  const opened = openCandidate(spec, sent);
  return examine(spec, opened, context, findFailedStage(spec, opened.candidate, context)).verdict();
}
