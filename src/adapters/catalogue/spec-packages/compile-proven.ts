/**
 * Compiles a spec package that the spec package thread has proven. The compiled form is made of closures, which cannot
 * be sent between threads, so it is made once more here. The examples are not run again: one of them may take seconds,
 * and no request may wait for that.
 */
import { provideExpressions } from "../../../core/expressions/index.ts";
import { compileSpecPackage } from "../../../core/publishing/load.ts";
import type { SpecPackage } from "../../../core/spec-package/spec-package.ts";

provideExpressions();

/** `document`: what the very bytes hold that were proven, and `digest` is of them. */
export function compileProven(document: unknown, digest: string): SpecPackage | undefined {
  const compiled = compileSpecPackage(document, digest);
  return compiled.ok ? compiled.spec : undefined;
}
