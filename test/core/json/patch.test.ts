/** The patcher against the public test suite for RFC 6902. */
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { createPatcher } from "../../../src/core/json/patch.ts";
import { equalJson } from "../../../src/core/json/values.ts";
import type { PatchOperation } from "../../../src/core/types.ts";

interface Case {
  comment?: string;
  doc: unknown;
  patch: PatchOperation[];
  expected?: unknown;
  error?: string;
  disabled?: boolean;
}

const require = createRequire(import.meta.url);
const cases = ["tests.json", "spec_tests.json"].flatMap((file) =>
  (require(`json-patch-test-suite/${file}`) as Case[])
    .filter(
      ({ disabled, expected, error }) => disabled !== true && (expected !== undefined || error !== undefined),
    )
    .map((entry, index) => ({
      ...entry,
      name: `${file} ${index}: ${entry.comment ?? JSON.stringify(entry.patch)}`,
    })),
);

test("there are cases enough", () => {
  expect(cases.length).toBeGreaterThan(80);
});

describe.each(cases)("$name", ({ doc, patch, expected, error }) => {
  test(error === undefined ? "applies" : `fails: ${error}`, () => {
    const before = structuredClone(doc);
    const patcher = createPatcher(doc);
    const applied = patcher.apply(patch);
    expect(applied).toBe(error === undefined);
    expect(equalJson(patcher.document(), error === undefined ? expected : before)).toBe(true);
    expect(equalJson(doc, before)).toBe(true);
  });
});

describe("a patch that fails half-way", () => {
  test.each<[string, PatchOperation[]]>([
    [
      "after a move",
      [
        { op: "move", from: "/a", path: "/c" },
        { op: "test", path: "/c", value: 5 },
      ],
    ],
    [
      "after an item was removed",
      [
        { op: "remove", path: "/list/0" },
        { op: "remove", path: "/list/9" },
      ],
    ],
    [
      "after an item was added",
      [
        { op: "add", path: "/list/1", value: 9 },
        { op: "replace", path: "/no", value: 1 },
      ],
    ],
    [
      "after the root was replaced",
      [
        { op: "replace", path: "", value: 1 },
        { op: "test", path: "", value: 2 },
      ],
    ],
    [
      "after a copy",
      [
        { op: "copy", from: "/list", path: "/d" },
        { op: "add", path: "/d/0", value: 1 },
        { op: "test", path: "/a", value: 2 },
      ],
    ],
    [
      "after a member was replaced and another added",
      [
        { op: "replace", path: "/a", value: 5 },
        { op: "add", path: "/new", value: 5 },
        { op: "remove", path: "/no" },
      ],
    ],
    [
      "after several items were removed",
      [
        { op: "remove", path: "/list/0" },
        { op: "remove", path: "/list/0" },
        { op: "add", path: "/list/9", value: 1 },
      ],
    ],
    [
      "after everything was removed",
      [
        { op: "remove", path: "" },
        { op: "remove", path: "/a" },
      ],
    ],
  ])("%s leaves no trace, also after another patch", (_, patch) => {
    const document = { a: 1, b: { deep: [1] }, list: [1, 2, 3] };
    const patcher = createPatcher(document);
    const first: PatchOperation[] = [
      { op: "add", path: "/b/deep/0", value: 0 },
      { op: "replace", path: "/list/2", value: 4 },
    ];
    expect(patcher.apply(first)).toBe(true);
    const between = structuredClone(patcher.document());
    expect(patcher.apply(patch)).toBe(false);
    expect(patcher.document()).toStrictEqual(between);
    expect(document).toStrictEqual({ a: 1, b: { deep: [1] }, list: [1, 2, 3] });
  });
});

describe("operations at the edge", () => {
  const document = {
    a: 1,
    nil: null,
    text: "abc",
    "x~2": 1,
    "s/t": 2,
    list: Array.from({ length: 12 }, (_, at) => at),
  };

  test.each<[PatchOperation, boolean]>([
    [{ op: "remove", path: "" }, true],
    [{ op: "move", from: "/a", path: "/a" }, true],
    [{ op: "move", from: "/none", path: "/none" }, false],
    [{ op: "move", from: "/list", path: "/list/0" }, false],
    [{ op: "move", from: "/list", path: "/lists" }, true],
    [{ op: "move", from: "/a", path: "/list/-" }, true],
    [{ op: "add", path: "a", value: 1 }, false],
    [{ op: "remove", path: "/x~2" }, false],
    [{ op: "remove", path: "/x~02" }, true],
    [{ op: "replace", path: "/s~1t", value: 3 }, true],
    [{ op: "replace", path: "/list/10", value: "ten" }, true],
    [{ op: "replace", path: "/list/12", value: 1 }, false],
    [{ op: "add", path: "/list/12", value: 1 }, true],
    [{ op: "add", path: "/list/13", value: 1 }, false],
    [{ op: "add", path: "/nil/x", value: 1 }, false],
    [{ op: "test", path: "/text/0", value: "a" }, false],
    [{ op: "add", path: "/a/x", value: 1 }, false],
    [{ op: "add", path: "/u", value: undefined } as unknown as PatchOperation, false],
    [{ op: "add", path: "/u" } as PatchOperation, false],
    [{ op: "add", path: "/__proto__", value: 1 }, true],
    [{ op: "other", path: "/a" } as unknown as PatchOperation, false],
  ])("%j applies: %j", (operation, applies) => {
    const patcher = createPatcher(document);
    expect(patcher.apply([operation])).toBe(applies);
    if (applies)
      expect(JSON.stringify(patcher.document()) ?? "nothing").toBe(
        EXPECTED[`${operation.op} ${operation.path}`],
      );
    else expect(patcher.document()).toBe(document);
  });

  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at).join(",");
  const start = '"nil":null,"text":"abc","x~2":1';
  const EXPECTED: Record<string, string> = {
    "remove ": "nothing",
    "move /a": JSON.stringify(document),
    "move /lists": `{"a":1,${start},"s/t":2,"lists":[${numbers(0, 11)}]}`,
    "move /list/-": `{${start},"s/t":2,"list":[${numbers(0, 11)},1]}`,
    "remove /x~02": `{"a":1,"nil":null,"text":"abc","s/t":2,"list":[${numbers(0, 11)}]}`,
    "replace /s~1t": `{"a":1,${start},"s/t":3,"list":[${numbers(0, 11)}]}`,
    "replace /list/10": `{"a":1,${start},"s/t":2,"list":[${numbers(0, 9)},"ten",11]}`,
    "add /list/12": `{"a":1,${start},"s/t":2,"list":[${numbers(0, 11)},1]}`,
    "add /__proto__": `{"a":1,${start},"s/t":2,"list":[${numbers(0, 11)}],"__proto__":1}`,
  };
});

test("nothing is moved into itself, also where the next item would take its place", () => {
  const patcher = createPatcher({ list: [{ a: 1 }, { b: 2 }] });
  expect(patcher.apply([{ op: "move", from: "/list/0", path: "/list/0/x" }])).toBe(false);
  expect(patcher.document()).toStrictEqual({ list: [{ a: 1 }, { b: 2 }] });
});
