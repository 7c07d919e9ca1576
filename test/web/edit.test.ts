/** Edits of the form keep how things were written: digits that a double cannot hold, and names that are there twice. */
import { describe, expect, it } from "vitest";
import { writeJson } from "../../src/core/json/values.ts";
import { readKnownJson } from "../../src/core/reader/read-json.ts";
import {
  arranged,
  moveItem,
  renameMember,
  setAt,
  shownAt,
  valueAt,
  withoutItem,
} from "../../web/json/edit.ts";
import { formatScalar, parseScalar } from "../../web/model/scalar-text.ts";

const read = (text: string) => readKnownJson(text) as unknown as Record<string, unknown>;
const readList = (text: string) => readKnownJson(text) as unknown as readonly unknown[];

describe("edits of the form", () => {
  it("rename a member, and keep the numbers and repeated names beside it", () => {
    const record = read('{"a":1,"n":12345678901234567891,"t":"x","t":"y"}');
    expect(writeJson(renameMember(record, "a", "b"))).toBe(
      '{"b":1,"n":12345678901234567891,"t":"x","t":"y"}',
    );
    expect(writeJson(renameMember(record, "n", "m"))).toBe(
      '{"a":1,"m":12345678901234567891,"t":"x","t":"y"}',
    );
    expect(writeJson(renameMember(record, "t", "u"))).toBe(
      '{"a":1,"n":12345678901234567891,"u":"x","u":"y"}',
    );
  });

  it("show a number with the digits that were written, where a double has others", () => {
    const draft = read('{"a/b":[1.0,12345678901234567891,"x"]}');
    const shown = [0, 1, 2].map((at) => shownAt(draft, `/a~1b/${at}`, valueAt(draft, `/a~1b/${at}`)));
    expect(shown).toEqual([1, "12345678901234567891", "x"]);
  });

  it("move, remove and double the items of a list, each with its own digits", () => {
    // Both are the same double.
    const list = readList("[12345678901234567890,12345678901234567891,2]");
    expect(writeJson(moveItem(list, 0, 2))).toBe("[12345678901234567891,2,12345678901234567890]");
    expect(writeJson(withoutItem(list, 0))).toBe("[12345678901234567891,2]");
    expect(writeJson(setAt({ list }, "/list/0", undefined))).toBe('{"list":[12345678901234567891,2]}');
    expect(writeJson(arranged(list, [0, 1, 2, 1]))).toBe(
      "[12345678901234567890,12345678901234567891,2,12345678901234567891]",
    );
    const records = readList('[{"n":12345678901234567891,"t":1,"t":2}]');
    expect(writeJson(arranged(records, [0, 0], 3))).toBe(
      '[{"n":12345678901234567891,"t":1,"t":2},{"n":12345678901234567891,"t":1,"t":2},3]',
    );
  });

  it("put what has notes into a draft that has none", () => {
    const inner = readList('[{"n":12345678901234567891}]');
    const list = arranged([], [], ...inner);
    expect(writeJson(setAt({ a: { b: 1 } }, "/a/c/d", list))).toBe(
      '{"a":{"b":1,"c":{"d":[{"n":12345678901234567891}]}}}',
    );
    expect(writeJson(setAt({ a: { b: [[1]] } }, "/a/b/0/0", inner))).toBe(
      '{"a":{"b":[[[{"n":12345678901234567891}]]]}}',
    );
  });

  it("read JSON that is typed into an input as it is written, and show it so", () => {
    const typed = '{"n":12345678901234567891,"t":1,"t":2}';
    const value = parseScalar("json", typed, false);
    expect(valueAt(value, "/t")).toBe(2);
    expect(formatScalar(value)).toBe(typed);
    expect(parseScalar("json", '{"n": ', false)).toBe('{"n": ');
  });
});
