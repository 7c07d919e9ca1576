/** A value that a fix would put in is asked of the other rules of its place first. */
import { describe, expect, test } from "vitest";
import { diagnosticsOf, load, objectOf, type Schema } from "./small-package.ts";

const WORD_OR_CODE = {
  type: "string",
  maxLength: 7,
  anyOf: [{ enum: ["red", "blue"] }, { pattern: "^#[0-9a-f]{6}$", maxLength: 7 }],
};

describe.each<[string, Schema, unknown, string, unknown]>([
  ["a word in other case", { enum: ["red", "blue"] }, "Red", "^red$", "red"],
  ["a word with a typing error", { enum: ["red", "blue"] }, "bleu", "^blue$", "blue"],
  ["the only value there is", { enum: ["red"] }, "something", "^red$", "red"],
  ["a word in other case beside a pattern", WORD_OR_CODE, "Red", "^red$", "red"],
  ["a word with a typing error beside a pattern", WORD_OR_CODE, "bleu", "^blue$", "blue"],
  ["a number where a text belongs", { type: "string", maxLength: 20 }, 7, "^7$", "7"],
])("%s", (_name, schema, sent, pattern, offered) => {
  const offers = (rules: Schema[]) => {
    const spec = load(
      objectOf({ x: schema }),
      {},
      {
        rules,
        docs: rules.length === 0 ? {} : { refused: { summary: "It is refused.", fix: "Use another." } },
      },
    );
    return diagnosticsOf(spec, { x: sent }).flatMap(({ fixes = [] }) =>
      fixes.flatMap(({ patch }) => patch.flatMap((step) => (step.op === "replace" ? [step.value] : []))),
    );
  };
  const refusing = {
    code: "refused",
    check: "does-not-match",
    at: ["/x"],
    severity: "error",
    params: { pattern, form: "anything else" },
  };

  test("is offered where nothing speaks against it", () => {
    expect(offers([])).toContainEqual(offered);
  });

  test("is not offered where a rule refuses it", () => {
    expect(offers([refusing])).not.toContainEqual(offered);
  });

  test("is offered where a rule only warns of it", () => {
    expect(offers([{ ...refusing, severity: "warning" }])).toContainEqual(offered);
  });
});

test("a word is offered although its member may not be there under a condition", () => {
  const isOn = { properties: { mode: { const: "on" } }, required: ["mode"] };
  const spec = load(
    {
      ...objectOf({ mode: { enum: ["on", "off"] }, x: { type: "string", maxLength: 9 } }),
      ...{ if: isOn, else: { properties: { x: false } } },
    },
    {},
    {
      lists: { words: { values: ["red", "blue"] } },
      rules: [
        { code: "unknown", check: "in-list", at: ["/x"], severity: "error", params: { list: "words" } },
      ],
      docs: { unknown: { summary: "There is no such word.", fix: "Use another." } },
    },
  );
  expect(diagnosticsOf(spec, { mode: "on", x: "RED" })).toMatchObject([{ fixes: [{ title: 'Use "red"' }] }]);
});

test("a text to be equal to is not offered where a build would trim it", () => {
  const text = { type: "string", maxLength: 20 };
  const equal = { is: "equal", to: "/y" };
  const offersFor = (y: string) => {
    const spec = load(
      objectOf({ x: text, y: text }),
      {},
      {
        normalization: { prose: ["/x"] },
        rules: [{ code: "unequal", check: "compare", at: ["/x"], severity: "error", params: equal }],
        docs: { unequal: { summary: "They differ.", fix: "Use one of them." } },
      },
    );
    return diagnosticsOf(spec, { x: "a", y }).map(({ code, fixes = [] }) => [code, fixes.length]);
  };
  expect(offersFor("b")).toEqual([["unequal", 1]]);
  expect(offersFor("b ")).toEqual([["unequal", 0]]);
});

test("what only a later rule will refuse is no placeholder", () => {
  const rule = {
    code: "name-unknown",
    check: "in-list",
    at: ["/fields/*/name"],
    severity: "error",
    params: { list: "names" },
  };
  const records = {
    code: "record",
    check: "records-match-fields",
    at: ["/records"],
    severity: "error",
    params: { fields: "/fields", name: "name", type: "type", types: "types" },
  };
  const codes = ["name-unknown", "record-missing", "record-unknown", "record-mismatch"];
  const offered = (more: Schema) => {
    const text = { type: "string", maxLength: 20 };
    const list = (items: Schema) => ({ type: "array", items, maxItems: 9 });
    const spec = load(
      objectOf({ fields: list(objectOf({ name: text, type: text })), records: list({ type: "object" }) }),
      {},
      {
        lists: { names: { values: ["alpha"] }, types: { values: ["integer"] } },
        rules: [{ ...rule, ...more }, records],
        docs: Object.fromEntries(codes.map((code) => [code, { summary: "It is wrong.", fix: "Change it." }])),
      },
    );
    const candidate = { fields: [{ name: "alpha", type: "integer" }], records: [{ alpha: 1, beta: 2 }] };
    const found = diagnosticsOf(spec, candidate).find(({ code }) => code === "record-unknown");
    return found!.fixes!.map(({ applicability }) => applicability);
  };
  expect(offered({})).toEqual(["placeholder", "removal"]);
  expect(offered({ effectiveAt: "2030-01-01T00:00:00Z" })).toEqual(["suggested", "removal"]);
});

describe("a placeholder is not offered where nobody would object to it", () => {
  const docs = { refused: { summary: "It is refused.", fix: "Write it." } };
  const offersFor = (schema: Schema, rule: Schema, candidate: Schema) =>
    diagnosticsOf(
      load(objectOf(schema), {}, { rules: [{ code: "refused", severity: "warning", ...rule }], docs }),
      candidate,
    ).flatMap(({ code, fixes = [] }) => (code === "refused" ? fixes : []));

  test("at an item of which the schema says less than of others", () => {
    const flags = (items: Schema) => ({ x: { type: "array", prefixItems: [{ type: "boolean" }], ...items } });
    const rule = { check: "no-edge-whitespace", at: ["/x/*"] };
    expect(offersFor(flags({}), rule, { x: [true, " "] })).toEqual([]);
    expect(offersFor(flags({ items: { const: "a" } }), rule, { x: [true, " "] })).toHaveLength(1);
  });

  test("in an object where the schema has a list", () => {
    const named = objectOf({ name: { enum: ["a"] } });
    const rule = { check: "required-when", at: ["/x/1/name"], when: { at: "/y", present: true } };
    for (const type of [{}, { type: "array" }]) {
      const pair = { x: { ...type, prefixItems: [{}, named] }, y: {} };
      expect(offersFor(pair, rule, { x: {}, y: 1 })).toEqual([]);
      expect(offersFor(pair, rule, { x: [1, {}], y: 1 })).toHaveLength(1);
    }
  });

  test("in a list where the schema has members with numbers for names", () => {
    const rule = { check: "required-when", at: ["/x/0"], when: { at: "/y", present: true } };
    const members = { x: { properties: { 0: { enum: ["a"] } } }, y: {} };
    expect(offersFor(members, rule, { x: [], y: 1 })).toEqual([]);
    expect(offersFor(members, rule, { x: {}, y: 1 })).toHaveLength(1);
    const items = { x: { prefixItems: [{ enum: ["a"] }] }, y: {} };
    expect(offersFor(items, rule, { x: [], y: 1 })).toHaveLength(1);
  });
});
