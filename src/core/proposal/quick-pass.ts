/** Opens what was sent. The quick pass: whether there is anything to report about a candidate or its normal form. */
import type { Scope } from "../findings/finding.ts";
import { hasInexactNumber, hasRepeats } from "../json/notes.ts";
import { createPatcher } from "../json/patch.ts";
import { child, isPlainObject, pointerOf, setOwn } from "../json/pointer.ts";
import { Meter } from "../meter/meter.ts";
import { type ReadText, readText } from "../reader/read-text.ts";
import { EMPTY_REGISTRY } from "../registry/entries.ts";
import { SCHEMA_ALONE } from "../schema/place.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Json, PatchOperation, Registry, RegistryIdentity, ValidationResult } from "../types.ts";
import { normalizeText } from "../unicode/unicode.ts";
import { writeDate, writeTimestamp } from "../values/time.ts";

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
  readonly read?: Exclude<ReadText, { kind: "json" }>;
  readonly meter: Meter;
}

export function asItIs(candidate: unknown): Opened {
  return { candidate, meter: new Meter() };
}

export function openCandidate({ schema: { root } }: SpecPackage, sent: unknown): Opened {
  if (typeof sent !== "string" || root.ok(sent, SCHEMA_ALONE)) return asItIs(sent);
  const meter = new Meter();
  const read = readText(sent, meter);
  return read.kind === "json" ? { candidate: read.value, meter } : { candidate: sent, read, meter };
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

export function identitiesOf(
  spec: SpecPackage,
  { registry, registries = NO_REGISTRIES, now }: CheckContext,
): Pick<ValidationResult, "specPackage" | "registry" | "registries" | "evaluatedOn"> {
  const basis: ReturnType<typeof identitiesOf> = {
    specPackage: { version: spec.version, digest: spec.digest },
  };
  if (registry !== undefined) basis.registry = identityOf(registry);
  const { clock, registries: needed } = spec.rules;
  if (needed.named.length > 0)
    basis.registries = Object.fromEntries(
      needed.named.map((name) => [name, identityOf(registries.get(name)!)]),
    );
  if (clock !== "none") basis.evaluatedOn = clock === "date" ? writeDate(now) : writeTimestamp(now);
  return basis;
}

function identityOf({ digest, asOf }: Registry): RegistryIdentity {
  return asOf === undefined ? { digest } : { digest, asOf };
}

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
export function normalFormOf(spec: SpecPackage, candidate: unknown, hasNormalTexts = false): unknown {
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
  for (const { pattern, order } of sets)
    if (!pattern.every(candidate, (words) => !Array.isArray(words) || isSet(words, order))) return false;
  return true;
}

function isNormalText(text: unknown): boolean {
  return typeof text !== "string" || normalizeText(text) === text;
}

function applyNormalization(
  { schema, normalization: { prose, sets } }: SpecPackage,
  candidate: unknown,
): { document: unknown; changes: PatchOperation[] } {
  const changes: PatchOperation[] = [];
  // Defaults come first, so that they are normalized as well.
  const filled = schema.root.withDefaults?.(candidate) ?? candidate;
  listAdditions(candidate, filled, "", changes);
  if (prose.length === 0 && sets.length === 0) return { document: filled, changes };
  const patcher = createPatcher(filled);
  const change = (operation: PatchOperation) => {
    changes.push(operation);
    patcher.apply([operation]);
  };
  for (const pattern of prose) {
    pattern.each(filled, (text, path) => {
      if (typeof text !== "string") return;
      const value = normalizeText(text);
      if (value !== text) change({ op: "replace", path: pointerOf(path), value });
    });
  }
  for (const { pattern, order } of sets) {
    // The words of a set may be prose, which is normalized by now.
    pattern.each(patcher.document(), (words, path) => {
      if (!Array.isArray(words) || isSet(words, order)) return;
      change({ op: "replace", path: pointerOf(path), value: asSet(words, order) });
    });
  }
  return { document: patcher.document(), changes };
}

/** Words that are not in the list come last, in their order. Whether they are allowed is for rules to decide. */
function asSet(words: readonly unknown[], order: ReadonlyMap<unknown, number>): unknown[] {
  const position = (word: unknown) => order.get(word) ?? Number.POSITIVE_INFINITY;
  return [...new Set(words)].sort((a, b) => (position(a) === position(b) ? 0 : position(a) - position(b)));
}

function isSet(words: readonly unknown[], order: ReadonlyMap<unknown, number>): boolean {
  let before = -1;
  for (const word of words) {
    const position = order.get(word) ?? Number.POSITIVE_INFINITY;
    if (position < before || (position === before && position < order.size)) return false;
    before = position;
  }
  return before < order.size || new Set(words).size === words.length;
}

/** Defaults only add members, so the walk follows the candidate as it was before. */
function listAdditions(before: unknown, after: unknown, pointer: string, changes: PatchOperation[]): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, item] of before.entries())
      listAdditions(item, after[index], `${pointer}/${index}`, changes);
  } else if (isPlainObject(before) && isPlainObject(after)) {
    for (const key of Object.keys(after)) {
      const path = pointer + pointerOf([key]);
      if (!Object.hasOwn(before, key)) changes.push({ op: "add", path, value: after[key] });
      else listAdditions(child(before, key), child(after, key), path, changes);
    }
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
export function findFailedStage(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
): "schema" | "rules" | "normal form" | "text" | undefined {
  const scope = scopeOf(spec, context);
  const failed = failedStageOf(spec, candidate, scope);
  if (failed !== undefined) return failed;
  const built = normalFormOf(spec, candidate, !scope.hasLooseText);
  if (built !== undefined && failedStageOf(spec, built, scope) !== undefined) return "normal form";
  return hasInexactNumber(candidate) || hasRepeats(candidate) ? "text" : undefined;
}

function failedStageOf(spec: SpecPackage, candidate: unknown, scope: Scope): "schema" | "rules" | undefined {
  if (!spec.schema.root.ok(candidate, scope)) return "schema";
  for (const rule of spec.rules.whole) if (!rule.ok(candidate, scope)) return "rules";
  return undefined;
}

export function isClean(spec: SpecPackage, candidate: unknown, context: CheckContext): boolean {
  return findFailedStage(spec, candidate, context) === undefined;
}
