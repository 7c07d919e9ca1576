/** The words of a spec package, and what a build normalizes besides adding defaults. */
import { readDeprecation, type WordLabel, type WordList } from "../checks/params.ts";
import { compilePathPattern, escapeToken, type PathPattern, parsePointer } from "../json/pointer.ts";
import type { CompiledSchema, Refuse } from "../schema/compile-schema.ts";
import type { Place, Shape } from "../schema/place.ts";
import { createShared } from "../schema/sharing.ts";
import { createMatcher } from "../similar/matcher.ts";
import { lowerCase } from "../unicode/unicode.ts";
import { type SpecPackageDocument, type Word, wordOf } from "./document.ts";

/** Many packages have the same ones. */
const sharedPatterns = createShared<PathPattern>();

function patternOf(source: string): PathPattern {
  const known = sharedPatterns.find(source);
  if (known !== undefined) return known;
  const made = compilePathPattern(source);
  sharedPatterns.keep(source, made);
  return made;
}

export function compileNormalization(
  { normalization = {} }: SpecPackageDocument,
  lists: ReadonlyMap<string, WordList>,
  schema: CompiledSchema,
) {
  const { sets = [] } = normalization;
  const prose = (normalization.prose ?? []).map(patternOf);
  return {
    prose,
    /** Those of them that a walk of the schema can miss, because they are in alternatives or have no place of their own. */
    missable: prose.filter(({ source }) => !isAlwaysJudged(source, schema)),
    /** Lists whose repeats are dropped, with the positions of the words in the list that orders them. */
    sets: sets.map(({ at, list }) => ({
      pattern: patternOf(at),
      order: new Map<unknown, number>(lists.get(list)?.values.map((word, position) => [word, position])),
    })),
  };
}

/** Whether the text at a path is judged by its one place in every candidate that passes the schema. */
function isAlwaysJudged(at: string, { root, places }: CompiledSchema): boolean {
  let place: Place | undefined = root;
  for (const token of parsePointer(at)) {
    const shape: Shape = place.shape;
    if (token === "*") place = shape.type === "array" && !shape.prefix ? shape.items : undefined;
    else place = shape.type === "object" ? shape.object?.members.get(token) : undefined;
    if (place === undefined || shape.alternatives !== undefined) return false;
  }
  return place === places.get(at) && place.shape.alternatives === undefined;
}

/** `places` are undefined where the schema cannot be judged. */
export function checkNormalization(
  document: SpecPackageDocument,
  lists: ReadonlyMap<string, WordList>,
  places: CompiledSchema["places"] | undefined,
  refuse: Refuse,
): void {
  const { normalization = {}, notes } = document;
  const checkType = (at: string, type: "string" | "array", pointer: string): void => {
    if (places && places.get(at)?.shape.type !== type)
      refuse(
        pointer,
        "path-undeclared",
        `The schema declares no ${type === "array" ? "list" : type} at ${at}.`,
      );
  };
  normalization.prose?.forEach((at, index) => {
    checkType(at, "string", `/normalization/prose/${index}`);
  });
  if (notes !== undefined) checkType(notes, "string", "/notes");
  normalization.sets?.forEach(({ at, list }, index) => {
    const pointer = `/normalization/sets/${index}`;
    checkType(at, "array", `${pointer}/at`);
    const words = lists.get(list)?.values;
    const why = whyNoSet(document, at, words, places);
    if (why !== undefined) refuse(pointer, "set-invalid", `The list at "${at}" cannot be a set: ${why}.`);
    if (at.includes("*") || words === undefined)
      refuse(
        pointer,
        "set-invalid",
        `A set needs a plain pointer and a list of the package; ${words ? `"${at}" stands for several places` : `there is no list "${list}"`}.`,
      );
  });
}

/** What a set would contradict: a build drops repeats and sorts by the list of the package. */
function whyNoSet(
  { rules }: SpecPackageDocument,
  at: string,
  words: readonly string[] | undefined,
  places: CompiledSchema["places"] | undefined,
): string | undefined {
  if (places?.has(`${at}/0`) === true)
    return 'its items have places of their own ("prefixItems"), and a set has no order of its own';
  const sorted = rules.find(
    ({ check, at: targets, when }) => check === "sorted" && targets.includes(at) && !when,
  );
  if (sorted === undefined || words === undefined) return undefined;
  const isSorted = words.every((word, index) => index === 0 || words[index - 1]! <= word);
  return isSorted
    ? undefined
    : `the rule "${sorted.code}" wants it in ascending order, and the list that orders the set is not; sort that list`;
}

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
