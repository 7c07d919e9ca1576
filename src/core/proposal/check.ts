/** The check: a quick pass that accepts clean candidates, and a thorough one that collects all there is to report. */

import { fix, Reading, type Scope, Sink } from "../findings/finding.ts";
import { type Followers, PatchWriter } from "../findings/patches.ts";
import { reportInexactNumbers, reportRepeatedNames, reportUnsafeJson } from "../findings/unsafe-json.ts";
import { Examination, linkBase, MAX_DIAGNOSTICS, toVerdict, type Verdict } from "../findings/verdict.ts";
import { findRepeats, hasInexactNumber, type Repeat } from "../json/notes.ts";
import { child, escapeToken, type Path, pointerOf } from "../json/pointer.ts";
import { isSafeJson } from "../json/values.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { ValidationResult } from "../types.ts";
import { actualOf, quote } from "../unicode/describe.ts";
import { type CheckContext, findFailedStage, identitiesOf, normalFormOf, scopeOf } from "./quick-pass.ts";
import { namesOf, type Opened, openCandidate, readCandidate, reportText } from "./read-candidate.ts";

export type { CheckContext } from "./quick-pass.ts";

export function examine(
  spec: SpecPackage,
  opened: Opened,
  context: CheckContext,
  failed: ReturnType<typeof findFailedStage>,
): Examination {
  const { candidate, meter } = opened;
  const now = context.simulate === true ? Number.POSITIVE_INFINITY : context.now;
  const { places } = spec.schema;
  const registered = scopeOf(spec, context);
  // What the schema accepts as it is was meant as it is.
  const reading =
    failed === "schema" ? readCandidate(spec, opened, registered) : new Reading(candidate, meter, registered);
  const sink = new Sink({
    now,
    reading,
    accepts(pattern, value, path, rules = "errors") {
      const scope: Scope = { ...registered, rules };
      return (
        meter.spendOn(value) &&
        places.get(pattern)?.ok(value, scope) !== false &&
        (path === undefined || acceptedThere(spec, reading.value, pattern, value, path, scope))
      );
    },
    propose: (path) => firstOf(spec.rules.whole, (rule) => rule.insight?.propose(reading.value, path, meter)),
    placeholderAt: (pattern) => places.get(pattern)?.placeholder(),
    exampleAt: (path) =>
      firstOf(spec.document.examples.valid, ({ candidate: example }) =>
        path.reduce<unknown>((value, key) => child(value, typeof key === "number" ? 0 : key), example),
      ),
    units: spec.document.units ?? {},
    notes: spec.document.notes,
  });
  const repeats = findRepeats(candidate);
  const isSafe = collectFindings(spec, opened, sink, failed, repeats);
  if (isSafe && failed !== undefined) reportNormalForm(spec, candidate, context, sink);
  const follow: Followers = (path, to) =>
    firstOf(spec.rules.whole, (rule) => rule.insight?.follow(reading.value, path, to, meter));
  return new Examination(
    sink,
    candidate,
    isSafe,
    new PatchWriter(
      candidate,
      reading,
      follow,
      repeats.map(({ path }) => path),
    ),
  );
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
  const scope: Scope = { ...sink.scope, rules: "errors" };
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
  const found = failed === undefined ? undefined : thorough(spec, opened, context, failed);
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
  return thorough(spec, opened, context, findFailedStage(spec, opened.candidate, context));
}

function thorough(
  spec: SpecPackage,
  opened: Opened,
  context: CheckContext,
  failed: ReturnType<typeof findFailedStage>,
): Verdict {
  return toVerdict(examine(spec, opened, context, failed), linkBase(spec, context.rulesUrl));
}
