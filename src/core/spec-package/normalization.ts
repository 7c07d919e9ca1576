/** The words of a spec package, and what a build normalizes besides adding defaults. */
import { readDeprecation, type WordLabel, type WordList } from "../checks/definition.ts";
import { compilePathPattern, escapeToken, parsePointer, remember } from "../json/values.ts";
import type { CompiledSchema, Refuse } from "../schema/compile-schema.ts";
import type { Place, Shape } from "../schema/place.ts";
import { createMatcher } from "../similar/matcher.ts";
import { lowerCase } from "../unicode/unicode.ts";
import { type SpecPackageDocument, wordOf } from "./document.ts";

/** Many packages have the same ones. */
const patternOf = remember(1_000, 300, (source) => compilePathPattern(source));

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
    if (place === undefined || shape.alternatives.length > 0) return false;
  }
  return place === places.get(at) && place.shape.alternatives.length === 0;
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
    const what = type === "array" ? "list" : type;
    if (places && places.get(at)?.shape.type !== type)
      refuse(pointer, "path-undeclared", `The schema declares no ${what} at ${at}.`);
  };
  for (const [index, at] of (normalization.prose ?? []).entries())
    checkType(at, "string", `/normalization/prose/${index}`);
  if (notes !== undefined) checkType(notes, "string", "/notes");
  for (const [index, { at, list }] of (normalization.sets ?? []).entries()) {
    const pointer = `/normalization/sets/${index}`;
    const wrong = (message: string) => refuse(pointer, "set-invalid", message);
    checkType(at, "array", `${pointer}/at`);
    const words = lists.get(list)?.values;
    const reason = 'its items have places of their own ("prefixItems"), and a set has no order of its own';
    if (places?.has(`${at}/0`) === true) wrong(`The list at "${at}" cannot be a set: ${reason}.`);
    if (words === undefined) wrong(`A set needs a list of the package; there is no list "${list}".`);
  }
}

export function readLists({ lists = {} }: SpecPackageDocument, refuse: Refuse): Map<string, WordList> {
  return new Map(
    Object.entries(lists).map(([name, { values: written, aliases: others = {}, typos, fill }]) => {
      const refuseAt = (member: string, code: string, message: string) =>
        refuse(`/lists/${escapeToken(name)}/${member}`, code, message);
      const values = written.map(wordOf);
      const words = new Set(values);
      if (words.size < values.length) refuseAt("values", "list-repeats", "A word occurs twice in the list.");
      const aliases = new Map(Object.entries(others));
      const rule = "An alias is in lower case, stands for a word of its list and is none itself.";
      for (const [alias, word] of aliases)
        if (!words.has(word) || words.has(alias) || alias !== lowerCase(alias))
          refuseAt(`aliases/${escapeToken(alias)}`, "alias-invalid", rule);
      const labels = new Map(
        written.flatMap((word): [string, WordLabel][] => {
          if (typeof word === "string") return [];
          const { value, title, description, deprecated } = word;
          return [[value, { title, description, deprecated: readDeprecation(deprecated) }]];
        }),
      );
      for (const [index, word] of values.entries()) {
        const use = labels.get(word)?.deprecated?.use;
        const message = `There is no other word "${use}" in the list that is not deprecated.`;
        // A deprecated word is replaced by one that is not.
        if (use !== undefined && !(words.has(use) && labels.get(use)?.deprecated === undefined))
          refuseAt(`values/${index}/deprecated/use`, "deprecation-invalid", message);
      }
      if (fill === true && values.length > 1)
        refuseAt("fill", "fill-invalid", "Only the word of a list of one can be filled in.");
      const repairsTypos = typos === "repair";
      const matcher = createMatcher(values, aliases, repairsTypos);
      return [name, { values, labels, aliases, repairsTypos, matcher, fills: fill === true }];
    }),
  );
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
