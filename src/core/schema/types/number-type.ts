import { actualOf, joinAnd } from "../../unicode/describe.ts";
import { readingsOf } from "../../values/value-types.ts";
import { KIND } from "../kinds.ts";
import { fault, fits, shapeOf, type TypeJudge } from "../place.ts";
import { type Readings, reportMismatch } from "./mismatch.ts";

export function numberType(options: {
  /** Integers stay within ±(2^53−1): beyond it a JSON number does not say which integer was meant. */
  name: "integer" | "number";
  minimum: number | undefined;
  maximum: number | undefined;
  exclusiveMinimum: number | undefined;
  exclusiveMaximum: number | undefined;
  multipleOf: readonly number[];
}): TypeJudge {
  const { name, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = options;
  const isOfType = name === "integer" ? Number.isSafeInteger : Number.isFinite;
  const tooSmall = (value: number) =>
    (minimum !== undefined && value < minimum) ||
    (exclusiveMinimum !== undefined && value <= exclusiveMinimum);
  const tooLarge = (value: number) =>
    (maximum !== undefined && value > maximum) ||
    (exclusiveMaximum !== undefined && value >= exclusiveMaximum);
  const readings: Readings = (value, _, meter) => readingsOf(name, value, meter);
  const notMultiple = (value: number) => multipleOf.find((step) => !isMultipleOf(value, step));

  const type: TypeJudge = {
    shape: shapeOf(name, KIND.number, name === "integer" ? "a whole number" : "a number", {
      bounds: joinAnd([
        minimum !== undefined && `at least ${minimum}`,
        exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
        maximum !== undefined && `at most ${maximum}`,
        exclusiveMaximum !== undefined && `less than ${exclusiveMaximum}`,
        ...multipleOf.map((step) => `a multiple of ${step}`),
      ]),
    }),
    placeholder: () => null,
    suits: (value, meter) =>
      fits(type, value, meter) || (typeof value === "string" && readingsOf(name, value, meter).length > 0),
    ok: (value) =>
      typeof value === "number" &&
      isOfType(value) &&
      !tooSmall(value) &&
      !tooLarge(value) &&
      (multipleOf.length === 0 || notMultiple(value) === undefined),
    report(value, visit) {
      // Numbers beyond the range of a double are reported with the rest of the unsafe JSON.
      if (typeof value === "number" && !Number.isFinite(value)) return;
      if (typeof value !== "number" || !isOfType(value)) {
        reportMismatch(type, name, value, visit, readings);
      } else if (tooSmall(value)) {
        const inclusive = minimum !== undefined && value < minimum;
        fault(visit, "number-too-small", () => ({
          message: `${value} is too small: it must be ${inclusive ? `at least ${minimum}` : `more than ${exclusiveMinimum}`}.`,
          expected: inclusive ? { minimum } : { exclusiveMinimum },
          actual: actualOf(value),
        }));
      } else if (tooLarge(value)) {
        const inclusive = maximum !== undefined && value > maximum;
        fault(visit, "number-too-large", () => ({
          message: `${value} is too large: it must be ${inclusive ? `at most ${maximum}` : `less than ${exclusiveMaximum}`}.`,
          expected: inclusive ? { maximum } : { exclusiveMaximum },
          actual: actualOf(value),
        }));
      } else {
        const step = notMultiple(value);
        if (step === undefined) return;
        fault(visit, "number-not-multiple", () => ({
          message: `${value} is not a multiple of ${step}.`,
          expected: { multipleOf: step },
          actual: actualOf(value),
        }));
      }
    },
  };
  return type;
}

export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [left, right] = [decimalOf(value), decimalOf(step)];
  const shift = left.exponent - right.exponent;
  // Doubles have at most 324 digits on either side of the point, so these powers are bounded.
  return shift >= 0
    ? (left.digits * 10n ** BigInt(shift)) % right.digits === 0n
    : left.digits % (right.digits * 10n ** BigInt(-shift)) === 0n;
}

/** `digits` times ten to the power of `exponent`. */
function decimalOf(number: number): { digits: bigint; exponent: number } {
  const [mantissa = "", power = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
