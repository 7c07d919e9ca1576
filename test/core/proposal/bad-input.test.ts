/** Whatever JSON can hold, up to the size of a request and far beyond: an answer, never an exception. */
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  applyFixes,
  buildProposal,
  canonicalize,
  checkCandidate,
  type Diagnostic,
  repairCandidate,
  verifyPackage,
} from "../../../src/core/index.ts";
import { createPatcher } from "../../../src/core/json/patch.ts";
import { equalJson } from "../../../src/core/json/values.ts";
import { buildContext, context, readJson, spec } from "../datagen.ts";
import { codesOf, load, objectOf } from "../schema/small-package.ts";

/** More are counted but not listed. */
const LISTED = 100;

const shown = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ code, pointer }) => `${code} at ${pointer}`);

function card(): Record<string, unknown> & {
  outputFields: Record<string, unknown>[];
  sampleRecords: Record<string, unknown>[];
} {
  return readJson("../scenarios/bases/loyalty-card.json") as never;
}

/** A candidate with one field of a type and one record with a value. */
function withValue(type: string, value: unknown) {
  return {
    ...card(),
    outputFields: [{ name: "value", type, description: "A value." }],
    sampleRecords: [{ value }],
  };
}

function arrays(depth: number): unknown {
  return JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
}

function objects(depth: number): unknown {
  return JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
}

/** Checks, and sees to it that the answer can be sent and its fixes applied. */
function check(candidate: unknown) {
  const result = checkCandidate(spec, candidate, context);
  const sent = JSON.parse(JSON.stringify(result)) as typeof result;
  expect(sent.diagnostics.length).toBeLessThanOrEqual(LISTED);
  applyFixes(candidate, sent.diagnostics, "placeholder");
  repairCandidate(spec, candidate, context, "suggested");
  expect(buildProposal(spec, candidate, buildContext).valid).toBe(result.valid);
  return result;
}

describe("nesting without end", () => {
  test.each([
    ["arrays", arrays(10_000)],
    ["objects", objects(10_000)],
  ])("%s as the candidate", (_, candidate) => {
    expect(check(candidate).valid).toBe(false);
  });

  test.each([
    ["arrays", arrays(10_000)],
    ["objects", objects(10_000)],
  ])("%s as an unknown member", (_, extra) => {
    expect(shown(check({ ...card(), extra }).diagnostics)).toEqual(["member-unknown at /extra"]);
  });

  test.each([
    ["owner", arrays(10_000)],
    ["generatorId", objects(10_000)],
    ["description", arrays(10_000)],
    ["outputFields", objects(10_000)],
    ["supportedStrategies", objects(10_000)],
  ])("as %s", (member, value) => {
    expect(check({ ...card(), [member]: value }).diagnostics[0]).toMatchObject({ pointer: `/${member}` });
  });

  test.each([
    ["array", arrays(10_000), "/0"],
    ["object", objects(10_000), "/a"],
  ])("as a value of the type %s: the level beyond the last is named", (type, value, step) => {
    // The candidate, its records and the record are three levels; the value may have 61.
    expect(shown(check(withValue(type, value)).diagnostics)).toEqual([
      `nested-too-deep at /sampleRecords/0/value${step.repeat(61)}`,
    ]);
  });

  test("as a value of another type: one remark", () => {
    expect(shown(check(withValue("integer", arrays(10_000))).diagnostics)).toEqual([
      "sample-record-mismatch at /sampleRecords/0/value",
    ]);
  });

  test("in a list of too many items: both are named", () => {
    const sampleRecords = [{ value: arrays(100) }, ...Array(100).fill({ value: [] })];
    expect(shown(check({ ...withValue("array", []), sampleRecords }).diagnostics)).toEqual([
      "list-too-long at /sampleRecords",
      `nested-too-deep at /sampleRecords/0/value${"/0".repeat(61)}`,
    ]);
  });

  test("exactly at the bound passes and can be built and verified", () => {
    const built = buildProposal(spec, withValue("array", arrays(61)), buildContext);
    expect(built.valid).toBe(true);
    expect(verifyPackage(spec, built.proposalPackage, context).valid).toBe(true);
    expect(check(withValue("array", arrays(62))).valid).toBe(false);
  });

  test("in a package to be verified", () => {
    const { proposalPackage } = buildProposal(spec, card(), buildContext);
    expect(verifyPackage(spec, { ...proposalPackage, candidate: arrays(10_000) }, context).valid).toBe(false);
    expect(verifyPackage(spec, { ...proposalPackage, extra: objects(10_000) }, context).valid).toBe(false);
    expect(verifyPackage(spec, arrays(10_000), context).valid).toBe(false);
  });
});

describe("half characters in a package to be verified", () => {
  const { proposalPackage } = buildProposal(spec, card(), buildContext);

  test.each(Object.keys(proposalPackage!))("as %s", (member) => {
    const result = verifyPackage(spec, { ...proposalPackage, [member]: "\ud800" }, context);
    expect(result.valid).toBe(false);
    expect(result.diagnostics[0]?.pointer).toBe(`/${member}`);
  });

  test.each(["version", "digest"])("as specPackage.%s", (member) => {
    const specPackage = { ...proposalPackage!.specPackage, [member]: "\ud800" };
    expect(verifyPackage(spec, { ...proposalPackage, specPackage }, context).valid).toBe(false);
  });
});

describe("names that every object seems to have", () => {
  const names = [
    "__proto__",
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "__defineGetter__",
    "length",
  ];

  test.each(names)("%s as a member is an unknown member", (name) => {
    const candidate = JSON.parse(JSON.stringify(card()).replace("{", `{"${name}":{"polluted":true},`));
    expect(shown(check(candidate).diagnostics)).toEqual([`member-unknown at /${name}`]);
    const removal = check(candidate).diagnostics[0]?.fixes?.[0];
    expect(removal?.applicability).toBe("removal");
    const patcher = createPatcher(candidate);
    expect(patcher.apply(removal!.patch)).toBe(true);
    expect(check(patcher.document()).diagnostics).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each(names)("%s as a field passes, with its values checked", (name) => {
    const good = JSON.parse(JSON.stringify(withValue("integer", 7)).replaceAll('"value"', `"${name}"`));
    expect(check(good).diagnostics).toEqual([]);
    const { proposalPackage } = buildProposal(spec, good, buildContext);
    expect(JSON.stringify(proposalPackage)).toContain(`"sampleRecords":[{"${name}":7}]`);
    expect(verifyPackage(spec, JSON.parse(JSON.stringify(proposalPackage)), context).valid).toBe(true);

    const bad = JSON.parse(JSON.stringify(withValue("integer", "7")).replaceAll('"value"', `"${name}"`));
    const { diagnostics } = check(bad);
    expect(shown(diagnostics)).toEqual([`sample-record-mismatch at /sampleRecords/0/${name}`]);
    expect(equalJson(applyFixes(bad, diagnostics, "safe").candidate, good)).toBe(true);

    const lacking = { ...good, sampleRecords: [{}] };
    expect(shown(check(lacking).diagnostics)).toEqual([`sample-record-missing at /sampleRecords/0/${name}`]);
  });

  test.each(names)("%s as a key of a record is an unknown key", (name) => {
    const candidate = JSON.parse(
      JSON.stringify(withValue("integer", 7)).replace('{"value":7}', `{"value":7,"${name}":1}`),
    );
    expect(shown(check(candidate).diagnostics)).toEqual([
      `sample-record-unknown at /sampleRecords/0/${name}`,
    ]);
  });

  test("a candidate whose members all hide behind __proto__ has none of them", () => {
    const candidate = JSON.parse(`{"__proto__": ${JSON.stringify(card())}}`);
    expect(shown(check(candidate).diagnostics)).toContain("member-missing at /generatorId");
  });
});

describe("what only programs can pass, and JSON does not have,", () => {
  test.each([undefined, 1n, Symbol("x"), () => 1])("%s is an error wherever it stands", (value) => {
    expect(shown(check(withValue("object", { deep: value })).diagnostics)).toEqual([
      "type-mismatch at /sampleRecords/0/value/deep",
    ]);
    expect(shown(check(withValue("array", [0, [value]])).diagnostics)).toEqual([
      "type-mismatch at /sampleRecords/0/value/1/0",
    ]);
  });

  class Owner {
    kind = "human";
    id = "ada@example.org";
  }

  test.each([new Date(), new Map([["a", 1]]), new Owner(), Object.create({ a: 1 }), new String("a")])(
    "an object that inherits from others is an error wherever it stands: %o",
    (value: unknown) => {
      expect(shown(check(withValue("object", value)).diagnostics)).toEqual([
        "type-mismatch at /sampleRecords/0/value",
      ]);
      expect(shown(check(withValue("array", [0, [value]])).diagnostics)).toEqual([
        "type-mismatch at /sampleRecords/0/value/1/0",
      ]);
      expect(shown(check({ ...card(), owner: value }).diagnostics)).toEqual(["type-mismatch at /owner"]);
      expect(() => canonicalize(value)).toThrow(TypeError);
    },
  );

  test("an object that inherits a whole candidate is none", () => {
    expect(shown(check(Object.create(card())).diagnostics)).toEqual(["type-mismatch at "]);
    expect(check(Object.create(Object.assign(Object.create(null), card()))).valid).toBe(false);
  });

  test("objects of other realms and without a prototype are as good as any", () => {
    const text = JSON.stringify(card());
    const parsed: unknown = runInNewContext("JSON.parse(text)", { text });
    expect(parsed).not.toBeInstanceOf(Object);
    for (const candidate of [parsed, structuredClone(card()), Object.assign(Object.create(null), card())])
      expect(check(candidate).diagnostics).toEqual([]);
  });

  test("a value is one too where any value is allowed", () => {
    const free = load(objectOf({ free: {} }));
    for (const value of [1n, new Date(), Symbol("x"), () => 1])
      expect(codesOf(free, { free: value })).toEqual(["type-mismatch at /free"]);
  });

  test("a member that is undefined is one too where an object may have others", () => {
    const open = load({ type: "object", properties: { a: { type: "string", maxLength: 9 } } });
    expect(codesOf(open, { a: undefined })).toEqual(["type-mismatch at /a"]);
  });

  test("an item that a list lacks is one too", () => {
    expect(shown(check(withValue("array", new Array(1))).diagnostics)).toEqual([
      "type-mismatch at /sampleRecords/0/value/0",
    ]);
  });

  test("makes no package that is taken", () => {
    const built = buildProposal(spec, card(), buildContext);
    if (!built.valid) throw new Error("the card is valid");
    expect(verifyPackage(spec, { ...built.proposalPackage, extra: undefined }, context).valid).toBe(false);
  });
});

test("two texts that say the same object become two objects, so that a program may change one of them", () => {
  const text = JSON.stringify(card().sampleRecords[0]);
  const sent = { ...card(), sampleRecords: [text, text] };
  const { patch, candidate } = repairCandidate(spec, sent, context, "suggested").repaired!;
  const values = patch.flatMap((operation) => ("value" in operation ? [operation.value] : []));
  expect(values).toEqual([JSON.parse(text), JSON.parse(text)]);
  const [first, second] = (candidate as typeof sent).sampleRecords;
  expect([values[0] === values[1], first === second]).toEqual([false, false]);
});

describe("numbers", () => {
  test.each(["1e400", "-1e400", "1e999999"])("%s is out of range wherever a number may stand", (text) => {
    const number = JSON.parse(text) as number;
    for (const type of ["integer", "number"])
      expect(shown(check(withValue(type, number)).diagnostics)).toEqual([
        "number-out-of-range at /sampleRecords/0/value",
      ]);
    expect(shown(check(withValue("array", [0, { deep: number }])).diagnostics)).toEqual([
      "number-out-of-range at /sampleRecords/0/value/1/deep",
    ]);
  });

  test("a number out of range is not compared", () => {
    const rule = { check: "compare", params: { is: "less", to: "/b" } };
    const number = { type: "number" };
    const compared = load(
      objectOf({ a: number, b: number }),
      {},
      {
        rules: [{ code: "compared", at: ["/a"], severity: "error", ...rule }],
        docs: { compared: { summary: "It is too large.", fix: "Make it smaller." } },
      },
    );
    expect(codesOf(compared, { a: Number.POSITIVE_INFINITY, b: 1 })).toEqual(["number-out-of-range at /a"]);
    expect(codesOf(compared, { a: 2, b: Number.NEGATIVE_INFINITY })).toEqual(["number-out-of-range at /b"]);
    expect(codesOf(compared, { a: 2, b: 1 })).toEqual(["compared at /a"]);
  });

  test("minus zero is zero in the package, and its bytes say so", () => {
    const built = buildProposal(spec, withValue("number", -0), buildContext);
    const again = buildProposal(spec, withValue("number", 0), buildContext);
    expect(JSON.stringify(built.proposalPackage)).toBe(JSON.stringify(again.proposalPackage));
  });
});

describe("a hundred thousand wrong values", () => {
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const size = 100_000;

  test.each<[string, (count: number) => unknown, (count: number) => number]>([
    ["strategies of the wrong type", (n) => ({ ...card(), supportedStrategies: many(n, () => 1) }), (n) => n],
    ["unknown strategies", (n) => ({ ...card(), supportedStrategies: many(n, (i) => `s${i}`) }), (n) => n],
    ["repeated strategies", (n) => ({ ...card(), supportedStrategies: many(n, () => "fast") }), (n) => n - 1],
    [
      "unknown members",
      (n) => ({ ...card(), ...Object.fromEntries(many(n, (i) => [`unknown${i}`, i])) }),
      (n) => n,
    ],
    ["records that are none", (n) => ({ ...card(), sampleRecords: many(n, () => null) }), (n) => n + 1],
    [
      "wrong values in records",
      (n) => ({ ...withValue("integer", 1), sampleRecords: many(n, () => ({ value: "x" })) }),
      (n) => n + 1,
    ],
    [
      "unknown keys in one record",
      (n) => ({
        ...withValue("integer", 1),
        sampleRecords: [Object.fromEntries([["value", 1], ...many(n, (i) => [`k${i}`, 1])])],
      }),
      (n) => n,
    ],
    [
      "fields that are none",
      (n) => ({ ...card(), outputFields: many(n, () => 0), sampleRecords: [{}] }),
      (n) => n + 1,
    ],
    [
      "half characters",
      (n) =>
        withValue(
          "array",
          many(n, () => "\ud800"),
        ),
      (n) => n,
    ],
  ])("%s: the first hundred are listed, the rest are counted", (_, make, expected) => {
    const result = checkCandidate(spec, make(size), context);
    expect(result.valid).toBe(!result.diagnostics.some(({ severity }) => severity === "error"));
    expect(result.diagnostics).toHaveLength(LISTED);
    expect(result.diagnostics.length + result.omitted).toBe(expected(size));
  });

  test("an error beyond the hundredth remark still makes the candidate invalid", () => {
    const strategies = [...many(150, () => "fast"), "unknown"];
    const result = check({ ...card(), supportedStrategies: strategies });
    expect(result.diagnostics.every(({ severity }) => severity === "warning")).toBe(true);
    expect(result.valid).toBe(false);
  });

  test("far too many fields times far too many empty records do not multiply", () => {
    const candidate = {
      ...card(),
      outputFields: many(4_000, (i) => ({ name: `f${i}`, type: "string", description: "d" })),
      sampleRecords: many(20_000, () => ({})),
    };
    const result = checkCandidate(spec, candidate, context);
    expect(result.valid).toBe(false);
    expect(shown(result.diagnostics.slice(0, 2))).toEqual([
      "list-too-long at /outputFields",
      "list-too-long at /sampleRecords",
    ]);
    // Eighty million fields are absent; counting them would not help anybody.
    expect(result.omitted).toBeLessThan(100_000);
  });

  test("far too many fields of faulty names do not multiply with records either", () => {
    const candidate = {
      ...card(),
      outputFields: many(4_000, (i) => ({ name: `f ${i}`, type: "string", description: "d" })),
      sampleRecords: many(20_000, () => ({ x: 1 })),
    };
    expect(checkCandidate(spec, candidate, context).valid).toBe(false);
  });

  test("guesses are made for so many names and no more", () => {
    const name = (i: number, letter: string) => `${letter.repeat(30)}${i}${letter.repeat(28)}`;
    const candidate = {
      ...card(),
      outputFields: many(1_500, (i) => ({ name: name(i, "a"), type: "string", description: "d" })),
      sampleRecords: [Object.fromEntries(many(1_500, (i) => [name(i, "b"), "x"]))],
    };
    expect(checkCandidate(spec, candidate, context).valid).toBe(false);
  });
});

describe("long texts", () => {
  test("messages and what was found are cut short, and whole characters stay whole", () => {
    const long = "🦉".repeat(50_000);
    for (const candidate of [
      { ...card(), generatorId: long },
      { ...card(), owner: { kind: long, id: long } },
      { ...card(), [long]: 1 },
      withValue("date", long),
      withValue(long, 1),
    ]) {
      for (const { message, actual } of check(candidate).diagnostics) {
        expect(message.length).toBeLessThan(600);
        expect(message.isWellFormed()).toBe(true);
        expect(JSON.stringify(actual ?? null).length).toBeLessThan(300);
        if (typeof actual === "string") expect(actual.isWellFormed()).toBe(true);
      }
    }
  });

  test("hidden characters are spelled out in messages", () => {
    const { diagnostics } = check({ ...card(), generatorName: "Card \u202eevil\u200b" });
    expect(diagnostics[0]?.message).toContain("\\u202e");
    expect(diagnostics[0]?.message).not.toMatch(/[\u202e\u200b]/);
  });
});
