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
import { impactOf } from "../../../src/core/publishing/impact.ts";
import { compileSpecPackage } from "../../../src/core/publishing/load.ts";
import { draws } from "../../support/random.ts";
import { packageOf, reasonsOf } from "../schema/small-package.ts";

type Part = Record<string, unknown>;

/** Everything by which two drawn versions can differ. */
interface Version {
  aDefault: string | undefined;
  aLength: number;
  nMinimum: number | undefined;
  required: string[];
  minItems: number;
  unique: boolean;
  set: boolean;
  case: "exact" | "ignore" | "ignore-spaces";
  words: string[];
  rules: Part[];
  itemDefault: string | undefined;
}

const RULES: readonly Part[] = [
  { code: "same", check: "compare", at: ["/a"], params: { to: "/b", is: "different" } },
  {
    code: "unequal",
    check: "holds",
    message: "It is wrong.",
    at: [""],
    params: { expression: 'root.?a.orValue("") != root.?b.orValue("-")' },
  },
  { code: "listed", check: "in-registry", at: ["/code"], params: { registry: "codes" } },
  {
    code: "asked",
    check: "holds",
    message: "It is wrong.",
    at: ["/code"],
    params: { expression: 'registry("codes").has(this)' },
  },
  { code: "word", check: "in-list", at: ["/tags/*"], params: { list: "words" } },
  {
    code: "few",
    check: "holds",
    message: "It is wrong.",
    at: ["/tags"],
    params: { expression: "this.size() != 2" },
  },
  { code: "needed", check: "required-when", at: ["/b"], when: { at: "/a", equals: "x" } },
  { code: "alike", check: "unique", at: ["/items"], params: { member: "kind" } },
];

const severity = fc.constantFrom("error", "error", "warning");
const version: fc.Arbitrary<Version> = fc.record({
  aDefault: fc.constantFrom(undefined, undefined, "x", "y"),
  aLength: fc.constantFrom(1, 2, 3),
  nMinimum: fc.constantFrom(undefined, 0, 1),
  required: fc.subarray(["b", "n"]),
  minItems: fc.constantFrom(0, 1, 2),
  unique: fc.boolean(),
  set: fc.boolean(),
  case: fc.constantFrom("exact", "ignore", "ignore-spaces"),
  words: fc.subarray(["p", "q", "r"], { minLength: 1 }),
  rules: fc
    .subarray([...RULES], { maxLength: 3 })
    .chain((rules) =>
      fc.tuple(...rules.map((rule) => severity.map((grade) => ({ ...rule, severity: grade })))),
    ),
  itemDefault: fc.constantFrom(undefined, undefined, "x"),
});

/** Two versions that differ in a few things. */
const pair = fc
  .tuple(
    version,
    version,
    fc.subarray(
      [
        "aDefault",
        "aLength",
        "nMinimum",
        "required",
        "minItems",
        "unique",
        "set",
        "case",
        "words",
        "rules",
        "itemDefault",
      ] as const,
      { minLength: 1, maxLength: 2 },
    ),
  )
  .map(([before, other, parts]) => {
    const after = { ...before };
    for (const part of parts) Object.assign(after, { [part]: other[part] });
    return [before, after] as const;
  });

const candidate = fc.record(
  {
    a: fc.constantFrom("x", "y", "xx", "xyz"),
    b: fc.constantFrom("x", "y", "xx"),
    n: fc.constantFrom(-1, 0, 1),
    code: fc.constantFrom("K1", "k1", "k 1", "K2"),
    tags: fc.array(fc.constantFrom("p", "q", "r"), { maxLength: 3 }),
    items: fc.array(fc.record({ kind: fc.constantFrom("x", "y") }, { requiredKeys: [] }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

function compile(of: Version, number: string): SpecPackage | undefined {
  const kind = {
    type: "string",
    maxLength: 9,
    ...(of.itemDefault !== undefined && { default: of.itemDefault }),
  };
  const document = packageOf(
    {},
    {},
    {
      version: number,
      schema: {
        type: "object",
        properties: {
          a: {
            type: "string",
            maxLength: of.aLength,
            ...(of.aDefault !== undefined && { default: of.aDefault }),
          },
          b: { type: "string", maxLength: 3 },
          n: { type: "integer", ...(of.nMinimum !== undefined && { minimum: of.nMinimum }) },
          code: { type: "string", maxLength: 9 },
          tags: {
            type: "array",
            maxItems: 9,
            minItems: of.minItems,
            items: { type: "string", maxLength: 9 },
            ...(of.unique && { uniqueItems: true }),
          },
          items: {
            type: "array",
            maxItems: 9,
            items: { type: "object", properties: { kind }, additionalProperties: false },
          },
        },
        required: of.required,
        additionalProperties: false,
      },
      registries: { codes: { member: "codes", case: of.case } },
      lists: { words: { values: of.words } },
      ...(of.set && { normalization: { sets: [{ at: "/tags", list: "words" }] } }),
      rules: of.rules,
      docs: Object.fromEntries(
        of.rules.map(({ code }) => [code, { summary: "It is wrong.", fix: "Correct it." }]),
      ),
    },
  );
  const compiled = compileSpecPackage(document);
  return compiled.ok ? compiled.spec : undefined;
}

function contextOf(of: Version) {
  const codes = createRegistry([{ id: "K1", name: "One" }], "2026-01-01T00:00:00Z", { case: of.case });
  return {
    registry: createRegistry([], "2026-01-01T00:00:00Z"),
    registries: new Map([["codes", codes]]),
    now: 0,
  };
}

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
    const draft = {
      aDefault: undefined,
      aLength: 3,
      nMinimum: undefined,
      required: [],
      minItems: 0,
      unique: false,
      set: false,
    };
    const rules = [{ ...RULES[3], severity: "error" }];
    const was: Version = { ...draft, case: "ignore", words: ["p"], rules, itemDefault: undefined };
    const is: Version = { ...was, case: "exact" };
    const [before, after] = [compile(was, "1.0.0")!, compile(is, "1.1.0")!];
    const candidates = [{ name: "a", candidate: { code: "k1" } }];
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
