import { count } from "../../unicode/describe.ts";
import { defineWholeCheck, mayBe } from "../definition.ts";
import { nameOf } from "../targets/condition.ts";
import { notSized, OTHER_PLACE, sizeOf } from "./size.ts";

export const sameLength = defineWholeCheck<{ to: string }>({
  name: "same-length",
  summary: "A list or map has as many entries as another one.",
  params: {
    type: "object",
    properties: { to: { ...OTHER_PLACE, description: "the other list or map" } },
    required: ["to"],
    additionalProperties: false,
  },
  references: ({ to }) => [to],
  unsuited(place, { to }, other) {
    const declared = other(to);
    if (declared !== undefined && !mayBe(declared, "array", "object"))
      return `the schema declares no list or map at "${to}"`;
    return notSized(place);
  },
  describe: ({ to }) => `As many entries as ${nameOf(to)}.`,
  compile(rule, at) {
    const { to } = rule.params;
    const pairs = at.map((place) => ({ place, other: rule.reference(place.source, to) }));
    if (pairs.some(({ other }) => other.isMany)) return { refusal: `"${to}" stands for several values` };
    const isFine = (value: unknown, other: unknown) => {
      const [length, wanted] = [sizeOf(value), sizeOf(other)];
      return length === undefined || wanted === undefined || length === wanted;
    };
    return {
      ok: (candidate) =>
        pairs.every(({ place, other }) =>
          place.every(candidate, (value, path) => isFine(value, other.read(candidate, path))),
        ),
      report(candidate, sink, severity) {
        for (const { place, other } of pairs) {
          place.each(candidate, sink, (value, at) => {
            const wanted = other.read(candidate, at);
            if (isFine(value, wanted)) return;
            const [path, otherPath] = [at.slice(), other.pathFrom(at)];
            // An error inside an entry does not change how many there are.
            if (sink.hasError(path) || sink.hasError(otherPath)) return;
            const detail = () => ({
              message: `This has ${count(sizeOf(value)!, "item")}, but ${nameOf(to)} has ${count(sizeOf(wanted)!, "item")}; both need the same number.`,
              expected: sizeOf(wanted),
              actual: sizeOf(value),
              related: [{ path: otherPath, message: "compared with this" }],
            });
            sink.add(rule.code(), severity, detail, path);
          });
        }
      },
    };
  },
});
