import type { FixDraft } from "../findings/finding.ts";
import { actualOf, listOf, quote } from "../text/describe.ts";
import { createGuess } from "../text/similar.ts";
import { definePlaceCheck } from "./definition.ts";

export const inList = definePlaceCheck<{ list: string }>({
  name: "in-list",
  summary: "The text is exactly one of a list's words.",
  params: {
    type: "object",
    properties: { list: { type: "string", description: "name of a list of the package" } },
    required: ["list"],
    additionalProperties: false,
  },
  lists: ({ list }) => [list],
  longerList: "loosens",
  confinesToList: true,
  compile({ params, lists }, at) {
    const list = lists.get(params.list)!;
    const allowed = new Set(list.values);
    const guess = createGuess(list.values);
    const allowedText = listOf(list.values);
    return {
      words: list.values,
      ok: (value) => typeof value !== "string" || allowed.has(value),
      detail(value, path, sink) {
        const word = String(value);
        const folded = word.trim().toLowerCase();
        const sameButCase = list.values.find((entry) => entry.toLowerCase() === folded);
        const guessed = sameButCase ?? list.aliases.get(folded) ?? guess(word);
        const meant = guessed ?? only(list.values);
        const fixes: FixDraft[] = [];
        if (meant !== undefined && sink.accepts(at, meant)) {
          fixes.push({
            title: `Use ${quote(meant)}`,
            applicability: sameButCase === undefined ? "suggested" : "safe",
            edit: { kind: "replace", path, to: () => meant },
          });
        } else {
          fixes.push({
            title: `Use one of ${allowedText}`,
            applicability: "placeholder",
            edit: { kind: "replace", path, to: () => list.values[0] },
          });
        }
        return {
          message: `${quote(word)} is not allowed here; use ${allowedText}.${guessed === undefined || list.values.length === 1 ? "" : ` Did you mean ${quote(guessed)}?`}`,
          expected: list.values,
          actual: actualOf(word),
          fixes,
        };
      },
    };
  },
});

function only(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined;
}
