/** A rule that is an error in some cases and a warning in others is compiled as two rules. */
import type { ConditionDocument } from "../../checks/targets/condition.ts";
import type { RuleDocument } from "../format/document.ts";

/** The rules that a rule of the package stands for, or why it stands for none. */
export function bySeverity(rule: RuleDocument): readonly RuleDocument[] | { refusal: string } {
  const { warnWhen, ...rest } = rule;
  if (warnWhen === undefined) return [rule];
  if (rule.severity !== "error") return { refusal: 'it goes with the severity "error"' };
  const { when } = rule;
  if (when !== undefined && typeof when !== typeof warnWhen)
    return { refusal: '"when" and "warnWhen" are both tests of places, or both expressions' };
  const both = (condition: ConditionDocument | string) =>
    when === undefined
      ? condition
      : typeof when === "string"
        ? `(${when}) && ${condition as string}`
        : { all: [when, condition as ConditionDocument] };
  const otherwise = typeof warnWhen === "string" ? `!(${warnWhen})` : { not: warnWhen };
  return [
    { ...rest, when: both(otherwise) },
    { ...rest, severity: "warning", when: both(typeof warnWhen === "string" ? `(${warnWhen})` : warnWhen) },
  ];
}
