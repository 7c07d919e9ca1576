/** The rows of the table of repairs, each with the ways of writing that belong to it. */
import * as lists from "./rows/lists.ts";
import * as names from "./rows/names.ts";
import * as numbers from "./rows/numbers.ts";
import * as statements from "./rows/statements.ts";
import * as structure from "./rows/structure.ts";
import * as values from "./rows/values.ts";
import * as vocabulary from "./rows/vocabulary.ts";
import type { Distortion } from "./sheet.ts";

/** Values are distorted first, then lists and records, then names, then places, then the whole. */
export type Phase = 0 | 1 | 2 | 3 | 4;

export interface Row {
  name: string;
  /** What is drawn, with its phase. */
  ways: [Phase, Distortion][];
}

export const ROWS: readonly Row[] = [
  {
    name: "same value, other spelling",
    ways: [
      [0, values.looseText],
      [0, vocabulary.wordInOtherCase],
      [0, vocabulary.wordInOtherCase],
      [0, vocabulary.keyInOtherCase],
      [0, values.booleanAsText],
      [1, vocabulary.repeatedInSet],
    ],
  },
  {
    name: "number and text, exactly",
    ways: [
      [0, numbers.asPlainText],
      [0, numbers.textAsNumber],
    ],
  },
  {
    name: "one reading",
    ways: [
      [0, numbers.jsonGrammar],
      [0, numbers.groupedThousands],
      [0, numbers.manyGroups],
      [0, values.booleanOtherwise],
      [0, values.dateOtherwise],
      [0, values.dateOtherwise],
      [0, values.timeOtherwise],
      [0, values.momentOtherwise],
      [0, values.identifierOtherwise],
    ],
  },
  {
    name: "two readings, or something lost",
    ways: [
      [0, numbers.ambiguousNumber],
      [0, values.ambiguousValue],
    ],
  },
  { name: "word: declared alias", ways: [[0, vocabulary.declaredAlias]] },
  { name: "word: slip", ways: [[0, vocabulary.wordWithSlip]] },
  { name: "word: likeness", ways: [[0, vocabulary.wordLikeOthers]] },
  { name: "registered key: slip or likeness", ways: [[0, vocabulary.keyLikeOthers]] },
  {
    name: "URL without its scheme",
    ways: [
      [0, values.urlWithWww],
      [0, values.urlWithoutScheme],
    ],
  },
  {
    name: "only value left out",
    ways: [
      [0, statements.onlyValueAbsent],
      [0, statements.ownerOtherwise],
    ],
  },
  {
    name: "refused by a rule",
    ways: [
      [0, statements.refusedByRule],
      [0, statements.refusedByPattern],
    ],
  },
  {
    name: "member name: alias, case, slip",
    ways: [
      [2, names.memberAlias],
      [2, names.memberInOtherCase],
      [2, names.memberWithSlip],
    ],
  },
  { name: "member name: likeness", ways: [[2, names.otherMember]] },
  {
    name: "structure",
    ways: [
      [4, structure.wrapped],
      [4, structure.wrapped],
      [1, structure.mapForList],
      [1, structure.rowsForRecords],
      [1, structure.itemForList],
      [1, structure.containerAsText],
      [1, structure.objectAsLines],
      [1, structure.repeatedName],
      [3, structure.levelTooHigh],
      [3, structure.levelTooLow],
    ],
  },
  {
    name: "text for a list",
    ways: [
      [1, lists.listAsText],
      [1, lists.wordsAsText],
      [1, lists.oneTextForList],
      [1, lists.markedItemsAsText],
      [1, lists.strangeWordsAsText],
    ],
  },
  { name: "type left out", ways: [[0, statements.typeAbsent]] },
  {
    name: "order and repeats",
    ways: [
      [1, statements.orderMatters],
      [1, statements.tooMany],
    ],
  },
];
