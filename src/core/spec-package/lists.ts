/** The words of a spec package: its lists, and other names of members. */

import { readDeprecation } from "../checks/members/deprecation.ts";
import type { WordLabel, WordList } from "../checks/params.ts";
import { escapeToken } from "../json/pointer.ts";
import type { CompiledSchema, Refuse } from "../schema/compile-schema.ts";
import { createMatcher } from "../similar/matcher.ts";
import { lowerCase } from "../unicode/unicode.ts";
import { type SpecPackageDocument, type Word, wordOf } from "./format/document.ts";

export function readLists({ lists = {} }: SpecPackageDocument, refuse: Refuse): Map<string, WordList> {
  const read = new Map<string, WordList>();
  for (const [name, list] of Object.entries(lists)) {
    const pointer = `/lists/${escapeToken(name)}`;
    const values = list.values.map(wordOf);
    const words = new Set(values);
    if (words.size !== values.length)
      refuse(`${pointer}/values`, "list-repeats", "A word occurs twice in the list.");
    for (const [alias, word] of Object.entries(list.aliases ?? {}))
      if (!words.has(word) || alias !== lowerCase(alias))
        refuse(
          `${pointer}/aliases/${escapeToken(alias)}`,
          "alias-invalid",
          "An alias is in lower case and stands for a word of its list.",
        );
    const labels = readLabels(list.values, words, `${pointer}/values`, refuse);
    if (list.fill === true && values.length > 1)
      refuse(`${pointer}/fill`, "fill-invalid", "Only the word of a list of one can be filled in.");
    const aliases = new Map(Object.entries(list.aliases ?? {}));
    const repairsTypos = list.typos === "repair";
    read.set(name, {
      values,
      labels,
      aliases,
      repairsTypos,
      matcher: createMatcher(values, aliases, repairsTypos),
      fills: list.fill === true,
    });
  }
  return read;
}

/** A deprecated word is replaced by one that is not. */
function readLabels(
  values: readonly Word[],
  words: ReadonlySet<string>,
  pointer: string,
  refuse: Refuse,
): Map<string, WordLabel> {
  const labels = new Map<string, WordLabel>();
  const deprecations = values.map((word) =>
    typeof word === "string" ? undefined : readDeprecation(word.deprecated),
  );
  const isCurrent = (word: string) =>
    words.has(word) && deprecations[values.findIndex((each) => wordOf(each) === word)] === undefined;
  values.forEach((word, index) => {
    if (typeof word === "string") return;
    const { value, title, description } = word;
    const deprecated = deprecations[index];
    if (deprecated?.use !== undefined && !isCurrent(deprecated.use))
      refuse(
        `${pointer}/${index}/deprecated/use`,
        "deprecation-invalid",
        `There is no other word "${deprecated.use}" in the list that is not deprecated.`,
      );
    labels.set(value, { title, description, deprecated });
  });
  return labels;
}

export function checkAliases(
  { aliases = {} }: SpecPackageDocument,
  places: CompiledSchema["places"],
  refuse: Refuse,
): void {
  for (const at of Object.keys(aliases)) {
    if (places.has(at) && at !== "" && !at.endsWith("/*")) continue;
    refuse(`/aliases/${escapeToken(at)}`, "path-undeclared", `The schema declares no member at "${at}".`);
  }
}
