import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileExpression } from "../../../src/core/expressions/expression.ts";
import { MAX_COST, MAX_STEPS } from "../../../src/core/expressions/limits.ts";
import { expectTable } from "../table.ts";
import { CAFE, evaluate, SCOPE, surroundings } from "./sample.ts";

/** Files of lines such as `1 + 1 → 2`, so that anyone can read and add to them. */
const tables = ["values", "not-evaluated", "refused"].map((name) => {
  const lines = readFileSync(new URL(`${name}.txt`, import.meta.url), "utf8").split("\n");
  const cases = lines
    .filter((line) => line.includes(" → "))
    .map((line) => line.split(" → ") as [string, string]);
  return { name, cases };
});

describe.each(tables)("$name", ({ cases }) => {
  test.each(cases)("%s", (source, expected) => {
    expect(evaluate(source)).toBe(expected);
  });
});

test("what the expressions of values.txt read, and what they cost at most and for the café", async () => {
  const rows = tables[0]!.cases.flatMap(([source]) => {
    const made = compileExpression(source, SCOPE);
    if ("fault" in made || made.isConstant) return [];
    const around = surroundings();
    made.run([CAFE, CAFE], around);
    const ways = made.reads.map((way) => way.join("."));
    return [[source, "=>", made.cost, "and", MAX_STEPS - around.steps, ...ways]];
  });
  await expectTable(import.meta.url, "./costs.txt", rows);
});

test("an expression says which clock and which registries it needs", () => {
  const noted = (source: string) => {
    const made = compileExpression(source, SCOPE);
    return "fault" in made ? made.fault : [made.clock, [...made.registries]];
  };
  expect(noted("this.seats > 1")).toEqual(["none", []]);
  expect(noted("date(this.name) < today")).toEqual(["date", []]);
  expect(noted("today < now && registry('licences').has('MIT') && registry().has('x')")).toEqual([
    "time",
    ["licences", undefined],
  ]);
});

test("the value must be of the type that is wanted", () => {
  expect(compileExpression("this.seats", SCOPE, "bool")).toEqual({
    fault: { message: "it must be true or false, and it is a whole number", start: 0, end: 10 },
  });
});

describe("candidates that are not what the schema says", () => {
  const faulty: [string, unknown, string][] = [
    ["this.name.startsWith('C')", {}, 'not evaluated: "name" is absent'],
    ["this.name.startsWith('C')", { name: 5 }, 'not evaluated: "name" is not a text'],
    ["this.seats + 1", { seats: 1.5 }, 'not evaluated: "seats" is not a whole number'],
    ["this.seats + 1", { seats: 2 ** 53 }, 'not evaluated: "seats" is not a whole number'],
    ["this.hours.all(h, h.from < h.to)", { hours: "x" }, 'not evaluated: "hours" is not a list'],
    ["this.hours.all(h, h.from < h.to)", { hours: [null] }, "not evaluated: an item is not an object"],
    ["this.hours.all(h, h.from < h.to)", { hours: [{}, { from: "2", to: "1" }] }, "false"],
    ["has(this.founded)", [], 'not evaluated: "this" is not an object'],
    ["this.name == 'x'", null, 'not evaluated: "this" is not an object'],
    ["has(this.founded)", JSON.parse('{"__proto__": {"founded": 1}}'), "false"],
    ["'length' in this.extra", { extra: [1] }, 'not evaluated: "extra" is not a map'],
  ];
  test.each(faulty)("%s of %j", (source, candidate, expected) => {
    expect(evaluate(source, candidate)).toBe(expected);
  });
});

describe("the bound on steps", () => {
  const overlap =
    "!this.hours.exists(i, a, this.hours.exists(j, b, i < j && a.day == b.day && a.from < b.to && b.from < a.to))";

  test("is estimated from the bounds of the schema", () => {
    const made = compileExpression(overlap, SCOPE);
    if ("fault" in made) throw new Error(made.fault.message);
    expect(made.cost).toBeGreaterThan(50 * 50 * 5);
    expect(made.cost).toBeLessThan(MAX_COST / 5);
  });

  test("holds for candidates that are larger than the schema allows", () => {
    const backwards = { ...CAFE.hours[0], from: "12:00", to: "09:00" };
    const long = { ...CAFE, hours: Array.from({ length: 5_000 }, () => backwards) };
    expect(evaluate(overlap, long)).toBe("not evaluated: it would take too many steps");
    const text = { ...CAFE, name: "x".repeat(60_000), tags: new Array(10_000).fill("y") };
    expect(evaluate("this.tags.all(t, !this.name.contains(t))", text)).toBe(
      "not evaluated: it would take too many steps",
    );
    // Failures count too: each of them could be outweighed by the next item.
    const faulty = { ...CAFE, hours: Array.from({ length: 50_000 }, () => ({ from: 1 })) };
    expect(evaluate("this.hours.exists(h, h.from == 'x')", faulty)).toBe(
      "not evaluated: it would take too many steps",
    );
  });

  test("cannot be passed by repeated matches", () => {
    const text = { ...CAFE, story: "a".repeat(60_000) };
    expect(evaluate("references(this.story, r'a').size()", text)).toBe(
      "not evaluated: it would take too many steps",
    );
  });
});

test("no expression makes it throw", () => {
  const pieces = [
    "this",
    ".name",
    "(",
    ")",
    "[",
    "]",
    "0",
    "'x'",
    "+",
    "-",
    "!",
    "==",
    "in",
    "&&",
    "?",
    ":",
    ".",
    ",",
    "has",
    ".all(x, ",
    "{",
    "}",
    "\\",
    "\u{1f44d}",
    "today",
  ];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (let round = 0; round < 5_000; round++) {
    const source = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join("");
    const made = compileExpression(source, SCOPE);
    if (!("fault" in made)) made.run([CAFE, CAFE], surroundings());
  }
});
