/** For product teams: every error in a spec package, or advice if there are none. */

import { createPatcher } from "../json/patch.ts";
import {
  compilePathPattern,
  escapeToken,
  isSafeJson,
  once,
  parsePointer,
  pointerOf,
  sizeOf,
  valueAt,
} from "../json/values.ts";
import { type CheckContext, checkCandidate } from "../proposal/check.ts";
import { namedBy, type Rule } from "../spec-package/rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic, Json, PatchOperation } from "../types.ts";
import { shown } from "../unicode/unicode.ts";
import { exampleContext } from "./examples.ts";
import { loadSpecPackage } from "./load.ts";

const MAX_PLACES_OF_RULE = 20;
const MAX_TRIES = 600;

/** An example that one of the rules refuses: the one of which the least is said. */
export function findFailingExample(
  spec: SpecPackage,
  rules: readonly Rule[],
  context: CheckContext,
  good: readonly Json[],
) {
  const registered = registeredIn(spec);
  let best: { candidate: unknown; change: string; expect: { code: string; pointer: string }[] } | undefined;
  let tries = 0;
  for (const { document, codes } of rules)
    for (const candidate of good)
      for (const spoiled of changesFor(candidate, document.at, registered)) {
        if (tries++ >= MAX_TRIES) return best;
        if (!isSafeJson(spoiled.candidate, 0)) continue;
        const { diagnostics, omitted } = checkCandidate(spec, spoiled.candidate, context);
        if (omitted > 0 || !diagnostics.some(({ code }) => codes.includes(code))) continue;
        const expect = diagnostics.map(({ code, pointer }) => ({ code, pointer }));
        if (best === undefined || expect.length < best.expect.length) best = { ...spoiled, expect };
        if (expect.length === 1) return best;
      }
  return best;
}

/** At the places of the rule first, then beside and below them. */
function* changesFor(good: Json, at: readonly string[], registered: readonly unknown[]) {
  const places = at.flatMap((pattern) => placesIn(good, pattern)).slice(0, MAX_PLACES_OF_RULE);
  const around = places.map((place) => place.slice(0, Math.max(0, place.lastIndexOf("/"))));
  const inside = (place: string) => placesBelow(valueAt(good, parsePointer(place)), place, false);
  for (const place of new Set([...places, ...[...places, ...around].flatMap(inside)]))
    yield* spoil(good, place, registered);
}

function placesIn(candidate: unknown, pattern: string): string[] {
  const places: string[] = [];
  compilePathPattern(pattern, true).each(candidate, (_, path) => void places.push(pointerOf(path)));
  return places;
}

/** `isShort`: only those in the first item of a list. */
function placesBelow(value: unknown, place: string, isShort: boolean): string[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  return (isShort && Array.isArray(value) ? entries.slice(0, 1) : entries).flatMap(([key, inner]) => {
    const below = `${place}/${escapeToken(key)}`;
    return [below, ...placesBelow(inner, below, isShort)];
  });
}

export interface RuleExample {
  readonly pointer: string;
  /** JSON; undefined if nothing stands there. */
  readonly fails: string | undefined;
  readonly message: string;
  readonly passesAt: string;
  readonly passes: string | undefined;
}

const MAX_PLACES = 80;
/** Of all changed candidates together, in bytes: a service looks for examples while callers wait. */
const MAX_CHANGED = 1_000_000;
const MAX_LENGTH = 240;
/** Characters that an example would not show. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

export function findExample(specs: readonly SpecPackage[], code: string): RuleExample | undefined {
  for (const spec of specs) {
    const { found, steps } = searchIn(spec);
    while (!found.has(code) && !steps.next().done);
    if (found.has(code)) return found.get(code);
  }
  return undefined;
}

/** A search goes on where it stopped when another code is asked for. Each step looks at one more candidate. */
const searchIn = once((spec: SpecPackage) => {
  const found = new Map<string, RuleExample>();
  return { found, steps: lookInto(spec, found) };
});

function* lookInto(spec: SpecPackage, found: Map<string, RuleExample>): Iterator<void> {
  const { valid, invalid } = spec.document.examples;
  const good = valid[0]?.candidate;
  const context = exampleContext(spec);

  function look(candidate: unknown): void {
    for (const { code, pointer, message, fixes } of checkCandidate(spec, candidate, context).diagnostics) {
      if (found.has(code)) continue;
      const fails = show(valueAt(candidate, parsePointer(pointer)));
      found.set(code, { pointer, message, fails, ...passing(candidate, pointer, fixes) });
    }
  }

  function passing(candidate: unknown, pointer: string, fixes: Diagnostic["fixes"] = []) {
    const fix = fixes.find(({ applicability }) => applicability === "safe" || applicability === "suggested");
    const patcher = createPatcher(candidate);
    if (fix !== undefined && patcher.apply(fix.patch)) {
      const passesAt = fix.patch.find(({ op }) => op === "move")?.path ?? pointer;
      const passes = show(valueAt(patcher.document(), parsePointer(passesAt)));
      if (passes !== undefined) return { passesAt, passes };
    }
    return { passesAt: pointer, passes: show(valueAt(good, parsePointer(pointer))) };
  }

  for (const { candidate } of invalid) yield look(candidate);
  const [id = "", name = ""] = registeredIn(spec).map(String);
  let room = MAX_CHANGED / sizeOf(good);
  for (const place of ["", ...placesBelow(good, "", true)].slice(0, MAX_PLACES))
    for (const { candidate } of spoil(good, place, [id, name, `${id}s`, name.toUpperCase()])) {
      if (room-- < 1) return;
      yield look(candidate);
    }
}

function show(value: unknown): string | undefined {
  // JSON has no word for what is beyond its numbers, and 1e308 is not.
  const [most, more] = [Number.MAX_VALUE, "1e309"];
  const json = JSON.stringify(value, (_, inner) => (inner === Number.POSITIVE_INFINITY ? most : inner));
  const text = json
    ?.replaceAll(String(most), more)
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return text !== undefined && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

/** In each of the usual ways, with what was changed: `with "X Y" at "/id"`. `registered`: words to try. */
export function* spoil(good: unknown, pointer: string, registered: readonly unknown[]) {
  const value = valueAt(good, parsePointer(pointer));
  const make = (change: string, ...patch: PatchOperation[]) => {
    const patcher = createPatcher(good);
    return patcher.apply(patch) ? [{ candidate: patcher.document(), change }] : [];
  };
  if (value !== undefined && pointer !== "")
    yield* make(`without "${pointer}"`, { op: "remove", path: pointer });
  if (Array.isArray(value) && value.length > 0) {
    const again: PatchOperation = { op: "add", path: `${pointer}/-`, value: value[0] };
    yield* make(`with a repeated item in "${pointer}"`, again);
  }
  if (Array.isArray(value) && value.length > 1) {
    const swap: PatchOperation = { op: "move", from: `${pointer}/0`, path: `${pointer}/1` };
    yield* make(`with another order in "${pointer}"`, swap);
  }
  for (const next of [...variantsOf(value), ...registered, null, 5, [[["nested"]]]])
    yield* make(`with ${shown(next)} at "${pointer}"`, { op: "add", path: pointer, value: next });
}

const TEXTS: readonly unknown[] = [
  ...["", "TODO", "x", "X Y", "x\u200by", "no such word!", "é", "/..", "0", "0.0.1", "http://localhost"],
  ...["1900-01-01", "2999-12-31", "2999-12-31T00:00:00Z", "00:00", "23:59", "00:00:00Z", "23:59:59Z"],
  ...["PT0S", "P9999D"],
];

function variantsOf(value: unknown): readonly unknown[] {
  if (typeof value === "string")
    return [
      ...[` ${value}`, `${value.slice(0, 1)}\u200b${value.slice(1)}`, value.slice(0, -1), `${value}!`],
      ...[value.toUpperCase(), value.toLowerCase(), ...TEXTS],
      ...[value.padEnd(6_000, " and so on"), `${value}\ud800`],
    ];
  if (typeof value === "number")
    return [0, -1, value + 1, value - 1, -value, 0.5, -1e6, 1e12, Number.POSITIVE_INFINITY];
  if (typeof value === "boolean") return [!value, "yes"];
  if (Array.isArray(value)) {
    const many = Array.from({ length: 200 }, (_, at) => value[at % value.length]);
    return [[], value.slice(0, 1), value.slice(1), many];
  }
  if (typeof value === "object" && value !== null) return [{}, { ...value, remark: "something else" }];
  return [...TEXTS, 0, true, [], {}];
}

function registeredIn({ document: { examples } }: SpecPackage): unknown[] {
  const { registry = [], registries = {} } = examples;
  return [...registry, ...Object.values(registries).flat()].flatMap((entry) =>
    typeof entry === "object" ? Object.values(entry) : [entry],
  );
}

/** An error in a spec package, or advice about it. */
export interface SpecPackageFinding {
  /** An error prevents the package from being used; advice does not. */
  level: "error" | "advice";
  pointer: string;
  code: string;
  message: string;
}

/** Everything there is to say about a spec package. */
export interface SpecPackageReport {
  ok: boolean;
  findings: SpecPackageFinding[];
  /** Present if the package can be used. */
  spec?: SpecPackage;
}

/** For product teams: reports every error in a spec package, or advice if there are none. */
export function checkSpecPackage(document: unknown): SpecPackageReport {
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) {
    const findings = loaded.reasons.map((reason): SpecPackageFinding => ({ level: "error", ...reason }));
    return { ok: false, findings };
  }
  const { spec } = loaded;
  return { ok: true, findings: [...untriedRules(spec), ...unusedDates(spec), ...unusedParts(spec)], spec };
}

/** A rule without an example may not do what its author thinks. */
function untriedRules(spec: SpecPackage): SpecPackageFinding[] {
  const { document, rules } = spec;
  const shown = new Set(document.examples.invalid.flatMap(({ expect }) => expect.map(({ code }) => code)));
  const context = exampleContext(spec);
  return rules.all.flatMap((rule) => {
    if (rule.document.severity !== "error" || rule.codes.some((code) => shown.has(code))) return [];
    const [good] = document.examples.valid;
    const found = good && findFailingExample(spec, [rule], context, [good.candidate]);
    const hint = found ? ` The example "${good.title}" would, ${found.change}.` : "";
    const message = `No invalid example shows the rule "${rule.document.code}" at work.${hint}`;
    return [{ level: "advice", pointer: rule.pointer, code: "rule-untried", message }];
  });
}

/** Only errors wait for their date. Whoever gives one to a warning may expect that it becomes an error. */
const unusedDates = ({ rules }: SpecPackage): SpecPackageFinding[] =>
  rules.all.flatMap(({ pointer, document: { code, severity, effectiveAt } }) => {
    if (severity === "error" || effectiveAt === undefined) return [];
    const message = `The rule "${code}" is never an error, so its date has no effect; its severity must be "error".`;
    return [{ level: "advice", pointer: `${pointer}/effectiveAt`, code: "date-unused", message }];
  });

/** What the package declares and no rule uses. */
function unusedParts({ document, rules }: SpecPackage): SpecPackageFinding[] {
  const named = new Set([
    ...[...rules.uses, ...rules.registries.named.map((name) => `/registries/${escapeToken(name)}`)],
    ...[
      ...rules.all.flatMap((rule) => namedBy(rule, "list")),
      ...(document.normalization?.sets ?? []).map(({ list }) => list),
    ].map((name) => `/lists/${escapeToken(name ?? "")}`),
  ]);
  const kinds = [
    ["lists", "list-unused", "Nothing refers to the list"],
    ["registries", "registry-unused", "No rule asks the registry"],
    ["definitions", "definition-unused", "No rule calls the definition"],
  ] as const;
  return kinds.flatMap(([part, code, message]) =>
    Object.keys(document[part] ?? {}).flatMap((name) => {
      const pointer = `/${part}/${escapeToken(name)}`;
      return named.has(pointer) ? [] : [{ level: "advice", pointer, code, message: `${message} "${name}".` }];
    }),
  );
}
