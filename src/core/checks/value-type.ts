import { isPlainObject } from "../json/pointer.ts";
import { actualOf, found } from "../text/describe.ts";
import { mendValue, VALUE_TYPE_HELP, VALUE_TYPES, type ValueType } from "../values/value-types.ts";
import type { Check } from "./definition.ts";

/** What is reported as such, whatever type it should have. */
function isUnkeepable(value: unknown): boolean {
  return typeof value === "string"
    ? !value.isWellFormed()
    : typeof value === "number" && !Number.isFinite(value);
}

function isOfType(type: ValueType, value: unknown): boolean {
  // What lies deeper is looked through with the rest of the candidate.
  if (type === "object") return isPlainObject(value);
  return type === "array" ? Array.isArray(value) : VALUE_TYPES[type](value, 0);
}

export const valueType: Check = {
  name: "value-type",
  summary: "The value is of a named type, such as a calendar date, a UUID or an absolute URL.",
  params: {
    type: "object",
    properties: { type: { enum: Object.keys(VALUE_TYPES), description: "the type" } },
    required: ["type"],
    additionalProperties: false,
  },
  compile(rule) {
    const type = rule.params.type as ValueType;
    const { phrase, sample } = VALUE_TYPE_HELP[type];
    return {
      kind: "value",
      ok: (value) => value === undefined || isUnkeepable(value) || isOfType(type, value),
      detail(value, path, sink, pattern) {
        const mended = mendValue(type, value);
        const usable = mended && sink.accepts(pattern, mended.value) ? mended : undefined;
        return {
          message: `Expected ${phrase}, found ${found(value)}.`,
          expected: type,
          actual: actualOf(value),
          fixes: [
            {
              title: (to) => (usable ? `Use ${found(to)}` : `Put ${phrase} here`),
              applicability: usable?.applicability ?? "placeholder",
              edit: { kind: "replace", path, to: () => (usable ? usable.value : sample) },
            },
          ],
        };
      },
    };
  },
};
