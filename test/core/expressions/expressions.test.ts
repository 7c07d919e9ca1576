import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileExpression } from "../../../src/core/expressions/expression.ts";
import { MAX_COST, MAX_STEPS } from "../../../src/core/expressions/frame.ts";
import type { Type } from "../../../src/core/expressions/types.ts";
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
    if ("fault" in made || made.always !== undefined) return [];
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
    ["this.?founded.orValue('x')", { founded: 5 }, 'not evaluated: "founded" is not a text'],
    ["this.?founded.orValue('x')", {}, "x"],
    ["this.scores[0]", { scores: ["x"] }, "not evaluated: the item is not a number"],
    ["this.scores[0]", { scores: [Number.POSITIVE_INFINITY] }, "not evaluated: the item is not a number"],
    ["this.scores[?0].orValue(1.5)", { scores: ["x"] }, "not evaluated: the item is not a number"],
    ["this.tags.join()", { tags: ["a", 5] }, "not evaluated: the list holds more than texts"],
    ["this.tags.join()", { tags: ["a", "b"] }, "ab"],
    ["this.isOpen", { isOpen: "yes" }, 'not evaluated: "isOpen" is not true or false'],
    ["this.price", { price: "1" }, 'not evaluated: "price" is not a number'],
    ["this.hours[0].room", { hours: [{ room: 5 }] }, 'not evaluated: "room" is not a text or null'],
    ["this.hours[0].room", { hours: [{ room: null }] }, "null"],
    ["this.links.all(k, v, v != '')", { links: { a: 1 } }, "not evaluated: an item is not a text"],
    ["this.links", { links: null }, 'not evaluated: "links" is not a map'],
    ["has(root.extra.a) && root.extra.a == null", { extra: { a: null } }, "true"],
    [
      "has(this.extra.a) ? int(this.extra.a) : 0",
      { extra: { a: true } },
      "not evaluated: the value cannot be converted",
    ],
    [
      "has(this.extra.a) ? double(this.extra.a) : 0.5",
      { extra: { a: [] } },
      "not evaluated: the value cannot be converted",
    ],
    ["has(this.extra.a) ? string(this.extra.a) : ''", { extra: { a: true } }, "true"],
    ["has(this.extra.a) && this.extra.a < 'b'", { extra: { a: "a" } }, "true"],
    ["this.scores.sum()", { scores: [1e308, 1e308] }, "not evaluated: the number is too large"],
    ["this.tags.distinct()", { tags: [["a"], ["a"], null, null] }, "a, null"],
    ["this.scores.min()", { scores: [] }, "not evaluated: the list is empty"],
  ];
  test.each(faulty)("%s of %j", (source, candidate, expected) => {
    expect(evaluate(source, candidate)).toBe(expected);
  });
});

describe("an expression in a message, which may use what is absent or null", () => {
  const lenient = (source: string, candidate: unknown) => {
    const made = compileExpression(source, { ...SCOPE, isLenient: true });
    if ("fault" in made) return made.fault.message;
    const outcome = made.run([candidate, candidate], surroundings());
    return "why" in outcome ? `no value: ${outcome.why}` : outcome.value;
  };
  test.each<[string, unknown, unknown]>([
    ["this.founded", { founded: "x" }, "x"],
    ["this.founded", {}, 'no value: "founded" is absent'],
    ["this.hours[0].room + '!'", { hours: [{ room: "a" }] }, "a!"],
    ["this.hours[0].room + '!'", { hours: [{ room: null }] }, "no value: it is null"],
    ["this.hours[0].room.size()", { hours: [{ room: "" }] }, 0],
    ["this.extra.a", { extra: { a: 1 } }, 1],
    ["null + 1", {}, "it is always null"],
  ])("%s of %j", (source, candidate, expected) => {
    expect(lenient(source, candidate)).toBe(expected);
  });
});

test("a value that the schema says is always null", () => {
  const variables = [{ name: "x", type: { kind: "null" } as const }];
  const made = compileExpression("x == null", { variables, declared: SCOPE.declared });
  if ("fault" in made) throw new Error(made.fault.message);
  expect(made.run([null], surroundings())).toEqual({ value: true });
  expect(made.run([5], surroundings())).toEqual({ why: '"x" is not null' });
});

describe("expressions on several lines", () => {
  test.each([
    ["1 +\n\t2", "3"],
    ["1 // one\n + 2 // two", "3"],
    ["'a\nb'", "refused at «'a\nb'»: the text has no end"],
    ["'''a\nb'''", "a\nb"],
    ['r"""a\n\\b"""', "a\n\\b"],
  ])("%j", (source, expected) => {
    expect(evaluate(source)).toBe(expected);
  });
});

describe("expressions that are too large", () => {
  const nested = (depth: number) => `${"(".repeat(depth)}1${")".repeat(depth)}`;
  test.each<[string, (size: number) => string, number, string]>([
    ["'a'", (length) => `'${"a".repeat(length - 2)}'`, 2_000, "it is longer than 2000 characters"],
    [
      "[1, 1]",
      (parts) => `[${Array(parts - 1).fill("1")}]`,
      400,
      "it has more than 400 parts; split the rule",
    ],
    ["((1))", (depth) => nested(depth - 1), 40, "it is nested more than 40 levels deep"],
    ["!!true", (depth) => `${"!".repeat(depth - 1)}true`, 40, "it is nested more than 40 levels deep"],
  ])("%s", (_, make, most, message) => {
    expect(evaluate(make(most))).not.toContain("refused");
    expect(evaluate(make(most + 1))).toContain(message);
  });

  test("beside each other they are not nested", () => {
    expect(evaluate(Array(50).fill("(-1)").join("+"))).toBe("-50");
    expect(evaluate(Array(50).fill("(true ? 1 : 2)").join("+"))).toBe("50");
  });
});

test("of a long list of words the first twelve are named", () => {
  const words = Array.from({ length: 14 }, (_, index) => `word${"abcdefghijklmn"[index]!.repeat(5)}`);
  const variables = [{ name: "x", type: { kind: "string", words } as const }];
  const made = compileExpression("x == 'zz'", { variables, declared: SCOPE.declared });
  expect("fault" in made && made.fault.message).toBe(
    `it is never "zz"; it can be ${words.slice(0, 12).join(", ")}`,
  );
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

  test("holds for lists that should have two items and have thousands", () => {
    const type: Type = { kind: "list", max: 2, item: { kind: "map", item: { kind: "any" } } };
    const variables = [{ name: "this", type }];
    const made = compileExpression("this.distinct().size() == 2", { variables, declared: SCOPE.declared });
    if ("fault" in made) throw new Error(made.fault.message);
    const many = Array.from({ length: 6_000 }, (_, a) => ({ a }));
    expect(made.run([many], surroundings())).toEqual({ why: "it would take too many steps" });
    expect(made.run([many.slice(0, 2)], surroundings())).toEqual({ value: true });
  });

  test("counts what a candidate has, not what the schema allows", () => {
    const steps = (source: string, candidates: object[]) => {
      const made = compileExpression(source, SCOPE);
      if ("fault" in made) throw new Error(made.fault.message);
      return candidates.map((more) => {
        const around = surroundings();
        made.run([{ ...CAFE, ...more }, structuredClone({ ...CAFE, ...more })], around);
        return MAX_STEPS - around.steps;
      });
    };
    const tags = (...lengths: number[]) => lengths.map((length) => ({ tags: Array(length).fill("y") }));
    const texts = (...lengths: number[]) =>
      lengths.map((length) => ({ name: "x".repeat(length), story: "x".repeat(length) }));
    expect(steps("this.tags == root.tags", tags(2, 64, 65, 6_500))).toEqual([
      22.25, 22.25, 73.03125, 6709.125,
    ]);
    expect(steps("this.tags.join('-')", tags(3, 300, 3_000))).toEqual([7.1875, 322.75, 3191.5]);
    expect(steps("this.tags + this.tags", tags(3, 300))).toEqual([11, 605]);
    expect(steps("this.name.contains('a')", texts(256, 257, 6_400))).toEqual([4, 12.03125, 204]);
    expect(steps("this.story.matches('^a')", texts(3, 3_000))).toEqual([33.75, 783]);
    expect(steps("this.name + 'a'", texts(3, 3_000))).toEqual([4.125, 97.78125]);
    expect(steps("this.name in this.tags", tags(3, 300))).toEqual([8, 305]);
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

test("loops in loops over the pieces of a text are read once each", () => {
  const source = Array.from({ length: 30 }).reduce<string>(
    (inner, _, index) => `this.name.split(',').all(v${index}, ${inner})`,
    "true",
  );
  expect(compileExpression(source, SCOPE)).toMatchObject({
    fault: { message: expect.stringContaining("steps, and") },
  });
});
