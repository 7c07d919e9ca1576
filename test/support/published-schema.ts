/**
 * The schema of spec packages as it is published, for editors: with the parameters of every check by its name and the
 * keywords of the candidate's schema, so that an editor completes them and underlines what does not fit.
 */
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import type { Check } from "../../src/core/checks/definition.ts";
import { checkData } from "../../src/core/schema/check-data.ts";
import { TYPES } from "../../src/core/schema/compile/declared-types.ts";
import { KEYWORDS, SCHEMA_HOLDERS } from "../../src/core/schema/compile/keywords.ts";
import { DEPRECATED, SPEC_PACKAGE_SCHEMA } from "../../src/core/spec-package/format/format.ts";
import { FORMATS } from "../../src/core/values/value-types.ts";

export function publishedSchema(): Record<string, unknown> {
  const { properties, $defs, ...rest } = SPEC_PACKAGE_SCHEMA;
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
const NAMES = { type: "array", uniqueItems: true, items: { type: "string" } };
const TEXT = { type: "string" };
const COUNT = { type: "integer", minimum: 0 };

/** What stands under the keywords that hold no schema. */
const VALUES: Readonly<Record<string, unknown>> = {
  type: {
    anyOf: [{ enum: TYPES }, { type: "array", minItems: 1, uniqueItems: true, items: { enum: TYPES } }],
  },
  enum: { type: "array", minItems: 1 },
  required: NAMES,
  dependentRequired: { type: "object", additionalProperties: NAMES },
  format: { enum: [...FORMATS.keys()] },
  uniqueItems: { type: "boolean" },
  multipleOf: { type: "number", exclusiveMinimum: 0 },
  examples: { type: "array" },
  deprecated: DEPRECATED,
  ...Object.fromEntries(
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((name) => [name, { type: "number" }]),
  ),
  ...Object.fromEntries(["readOnly", "writeOnly", "fill"].map((name) => [name, { type: "boolean" }])),
  ...Object.fromEntries(
    ["Length", "Items", "Properties", "Contains"].flatMap((of) => [
      [`min${of}`, COUNT],
      [`max${of}`, COUNT],
    ]),
  ),
  ...Object.fromEntries(
    [
      ...["title", "description", "form", "$comment", "$schema", "$id", "$anchor", "$ref", "pattern"],
      ...["contentEncoding", "contentMediaType"],
    ].map((name) => [name, TEXT]),
  ),
};

function valueUnder(keyword: string): unknown {
  if (SCHEMA_HOLDERS.one.includes(keyword)) return SCHEMA;
  if (SCHEMA_HOLDERS.list.includes(keyword)) return { type: "array", minItems: 1, items: SCHEMA };
  if (SCHEMA_HOLDERS.map.includes(keyword)) return { type: "object", additionalProperties: SCHEMA };
  return VALUES[keyword] ?? {};
}

/** The schema of a candidate, as far as an editor can check it. */
const CANDIDATE_SCHEMA = {
  title: "JSON Schema",
  description: "the part of JSON Schema 2020-12 that spec packages may use",
  type: ["object", "boolean"],
  properties: Object.fromEntries([...KEYWORDS.keys()].map((keyword) => [keyword, valueUnder(keyword)])),
  patternProperties: { "^x-": {} },
  additionalProperties: false,
};
