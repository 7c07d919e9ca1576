import { fix } from "../../findings/finding.ts";
import { isSafeJson } from "../../json/safety.ts";
import { actualOf, found, quote } from "../../unicode/describe.ts";
import { readingsOf } from "../../values/value-types.ts";
import { EVERY_KIND, KIND, NO_KIND } from "../kinds.ts";
import { fault, shapeOf, type TypeJudge } from "../place.ts";
import { type Readings, reportMismatch } from "./mismatch.ts";

export function booleanType(): TypeJudge {
  const readings: Readings = (value, _, meter) => readingsOf("boolean", value, meter);
  const type: TypeJudge = {
    shape: shapeOf("boolean", KIND.boolean, "true or false"),
    placeholder: () => null,
    suits: (value, meter) => typeof value === "boolean" || readingsOf("boolean", value, meter).length > 0,
    ok: (value) => typeof value === "boolean",
    report(value, visit) {
      if (typeof value !== "boolean") reportMismatch(type, "boolean", value, visit, readings);
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
    ok: isCovered ? () => true : (value) => isSafeJson(value, depth),
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
            fix(typeof name === "string" ? `Remove ${quote(name)}` : "Remove it", "removal", {
              kind: "remove",
              path,
            }),
          ],
        }),
      }));
    },
  };
}
