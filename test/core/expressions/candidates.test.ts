/** Whatever a candidate is, expressions answer: they never throw, and both passes agree. */
import { expect, test } from "vitest";
import { checkCandidate, type SpecPackageDocument } from "../../../src/core/index.ts";
import { isClean } from "../../../src/core/proposal/check.ts";
import { exampleContext } from "../../../src/core/publishing/examples.ts";
import { load, readJson } from "../datagen.ts";
import { diagnosticsOf, load as loadSmall, objectOf } from "../schema/small-package.ts";

const document = readJson("../checks/holds/spec-package.json") as SpecPackageDocument;
const spec = load(document);
const context = exampleContext(spec);
const OTHERS = [null, 5, -1e300, "x", "", true, [], {}, [[1]], { a: 1 }, ["x"], "2026-11-16", "25:00"];

/** The candidate with one value replaced, for every value in it. */
function* altered(value: unknown): Generator<unknown> {
  for (const other of OTHERS) yield other;
  if (typeof value !== "object" || value === null) return;
  for (const [name, item] of Object.entries(value))
    for (const changed of altered(item)) {
      const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      copy[name] = changed;
      yield copy;
    }
}

test("a value of any type at every place", () => {
  let count = 0;
  for (const candidate of altered(document.examples.valid[0]!.candidate)) {
    const { valid, diagnostics, evaluatedOn } = checkCandidate(spec, candidate, context);
    const text = JSON.stringify(candidate);
    expect(evaluatedOn).toBe("2026-11-15");
    expect(valid, text).toBe(diagnostics.every(({ severity }) => severity !== "error"));
    expect(isClean(spec, candidate, context), text).toBe(diagnostics.length === 0);
    count++;
  }
  expect(count).toBeGreaterThan(400);
});

test("an item of a tuple is of the type that its place has", () => {
  const row = {
    type: "array",
    prefixItems: [{ type: "string", maxLength: 9 }, { type: "integer" }],
    items: false,
    minItems: 2,
  };
  const rows = loadSmall(
    objectOf({ rows: { type: "array", items: row, maxItems: 1_000 } }),
    {},
    {
      rules: [
        {
          code: "too-many",
          check: "holds",
          at: ["/rows"],
          severity: "error",
          message: "There are {this.map(r, r[1] * 2).sum()}, and the first is {this[0][0].lower()}.",
          params: { expression: "this.map(r, r[1] * 2).sum() < 10" },
        },
      ],
      docs: { "too-many": { summary: "There are too many.", fix: "Leave some out." } },
    },
  );
  const said = (value: unknown) =>
    diagnosticsOf(rows, { rows: value }).map(({ code, message }) => `${code}: ${message}`);
  expect(said([["A", 2]])).toEqual([]);
  expect(
    said([
      ["A", 2],
      ["B", 4],
    ]),
  ).toEqual(["too-many: There are 12, and the first is a."]);
});

test("what a loop reads of the items alone keeps a rule from speaking, and so does nothing that it reports itself", () => {
  const text = { type: "string", minLength: 1, maxLength: 9 };
  const slot = objectOf({ room: text, from: { type: "integer" }, title: text }, { required: ["room"] });
  const rules = [
    {
      ...{ code: "taken", check: "holds", at: ["/slots/*"], severity: "error", message: "It is taken." },
      params: {
        expression: "!root.slots.exists(i, o, i < key && o.room == this.room)",
        blame: "0/room",
      },
    },
    {
      ...{ code: "late", check: "holds", at: ["/slots"], severity: "error", message: "All are late." },
      params: { expression: "this.map(s, s.?from.orValue(0)).sum() > 0" },
    },
  ];
  const doc = { summary: "It is wrong.", fix: "Change it." };
  const spec = loadSmall(
    objectOf({ slots: { type: "array", items: slot, minItems: 1, maxItems: 9 } }, { required: ["slots"] }),
    { slots: [{ room: "A", from: 9 }] },
    { rules, docs: { taken: doc, late: doc } },
  );
  const codes = (...slots: unknown[]) =>
    diagnosticsOf(spec, { slots }).map(({ code, pointer }) => `${code} ${pointer}`);
  const a = { room: "A", from: 9 };
  expect(codes(a, a, { room: "B" }, a)).toEqual(["taken /slots/1/room", "taken /slots/3/room"]);
  expect(codes({ ...a, title: "" }, a)).toEqual(["text-too-short /slots/0/title", "taken /slots/1/room"]);
  expect(codes(a, a, { room: "" })).toEqual(["text-too-short /slots/2/room"]);
  expect(codes({ room: "A" }, { room: "", from: 0 })).toEqual([
    "late /slots",
    "text-too-short /slots/1/room",
  ]);
  expect(codes({ room: "A" }, { room: "B", from: "0" })).toEqual(["type-mismatch /slots/1/from"]);
  expect(codes()).toEqual(["list-too-short /slots"]);
});

test("a list that is longer than the schema allows is not gone through for a rule", () => {
  const doc = { summary: "It is wrong.", fix: "Change it." };
  const params = {
    expression: "this.all(one, this.exists_one(other, other.lowerAscii() == one.lowerAscii()))",
  };
  const rule = {
    code: "alike",
    check: "holds",
    at: ["/words"],
    severity: "error",
    message: "Two are alike.",
  };
  const spec = loadSmall(
    objectOf({ words: { type: "array", items: { type: "string", maxLength: 9 }, maxItems: 50 } }),
    { words: ["a"] },
    { rules: [{ ...rule, params }], docs: { alike: doc } },
  );
  const words = Array.from({ length: 2_000 }, (_, index) => (index === 7 ? "much too long" : `w${index}`));
  const { toLowerCase } = String.prototype;
  let times = 0;
  String.prototype.toLowerCase = function () {
    times++;
    return toLowerCase.call(this);
  };
  const codes = diagnosticsOf(spec, { words }).map(({ code, pointer }) => `${code} ${pointer}`);
  String.prototype.toLowerCase = toLowerCase;
  expect(codes).toEqual(["list-too-long /words", "text-too-long /words/7"]);
  expect(times).toBeLessThan(words.length);
});
