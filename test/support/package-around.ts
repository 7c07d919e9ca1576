/** A small spec package around a schema. */

export type Schema = Record<string, unknown>;

/** An object schema with these members, none of them required. */
export const objectOf = (properties: Schema, more: Schema = {}): Schema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

/** The package needs one candidate that passes; by default the empty object does. */
export function packageOf(schema: Schema, valid: unknown = {}, more: Schema = {}): Schema {
  return {
    format: "preflight-spec-package/1",
    targetProduct: "shop",
    domainId: "thing",
    version: "1.0.0",
    title: "Thing",
    schema,
    rules: [],
    docs: {},
    examples: {
      valid: [{ title: "One", candidate: valid }],
      invalid: [{ title: "None", candidate: 5, expect: [{ code: "type-mismatch", pointer: "" }] }],
    },
    ...more,
  };
}
