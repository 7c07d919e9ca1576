/** The check: a quick pass that accepts clean candidates, and a thorough pass for all others. */

import { Examination } from "../findings/examination.ts";
import { fix, type Scope, Sink, type SinkOptions } from "../findings/finding.ts";
import { type Followers, PatchWriter } from "../findings/patches.ts";
import type { Reading } from "../findings/reading.ts";
import { CODES_OF_NAMES } from "../findings/schema-codes.ts";
import { reportUnsafeJson } from "../findings/unsafe-json.ts";
import { linkBase, toVerdict, type Verdict } from "../findings/verdict.ts";
import type { Path } from "../json/pointer.ts";
import { isSafeJson } from "../json/safety.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Registry, RegistryIdentity, ValidationResult } from "../types.ts";
import { actualOf, quote } from "../unicode/describe.ts";
import { readCandidate } from "./read-candidate.ts";

/** The last moment that a date can have: every rule is in force then. */
export const END_OF_TIME = 8.64e15;

/** What a check needs besides rules and candidate. The core has no clock and no network, so it is given both. */
export interface CheckContext {
  /** The product's own registry. */
  registry: Registry;
  /** The registries that the package declares by name. Those that its rules ask must be there. */
  registries?: ReadonlyMap<string, Registry> | undefined;
  /** The moment for which `effectiveAt` is judged, in milliseconds since 1970. */
  now: number;
  /** Judges as if every rule were in force, whatever its `effectiveAt`, to try rules before they apply. */
  simulate?: boolean;
  /** Where codes are explained; diagnostics link to it. */
  rulesUrl?: string;
}

/** Reports everything that is wrong with a candidate, which may be any JSON value, or undefined if absent. */
export function checkCandidate(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
): ValidationResult {
  const failed = findFailedPart(spec, candidate, context);
  const found = failed === undefined ? undefined : diagnose(spec, candidate, context, failed);
  const { specPackage, registry, registries } = identitiesOf(spec, context);
  const result: ValidationResult = {
    valid: found === undefined || found.valid,
    diagnostics: found === undefined ? [] : found.diagnostics,
    omitted: found === undefined ? 0 : found.omitted,
    specPackage,
    registry,
  };
  if (registries !== undefined) result.registries = registries;
  return result;
}

/** What a verdict is based on. */
export function identitiesOf(
  spec: SpecPackage,
  { registry, registries = NO_REGISTRIES }: Pick<CheckContext, "registry" | "registries">,
): Pick<ValidationResult, "specPackage" | "registry" | "registries"> {
  const identities = {
    specPackage: { version: spec.version, digest: spec.digest },
    registry: identityOf(registry),
  };
  const { named } = spec.rules.registries;
  if (named.length === 0) return identities;
  return {
    ...identities,
    registries: Object.fromEntries(named.map((name) => [name, identityOf(registries.get(name)!)])),
  };
}

function identityOf({ digest, asOf }: Registry): RegistryIdentity {
  return { digest, asOf };
}

const NO_REGISTRIES: ReadonlyMap<string, Registry> = new Map();

/** Throws if a registry is absent that the rules ask: what cannot be checked must not pass. */
function scopeOf(
  spec: SpecPackage,
  { registry, registries = NO_REGISTRIES }: Pick<CheckContext, "registry" | "registries">,
): Scope {
  for (const name of spec.rules.registries.named)
    if (!registries.has(name))
      throw new TypeError(`The rules need the registry "${name}": give it in "registries".`);
  return { rules: "all", registry, registries };
}

/** The part of the check that refuses a candidate first. */
export type FailedPart = "schema" | "rules";

/** The quick pass. Undefined exactly when the thorough pass would find nothing. */
export function findFailedPart(
  spec: SpecPackage,
  candidate: unknown,
  context: Pick<CheckContext, "registry" | "registries">,
): FailedPart | undefined {
  const scope = scopeOf(spec, context);
  if (!spec.schema.root.ok(candidate, scope)) return "schema";
  for (const rule of spec.rules.whole) if (!rule.ok(candidate, scope)) return "rules";
  return undefined;
}

export function isClean(
  spec: SpecPackage,
  candidate: unknown,
  registry: Registry,
  registries?: ReadonlyMap<string, Registry>,
): boolean {
  return findFailedPart(spec, candidate, { registry, registries }) === undefined;
}

/** The thorough pass. */
export function diagnose(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
  failed?: FailedPart,
): Verdict {
  return toVerdict(examine(spec, candidate, context, failed), linkBase(spec, context.rulesUrl));
}

/** `failed`: what the quick pass said, if it was asked already. */
export function examine(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
  failed?: FailedPart,
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
    const place = CODES_OF_NAMES.has(code) ? path.slice(0, -1) : path;
    const rule = graded.find(
      ({ pattern, condition }) => pattern.matches(place) && condition?.open(reading.value)(place) !== false,
    );
    return rule && { code: rule.code, severity: rule.severityAt(now) };
  };
}

/** Whether the error rules that depend on other members accept a value at a place. */
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
  failed: FailedPart | undefined,
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
    sink.startPart();
    rule.report(reading.value, sink, rule.severityAt(sink.now));
  }
  if (isSafeJson(reading.value, 0)) return true;
  sink.startPart();
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
