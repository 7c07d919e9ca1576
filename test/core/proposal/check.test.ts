/** The check as a whole: what a verdict rests on, in which order it reports, and what fixes are asked about. */
import { describe, expect, test } from "vitest";
import { checkCandidate, createRegistry, repairCandidate } from "../../../src/core/index.ts";
import { isClean } from "../../../src/core/proposal/check.ts";
import { context, diagnosticsOf, load, objectOf, type Schema } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 20 };
const docs = (...codes: string[]) => ({
  docs: Object.fromEntries(codes.map((code) => [code, { summary: "It is wrong.", fix: "Change it." }])),
});
const rule = (code: string, check: string, at: string, params: Schema, more: Schema = {}) => ({
  code,
  check,
  at: [at],
  severity: "error",
  params,
  ...more,
});

describe("what a verdict rests on", () => {
  const asksPorts = load(
    objectOf({ port: text, flag: text }),
    {},
    {
      registries: { ports: { member: "ports" }, flags: { member: "flags" } },
      rules: [rule("port-unknown", "in-registry", "/port", { registry: "ports" })],
      ...docs("port-unknown"),
    },
  );
  const ports = createRegistry([{ id: "kiel", name: "Kiel" }], "2026-02-01T00:00:00Z");
  const flags = createRegistry([], "2026-03-01T00:00:00Z");

  test("names the registries that rules ask, and no others", () => {
    const registries = new Map([
      ["ports", ports],
      ["flags", flags],
    ]);
    const result = checkCandidate(asksPorts, { port: "kiel" }, { ...context, registries });
    expect(result).toMatchObject({ valid: true, registries: { ports: { asOf: "2026-02-01T00:00:00Z" } } });
    expect(result.registries?.ports?.digest).toBe(ports.digest);
    expect(Object.keys(result.registries ?? {})).toEqual(["ports"]);
  });

  test("is never given without one of them", () => {
    for (const registries of [undefined, new Map([["flags", flags]])])
      expect(() => checkCandidate(asksPorts, { port: "kiel" }, { ...context, registries })).toThrow(
        'The rules need the registry "ports": give it in "registries".',
      );
  });

  test("is never given without the moment, before which a rule only warns", () => {
    const since = { effectiveAt: "2020-01-01T00:00:00Z" };
    const rules = [rule("form", "matches", "/a", { pattern: "^x", form: "an x" }, since)];
    const spec = load(objectOf({ a: text }), {}, { rules, ...docs("form") });
    const without = { ...context, now: undefined as unknown as number };
    expect(() => checkCandidate(spec, { a: "y" }, without)).toThrow('give the moment in "now"');
  });

  test("rests on rules that hold from a leap second on, which comes after every other second", () => {
    const rules = [
      rule("form", "matches", "/a", { pattern: "^x", form: "an x" }, { effectiveAt: "2016-12-31T23:59:60Z" }),
    ];
    const spec = load(objectOf({ a: text }), {}, { rules, ...docs("form") });
    const severityAt = (moment: string) =>
      checkCandidate(spec, { a: "y" }, { ...context, now: Date.parse(moment) }).diagnostics[0]?.severity;
    expect(severityAt("2016-12-31T23:59:59.999Z")).toBe("warning");
    expect(severityAt("2017-01-01T00:00:00Z")).toBe("error");
  });

  test("has no list of registries where no rule asks one", () => {
    const registries = new Map([["ports", ports]]);
    expect(checkCandidate(load(objectOf({ a: text })), {}, { ...context, registries })).not.toHaveProperty(
      "registries",
    );
  });
});

describe("the order of diagnostics", () => {
  const spec = load(
    objectOf({ first: text, list: { type: "array", maxItems: 2_000, items: text } }),
    {},
    {
      rules: ["z-rule", "a-rule", "m-rule"].map((code) =>
        rule(code, "does-not-match", "/first", { pattern: "^x", form: "no x" }, { severity: "warning" }),
      ),
      ...docs("z-rule", "a-rule", "m-rule"),
    },
  );

  test("at one place is by code", () => {
    expect(diagnosticsOf(spec, { first: "x" }).map(({ code }) => code)).toEqual([
      "a-rule",
      "m-rule",
      "z-rule",
    ]);
  });

  test("is that of the document, however much is wrong further down", () => {
    const list = Array.from({ length: 1_000 }, () => 5);
    expect(diagnosticsOf(spec, { first: "\ud800", list })[0]).toMatchObject({
      code: "lone-surrogate",
      pointer: "/first",
    });
    expect(diagnosticsOf(spec, { list, first: "\ud800" })[0]).toMatchObject({ pointer: "/list/0" });
  });
});

describe("a fix is asked of rules that depend on other members", () => {
  const spec = load(
    objectOf({ a: text, b: text, mode: text }),
    {},
    {
      rules: [
        rule("differs", "compare", "/a", { is: "equal", to: "/b" }),
        rule(
          "no-red",
          "does-not-match",
          "/a",
          { pattern: "^red$", form: "not red" },
          { when: { at: "/mode", equals: "strict" } },
        ),
      ],
      ...docs("differs", "no-red"),
    },
  );
  const offers = (candidate: unknown) =>
    diagnosticsOf(spec, candidate).flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));

  test.each([
    ["that do not apply", { a: "blue", b: "red" }, ['Use "red"']],
    ["that apply", { a: "blue", b: "red", mode: "strict" }, []],
    ["that apply and have nothing against it", { a: "blue", b: "green", mode: "strict" }, ['Use "green"']],
  ])("%s", (_name, candidate, titles) => {
    expect(offers(candidate)).toEqual(titles);
  });
});

test("what is wrong only once a build has normalized it is reported at the set around it", () => {
  const list = { type: "array", maxItems: 9, items: { type: "string", maxLength: 9 } };
  const codesOf = (at: string, candidate: unknown) => {
    const spec = load(
      objectOf({ tags: list, notes: list }),
      {},
      {
        lists: { words: { values: ["a", "b"] } },
        normalization: { sets: [{ at: "/tags", list: "words" }] },
        rules: [
          {
            ...{ code: "few-tags", check: "holds", at: [at], severity: "error", message: "Too few." },
            params: { expression: "!has(root.tags) || root.tags.size() > 2" },
          },
        ],
        ...docs("few-tags"),
      },
    );
    return diagnosticsOf(spec, candidate).map(({ code, pointer }) => `${code} ${pointer}`);
  };
  expect(codesOf("/tags/*", { tags: ["b", "a", "b"] })).toEqual(["few-tags /tags"]);
  expect(codesOf("/tags", { tags: ["b", "a", "b"] })).toEqual(["few-tags /tags"]);
  expect(codesOf("/notes/*", { tags: ["b", "a", "b"], notes: ["n"] })).toEqual(["few-tags /notes/0"]);
  expect(codesOf("/notes/*", { tags: ["b", "a", "c"], notes: ["n"] })).toEqual([]);
});

describe("a proposal in a wrapper", () => {
  const spec = load(objectOf({ a: text, b: text }, { required: ["a", "b"] }), { a: "", b: "" });

  test.each([
    ["alone", { proposal: { a: "1", b: "2" } }],
    ["beside parts of the request", { domainId: "x", proposal: { a: "1", b: "2" } }],
  ])("%s", (_name, candidate) => {
    const [first, ...more] = diagnosticsOf(spec, candidate);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ code: "member-unknown", actual: "proposal" });
  });

  test.each<[unknown, string, string]>([
    [
      { request: { proposal: { a: "1", b: "2" } } },
      "request",
      'The proposal is at "/request/proposal", inside something else.',
    ],
    [[{ a: "1", b: "2" }], "/0", 'The proposal is at "/0", inside something else.'],
    [
      { proposal: { a: "1", b: "2" } },
      "proposal",
      'There is no member "proposal"; the proposal is inside it.',
    ],
  ])("%j", (candidate, actual, message) => {
    const [first, ...more] = diagnosticsOf(spec, candidate);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ actual, message: expect.stringContaining(message) });
  });

  test("that has an alias of a member for a name", () => {
    const items = objectOf({ a: text, b: text, c: text });
    const named = load(
      objectOf({ a: text, b: text, rows: { type: "array", maxItems: 9, items } }, { required: ["a", "b"] }),
      { a: "", b: "" },
      { aliases: { "/rows": ["data"] } },
    );
    const repairedOf = (candidate: unknown) =>
      repairCandidate(named, candidate, context, "suggested").repaired?.candidate;
    const proposal = { a: "1", b: "2", rows: [] };
    expect(repairedOf({ data: proposal })).toEqual(proposal);
    expect(repairedOf({ data: { content: proposal } })).toEqual(proposal);
    // An item of the member has as many of these members.
    expect(repairedOf({ data: { a: "1", b: "2" } })).toEqual({ rows: [{ a: "1", b: "2" }] });
  });

  test.each([
    ["reasons", { why: "x", data: { application: { a: "1", b: "2" } } }, "/data/application", '"why"'],
    ["the name of a tool", { tool: "t", arguments: { a: "1", b: "2" } }, "/arguments", '"tool"'],
    ["reasons, as text", { why: "x", answer: '{"a":"1","b":"2"}' }, "/answer", '"why"'],
  ])("beside %s is offered as a decision, because they would be lost", (_, candidate, pointer, company) => {
    const [first] = diagnosticsOf(spec, candidate);
    expect(first).toMatchObject({ code: "member-unknown", pointer });
    expect(first?.message).toContain(`The proposal is at "${pointer}", beside ${company}`);
    expect(first?.fixes?.map(({ decision }) => decision)).toEqual([true]);
    const { repaired } = repairCandidate(spec, candidate, context, "suggested");
    expect(repaired?.valid).toBe(false);
  });

  test("is not taken for one of two", () => {
    const codes = diagnosticsOf(spec, { one: { a: "1", b: "2" }, two: { a: "3", b: "4" } });
    expect(codes.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "member-unknown /one",
      "member-unknown /two",
      "member-missing /a",
      "member-missing /b",
    ]);
  });

  test("is not where any member is allowed and nothing is missing around it", () => {
    const properties = { a: text, b: text };
    const inner = { a: "1", b: "2" };
    const codes = (more: Schema) =>
      diagnosticsOf(load({ type: "object", properties, ...more }, inner), { a: 5, extra: inner }).map(
        ({ code, pointer }) => `${code} ${pointer}`,
      );
    expect(codes({})).toEqual(["type-mismatch /a"]);
    expect(codes({ required: ["a", "b"] })).toEqual(["member-unknown /extra"]);
  });

  test("is not what a candidate sent as JSON text is, which is read without a remark", () => {
    expect(diagnosticsOf(spec, JSON.stringify({ a: "1", b: "2" }))).toEqual([]);
  });
});

test.each(["[]", "{}"])("a text of JSON nested however deep is answered for: %s", (brackets) => {
  const spec = load(
    objectOf({
      list: { type: "array", maxItems: 9, items: objectOf({ id: text }) },
      some: objectOf({ id: text }),
    }),
  );
  const [open, close] = [...brackets] as [string, string];
  const opened = open === "{" ? '{"a":' : open;
  const nested = `${opened.repeat(9_000)}${open}${close}${close.repeat(9_000)}`;
  const codes = diagnosticsOf(spec, { list: nested, some: nested }).map(({ code }) => code);
  expect(codes).toEqual(["type-mismatch", "type-mismatch"]);
});

test("a value that one rule refuses is not judged by the next, whatever else is wrong before it", () => {
  const spec = load(
    objectOf({
      other: text,
      main: text,
      list: { type: "array", maxItems: 9, items: objectOf({ id: text }) },
    }),
    {},
    {
      rules: [
        rule("id-twice", "unique", "/list", { member: "id" }),
        rule("not-main", "compare", "/list/*/id", { is: "equal", to: "/main" }),
      ],
      ...docs("id-twice", "not-main"),
    },
  );
  const list = [{ id: "a" }, { id: "a" }];
  const codesOf = (more: Schema) =>
    diagnosticsOf(spec, { ...more, main: "b", list }).map(({ code, pointer }) => `${code} ${pointer}`);
  const expected = ["not-main /list/0/id", "id-twice /list/1/id"];
  expect(codesOf({})).toEqual(expected);
  expect(codesOf({ other: 5 })).toEqual(["type-mismatch /other", ...expected]);
});

test("a member that must be there beside another is offered only if there is something to fill in", () => {
  const spec = load(
    objectOf({ from: text, to: text, steps: { type: ["integer", "null"] } }),
    {},
    {
      rules: [
        rule("incomplete", "one-of-members", "", { members: ["from", "to", "steps"], count: "all-or-none" }),
      ],
      ...docs("incomplete"),
    },
  );
  const found = diagnosticsOf(spec, { from: "a" });
  expect(found.map(({ pointer, fixes }) => [pointer, fixes?.length])).toEqual([
    ["/to", 1],
    ["/steps", undefined],
  ]);
});

test("a repeated item is shown with the first one, however deep the list is", () => {
  const list = { type: "array", maxItems: 9, items: text, uniqueItems: true };
  const spec = load(objectOf({ a: objectOf({ b: { type: "array", maxItems: 9, items: list } }) }));
  const [found] = diagnosticsOf(spec, { a: { b: [[], ["x", "y", "x"]] } });
  expect(found).toMatchObject({ pointer: "/a/b/1/2", related: [{ pointer: "/a/b/1/0" }] });
});

test.each([2, 16, 17, 40])("the same object twice among %d is found by both passes", (size) => {
  const item = objectOf({ id: { type: "integer" }, tags: { type: "array", maxItems: 3, items: text } });
  const spec = load(
    objectOf({ list: { type: "array", maxItems: 99, items: item } }),
    {},
    { rules: [rule("twice", "unique", "/list", {})], ...docs("twice") },
  );
  const list = Array.from({ length: size }, (_, id) => ({ id, tags: ["a"] }));
  expect(isClean(spec, { list }, context)).toBe(true);
  list[size - 1] = { id: 0, tags: ["a"] };
  expect(isClean(spec, { list }, context)).toBe(false);
  expect(diagnosticsOf(spec, { list }).map(({ pointer }) => pointer)).toEqual([`/list/${size - 1}`]);
});
