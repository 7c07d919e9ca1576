/**
 * The schema of spec packages as it is published, for editors: with the parameters of every check by its name and the
 * keywords of the candidate's schema, so that an editor completes them and underlines what does not fit.
 */
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import type { Check } from "../../src/core/checks/definition.ts";
import { KEYWORDS, type Keyword } from "../../src/core/schema/compile/keywords.ts";
import { checkData } from "../../src/core/schema/compile-schema.ts";
import { SPEC_PACKAGE_SCHEMA } from "../../src/core/spec-package/format.ts";
import { FORMATS } from "../../src/core/values/value-types.ts";

export function publishedSchema(): Record<string, unknown> {
  const { properties, $defs, ...rest } = SPEC_PACKAGE_SCHEMA;
  const { items, ...list } = properties.rules as { items: { properties: object; required: string[] } };
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
      ...(check.needsMessage ? ["message"] : []),
    ],
    additionalProperties: false,
  });
  const rules = { ...list, items: { type: "object", oneOf: CHECKS.map(ruleOf) } };
  const schema = { ...properties.schema, $ref: "#/$defs/schema" };
  return structuredClone({
    ...rest,
    properties: { ...properties, schema, rules },
    $defs: { ...$defs, schema: CANDIDATE_SCHEMA },
  });
}

function needsParams({ params }: Check): boolean {
  return checkData(params, {}).length > 0;
}

const SCHEMA = { $ref: "#/$defs/schema" };
/** Another one is refused, with the nearest name. */
const FORMAT = { enum: [...FORMATS.keys()] };

function valueUnder({ holds, schema }: Keyword): unknown {
  if (holds === "one") return SCHEMA;
  if (holds === "list") return { ...schema, items: SCHEMA };
  return holds === "map" ? { ...schema, additionalProperties: SCHEMA } : schema;
}

/** The schema of a candidate, as far as an editor can check it. */
const CANDIDATE_SCHEMA = {
  title: "JSON Schema",
  description: "the part of JSON Schema 2020-12 that spec packages may use",
  type: ["object", "boolean"],
  properties: Object.fromEntries(
    [...KEYWORDS].map(([name, keyword]) => [name, name === "format" ? FORMAT : valueUnder(keyword)]),
  ),
  patternProperties: { "^x-": {} },
  additionalProperties: false,
};
