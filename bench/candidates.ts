/**
 * Candidates for the benchmarks, the same for every part and every peer: three valid ones of different sizes, and one
 * with twenty problems. They follow `datagen` / `generator-option` 1.0.0 and are not random, so that every run and every
 * server works on the same bytes.
 */

type FieldType =
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "date"
  | "time"
  | "datetime"
  | "uuid"
  | "email"
  | "url"
  | "object"
  | "array";

export interface BenchCandidate {
  owner: { kind: string; id: string };
  generatorId: string;
  generatorName: string;
  description: string;
  outputFields: { name: string; type: string; description: string }[];
  supportedStrategies: string[];
  sampleRecords: Record<string, unknown>[];
  rationaleNotes: string;
}

/** Name, type and description of the output fields. A candidate uses the first ones. */
const fieldPlan: readonly (readonly [string, FieldType, string])[] = [
  ["membershipId", "uuid", "Identifier of the membership, unique within a run."],
  ["holderName", "string", "Full name of the holder as printed on the card."],
  ["points", "integer", "Points collected and not yet spent."],
  ["email", "email", "Address for statements."],
  ["joinedOn", "date", "Day on which the membership began."],
  ["active", "boolean", "False once the membership has lapsed."],
  ["spendPerVisit", "number", "Mean amount per visit, in euros."],
  ["lastSeenAt", "datetime", "Moment of the last purchase, with its offset."],
  ["profileUrl", "url", "Page of the holder in the loyalty portal."],
  ["preferredTime", "time", "Time of day at which the holder usually shops."],
  ["tags", "array", "Segments to which the holder belongs."],
  ["address", "object", "Postal address of the holder."],
  ["cardNumber", "string", "Number on the card, grouped by four."],
  ["visits", "integer", "Visits since the membership began."],
  ["discountRate", "number", "Discount granted at the till, as a fraction."],
  ["homeStore", "string", "Branch at which the membership was opened."],
  ["referrerId", "uuid", "Membership that recommended this one."],
  ["renewedOn", "date", "Day of the latest renewal."],
  ["newsletter", "boolean", "Whether the holder takes the newsletter."],
  ["supportUrl", "url", "Where the holder asks for help."],
];

const givenNames = ["Ada", "Bao", "Chloé", "Dmitri", "Esra", "Femi", "Grete", "Hanako"];
const familyNames = ["Lindqvist", "Okafor", "Pereira", "Schäfer", "Tanaka", "Ueland", "Vidal", "Wójcik"];
const streets = ["Harbour Row", "Mill Lane", "Rue des Lilas", "Birkenweg", "Via Roma", "Calle Mayor"];

/** Mixes the two counters, so that values differ without a random source. */
function scramble(record: number, field: number): number {
  return (Math.imul(record * 64 + field + 1, 2_654_435_761) >>> 7) & 0xffffff;
}

const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length] as T;
const two = (value: number): string => String(value).padStart(2, "0");

function sampleValue(type: FieldType, seed: number): unknown {
  const day = `20${two(10 + (seed % 16))}-${two(1 + (seed % 12))}-${two(1 + (seed % 28))}`;
  const clock = `${two(seed % 24)}:${two(seed % 60)}:${two((seed >> 3) % 60)}`;
  const person = `${pick(givenNames, seed)} ${pick(familyNames, seed >> 4)}`;
  const hex = seed.toString(16).padStart(6, "0");
  switch (type) {
    case "string":
      return person;
    case "integer":
      return seed % 100_000;
    case "number":
      return (seed % 100_000) / 100 + 0.25;
    case "boolean":
      return seed % 3 !== 0;
    case "date":
      return day;
    case "time":
      return `${clock}Z`;
    case "datetime":
      return `${day}T${clock}+02:00`;
    case "uuid":
      return `3f2b${hex.slice(0, 4)}-${hex.slice(2)}-4c1a-9${hex.slice(3)}-${hex}${hex}`;
    case "email":
      return `member.${hex}@loyalty.example`;
    case "url":
      return `https://portal.loyalty.example/members/${hex}?view=summary`;
    case "object":
      return { street: `${seed % 200} ${pick(streets, seed)}`, postcode: String(10_000 + (seed % 80_000)) };
    case "array":
      return ["regular", pick(["family", "student", "senior"], seed)];
  }
}

/** A valid candidate with `fieldCount` fields, and as many records as it takes to get closest to `bytes` of JSON. */
function candidateOfSize(bytes: number, fieldCount: number): BenchCandidate {
  const plan = fieldPlan.slice(0, fieldCount);
  const candidate: BenchCandidate = {
    owner: { kind: "human", id: "usr_7Qm2Kx90" },
    generatorId: "loyalty-membership-ledger",
    generatorName: "Loyalty membership ledger",
    description: "Memberships of a retail loyalty programme, with balances, visits and contact data.",
    outputFields: plan.map(([name, type, description]) => ({ name, type, description })),
    supportedStrategies: ["fast", "realistic"],
    sampleRecords: [],
    rationaleNotes:
      "Teams that test point balances and renewals have no generator for linked memberships today.",
  };
  let size = Buffer.byteLength(JSON.stringify(candidate));
  for (let index = 0; index < 100; index++) {
    const record: Record<string, unknown> = {};
    plan.forEach(([name, type], field) => {
      record[name] = sampleValue(type, scramble(index, field));
    });
    const added = Buffer.byteLength(JSON.stringify(record)) + 1;
    if (index > 0 && size + added / 2 > bytes) break;
    candidate.sampleRecords.push(record);
    size += added;
  }
  return candidate;
}

/** A small candidate with exactly twenty problems, all different. None hides or causes another. */
function faultyCandidate(): BenchCandidate {
  const candidate = candidateOfSize(1_900, 10);
  const fields = candidate.outputFields as Record<string, unknown>[];
  const [first, second] = candidate.sampleRecords as [Record<string, unknown>, Record<string, unknown>];
  candidate.owner.kind = "robot"; // 1
  candidate.owner.id = " usr_7Qm2Kx90"; // 2
  candidate.generatorId = "loyalty membership"; // 3
  candidate.generatorName = "Loyalty membership ledger ".repeat(4).trim(); // 4
  (candidate as unknown as Record<string, unknown>).description = 42; // 5
  (candidate as unknown as Record<string, unknown>).licence = "MIT"; // 6
  candidate.supportedStrategies = ["fast", "thorough"]; // 7
  Object.assign(fields[1] ?? {}, { type: "text" }); // 8
  Object.assign(fields[0] ?? {}, { description: "" }); // 9
  Object.assign(fields[2] ?? {}, { nullable: true }); // 10
  first.membershipId = "not-a-uuid"; // 11
  first.points = "5"; // 12
  first.email = "nobody"; // 13
  first.joinedOn = "2023-02-30"; // 14
  first.active = "yes"; // 15
  first.spendPerVisit = null; // 16
  second.lastSeenAt = "2024-05-01 10:00"; // 17
  second.profileUrl = "ftp://files.example/a"; // 18
  delete second.preferredTime; // 19
  second.balance = 1; // 20
  return candidate;
}

/** How many errors a check of `candidates.faulty()` must report. */
export const faultCount = 20;

export const candidates = {
  small: (): BenchCandidate => candidateOfSize(1_536, 7),
  medium: (): BenchCandidate => candidateOfSize(16_384, 12),
  large: (): BenchCandidate => candidateOfSize(61_440, 20),
  faulty: faultyCandidate,
};

export type CandidateName = keyof typeof candidates;
