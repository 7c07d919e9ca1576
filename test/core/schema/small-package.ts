/** A spec package around a schema, to see what authors would be told. */
import {
  checkCandidate,
  createRegistry,
  type Diagnostic,
  loadSpecPackage,
  type SpecPackage,
} from "../../../src/core/index.ts";
import { objectOf, packageOf, type Schema } from "../../support/package-around.ts";

export { objectOf, packageOf, type Schema };

export const context = { registry: createRegistry([], "2026-01-01T00:00:00Z"), now: 0 };

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
