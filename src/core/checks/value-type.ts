import { isPlainObject } from "../json/pointer.ts";
import { actualOf, found } from "../text/describe.ts";
import { fixedValue, VALUE_TYPE_HELP, VALUE_TYPES, type ValueType } from "../values/value-types.ts";
import { definePlaceCheck } from "./definition.ts";

/** Reported as unsafe JSON, whatever type it should have. */
function isUnsafe(value: unknown): boolean {
  return typeof value === "string"
    ? !value.isWellFormed()
    : typeof value === "number" && !Number.isFinite(value);
}

function isOfType(type: ValueType, value: unknown): boolean {
  // Deeper levels are checked with the rest of the candidate.
  if (type === "object") return isPlainObject(value);
  return type === "array" ? Array.isArray(value) : VALUE_TYPES[type](value, 0);
}

export const valueType = definePlaceCheck<{ type: ValueType }>({
  name: "value-type",
  summary: "The value is of a named type, such as a calendar date, a UUID or an absolute URL.",
  params: {
    type: "object",
    properties: { type: { enum: Object.keys(VALUE_TYPES), description: "the type" } },
    required: ["type"],
    additionalProperties: false,
  },
  compile({ params: { type } }, at) {
    const { phrase, sample } = VALUE_TYPE_HELP[type];
    return {
      ok: (value) => value === undefined || isUnsafe(value) || isOfType(type, value),
      detail(value, path, sink) {
        const fixed = fixedValue(type, value);
        const usable = fixed && sink.accepts(at, fixed.value) ? fixed : undefined;
        return {
          message: `Expected ${phrase}, found ${found(value)}.`,
          expected: type,
          actual: actualOf(value),
          fixes: [
            {
              title: (to) => (usable ? `Use ${found(to)}` : `Replace it with ${phrase}`),
              applicability: usable?.applicability ?? "placeholder",
              edit: { kind: "replace", path, to: () => (usable ? usable.value : sample) },
            },
          ],
        };
      },
    };
  },
});
