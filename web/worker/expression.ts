/**
 * Stands in for the core's evaluator of expressions in a worker (see vite.config.ts). Few packages have any, so it is fetched
 * when one does: until then each is undefined, and calling it fails.
 */
import type * as Evaluator from "../../src/core/expressions/expression.ts";

export let compileExpression: typeof Evaluator.compileExpression;
export let writeValue: typeof Evaluator.writeValue;

export async function loadExpressions(): Promise<void> {
  ({ compileExpression, writeValue } = await import("../../src/core/expressions/expression.ts"));
}
