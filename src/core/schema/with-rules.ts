/** Joins the rules on single values to the schema node of the place where they stand, so that one walk asks both. */
import type { Sink } from "../fault.ts";
import type { AttachedRule, SchemaNode } from "./node.ts";

/** `rules` may still be empty: they are compiled after the schema. */
export function withRules(node: SchemaNode, rules: readonly AttachedRule[], at: string): SchemaNode {
  function emit(rule: AttachedRule, value: unknown, sink: Sink): boolean {
    const severity = rule.severityAt(sink.now);
    const path = sink.path.slice();
    sink.add(rule.code, severity, () => rule.detail(value, path, sink, at), path);
    return severity === "error";
  }

  return {
    ...node,
    ok(value, registry) {
      if (!node.ok(value, registry)) return false;
      // Texts ask for themselves, since they know which rules need not look at plain text.
      if (registry === undefined || node.phrase === "a string") return true;
      return rules.every((rule) => rule.ok(value, registry, at));
    },
    okAbsent: (registry) =>
      rules.every((rule) => rule.seesAbsence !== true || rule.ok(undefined, registry, at)),
    report(value, sink) {
      let cleaned: string | undefined;
      for (const rule of rules) {
        if (rule.clean === undefined || typeof value !== "string" || rule.ok(value, sink.registry, at))
          continue;
        if (emit(rule, value, sink)) cleaned = rule.clean(cleaned ?? value, at);
      }
      const before = sink.errors;
      node.report(value, sink, cleaned);
      // One fault gives one diagnostic: rules do not speak of a value that the schema refuses.
      let refused = cleaned !== undefined || sink.errors > before;
      for (const rule of rules) {
        if (refused) break;
        if (rule.clean === undefined && !rule.ok(value, sink.registry, at)) refused = emit(rule, value, sink);
      }
    },
    reportAbsent(sink) {
      for (const rule of rules) {
        if (rule.seesAbsence === true && !rule.ok(undefined, sink.registry, at)) emit(rule, undefined, sink);
      }
    },
  };
}
