/** The checks of members that a condition asks for, or excludes. */
import { type Edit, fix } from "../../findings/finding.ts";
import { child, isPlainObject, type Path } from "../../json/pointer.ts";
import { actualOf, quote } from "../../unicode/describe.ts";
import { type CheckSink, defineValueCheck } from "../definition.ts";

export const requiredWhen = defineValueCheck({
  name: "required-when",
  summary: "The member is there when the rule's condition holds.",
  parts: {},
  needsCondition: true,
  judgesAbsence: true,
  seesAbsence: () => true,
  describe: () => "Required.",
  compile({ when }, at) {
    return {
      ok: (value) => value !== undefined,
      detail(_value, path, sink) {
        const name = quote(String(path.at(-1)));
        const added = addition(path, at, sink);
        return {
          message: `${name} is required when ${when}, but missing.`,
          ...(added !== undefined && { fixes: [fix(`Add ${name} to fill in`, "placeholder", added)] }),
        };
      },
    };
  },
});

export const forbiddenWhen = defineValueCheck({
  name: "forbidden-when",
  summary: "The member is absent when the rule's condition holds.",
  parts: {},
  needsCondition: true,
  describe: () => "Not allowed.",
  compile({ when }) {
    return {
      ok: (value) => value === undefined,
      detail(value, path) {
        const name = quote(String(path.at(-1)));
        return {
          message: `${name} is not allowed when ${when}; leave it out.`,
          actual: actualOf(value),
          fixes: [fix(`Remove ${name}`, "removal", { kind: "remove", path })],
        };
      },
    };
  },
});

/** Adds the member, together with the objects around it that are absent as well. A list would need its other items too. */
function addition(path: Path, at: string, sink: CheckSink): Edit | undefined {
  const value = sink.placeholderAt(at);
  if (value === undefined) return undefined;
  let depth = 0;
  let around = sink.reading.value;
  for (; depth < path.length - 1; depth++) {
    const inner = child(around, path[depth]!);
    if (inner === undefined) break;
    around = inner;
  }
  const tokens = at.split("/");
  for (let level = depth + 2; level < tokens.length; level++)
    if (!isPlainObject(sink.placeholderAt(tokens.slice(0, level).join("/")))) return undefined;
  const added = path.slice(depth + 1).reduceRight((inner, key) => ({ [key]: inner }), value);
  // A rule about an item of a list may meet an object, and the other way round: nobody would object to what is added.
  const key = path[depth]!;
  if (/^\d+$/.test(String(key))) {
    if (sink.hasError(path.slice(0, depth))) return undefined;
    const next = Array.isArray(around) ? [...around, added] : { ...(around as object), [key]: added };
    if (sink.accepts(tokens.slice(0, depth + 1).join("/"), next)) return undefined;
  }
  return { kind: "add", path: path.slice(0, depth + 1), value: added };
}
