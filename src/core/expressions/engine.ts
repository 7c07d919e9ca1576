/**
 * Where the evaluator of expressions is put, so that only those who need expressions load it. The core does not load it by
 * itself: a page that checks packages without expressions should not have to.
 */
import { isPlainObject } from "../json/pointer.ts";
import type { Expression, ExpressionScope } from "./expression.ts";
import type { ExpressionFault } from "./fault.ts";
import type { Type } from "./types.ts";

export interface ExpressionEngine {
  /** `wanted`: the type that the value must have, if not any will do. */
  compile(
    source: string,
    scope: ExpressionScope,
    wanted?: Type["kind"],
  ): Expression | { fault: ExpressionFault };
  /** A value as part of a sentence. */
  write(value: unknown, type: Type): string;
}

let provided: ExpressionEngine | undefined;

/** From now on, spec packages with expressions can be loaded. */
export function provideExpressionEngine(engine: ExpressionEngine): void {
  provided = engine;
}

export function expressionEngine(): ExpressionEngine | undefined {
  return provided;
}

/** Why a package with expressions is refused where nobody has provided an evaluator. */
export const NO_ENGINE =
  "expressions are not loaded here; the module proposal-preflight/expressions has to be imported first";

/** Whether a spec package has expressions, so that the evaluator has to be loaded before the package is. */
export function needsExpressions(document: unknown): boolean {
  const rules = isPlainObject(document) && Array.isArray(document.rules) ? document.rules : [];
  return rules.some(
    (rule) =>
      isPlainObject(rule) &&
      (rule.check === "holds" ||
        typeof rule.when === "string" ||
        rule.fix !== undefined ||
        (typeof rule.message === "string" && rule.message.includes("{"))),
  );
}
