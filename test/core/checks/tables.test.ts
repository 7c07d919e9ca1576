/**
 * What the checks of the catalogue say about their parameters, and what they report about many values: tables beside
 * this file. After a change that is meant, run it with `-u` and read the difference.
 */
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../../src/core/checks/catalogue.ts";
import { contentOf, RELATIONS } from "../../../src/core/checks/compare.ts";
import {
  type ConditionDocument,
  compileCondition,
  describeCondition,
  faultsOfCondition,
  nameOf,
  whyUnmatchable,
} from "../../../src/core/checks/condition.ts";
import { registryOf } from "../../../src/core/checks/definition.ts";
import { resolveReference } from "../../../src/core/checks/target.ts";
import { checkCandidate, createRegistry, loadSpecPackage, repairCandidate } from "../../../src/core/index.ts";
import type { Path } from "../../../src/core/json/values.ts";
import { isClean } from "../../../src/core/proposal/check.ts";
import { referencesOf } from "../../../src/core/spec-package/rules.ts";
import { createDescriber } from "../describe-diagnostic.ts";
import { diagnose } from "../diagnose.ts";
import { objectOf, packageOf, type Schema } from "../schema/small-package.ts";
import { expectTable, showInvisible } from "../table.ts";

// biome-ignore lint/suspicious/noExplicitAny: the parameters of all checks
type Params = any;
const checkNamed = (name: string) => CHECKS.find((check) => check.name === name)!;
const save = (file: string, rows: readonly (readonly unknown[])[]) =>
  expectTable(import.meta.url, file, rows);

/** Those that compare two values, and do not look into one of them. */
const COMPARING = Object.entries(RELATIONS).flatMap(([name, relation]) =>
  relation === undefined ? [] : [[name, relation] as const],
);

describe("parameters", () => {
  test("what a rule asks for, in a sentence", async () => {
    const given: [string, Params][] = [
      ["sorted", {}],
      ["unique", {}],
      ["unique", { member: "name" }],
      ["unique", { by: "this.day + this.from" }],
      ...["exactly-one", "at-least-one", "at-most-one", "all-or-none"].map((count): [string, Params] => [
        "one-of-members",
        { members: ["a", "b"], count },
      ]),
      ...COMPARING.map(([is]): [string, Params] => ["compare", { is, value: "x" }]),
      ["compare", { is: "contained-in", to: "/a/*" }],
      ["compare", { is: "before", value: "today" }],
      ["compare", { is: "equal", value: "today" }],
      ["compare", { is: "before", to: "1/end" }],
      ["compare", { is: "not-contained-in", value: [1] }],
      ["forbidden-when", {}],
      ["required-when", {}],
      ["in-registry", {}],
      ["in-registry", { registry: "chains" }],
      ["not-in-registry", {}],
      ["not-in-registry", { registry: "chains" }],
      ["matches", { pattern: "x", form: "an x" }],
      ["does-not-match", { pattern: "x", form: "an x" }],
    ];
    await save(
      "./sentences.txt",
      given.map(([name, params]) => [name, params, "=>", checkNamed(name).describe(params, new Map())]),
    );
  });

  test("where a rule cannot stand, and why", async () => {
    const types = ["object", "array", "string", "integer", "number", "boolean", "null", "any"];
    const places = types.map((type) => ({ type, kinds: -1 }));
    const other = (type: string | undefined) => () => (type === undefined ? undefined : { type, kinds: -1 });
    const given: [string, Params, string | undefined][] = [
      ...CHECKS.filter(({ name }) => !["matches", "does-not-match"].includes(name)).map(
        ({ name }): [string, Params, undefined] => [name, { is: "equal", value: 1 }, undefined],
      ),
      ["unique", {}, "string"],
      ["compare", { is: "less", to: "/a" }, "string"],
      ["compare", { is: "less", to: "/a" }, "number"],
      ["compare", { is: "before", to: "/a" }, "integer"],
    ];
    const rows = given.flatMap(([name, params, declared]) => {
      const answers = places.map((place) => ({
        type: place.type,
        why: checkNamed(name).unsuited(place, params, other(declared)),
      }));
      const head = `${name} ${JSON.stringify(params)}${declared === undefined ? "" : `, the other: ${declared}`}`;
      return [[head], ...answers.map(({ type, why }) => [` ${type}:`, why ?? "fine"])];
    });
    const long = { type: "string", maxLength: 10_000 };
    const texts: [{ type: string; maxLength?: number }, string][] = [
      [{ type: "string" }, "^a$"],
      [{ type: "integer", maxLength: 5 }, "^a$"],
      [{ type: "string", maxLength: 5 }, "^a$"],
      [{ type: "string", maxLength: 5 }, "("],
      [long, `${"(?:a|b)?".repeat(50)}c`],
    ];
    for (const [place, pattern] of texts)
      rows.push([
        JSON.stringify(place),
        pattern.slice(0, 20),
        "=>",
        checkNamed("matches").unsuited({ kinds: -1, ...place }, { pattern }, other(undefined)) ?? "fine",
      ]);
    const days = ["string", "any"].map((type) => ({ type, formats: ["date"] }));
    for (const place of days)
      for (const params of [
        { is: "before", value: "12:00" },
        { is: "before", value: "2026-01-01" },
        { is: "before", value: "soon" },
        { is: "before", value: true },
        { is: "less", value: 5 },
        { is: "less", value: "a" },
      ])
        rows.push([
          JSON.stringify(place),
          JSON.stringify(params),
          "=>",
          checkNamed("compare").unsuited({ kinds: -1, ...place }, params, other(undefined)) ?? "fine",
        ]);
    for (const format of ["time", "date-time", "email"])
      for (const params of [
        { is: "before", value: "12:00" },
        { is: "before", value: "today" },
        { is: "before", value: "2026-01-01T00:00:00Z" },
        { is: "starts-with", value: "12:00" },
        { is: "starts-with", value: "a" },
        { is: "less", value: 5 },
      ]) {
        const why = checkNamed("compare").unsuited(
          { type: "string", kinds: -1, formats: [format] },
          params,
          other(undefined),
        );
        rows.push([format, JSON.stringify(params), "=>", why ?? "fine"]);
      }
    await save("./unsuited.txt", rows);
  });
});

test("a registry that is not there is an error of the caller, never a rule that is skipped", () => {
  const registry = createRegistry([], "2026-01-01T00:00:00Z");
  const scope = { registry, registries: new Map(), clock: 0 };
  expect(registryOf(scope, undefined)).toBe(registry);
  expect(() => registryOf(scope, "ports")).toThrow('There is no registry "ports"');
});

describe("relations", () => {
  test("of any two values", async () => {
    const values = [1, 2, "a", "ab", "b", null, [1], { a: 1 }, undefined];
    const rows = COMPARING.flatMap(([name, { holds }]) =>
      values.map((value) => [
        name,
        value ?? "-",
        ...values.map((other) => {
          const holdsHere = holds(value, other);
          return holdsHere === undefined ? "·" : holdsHere ? "yes" : "no";
        }),
      ]),
    );
    await save("./relations.txt", rows);
  });

  test("of dates and times", async () => {
    const moments = [
      "2023-12-31",
      "2024-02-28",
      "2024-02-29",
      "2024-03-01",
      "2100-02-28",
      "2100-03-01",
      "2000-02-29T23:59:59Z",
      "2024-02-29T00:00:00Z",
      "2024-02-29T00:00:30Z",
      "2024-02-29T00:00:00.5Z",
      "2024-02-29T00:00:00.25z",
      "2024-02-29T01:00:00+01:30",
      "2024-02-28T23:00:00-01:30",
      "2024-02-29T00:01:00+00:01",
      "0000-02-29T23:59:59.999999999Z",
      "0099-12-31T23:59:59Z",
      "0450-06-01T00:00:00Z",
      "2024-02-29T00:00:00.5000000000Z",
      "2024-02-29T00:00:00.5000000001Z",
      "2024-02-29T00:00:00.5000000002Z",
      "2024-02-29T00:00:00.100Z",
      "2024-02-29T00:00:00.0Z",
      "2024-02-29T23:30:00-01:00",
      "2024-03-01T00:30:00Z",
      "2024-12-31T23:30:00-01:00",
      "2025-01-01T00:30:00Z",
      "2024-02-30",
      "tomorrow",
    ];
    const order = (value: string, other: string) => {
      const [before, notAfter, after, notBefore] = (
        ["before", "not-after", "after", "not-before"] as const
      ).map((name) => RELATIONS[name].holds(value, other));
      const shape = [before, notAfter, after, notBefore].map(String).join();
      if (shape === "true,true,false,false") return "<";
      if (shape === "false,false,true,true") return ">";
      return shape === "false,true,false,true"
        ? "="
        : shape === "undefined,undefined,undefined,undefined"
          ? "·"
          : shape;
    };
    await save(
      "./moments.txt",
      moments.map((value) => [value.padEnd(32), ...moments.map((other) => order(value, other))]),
    );
  });

  test("what a container offers", () => {
    expect([[1], { a: 1, b: 2 }, "text", 7, null, undefined].map(contentOf)).toEqual([
      [1],
      ["a", "b"],
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("conditions", () => {
  const kind = { at: "/kind", equals: "x" };
  const other = { at: "/other", in: [1, "b", null] };
  const CONDITIONS: ConditionDocument[] = [
    kind,
    { not: kind },
    other,
    { not: other },
    { at: "/list", in: [[1]] },
    { not: { at: "/kind", in: ["x", "y"] } },
    { at: "/kind", present: true },
    { not: { at: "/kind", present: true } },
    { at: "/kind", present: false },
    { at: "/kind", matches: "^x" },
    { not: { at: "/kind", matches: "^x" } },
    { all: [kind, other] },
    { any: [kind, other] },
    { not: { all: [kind, other] } },
    { not: { any: [kind, { not: other }] } },
    { any: [kind, { all: [kind, other] }] },
    { all: [kind, { not: { any: [kind, other] } }] },
    { at: "/list/*", equals: 1 },
    { at: "/list/*", equals: { a: [1] } },
    { at: "/list/*", present: false },
    { at: "1/name", equals: "x" },
  ];

  test("in words", async () => {
    const long: ConditionDocument = { all: Array.from({ length: 20 }, () => other) };
    await save(
      "./conditions-in-words.txt",
      [...CONDITIONS, long].map((document) => [describeCondition(document)]),
    );
  });

  test("what is wrong with their form", async () => {
    const many = { any: Array.from({ length: 51 }, () => kind) };
    const faulty: ConditionDocument[] = [
      {},
      { at: "/a" },
      { at: "/a", equals: 1, present: true },
      { equals: 1 },
      { all: [kind], any: [kind] },
      { all: [kind], at: "/a", equals: 1 },
      { all: [kind], equals: 1 },
      { at: "/a", matches: "(" },
      { not: { any: [kind, {}, { not: { at: "/a", matches: "(?=a)" } }] } },
      many,
      { any: many.any.slice(1) },
    ];
    const rows = faulty.flatMap((document) => [
      [JSON.stringify(document).slice(0, 100)],
      ...faultsOfCondition(document).map(({ pointer, why }) => [` ${pointer}: ${why}`]),
    ]);
    await save("./faults-of-conditions.txt", rows);
    for (const document of CONDITIONS) expect(faultsOfCondition(document)).toEqual([]);
  });

  test("at which places they hold", async () => {
    const declarations = { key: "", defaultAt: () => undefined, typeAt: () => undefined };
    const candidates: [string, unknown, string[]][] = [
      ["x", { kind: "x", other: "b", list: [1], name: "x" }, []],
      ["y", { kind: "y", other: null, list: [{ a: [1] }, 2] }, []],
      ["none", {}, []],
      ["empty", { kind: "", other: 1, list: [] }, []],
      ["kind is faulty", { kind: "x", other: 1, list: [1] }, ["kind"]],
      ["other is faulty", { kind: "y", other: 2, list: [2] }, ["other"]],
      ["an item is faulty", { kind: "y", list: [2, 3] }, ["list,0"]],
      ["a later item is faulty", { kind: "y", list: [1, 3] }, ["list,1"]],
      ["no list", { list: "x" }, []],
    ];
    const trimmed =
      () =>
      <Value>(value: Value) =>
        typeof value === "string" ? (value.trim() as Value) : value;
    const rows = CONDITIONS.map((document) => [
      ...candidates.map(([, candidate, faulty]) => {
        const isFaulty = (path: Path) => faulty.includes(path.join());
        const errors = { hasError: isFaulty, hasErrorWithin: isFaulty };
        const compiled = compileCondition(document, "/place", declarations, trimmed);
        const holds = compiled(candidate, faulty.length === 0 ? undefined : errors);
        const truths = [holds(["place"]), holds(["place"])];
        expect(truths[0]).toBe(truths[1]);
        return truths[0] === undefined ? "·" : truths[0] ? "yes" : "no";
      }),
      describeCondition(document),
    ]);
    await save("./truth-of-conditions.txt", [candidates.map(([name]) => name), ...rows]);
  });

  test("each list is read on its own", () => {
    const declarations = { key: "", defaultAt: () => undefined, typeAt: () => undefined };
    const document = { at: "1/items/*", equals: 1 };
    const candidate = { groups: [{ items: [1] }, { items: [2] }, { items: [3, 1] }] };
    const holds = compileCondition(document, "/groups/*/x", declarations, () => (given) => given)(candidate);
    expect([0, 0, 1, 2, 1].map((at) => holds(["groups", at, "x"]))).toEqual([true, true, false, true, false]);
  });

  test("the places they name", () => {
    const when = { any: [kind, { not: { at: "1/b", matches: "x" } }, { at: "9/c", present: true }] };
    const rule = { code: "c", check: "compare", at: ["/a/*"], severity: "error" as const, when };
    expect(referencesOf({ ...rule, params: { to: "1/most" } }, checkNamed("compare"))).toEqual([
      { member: "/params", reference: "1/most", pattern: "/a/most", matches: undefined },
      { member: "/when/any/0/at", reference: "/kind", pattern: "/kind", matches: undefined },
      { member: "/when/any/1/not/at", reference: "1/b", pattern: "/a/b", matches: "x" },
      { member: "/when/any/2/at", reference: "9/c", pattern: undefined, matches: undefined },
    ]);
  });

  test("what texts they can match", () => {
    expect(whyUnmatchable("^a", undefined)).toBe('the text there needs a "maxLength"');
    expect(whyUnmatchable("^a", 5)).toBeUndefined();
    expect(whyUnmatchable("(", 5)).toBeUndefined();
    expect(whyUnmatchable(`${"(?:a|b)?".repeat(50)}c`, 10_000)).toMatch(/^its pattern /);
  });

  test("what messages call a place", async () => {
    const references = [
      "",
      "0",
      "12",
      "/a",
      "1/a",
      "/a/b~1c~0",
      "/*",
      "2/*",
      "/a/*",
      "1/a/*",
      "/a/*/*",
      "/a/*/b",
      "/a/1",
      "1/1",
    ];
    await save(
      "./names-of-places.txt",
      references.map((reference) => [JSON.stringify(reference), "=>", nameOf(reference)]),
    );
  });

  test("where a reference leads", () => {
    const from = (reference: string) => resolveReference("/a/*/b", reference);
    expect(["/x", "", "0", "1", "1/c", "2/c/*", "3", "3/x", "4", "1x", "-1"].map(from)).toEqual([
      "/x",
      "",
      "/a/*/b",
      "/a/*",
      "/a/*/c",
      "/a/c/*",
      "",
      "/x",
      undefined,
      "1x",
      "-1",
    ]);
  });
});

/** One rule at a time, in a small package, and what it reports about some candidates. */
interface Case {
  check: string;
  params?: Schema;
  at?: string[];
  when?: ConditionDocument;
  severity?: string;
  schema: Schema;
  normalization?: Schema;
  lists?: Schema;
  valid?: unknown;
  candidates: unknown[];
}

const text = { type: "string", maxLength: 60 };
const texts = { type: "array", maxItems: 100, items: text };
const any = { type: "array", maxItems: 100, items: {} };
const pair = objectOf({ a: text, b: { type: ["string", "null", "integer"], maxLength: 9 } });
const pairs = { type: "array", maxItems: 100, items: pair };

const CASES: Case[] = [
  {
    check: "in-list",
    params: { list: "sizes" },
    schema: { a: text },
    lists: {
      sizes: { values: ["small", "Medium", "large"], aliases: { big: "large", "very big": "large" } },
    },
    candidates: ["small", "SMALL ", "medium", "smal", "big", "very-big", "huge", "", 7].map((a) => ({ a })),
  },
  {
    check: "in-list",
    params: { list: "one" },
    schema: { a: text },
    lists: { one: { values: ["only"] } },
    candidates: ["only", "Only", "onyl", "else"].map((a) => ({ a })),
  },
  {
    check: "enough-text",
    params: { min: 5 },
    schema: { a: text },
    candidates: [
      "12345",
      "1234",
      " 1234 ",
      "  ",
      "",
      "e\u0301e\u0301e\u0301e\u0301",
      "x".repeat(20),
      `${"x".repeat(19)} `,
    ]
      .map((a) => ({ a }))
      .concat([{} as never]),
  },
  {
    check: "enough-text",
    params: { min: 1, required: true },
    schema: { a: text },
    severity: "warning",
    candidates: [{}, { a: "" }, { a: "x" }, { a: null }],
  },
  {
    check: "no-edge-whitespace",
    schema: { a: text },
    candidates: [" x", "x\t", "x", "", " ", "\u2003x", 7].map((a) => ({ a })),
  },
  {
    check: "no-unsafe-characters",
    params: { classes: ["bidi", "zero-width", "invisible", "control"] },
    schema: { a: text },
    candidates: ["x\u202ey", "\u200b", "x \u200b", " \u200bx", "x\u0000y", "a\u200db", "plain"].map((a) => ({
      a,
    })),
  },
  {
    check: "no-unsafe-characters",
    params: { classes: ["zero-width", "invisible"], sequencesAt: ["/a"] },
    at: ["/a", "/b"],
    schema: { a: text, b: text },
    candidates: [
      { a: "👩\u200d💻", b: "👩\u200d💻" },
      { a: "x\u200dy" },
      { b: "\u200b\u200c\u200d\u2060\u180e\u034f\u115f\u3164\uffa0\u2061" },
    ],
  },
  ...(["date", "integer", "uuid", "url", "boolean", "object", "array", "email", "time"] as const).map(
    (type) => ({
      check: "value-type",
      params: { type },
      schema: { a: {} },
      candidates: [
        "2026-02-30",
        "14.3.2026",
        "7",
        7,
        7.5,
        "yes",
        [],
        {},
        null,
        "\ud800",
        Number.NaN,
        "a@b.example",
        "http://x.example",
      ].map((a) => ({
        a,
      })),
    }),
  ),
  {
    check: "matches",
    params: { pattern: "^[a-z]+$", form: "small letters" },
    schema: { a: text },
    normalization: { prose: ["/a"] },
    candidates: ["abc", " abc ", "Abc", ""].map((a) => ({ a })),
  },
  {
    check: "does-not-match",
    params: { pattern: "FIXME", form: "a note to yourself" },
    schema: { a: text },
    candidates: ["done", "FIXME: write it"].map((a) => ({ a })),
  },
  {
    check: "unique",
    schema: { list: any },
    at: ["/list"],
    candidates: [
      [1, 1],
      [1, "1"],
      ["a", "A"],
      [null, null],
      [true, true],
      [{ a: 1 }, { a: 1 }],
      [[1], [1], [1]],
      Array.from({ length: 17 }, (_, at) => at % 16),
      Array.from({ length: 17 }, (_, at) => at),
    ].map((list) => ({ list })),
  },
  {
    check: "unique",
    params: { by: "this.normalized().lower()" },
    schema: { list: texts },
    at: ["/list"],
    candidates: [
      ["a", "A"],
      [" a", "a"],
      ["a", "b"],
    ].map((list) => ({ list })),
  },
  {
    check: "unique",
    params: { member: "a" },
    schema: { list: pairs },
    at: ["/list"],
    candidates: [
      [{ a: "x" }, { a: "x", b: 1 }],
      [{}, {}],
      [{ a: 7 }, { a: 7 }],
    ].map((list) => ({ list })),
  },
  {
    check: "unique",
    params: { by: "this.?a.orValue('')" },
    schema: { list: pairs },
    at: ["/list"],
    candidates: [{ list: [{}, {}] }],
  },
  {
    check: "unique",
    params: { by: "[this.?a.orValue(''), string(this.?b.orValue(0))]" },
    schema: { list: pairs },
    at: ["/list"],
    candidates: [
      [
        { a: "x", b: 1 },
        { a: "x", b: 2 },
      ],
      [
        { a: "x", b: 1 },
        { a: "y", b: 1 },
        { a: "x", b: 1 },
      ],
      [{ b: 1 }, { a: "x" }, { b: 1 }],
    ].map((list) => ({ list })),
  },
  {
    check: "unique",
    params: { by: "int(this)" },
    schema: { list: texts },
    at: ["/list"],
    candidates: [
      ["1", "01"],
      ["1", "one"],
    ].map((list) => ({ list })),
  },
  {
    check: "unique",
    params: { member: "b" },
    schema: { list: pairs },
    at: ["/list"],
    candidates: [
      [{ b: null }, { b: null }],
      [{ b: 3 }, { b: 3 }],
    ].map((list) => ({ list })),
  },
  {
    check: "sorted",
    schema: { list: any },
    at: ["/list"],
    candidates: [
      [1, 2, 2],
      [2, 1],
      ["b", "a"],
      ["a", 1],
      [1, "a"],
      ["a", null, "b"],
      ["b", null, "a"],
      [3, 1, 2],
      [1, 3, 2],
      ["a", "B"],
      [],
    ]
      .map((list) => ({ list }))
      .concat([
        { list: Array.from({ length: 65 }, (_, at) => 65 - at) },
        { list: Array.from({ length: 64 }, (_, at) => 64 - at) },
      ]),
  },
  ...(["exactly-one", "at-least-one", "at-most-one", "all-or-none"] as const).map(
    (count): Case => ({
      check: "one-of-members",
      params: { members: ["a", "b", "c", "d"], count },
      schema: { a: text, b: { type: "integer" }, c: text, d: text },
      at: [""],
      valid: count.startsWith("a") && count !== "at-least-one" ? {} : { a: "x" },
      candidates: [
        {},
        { a: "x" },
        { a: "x", b: 1 },
        { a: "x", b: "1", c: "x" },
        { a: "x", b: 1, c: "x", d: "x" },
      ],
    }),
  ),
  {
    check: "one-of-members",
    params: { members: ["a", "b"], count: "exactly-one" },
    schema: { kind: text, a: text, b: text },
    at: [""],
    when: { at: "/kind", equals: "x" },
    candidates: [{ kind: "x" }, { kind: "x", a: "1", b: "2" }, { kind: "y" }],
  },
  {
    check: "required-when",
    schema: { kind: text, a: text },
    when: { at: "/kind", equals: "x" },
    candidates: [{ kind: "x" }, { kind: "x", a: "" }, { kind: "y" }, { kind: 7 }, {}],
  },
  {
    check: "forbidden-when",
    schema: { kind: text, a: text },
    when: { at: "/kind", present: false },
    candidates: [{ a: "x" }, { kind: "x", a: "x" }, {}],
    valid: {},
  },
  {
    check: "matches",
    params: { pattern: "^x", form: "x first" },
    schema: { kind: text, a: text },
    when: { not: { at: "/kind", equals: "free" } },
    candidates: [
      { a: "y" },
      { kind: "free", a: "y" },
      { kind: "z", a: "\ud800" },
      { kind: "z" },
      { kind: 7, a: "y" },
    ],
  },
  ...[
    { is: "contained-in", to: "/list" },
    { is: "not-contained-in", to: "/list" },
    { is: "contained-in", value: ["red", "green", "blue"] },
  ].map(
    (params): Case => ({
      check: "compare",
      params,
      schema: { a: { type: ["string", "number"], maxLength: 30 }, list: any },
      candidates: [
        { a: "red", list: ["red", 1] },
        { a: "redd", list: ["red", "green"] },
        { a: "redd", list: [1, "red", null] },
        { a: "RED", list: ["red", "green"] },
        { a: "n-red", list: ["red"] },
        { a: "black", list: [] },
        { a: 1, list: ["red", 1] },
        { a: 2, list: [1] },
        { a: "red" },
      ],
    }),
  ),
  ...[
    { is: "equal", value: "x" },
    { is: "equal", to: "/b" },
    { is: "different", to: "/b" },
    { is: "starts-with", to: "/b" },
  ].map(
    (params): Case => ({
      check: "compare",
      params,
      schema: { a: text, b: text },
      valid: {},
      candidates: [
        { a: "x", b: "x" },
        { a: "X ", b: "x" },
        { a: "<x>", b: "x" },
        { a: "xy!", b: "x" },
        { a: "yX", b: "x" },
        { a: "z" },
        { a: "x", b: 7 },
        { a: "x", b: "y".repeat(61) },
      ],
    }),
  ),
  ...(["less", "less-or-equal", "greater", "greater-or-equal"] as const).map(
    (is): Case => ({
      check: "compare",
      params: { is, to: "1/high" },
      at: ["/list/*/low"],
      schema: {
        list: {
          type: "array",
          maxItems: 9,
          items: objectOf({ low: { type: "number" }, high: { type: "number" } }),
        },
      },
      candidates: [
        {
          list: [
            { low: 1, high: 2 },
            { low: 2, high: 2 },
            { low: 3, high: 2 },
            { low: 1 },
            { low: 9, high: "1" },
          ],
        },
      ],
    }),
  ),
  {
    check: "compare",
    params: { is: "contained-in", to: "/list" },
    schema: { a: { type: "string", maxLength: 3 }, list: any },
    candidates: [
      { a: "lon", list: ["long"] },
      { a: "on", list: ["one"] },
    ],
  },
  {
    check: "compare",
    params: { is: "equal", to: "/b" },
    schema: {
      a: { type: ["string", "null", "array"], maxLength: 9 },
      b: { type: ["string", "null", "array"], maxLength: 9 },
    },
    candidates: [
      { a: null, b: null },
      { a: "x", b: null },
      { a: "x", b: ["y"] },
      { a: ["x"], b: ["x"] },
    ],
  },
  {
    check: "compare",
    params: { is: "contained-in", to: "1/options" },
    at: ["/list/*/pick"],
    schema: {
      list: {
        type: "array",
        maxItems: 9,
        items: objectOf({ pick: text, options: { type: "array", maxItems: 9, items: text } }),
      },
    },
    candidates: [
      {
        list: [{ pick: "x", options: ["x"] }, { pick: "x", options: ["y"] }, { pick: "x" }],
      },
    ],
  },
  {
    check: "compare",
    params: { is: "contained-in", to: "1/list/*/a" },
    at: ["/map/*/pick"],
    schema: {
      map: { type: "object", maxProperties: 9, additionalProperties: objectOf({ pick: text, list: pairs }) },
    },
    candidates: [
      { map: { "*": { pick: "x", list: [{ a: "y" }] }, b: { pick: "x", list: [{ a: "x" }] } } },
      { map: { "*": { pick: "x", list: [{ a: 7 }] } } },
    ],
  },
  {
    check: "compare",
    params: { is: "contained-in", to: "/list/*/a" },
    at: ["/a"],
    schema: { a: text, list: pairs },
    candidates: [
      { a: "x", list: [{ a: "x" }] },
      { a: "x", list: [] },
      { a: "x" },
      { a: "xray", list: [{ a: "xrya" }, {}] },
      { a: "x", list: [{ a: 7 }] },
    ],
  },
];

describe("one rule at a time", () => {
  const registered = [
    { id: "first-name", name: "First name" },
    { id: "iban", name: "" },
  ];
  const context = { registry: createRegistry(registered, "2026-01-01T00:00:00Z"), now: 0 };
  const REGISTRY_CASES: Case[] = [
    {
      check: "not-in-registry",
      schema: { a: { type: ["string", "number"], maxLength: 30 } },
      candidates: ["first-name", "First-Name", "iban", "new", 7, ""].map((a) => ({ a })),
    },
    {
      check: "not-in-registry",
      params: { prefix: "x_" },
      schema: { a: text },
      candidates: ["first-name", "x_first-name", "x_IBAN"].map((a) => ({ a })),
    },
    {
      check: "in-registry",
      schema: { a: { type: ["string", "number", "null"], maxLength: 30 } },
      candidates: ["first-name", " First-Name", "frist-name", "nothing like it", 7, null].map((a) => ({ a })),
      valid: {},
    },
    {
      check: "in-registry",
      params: { prefix: "x_" },
      schema: { a: text },
      candidates: ["x_iban", "iban", "x_ibna", "x_IBAN"].map((a) => ({ a })),
      valid: {},
    },
    {
      check: "unlike-registered-ids",
      severity: "warning",
      schema: { a: text },
      candidates: ["first-name", "first_name", "firstname", "frist-name", "other"].map((a) => ({ a })),
    },
    {
      check: "unlike-registered-names",
      severity: "warning",
      schema: { a: text },
      candidates: ["First name", "First names", "Frist name", "Other"].map((a) => ({ a })),
    },
  ];

  const cases = [...CASES, ...REGISTRY_CASES];
  // In small groups, so that a change is found by a quick test.
  const groupOf = ({ check, params = {} }: Case) =>
    [check, params.is ?? params.type ?? params.count].filter((part) => part !== undefined).join("-");
  const names = [...new Set(cases.map(groupOf))];

  test.each(names)("what %s reports, and what repairs it", async (name) => {
    const describeDiagnostic = createDescriber();
    const text = cases
      .filter((given) => groupOf(given) === name)
      .map((given) => show(given, describeDiagnostic).join("\n"))
      .join("\n\n");
    await expect(`${showInvisible(text)}\n`).toMatchFileSnapshot(`./one-rule-at-a-time/${name}.txt`);
  });

  function show(given: Case, describeDiagnostic: ReturnType<typeof createDescriber>): string[] {
    const { check, params, at = ["/a"], when, severity = "error", schema, normalization, lists } = given;
    const rule = { code: "a-rule", check, at, severity, ...(params && { params }), ...(when && { when }) };
    const document = packageOf(
      objectOf(schema),
      {},
      {
        rules: [rule],
        docs: { "a-rule": { summary: "It is wrong.", fix: "Change it." } },
        ...(normalization && { normalization }),
        ...(lists && { lists }),
      },
    );
    const loaded = loadSpecPackage(withExample(document, given));
    if (!loaded.ok) throw new Error(`${check}: ${JSON.stringify(loaded.reasons)}`);
    const { spec } = loaded;
    const said = given.candidates.flatMap((candidate) => {
      const { diagnostics } = checkCandidate(spec, candidate, context);
      expect(isClean(spec, candidate, context)).toBe(
        diagnose(spec, candidate, context).diagnostics.length === 0,
      );
      const { repaired } = repairCandidate(spec, candidate, context, "suggested");
      const isRepaired = repaired !== undefined && repaired.patch.length > 0;
      return [
        ` ${JSON.stringify(candidate)}`,
        ...diagnostics.flatMap(describeDiagnostic),
        ...(isRepaired ? [`   repaired: ${JSON.stringify(repaired.candidate)}`] : []),
      ];
    });
    const condition = when === undefined ? "" : ` when ${describeCondition(when)}`;
    return [`${check} ${JSON.stringify(params ?? {})}${condition}`, ...said];
  }

  /** The example that has to pass: the first candidate that does, or the empty one. */
  function withExample(document: unknown, { candidates, valid }: Case): unknown {
    const tried = [...(valid === undefined ? [] : [valid]), ...candidates, {}].map((candidate) => {
      const copy = structuredClone(document) as { examples: Record<string, unknown> };
      copy.examples.valid = [{ title: "One", candidate }];
      copy.examples.registry = registered.slice(0, 1);
      return copy;
    });
    return tried.find((copy) => loadSpecPackage(copy).ok) ?? tried[0];
  }
});
