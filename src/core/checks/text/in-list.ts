import { type FixDraft, fix } from "../../findings/finding.ts";
import { FEW_WORDS, groundsOfChoice } from "../../similar/matcher.ts";
import { actualOf, likeliest, listOf, quote } from "../../unicode/describe.ts";
import { defineValueCheck, notText } from "../definition.ts";
import { listName } from "../params.ts";

export const inList = defineValueCheck({
  name: "in-list",
  summary: "The text is exactly one of a list's words.",
  parts: { list: listName("name of a list of the package") },
  describe: ({ list }, lists) => `It is one of ${listOf(lists.get(list)!.values)}.`,
  longerList: "loosens",
  confinesTo: ({ list }) => list,
  unsuited: notText,
  compile({ params: { list } }, at) {
    const allowed = new Set(list.values);
    const { matcher } = list;
    const allowedText = listOf(list.values);
    return {
      ok: (value) => typeof value !== "string" || allowed.has(value),
      detail(value, path, sink) {
        const word = String(value);
        const matches = matcher.match(word, sink.meter);
        const fixes: FixDraft[] = matches
          .filter((meant) => sink.accepts(at, meant.value, path))
          .map(({ value: to, grounds }) => fix(`Use ${quote(to)}`, grounds, { kind: "replace", path, to }));
        if (matches.length === 0 && list.values.length <= FEW_WORDS)
          for (const to of list.values)
            if (sink.accepts(at, to, path))
              fixes.push(fix(`Use ${quote(to)}`, groundsOfChoice(word), { kind: "replace", path, to }));
        const guessed = matches.length === 1 ? matches[0]!.value : undefined;
        return {
          message: `${quote(word)} is not allowed here; use ${allowedText}.${guessed === undefined || list.values.length === 1 ? "" : ` Did you mean ${quote(guessed)}?`}`,
          expected: likeliest(word, list.values, matches[0]?.value, sink.meter),
          actual: actualOf(word),
          fixes,
        };
      },
    };
  },
});
