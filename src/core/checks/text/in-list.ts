import { type FixDraft, fix } from "../../findings/finding.ts";
import { createGuess, fold } from "../../similar/similar.ts";
import { actualOf, likeliest, listOf, quote } from "../../unicode/describe.ts";
import { lowerCase, trimEnds } from "../../unicode/unicode.ts";
import { defineValueCheck, notText } from "../definition.ts";

export const inList = defineValueCheck<{ list: string }>({
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
  unsuited: notText,
  compile({ params, lists }, at) {
    const list = lists.get(params.list)!;
    const allowed = new Set(list.values);
    const guess = createGuess(list.values);
    const allowedText = listOf(list.values);
    const folded = new Map(list.values.map((word) => [lowerCase(word), word]));
    const sameButCase = (text: string) => folded.get(lowerCase(trimEnds(text)));
    const aliases = new Map([...list.aliases].map(([alias, word]) => [fold(alias), word]));
    const wordFor = (text: string) => sameButCase(text) ?? aliases.get(fold(text));
    return {
      words: list.values,
      wordFor,
      ok: (value) => typeof value !== "string" || allowed.has(value),
      detail(value, path, sink) {
        const word = String(value);
        const isSame = sameButCase(word) !== undefined;
        const guessed = wordFor(word) ?? guess(word, sink.spend);
        const meant = guessed ?? only(list.values);
        const fixes: FixDraft[] = [];
        if (meant !== undefined && sink.accepts(at, meant, path)) {
          // The only word there is replaces what was written, which may have meant something else.
          const level = guessed === undefined ? "removal" : isSame ? "safe" : "suggested";
          fixes.push(fix(`Use ${quote(meant)}`, level, { kind: "replace", path, to: meant }));
        }
        return {
          message: `${quote(word)} is not allowed here; use ${allowedText}.${guessed === undefined || list.values.length === 1 ? "" : ` Did you mean ${quote(guessed)}?`}`,
          expected: likeliest(word, list.values, guessed, sink.spend),
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
