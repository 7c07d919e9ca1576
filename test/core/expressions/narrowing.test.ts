/** What the schema and the conditions of an expression say about a value is known to it. */
import { describe, expect, test } from "vitest";
import { checkCandidate, loadSpecPackage } from "../../../src/core/index.ts";
import { context, objectOf, packageOf } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 50 };
const part = objectOf({ qty: { type: "integer" } }, { required: ["qty"] });

const SCHEMA = objectOf(
  {
    s: { type: ["string", "null"], maxLength: 9 },
    parts: { type: "array", items: part, maxItems: 9 },
    code: {
      type: "string",
      maxLength: 9,
      anyOf: [{ const: "" }, { type: "string", maxLength: 9, pattern: "^[a-z]+$" }],
    },
    rows: {
      type: "array",
      items: objectOf({ name: text, size: { type: ["integer", "null"] } }),
      maxItems: 9,
    },
    list: { type: ["array", "null"], items: part, maxItems: 9 },
    mode: { enum: ["dark", "light"] },
    t: { enum: ["x", "y"] },
    open: { type: "object", properties: { number: { type: "integer" } } },
    owner: objectOf({ team: objectOf({ name: text }) }),
    names: {
      ...{ type: "object", maxProperties: 20_000 },
      ...{ propertyNames: { maxLength: 20 }, additionalProperties: text },
    },
    free: { type: "object", additionalProperties: text },
    choice: {
      type: "object",
      properties: { kind: text },
      required: ["kind"],
      oneOf: [
        { type: "object", properties: { kind: { const: "a" }, size: { type: "integer" } } },
        { type: "object", properties: { kind: { const: "b" } } },
      ],
    },
  },
  { required: ["names", "choice"] },
);

function load(rule: object, schema: object = SCHEMA) {
  const known = { code: "told", check: "holds", severity: "error", message: "No." };
  const docs = { told: { summary: "It is wrong.", fix: "Put it right." } };
  const valid = { names: {}, choice: { kind: "a" } };
  return loadSpecPackage(
    packageOf(schema as never, valid, { rules: [{ ...known, at: [""], ...rule }], docs }),
  );
}

function refusal(rule: object, schema?: object): string {
  const loaded = load(rule, schema);
  return loaded.ok ? "accepted" : loaded.reasons[0]!.message;
}

const said = (expression: string, at = "") => refusal({ at: [at], params: { expression } });

describe("is accepted", () => {
  test.each([
    ["an item of a list that may be absent", "this.?parts.orValue([]).map(p, p.qty).sum() < 9", ""],
    ["what a choice has asked for", "(has(this.s) && this.s != null ? this.s : '').size() < 3", ""],
    ["asking twice", "!has(this.s) || this.s == null || (this.s != null && this.s.size() < 3)", ""],
    [
      "a name for what was asked for",
      "!has(this.s) || this.s == null || cel.bind(x, this.s, x.size() < 3)",
      "",
    ],
    [
      "what hasValue() has asked for",
      "!this.?owner.?team.?name.hasValue() || this.owner.team.name != ''",
      "",
    ],
    [
      "the size of a list that may hold null",
      "this.?rows.orValue([]).map(r, r.?size.orValue(1)).size() < 9",
      "",
    ],
    [
      "what has been asked before",
      "has(this.s) ? size(this.names) < 3 : (has(this.s) ? this.s == '' : size(this.names) < 9)",
      "",
    ],
    ["alternatives beside a type", "!has(this.code) || this.code.size() < 3", ""],
    [
      "members of alternatives beside a type",
      "this.choice.kind == 'b' || this.choice.?size.orValue(1) > 0",
      "",
    ],
    ["the list around an item that is there", "parent.size() < 5", "/list/*"],
    ["names as long as the schema says", "key.matches('^([a-z]+-)*[a-z]+$')", "/names/*"],
  ])("%s", (_, expression, at) => {
    expect(said(expression, at)).toBe("accepted");
  });

  test("one impossible value beside a possible one, and an impossible part of what may hold otherwise", () => {
    const params = { expression: "size(this.names) < 3" };
    const held = (when: object) => refusal({ params, when });
    expect(held({ at: "/t", in: ["x", "q"] })).toBe("accepted");
    const either = {
      any: [
        { at: "/t", equals: "q" },
        { at: "/t", equals: "x" },
      ],
    };
    expect(held(either)).toBe("accepted");
    expect(held({ not: { at: "/t", equals: "q" } })).toBe("accepted");
  });
});

test("a condition that holds for no candidate is refused, with the part that says so", () => {
  const params = { expression: "size(this.names) < 3" };
  const modes = (...values: string[]) => values.map((equals) => ({ at: "/mode", equals }));
  const loaded = load({ params, when: { all: modes("dark", "light") } });
  expect(!loaded.ok && loaded.reasons[0]).toMatchObject({
    pointer: "/rules/0/when/all/1",
    message:
      'The rule can never object: its condition never holds, because nothing is "dark" and "light" at once.',
  });
  expect(refusal({ params, when: { at: "/t", in: ["q", "r"] } })).toContain('"q" or "r" cannot be at "/t"');
  expect(refusal({ params, when: { any: modes("grey", "pink") } })).toContain('"grey" cannot be at "/mode"');
  // Of several items, one may be this and another that.
  const quantities = [1, 2].map((equals) => ({ at: "/parts/*/qty", equals }));
  expect(refusal({ params, when: { all: quantities } })).toBe("accepted");
});

test("an expression that has the same outcome for every candidate is refused with that outcome", () => {
  expect(said("this.choice.kind == 'a' || 2 > 1")).toContain("it is always true");
  expect(said("5 in [1, 2] && this.choice.kind == 'a'")).toContain("it is always false");
  expect(said("2 > 1 ? this.s == '' : true")).toContain('"s" may be absent');
});

test("a slip in the name of a member that may be anything is told", () => {
  expect(said("this.open.numbre > 1")).toContain('"open" may be absent');
  expect(said("!has(this.open) || this.open.numbre > 1")).toContain(
    '"numbre" is not declared and may be absent; did you mean "number"?',
  );
});

test("a condition stands in front of what it is for", () => {
  expect(said("!has(this.code) || this.code == ''")).toBe("accepted");
  expect(said("this.code == '' || !has(this.code)")).toContain('"code" may be absent');
});

test("what stands behind a condition that never holds asks like anything else", () => {
  expect(said("this.choice.kind == 'a' || (3 == 0 && this.s == '')")).toContain('"s" may be absent');
  expect(said("(1 > 2 ? this.code.size() : 5) > this.names.size()")).toContain('"code" may be absent');
});

test("what one loop has asked is asked again by another", () => {
  const rows = "this.?rows.orValue([])";
  const absent = '"name" may be absent';
  expect(said(`${rows}.filter(r, has(r.name)).all(r, r.name != '')`)).toContain(absent);
  expect(said(`${rows}.filter(r, has(r.name)).all(r, !has(r.name) || r.name != '')`)).toBe("accepted");
  expect(said(`${rows}.all(r, ${rows}.filter(x, has(r.name)).all(r, r.name != ''))`)).toContain(absent);
  expect(said(`${rows}.exists(r, has(r.name)) && ${rows}.all(r, r.name != '')`)).toContain(absent);
  expect(said(`!${rows}.all(r, has(this.s)) || this.s == null`)).toContain('"s" may be absent');
  expect(said(`!${rows}.exists(r, has(this.s)) || this.s != ''`)).toContain('"s" may be absent');
});

describe("what costs too much says so, and with smaller bounds it loads", () => {
  const bounded = (isBounded: boolean): object => {
    const [many, members, long] = isBounded
      ? [{ maxItems: 10 }, { maxProperties: 10 }, { maxLength: 300 }]
      : [{}, {}, {}];
    const word = { type: "string", ...long };
    return objectOf(
      {
        words: { type: "array", items: word, ...many },
        story: word,
        map: { type: "object", additionalProperties: word, ...members, propertyNames: long },
        names: { type: "object" },
        choice: { type: "object" },
      },
      { required: ["words", "story", "map"] },
    );
  };
  test.each([
    ["this.words.all(a, this.words.all(b, a != b))", ""],
    ["this.story.split(' ').all(a, this.story.split(' ').all(b, a <= b))", ""],
    ["this.words.all(a, a.replace('x', this.story) != '')", ""],
    ["this.map.all(a, x, this.map.all(b, y, a != b || x == y))", ""],
    ["root.words.all(w, w != this)", "/words/*"],
    ["key.size() < 5 && root.words.all(w, w != key)", "/map/*"],
    ["root.words.all(v, root.words.all(w, v < w || w in parent))", "/map/*"],
  ])("%s", (expression, at) => {
    const rule = { at: [at], params: { expression } };
    const why = refusal(rule, bounded(false));
    expect(why).toMatch(
      /it could take [\d,]+ steps.*; give the lists, maps and texts that it looks at a smaller/,
    );
    const valid = { words: [], story: "", map: {} };
    const known = { code: "told", check: "holds", severity: "error", message: "No." };
    const docs = { told: { summary: "It is wrong.", fix: "Put it right." } };
    const loaded = loadSpecPackage(
      packageOf(bounded(true) as never, valid, { rules: [{ ...known, ...rule }], docs }),
    );
    expect(loaded.ok || loaded.reasons[0]!.message).toBe(true);
  });
});

test("the rules that are accepted now judge candidates", () => {
  const loaded = load({ params: { expression: "this.?parts.orValue([]).map(p, p.qty).sum() < 9" } });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
  const isValid = (parts: object[]) =>
    checkCandidate(loaded.spec, { names: {}, choice: { kind: "b" }, parts }, context).valid;
  expect([isValid([{ qty: 4 }, { qty: 4 }]), isValid([{ qty: 4 }, { qty: 5 }])]).toEqual([true, false]);
});
