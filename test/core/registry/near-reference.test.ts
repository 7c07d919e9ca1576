/**
 * The near-name search against its meaning, written out the slow way: strings, no hashes, every entry looked at.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistry, NEVER_PLURAL } from "../../../src/core/registry/registry.ts";
import { ORDINARY_WORDS } from "../../../src/core/similar/lexicon.ts";
import { draws } from "../../support/random.ts";

interface Parts {
  name: string;
  words: string[];
  /** The words in the singular and in one order. */
  bag: string;
  squashed: string;
  /** Where in the squashed name each word begins. */
  starts: number[];
}

function partsOf(name: string): Parts {
  const words = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .split(/[^a-z0-9+#%$]+/)
    .filter((word) => word !== "");
  let squashed = "";
  const starts = words.map((word) => {
    if (/\d$/.test(squashed) && /^\d/.test(word)) squashed += ".";
    squashed += word;
    return squashed.length - word.length;
  });
  return { name, words, bag: words.map(singular).sort().join(" "), squashed, starts };
}

function singular(word: string): string {
  if (word.length < 4) return word;
  const one = /[a-rt-z]s$/.test(word) && !NEVER_PLURAL.includes(word) ? word.slice(0, -1) : word;
  if (one.length < 4) return one;
  return one.replace(/ie$/, "y").replace(/(x|ch|sh|ss|zz)e$/, "$1");
}

const ordinary = [...ORDINARY_WORDS, ...NEVER_PLURAL, ...NEVER_PLURAL.map((word) => word.slice(0, -1))].map(
  singular,
);

function isOneSlip(asked: Parts, registered: Parts, known: ReadonlySet<string>): boolean {
  const q = asked.squashed;
  const t = registered.squashed;
  if (q.length > 96 || Math.max(q.length, t.length) < 8) return false;
  const isLetter = (unit: string | undefined) => unit !== undefined && /[a-z]/.test(unit);
  const begins = (at: number) => registered.starts.includes(at);
  const odd = asked.words.filter((word) => word.length >= 4 && !known.has(singular(word)));
  if (odd.length > 1) return false;
  return asked.words.some((word, index) => {
    if (known.has(singular(word))) return false;
    const start = asked.starts[index]!;
    const end = start + word.length;
    for (let at = start + 1; at <= end; at++) {
      const [head, here, next] = [q.slice(0, at), q[at], q[at + 1]];
      const inserted = head + t[at] + q.slice(at) === t;
      if (inserted && word.length >= 3 && isLetter(t[at]) && !begins(at)) return true;
      if (at === end || word.length < 4 || !isLetter(here)) continue;
      if (head + q.slice(at + 1) === t && q.length >= 8) return true;
      if (q.length < 8 || begins(at)) continue;
      if (here !== t[at] && isLetter(t[at]) && head + t[at] + q.slice(at + 1) === t) return true;
      const swapped = head + next + here + q.slice(at + 2) === t;
      if (swapped && at + 1 < end && isLetter(next) && next !== here && !begins(at + 1)) return true;
    }
    return false;
  });
}

/** The names that may be answered, best kind only; none means silence. */
function expectedFor(asked: Parts, names: readonly Parts[], known: ReadonlySet<string>): Parts[] {
  if (asked.squashed === "") return [];
  const same = names.filter(({ squashed }) => squashed === asked.squashed);
  if (same.length > 0) return same.slice(0, 1);
  const reordered = names.filter(({ bag }) => bag === asked.bag);
  if (reordered.length > 0) return reordered.slice(0, 1);
  // Of names with the same letters the first stands for all.
  const first = new Map(names.map((other) => [other.squashed, other] as const).reverse());
  return [...first.values()].filter((other) => isOneSlip(asked, other, known));
}

const letters = [..."abcdeistxyz", ..."hsé0 14-#"];
const wordPool = [
  "address",
  "adresse",
  "boxes",
  "city",
  "cities",
  "date",
  "name",
  "nane",
  "ipv4",
  "https",
  "café",
  "latitude",
];
const freeText = fc.string({ unit: fc.constantFrom(...letters), maxLength: 24 });
const phrase = fc
  .array(
    fc.oneof(
      fc.constantFrom(...wordPool),
      fc.string({ unit: fc.constantFrom(..."abcdest"), minLength: 1, maxLength: 9 }),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((words) => fc.constantFrom(" ", "-", "", " / ").map((separator) => words.join(separator)));
const name = fc.oneof({ weight: 4, arbitrary: phrase }, { weight: 1, arbitrary: freeText });

const edit = fc.record({
  kind: fc.constantFrom("drop", "double", "swap", "replace", "insert", "reorder", "plural", "space"),
  at: fc.nat(40),
  letter: fc.constantFrom(...letters),
});

function applyEdit(
  text: string,
  { kind, at: place, letter }: { kind: string; at: number; letter: string },
): string {
  const at = text.length === 0 ? 0 : place % text.length;
  const [head, tail] = [text.slice(0, at), text.slice(at + 1)];
  const here = text[at] ?? "";
  switch (kind) {
    case "drop":
      return head + tail;
    case "double":
      return head + here + here + tail;
    case "swap":
      return head + (tail[0] ?? "") + here + tail.slice(1);
    case "replace":
      return head + letter + tail;
    case "insert":
      return head + letter + here + tail;
    case "reorder":
      return text.split(" ").reverse().join(" ");
    case "plural":
      return `${text}s`;
    default:
      return `${head} ${here}${tail}`;
  }
}

describe("the near-name search", () => {
  const seed = fc.readConfigureGlobal().seed!;
  const parts = Array.from({ length: 10 }, (_, part) => part);

  it.each(parts)("finds what the rules call near, and nothing else: part %i", (part) => {
    let found = 0;
    let silent = 0;
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(), fc.array(edit, { maxLength: 2 })), { minLength: 8, maxLength: 8 }),
        fc.array(name, { maxLength: 4 }),
        (names, edited, others) => {
          const registry = createRegistry(
            names.map((text, index) => ({ id: `gen-${index}`, name: text })),
            "2026-11-01T00:00:00Z",
          );
          const queries = edited.map(([pick, edits]) => edits.reduce(applyEdit, names[pick % names.length]!));
          const registered = names.map(partsOf);
          const known = new Set([...ordinary, ...registered.flatMap(({ words }) => words.map(singular))]);
          for (const query of [...queries, ...others]) {
            const expected = expectedFor(partsOf(query), registered, known).map(({ name }) => name);
            const answer = registry.findNearName(query)?.name;
            if (expected.length === 0) silent++;
            else found++;
            expect({
              query,
              names,
              near: expected.length === 0 ? answer === undefined : expected.includes(answer!),
            }).toEqual({ query, names, near: true });
          }
        },
      ),
      { numRuns: 20, seed: seed + part },
    );
    // Both sides have to be tried, or the comparison shows nothing.
    expect(Math.min(found, silent)).toBeGreaterThan((found + silent) / 20);
  });

  it("never throws, whatever the strings", () => {
    const anything = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.constantFrom("\ud800", "\udfff\ud83d", ""),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ id: anything, name: anything })), anything, (entries, text) => {
        const registry = createRegistry(entries, "2026-11-01T00:00:00Z");
        registry.findNearName(text);
        registry.findById(text);
        for (const { id } of entries) expect(registry.findById(id)).toBeDefined();
      }),
      { numRuns: draws(600) },
    );
  });
});
