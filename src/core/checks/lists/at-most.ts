import { count } from "../../unicode/describe.ts";
import { defineWholeCheck, mayBe } from "../definition.ts";
import { nameOf } from "../targets/condition.ts";
import { OTHER_PLACE, sizeOf } from "./size.ts";

interface Params {
  to?: string;
  value?: number;
}

export const atMost = defineWholeCheck<Params>({
  name: "at-most",
  summary: "A number, or the number of entries of a list or map, is at most what another member says.",
  params: {
    type: "object",
    properties: {
      to: { ...OTHER_PLACE, description: "the limit: a number, or a list or map whose entries are counted" },
      value: { type: "number", description: "a fixed limit instead" },
    },
    additionalProperties: false,
  },
  references: ({ to }) => (to === undefined ? [] : [to]),
  unsuited(place, { to }, other) {
    const types = ["integer", "number", "array", "object"];
    const declared = to === undefined ? undefined : other(to);
    if (declared !== undefined && !mayBe(declared, ...types))
      return `the schema declares no number, list or map at "${to}"`;
    return mayBe(place, ...types) ? undefined : "the schema declares no number, list or map there";
  },
  describe: ({ to, value }) => `At most ${to === undefined ? value : nameOf(to)}.`,
  onParamsChange(was, is) {
    if (was.to !== is.to || was.value === undefined || is.value === undefined) return "either";
    return is.value < was.value ? "tightens" : "loosens";
  },
  compile(rule, at) {
    const { to, value: fixed } = rule.params;
    if ((to === undefined) === (fixed === undefined)) return { refusal: `it has either "to" or "value"` };
    const pairs = at.map((place) => ({
      place,
      other: to === undefined ? undefined : rule.reference(place.source, to),
    }));
    if (pairs.some(({ other }) => other?.isMany === true))
      return { refusal: `"${to}" stands for several values` };
    const isFine = (value: unknown, limit: unknown) => {
      const [amount, most] = [amountOf(value), amountOf(limit)];
      return amount === undefined || most === undefined || amount <= most;
    };
    return {
      ok: (candidate) =>
        pairs.every(({ place, other }) =>
          place.every(candidate, (value, path) => isFine(value, other ? other.read(candidate, path) : fixed)),
        ),
      report(candidate, sink, severity) {
        for (const { place, other } of pairs) {
          place.each(candidate, sink, (value, at) => {
            const limit = other ? other.read(candidate, at) : fixed;
            if (isFine(value, limit)) return;
            const [path, otherPath] = [at.slice(), other?.pathFrom(at)];
            // An error inside an entry does not change how many there are.
            if (sink.hasError(path) || (otherPath !== undefined && sink.hasError(otherPath))) return;
            const detail = () => {
              const [amount, most] = [amountOf(value)!, amountOf(limit)!];
              const what =
                typeof value === "number" ? `${value} is too large` : `This has ${count(amount, "item")}`;
              return {
                message: `${what}; the maximum is ${most}${to === undefined ? "" : `, from ${nameOf(to)}`}.`,
                expected: { maximum: most },
                actual: amount,
                ...(otherPath && { related: [{ path: otherPath, message: "the maximum comes from here" }] }),
              };
            };
            sink.add(rule.code(), severity, detail, path);
          });
        }
      },
    };
  },
});

function amountOf(value: unknown): number | undefined {
  // A number beyond the range of JSON is reported as such.
  return typeof value === "number" && Number.isFinite(value) ? value : sizeOf(value);
}
