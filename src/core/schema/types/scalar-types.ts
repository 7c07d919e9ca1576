/** Numbers, true and false, null; anything, and nothing. */
import { fix, removeNamed } from "../../findings/finding.ts";
import { isSafeJson } from "../../json/values.ts";
import { actualOf, found, joinAnd, quote } from "../../unicode/describe.ts";
import { readingsOf } from "../../values/value-types.ts";
import {
  type Compiler,
  type Layer,
  lastWith,
  leastOf,
  mostOf,
  numbersOf,
  type Site,
} from "../compile/compiler.ts";
import { isWhole } from "../compile/keywords.ts";
import { EVERY_KIND, fault, fits, KIND, NO_KIND, shapeOf, type TypeJudge } from "../place.ts";
import { reportMismatch } from "./mismatch.ts";

export function booleanType(): TypeJudge {
  const type: TypeJudge = {
    shape: shapeOf("boolean", KIND.boolean, "true or false"),
    placeholder: () => null,
    suits: (value, meter) => typeof value === "boolean" || readingsOf("boolean", value, meter).length > 0,
    ok: (value) => typeof value === "boolean",
    report(value, visit) {
      if (typeof value !== "boolean") reportMismatch(type, "boolean", value, visit);
    },
  };
  return type;
}

export function nullType(): TypeJudge {
  const type: TypeJudge = {
    shape: shapeOf("null", KIND.null, "null", { onlyValue: null }),
    placeholder: () => "TODO",
    suits: (value) => value === null,
    ok: (value) => value === null,
    report(value, visit) {
      if (value !== null) reportMismatch(type, "null", value, visit);
    },
  };
  return type;
}

/** Anything that JSON can carry and a product can store; `isCovered` if another judge makes sure of that. */
export function anyType(depth: number, isCovered = false): TypeJudge {
  return {
    shape: shapeOf("any", EVERY_KIND, "a value"),
    // Everything is allowed here, so nothing could mark what is still to be written.
    placeholder: () => undefined,
    suits: () => true,
    // Asked about every value of every record, so that scalars are judged here: a call takes longer than the test.
    ok(value) {
      if (isCovered) return true;
      if (typeof value === "string") return value.isWellFormed();
      if (typeof value === "number") return Number.isFinite(value);
      return typeof value !== "object" || isSafeJson(value, depth);
    },
    // Unsafe JSON is reported by a walk over the whole candidate.
    report() {},
  };
}

/** The schema `false`: there may be no value here. */
export function neverType(): TypeJudge {
  return {
    shape: shapeOf("any", NO_KIND, "nothing"),
    placeholder: () => undefined,
    suits: () => false,
    ok: () => false,
    report(value, visit) {
      const { reason } = visit;
      const name = visit.path.at(-1);
      fault(visit, "member-forbidden", (path) => ({
        message: `${typeof name === "string" ? quote(name) : found(value)} may not be here${reason}.`,
        actual: actualOf(value),
        ...(path.length > 0 && {
          fixes: [
            typeof name === "string"
              ? removeNamed(name, path)
              : fix("Remove it", "removal", { kind: "remove", path }),
          ],
        }),
      }));
    },
  };
}

/** The bounds that a schema can set, in the order in which they are reported: how a message says each, and what is wrong. */
const NUMBER_BOUNDS = {
  minimum: { phrase: "at least", holds: (value: number, bound: number) => value >= bound, wrong: "small" },
  exclusiveMinimum: { phrase: "more than", holds: (value, bound) => value > bound, wrong: "small" },
  maximum: { phrase: "at most", holds: (value, bound) => value <= bound, wrong: "large" },
  exclusiveMaximum: { phrase: "less than", holds: (value, bound) => value < bound, wrong: "large" },
} satisfies Record<string, { phrase: string; holds(value: number, bound: number): boolean; wrong: string }>;

/** Integers stay within ±(2^53−1): beyond it a JSON number does not say which integer was meant. Absent bounds are infinite. */
export function compileNumber(layers: readonly Layer[], _: Site, compiler: Compiler): TypeJudge {
  const bounds = {
    minimum: leastOf(layers, "minimum", Number.NEGATIVE_INFINITY),
    exclusiveMinimum: leastOf(layers, "exclusiveMinimum", Number.NEGATIVE_INFINITY),
    maximum: mostOf(layers, "maximum"),
    exclusiveMaximum: mostOf(layers, "exclusiveMaximum"),
  };
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = bounds;
  const [least, most] = [Math.max(minimum, exclusiveMinimum), Math.min(maximum, exclusiveMaximum)];
  if (least > most || (least === most && (exclusiveMinimum === least || exclusiveMaximum === most)))
    compiler.disallowNever(lastWith(layers, ...Object.keys(bounds)), "no number is within these bounds");
  const name = layers.some(({ schema }) => isWhole(schema.type)) ? "integer" : "number";
  const multipleOf = numbersOf(layers, "multipleOf");
  const isOfType = name === "integer" ? Number.isSafeInteger : Number.isFinite;
  const rows = Object.entries(NUMBER_BOUNDS).map(([keyword, row]) => ({
    ...row,
    keyword,
    bound: bounds[keyword as keyof typeof bounds],
  }));
  const notMultiple = (value: number) => multipleOf.find((step) => !isMultipleOf(value, step));

  const type: TypeJudge = {
    shape: shapeOf(name, KIND.number, name === "integer" ? "a whole number" : "a number", {
      bounds: joinAnd([
        ...rows.map(({ phrase, bound }) => Number.isFinite(bound) && `${phrase} ${bound}`),
        ...multipleOf.map((step) => `a multiple of ${step}`),
      ]),
    }),
    placeholder: () => null,
    suits: (value, meter) =>
      fits(type, value, meter) || (typeof value === "string" && readingsOf(name, value, meter).length > 0),
    ok: (value) =>
      typeof value === "number" &&
      isOfType(value) &&
      value >= minimum &&
      value <= maximum &&
      value > exclusiveMinimum &&
      value < exclusiveMaximum &&
      (multipleOf.length === 0 || notMultiple(value) === undefined),
    report(value, visit) {
      // Numbers beyond the range of a double are reported with the rest of the unsafe JSON.
      if (typeof value === "number" && !Number.isFinite(value)) return;
      if (typeof value !== "number" || !isOfType(value)) {
        reportMismatch(type, name, value, visit);
        return;
      }
      const broken = rows.find(({ holds, bound }) => !holds(value, bound));
      const step = notMultiple(value);
      if (broken !== undefined)
        fault(visit, `number-too-${broken.wrong}`, () => ({
          message: `${value} is too ${broken.wrong}: it must be ${broken.phrase} ${broken.bound}.`,
          expected: { [broken.keyword]: broken.bound },
          actual: actualOf(value),
        }));
      else if (step !== undefined)
        fault(visit, "number-not-multiple", () => ({
          message: `${value} is not a multiple of ${step}.`,
          expected: { multipleOf: step },
          actual: actualOf(value),
        }));
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

function decimalOf(number: number): { digits: bigint; exponent: number } {
  const [mantissa = "", power = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
