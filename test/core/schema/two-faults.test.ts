/** Of two faults, none hides the other, and none is made up because of the other. */
import { describe, expect, test } from "vitest";
import {
  checkCandidate,
  checkSpecPackage,
  createRegistry,
  repairCandidate,
} from "../../../src/core/index.ts";
import { codesOf, context, diagnosticsOf, load, objectOf, packageOf, type Schema } from "./small-package.ts";

const text = { type: "string", maxLength: 50 };
const number = { type: "number" };
const rule = (check: string, at: string, params: Schema, more: Schema = {}): Schema => ({
  rules: [{ code: "odd", check, at: [at], severity: "error", params, ...more }],
  docs: { odd: { summary: "It is odd.", fix: "Change it." } },
});
const messageOf = (...[spec, candidate]: Parameters<typeof diagnosticsOf>) =>
  diagnosticsOf(spec, candidate).map(({ message }) => message);

describe("an alternative that is named in another notation", () => {
  const shape = (kind: string, members: Schema) =>
    objectOf({ kind: { const: kind }, ...members }, { required: ["kind", ...Object.keys(members)] });
  const spec = load(
    objectOf({
      x: { oneOf: [shape("circle", { radius: number }), shape("box", { side: number, top: number })] },
    }),
  );

  test("is judged as that alternative in the same answer", () => {
    expect(codesOf(spec, { x: { kind: "Box", Side: "2" } })).toEqual([
      "value-not-allowed at /x/kind",
      "member-unknown at /x/Side",
      "type-mismatch at /x/Side",
      "member-missing at /x/top",
    ]);
  });

  test("is repaired, however much is wrong inside", () => {
    const { repaired } = repairCandidate(spec, { x: { kind: "Box" } }, context, "safe");
    expect(repaired?.candidate).toEqual({ x: { kind: "box" } });
  });

  test("a name that only resembles one is none", () => {
    expect(codesOf(spec, { x: { kind: "boxx" } })).toEqual(["value-not-allowed at /x/kind"]);
  });
});

test("a condition on a word that is written in another notation depends on the word", () => {
  const spec = load(
    {
      ...objectOf({ kind: { enum: ["person", "company"] }, number: text }, { required: ["kind"] }),
      if: { properties: { kind: { const: "company" } }, required: ["kind"] },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
      then: { required: ["number"] },
      else: { properties: { number: false } },
    },
    { kind: "person" },
  );
  expect(codesOf(spec, { kind: "Company", number: "1" })).toEqual(["value-not-allowed at /kind"]);
  expect(codesOf(spec, { kind: "Company" })).toEqual([
    "value-not-allowed at /kind",
    "member-missing at /number",
  ]);
  expect(codesOf(spec, { kind: "person", number: "1" })).toEqual(["member-forbidden at /number"]);
});

describe("a text that is too long", () => {
  test("for a word of a list is reported as the word that it is not", () => {
    const spec = load(
      objectOf({ script: { type: "string", maxLength: 4 } }),
      {},
      {
        lists: { scripts: { values: ["Latn", "Grek"], aliases: { latin: "Latn" } } },
        ...rule("in-list", "/script", { list: "scripts" }),
      },
    );
    const [found] = diagnosticsOf(spec, { script: "Latin" });
    expect(found).toMatchObject({ code: "odd", fixes: [{ title: 'Use "Latn"' }] });
  });

  test("for a registered key is reported as the key that it is not", () => {
    const spec = load(
      objectOf({ unit: { type: "string", maxLength: 2 } }),
      {},
      rule("in-registry", "/unit", {}),
    );
    const registry = createRegistry([{ id: "mg", name: "Milligram" }], "2026-01-01T00:00:00Z");
    const [found] = checkCandidate(spec, { unit: "milligram" }, { registry, now: 0 }).diagnostics;
    expect(found).toMatchObject({ code: "odd", fixes: [{ title: 'Use "mg"' }] });
  });

  test("says the form, if it has another one", () => {
    const pattern = { pattern: "^[0-9]{2}:[0-9]{2}$", form: "a time such as 09:30." };
    const spec = load(objectOf({ at: { type: "string", maxLength: 5, ...pattern } }));
    expect(messageOf(spec, { at: "09:30:00" })).toEqual([
      'The right form is: a time such as 09:30; "09:30:00" has 8 characters, and the maximum is 5.',
    ]);
    expect(messageOf(spec, { at: "9:30" })).toEqual([
      '"9:30" does not have the right form: a time such as 09:30.',
    ]);
  });
});

describe("a text that says a number is judged as that number in the same answer", () => {
  const seconds = { type: "integer", minimum: 60 };
  const spec = load(
    objectOf({ seconds, code: text, id: { type: "integer" } }),
    {},
    rule("not-in-registry", "/id", {}),
  );
  const registry = createRegistry([{ id: "7", name: "Seven" }], "2026-01-01T00:00:00Z");
  const said = (candidate: Schema) =>
    checkCandidate(spec, candidate, { registry, now: 0 }).diagnostics.map(
      ({ code, pointer, fixes = [] }) => `${code} at ${pointer}${fixes.length === 0 ? "" : ", fixed"}`,
    );

  test("where a bound or a rule refuses it", () => {
    expect(said({ seconds: "30" })).toEqual(["number-too-small at /seconds", "type-mismatch at /seconds"]);
    expect(said({ id: "7" })).toEqual(["odd at /id", "type-mismatch at /id"]);
  });

  test("and not where it passes, or could be another value", () => {
    expect(said({ seconds: "90" })).toEqual(["type-mismatch at /seconds, fixed"]);
    expect(said({ seconds: "30 s" })).toEqual(["type-mismatch at /seconds"]);
    expect(said({ seconds: "1.000" })).toEqual(["type-mismatch at /seconds, fixed"]);
    expect(said({ code: 5 })).toEqual(["type-mismatch at /code, fixed"]);
  });
});

describe("what a list must contain", () => {
  const person = objectOf({ name: text, role: { enum: ["lead", "helper"] } });
  const contains = { properties: { role: { const: "lead" } }, required: ["role"] };
  const spec = load(objectOf({ people: { type: "array", items: person, contains, maxContains: 1 } }));
  const said = (people: unknown) => codesOf(spec, { people });

  test("is not missed where an item could be meant as it", () => {
    expect(said([{ role: "LEAD" }])).toEqual(["value-not-allowed at /people/0/role"]);
    expect(said(["Ida", "Tom"])).toEqual(["type-mismatch at /people/0", "type-mismatch at /people/1"]);
  });

  test("is missed, and not found too often, whatever else is wrong with the items", () => {
    const wrong = ["type-mismatch at /people/0/name"];
    expect(said([{ name: 5, role: "helper" }])).toEqual(["list-lacks-item at /people", ...wrong]);
    expect(said([{ name: 5, role: "lead" }, { role: "lead" }])).toEqual([
      "list-too-long at /people",
      ...wrong,
    ]);
  });
});

test("what is refused beside the value of another member says so", () => {
  const offer = (refused: Schema) =>
    load(objectOf({ x: objectOf({ kind: text, seats: number, tables: number }, { not: refused }) }));
  const free = { properties: { kind: { const: "free" } } };
  const x = { kind: "free", seats: 1, tables: 1 };
  expect(messageOf(offer({ ...free, required: ["seats"] }), { x })).toEqual([
    '"seats" may not be here when "kind" is "free".',
  ]);
  expect(messageOf(offer({ required: ["seats", "tables"] }), { x })).toEqual([
    '"seats" and "tables" may not be together.',
  ]);
});

test("the name of a member says which names may be there", () => {
  const spec = load(
    objectOf({ x: { type: "object", propertyNames: { maxLength: 9, pattern: "^[a-z]+$" } } }),
  );
  expect(messageOf(spec, { x: { "7": 1 } })).toEqual([
    'A member may not have the name "7" here; names are: at most 9 characters; ^[a-z]+$.',
  ]);
});

describe("a comparison", () => {
  const items = objectOf({ id: text, size: number }, { required: ["id"] });
  const list = { type: "array", items, maxItems: 9 };

  test("with all items of a list depends on nothing but the values that are compared", () => {
    const spec = load(
      objectOf({ items: list, uses: text }),
      {},
      rule("compare", "/uses", { is: "contained-in", to: "/items/*/id" }),
    );
    expect(codesOf(spec, { items: [{ id: "a", size: "big" }], uses: "b" })).toEqual([
      "type-mismatch at /items/0/size",
      "odd at /uses",
    ]);
    for (const items of [[{ size: 1 }], [{ id: 5 }], ["b"], "b"])
      expect(codesOf(spec, { items, uses: "b" })).not.toContain("odd at /uses");
  });

  test("with the same item does not speak of all", () => {
    const spec = load(
      objectOf({ items: { ...list, items: objectOf({ id: text, of: text }) } }),
      {},
      rule("compare", "/items/*/of", { is: "contained-in", to: "/items/*/id" }),
    );
    expect(messageOf(spec, { items: [{ id: "a" }, { id: "b", of: "a" }] })).toEqual([
      '"of" is "a" and must be in "id", which is "b".',
    ]);
  });

  test("with an item of a tuple names the tuple", () => {
    const range = { type: "array", prefixItems: [number, number], items: false };
    const spec = load(objectOf({ range }), {}, rule("compare", "/range/0", { is: "less", to: "/range/1" }));
    expect(messageOf(spec, { range: [2, 1] })).toEqual([
      '"range" is 2 and must be less than "range/1", which is 1.',
    ]);
  });

  test("says that a value is a default", () => {
    const spec = load(
      objectOf({ side: { enum: ["a", "b"], default: "b" }, x: text }),
      {},
      rule("compare", "/side", { is: "different", value: "b" }, { when: { at: "/x", present: true } }),
    );
    expect(messageOf(spec, { x: "1" })).toEqual([
      '"side" is "b", the default, and must be different from "b".',
    ]);
  });
});

describe("advice", () => {
  const adviceOn = (schema: Schema, valid: unknown, more?: Schema) =>
    checkSpecPackage(packageOf(schema, valid, more)).findings.map(({ message }) => message);

  test("says nothing of what would fail under a condition that the example does not meet", () => {
    const schema = objectOf({ kind: { enum: ["a", "b"] }, low: number, high: number });
    const more = rule("compare", "/low", { is: "less", to: "/high" }, { when: { at: "/kind", equals: "b" } });
    expect(adviceOn(schema, { kind: "a", low: 1, high: 2 }, more)).toEqual([
      'No invalid example shows the rule "odd" at work.',
    ]);
  });
});

test("what is wrong in a map for a list is reported at the text that holds both", () => {
  const named = {
    ...objectOf({ name: { type: "string", maxLength: 20 }, age: { type: "integer" } }),
    required: ["name"],
  };
  const spec = load(objectOf({ x: { type: "array", maxItems: 9, items: named } }), {});
  const people = { x: { Ada: { age: "1", size: 2 } } };
  const pointers = (candidate: unknown) => diagnosticsOf(spec, candidate).map(({ pointer }) => pointer);
  expect(pointers(people)).toEqual(["/x", "/x/Ada/age", "/x/Ada/size"]);
  expect(new Set(pointers(`Here: ${JSON.stringify(people)}`))).toEqual(new Set([""]));
});
