import { describe, expect, test } from "vitest";
import { checkCandidate } from "../../../src/core/proposal/check.ts";
import { loadSpecPackage } from "../../../src/core/publishing/load.ts";
import { createRegistry } from "../../../src/core/registry/registry.ts";
import { impactOf } from "../../support/impact-of.ts";
import { load as loadSmall, objectOf, type Schema } from "../schema/small-package.ts";

const context = {
  registry: createRegistry([], "2026-11-01T00:00:00Z"),
  now: Date.parse("2026-11-01T00:00:00Z"),
};

function load(version: string, maxLength: number, minimum: number, effectiveAt?: string) {
  const loaded = loadSpecPackage({
    format: "preflight-spec-package/1",
    targetProduct: "shop",
    domainId: "tag",
    version,
    title: "Tag",
    schema: {
      type: "object",
      properties: {
        tags: { type: "array", maxItems: 9, items: { type: "string", maxLength } },
        note: { type: "string", maxLength: 500 },
      },
      required: ["tags"],
      additionalProperties: false,
    },
    rules: [
      {
        code: "note-short",
        check: "enough-text",
        at: ["/note"],
        severity: "error",
        params: { min: minimum },
        ...(effectiveAt !== undefined && { effectiveAt }),
      },
    ],
    docs: { "note-short": { summary: "The note is short.", fix: "Write more." } },
    examples: {
      valid: [{ title: "One", candidate: { tags: ["a"], note: "a note that is long enough" } }],
      invalid: [
        {
          title: "None",
          candidate: { note: "a note that is long enough" },
          expect: [{ code: "member-missing", pointer: "/tags" }],
        },
      ],
    },
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
  return loaded.spec;
}

const CORPUS = [
  { name: "a.json", candidate: { tags: ["short", "much too long"], note: "long enough by any rule" } },
  { name: "b.json", candidate: { tags: ["short"], note: "long enough by any rule" } },
  { name: "c.json", candidate: { tags: ["also much too long"], note: "brief" } },
  { name: "d.json", candidate: { note: "brief" } },
];

describe("createImpactMeter", () => {
  test("names the verdicts that change, and by which rule", () => {
    const impact = impactOf(load("1.0.0", 40, 1), load("2.0.0", 8, 10), CORPUS, context);
    expect(impact).toMatchObject({
      candidates: 4,
      validBefore: 3,
      validAfter: 1,
      broken: ["a.json", "c.json"],
      fixed: [],
      otherwise: 1,
    });
    expect(impact.rules).toMatchObject([
      { code: "text-too-long", at: "/tags/*", change: "added", candidates: 2, verdicts: 2 },
      { code: "note-short", at: "/note", change: "added", candidates: 2, verdicts: 1 },
    ]);
    expect(impact.rules[0]!.examples).toEqual([
      { name: "a.json", pointer: "/tags/1", message: expect.stringContaining("the maximum is 8") },
      { name: "c.json", pointer: "/tags/0", message: expect.stringContaining("the maximum is 8") },
    ]);
  });

  test("the other way round, the same candidates pass again", () => {
    const impact = impactOf(load("2.0.0", 8, 10), load("1.0.0", 40, 1), CORPUS, context);
    expect(impact).toMatchObject({ fixed: ["a.json", "c.json"], broken: [] });
    expect(impact.rules.every(({ change }) => change === "removed")).toBe(true);
  });

  test("counts a candidate once for each rule, shows three, and lists first what changes most verdicts", () => {
    const text = { type: "string", maxLength: 20 };
    const version = (number: string, limit: number, severity: string, more: Schema) =>
      loadSmall(
        objectOf({
          a1: { ...text, maxLength: limit },
          "1a": { ...text, maxLength: limit },
          "b/c~d": { ...text, maxLength: limit },
          list: { type: "array", maxItems: 20, items: { ...text, maxLength: limit } },
          ...more,
        }),
        {},
        {
          version: number,
          rules: [
            {
              code: "capitals",
              check: "matches",
              at: ["/a1"],
              severity,
              params: { pattern: "^[A-Z]*$", form: "capitals" },
            },
          ],
          docs: { capitals: { summary: "Small letters.", fix: "Use capitals." } },
        },
      );
    const before = version("1.0.0", 20, "info", { old: text, older: text });
    const after = version("2.0.0", 3, "warning", {});
    const long = "longer";
    const corpus = [
      { list: [...Array<string>(11).fill("x"), long, long] },
      { list: [long] },
      { list: [long], a1: long },
      { list: [long], "1a": long },
      { "b/c~d": long },
      { a1: "x" },
      { old: "x", a1: "x" },
      { old: "x", older: "x" },
      { unknown: 1, a1: "X" },
      {},
    ].map((candidate, index) => ({ name: `${index}`, candidate }));
    const impact = impactOf(before, after, corpus, context);
    expect([impact.from, impact.to]).toEqual(
      [before, after].map(({ version, digest }) => ({ version, digest })),
    );
    expect(impact.otherwise).toBe(1);
    const rows = impact.rules.map(
      ({ code, at, change, candidates, verdicts, examples }) =>
        `${code} ${at} ${change} ${candidates}/${verdicts}: ${examples.map(({ name, pointer }) => name + pointer).join(" ")}`,
    );
    expect(rows).toEqual([
      "text-too-long /list/* added 4/4: 0/list/11 1/list/0 2/list/0",
      "member-unknown /old added 2/2: 6/old 7/old",
      "member-unknown /older added 1/1: 7/older",
      "text-too-long /a1 added 1/1: 2/a1",
      "text-too-long /1a added 1/1: 3/1a",
      "text-too-long /b~1c~0d added 1/1: 4/b~1c~0d",
      "capitals /a1 removed 3/0: 2/a1 5/a1 6/a1",
      "capitals /a1 added 2/0: 5/a1 6/a1",
    ]);
  });

  test("a rule that is not in force yet changes a verdict only when it is simulated", () => {
    const [before, after] = [load("1.0.0", 40, 1), load("2.0.0", 40, 10, "2027-01-01T00:00:00Z")];
    expect(impactOf(before, after, CORPUS, context).broken).toEqual([]);
    expect(impactOf(before, after, CORPUS, { ...context, simulate: true }).broken).toEqual(["c.json"]);
  });
});

describe("simulate", () => {
  const spec = load("1.0.0", 40, 10, "2027-01-01T00:00:00Z");
  const candidate = { tags: [], note: "brief" };

  test("judges as if every rule were in force", () => {
    expect(checkCandidate(spec, candidate, context).valid).toBe(true);
    expect(checkCandidate(spec, candidate, { ...context, simulate: true }).valid).toBe(false);
    expect(checkCandidate(spec, candidate, { ...context, simulate: false }).valid).toBe(true);
  });

  test("is not needed for a date: now is the moment that counts", () => {
    const now = Date.parse("2027-01-01T00:00:00Z");
    expect(checkCandidate(spec, candidate, { ...context, now }).valid).toBe(false);
  });
});
