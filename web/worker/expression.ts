/**
 * Stands in for the core's evaluator of expressions in a worker (see vite.config.ts). Few packages have any, so it is fetched
 * when one does: until then every expression is refused, and so is its package.
 */
import type * as Evaluator from "../../src/core/expressions/expression.ts";
import type * as Types from "../../src/core/schema/value-type-of.ts";

/** Whether an expression was refused because the evaluator is not there yet. */
export let isEvaluatorMissing = false;

export let compileExpression: typeof Evaluator.compileExpression = () => {
  isEvaluatorMissing = true;
  return { fault: { message: "expressions are not there yet", start: 0, end: 0, definition: undefined } };
};
export let writeValue: typeof Evaluator.writeValue = String;
export let createTypes: typeof Types.createTypes = () => () => ({ kind: "any" });
export let faultsOfDefinitions: typeof Evaluator.faultsOfDefinitions = () => [];

export async function loadExpressions(): Promise<void> {
  const [evaluator, types] = await Promise.all([
    import("../../src/core/expressions/expression.ts"),
    import("../../src/core/schema/value-type-of.ts"),
  ]);
  ({ compileExpression, writeValue, faultsOfDefinitions } = evaluator);
  ({ createTypes } = types);
  isEvaluatorMissing = false;
}
