/**
 * What one request may spend beyond its verdict: on reading what was meant, comparing words and names, trying fixes out
 * and explaining. One unit is about a microsecond. Every function whose work grows with what was sent or with the rules
 * takes a meter, and charges for what it touches. It is spent in the order of the document. When it is spent, findings
 * lose their guesses and fixes, not their place, so that no candidate costs much more than a good one of its size.
 */
const MAX_WORK = 8_000;

export class Meter {
  readonly #work: number;
  #left: number;
  #wasRefused = false;
  /** Made when it is needed: most candidates are valid, and need none. */
  #known: Map<object, Map<unknown, unknown>> | undefined;

  constructor(work = MAX_WORK) {
    this.#work = work;
    this.#left = work;
  }

  spend(units: number): boolean {
    if (units > this.#left) return this.#refuse();
    this.#left -= units;
    return true;
  }

  #refuse(): false {
    this.#wasRefused = true;
    return false;
  }

  /** Counts what has to be done in any case: so much less is left for guesses. */
  charge(units: number): void {
    this.#left -= units;
  }

  /** What was made of the same thing before in this request, or is made now: nothing is found out, or paid for, twice. */
  recall<Key, Value>(about: object, key: Key, make: (key: Key) => Value): Value {
    this.#known ??= new Map();
    let known = this.#known.get(about) as Map<Key, Value> | undefined;
    if (known === undefined) {
      known = new Map();
      this.#known.set(about, known);
    }
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Value;
    const made = make(key);
    known.set(key, made);
    return made;
  }

  /** Whether a value may be judged so many times more: what that takes grows with what is in it. */
  spendOn(value: unknown, times = 1): boolean {
    return this.spend(Math.ceil((times * weightOf(value, PER_UNIT * this.#left)) / PER_UNIT));
  }

  get isLeft(): boolean {
    return this.#left > 0 || this.#refuse();
  }

  get spent(): number {
    return this.#work - this.#left;
  }

  /** Whether something was left undone because it would have cost too much. */
  get wasRefused(): boolean {
    return this.#wasRefused;
  }
}

/** How many values are judged while two words are compared. */
const PER_UNIT = 5;
const NOT_ASCII = /[^\0-\x7f]/;

/** Up to `most`. Texts beyond ASCII are normalized. Not recursive: a value can be thousands of levels deep. */
function weightOf(value: unknown, most: number): number {
  let weight = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && weight <= most) {
    const next = open.pop();
    weight++;
    if (typeof next === "string") weight += NOT_ASCII.test(next) ? 2 * next.length : next.length >> 3;
    if (typeof next !== "object") continue;
    for (const key in next) {
      if (++weight > most) break;
      open.push((next as Record<string, unknown>)[key]);
    }
  }
  return weight;
}
