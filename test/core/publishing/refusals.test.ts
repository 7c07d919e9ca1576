/**
 * Every reason for which a spec package is refused, and all advice about one, word for word. The codes and places of many
 * more are in hostile-packages.test.ts. After a change that is meant, run this file with `-u` and read the difference.
 */
import { describe, expect, test } from "vitest";
import { checkSpecPackage, loadSpecPackage, type SpecPackageDocument } from "../../../src/core/index.ts";
import { exampleToShow } from "../../../src/core/publishing/examples.ts";
import { compileSpecPackage } from "../../../src/core/publishing/load.ts";
import { load, readJson } from "../datagen.ts";
import { altered } from "../scenario.ts";
import { load as loadSmall, objectOf, packageOf, type Schema } from "../schema/small-package.ts";
import { showInvisible } from "../table.ts";

type Changes = { set?: Record<string, unknown>; remove?: string[] };

const berths = (changes: Changes) =>
  altered(readJson("../domains/berth-request.json"), changes) as SpecPackageDocument;
const set = (pointer: string, value: unknown): Changes => ({ set: { [pointer]: value } });
const rule = (more: Schema): Changes => ({
  set: {
    "/rules/-": { code: "new-rule", check: "matches", at: ["/papers"], severity: "error", ...more },
    "/docs/new-rule": { summary: "It is wrong.", fix: "Change it." },
  },
});
const recordsRule = (at: string[]): Changes => ({
  set: {
    "/lists/kinds": { values: ["string"] },
    ...rule({
      check: "records-match-fields",
      at,
      params: { fields: "/crew", name: "name", type: "role", types: "kinds" },
    }).set,
  },
});
const form = "small letters";

const GROUPS: Record<string, [string, Changes][]> = {
  "texts and lists": [
    ["nothing is wrong", {}],
    ["a bidi control in the title", set("/title", "Berths \u202e")],
    ["a control character in a name", set("/aliases", { "/berth": ["a\u0007b"] })],
    ["an example may show anything", set("/examples/valid/0/title", "Berths \u202e")],
    ["a word twice", set("/lists/roles/values", ["skipper", "mate", "guest", "mate"])],
    ["an alias for no word", set("/lists/roles/aliases", { boss: "owner" })],
    ["an alias that is a word itself", set("/lists/roles/aliases", { mate: "skipper" })],
    ["an alias in capitals", set("/lists/roles/aliases", { Boss: "skipper" })],
    ["a list with a slash in its name", set("/lists/a~1b", { values: ["x", "x"], aliases: { y: "z" } })],
    ["no fix", { remove: ["/docs/role-unknown/fix"] }],
    ["a word for fix that is not known", { set: { "/docs/role-unknown/mend": "Use another." } }],
  ],
  aliases: [
    ["an alias of a member", set("/aliases", { "/berth": ["place"] })],
    [
      "an alias of no member",
      set("/aliases", { "/quay": ["place"], "": ["x"], "/crew/*": ["y"], "/a~1b": ["z"] }),
    ],
  ],
  normalization: [
    ["prose at no text", set("/normalization/prose/0", "/crew")],
    ["prose nowhere", set("/normalization/prose/0", "/nowhere")],
    ["a set at no list", set("/normalization/sets/0/at", "/berth")],
    ["a set of no list of the package", set("/normalization/sets/0/list", "nothing")],
    ["notes at no text", set("/notes", "/crew")],
    ["notes with a star", set("/notes", "/crew/*/name")],
  ],
  registries: [
    [
      "a bad name",
      set("/registries", {
        "A b": { member: "x" },
        "ports!": { member: "x" },
        [`x${"-x".repeat(32)}`]: { member: "x" },
      }),
    ],
    ["a name that every object has", set("/registries", { constructor: { member: "x" } })],
    ["a name at its longest", set("/registries", { [`xx${"-x".repeat(31)}`]: { member: "x" } })],
    ["next", set("/registries", { ports: { member: "next" } })],
    [
      "entries without the key of their registry",
      {
        set: {
          "/registries": { ports: { member: "ports", key: "code" }, quays: { member: "quays" } },
          "/examples/registries": {
            ports: [{ code: "a" }, { id: "a" }, { code: "" }, { code: 5 }, { code: null }, "a"],
            quays: [{ id: "x".repeat(256) }, { id: "x".repeat(257) }],
          },
        },
      },
    ],
    ["entries of a registry that is not declared", set("/examples/registries", { "a/b": [{ id: "x" }] })],
    [
      "a rule that asks a registry that is not declared",
      rule({ check: "in-registry", params: { registry: "ports" } }),
    ],
  ],
  rules: [
    ["a check that does not exist", rule({ check: "match" })],
    ["a check that is like none", rule({ check: "zzzzzzzz" })],
    [
      "a day that does not exist",
      rule({ params: { pattern: "x", form }, effectiveAt: "2027-02-30T00:00:00Z" }),
    ],
    ["parameters that do not fit", rule({ params: { pattern: "", other: 1 } })],
    ["a pattern that cannot be used", rule({ params: { pattern: "(?=a)", form } })],
    ["no list", rule({ check: "in-list", params: { list: "nothing" } })],
    ["no condition", rule({ check: "required-when" })],
    ["a member of the items without a star", rule({ check: "no-edge-whitespace", at: ["/crew/name"] })],
    ["a list one level too low", rule({ check: "unique", at: ["/crew/*"], params: { member: "name" } })],
    ["items of what is no list", rule({ check: "unique", at: ["/berth"], params: { by: "this.name" } })],
    ["another place by its name alone", rule({ check: "compare", params: { is: "equal", to: "remarks" } })],
    ["an item of a list by its number", rule({ check: "no-edge-whitespace", at: ["/crew/0/name"] })],
    ["a condition that cannot be used", rule({ check: "required-when", when: { at: "/berth" } })],
    [
      "a condition on a place that does not exist",
      rule({ check: "required-when", when: { at: "/nowhere", present: true } }),
    ],
    [
      "a condition above the candidate",
      rule({ check: "required-when", when: { at: "3/berth", present: true } }),
    ],
    [
      "a condition that matches a text without a bound",
      rule({ check: "required-when", when: { at: "/crew/*/role", matches: "^x" } }),
    ],
    ["a place that does not exist", rule({ params: { pattern: "x", form }, at: ["/papers", "/nowhere"] })],
    ["a place of another type", rule({ params: { pattern: "x", form }, at: ["/crew"] })],
    [
      "another place that does not exist",
      rule({ check: "compare", params: { is: "equal", to: "/nowhere" } }),
    ],
    [
      "other places above the candidate, named once",
      rule({ check: "compare", at: ["/papers", "/remarks"], params: { is: "equal", to: "9" } }),
    ],
    ["both of two parameters", rule({ check: "compare", params: { is: "equal", to: "/remarks", value: 1 } })],
    ["several values", rule({ check: "compare", params: { is: "equal", to: "/crew/*/name" } })],
    ["a name that no rule knows", rule({ warnWhen: "true" })],
    [
      "records of types that do not exist",
      rule({
        check: "records-match-fields",
        at: ["/crew"],
        params: { fields: "/crew", name: "name", type: "role", types: "roles" },
      }),
    ],
    ["records at several places", recordsRule(["/crew", "/services"])],
    ["records in every item of a list", recordsRule(["/crew/*"])],
  ],
  codes: [
    ["a reserved code", { set: { "/rules/0/code": "type-mismatch" } }],
    ["a code twice", { set: { "/rules/1/code": "hidden-characters" } }],
    ["docs of no rule", set("/docs/a~1b", { summary: "x.", fix: "y." })],
    ["no docs", { remove: ["/docs/role-unknown"] }],
    [
      "docs of a kind of a rule with an unknown check",
      {
        set: {
          ...rule({ check: "zzzzzzzz" }).set,
          "/docs/new-rule-x": { summary: "x.", fix: "y." },
          "/docs/new-rulex": { summary: "x.", fix: "y." },
        },
      },
    ],
  ],
  "the schema and its parts": [
    ["a list", set("/schema", { type: "array" })],
    ["any type", set("/schema", {})],
    ["a schema of the wrong type", set("/schema", "object")],
    [
      "lists of the wrong type, so that rules cannot be judged",
      { set: { "/lists": [], "/rules/0/check": "zzzzzzzz" } },
    ],
    ["registries of the wrong type", { set: { "/registries": [], "/rules/0/check": "zzzzzzzz" } }],
    [
      "registries of the wrong type, whose entries cannot be judged",
      { set: { "/registries": [], "/examples/registries": { ports: [{ id: "x" }] } } },
    ],
    ["entries of the wrong type", set("/examples/registries", "ports")],
    ["rules of the wrong type", { set: { "/rules": {}, "/lists/roles/aliases": { Boss: "x" } } }],
    ["docs of the wrong type", { set: { "/docs": [], "/rules/0/check": "zzzzzzzz" } }],
    ["normalization of the wrong type", set("/normalization", [])],
    ["aliases of the wrong type", set("/aliases", [])],
    ["examples of the wrong type", set("/examples", [])],
    [
      "a reason in every part, beside a title of the wrong type",
      {
        set: {
          "/title": 7,
          "/description": "\u202e",
          "/aliases": { "/nowhere": ["x"] },
          "/lists/roles/aliases": { Boss: "x" },
          "/registries": { "A b": { member: "x" } },
          "/rules/2/at": ["/nowhere"],
          "/docs/spare": { summary: "x.", fix: "y." },
          "/normalization/prose/0": "/crew",
          "/examples/registries": { ports: [] },
        },
      },
    ],
    [
      "several at once",
      { set: { "/title": 7, "/lists/roles/aliases": { Boss: "x" }, "/rules/2/at": ["/nowhere"] } },
    ],
  ],
  examples: [
    ["a valid one that fails", set("/examples/valid/0/candidate/crew", [])],
    ["a valid one with many errors", set("/examples/valid/0/candidate", {})],
    ["an invalid one that gives more", set("/examples/invalid/0/candidate/berth", "lake")],
    ["an invalid one that gives less", set("/examples/invalid/0/candidate/stay/nights", 1)],
    [
      "an invalid one that passes",
      {
        set: {
          "/examples/invalid/0": {
            title: "fine",
            candidate: berths({}).examples.valid[0]!.candidate,
            expect: [{ code: "x-y", pointer: "/a" }],
          },
        },
      },
    ],
    [
      "an invalid one that gives much more",
      set("/examples/invalid/0/candidate", { $members: [12, "member{n}", 1] }),
    ],
    [
      "a valid one that would pass once it is built",
      { set: { "/rules/7/severity": "error", "/examples/valid/0/candidate/services": ["wifi", "wifi"] } },
    ],
    ["none to show, because the only one has a remark", set("/examples/valid/0/candidate/papers", "none")],
  ],
};

describe("rules with expressions", () => {
  const text = { type: "string", maxLength: 9 };
  const reasonsFor = (expressions: string[]) => {
    const codes = expressions.map((_, index) => `rule-${index}`);
    const rules = expressions.map((expression, index) => ({
      ...{ code: codes[index], check: "holds", at: ["/x"], severity: "error", message: "m" },
      params: { expression },
    }));
    const docs = Object.fromEntries(
      codes.map((code) => [code, { summary: "It is wrong.", fix: "Change it." }]),
    );
    const schema = objectOf({ x: { type: "array", maxItems: 300, items: text } });
    const loaded = loadSpecPackage(packageOf(schema, {}, { rules, docs }));
    return loaded.ok ? [] : loaded.reasons;
  };
  const costly = "this.all(a, this.all(b, a != b || a == b))";

  test("may together cost four million steps", () => {
    const [one] = reasonsFor([costly]);
    expect(one).toBeUndefined();
    expect(reasonsFor(Array(6).fill(costly))).toEqual([
      {
        pointer: "/rules",
        code: "expression-invalid",
        message: expect.stringMatching(
          /^All expressions together could take [\d,]+ steps, and 4,000,000 is the most; give the lists, maps and texts that they look at a smaller "maxItems", "maxProperties" or "maxLength"\.$/,
        ),
      },
    ]);
  });

  test("are refused with their explanations, in one answer", () => {
    const rule = { code: "told", check: "holds", at: ["/n"], severity: "error" };
    const params = { expression: "this > 3" };
    const reasonsOfRule = (more: object) => {
      const rules = [{ ...rule, params, ...more }];
      const schema = objectOf({ n: { type: "integer" } });
      const loaded = loadSpecPackage(packageOf(schema, {}, { rules, docs: { told: { summary: "Wrong." } } }));
      return loaded.ok ? [] : loaded.reasons.map(({ pointer, message }) => `${pointer}: ${message}`);
    };
    const untold = '/docs/told/fix: "fix" is required but missing; add a string.';
    expect(reasonsOfRule({})).toEqual([
      untold,
      '/rules/0: The check "holds" cannot be used like this: it needs a "message" that says what is wrong.',
    ]);
    const fix = (value: string) => ({ message: "No.", fix: { title: "Use four", set: { "/n": value } } });
    expect(reasonsOfRule(fix("'four'"))).toEqual([
      untold,
      '/rules/0/fix: This cannot be used: the value for "/n" is a text, and a whole number belongs there.',
    ]);
    expect(reasonsOfRule(fix("4"))).toEqual([untold]);
  });

  test("on the date need examples at a moment", () => {
    expect(reasonsFor(["today < now"])).toEqual([
      {
        pointer: "/examples",
        code: "member-missing",
        message: 'Rules depend on the date, so "examples" needs a "now": the moment that they are run at.',
      },
    ]);
  });
});

describe("refusals", () => {
  const cases = Object.entries(GROUPS).flatMap(([group, list]) =>
    list.map(([title, changes]) => ({ name: `${group}/${title}`, changes })),
  );

  test.each(cases)("$name", async ({ name, changes }) => {
    const lines = reasonsOf(berths(changes));
    const text = lines.length === 0 ? "  none" : lines.join("\n");
    await expect(`${text}\n`).toMatchFileSnapshot(`refusals/${name.replaceAll(/[ ,]+/g, "-")}.txt`);
  });

  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  test.each<[string, unknown, string]>([
    [
      "nothing",
      undefined,
      'type-mismatch: Expected an object with "format", "targetProduct", "domainId", "version" and 5 more, found nothing.',
    ],
    [
      "a list",
      [],
      'type-mismatch: Expected an object with "format", "targetProduct", "domainId", "version" and 5 more, found an empty array.',
    ],
    ["65 levels", nested(65), "package-too-deep: A spec package may be nested at most 64 levels deep."],
    ["half of a pair", { title: "\ud800" }, "package-unsafe-text: A text contains half of a surrogate pair."],
    [
      "half of a pair in a name",
      { "\ud800": 1 },
      "package-unsafe-text: A member name contains half of a surrogate pair.",
    ],
    [
      "an endless number",
      { title: Number.POSITIVE_INFINITY },
      "package-unsafe-number: A number is out of the range of JSON numbers.",
    ],
  ])("what cannot be read at all: %s", (_name, value, reason) => {
    const [first, ...more] = reasons(value);
    expect(more).toEqual([]);
    expect({ ...first, reason: `${first?.code}: ${first?.message}` }).toMatchObject({ pointer: "", reason });
  });

  test.each<[string, unknown]>([
    ["a text", { title: "x".repeat(1_048_576) }],
    ["small values", { examples: Array.from({ length: 262_144 }, () => 1) }],
    ["short texts", { examples: Array.from({ length: 210_000 }, () => "ab") }],
    ["names", Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`member${at}`, 1]))],
  ])("too many bytes of %s", (_name, value) => {
    expect(reasons(value)).toEqual([
      { pointer: "", code: "package-too-large", message: "A spec package may have at most 1,048,576 bytes." },
    ]);
  });

  test("64 levels and 1,048,576 bytes are read", () => {
    expect(reasons(nested(64)).map(({ code }) => code)).toContain("member-unknown");
    const sized = (bytes: number) => reasons({ title: "x".repeat(bytes - 15) }).map(({ code }) => code);
    expect(sized(1_048_576)).toContain("text-too-long");
    expect(sized(1_048_577)).toEqual(["package-too-large"]);
  });
});

function reasons(value: unknown) {
  const loaded = loadSpecPackage(value);
  return loaded.ok ? [] : loaded.reasons;
}

function reasonsOf(value: unknown): string[] {
  return reasons(value).map(({ code, pointer, message }) =>
    showInvisible(`  ${code} at ${JSON.stringify(pointer)}: ${message}`),
  );
}

describe("a package that is accepted", () => {
  test("says of its codes what its rules and docs say", () => {
    const { codes, title, version, digest, domainId, targetProduct } = load(berths({}));
    expect({ title, version, domainId, targetProduct }).toEqual({
      title: "Berth request",
      version: "2.1.0",
      domainId: "berth-request",
      targetProduct: "harbour-desk",
    });
    expect(digest).toMatch(/^sha256:/);
    expect(codes.slice(-2)).toStrictEqual([
      {
        code: "service-twice",
        severity: "info",
        summary: "A service is listed twice.",
        fix: "Once is enough.",
      },
      {
        code: "insurance-missing",
        severity: "error",
        summary: "No insurance policy is named.",
        fix: "Name it; from 2027 on it must be there.",
        effectiveAt: "2027-01-01T00:00:00Z",
      },
    ]);
  });

  test("takes the digest that is already known, and is compiled without its examples on request", () => {
    const failing = berths(set("/examples/valid/0/candidate", {}));
    const compiled = compileSpecPackage(failing, "sha256:known");
    expect(compiled.ok && compiled.spec.digest).toBe("sha256:known");
    expect(loadSpecPackage(failing).ok).toBe(false);
  });

  test("shows the first example that nothing is to be said about", () => {
    const [example] = berths({}).examples.valid;
    const remarked = {
      title: "with a remark",
      candidate: { ...(example!.candidate as object), papers: "none" },
    };
    const spec = load(berths(set("/examples/valid", [remarked, example])));
    expect(exampleToShow(spec)).toEqual(example!.candidate);
  });

  test.each([
    ["the product's own", undefined],
    ["a named one", "ports"],
  ])(
    "whose rules refuse what is not registered shows an example with entries: %s registry",
    (_name, registry) => {
      const entries = [{ id: "ystad", name: "Ystad" }];
      const spec = loadSmall(
        objectOf({ port: { type: "string", maxLength: 20 } }),
        {},
        {
          registries: { ports: { member: "ports" } },
          rules: [
            {
              code: "port-unknown",
              check: "in-registry",
              at: ["/port"],
              severity: "error",
              params: registry ? { registry } : {},
            },
          ],
          docs: { "port-unknown": { summary: "Unknown.", fix: "Use another." } },
          examples: {
            registry: entries,
            registries: { ports: [{ id: "ystad" }] },
            valid: [{ title: "One", candidate: { port: "ystad" } }],
            invalid: [
              {
                title: "Other",
                candidate: { port: "atlantis" },
                expect: [{ code: "port-unknown", pointer: "/port" }],
              },
            ],
          },
        },
      );
      expect(exampleToShow(spec)).toEqual({ port: "ystad" });
    },
  );
});

test("examples are judged by the case that a registry declares", () => {
  const spec = (caseRule: string) =>
    packageOf(
      objectOf({ port: { type: "string", maxLength: 20 } }),
      { port: "ystad" },
      {
        registries: { ports: { member: "ports", case: caseRule } },
        rules: [
          {
            code: "port-unknown",
            check: "in-registry",
            at: ["/port"],
            severity: "error",
            params: { registry: "ports" },
          },
        ],
        docs: { "port-unknown": { summary: "Unknown.", fix: "Use another." } },
        examples: {
          registries: { ports: [{ id: "ystad" }] },
          valid: [{ title: "One", candidate: { port: "ystad" } }],
          invalid: [
            {
              title: "Other",
              candidate: { port: "Ystad" },
              expect: [{ code: "port-unknown", pointer: "/port" }],
            },
          ],
        },
      },
    );
  expect(reasonsOf(spec("exact"))).toEqual([]);
  expect(reasonsOf(spec("ignore"))).toHaveLength(1);
});

describe("advice on a package", () => {
  const more: [string, Changes][] = [
    ["of the berths", {}],
    [
      "a warning with a date",
      rule({ params: { pattern: "^x", form }, severity: "warning", effectiveAt: "2027-01-01T00:00:00Z" }),
    ],
    ["a rule without an example", rule({ params: { pattern: "^x", form }, severity: "warning" })],
    [
      "a list and a registry that nobody uses",
      { set: { "/lists/a~1b": { values: ["x"] }, "/registries": { spare: { member: "x" } } } },
    ],
    [
      "a list that only puts another in order",
      {
        set: { "/lists/spare": { values: ["x"] }, "/normalization/sets/0/list": "spare" },
      },
    ],
    ["a package without sets", { remove: ["/normalization/sets"] }],
    [
      "a package that normalizes nothing",
      { set: { "/lists/spare": { values: ["x"] } }, remove: ["/normalization"] },
    ],
    ["refused", set("/title", 7)],
  ];
  test.each(more)("%s", async (title, changes) => {
    await expect(`${adviceOn(berths(changes)).join("\n")}\n`).toMatchFileSnapshot(
      `advice/${title.replaceAll(" ", "-")}.txt`,
    );
  });
});

describe("a rule for a member that its object requires", () => {
  const range = objectOf({ min: { type: "number" } }, { required: ["min"] });
  const reasons = (properties: Schema, required: string[], at: string, valid: Schema) => {
    const loaded = loadSpecPackage(
      packageOf(objectOf({ cold: { type: "boolean" }, ...properties }, { required }), valid, {
        rules: [
          {
            code: "min-needed",
            check: "required-when",
            at: [at],
            severity: "error",
            when: { at: "/cold", equals: true },
          },
        ],
        docs: { "min-needed": { summary: "It is needed.", fix: "Add it." } },
      }),
    );
    return loaded.ok ? [] : loaded.reasons.map(({ code }) => code);
  };

  test("speaks where that object may be absent", () => {
    expect(reasons({ range }, [], "/range/min", {})).toEqual([]);
  });

  test("is silent where that object is required as well, or is an item", () => {
    expect(reasons({ range }, ["range"], "/range/min", { range: { min: 1 } })).toEqual(["rule-silent"]);
    expect(reasons({ ranges: { type: "array", items: range } }, [], "/ranges/*/min", {})).toEqual([
      "rule-silent",
    ]);
  });
});

function adviceOn(document: unknown): string[] {
  const { ok, findings } = checkSpecPackage(document);
  return [
    `  ${ok ? "can be used" : "cannot be used"}`,
    ...findings.map(({ level, code, pointer, message }) => `  ${level} ${code} at ${pointer}: ${message}`),
  ];
}

describe("a rule that can never object", () => {
  const word = { type: "string", maxLength: 9 };
  const schema = objectOf(
    {
      name: word,
      mode: { enum: ["light", "dark"] },
      count: { type: "integer" },
      tags: { type: "array", maxItems: 9, items: word },
      hue: word,
      pair: {
        type: "array",
        prefixItems: [{ type: "integer" }, objectOf({ of: word }, { required: ["of"] })],
        items: false,
      },
      rows: {
        type: "array",
        maxItems: 9,
        items: objectOf({ one: word, of: { type: "array", maxItems: 9, items: word } }),
      },
      gone: false,
      source: {
        type: "object",
        oneOf: [
          objectOf({ kind: { const: "a" }, of: { enum: ["x", "y"] }, size: { type: "integer" } }),
          objectOf({ kind: { const: "b" }, of: word, size: word }),
        ].map((branch) => ({ ...branch, required: ["kind"] })),
      },
    },
    {
      required: ["name"],
      dependentSchemas: { mode: { properties: { hue: false, tags: { type: "array", minItems: 1 } } } },
    },
  );
  const compare = (at: string, params: Schema): Schema => ({ check: "compare", at: [at], params });
  const holds = (at: string, expression: string): Schema => ({
    ...{ check: "holds", at: [at], message: "No.", params: { expression } },
  });
  const when = (condition: Schema): Schema => ({ check: "forbidden-when", at: ["/count"], when: condition });
  const reasons = (more: Schema) => {
    const rules = [{ code: "odd", severity: "error", ...more }];
    const docs = { odd: { summary: "It is odd.", fix: "Change it." } };
    const lists = { few: { values: ["x", "y"] } };
    const loaded = loadSpecPackage(packageOf({}, { name: "n" }, { schema, rules, docs, lists }));
    return loaded.ok ? [] : loaded.reasons.map(({ code, pointer }) => `${code} at ${pointer}`);
  };

  test.each<[string, Schema]>([
    ["differs from what another type has", compare("/count", { is: "different", to: "/name" })],
    ["is in no list of another type", compare("/count", { is: "not-contained-in", to: "/tags" })],
  ])("is refused: what it judges always %s", (_, more) => {
    expect(reasons(more)).toEqual(["rule-invalid at /rules/0/at/0"]);
  });

  test.each<[string, Schema, string]>([
    ["a word that cannot be there", compare("/mode", { is: "different", value: "grey" }), "at/0"],
    ["a text in place of a number", compare("/count", { is: "different", value: "5" }), "at/0"],
    ["a list of such words", compare("/mode", { is: "not-contained-in", value: ["grey", 5] }), "at/0"],
    ["the absence of what is required", when({ at: "/name", present: false }), "when/present"],
    ["the presence of what is not allowed", when({ at: "/gone", present: true }), "when/present"],
    ["a form that no value has", when({ at: "/mode", matches: "^g" }), "when/matches"],
  ])("is refused: it waits for %s", (_, more, place) => {
    expect(reasons(more)).toEqual([`rule-silent at /rules/0/${place}`]);
  });

  test.each<[string, Schema]>([
    ["a word of one alternative", { check: "in-list", at: ["/source/of"], params: { list: "few" } }],
    ["a form in one alternative", when({ at: "/source/of", matches: "^z" })],
    ["a text in one alternative", compare("/source/size", { is: "different", to: "/name" })],
    ["a number in one alternative", compare("/count", { is: "different", to: "/source/size" })],
    ["an expression about the text of one alternative", holds("/source/size", "this != 'huge'")],
    ["an expression about what may not be there under a condition", holds("/hue", "this.size() < 5")],
    [
      "an expression about what is longer under a condition",
      holds("/tags", "this.all(a, this.all(b, a.size() == b.size()))"),
    ],
    ["another list", compare("/name", { is: "not-contained-in", to: "/tags" })],
    ["a list in the same item", compare("/rows/*/one", { is: "contained-in", to: "/rows/*/of" })],
    ["a tuple", compare("/count", { is: "contained-in", to: "/pair" })],
    ["an absence in an item of a tuple", when({ at: "/pair/1/of", present: false })],
    ["an absence in an optional object", when({ at: "/source/kind", present: false })],
  ])("is not taken for one: %s", (_, more) => {
    expect(reasons(more)).toEqual([]);
  });
});
