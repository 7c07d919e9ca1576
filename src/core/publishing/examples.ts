/** A package is proven by its own examples: valid ones must pass, invalid ones must fail exactly as stated. */
import { checkCandidate, END_OF_TIME, isClean } from "../proposal/check.ts";
import { normalizeCandidate } from "../proposal/normalize.ts";
import { EMPTY_REGISTRY } from "../registry/empty.ts";
import { createRegistry } from "../registry/registry.ts";
import type { Reason } from "../schema/compile.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Registry } from "../types.ts";

/** What is registered while the examples of a package run. */
export function exampleRegistry({ document }: SpecPackage): Registry {
  return createRegistry(document.examples.registry ?? [], "1970-01-01T00:00:00Z");
}

export function runExamples(spec: SpecPackage): Reason[] {
  const { valid, invalid } = spec.document.examples;
  // All rules are in force while examples run, so that the outcome does not depend on the date.
  const context = { registry: exampleRegistry(spec), now: END_OF_TIME };
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
  if (reasons.length === 0 && !valid.some(({ candidate }) => isClean(spec, candidate, EMPTY_REGISTRY)))
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
