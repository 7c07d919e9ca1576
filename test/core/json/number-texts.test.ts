/** Numbers with more digits than a double holds are known as they were written. */
import { describe, expect, test } from "vitest";
import { repairCandidate } from "../../../src/core/index.ts";
import { hasInexactNumber, numberText, writeJson } from "../../../src/core/json/values.ts";
import { readKnownJson as parseJson } from "../../../src/core/reader/read-json.ts";
import { context, datagenDocument, spec } from "../datagen.ts";

const LONG = "1453098429123456789";

describe("a text with a long number", () => {
  test.each([
    ["in an object", `{"a":${LONG}}`, ["a"]],
    ["in a list", `[1,"x",${LONG}]`, ["2"]],
    ["below others", `{"b":[{}, {"c":[null,${LONG}]}]}`, ["b", "1", "c", "1"]],
    ["under a name with escapes", `{"a\\"\\u0062":${LONG}}`, ['a"b']],
    ["under a name that programs use", `{"__proto__":{"constructor":${LONG}}}`, ["__proto__", "constructor"]],
    ["beside texts that look like it", `{"a":"${LONG}:{[","b":${LONG}}`, ["b"]],
    ["behind others", `[{"a":1},[2],${LONG}]`, ["2"]],
    ["under a name that occurs twice", `{"a":1,"a":${LONG}}`, ["a"]],
  ])("%s is read and written as it is", (_, text, path) => {
    const value = parseJson(text);
    expect(value).toEqual(JSON.parse(text));
    const around = path.slice(0, -1).reduce<unknown>((inner, key) => Object(inner)[key], value);
    expect(numberText(around, path.at(-1)!)).toBe(LONG);
    expect(hasInexactNumber(value)).toBe(true);
    expect(writeJson({ value })).toContain(LONG);
    expect(JSON.parse(writeJson({ value }))).toEqual({ value: JSON.parse(text) });
  });

  test("may have it anywhere, behind texts of fewer or more digits", () => {
    for (let spaces = 0; spaces < 40; spaces++) {
      const before = `["${"7".repeat(spaces)}",${" ".repeat(spaces)}`;
      expect(hasInexactNumber(parseJson(`${before}9007199254740993]`)), before).toBe(true);
      expect(hasInexactNumber(parseJson(`${before}-0.12345678901234567890]`)), before).toBe(true);
    }
  });

  test("keeps the digits of the others too, and only where a number still is", () => {
    const value: object = parseJson(`{"a":1.10,"b":${LONG},"b":"text","c":2}`);
    expect(["a", "b", "c"].map((key) => numberText(value, key))).toEqual(["1.10", undefined, undefined]);
    Object.assign(value, { a: 2 });
    expect(numberText(value, "a")).toBeUndefined();
  });

  test("keeps the digits of all long numbers of an object", () => {
    const text = `{"a":${LONG},"b":${LONG}0,"c":[${LONG},${LONG}]}`;
    expect(writeJson(parseJson(text))).toBe(text);
  });

  test("is written as JSON.stringify writes everything else", () => {
    const value = { a: undefined, b: [undefined, parseJson(`[${LONG}]`)], c: { d: undefined } };
    Object.assign(value, { e: parseJson(`{"f":${LONG}}`) });
    expect(writeJson(value)).toBe(`{"b":[null,[${LONG}]],"c":{},"e":{"f":${LONG}}}`);
    expect(writeJson(parseJson(`{"a":[1.50,${LONG}],"b":[1.50]}`))).toBe(`{"a":[1.50,${LONG}],"b":[1.5]}`);
  });

  test("may be that number alone", () => {
    expect(parseJson(LONG)).toBe(Number(LONG));
    expect(parseJson(`"${LONG}"`)).toBe(LONG);
  });

  test.each([
    ["deep", "[".repeat(30_000) + LONG + "]".repeat(30_000)],
    ["long", `[${"0".repeat(1)}.${"0".repeat(60_000)}1]`],
    ["many", `[${Array(3_000).fill(LONG).join(",")}]`],
    ["nested and many", `${`[${LONG},`.repeat(2_500)}0${"]".repeat(2_500)}`],
  ])("may be %s", (_, text) => {
    expect(hasInexactNumber(parseJson(text))).toBe(true);
  });
});

describe("a candidate with a long number", () => {
  const { examples } = datagenDocument() as { examples: { valid: { candidate: object }[] } };
  const text = JSON.stringify(examples.valid[0]!.candidate);
  const checked = (from: string, to: string) =>
    repairCandidate(spec, parseJson(text.replace(from, to)), context, "safe");

  test("keeps its digits where a text belongs", () => {
    const { diagnostics, repaired } = checked('"6035 1234 8841 0097"', LONG);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["sample-record-mismatch", expect.stringContaining(`found ${LONG}.`)],
    ]);
    expect(repaired).toMatchObject({ valid: true, diagnostics: [] });
    expect(JSON.stringify(repaired!.candidate)).toContain(`"${LONG}"`);
  });

  test("is warned of digits that are lost, before and after a repair", () => {
    const big = text
      .replace('"integer"', '"NUMBER"')
      .replace('"points":1840', '"points":0.12345678901234567');
    const result = repairCandidate(spec, parseJson(big), context, "safe");
    const warning = {
      code: "number-imprecise",
      severity: "warning",
      pointer: "/sampleRecords/0/points",
      message:
        "0.12345678901234567 has more digits than a JSON number keeps, so that it becomes 0.12345678901234566. If all of them matter, send it as text.",
      actual: 0.12345678901234566,
      expected: "0.12345678901234567",
    };
    expect(result.diagnostics).toMatchObject([{ code: "field-type-unknown" }, warning]);
    expect(result.repaired).toMatchObject({ valid: true, diagnostics: [warning] });
  });

  test("is refused, and not warned of, where it is beyond all numbers", () => {
    const { diagnostics } = checked('"points":1840', '"points":1e400');
    expect(diagnostics.map(({ code }) => code)).toEqual(["number-out-of-range"]);
  });

  test("is warned of them at the place to which a repair moves the number", () => {
    const moved = text.replace('"integer"', '"number"').replace('"points":1840', `"Points":${LONG}`);
    const { repaired } = repairCandidate(spec, parseJson(moved), context, "suggested");
    expect(repaired).toMatchObject({
      valid: true,
      diagnostics: [{ code: "number-imprecise", pointer: "/sampleRecords/0/points" }],
    });
  });

  test.each([
    ["a list", '"array"', LONG],
    ["true or false", '"boolean"', "1e-400"],
  ])("is not made %s without its author", (_, type, number) => {
    const given = text
      .replace('"integer"', type)
      .replace('"points":1840', `"points":${number}`)
      .replace('"points":0', '"points":true');
    const { diagnostics, repaired } = repairCandidate(spec, parseJson(given), context, "suggested");
    expect(diagnostics[0]!.fixes).toMatchObject([{ decision: true }]);
    expect(repaired!.patch.map(({ path }) => path)).not.toContain("/sampleRecords/0/points");
  });

  test("is warned of nothing where an error says it, or where the digits are kept", () => {
    expect(checked("1840", LONG).diagnostics.map(({ code }) => code)).toEqual(["sample-record-mismatch"]);
    expect(checked('"type":"integer"', '"type":"number"').diagnostics).toEqual([]);
    expect(
      repairCandidate(spec, parseJson(text.replace("1840", "9007199254740991")), context, "safe").diagnostics,
    ).toEqual([]);
  });
});
