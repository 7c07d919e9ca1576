import { FEW_WORDS, groundsOfChoice } from "../../similar/matcher.ts";
import { actualOf, likeliest, listOf, quote } from "../../unicode/describe.ts";
import { defineValueCheck, notText } from "../definition.ts";
import { useInstead } from "../offers.ts";
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
        const few = list.values.length <= FEW_WORDS ? list.values : [];
        const offers =
          matches.length > 0 ? matches : few.map((value) => ({ value, grounds: groundsOfChoice(word) }));
        const guessed = matches.length === 1 ? matches[0]!.value : undefined;
        return {
          message: `${quote(word)} is not allowed here; use ${allowedText}.${guessed === undefined || list.values.length === 1 ? "" : ` Did you mean ${quote(guessed)}?`}`,
          expected: likeliest(word, list.values, matches[0]?.value, sink.meter),
          actual: actualOf(word),
          fixes: offers
            .filter(({ value: to }) => sink.accepts(at, to, path))
            .map(({ value: to, grounds }) => useInstead(to, grounds, path)),
        };
      },
    };
  },
});
