/** Valid candidates as people would write them, and the ways in which their drafts go wrong without losing anything. */

export type Loose = Record<string, unknown>;
/** A number from 0 up to, not including, 1. */
export type Roll = () => number;

export function createRoll(seed: number): Roll {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(items: readonly T[], roll: Roll): T {
  return items[Math.floor(roll() * items.length)]!;
}

const int = (low: number, high: number, roll: Roll) => low + Math.floor(roll() * (high - low + 1));
const pad = (number: number) => String(number).padStart(2, "0");

const SUBJECTS = [
  "parking ticket",
  "library loan",
  "harbour berth",
  "seed packet",
  "tram ride",
  "choir rehearsal",
];
const FIELD_NAMES = [
  ...["plate", "minutes", "borrowedOn", "returnedAt", "isPaid", "deskNumber", "shelfCode", "weightGrams"],
  ...["contactEmail", "homepage", "trackingId", "openingTime", "remarks", "details", "tags", "priceEuro"],
];
const TYPES = [
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
];
const WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbour"];

function sampleOf(type: string, roll: Roll): unknown {
  switch (type) {
    case "integer":
      return int(-5_000, 90_000, roll);
    case "number":
      return int(-9_999, 99_999, roll) / 100;
    case "boolean":
      return roll() < 0.5;
    case "date":
      return `20${int(10, 39, roll)}-${pad(int(1, 12, roll))}-${pad(int(1, 28, roll))}`;
    case "time":
      return `${pad(int(0, 23, roll))}:${pad(int(0, 59, roll))}:00`;
    case "datetime":
      return `20${int(10, 39, roll)}-${pad(int(1, 12, roll))}-${pad(int(1, 28, roll))}T${pad(int(0, 23, roll))}:${pad(int(0, 59, roll))}:00Z`;
    case "uuid":
      return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => Math.floor(roll() * 16).toString(16));
    case "email":
      return `${pick(WORDS, roll)}.${pick(WORDS, roll)}@example.org`;
    case "url":
      return `https://${pick(WORDS, roll)}.example.org/${pick(WORDS, roll)}?page=${int(1, 99, roll)}`;
    case "object":
      return { colour: pick(WORDS, roll), count: int(1, 9, roll) };
    case "array":
      return [pick(WORDS, roll), pick(WORDS, roll)];
    default:
      return `${pick(WORDS, roll)} ${pick(WORDS, roll)} ${int(1, 999, roll)}`;
  }
}

export function validCandidate(roll: Roll): Loose {
  const subject = pick(SUBJECTS, roll);
  const code = int(100, 999, roll);
  const names = FIELD_NAMES.map((name) => ({ name, rank: roll() })).sort((a, b) => a.rank - b.rank);
  const fields = names
    .slice(0, int(1, 7, roll))
    .map(({ name }) => ({ name, type: pick(TYPES, roll), description: `The ${name} of the ${subject}.` }));
  return {
    owner: { kind: "human", id: `${pick(WORDS, roll)}@example.org` },
    generatorId: `${subject.replaceAll(" ", "-")}-${pick(WORDS, roll)}-${code}`,
    generatorName: `${subject[0]!.toUpperCase()}${subject.slice(1)} of ${pick(WORDS, roll)} ${code}`,
    description: `Records of a ${subject} as a small office keeps them, number ${code}.`,
    outputFields: fields,
    supportedStrategies: pick([["fast"], ["realistic"], ["fast", "realistic"]], roll),
    sampleRecords: Array.from({ length: int(1, 4, roll) }, () =>
      Object.fromEntries(fields.map(({ name, type }) => [name, sampleOf(type, roll)])),
    ),
    rationaleNotes: `Asked for by ${int(2, 40, roll)} teams.`,
  };
}

/** Changes the draft in place, or returns another one; false if there is nothing to change. */
export type Distortion = (draft: Loose, roll: Roll) => boolean | Loose;

/** The same object with a member under another name, in its place. */
function rename(object: Loose, from: string, to: string): boolean {
  if (!Object.hasOwn(object, from) || Object.hasOwn(object, to) || from === to) return false;
  const entries = Object.entries(object);
  for (const key of Object.keys(object)) delete object[key];
  for (const [key, value] of entries) object[key === from ? to : key] = value;
  return true;
}

function otherCase(name: string, roll: Roll): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(" ");
  const title = words.map((word) => word[0]!.toUpperCase() + word.slice(1));
  return pick(
    [words.join("_"), words.join("-"), title.join(""), words.join("").toUpperCase(), title.join(" ")],
    roll,
  );
}

/** One letter dropped, doubled or swapped with the next, not at the start. */
function slip(name: string, roll: Roll): string {
  const at = int(1, name.length - 2, roll);
  return pick(
    [
      name.slice(0, at) + name.slice(at + 1),
      name.slice(0, at) + name[at] + name.slice(at),
      name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
    ],
    roll,
  );
}

const ROOT_NAMES: Record<string, string[]> = {
  generatorId: ["id", "identifier", "slug"],
  generatorName: ["name", "title", "displayName"],
  description: ["desc", "summary"],
  outputFields: ["fields", "columns", "outputs"],
  supportedStrategies: ["strategies", "modes"],
  sampleRecords: ["samples", "records", "examples", "rows"],
  rationaleNotes: ["notes", "rationale", "reason"],
};
const FIELD_MEMBERS: Record<string, string[]> = {
  name: ["fieldName", "column"],
  type: ["dataType", "fieldType"],
  description: ["desc", "comment"],
};
const TYPE_ALIASES: Record<string, string[]> = {
  string: ["text", "str", "String"],
  integer: ["int", "bigint", "INTEGER"],
  number: ["float", "double", "decimal"],
  boolean: ["bool", "Boolean"],
  date: ["Date"],
  datetime: ["timestamp", "date-time"],
  uuid: ["guid", "UUID"],
  email: ["e-mail", "mail"],
  url: ["uri", "link"],
  object: ["json", "map"],
  array: ["list", "Array"],
};
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const fieldsOf = (draft: Loose) => (Array.isArray(draft.outputFields) ? (draft.outputFields as Loose[]) : []);
const recordsOf = (draft: Loose) =>
  Array.isArray(draft.sampleRecords) ? (draft.sampleRecords as Loose[]) : [];

/** Another way to write one value of a record. */
function otherwise(value: unknown, type: unknown, roll: Roll): unknown {
  switch (type) {
    case "integer":
      if (typeof value !== "number") return value;
      return Math.abs(value) >= 1_000
        ? pick([String(value), String(value).replace(/\B(?=(\d{3})+$)/g, ",")], roll)
        : String(value);
    case "number":
      return typeof value === "number" ? String(value) : value;
    case "boolean":
      return typeof value === "boolean"
        ? pick(value ? ["true", "yes", "True"] : ["false", "no", "FALSE"], roll)
        : value;
    case "date": {
      if (typeof value !== "string") return value;
      const [year, month, day] = value.split("-");
      return pick(
        [
          `${year}/${month}/${day}`,
          `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`,
          `${year}${month}${day}`,
        ],
        roll,
      );
    }
    case "datetime":
      return typeof value === "string" ? value.replace("T", " ") : value;
    case "time":
      return typeof value === "string" ? value.replace(/:00$/, "") : value;
    case "url":
      return typeof value === "string" ? value.replace("https://", "") : value;
    case "object":
    case "array":
      return typeof value === "object" ? JSON.stringify(value) : value;
    case "uuid":
      return typeof value === "string"
        ? pick([value.replaceAll("-", ""), `{${value}}`, ` ${value}`], roll)
        : value;
    default:
      return value;
  }
}

export const DISTORTIONS: Record<string, Distortion> = {
  "member under another name": (draft, roll) => {
    const [from, names] = pick(Object.entries(ROOT_NAMES), roll);
    return rename(draft, from, pick(names, roll));
  },
  "member in other case": (draft, roll) => {
    const from = pick(Object.keys(ROOT_NAMES), roll);
    return rename(draft, from, otherCase(from, roll));
  },
  "member misspelled": (draft, roll) => {
    const from = pick(Object.keys(ROOT_NAMES), roll);
    return rename(draft, from, slip(from, roll));
  },
  "members of fields under other names": (draft, roll) => {
    const [from, names] = pick(Object.entries(FIELD_MEMBERS), roll);
    const to = pick(names, roll);
    return fieldsOf(draft)
      .map((field) => rename(field, from, to))
      .some(Boolean);
  },
  "types by other names": (draft, roll) =>
    fieldsOf(draft)
      .map((field) => {
        const names = TYPE_ALIASES[String(field.type)];
        if (names) field.type = pick(names, roll);
        return names !== undefined;
      })
      .some(Boolean),
  "owner's kind under another name": (draft) => isObject(draft.owner) && rename(draft.owner, "kind", "type"),
  "owner in capitals": (draft) => {
    if (!isObject(draft.owner) || draft.owner.kind !== "human") return false;
    draft.owner.kind = "HUMAN";
    return true;
  },
  "owner as text": (draft) => {
    if (!isObject(draft.owner) || Object.keys(draft.owner).join() !== "kind,id") return false;
    draft.owner = draft.owner.id;
    return true;
  },
  "owner one level too high": (draft) => {
    if (!isObject(draft.owner) || Object.keys(draft.owner).join() !== "kind,id") return false;
    const { kind, id } = draft.owner;
    delete draft.owner;
    draft.ownerKind = kind;
    draft.ownerId = id;
    return true;
  },
  "strategies as text": (draft) => {
    if (!Array.isArray(draft.supportedStrategies)) return false;
    draft.supportedStrategies = draft.supportedStrategies.join(", ");
    return true;
  },
  "strategies by other names": (draft, roll) => {
    if (!Array.isArray(draft.supportedStrategies)) return false;
    const others: Record<string, string[]> = { fast: ["quick", "Fast"], realistic: ["real", "REALISTIC"] };
    draft.supportedStrategies = draft.supportedStrategies.map((word) =>
      pick(others[String(word)] ?? [String(word)], roll),
    );
    return true;
  },
  "values written otherwise": (draft, roll) => {
    const fields = fieldsOf(draft);
    let changed = false;
    for (const record of recordsOf(draft))
      for (const { name, type } of fields as { name: string; type: string }[]) {
        if (!Object.hasOwn(record, name) || roll() < 0.4) continue;
        const value = otherwise(record[name], type, roll);
        if (value !== record[name]) changed = true;
        record[name] = value;
      }
    return changed;
  },
  "keys of records in other case": (draft, roll) => {
    const field = pick(fieldsOf(draft), roll);
    if (typeof field?.name !== "string") return false;
    const to = otherCase(field.name, roll);
    return recordsOf(draft)
      .map((record) => rename(record, field.name as string, to))
      .some(Boolean);
  },
  "keys of records misspelled": (draft, roll) => {
    const field = pick(fieldsOf(draft), roll);
    if (typeof field?.name !== "string" || field.name.length < 6) return false;
    const to = slip(field.name, roll);
    return recordsOf(draft)
      .map((record) => rename(record, field.name as string, to))
      .some(Boolean);
  },
  "a member as JSON text": (draft, roll) => {
    const member = pick(["owner", "outputFields", "sampleRecords", "supportedStrategies"], roll);
    if (typeof draft[member] !== "object" || draft[member] === null) return false;
    draft[member] = JSON.stringify(draft[member]);
    return true;
  },
  "one record without its list": (draft) => {
    const records = recordsOf(draft);
    if (records.length !== 1) return false;
    draft.sampleRecords = records[0];
    return true;
  },
  "one field without its list": (draft) => {
    const fields = fieldsOf(draft);
    if (fields.length !== 1) return false;
    draft.outputFields = fields[0];
    return true;
  },
  "white space around texts": (draft, roll) => {
    for (const member of ["generatorId", "generatorName", "description"])
      if (typeof draft[member] === "string" && roll() < 0.7) draft[member] = ` ${draft[member]}\n`;
    return true;
  },
  "a hidden character in the name": (draft, roll) => {
    if (typeof draft.generatorName !== "string") return false;
    const at = int(1, draft.generatorName.length - 1, roll);
    draft.generatorName = `${draft.generatorName.slice(0, at)}\u200b${draft.generatorName.slice(at)}`;
    return true;
  },
  "a strategy twice": (draft) => {
    if (!Array.isArray(draft.supportedStrategies)) return false;
    draft.supportedStrategies.push(draft.supportedStrategies[0]);
    return true;
  },
  "a wrapper": (draft, roll) => ({ [pick(["candidate", "proposal", "generator"], roll)]: draft }),
  "an envelope": (draft) => ({ targetProduct: "datagen", domainId: "generator-option", candidate: draft }),
};

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A draft made of a valid candidate by so many distortions, and their names. */
export function distort(candidate: Loose, count: number, roll: Roll): { draft: Loose; names: string[] } {
  let draft = structuredClone(candidate);
  const names: string[] = [];
  const all = Object.entries(DISTORTIONS);
  for (let tries = 0; names.length < count && tries < 60; tries++) {
    const [name, apply] = pick(all, roll);
    const isWrapper = name.startsWith("a wrapper") || name.startsWith("an envelope");
    // A wrapper comes last: the other distortions look for members at the top.
    if (names.includes(name) || (isWrapper && names.length < count - 1)) continue;
    const result = apply(draft, roll);
    if (result === false) continue;
    if (typeof result === "object") draft = result;
    names.push(name);
  }
  return { draft, names };
}
