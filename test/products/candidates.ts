/** Candidates made from a valid one by small changes, harmful and harmless; the same ones in every run. */

// biome-ignore lint/suspicious/noExplicitAny: changes reach into it at will
type Draft = any;

const texts = [
  "",
  " ",
  "x",
  "Fast",
  "human",
  "naïve café",
  "a\u200bb",
  "\u202eabc",
  "línea\r\notra",
  "N".repeat(90),
  " padded ",
];
const values = [
  null,
  true,
  0,
  -1,
  2.5,
  2 ** 53,
  "7",
  "",
  [],
  {},
  "2027-02-30",
  "2027-02-28",
  "12:00:00Z",
  "a@b.example",
];
const ids = [
  "first-name",
  "EMAIL",
  "fresh",
  "a",
  "9lives",
  "with space",
  "dots.are.fine",
  "under_score",
  "x".repeat(65),
];
const types = [
  "string",
  "integer",
  "number",
  "boolean",
  "date",
  "time",
  "datetime",
  "uuid",
  "email",
  "url",
  "object",
  "array",
  "int",
  "String",
];
const members = [
  "owner",
  "generatorId",
  "generatorName",
  "description",
  "outputFields",
  "supportedStrategies",
  "sampleRecords",
  "rationaleNotes",
];

type Change = (candidate: Draft, pick: <T>(list: readonly T[]) => T) => void;

const changes: readonly Change[] = [
  // Harmless, or nearly.
  (c, pick) => (c.generatorId = `gen-${pick(ids.map((_, index) => index))}-fresh`),
  (c, pick) => (c.rationaleNotes = pick(["Wanted by many.", " spaced ", "", "line\r\nbreak"])),
  (c) => delete c.rationaleNotes,
  (c) => c.supportedStrategies.push("fast"),
  (c) => c.supportedStrategies.reverse(),
  (c) => c.sampleRecords.push(structuredClone(c.sampleRecords[0])),
  (c, pick) =>
    (c.description = pick([
      "Short.",
      "A description that is long enough to say something.",
      "  Trimmed at both ends, really.  ",
    ])),
  // Harmful, or nearly.
  (c, pick) => (c.generatorId = pick(ids)),
  (c, pick) => (c[pick(members)] = pick(values)),
  (c, pick) => delete c[pick(members)],
  (c, pick) => (c.owner = { kind: pick(["human", "Human", "agent"]), id: pick(texts) }),
  (c, pick) => (c.generatorName = pick(texts)),
  (c, pick) => (c.outputFields[0].type = pick(types)),
  (c, pick) => (c.outputFields[0].name = pick(["renamed", "1st", "__proto__", "constructor", ""])),
  (c, pick) => (c.sampleRecords[0][Object.keys(c.sampleRecords[0])[0] ?? "x"] = pick(values)),
  (c, pick) => (c.sampleRecords[0][pick(["extra", "__proto__x", "toString"])] = 1),
  (c, pick) => (c[pick(["extra", "generator_id", "Owner"])] = pick(values)),
  (c, pick) => (c.supportedStrategies = pick([[], ["fast"], ["quick"], ["fast", 1], "fast"])),
];

export function generateCandidates(count: number, base: unknown): unknown[] {
  let state = 0x2545f491;
  const random = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    const candidate = structuredClone(base) as Draft;
    candidate.generatorId = `generated-${index}`;
    for (let left = random(4); left > 0; left--) {
      try {
        pick(changes)(candidate, pick);
      } catch {
        // A change of something that an earlier one took away.
      }
    }
    // As it would arrive: nothing in it that JSON cannot hold.
    return JSON.parse(JSON.stringify(candidate));
  });
}
