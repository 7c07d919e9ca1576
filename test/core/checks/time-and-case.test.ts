/** What rules can say about times, and about texts in any case. */
import { describe, expect, test } from "vitest";
import { checkCandidate, loadSpecPackage } from "../../../src/core/index.ts";
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

  test("times without seconds, at places without a format", () => {
    const spec = compare({ a: text }, { is: "not-before", value: "09:00" });
    expect(saysOf(spec, { a: "09:00" })).toEqual([]);
    expect(saysOf(spec, { a: "8:59" })).toEqual([]);
    expect(saysOf(spec, { a: "08:59" })).toEqual([
      'error /a: "a" is "08:59" and must not be before "09:00".',
    ]);
  });

  test("today", () => {
    const date = { ...text, format: "date" };
    const past = compare({ a: date }, { is: "not-after", value: "today" });
    expect(past.rules.clock).toBe("date");
    expect(saysOf(past, { a: "2027-03-01" })).toEqual([]);
    expect(saysOf(past, { a: "2027-03-02" })).toEqual([
      'error /a: "a" is "2027-03-02" and must not be after today, which is "2027-03-01".',
    ]);
    expect(checkCandidate(past, { a: "2027-03-01" }, { ...context, now }).evaluatedOn).toBe("2027-03-01");
  });

  test.each([
    ["a time and a date", { format: "time" }, { format: "date" }, { is: "before", to: "/b" }],
    ["a time and today", { format: "time" }, {}, { is: "before", value: "today" }],
    ["a word", {}, {}, { is: "before", value: "soon" }],
    ["texts as amounts", {}, {}, { is: "less", to: "/b" }],
    ["a number and a duration", { format: "duration" }, {}, { is: "less", value: 5 }],
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
