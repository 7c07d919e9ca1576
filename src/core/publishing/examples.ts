/** A package is proven by its own examples: valid ones must pass, invalid ones must fail exactly as stated. */
import { checkCandidate, END_OF_TIME } from "../proposal/check.ts";
import { normalizeCandidate } from "../proposal/normalize.ts";
import { isClean } from "../proposal/quick-pass.ts";
import { createRegistry, type RegistryForm } from "../registry/registry.ts";
import type { Reason } from "../schema/compile-schema.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Json, Registry, RegistryEntry } from "../types.ts";

export function runExamples(spec: SpecPackage): Reason[] {
  const { valid, invalid } = spec.document.examples;
  // All rules are in force while examples run, so that the outcome does not depend on the date.
  const context = { ...exampleRegistries(spec), now: END_OF_TIME };
  const reasons: Reason[] = [];
  const errorsOf = (candidate: unknown) =>
    checkCandidate(spec, candidate, context).diagnostics.filter(({ severity }) => severity === "error");
  valid.forEach(({ title, candidate }, index) => {
    let faults = errorsOf(candidate);
    // The built candidate must pass as well, with its defaults.
    if (faults.length === 0) faults = errorsOf(normalizeCandidate(spec, candidate).candidate);
    for (const { code, pointer, message } of faults.slice(0, 5)) {
      reasons.push({
        pointer: `/examples/valid/${index}`,
        code: "example-fails",
        message: `The valid example "${title}" has the error ${code} at "${pointer}": ${message}`,
      });
    }
  });
  if (reasons.length === 0 && exampleToShow(spec) === undefined)
    reasons.push({
      pointer: "/examples/valid",
      code: "example-fails",
      message:
        "One valid example must pass without a remark even if nothing is registered, to show to authors.",
    });
  invalid.forEach(({ title, candidate, expect }, index) => {
    const got = checkCandidate(spec, candidate, context).diagnostics.map(
      ({ code, pointer }) => `${code} at "${pointer}"`,
    );
    const wanted = expect.map(({ code, pointer }) => `${code} at "${pointer}"`);
    const missing = wanted.filter((entry) => !got.includes(entry));
    const extra = got.filter((entry) => !wanted.includes(entry));
    if (missing.length > 0 || extra.length > 0) {
      reasons.push({
        pointer: `/examples/invalid/${index}`,
        code: "example-fails",
        message: `The invalid example "${title}" should give exactly what it expects; missing: ${missing.join(", ") || "none"}; not expected: ${extra.slice(0, 10).join(", ") || "none"}.`,
      });
    }
  });
  return reasons;
}

const NEVER = "1970-01-01T00:00:00Z";

/** The registries as the package fills them for its examples. */
export function exampleRegistries({ document }: Pick<SpecPackage, "document">): Registries {
  const { registry = [], registries = {} } = document.examples;
  // A map, because `constructor` is the name of a registry like any other.
  const entries = new Map(Object.entries(registries));
  return {
    registry: registryOf(registry),
    registries: new Map(
      Object.entries(document.registries ?? {}).map(([name, { case: caseRule }]) => [
        name,
        registryOf(
          (entries.get(name) ?? []).map(({ id, name = id }) => ({ id, name })),
          { case: caseRule },
        ),
      ]),
    ),
  };
}

/** Packages of one platform are proven one after the other with the same few entries. */
const remembered = new Map<string, Registry>();
const MAX_REMEMBERED = 8;

function registryOf(entries: readonly RegistryEntry[], form: RegistryForm = {}): Registry {
  const key = JSON.stringify([entries, form]);
  let registry = remembered.get(key);
  if (registry === undefined) {
    registry = createRegistry(entries, NEVER, form);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(key, registry);
  }
  return registry;
}

interface Registries {
  registry: Registry;
  registries: ReadonlyMap<string, Registry>;
}

/**
 * A valid example without a remark, to show to authors. It passes even if nothing is registered, except where the rules
 * refuse what is not: there it passes with the entries of the examples.
 */
export function exampleToShow(spec: SpecPackage): Json | undefined {
  const needed = new Set(
    spec.rules.all
      .filter(({ check }) => check.needsEntries === true)
      .map(({ check, document }) => check.registry!(document.params ?? {})),
  );
  const filled = exampleRegistries(spec);
  const empty = registryOf([]);
  const registry = needed.has(undefined) ? filled.registry : empty;
  const registries = new Map(
    [...filled.registries].map(([name, entries]) => [name, needed.has(name) ? entries : empty]),
  );
  return spec.document.examples.valid.find(({ candidate }) => isClean(spec, candidate, registry, registries))
    ?.candidate;
}
