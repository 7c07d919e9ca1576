/** A rule's condition as an expression. */

import { MAX_STEPS } from "../../expressions/frame.ts";
import { valueAt } from "../../json/pointer.ts";
import type { PlaceExpression, Refusal } from "../params.ts";
import type { Condition } from "../targets/condition.ts";

export function whyNoCondition({ clock, registries, isConstant }: PlaceExpression): Refusal | undefined {
  if (clock !== "none" || registries.size > 0)
    return { refusal: "a condition cannot ask the clock or a registry; use the check holds" };
  return isConstant ? { refusal: "it is the same for every candidate" } : undefined;
}

/** `hasValue`: whether the rule is only about values that are there. */
export function compileExpressionCondition(made: PlaceExpression, hasValue: boolean): Condition {
  return {
    open(candidate, isFaulty) {
      const session = { now: 0, registry: () => undefined as never, steps: MAX_STEPS };
      return (path) => {
        if (isFaulty !== undefined && made.isFaulty(path, isFaulty)) return undefined;
        const value = valueAt(candidate, path);
        if (value === undefined && hasValue) return false;
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
