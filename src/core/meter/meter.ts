/**
 * What one request may spend beyond its verdict: on reading what was meant, comparing words and names, trying fixes out and
 * explaining. One unit is about the comparison of two short words. Every function whose work grows with what was sent or
 * with the rules takes a meter, and charges for what it touches. It is spent in the order of the document. When it is
 * spent, findings lose their guesses and fixes, not their place, so that no candidate costs much more than a good one of
 * its size.
 */
export const MAX_WORK = 20_000;

export class Meter {
  #left: number;
  #wasRefused = false;

  constructor(work = MAX_WORK) {
    this.#left = work;
  }

  /** Whether so much may be spent; then it is. */
  spend(units: number): boolean {
    if (units > this.#left) {
      this.#wasRefused = true;
      return false;
    }
    this.#left -= units;
    return true;
  }

  /** Whether something was left undone because it would have cost too much. */
  get wasRefused(): boolean {
    return this.#wasRefused;
  }
}

/** Where a guess would be of no use, only what is certain. */
export const NO_GUESSES = new Meter(0);
