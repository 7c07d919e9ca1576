/** Checks plain data of ours, such as a spec package or the parameters of a rule, with the candidate's own engine. */

import { createSink } from "../findings/finding.ts";
import { reportUnsafeJson } from "../findings/unsafe-json.ts";
import { pointerOf } from "../json/pointer.ts";
import { EMPTY_REGISTRY } from "../registry/empty.ts";
import { type CompiledSchema, compileSchema, type Reason } from "./compile.ts";

const compiled = new WeakMap<object, CompiledSchema>();

export function checkMembers(schema: object, value: unknown): Reason[] {
  let checker = compiled.get(schema);
  if (!checker) {
    const made = compileSchema(schema, {
      prose: new Set(),
      allowedWords: new Map(),
      rulesAt: new Map(),
      pointer: "",
    });
    if ("reasons" in made) throw new Error(`A built-in schema is wrong: ${JSON.stringify(made.reasons)}`);
    checker = made;
    compiled.set(schema, checker);
  }
  if (checker.root.ok(value)) return [];
  const sink = createSink(EMPTY_REGISTRY, 0, () => true);
  checker.root.report(value, sink);
  reportUnsafeJson(value, sink);
  return sink.faults.map((fault) => ({
    pointer: pointerOf(fault.path),
    code: fault.code,
    message: fault.detail().message,
  }));
}
