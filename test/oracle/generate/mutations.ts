/** Ways to spoil a candidate, or to change it so that it stays good. Each is a function that alters it in place. */
import fc from "fast-check";
import {
  anyJson,
  deepValues,
  isObject,
  type JsonObject,
  oneOf,
  pick,
  STRANGE_NAMES,
  setMember,
} from "./json.ts";
import { type Edit, edits, pieces, textsOfLength } from "./texts.ts";
import { GOOD_VALUES, TYPES, typedValues } from "./typed-values.ts";

export type Mutation = (candidate: JsonObject) => void;

/** Large enough to choose any item of any list. */
const choices = fc.noBias(fc.nat({ max: 9_999 }));

// Places

interface Place {
  parent: object;
  key: string | number;
}

/** Finds a place in a candidate that earlier mutations may have spoiled; `choice` picks among list items. */
type Finder = (candidate: JsonObject, choice: number) => Place | undefined;

function memberOf(parent: unknown, key: string): Place | undefined {
  return isObject(parent) ? { parent, key } : undefined;
}

function itemOf(parent: unknown, choice: number): Place | undefined {
  return Array.isArray(parent) && parent.length > 0 ? { parent, key: choice % parent.length } : undefined;
}

const valueAt = ({ parent, key }: Place): unknown => Object.getOwnPropertyDescriptor(parent, key)?.value;

const topLevel =
  (name: string): Finder =>
  (candidate) => ({ parent: candidate, key: name });
const ofOwner =
  (name: string): Finder =>
  (candidate) =>
    memberOf(candidate.owner, name);
const itemIn =
  (list: string): Finder =>
  (candidate, choice) =>
    itemOf(candidate[list], choice);
const ofField =
  (name: string): Finder =>
  (candidate, choice) => {
    const item = itemOf(candidate.outputFields, choice);
    return item && memberOf(valueAt(item), name);
  };
const recordMember: Finder = (candidate, choice) => {
  const item = itemOf(candidate.sampleRecords, choice);
  const record = item && valueAt(item);
  if (!isObject(record)) return undefined;
  const name = pick(Object.keys(record), Math.floor(choice / 100));
  return name === undefined ? undefined : { parent: record, key: name };
};

const MEMBERS = [
  "owner",
  "generatorId",
  "generatorName",
  "description",
  "outputFields",
  "supportedStrategies",
  "sampleRecords",
  "rationaleNotes",
];

const ALL_PLACES: Finder[] = [
  ...MEMBERS.map(topLevel),
  ...["kind", "id"].map(ofOwner),
  itemIn("outputFields"),
  ...["name", "type", "description"].map(ofField),
  itemIn("supportedStrategies"),
  itemIn("sampleRecords"),
  recordMember,
  recordMember,
];

const CONTAINERS: Finder[] = [
  (candidate) => ({ parent: { candidate }, key: "candidate" }),
  topLevel("owner"),
  itemIn("outputFields"),
  itemIn("sampleRecords"),
];

const TEXT_PLACES: Finder[] = [
  ofOwner("id"),
  topLevel("generatorId"),
  topLevel("generatorName"),
  topLevel("generatorName"),
  topLevel("generatorName"),
  topLevel("description"),
  topLevel("description"),
  topLevel("rationaleNotes"),
  ofField("description"),
  ofField("name"),
];

function setAt(find: Finder, choice: number, value: unknown): Mutation {
  return (candidate) => {
    const place = find(candidate, choice);
    if (place) setMember(place.parent, place.key, value);
  };
}

function editAt(find: Finder, choice: number, edit: Edit): Mutation {
  return (candidate) => {
    const place = find(candidate, choice);
    const text = place && valueAt(place);
    if (place && typeof text === "string") setMember(place.parent, place.key, edit(text));
  };
}

// Texts

const textEdits = fc
  .tuple(oneOf(...TEXT_PLACES), choices, edits)
  .map(([find, choice, edit]) => editAt(find, choice, edit));

function lengthsAt(find: Finder, ...lengths: number[]): fc.Arbitrary<Mutation> {
  return fc.tuple(choices, textsOfLength(...lengths)).map(([choice, text]) => setAt(find, choice, text));
}

const boundaryLengths = fc.oneof(
  lengthsAt(ofOwner("id"), 0, 1, 2, 127, 128, 129),
  lengthsAt(topLevel("generatorId"), 0, 1, 2, 3, 63, 64, 65),
  lengthsAt(topLevel("generatorName"), 0, 1, 2, 39, 40, 79, 80, 81),
  lengthsAt(topLevel("description"), 0, 1, 2, 10, 18, 19, 20, 21, 999, 1000, 1999, 2000, 2001),
  lengthsAt(ofField("description"), 0, 1, 2, 249, 250, 499, 500, 501),
  lengthsAt(topLevel("rationaleNotes"), 0, 1, 2, 1999, 2000, 3999, 4000, 4001),
);

/** White space only, invisible characters only, or both. */
const blanks = fc
  .tuple(
    oneOf(topLevel("rationaleNotes"), topLevel("description"), topLevel("generatorName"), ofOwner("id")),
    fc.array(
      oneOf(" ", "\t", "\n", "\r\n", "\u00a0", "\ufeff", "\u3000", "\u2028", "\u0085", "\u200b", "\u2060"),
      { maxLength: 4 },
    ),
  )
  .map(([find, parts]) => setAt(find, 0, parts.join("")));

// biome-ignore format: one item a line would be pages long
const IDS = [
  "first-name", "First-Name", "FIRST-NAME", "first_name", "firstName", "first-name2", "email-address", "kelvin-kiosk", "KELVIN-KIOSK",
  "kelvin-Kiosk", "mixed.case.id", "MIXED.CASE.ID", "istanbul-id", "strasse", "a1", "a", "1a", "A.b-c_d", "a--b", "a.-b", "-a", "a-", "a.", "a_",
  "a b", "a/b", "ａ-ｂ", "a-é", "a\n", "\na", "first-name\u200b", "İd", "ıd", "a.b.c.d.e.f", "first-name\n", " first-name",
];
const ids = fc.oneof(
  oneOf(...IDS).map((id) => setAt(topLevel("generatorId"), 0, id)),
  fc
    .array(oneOf("a", "B", "7", "-", ".", "_", "ab", "Zz9", "\u0130", "\u200d"), {
      minLength: 1,
      maxLength: 8,
    })
    .map((parts) => setAt(topLevel("generatorId"), 0, parts.join(""))),
);

/** Words of lists, in other cases and other forms. */
// biome-ignore format: one item a line would be pages long
const WORDS = ["human", "Human", "HUMAN", " human", "human ", "agent", "organization", "hu\u200bman", "", "fast", "Fast", "fast ", "realistic", "REALISTIC", "slow", "quick", "TODO", "int", "Integer", "STRING", "text", "bool", "null", "date-time", "uri", "float", "constructor", "toString", "__proto__", "f\ud800", "fa\u0301st", ...TYPES];
const words = fc
  .tuple(
    oneOf(ofOwner("kind"), ofField("type"), itemIn("supportedStrategies"), itemIn("supportedStrategies")),
    choices,
    oneOf(...WORDS),
  )
  .map(([find, choice, word]) => setAt(find, choice, word));

// Values, members and lists

const wrongValues = fc
  .tuple(oneOf(...ALL_PLACES), choices, anyJson)
  .map(([find, choice, value]) => setAt(find, choice, value));

const removals = fc.tuple(oneOf(...ALL_PLACES), choices).map(
  ([find, choice]): Mutation =>
    (candidate) => {
      const place = find(candidate, choice);
      if (!place) return;
      if (Array.isArray(place.parent)) place.parent.splice(Number(place.key), 1);
      else Reflect.deleteProperty(place.parent, place.key);
    },
);

// biome-ignore format: one item a line would be pages long
const MEMBER_NAMES = [
  ...STRANGE_NAMES, "extra", "Owner", "generatorID", "generator_id", "descripton", "desc", "outputfields", "rationalNotes", "Name", "Type", "email",
  "rationaleNotes", "name", "type", "description", "owner\u200b", "owner ",
];
const additions = fc.tuple(oneOf(...CONTAINERS), choices, oneOf(...MEMBER_NAMES), anyJson).map(
  ([find, choice, name, value]): Mutation =>
    (candidate) => {
      const place = find(candidate, choice);
      const container = place && valueAt(place);
      if (isObject(container)) setMember(container, name, value);
    },
);

/** Gives a member another name and keeps its value. */
const misspellings = fc.tuple(oneOf(...CONTAINERS), choices, oneOf(...MEMBER_NAMES)).map(
  ([find, choice, newName]): Mutation =>
    (candidate) => {
      const place = find(candidate, choice);
      const container = place && valueAt(place);
      if (!isObject(container)) return;
      const name = pick(Object.keys(container), Math.floor(choice / 100));
      if (name !== undefined) renameMember(container, name, newName);
    },
);

function renameMember(object: JsonObject, name: string, newName: string): void {
  if (!Object.hasOwn(object, name) || name === newName) return;
  const value = Object.getOwnPropertyDescriptor(object, name)!.value as unknown;
  Reflect.deleteProperty(object, name);
  setMember(object, newName, value);
}

function recordsOf(candidate: JsonObject): JsonObject[] {
  return Array.isArray(candidate.sampleRecords) ? candidate.sampleRecords.filter(isObject) : [];
}

// biome-ignore format: one item a line would be pages long
const FIELD_NAMES = [
  ...STRANGE_NAMES, "a", "A", "_", "_a", "a1", "1a", "a-b", "a b", "größe", "TODO", " TODO", "a".repeat(63), "a".repeat(64), "a".repeat(65), "a\u200b", "a\n", "\u0000",
];

/** Renames a field in its declaration and in every record. */
const fieldNames = fc
  .tuple(choices, fc.oneof({ weight: 3, arbitrary: oneOf(...FIELD_NAMES) }, { weight: 1, arbitrary: pieces }))
  .map(
    ([choice, newName]): Mutation =>
      (candidate) => {
        const place = ofField("name")(candidate, choice);
        const name = place && valueAt(place);
        if (!place || typeof name !== "string") return;
        setMember(place.parent, place.key, newName);
        for (const record of recordsOf(candidate)) renameMember(record, name, newName);
      },
  );

/** Gives one record an odd value in a field of that type, and the other records good ones. */
const sampleValues = fc.tuple(typedValues, choices, choices).map(
  ([{ type, value }, fieldChoice, recordChoice]): Mutation =>
    (candidate) => {
      const place = ofField("type")(candidate, fieldChoice);
      const name = ofField("name")(candidate, fieldChoice);
      const fieldName = name && valueAt(name);
      if (!place || typeof fieldName !== "string") return;
      setMember(place.parent, "type", type);
      const records = recordsOf(candidate);
      for (const record of records) setMember(record, fieldName, pick(GOOD_VALUES[type]!, recordChoice)!());
      const chosen = pick(records, recordChoice);
      if (chosen) setMember(chosen, fieldName, value);
    },
);

const deepSamples = fc.tuple(deepValues, choices).map(
  ([value, choice]): Mutation =>
    (candidate) => {
      const name = ofField("name")(candidate, choice);
      const fieldName = name && valueAt(name);
      if (!name || typeof fieldName !== "string") return;
      setMember(name.parent, "type", Array.isArray(value) ? "array" : "object");
      for (const record of recordsOf(candidate)) setMember(record, fieldName, value);
    },
);

const repeats = fc
  .tuple(
    oneOf("outputFields", "sampleRecords", "supportedStrategies"),
    choices,
    choices,
    oneOf(1, 1, 1, 2, 5),
  )
  .map(
    ([list, from, to, times]): Mutation =>
      (candidate) => {
        const items = candidate[list];
        if (!Array.isArray(items) || items.length === 0) return;
        for (let time = 0; time < times; time += 1)
          items.splice(to % (items.length + 1), 0, structuredClone(items[from % items.length]));
      },
  );

const fieldNameClashes = fc.tuple(choices, choices, fc.boolean()).map(
  ([from, to, otherCase]): Mutation =>
    (candidate) => {
      const source = ofField("name")(candidate, from);
      const target = ofField("name")(candidate, to);
      const name = source && valueAt(source);
      if (target && typeof name === "string")
        setMember(target.parent, "name", otherCase ? name.toUpperCase() : name);
    },
);

const strategies = fc
  .array(oneOf<unknown>("fast", "realistic", "fast", "realistic", "Fast", "slow", null), { maxLength: 4 })
  .map((list) => setAt(topLevel("supportedStrategies"), 0, list));

/** Lists as long as they may be, and longer. */
const longLists = fc
  .tuple(
    oneOf("outputFields", "outputFields", "sampleRecords", "sampleRecords", "supportedStrategies"),
    oneOf(-1, 0, 0, 1, 1, 2),
  )
  .map(
    ([list, beyond]): Mutation =>
      (candidate) => {
        const items = candidate[list];
        if (!Array.isArray(items) || items.length === 0) return;
        if (list === "outputFields") {
          for (let n = items.length; n < 64 + beyond; n += 1) {
            items.push({ name: `more${n}`, type: "boolean", description: "One of many." });
            for (const record of recordsOf(candidate)) setMember(record, `more${n}`, true);
          }
        } else {
          while (items.length < 100 + beyond) items.push(structuredClone(items[0]));
        }
      },
  );

/** The order of members means nothing. */
const reorderings = choices.map(
  (choice): Mutation =>
    (candidate) => {
      const names = Object.keys(candidate);
      for (const name of names.slice(choice % (names.length + 1)))
        renameMember(candidate, name, `${name}\u0001`);
      for (const name of Object.keys(candidate))
        if (name.endsWith("\u0001")) renameMember(candidate, name, name.slice(0, -1));
    },
);

export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 30, arbitrary: sampleValues },
  { weight: 24, arbitrary: textEdits },
  { weight: 10, arbitrary: boundaryLengths },
  { weight: 3, arbitrary: blanks },
  { weight: 5, arbitrary: ids },
  { weight: 5, arbitrary: words },
  { weight: 8, arbitrary: wrongValues },
  { weight: 4, arbitrary: removals },
  { weight: 4, arbitrary: additions },
  { weight: 3, arbitrary: misspellings },
  { weight: 6, arbitrary: fieldNames },
  { weight: 4, arbitrary: deepSamples },
  { weight: 3, arbitrary: repeats },
  { weight: 2, arbitrary: fieldNameClashes },
  { weight: 3, arbitrary: strategies },
  { weight: 1, arbitrary: longLists },
  { weight: 1, arbitrary: reorderings },
);
