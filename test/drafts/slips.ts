/** Slips of the hand: what a person types who meant exactly this word. */
import type { Random } from "./random.ts";
import { distance, lettersOf, neighboursOf } from "./words.ts";

interface Slip {
  text: string;
  kind: string;
}

/**
 * One letter of one word of five letters or more: dropped, doubled, added, swapped or replaced by its neighbour, but never
 * the first letter of a word. `others` are the accepted words; a slip that comes as near to one of them is none.
 */
export function slipOf(random: Random, name: string, others: readonly string[]): Slip | undefined {
  const spans = [...name.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].filter(([word]) => word.length >= 5);
  for (let attempt = 0; attempt < 12 && spans.length > 0; attempt += 1) {
    const span = random.pick(spans);
    const [word] = span;
    const slip = slipInWord(random, word);
    if (slip === undefined) continue;
    const text = name.slice(0, span.index) + slip.text + name.slice(span.index + word.length);
    if (isClear(text, name, others)) return { text, kind: slip.kind };
  }
  return undefined;
}

/** Nearer to this name than to any other that is accepted. */
function isClear(text: string, name: string, others: readonly string[]): boolean {
  const letters = lettersOf(text);
  if (letters === lettersOf(name)) return false;
  return others.every((other) => other === name || distance(letters, lettersOf(other)) > 1);
}

function slipInWord(random: Random, word: string): Slip | undefined {
  const index = random.int(1, word.length - 1);
  const letter = word[index]!;
  const [before, after] = [word.slice(0, index), word.slice(index + 1)];
  switch (random.int(0, 4)) {
    case 0:
      return { text: before + after, kind: "a letter dropped" };
    case 1:
      return { text: before + letter + letter + after, kind: "a letter doubled" };
    case 2: {
      const next = word[index + 1];
      if (next === undefined || next === letter) return undefined;
      return { text: before + next + letter + word.slice(index + 2), kind: "letters swapped" };
    }
    case 3: {
      const near = neighboursOf(letter.toLowerCase());
      if (near.length === 0) return undefined;
      const other = random.pick(near);
      const cased = letter === letter.toLowerCase() ? other : other.toUpperCase();
      return { text: before + cased + after, kind: "the key beside it" };
    }
    default: {
      const near = neighboursOf(letter.toLowerCase());
      if (near.length === 0) return undefined;
      const added = random.pick(near);
      return { text: before + letter + added + after, kind: "a letter added" };
    }
  }
}
