/** Spec packages come from elsewhere: a bad one is refused with every reason, in bounded time, and never throws. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkCandidate, loadSpecPackage, type SpecPackageDocument } from "../../../src/core/index.ts";
import { setOwn } from "../../../src/core/json/values.ts";
import { exampleRegistries } from "../../../src/core/publishing/examples.ts";
import { draws } from "../../support/random.ts";
import { anyJson } from "../arbitraries.ts";
import { context, datagenDocument, load, readJson } from "../datagen.ts";

/** A package that may be spoiled anywhere. */
interface Loose {
  [member: string]: Loose;
}

const good = () => datagenDocument() as unknown as Loose;

/** The reasons for refusing a package, as `code at pointer`. */
function reasonsOf(value: unknown): string[] {
  const loaded = loadSpecPackage(value);
  if (loaded.ok) return [];
  for (const { message } of loaded.reasons) expect(message).toMatch(/[.?]$/);
  return loaded.reasons.map(({ code, pointer }) => `${code} at ${pointer}`);
}

/** The reasons for refusing the good package with something changed. */
function reasonsFor(spoil: (document: Loose) => unknown): string[] {
  const document = good();
  spoil(document);
  return reasonsOf(document);
}

const put = (place: Loose, members: Record<string, unknown>) => void Object.assign(place, members);
const append = (list: Loose, value: unknown) => (list as unknown as unknown[]).push(value);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

describe("the good package", () => {
  test("loads, and its digest does not depend on the order of members", () => {
    const turned = Object.fromEntries(Object.entries(datagenDocument()).reverse());
    expect(load(turned).digest).toBe(load(datagenDocument()).digest);
    expect(load(datagenDocument()).digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(load({ ...datagenDocument(), version: "1.0.2" }).digest).not.toBe(load(datagenDocument()).digest);
  });
});

describe("schemas", () => {
  const id = (document: Loose) => document.schema!.properties!.generatorId!;
  const at = "/schema/properties/generatorId";

  test.each<[string, string]>([
    ["nested repetition", "^(a+)+$"],
    ["nested repetition of a class", "^([a-z]*)*$"],
    ["look-ahead", "^(?=a)b"],
    ["negative look-ahead", "^(?!a)b"],
    ["look-behind", "(?<=a)b"],
    ["a back-reference", "^(a)\\1$"],
    ["a named back-reference", "^(?<x>a)\\k<x>$"],
    ["an unclosed group", "^(a"],
    ["a huge repetition", "^a{100000}$"],
    ["repetitions of repetitions", "^((a{100}){100}){100}$"],
    ["a program too large", "^(abcdefghij){0,900}$"],
    ["a source too long", `^${"a".repeat(600)}$`],
  ])("a pattern with %s is refused", (_, pattern) => {
    expect(reasonsFor((document) => put(id(document), { pattern }))).toContain(
      `pattern-refused at ${at}/pattern`,
    );
  });

  test("a pattern that would be slow elsewhere is not slow here", () => {
    const document = good();
    put(id(document), { pattern: "^(?:a|aa)+$|^[A-Za-z0-9._-]+$", maxLength: 10_000 });
    const spec = load(document);
    const result = checkCandidate(spec, { generatorId: `${"a".repeat(9_000)}!` }, context);
    expect(result.diagnostics.map(({ code }) => code)).toContain("text-pattern");
  });

  test.each<[string, (document: Loose) => unknown, string[]]>([
    [
      "a pattern that takes too many steps on a text of the allowed length",
      (d) => put(id(d), { pattern: "^(?:a|aa)+$|^[A-Za-z0-9._-]+$", maxLength: 100_000 }),
      [`pattern-refused at ${at}/pattern`],
    ],
    ["hidden characters in a title", (d) => put(d, { title: "a\u202eb" }), ["package-unsafe-text at /title"]],
    ["a pattern without maxLength", (d) => delete id(d).maxLength, [`pattern-unbounded at ${at}/pattern`]],
    ["a pattern that is no text", (d) => put(id(d), { pattern: 5 }), [`keyword-value at ${at}/pattern`]],
    [
      "a remote $ref",
      (d) => put(d.schema!.properties!, { owner: { $ref: "https://example.org/owner.json" } }),
      ["ref-not-local at /schema/properties/owner/$ref"],
    ],
    [
      "a $ref to a file",
      (d) => put(d.schema!.properties!, { owner: { $ref: "file:///etc/passwd" } }),
      ["ref-not-local at /schema/properties/owner/$ref"],
    ],
    [
      "a $ref that is no text",
      (d) => put(d.schema!.properties!, { owner: { $ref: 5 } }),
      ["keyword-value at /schema/properties/owner/$ref"],
    ],
    [
      "a $ref to nothing",
      (d) => put(d.schema!.properties!, { owner: { $ref: "#/$defs/nobody" } }),
      ["ref-unknown at /schema/properties/owner/$ref"],
    ],
    [
      "a $ref to what every object has",
      (d) => put(d.schema!.properties!, { owner: { $ref: "#/$defs/constructor" } }),
      ["ref-unknown at /schema/properties/owner/$ref"],
    ],
    [
      "a definition that contains itself",
      (d) => put(d.schema!.$defs!.outputField!.properties!, { description: { $ref: "#/$defs/outputField" } }),
      ["ref-cyclic at /schema/$defs/outputField/properties/description/$ref"],
    ],
    [
      "two definitions that contain each other",
      (d) => {
        put(d.schema!.$defs!, { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } });
        put(d.schema!.properties!, { owner: { $ref: "#/$defs/a" } });
      },
      ["ref-cyclic at /schema/$defs/b/$ref"],
    ],
    [
      "definitions that multiply",
      (d) => {
        const doubled = (name: string) => ({
          type: "object",
          properties: Object.fromEntries(many(4, (i) => [`m${i}`, { $ref: `#/$defs/${name}` }])),
        });
        put(d.schema!.$defs!, {
          ...Object.fromEntries(many(12, (i) => [`d${i}`, doubled(`d${i + 1}`)])),
          d12: { type: "string" },
        });
        put(d.schema!.properties!, { owner: { $ref: "#/$defs/d0" } });
      },
      ["schema-too-large at /schema"],
    ],
    [
      "a schema of too many levels",
      (d) => {
        let deep: unknown = { type: "string" };
        for (let level = 0; level < 20; level++) deep = { type: "array", items: deep };
        put(d.schema!.properties!, { owner: deep });
      },
      [`schema-too-deep at /schema/properties/owner${"/items".repeat(16)}`],
    ],
    [
      "keywords that are not allowed",
      (d) =>
        put(d.schema!, {
          $dynamicRef: "#x",
          unevaluatedItems: { type: "strin" },
          nullable: true,
          oneOf: [],
        }),
      [
        ...["$dynamicRef", "unevaluatedItems", "nullable"].map(
          (keyword) => `keyword-not-allowed at /schema/${keyword}`,
        ),
        "keyword-value at /schema/unevaluatedItems/type",
        "keyword-value at /schema/oneOf",
      ],
    ],
    ["a misspelled keyword", (d) => put(id(d), { maxlength: 5 }), [`keyword-not-allowed at ${at}/maxlength`]],
    [
      "a keyword on the wrong type",
      (d) => put(id(d), { minItems: 5 }),
      [`keyword-not-allowed at ${at}/minItems`],
    ],
    ["a length below zero", (d) => put(id(d), { minLength: -1 }), [`keyword-value at ${at}/minLength`]],
    [
      "a length that is no number",
      (d) => put(id(d), { maxLength: "9" }),
      [`keyword-value at ${at}/maxLength`],
    ],
    ["a type twice", (d) => put(id(d), { type: ["string", "string"] }), [`keyword-value at ${at}/type`]],
    ["an unknown format", (d) => put(id(d), { format: "e-mail" }), [`format-unknown at ${at}/format`]],
    [
      "a schema that is none",
      (d) => put(d.schema!.properties!, { owner: "string" }),
      ["schema-shape at /schema/properties/owner"],
    ],
    [
      "a wrong schema that nothing refers to",
      (d) => put(d.schema!.$defs!, { spare: { type: "text" } }),
      ["keyword-value at /schema/$defs/spare/type"],
    ],
    [
      "a required member that is not declared",
      (d) => append(d.schema!.required!, "owners"),
      ["required-undeclared at /schema/required/7"],
    ],
    [
      "an enum without values",
      (d) => put(d.schema!.properties!, { owner: { enum: [] } }),
      ["keyword-value at /schema/properties/owner/enum"],
    ],
    [
      "an enum with values of another type",
      (d) => put(d.schema!.properties!.owner!.properties!, { kind: { type: "string", enum: ["human", 5] } }),
      ["keyword-value at /schema/properties/owner/properties/kind/enum/1"],
    ],
    [
      "an enum and a const",
      (d) => put(d.schema!.properties!.owner!.properties!, { kind: { enum: ["human"], const: "human" } }),
      ["keyword-not-allowed at /schema/properties/owner/properties/kind/const"],
    ],
    [
      "a default that does not pass",
      (d) => put(d.schema!.properties!.rationaleNotes!, { default: 5 }),
      ["default-invalid at /schema/properties/rationaleNotes/default"],
    ],
    [
      "a candidate that is no object",
      (d) => put(d, { schema: { type: "array" } }),
      ["schema-root at /schema/type"],
    ],
  ])("%s is refused", (_, spoil, expected) => {
    expect(reasonsFor(spoil)).toEqual(expect.arrayContaining(expected));
  });

  test("a member that must be endlessly long gives a placeholder that is not", () => {
    const document = good();
    put(document.schema!.properties!, { motto: { type: "string", minLength: 2 ** 40 } });
    const { diagnostics } = checkCandidate(load(document), { motto: "x" }, context);
    expect(JSON.stringify(diagnostics).length).toBeLessThan(20_000);
  });
});

describe("conditions and registries", () => {
  const when = (condition: unknown) => (d: Loose) => put(d.rules![3]!, { when: condition });
  const test50 = many(20, () => ({ any: many(3, () => ({ at: "/generatorId", equals: "x" })) }));
  const registry = (declared: unknown) => (d: Loose) => put(d, { registries: declared });

  test.each<[string, (document: Loose) => unknown, string[]]>([
    ["a condition that is a text", when("true"), ["expression-invalid at /rules/3/when"]],
    ["a group without conditions", when({ all: [] }), ["list-too-short at /rules/3/when/all"]],
    [
      "a group of 21",
      when({ any: many(21, () => ({ at: "/generatorId", equals: 1 })) }),
      ["list-too-long at /rules/3/when/any"],
    ],
    ["60 tests", when({ all: test50 }), ["condition-invalid at /rules/3/when"]],
    [
      "a group and a test",
      when({ all: [{ at: "/generatorId", equals: 1 }], at: "/generatorId", equals: 1 }),
      ["condition-invalid at /rules/3/when"],
    ],
    [
      "a place that every object has",
      when({ at: "/constructor", present: true }),
      ["path-undeclared at /rules/3/when/at"],
    ],
    [
      "a number of levels that never ends",
      when({ at: `${"9".repeat(200)}/x`, present: true }),
      ["text-pattern at /rules/3/when/at"],
    ],
    [
      "a pattern that is too costly for the text there",
      when({ at: "/description", matches: "^(abcdefghij){0,90}$" }),
      ["condition-invalid at /rules/3/when/at"],
    ],
    [
      "a thousand registries",
      registry(Object.fromEntries(many(1_000, (n) => [`r${n}`, { member: "m" }]))),
      ["list-too-long at /registries"],
    ],
    [
      "a registry whose list is the next page",
      registry({ a: { member: "next" } }),
      ["registry-invalid at /registries/a/member"],
    ],
    [
      "a registry called __proto__",
      (d) => setOwn(d, "registries", JSON.parse('{"__proto__":{"member":"m"}}')),
      ["registry-invalid at /registries/__proto__"],
    ],
    [
      "a registry that every object has",
      (d) => put(d.rules![3]!, { check: "in-registry", params: { registry: "toString" } }),
      ["rule-invalid at /rules/3"],
    ],
  ])("%s is refused", (_name, spoil, reasons) => {
    expect(reasonsFor(spoil)).toEqual(reasons);
  });
});

describe("rules, lists, docs and normalization", () => {
  const rule = (document: Loose, index: number) => document.rules![index]!;

  test.each<[string, (document: Loose) => unknown, string[]]>([
    ["an unknown check", (d) => put(rule(d, 3), { check: "in-lists" }), ["check-unknown at /rules/3/check"]],
    [
      "a check that every object has",
      (d) => put(rule(d, 3), { check: "constructor" }),
      ["check-unknown at /rules/3/check"],
    ],
    [
      "an unknown parameter",
      (d) => put(rule(d, 3), { params: { list: "ownerKinds", strict: true } }),
      ["member-unknown at /rules/3/params/strict"],
    ],
    [
      "a missing parameter",
      (d) => put(rule(d, 3), { params: {} }),
      ["member-missing at /rules/3/params/list"],
    ],
    ["absent parameters", (d) => delete rule(d, 3).params, ["member-missing at /rules/3/params/list"]],
    [
      "a parameter of the wrong type",
      (d) => put(rule(d, 6), { params: { min: "20" } }),
      ["type-mismatch at /rules/6/params/min"],
    ],
    [
      "a parameter out of bounds",
      (d) => put(rule(d, 6), { params: { min: 0 } }),
      ["number-too-small at /rules/6/params/min"],
    ],
    ["an unknown list", (d) => put(rule(d, 3), { params: { list: "kinds" } }), ["rule-invalid at /rules/3"]],
    [
      "a list that every object has",
      (d) => put(rule(d, 3), { params: { list: "toString" } }),
      ["rule-invalid at /rules/3"],
    ],
    [
      "types that the check does not know",
      (d) => append(d.lists!.fieldTypes!.values!, "colour"),
      ["rule-invalid at /rules/11"],
    ],
    [
      "fields that the schema does not declare",
      (d) => put(rule(d, 11).params!, { fields: "/outputField" }),
      ["path-undeclared at /rules/11/params"],
    ],
    [
      "a member of the fields that the schema does not declare",
      (d) => put(rule(d, 11).params!, { name: "nam" }),
      ["path-undeclared at /rules/11/params"],
    ],
    [
      "a member to compare that the schema does not declare",
      (d) => put(rule(d, 7).params!, { member: "nam" }),
      ["path-undeclared at /rules/7/params"],
    ],
    [
      "a place that the schema does not declare",
      (d) => put(rule(d, 3), { at: ["/owner/kind", "/owner/kin"] }),
      ["path-undeclared at /rules/3/at/1"],
    ],
    [
      "a reserved code",
      (d) => {
        put(rule(d, 3), { code: "type-mismatch" });
        put(d.docs!, { "type-mismatch": { summary: "s", fix: "m" } });
      },
      ["code-reserved at /rules/3/code", "docs-unused at /docs/owner-kind-not-allowed"],
    ],
    [
      // Several rules may share a code.
      "a code whose rule took the code of another",
      (d) => put(rule(d, 4), { code: "owner-kind-not-allowed" }),
      ["docs-unused at /docs/generator-id-taken"],
    ],
    ["a code without docs", (d) => delete d.docs!["strategy-unknown"], ["docs-missing at /docs"]],
    [
      "docs without a code",
      (d) => put(d.docs!, { "a/b": { summary: "s", fix: "m" } }),
      ["docs-unused at /docs/a~1b"],
    ],
    [
      "a moment that is not on the calendar",
      (d) => put(rule(d, 3), { effectiveAt: "2027-02-30T00:00:00Z" }),
      ["time-invalid at /rules/3/effectiveAt"],
    ],
    [
      "a moment at an hour that does not exist",
      (d) => put(rule(d, 3), { effectiveAt: "2027-02-01T25:00:00Z" }),
      ["time-invalid at /rules/3/effectiveAt"],
    ],
    [
      "a moment that is none",
      (d) => put(rule(d, 3), { effectiveAt: "soon" }),
      ["text-pattern at /rules/3/effectiveAt"],
    ],
    [
      "a severity that is none",
      (d) => put(rule(d, 3), { severity: "fatal" }),
      ["value-not-allowed at /rules/3/severity"],
    ],
    [
      "a word twice in a list",
      (d) => append(d.lists!.strategies!.values!, "fast"),
      ["list-repeats at /lists/strategies/values"],
    ],
    [
      "an alias for no word of the list",
      (d) => put(d.lists!.strategies!.aliases!, { "a/b": "slow" }),
      ["alias-invalid at /lists/strategies/aliases/a~1b"],
    ],
    [
      "prose that is no text",
      (d) => append(d.normalization!.prose!, "/outputFields"),
      ["path-undeclared at /normalization/prose/4"],
    ],
    [
      "a set of an unknown list",
      (d) => put(d.normalization!.sets![0]!, { list: "none" }),
      ["set-invalid at /normalization/sets/0"],
    ],
    [
      "a set that is no list",
      (d) => put(d.normalization!.sets![0]!, { at: "/owner" }),
      ["path-undeclared at /normalization/sets/0/at"],
    ],
  ])("%s is refused", (_, spoil, expected) => {
    expect(reasonsFor(spoil).sort()).toEqual([...expected].sort());
  });
});

describe("examples", () => {
  test.each<[string, (document: Loose) => unknown, string[]]>([
    [
      "a valid one that fails",
      (d) => put(d.examples!.valid![0]!.candidate!, { generatorId: "first-name" }),
      ["example-fails at /examples/valid/0"],
    ],
    [
      "an invalid one that passes",
      (d) => put(d.examples!.invalid![0]!, { candidate: d.examples!.valid![0]!.candidate }),
      ["example-fails at /examples/invalid/0"],
    ],
    [
      "an invalid one that fails otherwise",
      (d) => put(d.examples!.invalid![0]!.expect![1]!, { pointer: "/generatorName" }),
      ["example-fails at /examples/invalid/0"],
    ],
    [
      "an invalid one with more faults than it says",
      (d) => (d.examples!.invalid![0]!.expect as unknown as unknown[]).pop(),
      ["example-fails at /examples/invalid/0"],
    ],
    [
      "a valid one whose default is not",
      (d) => {
        put(d.schema!.properties!, { mood: { type: "string", default: "grim" } });
        put(d.rules![3]!, { at: ["/owner/kind", "/mood"] });
      },
      [
        "example-fails at /examples/valid/0",
        "example-fails at /examples/valid/1",
        ...[0, 1, 2, 3].map((index) => `example-fails at /examples/invalid/${index}`),
      ],
    ],
    ["none that are valid", (d) => put(d.examples!, { valid: [] }), ["list-too-short at /examples/valid"]],
    ["none at all", (d) => delete d.examples, ["member-missing at /examples"]],
  ])("%s", (_, spoil, expected) => {
    expect(reasonsFor(spoil)).toEqual(expected);
  });
});

describe("sizes", () => {
  const nested = (depth: number) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);

  test.each<[string, (document: Loose) => unknown, string]>([
    [
      "nesting in an example",
      (d) => put(d.examples!.valid![0]!, { candidate: nested(10_000) }),
      "package-too-deep at ",
    ],
    ["nesting in the schema", (d) => put(d, { schema: nested(10_000) }), "package-too-deep at "],
    [
      "a list of 200,000 words",
      (d) => put(d.lists!.strategies!, { values: many(200_000, (i) => `w${i}`) }),
      "package-too-large at ",
    ],
    ["a text without end", (d) => put(d, { description: "x".repeat(2_000_000) }), "package-too-large at "],
    [
      "a list of too many words",
      (d) => put(d.lists!.strategies!, { values: many(10_001, (i) => `w${i}`) }),
      "list-too-long at /lists/strategies/values",
    ],
    ["too many rules", (d) => put(d, { rules: many(201, () => d.rules![0]) }), "list-too-long at /rules"],
    [
      "too many lists",
      (d) => put(d, { lists: Object.fromEntries(many(51, (i) => [`l${i}`, { values: ["a"] }])) }),
      "list-too-long at /lists",
    ],
    ["half a character", (d) => put(d, { title: "\ud800" }), "package-unsafe-text at "],
    [
      "half a character in a name",
      (d) => put(d.lists!, { "\ud800": { values: ["a"] } }),
      "package-unsafe-text at ",
    ],
    [
      "a number without end",
      (d) => put(d.schema!.properties!.generatorId!, { maxLength: Number.POSITIVE_INFINITY }),
      "package-unsafe-number at ",
    ],
  ])("%s is refused", (_, spoil, expected) => {
    expect(reasonsFor(spoil)).toContain(expected);
  });
});

describe("packages with many faults", () => {
  test("all are named in one answer, whatever part they are in", () => {
    const reasons = reasonsFor((document) => {
      put(document, { title: "", version: "1.0", colour: "red" });
      put(document.schema!.properties!.generatorId!, { pattern: "(?=a)", minLength: -1 });
      put(document.schema!.properties!, { owner: { $ref: "https://example.org/" } });
      put(document.rules![4]!, { check: "not-in-registri" });
      put(document.rules![10]!, { code: "type-mismatch" });
      put(document.normalization!.sets![0]!, { list: "none" });
      append(document.lists!.strategies!.values!, "fast");
    });
    expect(reasons.sort()).toEqual(
      [
        "text-too-short at /title",
        "text-pattern at /version",
        "member-unknown at /colour",
        "pattern-refused at /schema/properties/generatorId/pattern",
        "keyword-value at /schema/properties/generatorId/minLength",
        "ref-not-local at /schema/properties/owner/$ref",
        "check-unknown at /rules/4/check",
        "code-reserved at /rules/10/code",
        "docs-missing at /docs",
        "docs-unused at /docs/strategy-repeated",
        "set-invalid at /normalization/sets/0",
        "list-repeats at /lists/strategies/values",
      ].sort(),
    );
  });

  test("nesting without end is refused", () => {
    expect(reasonsOf(JSON.parse(`${"[".repeat(10_000)}${"]".repeat(10_000)}`))).toEqual([
      "package-too-deep at ",
    ]);
  });

  test.each([null, true, 7, "package", [], {}, [[]], undefined])("%j is refused", (value) => {
    const loaded = loadSpecPackage(value);
    expect(loaded.ok).toBe(false);
    expect(!loaded.ok && loaded.reasons.length).toBeGreaterThan(0);
  });
});

describe("packages spoiled at random", () => {
  interface Place {
    parent: Record<string, unknown> | unknown[];
    key: string;
  }

  function placesOf(root: object): Place[] {
    const places: Place[] = [];
    const walk = (parent: object, depth: number): void => {
      for (const [key, value] of Object.entries(parent)) {
        // The examples are most of a package; their candidates are spoiled elsewhere.
        if (key === "candidate") continue;
        places.push({ parent: parent as Record<string, unknown>, key });
        if (typeof value === "object" && value !== null && depth < 12) walk(value, depth + 1);
      }
    };
    walk(root, 0);
    return places;
  }

  const words = [
    "string",
    "object",
    "array",
    "integer",
    "/owner",
    "/outputFields/*",
    "*",
    "#/$defs/outputField",
    "fieldTypes",
  ];
  const value = fc.oneof(anyJson, fc.constantFrom<unknown>(...words, 0, -1, 1e9, [], {}, true));

  test.each([
    "../../spec-packages/datagen/generator-option.json",
    "../domains/berth-request.json",
    ...["compare", "in-registry", "one-of-members", "required-when", "unique"].map(
      (check) => `../checks/${check}/spec-package.json`,
    ),
  ])("never make the loader throw, and those that load check anything: %s", (path) => {
    let refused = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 2 }), value), { minLength: 1, maxLength: 3 }),
        anyJson,
        (spoilings, candidate) => {
          const document = readJson(path) as SpecPackageDocument;
          const example = structuredClone(document.examples.valid[0]?.candidate);
          for (const [die, how, replacement] of spoilings) {
            const places = placesOf(document);
            const { parent, key } = places[die % places.length]!;
            if (how === 0 && Array.isArray(parent)) parent.splice(Number(key), 1);
            else if (how === 0) delete (parent as Record<string, unknown>)[key];
            else if (Array.isArray(parent)) parent[Number(key)] = structuredClone(replacement);
            else setOwn(parent, how === 1 ? key : `${key}x`, structuredClone(replacement));
          }
          const loaded = loadSpecPackage(document);
          if (!loaded.ok) {
            refused++;
            expect(loaded.reasons.length).toBeGreaterThan(0);
            for (const { pointer } of loaded.reasons)
              expect(pointer === "" || pointer.startsWith("/")).toBe(true);
            return;
          }
          checkCandidate(loaded.spec, candidate, { ...context, ...exampleRegistries(loaded.spec) });
          checkCandidate(loaded.spec, example, { ...context, ...exampleRegistries(loaded.spec) });
        },
      ),
      { numRuns: draws(150) },
    );
    expect(refused).toBeGreaterThan(draws(75));
  });
});
