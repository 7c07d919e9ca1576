/** Valid candidates for drafts to begin from: the starts of the corpus with other values, and generators of many fields. */
import type { Domain } from "./domains.ts";
import { at, put } from "./json.ts";
import { type Place, readPlaces } from "./places.ts";
import type { Random } from "./random.ts";

const two = (value: number) => String(value).padStart(2, "0");

function dateOf(random: Random): string {
  return `${random.int(1998, 2029)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
}

/** Another value of the same kind, within the bounds of the schema. */
function otherValue(random: Random, { kind, schema, words }: Place, value: unknown): unknown {
  const { minimum = -5000, maximum = 5000 } = schema as { minimum?: number; maximum?: number };
  switch (kind) {
    case "integer":
      return random.int(Math.max(minimum, 0), Math.min(maximum, random.pick([9, 99, 9999])));
    case "number":
      return (
        random.int(Math.ceil(Math.max(minimum, 1)), Math.floor(Math.min(maximum, random.pick([9, 50])))) +
        random.pick([0, 0.5, 0.25])
      );
    case "boolean":
      return random.chance(0.5);
    case "date":
      return dateOf(random);
    case "time":
      return `${two(random.int(0, 23))}:${two(random.int(0, 59))}:${two(random.int(0, 59))}`;
    case "word":
      return random.pick(words!.values);
    default:
      return value;
  }
}

export function createTruth(
  domain: Domain,
  random: Random,
  isValid: (domain: Domain, candidate: unknown) => boolean,
): unknown {
  if (domain.name === "datagen/generator-option" && random.chance(0.7)) return generatorOption(random);
  const start = random.pick(domain.starts).candidate;
  const candidate = structuredClone(start);
  for (const place of readPlaces(domain.package, domain.registry, start).places) {
    if (!random.chance(0.4)) continue;
    const before = at(candidate, place.pointer);
    const value = otherValue(random, place, before);
    const holder = at(candidate, place.pointer.replace(/\/[^/]*$/, ""));
    if (Array.isArray(holder) && holder.includes(value)) continue;
    put(candidate, place.pointer, value);
    // Values that depend on one another stay as they were.
    if (
      place.kind !== "integer" &&
      place.kind !== "number" &&
      place.kind !== "boolean" &&
      !isValid(domain, candidate)
    )
      put(candidate, place.pointer, before);
  }
  return isValid(domain, candidate) ? candidate : structuredClone(start);
}

type Draw = (random: Random) => unknown;
const text =
  (...texts: string[]): Draw =>
  (random) =>
    random.pick(texts);
const integer =
  (max: number): Draw =>
  (random) =>
    random.int(0, max);
const decimal: Draw = (random) => random.int(1, 400) / 4;
const flag: Draw = (random) => random.chance(0.5);
const clock: Draw = (random) => `${two(random.int(0, 23))}:${two(random.int(0, 59))}:00`;
const moment: Draw = (random) => `${dateOf(random)}T${clock(random)}Z`;
const uuid: Draw = (random) =>
  Array.from({ length: 36 }, (_, index) =>
    [8, 13, 18, 23].includes(index) ? "-" : random.pick([..."0123456789abcdef"]),
  ).join("");

/** Fields that resemble each other and mean something else, as real ones do. */
const FIELDS: [string, string, Draw][] = [
  ["temperatureC", "number", decimal],
  ["importPath", "string", text("/in/a", "/in/b")],
  ["internal", "boolean", flag],
  ["increase", "integer", integer(9000)],
  ["created", "date", dateOf],
  ["senderId", "string", text("s-1", "s-20")],
  ["unitPrice", "number", decimal],
  ["stockCount", "integer", integer(99_999)],
  ["isActive", "boolean", flag],
  ["bookedOn", "date", dateOf],
  ["opensAt", "time", clock],
  ["measuredAt", "datetime", moment],
  ["deviceId", "uuid", uuid],
  ["contactEmail", "email", text("ops@example.org", "help@example.com")],
  ["productPage", "url", text("https://example.org/p", "https://www.example.com/a?b=1")],
  ["cheeseName", "string", text("Gouda", "Comté")],
  ["ripeningMonths", "integer", integer(36)],
  ["milkType", "string", text("cow", "goat")],
  ["smoked", "boolean", flag],
  ["latitude", "number", decimal],
  ["longitude", "number", decimal],
  ["passengers", "integer", integer(400)],
  ["delayMinutes", "integer", integer(5000)],
  ["gateLetter", "string", text("A", "B")],
  ["departure", "datetime", moment],
  ["boardingTime", "time", clock],
  ["loyaltyTier", "string", text("gold", "silver")],
  ["verified", "boolean", flag],
  ["balance", "number", decimal],
  ["accountNumber", "string", text("NL91 0417", "DE44 5001")],
];

const SUBJECTS = [
  "Cheese board",
  "Ferry crossing",
  "Parcel scan",
  "Museum visit",
  "Lab sample",
  "Tram ride",
  "Night shift",
  "Bike rental",
];

function generatorOption(random: Random): unknown {
  const fields = random.shuffle(FIELDS).slice(0, random.int(2, 6));
  const name = random.pick(SUBJECTS);
  const records = Array.from({ length: random.int(1, 3) }, () =>
    Object.fromEntries(fields.map(([field, , draw]) => [field, draw(random)])),
  );
  return {
    owner: { kind: "human", id: random.pick(["ada@example.org", "user-17", "grace"]) },
    generatorId: name.toLowerCase().replace(" ", random.pick(["-", ".", "_"])),
    generatorName: name,
    description: `${name}s as they happen in a small town, with believable values.`,
    outputFields: fields.map(([field, type]) => ({
      name: field,
      type,
      description: `What is known as ${field} here.`,
    })),
    supportedStrategies: random.pick([["fast"], ["realistic"], ["fast", "realistic"]]),
    sampleRecords: records,
    rationaleNotes: "Demos of small shops need it every week.",
  };
}
