/** A spec package around a schema, to see what authors would be told. */
import {
  checkCandidate,
  createRegistry,
  type Diagnostic,
  loadSpecPackage,
  type SpecPackage,
} from "../../../src/core/index.ts";

export type Schema = Record<string, unknown>;

export const context = { registry: createRegistry([], "2026-01-01T00:00:00Z"), now: 0 };

/** An object schema with these members, none of them required. */
export const objectOf = (properties: Schema, more: Schema = {}): Schema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

/** The package needs one candidate that passes; by default the empty object does. */
export function packageOf(schema: Schema, valid: unknown = {}, more: Schema = {}): unknown {
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

export function load(schema: Schema, valid?: unknown, more?: Schema): SpecPackage {
  const loaded = loadSpecPackage(packageOf(schema, valid, more));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons, null, 2));
  return loaded.spec;
}

/** What is reported about a candidate, as `code at pointer`. */
export function codesOf(spec: SpecPackage, candidate: unknown): string[] {
  return diagnosticsOf(spec, candidate).map(({ code, pointer }) => `${code} at ${pointer}`);
}

export function diagnosticsOf(spec: SpecPackage, candidate: unknown): Diagnostic[] {
  return checkCandidate(spec, candidate, context).diagnostics;
}

/** Why a schema is refused, as `code at pointer`. */
export function reasonsOf(schema: Schema, valid?: unknown): string[] {
  const loaded = loadSpecPackage(packageOf(schema, valid));
  return loaded.ok ? [] : loaded.reasons.map(({ code, pointer }) => `${code} at ${pointer}`);
}
