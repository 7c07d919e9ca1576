/** Envelopes for the tests that compare transports: a valid candidate and every way of spoiling it a little. */
import { readFileSync } from "node:fs";

// biome-ignore lint/suspicious/noExplicitAny: candidates are spoilt in ways that no type would allow.
export type Loose = any;

const document = JSON.parse(
  readFileSync(new URL("../../spec-packages/datagen/generator-option.json", import.meta.url), "utf8"),
);

export function loyaltyCard(): Loose {
  return structuredClone(document.examples.valid[0].candidate);
}

function spoilt(spoil: (candidate: Loose) => void): Loose {
  const candidate = loyaltyCard();
  spoil(candidate);
  return candidate;
}

const candidates: Record<string, Loose> = {
  valid: loyaltyCard(),
  "another valid one": document.examples.valid[1].candidate,
  absent: undefined,
  null: null,
  "a number": 7,
  "a text": "not JSON",
  "a text that is JSON of a number": "7",
  true: true,
  "an array": [loyaltyCard()],
  "an empty object": {},
  "an unknown member": spoilt((c) => (c.licence = "MIT")),
  "a misspelt member": spoilt((c) => (c.descripton = c.description)),
  "a member named __proto__": JSON.parse(JSON.stringify(loyaltyCard()).replace("{", '{"__proto__":{"a":1},')),
  "a member named constructor": spoilt((c) =>
    Object.defineProperty(c, "constructor", { value: 1, enumerable: true }),
  ),
  "an owner that is no person": spoilt((c) => (c.owner.kind = "robot")),
  "an owner without id": spoilt((c) => delete c.owner.id),
  "an owner with more": spoilt((c) => (c.owner.name = "Ada")),
  "an owner id with space": spoilt((c) => (c.owner.id = " ada ")),
  "an owner id of 129": spoilt((c) => (c.owner.id = "a".repeat(129))),
  "an owner that is a text": spoilt((c) => (c.owner = "ada")),
  "an id with a space": spoilt((c) => (c.generatorId = "loyalty card")),
  "an id too short": spoilt((c) => (c.generatorId = "a")),
  "an id too long": spoilt((c) => (c.generatorId = "a".repeat(65))),
  "an id with a zero-width space": spoilt((c) => (c.generatorId = "loy\u200balty")),
  "a name with a bidi control": spoilt((c) => (c.generatorName = "Loyalty \u202ecard")),
  "a name too long": spoilt((c) => (c.generatorName = "n".repeat(81))),
  "an empty name": spoilt((c) => (c.generatorName = "")),
  "a short description": spoilt((c) => (c.description = "Cards.")),
  "a description with CRLF": spoilt((c) => (c.description = "Cards of a shop,\r\nwith points and tier. ")),
  "a description not in NFC": spoilt((c) => (c.description = "Cartes de fide\u0301lite\u0301 d'un magasin.")),
  "a lone surrogate": spoilt((c) => (c.description = "Cards of a shop \ud800 and more.")),
  "emoji of several parts": spoilt((c) => (c.description = "Cards of a family 👩‍👩‍👧‍👦 of shops.")),
  "no rationale": spoilt((c) => delete c.rationaleNotes),
  "a blank rationale": spoilt((c) => (c.rationaleNotes = "  ")),
  "a rationale too long": spoilt((c) => (c.rationaleNotes = "r".repeat(4_001))),
  "an unknown type": spoilt((c) => (c.outputFields[0].type = "strng")),
  "a type of other case": spoilt((c) => (c.outputFields[0].type = "String")),
  "a field twice": spoilt((c) => (c.outputFields[1].name = c.outputFields[0].name)),
  "a field with a bad name": spoilt((c) => (c.outputFields[0].name = "1st")),
  "a field without description": spoilt((c) => delete c.outputFields[0].description),
  "no fields": spoilt((c) => (c.outputFields = [])),
  "fields that are no list": spoilt((c) => (c.outputFields = { 0: {} })),
  "no strategies": spoilt((c) => (c.supportedStrategies = [])),
  "a strategy twice": spoilt((c) => (c.supportedStrategies = ["realistic", "fast", "fast"])),
  "an unknown strategy": spoilt((c) => (c.supportedStrategies = ["slow"])),
  "no samples": spoilt((c) => (c.sampleRecords = [])),
  "a sample that lacks a field": spoilt((c) => delete c.sampleRecords[0].tier),
  "a sample with more": spoilt((c) => (c.sampleRecords[0].extra = 1)),
  "a sample of the wrong type": spoilt((c) => (c.sampleRecords[0].points = "5")),
  "a sample beyond safe integers": spoilt((c) => (c.sampleRecords[0].points = 2 ** 53)),
  "a sample with a fraction": spoilt((c) => (c.sampleRecords[0].points = 1.5)),
  "a day that is none": spoilt((c) => (c.sampleRecords[0].memberSince = "2024-02-30")),
  "a null sample value": spoilt((c) => (c.sampleRecords[0].tier = null)),
  "a sample that is a list": spoilt((c) => (c.sampleRecords[0] = [])),
  "more faults than are listed": spoilt(
    (c) => (c.sampleRecords = Array.from({ length: 60 }, () => ({ a: 1, b: 2 }))),
  ),
  "more samples than allowed": spoilt(
    (c) => (c.sampleRecords = Array.from({ length: 101 }, () => ({ ...c.sampleRecords[0] }))),
  ),
};

const where = { targetProduct: "datagen", domainId: "generator-option" };

/** What both transports are sent; members that are `undefined` are not. */
export const envelopes: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries(candidates).map(([name, candidate]) => [name, { ...where, candidate }]),
  ),
  "an unknown member of the envelope": { ...where, candidate: loyaltyCard(), note: "ignored" },
};

/** Envelopes that cannot be told what to check. */
export const unusable: Readonly<Record<string, object>> = {
  "nothing at all": {},
  "no product": { domainId: where.domainId, candidate: {} },
  "no domain": { targetProduct: where.targetProduct, candidate: {} },
  "a product that is a number": { ...where, targetProduct: 7 },
  "an unknown product": { ...where, targetProduct: "datagem" },
  "an unknown domain": { ...where, domainId: "generator" },
};
