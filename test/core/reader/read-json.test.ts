import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findInexact, findRepeats, hasRepeats, pointerOf, writeJson } from "../../../src/core/json/values.ts";
import { Meter } from "../../../src/core/meter/meter.ts";
import { describeFault, parse } from "../../../src/core/reader/parse.ts";
import {
  lacksMembers,
  lookIntoText,
  numberInWay,
  readJson,
  readJsonText,
  readKnownJson,
} from "../../../src/core/reader/read-json.ts";
import { draws } from "../../support/random.ts";

/** The repeated names of a text as pointers, each with its values. */
function repeatsIn(text: string) {
  return Object.fromEntries(
    findRepeats(readKnownJson(text)).map(({ path, occurrences }) => [
      pointerOf(path),
      occurrences.map(({ value }) => value),
    ]),
  );
}

describe("the parser that knows places", () => {
  test("reads what JSON.parse reads, however it is spaced", () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), fc.constantFrom(0, 1, "\t"), (json, space) => {
        const text = JSON.stringify(JSON.parse(json), null, space);
        const { value, fault, remarks } = parse(text);
        expect({ value, fault, remarks }).toEqual({ value: JSON.parse(text), fault: undefined, remarks: [] });
      }),
      { numRuns: draws(800) },
    );
  });

  test("finds no fault in JSON, and one or a remark in every other text", () => {
    const piece = fc.constantFrom(..."{}[]:,\"' \n\\/*#1e-.u0at", "true", "None", '"a"', '"a":1');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const { fault, remarks, end } = parse(text);
        const isJson = fault === undefined && remarks.length === 0 && text.slice(end).trim() === "";
        let isAccepted = true;
        try {
          JSON.parse(text);
        } catch {
          isAccepted = false;
        }
        expect(isJson, text).toBe(isAccepted);
      }),
      { numRuns: draws(3_000) },
    );
  });
});

test.each(["9007199254740993", "999999999999999.99", "-0.12345678901234567"])(
  "digits of %s that a double cannot hold are not lost",
  (number) => {
    expect(findInexact(readKnownJson(`{"a":[${number}]}`))).toBe(number);
  },
);

describe("names that an object has twice", () => {
  test.each<[string, Record<string, unknown[]>]>([
    ['{"a":1,"a":2}', { "/a": [1, 2] }],
    ['{"a":1,"\\u0061":2}', { "/a": [1, 2] }],
    ['[{"b":{"a":[],"a":{},"a":null}}]', { "/0/b/a": [[], {}, null] }],
    ['{"__proto__":1,"__proto__":2}', { "/__proto__": [1, 2] }],
    ['{"a" : 1 , "b":":\\":", "b" :2,"a":1}', { "/a": [1, 1], "/b": [':":', 2] }],
    // What looks like a name is inside of a text.
    ['{"a":"b\\":","c":["a","a"]}', {}],
    ['{"a":{"a":1},"b":{"a":1}}', {}],
  ])("are found in %s", (text, expected) => {
    expect(repeatsIn(text)).toEqual(expected);
  });

  test("are all found in random objects, and written as they were sent", () => {
    const members = fc.array(fc.tuple(fc.constantFrom("a", "b", "c:", 'd"'), fc.integer({ max: 9, min: 0 })));
    fc.assert(
      fc.property(members, members, (outer, inner) => {
        const write = (list: readonly (readonly [string, number])[], rest = "") =>
          `{${list.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}${rest}}`;
        const text = write(outer, `${outer.length > 0 ? "," : ""}"inner":${write(inner)}`);
        const count = (list: readonly (readonly [string, number])[]) => {
          const names = list.map(([name]) => name);
          return new Set(names.filter((name, at) => names.indexOf(name) !== at)).size;
        };
        const value = readKnownJson(text);
        expect(findRepeats(value)).toHaveLength(count(outer) + count(inner));
        expect(repeatsIn(writeJson(value))).toEqual(repeatsIn(text));
        expect(repeatsIn(writeJson(value, 2))).toEqual(repeatsIn(text));
      }),
    );
  });

  test("keep their places", () => {
    const [{ occurrences } = { occurrences: [] }] = findRepeats(readKnownJson('{\n "a": 1,\r\n  "a": 2}'));
    expect(occurrences.map(({ line, column }) => [line, column])).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });

  test("are told apart from the same names in the objects around and inside of theirs", () => {
    const text =
      '{"a":{"b":1,"a":2,"c":{"a":3,"b":4,"a":5}},"b":{"a":6},"__proto__":7,"a":{"d":8},"__proto__":9,"a":10}';
    const written = findRepeats(readKnownJson(text)).map(({ path, occurrences }) => [
      path.join("/"),
      ...occurrences.map(({ start, end }) => text.slice(start, end)),
    ]);
    expect(written).toEqual([
      ["a", '"a":{"b":1,"a":2,"c":{"a":3,"b":4,"a":5}}', '"a":{"d":8}', '"a":10'],
      ["__proto__", '"__proto__":7', '"__proto__":9'],
    ]);
    const [
      {
        occurrences: [first],
      } = { occurrences: [] },
    ] = findRepeats(readKnownJson(text));
    expect(findRepeats(first!.value).map(({ occurrences: [one] }) => one)).toMatchObject([
      { value: 3, start: 23, end: 28 },
    ]);
  });

  test("are noted where nothing lists them, and nothing that copies members takes them along", () => {
    const value = readKnownJson('{"a":1e0,"b":[2e0],"a":3}') as object;
    expect(Reflect.ownKeys(value)).toEqual(["a", "b"]);
    expect([hasRepeats(value), hasRepeats({ ...value }), hasRepeats(structuredClone(value))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test.each([
  ["", "at line 1, column 1 it ends too early"],
  ['{"a":1,}', "at line 1, column 7 there is a comma too many, behind the last entry"],
  ["[1,,2]", "at line 1, column 4 there is a comma where a value is expected"],
  ['{"a":1\n "b":2}', 'at line 2, column 2 there is a text where a comma or "}" is expected'],
  ["// x\n{}", "at line 1, column 1 there is a comment"],
  ["{'a':1}", "at line 1, column 2 there is a text in single quotes instead of double ones"],
  ["{a:1}", 'at line 1, column 2 there is the name "a" without its quotes'],
  ['{"a":True}', "at line 1, column 6 there is True instead of true"],
  ['{"a":\u201cx\u201d}', "at line 1, column 6 there is the quotation mark \u201c where a value is expected"],
  ['{"a":"x\n"}', "at line 1, column 8 there is a line break or tab inside a text instead of \\n or \\t"],
  ['{"a":[1,2', "at line 1, column 10 it ends too early, inside a list"],
  ["{} x", 'at line 1, column 4 there is "x" behind its end'],
])("%j is not JSON, and what stands where is said", (text, fault) => {
  expect(readJson(text)).toEqual({ ok: false, fault });
});

test("thousands of brackets and of repeated names end in linear work", () => {
  expect(readJson("[".repeat(60_000))).toMatchObject({ ok: false });
  const text = `{${Array.from({ length: 10_000 }, () => '"a":1').join(",")}}`;
  expect(findRepeats(readKnownJson(text))[0]?.occurrences).toHaveLength(10_000);
});

describe("JSON inside a text", () => {
  const listOf = (number: string) => `[${Array.from({ length: 2_000 }, () => number).join(",")}]`;

  test("is read and counted once in a request for all who look into it and the first who gets it", () => {
    const meter = new Meter();
    const text = listOf("1e0");
    const looked = lookIntoText(text, meter);
    const { spent } = meter;
    expect(lookIntoText(text, meter)).toBe(looked);
    expect(numberInWay(text, meter)).toBeUndefined();
    expect(readJsonText(text, meter)?.value).toBe(looked);
    expect(meter.spent).toBe(spent);
  });

  test("is never the same object for two who get it", () => {
    const meter = new Meter();
    const [first, second] = [readJsonText("[1e0]", meter), readJsonText("[1e0]", meter)];
    expect(second).toEqual(first);
    expect(second?.value).not.toBe(first?.value);
  });

  test("counts for more where JSON.parse alone would lose how its numbers were written", () => {
    const spentOn = (text: string) => {
      const meter = new Meter();
      expect(readJsonText(text, meter)?.value).toHaveLength(2_000);
      return meter.spent;
    };
    expect(spentOn(listOf("1e0"))).toBeGreaterThan(4 * spentOn(listOf("100")));
  });
});

test.each([
  ["{'a': 1}", "at line 1, column 2 there is a text in single quotes instead of double ones"],
  ["{'a' 1}", "at line 1, column 2 there is a text in single quotes instead of double ones"],
  ['{"a" 1}', 'at line 1, column 6 there is "1" where a colon is expected'],
  ['{"a": 1}\n x', 'at line 2, column 2 there is "x" behind its end'],
])("what is said to be wrong with %j", (text, fault) => {
  expect(describeFault(text)).toBe(fault);
});

test.each<[string, boolean]>([
  ['{"a": 1, "b": {"a": [{"c": 3.0}, "d: 1", ":"]}}', false],
  ['{"a": 1, "a": 2}', true],
  ['[{"a": 1, "b": 2}, {"a": 1e400, "b": {"c": 1, "c": {}}}]', true],
])("whether members of %s are lost: %s", (text, isLossy) => {
  expect(lacksMembers(JSON.parse(text), text)).toBe(isLossy);
});
