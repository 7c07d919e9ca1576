/** The check: a quick pass that accepts clean candidates, and a thorough one that collects all there is to report. */

import { fix, Reading, Sink } from "../findings/finding.ts";
import { reportInexactNumbers, reportRepeatedNames, reportUnsafeJson } from "../findings/unsafe-json.ts";
import {
  linkBase,
  MAX_DIAGNOSTICS,
  PatchWriter,
  sentPointer,
  sortByPosition,
  toDiagnostic,
} from "../findings/verdict.ts";
import { findRepeats, hasInexactNumber, hasRepeats } from "../json/notes.ts";
import { child, escapeToken, type Path, pointerOf } from "../json/pointer.ts";
import { isSafeJson, sizeBound, sizeOf } from "../json/values.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic, Fix, ValidationResult } from "../types.ts";
import { actualOf, quote } from "../unicode/describe.ts";
import {
  type CheckContext,
  findFailedStage,
  identitiesOf,
  normalFormOf,
  type Opened,
  openCandidate,
  scopeOf,
} from "./quick-pass.ts";
import { namesOf, readCandidate, reportText } from "./read-candidate.ts";

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
  readonly isSafe: boolean;
  private readonly spec: SpecPackage;
  private readonly context: CheckContext;
  private readonly patches: PatchWriter;
  private readonly described: Parameters<typeof toDiagnostic>[1][] = [];

  constructor(
    spec: SpecPackage,
    opened: Opened,
    context: CheckContext,
    failed: ReturnType<typeof findFailedStage>,
  ) {
    const { candidate, meter } = opened;
    const scope = scopeOf(spec, context);
    // What the schema accepts as it is was meant as it is.
    const reading =
      failed === "schema" ? readCandidate(spec, opened, scope) : new Reading(candidate, meter, scope);
    super(reading, context.simulate === true ? Number.POSITIVE_INFINITY : context.now);
    this.spec = spec;
    this.context = context;
    const follow = (path: Path, to: unknown) =>
      firstOf(spec.rules.whole, (rule) => rule.insight?.follow(reading.value, path, to, meter));
    this.patches = new PatchWriter(reading.sent, reading, follow);
    this.isSafe = this.collect(opened, failed);
    if (this.isSafe && failed !== undefined) this.reportNormalForm(candidate);
    this.findings = sortByPosition(this.findings, reading, candidate);
  }

  override accepts(
    pattern: string,
    value: unknown,
    path?: Path,
    rules: "errors" | "enforced" = "errors",
  ): boolean {
    const { schema, rules: all } = this.spec;
    const scope = this.asked[rules];
    if (!this.meter.spendOn(value) || schema.places.get(pattern)?.ok(value, scope) === false) return false;
    const asked = path === undefined ? [] : (all.conditional.get(pattern) ?? []);
    return asked.every(
      ({ condition, ok }) => condition(this.reading.value)(path!) === false || ok(value, scope),
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
      const mayFix = detail.fixes !== undefined && this.meter.spend(FIX_EFFORT);
      this.described.push({ detail, fixes: mayFix ? this.patches.write(detail.fixes!) : NO_FIXES });
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
    const link = linkBase(this.spec, this.context.rulesUrl);
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

  /** Returns whether the reading is safe JSON. */
  private collect({ candidate, read }: Opened, failed: ReturnType<typeof findFailedStage>): boolean {
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
    if (hasRepeats(candidate)) {
      this.startStage();
      reportRepeatedNames(findRepeats(candidate), this);
    }
    if (hasInexactNumber(candidate)) {
      this.startStage();
      reportInexactNumbers(this);
    }
    if (isSafeJson(reading.value, 0)) return true;
    this.startStage();
    reportUnsafeJson(reading.value, this);
    return false;
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
    const { findings } = new Examination(spec, { candidate: built, meter }, context, stage);
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
        { kind: "move", path: [], to: [] },
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
  return resultOf(spec, context, failed && new Examination(spec, opened, context, failed).verdict());
}

/** `found`: undefined if there is nothing to report. */
export function resultOf(
  spec: SpecPackage,
  context: CheckContext,
  found: Verdict = { valid: true, diagnostics: [], omitted: 0 },
): ValidationResult {
  return Object.assign(found, identitiesOf(spec, context));
}
