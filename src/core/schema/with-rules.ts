/** Joins the rules on single values to the schema node of the place where they stand, so that one walk asks both. */
import type { Sink } from "../findings/finding.ts";
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
      // Half characters are reported with the rest of the unsafe JSON; nothing else can be said of such a text.
      if (node.phrase === "a string" && typeof value === "string" && !value.isWellFormed()) return;
      let cleaned: string | undefined;
      for (const rule of rules) {
        if (rule.clean === undefined || typeof value !== "string") continue;
        const text = cleaned ?? value;
        if (!rule.ok(text, sink.registry, at) && emit(rule, text, sink)) cleaned = rule.clean(text, at);
      }
      // Where nothing is left there is nothing more to say.
      if (cleaned === "") return;
      const before = sink.errors;
      node.report(value, sink, cleaned);
      // One fault gives one diagnostic: rules do not speak of a value that the schema refuses.
      let refused = sink.errors > before;
      const looked = cleaned ?? value;
      for (const rule of rules) {
        if (refused) break;
        if (rule.clean === undefined && !rule.ok(looked, sink.registry, at))
          refused = emit(rule, looked, sink);
      }
    },
    reportAbsent(sink) {
      for (const rule of rules) {
        if (rule.seesAbsence === true && !rule.ok(undefined, sink.registry, at)) emit(rule, undefined, sink);
      }
    },
  };
}
