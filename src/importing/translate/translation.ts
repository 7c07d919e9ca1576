/** A schema in the words of spec packages, on its way to fit their bounds. */
import { isPlainObject } from "../../core/json/pointer.ts";
import type { ReportWriter } from "../report.ts";
import type { Schema } from "./keywords.ts";

export interface Translation {
  root: Schema;
  /** The definitions that are referred to, by the name they have in the package. */
  definitions: Map<string, unknown>;
  /** Where each written schema came from. */
  sourceOf: WeakMap<object, string>;
  /** Schemas that accept more than they did in the source. */
  loosened: WeakSet<object>;
  /** Schemas whose `unevaluatedProperties` accepted members of any name. */
  takesAnyMember: WeakSet<object>;
  report: ReportWriter;
}

/** The definition to which a written schema refers. */
export function refName(schema: unknown): string | undefined {
  return isPlainObject(schema) && typeof schema.$ref === "string"
    ? schema.$ref.replace(/^#\/\$defs\//, "")
    : undefined;
}
