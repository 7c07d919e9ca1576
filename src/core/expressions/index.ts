/**
 * Expressions in CEL for the rules of spec packages. Importing this module is enough: packages that are loaded afterwards
 * may have them.
 */
import { provideExpressionEngine } from "./engine.ts";
import { compileExpression, writeValue } from "./expression.ts";

provideExpressions();

/** Makes sure that expressions can be used. Importing the module has done so already; a call keeps the import. */
export function provideExpressions(): void {
  provideExpressionEngine({ compile: compileExpression, write: writeValue });
}
