/** What a build normalizes besides adding defaults. */
import type { WordList } from "../checks/definition.ts";
import { compilePathPattern, type PathPattern } from "../json/path-pattern.ts";
import type { SpecPackageDocument } from "./document.ts";

export interface Normalization {
  /** Texts that are put in NFC, with LF line ends, and trimmed. */
  readonly prose: readonly PathPattern[];
  /** Lists whose repeats are dropped, with the positions of the words in the list that orders them. */
  readonly sets: readonly { readonly pattern: PathPattern; readonly order: ReadonlyMap<unknown, number> }[];
}

export function compileNormalization(
  { normalization = {} }: SpecPackageDocument,
  lists: ReadonlyMap<string, WordList>,
): Normalization {
  const { prose = [], sets = [] } = normalization;
  return {
    prose: prose.map((pattern) => compilePathPattern(pattern)),
    sets: sets.map(({ at, list }) => ({
      pattern: compilePathPattern(at),
      order: new Map(lists.get(list)?.values.map((word, position) => [word, position])),
    })),
  };
}
