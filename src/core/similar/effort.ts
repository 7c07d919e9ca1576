/**
 * What one request may spend on comparing words and names, guessing what was meant and explaining it, counted in
 * comparisons of two words. It is spent in the order of the document. When it is spent, findings lose their guess, not their
 * place, so that no candidate costs much more than a good one of its size.
 */
export const MAX_EFFORT = 20_000;

export class Effort {
  /** How much was asked for and granted. */
  spent = 0;

  /** Whether so much may be spent; then it is. */
  readonly spend: Spend = (units) => {
    if (this.spent + units > MAX_EFFORT) return false;
    this.spent += units;
    return true;
  };
}

/** Asks for an effort of so many comparisons; false if it is too much. */
export type Spend = (units: number) => boolean;

/** Where a guess would be of no use, only what is certain. */
export const NO_GUESSES: Spend = () => false;

/** Where nobody counts: for tools of authors, and values that cannot be many. */
export const FREE: Spend = () => true;
