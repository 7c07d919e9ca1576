import { isPlainObject } from "../../json/pointer.ts";
import { actualOf, found } from "../../unicode/describe.ts";
import { whyImpossible } from "../../values/time.ts";
import { readingsOf, VALUE_TYPES, type ValueType } from "../../values/value-types.ts";
import { defineValueCheck } from "../definition.ts";
import { offerReadings } from "../offers.ts";
import { choice } from "../params.ts";

/** Reported as unsafe JSON, whatever type it should have. */
function isUnsafe(value: unknown): boolean {
  return typeof value === "string"
    ? !value.isWellFormed()
    : typeof value === "number" && !Number.isFinite(value);
}

function isOfType(type: ValueType, value: unknown): boolean {
  // Deeper levels are checked with the rest of the candidate.
  if (type === "object") return isPlainObject(value);
  return type === "array" ? Array.isArray(value) : VALUE_TYPES[type].test(value, 0);
}

export const valueType = defineValueCheck({
  name: "value-type",
  summary: "The value is of a named type, such as a calendar date, a UUID or an absolute URL.",
  parts: { type: choice(Object.keys(VALUE_TYPES) as ValueType[], "the type") },
  describe: ({ type }) => `It is ${VALUE_TYPES[type].phrase}.`,
  compile({ params: { type } }, at) {
    const phrase = VALUE_TYPES[type].phrase;
    return {
      readings: (value, meter) => readingsOf(type, value, meter).map((reading) => reading.value),
      ok: (value) => value === undefined || isUnsafe(value) || isOfType(type, value),
      detail(value, path, sink) {
        const why = typeof value === "string" ? whyImpossible(value) : undefined;
        const text = sink.reading.numberTextAt(path);
        const meant = readingsOf(type, value, sink.meter, text).filter((reading) =>
          sink.accepts(at, reading.value, path),
        );
        return {
          message: `Expected ${phrase}, found ${found(value, text)}${why === undefined ? "" : `: ${why}`}.`,
          expected: type,
          actual: actualOf(value),
          fixes: offerReadings(meant, path, sink),
        };
      },
    };
  },
});
