/** What changes of conditions, registries and parameters mean for candidates. False for `canBreak` is a promise. */
import { describe, expect, test } from "vitest";
import { diffSpecPackages, type SpecPackage, type SpecPackageDocument } from "../../../src/core/index.ts";
import { checkSpecPackage } from "../../../src/core/publishing/advice.ts";
import { load, readJson } from "../datagen.ts";
import { altered } from "../scenario.ts";
import {
  codesOf,
  load as loadSmall,
  objectOf,
  packageOf as smallPackageOf,
} from "../schema/small-package.ts";

type Changes = { set?: Record<string, unknown>; remove?: string[] };

function packageOf(check: string, changes: Changes = {}): SpecPackageDocument {
  return altered(readJson(`../checks/${check}/spec-package.json`), changes) as SpecPackageDocument;
}

/** The effects of changing the package of a check, as `effect pointer`. */
function effects(check: string, changes: Changes, before: Changes = {}): string[] {
  const [was, is] = [load(packageOf(check, before)), load(packageOf(check, changes))];
  return diffSpecPackages(was, is)
    .changes.filter(({ pointer }) => pointer !== "/version")
    .map(({ effect, pointer }) => `${effect} ${pointer}`);
}

const kind = { at: "/kind", equals: "x" };

describe("conditions", () => {
  test.each<[string, Changes, Changes, string]>([
    ["a rule gets one", { set: { "/rules/2/when": kind } }, {}, "loosens /rules/2/when"],
    ["a rule loses it", {}, { set: { "/rules/2/when": kind } }, "tightens /rules/2/when"],
    [
      "a rule gets another",
      { set: { "/rules/2/when": kind } },
      { set: { "/rules/2/when": { not: kind } } },
      "either /rules/2/when",
    ],
  ])("%s", (_name, changes, before, effect) => {
    expect(effects("compare", changes, before)).toEqual([effect]);
  });

  test("of a warning do not matter", () => {
    const was = { set: { "/rules/2/severity": "warning" } };
    const is = { set: { "/rules/2/severity": "warning", "/rules/2/when": kind } };
    expect(effects("compare", is, was)).toEqual(["none /rules/2/when"]);
  });
});

describe("registries", () => {
  test("that are asked and read in another way can change any verdict", () => {
    expect(effects("in-registry", { set: { "/registries/chains/case": "exact" } })).toEqual([
      "either /registries/chains",
    ]);
  });

  test("that nobody asks change nothing, and are advised against", () => {
    const more = { set: { "/registries/spare": { member: "spare" } } };
    expect(effects("in-registry", more)).toEqual(["none /registries/spare"]);
    const { findings } = checkSpecPackage(packageOf("in-registry", more));
    const unused = findings.filter(({ code }) => code === "registry-unused");
    expect(unused.map(({ pointer }) => pointer)).toEqual(["/registries/spare"]);
  });
});

describe("a list of types that only the records of a candidate are judged by", () => {
  const text = { type: "string", maxLength: 20 };
  const records = (types: string[]) => ({
    lists: { types: { values: types } },
    rules: [
      {
        code: "record",
        check: "records-match-fields",
        at: ["/records"],
        severity: "error",
        params: { fields: "/fields", name: "name", type: "type", types: "types" },
      },
    ],
    docs: Object.fromEntries(
      ["missing", "unknown", "mismatch"].map((kind) => [`record-${kind}`, { summary: "x.", fix: "y." }]),
    ),
    examples: {
      valid: [{ title: "None", candidate: {} }],
      invalid: [
        {
          title: "A field that is not declared",
          candidate: { fields: [{ name: "a", type: "string" }], records: [{ a: "x", b: 1 }] },
          expect: [{ code: "record-unknown", pointer: "/records/0/b" }],
        },
      ],
    },
  });
  const schema = objectOf({
    fields: { type: "array", maxItems: 9, items: objectOf({ name: text, type: text }) },
    records: { type: "array", maxItems: 9, items: { type: "object" } },
  });

  test("can refuse more when it has more words, because a type that is not in it is let pass", () => {
    const [was, is] = [["string"], ["string", "integer"]].map((types) =>
      loadSmall(schema, {}, records(types)),
    );
    const { changes } = diffSpecPackages(was!, is!);
    expect(changes.map(({ effect, pointer }) => `${effect} ${pointer}`)).toContain(
      "either /lists/types/values",
    );
  });

  test("belongs to a rule that an example of one of its codes shows at work", () => {
    const { findings } = checkSpecPackage(smallPackageOf(schema, {}, records(["string"])));
    expect(findings).toEqual([]);
  });
});

describe("parameters", () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    [
      "unique",
      "another key",
      { "/rules/0/params/by": "has(this.email) ? this.email : null" },
      "either /rules/0/params",
    ],
    ["one-of-members", "exactly one", { "/rules/0/params/count": "exactly-one" }, "either /rules/0/params"],
    ["compare", "another relation", { "/rules/1/params/is": "less" }, "either /rules/1/params"],
  ])("%s: %s", (check, _name, set, effect) => {
    expect(effects(check, { set })).toEqual([effect]);
  });
});

describe("what a build alters can break a candidate that passed", () => {
  const text = { type: "string", maxLength: 9 };
  const docs = (code: string) => ({ [code]: { summary: "It is wrong.", fix: "Correct it." } });
  const needed = {
    rules: [
      {
        code: "glow-needed",
        check: "required-when",
        at: ["/glow"],
        severity: "error",
        when: { not: { at: "/mode", equals: "plain" } },
      },
    ],
    docs: docs("glow-needed"),
  };
  const modes = (mode: object) => loadSmall(objectOf({ mode, glow: text }), { glow: "x" }, needed);
  const unlike = (b: object) => {
    const items = objectOf({ a: text, b });
    return loadSmall(objectOf({ items: { type: "array", maxItems: 9, uniqueItems: true, items } }));
  };
  const saying = (at: string, expression: string) => ({
    rules: [
      {
        code: "first",
        check: "holds",
        at: [at],
        severity: "error",
        message: "It is wrong.",
        params: { expression },
      },
    ],
    docs: docs("first"),
  });
  const ordered = (...values: string[]) => orderedBy(values, { enum: ["p", "q"] });
  const anyOrdered = (...values: string[]) => orderedBy(values, text);
  const orderedBy = (values: string[], items: object) =>
    loadSmall(
      objectOf({ tags: { type: "array", maxItems: 9, items } }),
      {},
      {
        lists: { words: { values } },
        normalization: { sets: [{ at: "/tags", list: "words" }] },
        ...saying("/tags", "this.size() == 0 || this[0] != 'q'"),
      },
    );

  const numbers = (n: object) => loadSmall(objectOf({ n, b: text }), {}, saying("/n", "this / 2 <= 3"));
  const whole = (expression: string, b: object) =>
    loadSmall(objectOf({ a: text, b }), {}, saying("/a", expression));
  const inside = (kind: object) =>
    loadSmall(
      objectOf({
        main: objectOf({ kind: text }),
        all: { type: "array", maxItems: 3, items: objectOf({ kind }) },
      }),
      {},
      {
        rules: [
          {
            code: "other",
            check: "compare",
            at: ["/main"],
            severity: "error",
            params: { is: "not-contained-in", to: "/all" },
          },
        ],
        docs: docs("other"),
      },
    );

  test.each<[string, SpecPackage, SpecPackage, object]>([
    ["a whole number that may be any", numbers({ type: "integer" }), numbers({ type: "number" }), { n: 7 }],
    [
      "a list of whole numbers that gets another",
      numbers({ enum: [1, 7] }),
      numbers({ enum: [1, 2.5, 7] }),
      { n: 7 },
    ],
    ...["root.size() < 2", "parent.size() < 2", "!(this in root)"].map(
      (expression) =>
        [
          `a default of what ${expression} looks at`,
          whole(expression, text),
          whole(expression, { ...text, default: "z" }),
          { a: "b" },
        ] as [string, SpecPackage, SpecPackage, object],
    ),
    [
      "a word of a set whose items may be any texts",
      anyOrdered("p"),
      anyOrdered("q", "p"),
      { tags: ["p", "q"] },
    ],
    [
      "a default in the items of a list that a value is looked for in",
      inside(text),
      inside({ ...text, default: "z" }),
      { main: { kind: "z" }, all: [{}] },
    ],
    ["no default for a condition", modes({ ...text, default: "plain" }), modes(text), {}],
    [
      "a default in items that differ",
      unlike(text),
      unlike({ ...text, default: "z" }),
      { items: [{ a: "x" }, { a: "x", b: "z" }] },
    ],
    [
      "the order of a set whose first item counts",
      ordered("p", "q"),
      ordered("q", "p"),
      { tags: ["p", "q"] },
    ],
  ])("%s", (_name, was, is, candidate) => {
    expect([was, is].map((spec) => codesOf(spec, candidate).length)).toEqual([0, 1]);
    expect(diffSpecPackages(was, is).canBreak).toBe(true);
  });
});

test("the date of a warning, which never becomes an error, is no promise", () => {
  const schema = objectOf({ a: { type: "string", maxLength: 9 } });
  const rule = { code: "trim", check: "no-edge-whitespace", at: ["/a"], severity: "warning" };
  const is = loadSmall(
    schema,
    {},
    {
      rules: [{ ...rule, effectiveAt: "2027-01-01T00:00:00Z" }],
      docs: { trim: { summary: "It has spaces.", fix: "Trim it." } },
    },
  );
  expect(is.codes.find(({ code }) => code === "trim")).not.toHaveProperty("effectiveAt");
  const messages = diffSpecPackages(loadSmall(schema, {}), is).changes.map(({ message }) => message);
  expect(messages).toContain('The rule "trim" is new (warning).');
});
