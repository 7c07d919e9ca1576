import type { FixDraft } from "../findings/finding.ts";
import { actualOf, quote } from "../text/describe.ts";
import type { Check } from "./definition.ts";

export const notInRegistry: Check = {
  name: "not-in-registry",
  summary: "The identifier is not taken in the product's registry, compared without case.",
  params: { type: "object", additionalProperties: false },
  compile(rule) {
    return {
      kind: "value",
      ok: (value, registry, pattern) =>
        typeof value !== "string" || registry.findById(rule.asSubmitted(pattern, value)) === undefined,
      detail(value, path, sink, pattern) {
        const id = rule.asSubmitted(pattern, String(value));
        const taken = sink.registry.findById(id)!;
        const fixes: FixDraft[] = [];
        const free = numbered(id).find((name) => sink.accepts(pattern, name));
        if (free !== undefined) {
          fixes.push({
            title: `Use ${quote(free)}`,
            applicability: "suggested",
            edit: { kind: "replace", path, to: () => free },
          });
        }
        return {
          message: `${quote(id)} is taken: the registry holds ${quote(taken.id)} (${quote(taken.name)}). Choose another identifier.`,
          actual: actualOf(id),
          fixes,
        };
      },
    };
  },
};

function numbered(id: string): string[] {
  return Array.from({ length: 8 }, (_, index) => `${id}-${index + 2}`);
}
