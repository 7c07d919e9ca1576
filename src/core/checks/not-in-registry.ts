import { fix } from "../findings/finding.ts";
import { actualOf, quote } from "../text/describe.ts";
import { definePlaceCheck, notText } from "./definition.ts";

export const notInRegistry = definePlaceCheck<object>({
  name: "not-in-registry",
  summary: "The identifier is not taken in the product's registry, compared without case.",
  params: { type: "object", additionalProperties: false },
  unsuited: notText,
  compile({ asSubmitted }, at) {
    return {
      ok: (value, registry) =>
        typeof value !== "string" || registry.findById(asSubmitted(at, value)) === undefined,
      detail(value, path, sink) {
        const id = asSubmitted(at, String(value));
        const taken = sink.scope.registry.findById(id)!;
        // Which of these is right is for the author to say.
        const fixes = alternatives(id)
          .filter((name) => sink.accepts(at, name))
          .slice(0, MAX_ALTERNATIVES)
          .map((to) => fix(`Use ${quote(to)}`, "suggested", { kind: "replace", path, to }, true));
        return {
          message: `${quote(id)} is taken: the registry has ${quote(taken.id)} (${quote(taken.name)}). Choose another identifier.`,
          actual: actualOf(id),
          fixes,
        };
      },
    };
  },
});

const MAX_ALTERNATIVES = 3;

function alternatives(id: string): string[] {
  const separator = /[A-Za-z0-9]([._-])[A-Za-z0-9]/.exec(id)?.[1] ?? "-";
  return ["custom", "extended", "v2", ...Array.from({ length: 6 }, (_, index) => String(index + 2))].map(
    (word) => `${id}${separator}${word}`,
  );
}
