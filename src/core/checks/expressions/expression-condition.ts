/** A rule's condition as an expression. */

import { MAX_STEPS } from "../../expressions/frame.ts";
import { valueAt } from "../../json/pointer.ts";
import type { Refusal } from "../params.ts";
import type { Condition } from "../targets/condition.ts";
import { compilePlaceExpression } from "./place-expression.ts";

export function compileExpressionCondition(
  source: string,
  at: string,
  options: Omit<Parameters<typeof compilePlaceExpression>[2], "wanted">,
): Condition | Refusal {
  const made = compilePlaceExpression(source, at, { ...options, wanted: "bool" });
  if ("refusal" in made) return made;
  if (made.clock !== "none" || made.registries.size > 0)
    return { refusal: "a condition cannot ask the clock or a registry; use the check holds" };
  if (made.isConstant) return { refusal: "it is the same for every candidate" };
  return {
    open(candidate, isFaulty) {
      const session = { now: 0, registry: () => undefined as never, steps: MAX_STEPS };
      return (path) => {
        if (isFaulty !== undefined && made.isFaulty(path, isFaulty)) return undefined;
        const value = valueAt(candidate, path);
        if (value === undefined && options.hasValue === true) return false;
        const outcome = made.run(candidate, value, path, session);
        if ("value" in outcome) return outcome.value === true;
        // Where nothing else is wrong the rule applies: what cannot be told must not let a candidate pass.
        return isFaulty?.([]) === true ? undefined : true;
      };
    },
  };
}

/** For messages. */
export function describeExpressionCondition(source: string): string {
  return `this holds: ${source}`;
}
