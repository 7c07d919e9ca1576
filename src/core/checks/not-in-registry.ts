import type { FixDraft } from "../findings/finding.ts";
import { actualOf, quote } from "../text/describe.ts";
import { definePlaceCheck } from "./definition.ts";

export const notInRegistry = definePlaceCheck<object>({
  name: "not-in-registry",
  summary: "The identifier is not taken in the product's registry, compared without case.",
  params: { type: "object", additionalProperties: false },
  compile({ asSubmitted }, at) {
    return {
      ok: (value, registry) =>
        typeof value !== "string" || registry.findById(asSubmitted(at, value)) === undefined,
      detail(value, path, sink) {
        const id = asSubmitted(at, String(value));
        const taken = sink.scope.registry.findById(id)!;
        const fixes: FixDraft[] = [];
        const free = numbered(id).find((name) => sink.accepts(at, name));
        if (free !== undefined) {
          fixes.push({
            title: `Use ${quote(free)}`,
            applicability: "suggested",
            edit: { kind: "replace", path, to: () => free },
          });
        }
        return {
          message: `${quote(id)} is taken: the registry has ${quote(taken.id)} (${quote(taken.name)}). Choose another identifier.`,
          actual: actualOf(id),
          fixes,
        };
      },
    };
  },
});

function numbered(id: string): string[] {
  return Array.from({ length: 8 }, (_, index) => `${id}-${index + 2}`);
}
