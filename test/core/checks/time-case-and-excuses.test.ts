/** What rules can say about times, about texts in any case, about items that do not count, and in two severities. */
import { describe, expect, test } from "vitest";
import { checkCandidate, loadSpecPackage } from "../../../src/core/index.ts";
import { diffSpecPackages } from "../../../src/core/publishing/diff/spec-packages.ts";
import "../datagen.ts";
import { context, objectOf, packageOf, type Schema } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 100 };
const now = Date.parse("2027-03-01T10:00:00Z");

function packageWith(properties: Schema, rules: object[], candidate: unknown = {}): unknown {
  const document = packageOf(objectOf(properties), candidate, {
    rules: rules.map((rule) => ({ code: "told", severity: "error", ...rule })),
    docs: { told: { summary: "It is wrong.", fix: "Put it right." } },
  }) as { examples: object };
  return { ...document, examples: { ...document.examples, now: "2027-03-01T10:00:00Z" } };
}

function load(...args: Parameters<typeof packageWith>) {
  const loaded = loadSpecPackage(packageWith(...args));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons, null, 2));
  return loaded.spec;
}

function refusal(...args: Parameters<typeof packageWith>): string {
  const loaded = loadSpecPackage(packageWith(...args));
  return loaded.ok ? "accepted" : loaded.reasons.map(({ message }) => message).join(" ");
}

const saysOf = (spec: ReturnType<typeof load>, candidate: unknown) =>
  checkCandidate(spec, candidate, { ...context, now }).diagnostics.map(
    ({ severity, pointer, message }) => `${severity} ${pointer}: ${message}`,
  );

describe("compare in time", () => {
  const compare = (properties: Schema, params: object, at = "/a") =>
    load(properties, [{ check: "compare", at: [at], params }]);

  test.each([
    ["09:00:00Z", "10:30:00Z", true],
    ["09:00:00+02:00", "08:00:00Z", true],
    ["23:59:60Z", "23:59:59.9Z", false],
    ["23:59:59Z", "23:59:60Z", true],
    ["12:00:00Z", "12:00:00Z", false],
  ])("the time %s is before %s: %s", (a, b, isFine) => {
    const time = { ...text, format: "time" };
    const spec = compare({ a: time, b: time }, { is: "before", to: "/b" });
    expect(saysOf(spec, { a, b }).length === 0).toBe(isFine);
  });

  test("some days from a value that may be no date", () => {
    const day = { ...text, format: "date" };
    const spec = compare({ a: day, b: {} }, { is: "before", to: "/b", days: 3 });
    const said = (b: unknown) => saysOf(spec, { a: "2026-01-09", b });
    expect([5, "soon", null, "2026-02-30", ["2026-01-01"]].flatMap(said)).toEqual([]);
    expect(
      [said("2026-01-06"), said("2026-01-06T00:00:00Z"), said("2026-01-07")].map((list) => list.length),
    ).toEqual([1, 1, 0]);
    const fixed = (days: number, value = "2026-01-06") =>
      saysOf(compare({ a: day }, { is: "not-after", value, days }), { a: "9999-01-09" });
    expect([fixed(1), fixed(-1), fixed(0), fixed(2)].flat()).toEqual([
      'error /a: "9999-01-09" must not be after "2026-01-07".',
      'error /a: "9999-01-09" must not be after "2026-01-05".',
      'error /a: "9999-01-09" must not be after "2026-01-06".',
      'error /a: "9999-01-09" must not be after "2026-01-08".',
    ]);
  });

  test("times without seconds, at places without a format", () => {
    const spec = compare({ a: text }, { is: "not-before", value: "09:00" });
    expect(saysOf(spec, { a: "09:00" })).toEqual([]);
    expect(saysOf(spec, { a: "8:59" })).toEqual([]);
    expect(saysOf(spec, { a: "08:59" })).toEqual(['error /a: "08:59" must not be before "09:00".']);
  });

  test.each([
    ["PT90M", "PT1H", false],
    ["PT1H", "PT60M", true],
    ["P1W", "P8D", true],
    ["P1Y", "P12M", true],
    ["P2M", "P50D", false],
    // Nobody can tell which of these is longer.
    ["P1M", "P30D", true],
  ])("the duration %s is at most %s: %s", (a, b, isFine) => {
    const duration = { ...text, format: "duration" };
    const spec = compare({ a: duration, b: duration }, { is: "less-or-equal", to: "/b" });
    expect(saysOf(spec, { a, b }).length === 0).toBe(isFine);
  });

  test("today, and days before or after it", () => {
    const date = { ...text, format: "date" };
    const past = compare({ a: date }, { is: "not-after", value: "today" });
    expect(past.rules.clock).toBe("date");
    expect(saysOf(past, { a: "2027-03-01" })).toEqual([]);
    expect(saysOf(past, { a: "2027-03-02" })).toEqual([
      'error /a: "2027-03-02" must not be after "2027-03-01", from today.',
    ]);
    expect(checkCandidate(past, { a: "2027-03-01" }, { ...context, now }).evaluatedOn).toBe("2027-03-01");
    const ahead = compare({ a: date }, { is: "not-before", value: "today", days: 14 });
    expect(saysOf(ahead, { a: "2027-03-15" })).toEqual([]);
    expect(saysOf(ahead, { a: "2027-03-14" })).toEqual([
      'error /a: "2027-03-14" must not be before "2027-03-15", 14 days after today.',
    ]);
    const recent = compare({ a: date }, { is: "after", value: "today", days: -1 });
    expect(saysOf(recent, { a: "2027-02-28" })).toEqual([
      'error /a: "2027-02-28" must be after "2027-02-28", 1 day before today.',
    ]);
  });

  test("days after another date of the candidate, whose time stays", () => {
    const moment = { ...text, format: "date-time" };
    const spec = compare({ a: moment, b: moment }, { is: "not-after", to: "/b", days: 30 });
    expect(saysOf(spec, { a: "2027-03-03T08:00:00Z", b: "2027-02-01T08:00:00Z" })).toEqual([]);
    expect(saysOf(spec, { a: "2027-03-03T08:00:01Z", b: "2027-02-01T08:00:00Z" })).toEqual([
      'error /a: "2027-03-03T08:00:01Z" must not be after "2027-03-03T08:00:00Z", 30 days after "b".',
    ]);
  });

  test.each([
    ["a time and a date", { format: "time" }, { format: "date" }, { is: "before", to: "/b" }],
    ["days and times", { format: "time" }, {}, { is: "before", value: "10:00", days: 1 }],
    ["a time and today", { format: "time" }, {}, { is: "before", value: "today" }],
    ["a word", {}, {}, { is: "before", value: "soon" }],
    ["texts as amounts", {}, {}, { is: "less", to: "/b" }],
    ["a number and a duration", { format: "duration" }, {}, { is: "less", value: 5 }],
    ["days and numbers", {}, {}, { is: "equal", value: "x", days: 1 }],
  ])("a rule that could never speak is refused: %s", (_, a, b, params) => {
    const properties = { a: { ...text, ...a }, b: { ...text, ...b } };
    expect(refusal(properties, [{ check: "compare", at: ["/a"], params }])).toMatch(
      /^The check "compare" cannot be used /,
    );
  });
});

describe("case", () => {
  const rule = (check: string, pattern: string) => ({
    check,
    at: ["/a"],
    params: { pattern, form: "a hash", case: "ignore" },
  });

  test("a pattern that ignores it", () => {
    const spec = load({ a: text }, [rule("matches", "^sha256:[0-9a-f]{4}\\S*$")]);
    expect(saysOf(spec, { a: "SHA256:AbCd" })).toEqual([]);
    expect(saysOf(spec, { a: "SHA256:xyz" })).toHaveLength(1);
    const never = load({ a: text }, [rule("does-not-match", "éclair")]);
    expect(saysOf(never, { a: "ÉCLAIR" })).toHaveLength(1);
  });

  test("a capital in such a pattern never matches, so it is refused; escapes are no capitals", () => {
    expect(refusal({ a: text }, [rule("matches", "^\\S+\\p{Lu}?SHA$")])).toContain(
      'no text in lower case has the "S" of its pattern',
    );
    expect(refusal({ a: text }, [rule("matches", "^\\S\\D\\W(?<Name>x)\\p{L}\\u004A$")])).toBe("accepted");
  });

  test("(?i) is explained", () => {
    const properties = { a: { ...text, pattern: "(?i)sha" } };
    expect(refusal(properties, [])).toContain(
      "changes flags, as in (?i); write both cases, as in [aA], or use",
    );
    expect(refusal({ a: { ...text, pattern: "(?i:sha)" } }, [])).toContain('"case": "ignore"');
  });
});

describe("items that do not count in unique", () => {
  const items = {
    type: "array",
    maxItems: 20,
    items: objectOf({ id: text, kind: text }),
  };
  const spec = load({ a: items }, [
    { check: "unique", at: ["/a"], params: { member: "id", where: "this.?kind.orValue('') != 'alias'" } },
  ]);

  test("may repeat, and the others may not", () => {
    const candidate = (...kinds: (string | undefined)[]) => ({
      a: kinds.map((kind) => ({ id: "x", ...(kind !== undefined && { kind }) })),
    });
    expect(saysOf(spec, candidate(undefined, "alias", "alias"))).toEqual([]);
    expect(saysOf(spec, candidate("alias", undefined, "main"))).toEqual([
      'error /a/2/id: "x" is already here, as item 2; each may occur once.',
    ]);
  });

  test("an expression of another type is refused at its place", () => {
    const loaded = loadSpecPackage(
      packageWith({ a: items }, [{ check: "unique", at: ["/a"], params: { where: "this.id" } }]),
    );
    expect(loaded.ok ? [] : loaded.reasons.map(({ pointer }) => pointer)).toContain("/rules/0/params/where");
  });
});

describe("one rule in two severities", () => {
  const params = { pattern: "^[a-z]+$", form: "small letters" };
  const rule = { check: "matches", at: ["/a"], params };
  const properties = { a: text, legacy: { type: "boolean" }, on: { type: "boolean" } };

  test.each([
    ["an expression", "root.?legacy.orValue(false)", "root.?on.orValue(true)"],
    ["tests of places", { at: "/legacy", equals: true }, { not: { at: "/on", equals: false } }],
  ])("by %s", (_, warnWhen, when) => {
    const spec = load(properties, [{ ...rule, warnWhen }]);
    expect(saysOf(spec, { a: "X" })[0]).toMatch(/^error/);
    expect(saysOf(spec, { a: "X", legacy: true })).toEqual([expect.stringMatching(/^warning/)]);
    expect(saysOf(spec, { a: "x", legacy: true })).toEqual([]);
    const bound = load(properties, [{ ...rule, warnWhen, when }]);
    expect(saysOf(bound, { a: "X", on: false, legacy: true })).toEqual([]);
    expect(saysOf(bound, { a: "X", on: false })).toEqual([]);
    expect(saysOf(bound, { a: "X", on: true })[0]).toMatch(/^error/);
  });

  test("each reason is given once, and a warning has no other severity", () => {
    const wrong = { ...rule, at: ["/b"], warnWhen: "root.?legacy.orValue(false)" };
    const loaded = loadSpecPackage(packageWith(properties, [wrong]));
    const codes = loaded.ok ? [] : loaded.reasons.map(({ pointer, code }) => `${code} ${pointer}`);
    expect(codes).toEqual([...new Set(codes)]);
    expect(refusal(properties, [{ ...rule, severity: "info", warnWhen: "true" }])).toContain('"error"');
    expect(
      refusal(properties, [{ ...rule, when: "root.a != ''", warnWhen: { at: "/on", present: true } }]),
    ).toContain("both expressions");
  });

  test("a new version that warns where it refused loosens", () => {
    const [strict, soft] = [
      load(properties, [rule]),
      load(properties, [{ ...rule, warnWhen: "root.?on.orValue(false)" }]),
    ];
    const effects = (a: typeof strict, b: typeof strict) =>
      diffSpecPackages(a, b)
        .changes.filter(({ pointer }) => pointer.endsWith("warnWhen"))
        .map(({ effect }) => effect);
    expect([effects(strict, soft), effects(soft, strict)]).toEqual([["loosens"], ["tightens"]]);
  });
});
