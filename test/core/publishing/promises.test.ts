/**
 * What a comparison of two versions promises: if it says that nothing can break, no candidate that passed fails. Versions
 * and candidates are drawn around each other's differences; `npm run verify -- versions` draws 100,000 pairs.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkCandidate,
  createRegistry,
  diffSpecPackages,
  type SpecPackage,
} from "../../../src/core/index.ts";
import { compileSpecPackage } from "../../../src/core/publishing/load.ts";
import { impactOf } from "../../support/impact-of.ts";
import { draws } from "../../support/random.ts";
import { packageOf, reasonsOf } from "../schema/small-package.ts";

type Part = Record<string, unknown>;

/** Names are long, so that none is part of another word of a rule by chance. */
const RULES: readonly Part[] = [
  { code: "same", check: "compare", at: ["/alpha"], params: { to: "/bravo", is: "different" } },
  {
    code: "unequal",
    check: "holds",
    message: "It is wrong.",
    at: [""],
    params: { expression: 'root.?alpha.orValue("") != root.?bravo.orValue("-")' },
  },
  { code: "listed", check: "in-registry", at: ["/keyed"], params: { registry: "codes" } },
  {
    code: "asked",
    check: "holds",
    message: "It is wrong.",
    at: ["/keyed"],
    params: { expression: 'registry("codes").has(this)' },
  },
  { code: "zoned", check: "in-registry", at: ["/zone/place"], params: { registry: "codes" } },
  { code: "word", check: "in-list", at: ["/tags/*"], params: { list: "words" } },
  {
    code: "few",
    check: "holds",
    message: "It is wrong.",
    at: ["/tags"],
    params: { expression: "this.size() != 2" },
  },
  { code: "needed", check: "required-when", at: ["/bravo"], when: { at: "/alpha", equals: "x" } },
  { code: "alike", check: "unique", at: ["/items"], params: { member: "kind" } },
  { code: "alike", check: "unique", at: ["/tags"], params: { by: "this.lower()" } },
  { code: "enough", check: "enough-text", at: ["/bravo"], params: { min: 2 } },
  { code: "enough", check: "enough-text", at: ["/bravo"], params: { min: 1, required: true } },
  {
    code: "one",
    check: "one-of-members",
    at: [""],
    params: { members: ["alpha", "mode"], count: "exactly-one" },
  },
  {
    code: "one",
    check: "one-of-members",
    at: [""],
    params: { members: ["alpha", "mode"], count: "at-most-one" },
  },
];

const maybe = <Value>(...values: Value[]) => fc.constantFrom(undefined, undefined, ...values);
const severity = fc.constantFrom("error", "error", "warning");
/** Everything by which two drawn versions can differ. */
const PARTS = {
  alphaDefault: maybe("x", "y"),
  alphaLength: fc.constantFrom(1, 2, 3),
  bravo: fc.constantFrom<Part>({}, { pattern: "^x" }, { pattern: "^[xy]*$" }, { minLength: 2 }),
  count: fc.constantFrom<Part>(
    { type: "integer" },
    { type: "number" },
    { type: ["integer", "null"] },
    { type: "integer", minimum: 0 },
    { type: "integer", exclusiveMinimum: 0, maximum: 2 },
    { type: "integer", multipleOf: 2 },
    {},
  ),
  required: fc.subarray(["bravo", "count"]),
  others: fc.constantFrom<unknown>(false, true, { type: "string", maxLength: 2 }),
  sizes: fc.constantFrom<Part>(
    {},
    { minProperties: 1 },
    { minProperties: 2 },
    { dependentRequired: { mode: ["bravo"] } },
  ),
  condition: fc.constantFrom<Part>(
    {},
    { if: { required: ["mode"] }, else: { required: ["count"] } },
    { not: { required: ["mode", "count"] } },
  ),
  tags: fc.constantFrom<Part>({}, { minItems: 1 }, { minItems: 2 }, { uniqueItems: true }, { maxItems: 2 }),
  set: fc.boolean(),
  prose: fc.constantFrom<string[]>([], ["/alpha"], ["/bravo"]),
  case: fc.constantFrom("exact", "ignore", "ignore-spaces"),
  words: fc.subarray(["p", "q", "r", "P"], { minLength: 1 }),
  mode: fc.subarray(["p", "q", "r"], { minLength: 1 }),
  hasMode: fc.boolean(),
  dose: fc.constantFrom<{ kind: string; amount: string }[]>(
    [{ kind: "fixed", amount: "milligrams" }],
    [
      { kind: "fixed", amount: "milligrams" },
      { kind: "scaled", amount: "perKilogram" },
    ],
    [
      { kind: "fixed", amount: "milligrams" },
      { kind: "scaled", amount: "milligrams" },
    ],
  ),
  itemDefault: maybe("x"),
  zoneDefault: maybe<Part>({ place: "K1" }, { place: "ZZ" }),
  placeDefault: maybe("K1", "ZZ"),
  rules: fc
    .subarray([...RULES], { maxLength: 3 })
    .chain((rules) =>
      fc.tuple(...rules.map((rule) => severity.map((grade): Part => ({ ...rule, severity: grade })))),
    ),
};
const version = fc.record(PARTS);
type Version = typeof version extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Two versions that differ in a few things. */
const pair = fc
  .tuple(
    version,
    version,
    fc.subarray(Object.keys(PARTS) as (keyof typeof PARTS)[], { minLength: 1, maxLength: 2 }),
  )
  .map(([before, other, parts]) => {
    const after = { ...before };
    for (const part of parts) Object.assign(after, { [part]: other[part] });
    return [before, after] as const;
  });

const candidate = fc.record(
  {
    alpha: fc.constantFrom("x", "y", "xx", "xyz", " x "),
    bravo: fc.constantFrom("x", "y", "xx", "x ", "-"),
    count: fc.constantFrom<unknown>(-1, 0, 1, 2, 1.5, null, "1"),
    keyed: fc.constantFrom("K1", "k1", "k 1", "K2"),
    tags: fc.array(fc.constantFrom("p", "q", "r", "P"), { maxLength: 3 }),
    mode: fc.constantFrom("p", "q", "r", "s"),
    dose: fc.constantFrom<unknown>(
      { kind: "fixed", milligrams: 1 },
      { kind: "scaled", milligrams: 1 },
      { kind: "scaled", perKilogram: 1 },
    ),
    zone: fc.constantFrom<unknown>({}, { place: "K1" }, { place: "k1" }, { place: "ZZ" }),
    other: fc.constantFrom<unknown>("z", "zzz", 1),
    items: fc.array(fc.record({ kind: fc.constantFrom("x", "y") }, { requiredKeys: [] }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const text = (more: Part = {}, given?: unknown): Part => ({
  type: "string",
  maxLength: 9,
  ...more,
  ...(given !== undefined && { default: given }),
});
const closed = (properties: Part, more: Part = {}): Part => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

function compile(of: Version, number: string): SpecPackage | undefined {
  const zone = closed({ place: text({}, of.placeDefault) });
  const codes = of.rules.map(({ code }) => code as string);
  const document = packageOf(
    {},
    {},
    {
      version: number,
      schema: closed(
        {
          alpha: text({ maxLength: of.alphaLength }, of.alphaDefault),
          bravo: text({ maxLength: 3, ...of.bravo }),
          count: of.count,
          keyed: text(),
          tags: { type: "array", maxItems: 9, items: text(), ...of.tags },
          ...(of.hasMode && { mode: { enum: of.mode } }),
          dose: {
            oneOf: of.dose.map(({ kind, amount }) =>
              closed({ kind: { const: kind }, [amount]: { type: "number" } }, { required: ["kind"] }),
            ),
          },
          zone: { ...zone, ...(of.zoneDefault && { default: of.zoneDefault }) },
          items: { type: "array", maxItems: 9, items: closed({ kind: text({}, of.itemDefault) }) },
        },
        { required: of.required, additionalProperties: of.others, ...of.sizes, ...of.condition },
      ),
      registries: { codes: { member: "codes", case: of.case } },
      lists: { words: { values: of.words } },
      normalization: { prose: of.prose, ...(of.set && { sets: [{ at: "/tags", list: "words" }] }) },
      rules: of.rules,
      docs: Object.fromEntries(codes.map((code) => [code, { summary: "It is wrong.", fix: "Correct it." }])),
    },
  );
  const compiled = compileSpecPackage(document);
  return compiled.ok ? compiled.spec : undefined;
}

const asOf = "2026-01-01T00:00:00Z";
/** By how the registry is read. */
const CONTEXTS = new Map(
  (["exact", "ignore", "ignore-spaces"] as const).map((how) => [
    how as string,
    {
      registry: createRegistry([], asOf),
      registries: new Map([["codes", createRegistry([{ id: "K1", name: "One" }], asOf, { case: how })]]),
      now: 0,
    },
  ]),
);
const contextOf = (of: Version) => CONTEXTS.get(of.case)!;

describe("a comparison of two versions", () => {
  test("never says that nothing can break where a candidate does", () => {
    let promises = 0;
    let loaded = 0;
    fc.assert(
      fc.property(pair, fc.array(candidate, { minLength: 12, maxLength: 12 }), ([was, is], candidates) => {
        const [before, after] = [compile(was, "1.0.0"), compile(is, "1.1.0")];
        if (before === undefined || after === undefined) return;
        loaded++;
        if (diffSpecPackages(before, after).canBreak) return;
        promises++;
        for (const each of candidates)
          if (checkCandidate(before, each, contextOf(was)).valid)
            expect(
              checkCandidate(after, each, contextOf(is)).diagnostics.filter((d) => d.severity === "error"),
            ).toEqual([]);
      }),
      { numRuns: draws(1_000) },
    );
    // Otherwise nothing was tried.
    expect(loaded).toBeGreaterThan(draws(1_000) / 2);
    expect(promises).toBeGreaterThan(draws(1_000) / 10);
  });
});

describe("impact", () => {
  test("reads a registry as each version declares it", () => {
    const [plain] = fc.sample(version, { numRuns: 1, seed: 1 }) as [Version];
    const was: Version = {
      ...plain,
      ...{ required: [], sizes: {}, condition: {}, zoneDefault: undefined, placeDefault: undefined },
      case: "ignore",
      rules: [{ ...RULES[3], severity: "error" }],
    };
    const is: Version = { ...was, case: "exact" };
    const [before, after] = [compile(was, "1.0.0")!, compile(is, "1.1.0")!];
    const candidates = [{ name: "a", candidate: { keyed: "k1" } }];
    expect(impactOf(before, after, candidates, contextOf(was), contextOf(is)).broken).toEqual(["a"]);
    expect(diffSpecPackages(before, after).canBreak).toBe(true);
  });
});

describe("a default that nobody wrote", () => {
  const a = { type: "string", maxLength: 9, default: "x" };
  const b = { type: "string", maxLength: 9 };
  test.each([
    ["is one member too many", { properties: { a, b }, maxProperties: 1, additionalProperties: false }],
    [
      "makes another schema apply",
      { properties: { a, b }, dependentSchemas: { a: { required: ["b"] } }, additionalProperties: false },
    ],
    [
      "has a name that is not allowed",
      { properties: { a, b }, propertyNames: { enum: ["b"] }, additionalProperties: false },
    ],
    [
      "is beside an alternative that does not know it",
      {
        properties: { a, kind: { enum: ["p", "q"] } },
        required: ["kind"],
        oneOf: [
          { properties: { kind: { const: "p" } }, additionalProperties: false },
          { properties: { kind: { const: "q" }, a: true }, additionalProperties: false },
        ],
      },
    ],
  ])("is refused where it %s", (_, schema) => {
    expect(
      reasonsOf({ type: "object", ...schema }).filter((reason) => reason.startsWith("default-conditional")),
    ).not.toEqual([]);
  });
});
