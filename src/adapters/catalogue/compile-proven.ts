/**
 * Compiles a spec package that the spec package thread has proven. The compiled form is made of closures, which cannot
 * be sent between threads, so it is made once more here, and quickly: one short example of each kind is run again.
 */
import { loadSpecPackage } from "../../core/publishing/load.ts";
import type { SpecPackageDocument } from "../../core/spec-package/document.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";

/** Undefined if the package cannot be loaded here after all. */
export function compileProven(document: SpecPackageDocument, digest: string): SpecPackage | undefined {
  const { examples } = document;
  const { valid, invalid } = examples;
  const few = { ...examples, valid: [shortest(valid)], invalid: [shortest(invalid)] };
  const quick = loadSpecPackage({ ...document, examples: few }, digest);
  if (quick.ok) return { ...quick.spec, document };
  const whole = loadSpecPackage(document);
  return whole.ok ? whole.spec : undefined;
}

function shortest<T>(items: readonly T[]): T | undefined {
  const lengths = items.map((item) => JSON.stringify(item).length);
  return items[lengths.indexOf(Math.min(...lengths))];
}
