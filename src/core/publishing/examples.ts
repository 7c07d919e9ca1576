/** A package is proven by its own examples: valid ones must pass, invalid ones must fail exactly as stated. */

import { createPatcher } from "../json/patch.ts";
import { type CheckContext, checkCandidate, isClean, normalizeCandidate } from "../proposal/check.ts";
import { readKeyedEntry } from "../registry/entries.ts";
import { createRegistry, type RegistryForm } from "../registry/registry.ts";
import type { Reason } from "../schema/compile-schema.ts";
import { didYouMean } from "../similar/matcher.ts";
import { BUILT_IN_CODES } from "../spec-package/codes.ts";
import { namedBy, type Rule } from "../spec-package/rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic, Json, Registry, RegistryEntry } from "../types.ts";
import { readTimestamp } from "../values/time.ts";

export function runExamples(spec: SpecPackage): Reason[] {
  const { valid, invalid } = spec.document.examples;
  const context = exampleContext(spec);
  const reasons: Reason[] = [];
  const fails = (place: string, message: string) =>
    void reasons.push({ pointer: `/examples/${place}`, code: "example-fails", message });
  const errorsOf = (candidate: unknown) =>
    checkCandidate(spec, candidate, context).diagnostics.filter(({ severity }) => severity === "error");
  valid.forEach(({ title, candidate }, at) => {
    let faults = errorsOf(candidate);
    // The built candidate must pass as well, with its defaults.
    if (faults.length === 0) faults = errorsOf(normalizeCandidate(spec, candidate).candidate);
    for (const fault of faults.slice(0, 5))
      fails(`valid/${at}`, `The valid example "${title}" has the error ${nameOf(fault)}: ${fault.message}`);
  });
  const must =
    "One valid example must pass without a remark even if nothing is registered, to show to authors";
  if (reasons.length === 0 && exampleToShow(spec) === undefined) fails("valid", `${must}; ${remarkOf(spec)}`);
  invalid.forEach(({ title, candidate, expect }, index) => {
    const got = checkCandidate(spec, candidate, context).diagnostics;
    for (const diagnostic of got) {
      const message = failingFix(diagnostic);
      if (message !== undefined)
        reasons.push({ pointer: `/examples/invalid/${index}`, code: "fix-fails", message });
    }
    const [missing, extra] = [beyond(expect, got), beyond(got, expect)];
    if (missing.length === 0 && extra.length === 0) return;
    const gaps = missing.map((entry) => nameOf(entry) + unknownCode(entry)).join(", ") || "none";
    const others = extra.slice(0, 10).map(nameOf).join(", ") || "none";
    const said = `The invalid example "${title}" should give exactly what it expects`;
    fails(`invalid/${index}`, `${said}; missing: ${gaps}; not expected: ${others}.`);

    /** A fix that a rule brings along must remove what it is offered for, and add nothing. */
    function failingFix(diagnostic: Diagnostic): string | undefined {
      const isOwn = ({ document, codes }: Rule) =>
        document.fix !== undefined && codes.includes(diagnostic.code);
      const [fix] = spec.rules.all.some(isOwn) ? (diagnostic.fixes ?? []) : [];
      if (fix === undefined) return undefined;
      const patcher = createPatcher(candidate);
      const isApplied = patcher.apply(fix.patch);
      const left = isApplied ? checkCandidate(spec, patcher.document(), context).diagnostics : [];
      const known = new Set(got.map(nameOf));
      known.delete(nameOf(diagnostic));
      const wrong = isApplied ? left.find((each) => !known.has(nameOf(each))) : diagnostic;
      return wrong === undefined
        ? undefined
        : `The fix "${fix.title}" of the rule "${diagnostic.code}" does not help: afterwards there is ${nameOf(wrong)}.`;
    }

    function unknownCode({ code }: Reported): string {
      const codes = [...spec.codes, ...BUILT_IN_CODES].map((known) => known.code);
      return codes.includes(code) ? "" : ` (no rule has the code "${code}"${didYouMean(code, codes)})`;
    }
  });
  return reasons;
}

type Reported = Pick<Diagnostic, "code" | "pointer">;

/** Those of which the others have none at the same place. */
const beyond = <Entry extends Reported>(entries: readonly Entry[], others: readonly Reported[]): Entry[] =>
  entries.filter((entry) => !others.some((other) => nameOf(other) === nameOf(entry)));

const nameOf = ({ code, pointer }: Reported): string => `${code} at "${pointer}"`;

function remarkOf(spec: SpecPackage): string {
  const [{ title, candidate }] = spec.document.examples.valid as [{ title: string; candidate: Json }];
  const [first, ...others] = checkCandidate(spec, candidate, contextToShow(spec)).diagnostics;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  return `"${title}" gets ${nameOf(first!)}: ${first!.message}${more}`;
}

/** All rules are in force while examples run, and the clock stands still, so that the outcome does not depend on the date. */
export function exampleContext(spec: SpecPackage): CheckContext {
  const { now } = spec.document.examples;
  const moment = (now === undefined ? undefined : readTimestamp(now)) ?? 0;
  return { ...exampleRegistries(spec), now: moment, simulate: true };
}

export function exampleRegistries({ document }: Pick<SpecPackage, "document">) {
  const { registry = [], registries = {} } = document.examples;
  // A map, because `constructor` is the name of a registry like any other.
  const entries = new Map(Object.entries(registries));
  return {
    registry: registryOf(registry),
    registries: new Map(
      Object.entries(document.registries ?? {}).map(([name, { key = "id", case: caseRule }]) => {
        const read = (entries.get(name) ?? []).map((entry) => readExampleEntry(entry, key)!);
        return [name, registryOf(read, { case: caseRule })];
      }),
    ),
  };
}

/** An entry under its key, as in the registry itself; or under `id`, whatever the key is called. */
export const readExampleEntry = (entry: unknown, key: string): RegistryEntry | undefined =>
  readKeyedEntry(entry, key) ?? readKeyedEntry(entry, "id");

/** Packages of one platform are proven one after the other with the same few entries. */
const remembered = new Map<string, Registry>();
const MAX_REMEMBERED = 8;

function registryOf(entries: readonly RegistryEntry[], form: RegistryForm = {}): Registry {
  const key = JSON.stringify([entries, form]);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const registry = createRegistry(entries, undefined, form);
  remembered.set(key, registry);
  return registry;
}

/** A valid example without a remark: with nothing registered, or what the rules need of the examples' entries. */
export function exampleToShow(spec: SpecPackage): Json | undefined {
  const context = contextToShow(spec);
  return spec.document.examples.valid.find(({ candidate }) => isClean(spec, candidate, context))?.candidate;
}

function contextToShow(spec: SpecPackage): CheckContext {
  const needed = new Set([
    ...spec.rules.registries.inExpressions,
    ...spec.rules.all.flatMap((rule) => (rule.check.needsEntries ? namedBy(rule, "registry") : [])),
  ]);
  const { registry, registries } = exampleRegistries(spec);
  const shown = (name: string | undefined, entries: Registry) =>
    needed.has(name) ? entries : registryOf([]);
  const named = [...registries].map(([name, entries]) => [name, shown(name, entries)] as const);
  return { ...exampleContext(spec), registry: shown(undefined, registry), registries: new Map(named) };
}
