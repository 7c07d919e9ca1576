/**
 * The schema of spec packages as it is published, for editors: with the parameters of every check by its name, so that
 * an editor completes both and underlines what does not fit.
 */
import { CHECKS } from "../checks/catalogue.ts";
import type { Check } from "../checks/definition.ts";
import { checkData } from "../schema/check-data.ts";
import { SPEC_PACKAGE_SCHEMA } from "./format.ts";

export function publishedSchema(): Record<string, unknown> {
  const { properties, ...rest } = SPEC_PACKAGE_SCHEMA;
  const { items, ...list } = properties.rules;
  const ruleOf = (check: Check) => ({
    title: check.name,
    description: check.summary,
    properties: {
      ...items.properties,
      check: { const: check.name, description: check.summary },
      params: { ...check.params, description: `parameters of ${check.name}` },
    },
    required: [
      ...items.required,
      ...(needsParams(check) ? ["params"] : []),
      ...(check.needsMessage === true ? ["message"] : []),
    ],
    additionalProperties: false,
  });
  const rules = { ...list, items: { type: "object", oneOf: CHECKS.map(ruleOf) } };
  return structuredClone({ ...rest, properties: { ...properties, rules } });
}

function needsParams({ params }: Check): boolean {
  return checkData(params, {}).length > 0;
}
