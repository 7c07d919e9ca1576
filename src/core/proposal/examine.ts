/** The thorough pass: reads the candidate as it was meant, and collects everything that is to report about it. */
import { Examination } from "../findings/examination.ts";
import { fix, type Scope, Sink, type SinkOptions } from "../findings/finding.ts";
import { type Followers, PatchWriter } from "../findings/patches.ts";
import type { Reading } from "../findings/reading.ts";
import { CODES_OF_NAMES } from "../findings/schema-codes.ts";
import { reportUnsafeJson } from "../findings/unsafe-json.ts";
import type { Path } from "../json/pointer.ts";
import { isSafeJson } from "../json/safety.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import { actualOf, quote } from "../unicode/describe.ts";
import { type CheckContext, END_OF_TIME, scopeOf } from "./context.ts";
import type { FailedStage } from "./quick-pass.ts";
import { readCandidate } from "./read-candidate.ts";

/** `failed`: what the quick pass answered, if it was asked already. */
export function examine(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
  failed?: FailedStage,
): Examination {
  const now = context.simulate === true ? END_OF_TIME : context.now;
  const { places } = spec.schema;
  const { registry, registries } = scopeOf(spec, context);
  const reading = readCandidate(spec.schema.root, candidate);
  const errorRules: Scope = { rules: "errors", registry, registries };
  const sink = new Sink({
    registry,
    registries,
    now,
    reading,
    accepts: (pattern, value, path) =>
      places.get(pattern)?.ok(value, errorRules) !== false &&
      (path === undefined || acceptedThere(spec, reading.value, pattern, value, path, errorRules)),
    propose: (path) => firstOf(spec.rules.whole, (rule) => rule.propose?.(reading.value, path)),
    placeholderAt: (pattern) => places.get(pattern)?.placeholder(),
    regrade: regraderOf(spec, reading, now),
  });
  const isSafe = collectFindings(spec, candidate, sink, failed);
  const follow: Followers = (path, to) =>
    firstOf(spec.rules.whole, (rule) => rule.follow?.(reading.value, path, to));
  return new Examination(sink, candidate, isSafe, new PatchWriter(candidate, reading, follow));
}

/** What rules make of the schema's findings; undefined if no rule changes any. */
function regraderOf({ rules }: SpecPackage, reading: Reading, now: number): SinkOptions["regrade"] {
  if (rules.grades.size === 0) return undefined;
  return (code, path) => {
    const graded = rules.grades.get(code);
    if (graded === undefined) return undefined;
    const at = CODES_OF_NAMES.has(code) ? path.slice(0, -1) : path;
    const rule = graded.find(
      ({ pattern, condition }) => pattern.matches(at) && condition?.open(reading.value)(at) !== false,
    );
    return rule && { code: rule.code, severity: rule.severityAt(now) };
  };
}

/** Whether the error rules that depend on other members accept a value at a path. */
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
  candidate: unknown,
  sink: Sink,
  failed: FailedStage | undefined,
): boolean {
  if (candidate === undefined) {
    sink.add("candidate-missing", "error", () => ({
      message: 'There is no candidate to check; send the proposal in "candidate".',
      expected: "an object",
    }));
    return false;
  }
  const { reading } = sink;
  const wrapper = reading.origins.get([]);
  if (wrapper !== undefined && wrapper.path.length > 0) {
    const name = String(wrapper.path[0]);
    const around = Object.keys(candidate as object).filter((other) => other !== name);
    reportWrapper(name, around, sink);
  }
  // The quick pass over the schema is much cheaper than the thorough one, and records fail more often than it does.
  const isFine = () =>
    failed === undefined ? spec.schema.root.ok(candidate, sink.scope) : failed !== "schema";
  if (reading.value !== candidate || !isFine()) spec.schema.root.report(reading.value, sink);
  for (const rule of spec.rules.whole) {
    if (rule.ok(reading.value, sink.scope)) continue;
    sink.startStage();
    rule.report(reading.value, sink, rule.severityAt(sink.now));
  }
  if (isSafeJson(reading.value, 0)) return true;
  sink.startStage();
  reportUnsafeJson(reading.value, sink);
  return false;
}

function reportWrapper(name: string, around: readonly string[], sink: Sink): void {
  sink.addForName("member-unknown", () => ({
    message: `There is no member ${quote(name)}; the proposal is inside it. Send its content as the candidate.`,
    actual: actualOf(name),
    fixes: [fix(`Use what is in ${quote(name)}`, "suggested", { kind: "settle", path: [] })],
    ...(around.length > 0 && {
      related: around.map((other) => ({
        path: [other],
        isSent: true,
        message: `${quote(other)} is part of the request, not of the proposal`,
      })),
    }),
  }));
}
