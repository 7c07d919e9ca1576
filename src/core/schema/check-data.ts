/** Checks plain data such as a spec package or the parameters of a rule with the same engine as candidates. */

import { Sink } from "../findings/finding.ts";
import { Reading } from "../findings/reading.ts";
import { reportUnsafeJson } from "../findings/unsafe-json.ts";
import { pointerOf } from "../json/pointer.ts";
import { Meter } from "../meter/meter.ts";
import { type CompiledSchema, compileSchema, NO_CONTEXT, type Reason } from "./compile-schema.ts";
import { SCHEMA_ALONE } from "./place.ts";

const compiled = new WeakMap<object, CompiledSchema>();

export function checkData(schema: object, value: unknown): Reason[] {
  let checker = compiled.get(schema);
  if (!checker) {
    const { schema: made, reasons } = compileSchema(schema, NO_CONTEXT);
    if (made === undefined || reasons.length > 0)
      throw new Error(`A built-in schema is wrong: ${JSON.stringify(reasons)}`);
    checker = made;
    compiled.set(schema, checker);
  }
  if (checker.root.ok(value, SCHEMA_ALONE)) return [];
  const sink = createSchemaSink(value);
  checker.root.report(value, [], { sink, reason: "", isRepeat: false });
  reportUnsafeJson(value, sink);
  return sink.findings.map((finding) => ({
    pointer: pointerOf(finding.path),
    code: finding.code,
    message: finding.detail(finding.path).message,
  }));
}

/** Collects what a schema alone says about a value that no rules and no registry know. */
export function createSchemaSink(value: unknown): Sink {
  return new Sink({
    now: 0,
    reading: new Reading(value, new Meter(), SCHEMA_ALONE),
    accepts: () => true,
    propose: () => undefined,
    placeholderAt: () => undefined,
    exampleAt: () => undefined,
    units: {},
    notes: undefined,
  });
}
