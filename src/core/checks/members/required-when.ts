import { type Edit, fix } from "../../findings/finding.ts";
import { child, type Path } from "../../json/pointer.ts";
import { quote } from "../../unicode/describe.ts";
import { defineValueCheck } from "../definition.ts";

export const requiredWhen = defineValueCheck<object>({
  name: "required-when",
  summary: "The member is there when the rule's condition holds.",
  params: { type: "object", additionalProperties: false },
  needsCondition: true,
  judgesAbsence: true,
  describe: () => "Required.",
  compile({ when }, at) {
    return {
      seesAbsence: true,
      seesAbsentParents: true,
      ok: (value) => value !== undefined,
      detail(_value, path, sink) {
        const value = sink.placeholderAt(at);
        const name = quote(String(path.at(-1)));
        return {
          message: `${name} is required when ${when}, but missing.`,
          ...(value !== undefined && {
            fixes: [fix(`Add ${name} to fill in`, "placeholder", addition(path, value, sink.reading.value))],
          }),
        };
      },
    };
  },
});

/** Adds the member, together with the objects around it that are absent as well. */
function addition(path: Path, value: unknown, candidate: unknown): Edit {
  let depth = 0;
  for (let around = candidate; depth < path.length - 1; depth++) {
    around = child(around, path[depth]!);
    if (around === undefined) break;
  }
  const added = path.slice(depth + 1).reduceRight((inner, key) => ({ [key]: inner }), value);
  return { kind: "add", path: path.slice(0, depth + 1), value: added };
}
