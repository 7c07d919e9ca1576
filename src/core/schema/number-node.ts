import { actualOf } from "../text/describe.ts";
import { fixedValue } from "../values/value-types.ts";
import { reportMismatch } from "./mismatch.ts";
import type { SchemaNode } from "./node.ts";

export interface NumberOptions {
  at: string;
  /** Integers stay within ±(2^53−1): beyond it a JSON number does not say which integer was meant. */
  type: "integer" | "number";
  minimum: number | undefined;
  maximum: number | undefined;
  exclusiveMinimum: number | undefined;
  exclusiveMaximum: number | undefined;
}

export function numberNode(options: NumberOptions): SchemaNode {
  const { at, type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = options;
  const isOfType = type === "integer" ? Number.isSafeInteger : Number.isFinite;
  const tooSmall = (value: number) =>
    (minimum !== undefined && value < minimum) ||
    (exclusiveMinimum !== undefined && value <= exclusiveMinimum);
  const tooLarge = (value: number) =>
    (maximum !== undefined && value > maximum) ||
    (exclusiveMaximum !== undefined && value >= exclusiveMaximum);

  const node: SchemaNode = {
    type,
    phrase: type === "integer" ? "a whole number" : "a number",
    placeholder: () => minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1),
    ok: (value) => typeof value === "number" && isOfType(value) && !tooSmall(value) && !tooLarge(value),
    report(value, sink) {
      // Numbers beyond the range of a double are reported with the rest of the unsafe JSON.
      if (typeof value === "number" && !Number.isFinite(value)) return;
      if (typeof value !== "number" || !isOfType(value)) {
        const fixed = fixedValue(type, value);
        reportMismatch(
          node,
          type,
          at,
          value,
          sink,
          fixed as { value: number; applicability: "safe" } | undefined,
        );
      } else if (tooSmall(value)) {
        const inclusive = minimum !== undefined && value < minimum;
        sink.add("number-too-small", "error", () => ({
          message: `${value} is too small: it must be ${inclusive ? `at least ${minimum}` : `more than ${exclusiveMinimum}`}.`,
          expected: inclusive ? { minimum } : { exclusiveMinimum },
          actual: actualOf(value),
        }));
      } else if (tooLarge(value)) {
        const inclusive = maximum !== undefined && value > maximum;
        sink.add("number-too-large", "error", () => ({
          message: `${value} is too large: it must be ${inclusive ? `at most ${maximum}` : `less than ${exclusiveMaximum}`}.`,
          expected: inclusive ? { maximum } : { exclusiveMaximum },
          actual: actualOf(value),
        }));
      }
    },
  };
  return node;
}
