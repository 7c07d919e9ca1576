/** Equality, canonical form, size, safety and places of JSON values. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { digestOf } from "../../../src/core/json/digest.ts";
import {
  canonicalize,
  child,
  compilePathPattern,
  createValueMap,
  equalJson,
  escapeToken,
  isSafeJson,
  isWritableJson,
  MAX_NESTING,
  PathMap,
  parsePointer,
  pointerOf,
  remember,
  setOwn,
  sizeBound,
  sizeOf,
} from "../../../src/core/json/values.ts";
import { applyPatches, createRebaser } from "../../../src/core/proposal/repair.ts";
import type { PatchOperation } from "../../../src/core/types.ts";
import { expectTable } from "../table.ts";

const nested = (levels: number, inner: unknown = 1): unknown =>
  Array.from({ length: levels }).reduce(
    (value, _, index) => (index % 2 === 0 ? [value] : { a: value }),
    inner,
  );

/** No two of them are equal. */
const DIFFERENT: unknown[] = [
  ...[null, true, false, 0, 1, "", "0", "1", "null", [], {}, [1], [1, 2], [2, 1], ["1"], [[]], [{}], [null]],
  ...[{ a: 1 }, { a: 2 }, { b: 1 }, { a: 1, b: 2 }, { a: { b: 1 } }, { a: [1] }, { a: null }, { "": 1 }],
  ...[{ "0": 1 }, { length: 0 }],
];

test("equal values are equal in any order of members, and no others", () => {
  for (const [index, left] of DIFFERENT.entries())
    for (const [other, right] of DIFFERENT.entries())
      expect(equalJson(left, structuredClone(right)), JSON.stringify([left, right])).toBe(index === other);
  expect(equalJson({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
  expect(equalJson({ a: undefined }, { b: undefined })).toBe(false);
});

test("a map of values finds equal ones, and nothing for what no product can store", () => {
  const map = createValueMap<number>();
  for (const [index, value] of DIFFERENT.entries()) map.set(value, index);
  for (const [index, value] of DIFFERENT.entries()) expect(map.get(structuredClone(value))).toBe(index);
  expect(map.get({ b: 2, a: 1 })).toBe(map.get({ a: 1, b: 2 }));
  for (const value of [["\ud800"], [Number.NaN], nested(MAX_NESTING + 1)]) {
    map.set(value, 99);
    expect(map.get(value)).toBeUndefined();
  }
});

test("canonical form", async () => {
  const values = [
    ...DIFFERENT,
    ...[{ b: 1, a: 2 }, { "\u{1f989}": 1, "\ufb33": 2, é: 3, z: 4, "": 5 }, [1e21, 1e-7, -0, 0.1, 100]],
    ...['"\\/\b\f\n\r\t\u0001é🦉', { a: [{ d: 1, c: [] }] }],
  ];
  await expectTable(
    import.meta.url,
    "./canonical.txt",
    values.map((value) => [canonicalize(value)]),
  );
  expect(digestOf({ b: 1, a: 2 })).toBe(digestOf({ a: 2, b: 1 }));
  expect(digestOf({})).toBe("sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
});

test.each<[string, unknown]>([
  ["RFC 8785 has no form for a lone surrogate", "\ud800"],
  ["RFC 8785 has no form for a lone surrogate", { "\udc00": 1 }],
  ["RFC 8785 has no form for a number that is not finite", [Number.POSITIVE_INFINITY]],
  ["RFC 8785 has no form for undefined", { a: undefined }],
])("%s", (message, value) => {
  expect(() => canonicalize(value)).toThrow(new TypeError(message));
});

describe("what can be stored", () => {
  test.each<[unknown, boolean, boolean]>([
    [null, true, true],
    ["a", true, true],
    ["\ud800", false, true],
    [{ "\ud800": 1 }, false, true],
    [{ a: ["\ud800"] }, false, true],
    [Number.NaN, false, false],
    [[1, Number.POSITIVE_INFINITY], false, false],
    [{ a: 1, b: Number.NEGATIVE_INFINITY }, false, false],
    [nested(MAX_NESTING), true, true],
    [nested(MAX_NESTING + 1), false, true],
    [nested(2 * MAX_NESTING), false, true],
    [nested(2 * MAX_NESTING + 1), false, false],
  ])("%#", (value, isSafe, isWritable) => {
    expect([isSafeJson(value, 0), isWritableJson(value)]).toEqual([isSafe, isWritable]);
  });

  test("levels above count", () => {
    expect(isSafeJson(nested(4), MAX_NESTING - 4)).toBe(true);
    expect(isSafeJson(nested(4), MAX_NESTING - 3)).toBe(false);
    expect(isSafeJson(1, MAX_NESTING + 1)).toBe(true);
  });
});

test("sizes are those of the JSON text, and never too low", () => {
  const texts = [
    "",
    "a",
    "é",
    "\u07ff",
    "\u0800",
    "日本",
    "🦉",
    '"',
    "\\",
    "\n",
    "\u001f",
    "\u007f",
    "\ud800",
    "\udfff",
    "\ue000",
    " ",
    "\u0080",
  ];
  for (const value of [...texts, ...DIFFERENT]) {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    expect(sizeOf(value), JSON.stringify(value)).toBe(bytes);
    expect(sizeBound(value)).toBeGreaterThanOrEqual(bytes);
  }
});

describe("places", () => {
  test.each<[(string | number)[], string]>([
    [[], ""],
    [[""], "/"],
    [["a", 0, "b"], "/a/0/b"],
    [["a/b", "c~d", "~1"], "/a~1b/c~0d/~01"],
  ])("%j is %j", (path, pointer) => {
    expect(pointerOf(path)).toBe(pointer);
    expect(parsePointer(pointer)).toEqual(path.map(String));
    expect(path.map((key) => `/${escapeToken(key)}`).join("")).toBe(pointer);
  });

  test("own members only", () => {
    const value = JSON.parse('{"a": 1, "__proto__": 2, "constructor": 3}');
    expect(["a", "__proto__", "constructor", "toString", "b"].map((key) => child(value, key))).toEqual([
      ...[1, 2, 3, undefined, undefined],
    ]);
    expect(child({}, "__proto__")).toBeUndefined();
    expect([child([5], 0), child([5], 1), child(null, "a"), child("abc", "length")]).toEqual([
      ...[5, undefined, undefined, undefined],
    ]);
    expect([child([5], "length"), child({ length: 5 }, "length")]).toEqual([undefined, 5]);
    const made: Record<string, unknown> = {};
    for (const key of ["a", "__proto__"]) setOwn(made, key, key);
    setOwn(made, "__proto__", "again");
    expect(JSON.stringify(made)).toBe('{"a":"a","__proto__":"again"}');
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    const ordinary = { writable: true, enumerable: true, configurable: true };
    expect(Object.getOwnPropertyDescriptor(made, "__proto__")).toEqual({ value: "again", ...ordinary });
  });
});

describe("path patterns", () => {
  const candidate = {
    list: [{ name: "a" }, { name: "b", tags: ["x", "y"] }, "c"],
    map: { one: { v: 1 }, two: { v: 2 }, title: { v: 3 } },
    "a/b": { "*": 5 },
    text: "t",
  };

  test("find the same values in both ways, and match their paths", async () => {
    const patterns = [
      ...["", "/text", "/missing", "/text/below", "/list", "/list/*", "/list/*/name", "/list/*/tags/*"],
      ...[
        "/list/0",
        "/map/*",
        "/map/*/v",
        "/map/one/v",
        "/*",
        "/*/*",
        "/a~1b",
        "/a~1b/*",
        "/a~1b/~*",
        "/text/*",
        "/list/0",
        "/list/1/name",
        "/list/9/name",
        "/list/length",
        "/list/00",
      ],
    ];
    const rows = patterns.map((source) => {
      const pattern = compilePathPattern(source);
      const found: string[] = [];
      pattern.each(candidate, (value, path) => {
        found.push(`${pointerOf(path)}=${JSON.stringify(value)}`);
        expect(pattern.matches([...path])).toBe(true);
        expect(pattern.matches([...path, "below"])).toBe(false);
      });
      const again: string[] = [];
      expect(
        pattern.every(candidate, (value, path) => {
          again.push(`${pointerOf(path)}=${JSON.stringify(value)}`);
          return true;
        }),
      ).toBe(true);
      expect(again).toEqual(found);
      expect(pattern.source).toBe(source);
      return [source || '""', "=>", found.join(" ") || "nothing"];
    });
    await expectTable(import.meta.url, "./path-patterns.txt", rows);
  });

  test.each(["/list/*", "/map/*", "/list/*/name", "/text"])("%s stops at the first that fails", (source) => {
    let asked = 0;
    const result = compilePathPattern(source).every(candidate, () => {
      asked++;
      return false;
    });
    expect([result, asked]).toEqual([false, 1]);
  });

  test("match items and members, and nothing else", () => {
    const pattern = compilePathPattern("/map/*/v");
    expect(pattern.matches(["map", "one", "v"])).toBe(true);
    expect(pattern.matches(["map", 3, "v"])).toBe(true);
    expect(pattern.matches(["map", "one", "w"])).toBe(false);
    expect(pattern.matches(["other", "one", "v"])).toBe(false);
    expect(pattern.matches(["map", "one"])).toBe(false);
  });
});

describe("patches after earlier ones", () => {
  const inList = () => true;
  const PLACES = [
    "/a",
    "/a/b",
    "/ab",
    "/l/0",
    "/l/1",
    "/l/1/x",
    "/l/2",
    "/l/10",
    "/l/1x",
    "/l/-",
    "/m/1",
    "/l/x5",
    "",
    "/c",
  ];

  test("places move with what stands there", async () => {
    const changes: PatchOperation[] = [
      { op: "add", path: "/l/1", value: 0 },
      { op: "add", path: "/l/-", value: 0 },
      { op: "add", path: "/l/10", value: 0 },
      { op: "add", path: "/l/1x", value: 0 },
      { op: "remove", path: "/l/x1" },
      { op: "add", path: "/a", value: 0 },
      { op: "remove", path: "/l/1" },
      { op: "remove", path: "/a" },
      { op: "move", from: "/a", path: "/c" },
      { op: "move", from: "/l/2", path: "/l/0" },
      { op: "move", from: "/l/0", path: "/l/2" },
      { op: "move", from: "/l/1", path: "/c" },
      { op: "replace", path: "/l/1", value: 0 },
      { op: "test", path: "/l/1", value: 0 },
    ];
    const rows = changes.map((change) => {
      const rebaser = createRebaser();
      rebaser.note([change], inList);
      const moved = PLACES.flatMap((path) => {
        const [now] = rebaser.rebase([{ op: "remove", path }]) ?? [];
        return now?.path === path ? [] : [`${path} => ${now?.path ?? "gone"}`];
      });
      return [JSON.stringify(change), moved.join(", ") || "nothing moves"];
    });
    await expectTable(import.meta.url, "./rebased.txt", rows);
  });

  test("members that are called like numbers are no items of a list", () => {
    const [change, removals]: PatchOperation[][] = [
      [{ op: "replace", path: "/m/2/x", value: "changed" }],
      [
        { op: "remove", path: "/m/0" },
        { op: "remove", path: "/m/2" },
      ],
    ];
    const { document } = applyPatches({ m: { "0": 1, "1": { x: 1 }, "2": { x: 1 } } }, [change!, removals!]);
    expect(document).toEqual({ m: { "1": { x: 1 } } });
  });

  test("a patch is left alone as soon as one of its places is gone", () => {
    const rebaser = createRebaser();
    rebaser.note(
      [
        { op: "remove", path: "/l/0" },
        { op: "move", from: "/a", path: "/b" },
      ],
      inList,
    );
    expect(rebaser.rebase([{ op: "move", from: "/l/2", path: "/a/x" }])).toEqual([
      { op: "move", from: "/l/1", path: "/b/x" },
    ]);
    expect(rebaser.rebase([{ op: "test", path: "/a", value: 1 }])).toEqual([
      { op: "test", path: "/b", value: 1 },
    ]);
    expect(rebaser.rebase([{ op: "move", from: "/l/0", path: "/a" }])).toBeUndefined();
    expect(rebaser.rebase([{ op: "move", from: "/a", path: "/l/0/x" }])).toBeUndefined();
    expect(
      rebaser.rebase([
        { op: "remove", path: "/a" },
        { op: "remove", path: "/l/0" },
      ]),
    ).toBeUndefined();
  });

  test("512 changes are followed, and after more of them nothing is changed by guess", () => {
    const rebaser = createRebaser();
    const add: PatchOperation = { op: "add", path: "/l/0", value: 0 };
    rebaser.note(
      Array.from({ length: 511 }, () => add),
      inList,
    );
    expect(rebaser.rebase([{ op: "remove", path: "/l/0" }])?.[0]?.path).toBe("/l/511");
    rebaser.note([add, { op: "test", path: "/l/0", value: 0 }], inList);
    expect(rebaser.rebase([{ op: "remove", path: "/l/0" }])?.[0]?.path).toBe("/l/512");
    rebaser.note([add], inList);
    expect(rebaser.rebase([{ op: "remove", path: "/l/0" }])).toBeUndefined();
  });
});

test("what belongs to a part of a text does not keep the whole of it", () => {
  setFlagsFromString("--expose-gc");
  const used = () => {
    runInNewContext("gc")();
    return process.memoryUsage().heapUsed;
  };
  const same = remember(1_000, 100, (text) => text);
  const before = used();
  for (let index = 0; index < 300; index++) same(`${index} `.repeat(50_000).toUpperCase().slice(0, 50));
  expect(used() - before).toBeLessThan(10_000_000);
  expect(same("0 ")).toBe("0 ");
});

test("what is nearest to the end of a path is found among as many of its keys as are asked about", () => {
  const map = new PathMap<string>();
  expect(map.depthOfNearest([])).toBe(-1);
  map.set(["a"], "outer");
  map.set(["a", 1, "b"], "inner");
  const asked: [(string | number)[], number | undefined, number][] = [
    [["a", 1, "b"], undefined, 3],
    [["a", 1, "b"], 2, 1],
    [["a", 1, "b", "undefined"], 3, 3],
    [["a", 2], undefined, 1],
    [["b"], undefined, -1],
    [["a"], 0, -1],
  ];
  for (const [path, length, depth] of asked) expect(map.depthOfNearest(path, length)).toBe(depth);
});

test("a patch that an earlier one got in the way of is tried where its places are now", () => {
  const [second, first] = [1, 0].map((at): PatchOperation[] => [{ op: "remove", path: `/a/${at}` }]);
  const tested: PatchOperation[] = [{ op: "test", path: "/a/1", value: 2 }, ...second!];
  expect(applyPatches({ a: [1, 2, 3] }, [tested, first!])).toEqual({
    document: { a: [3] },
    patch: [first![0], first![0]],
    applied: 2,
  });
});
