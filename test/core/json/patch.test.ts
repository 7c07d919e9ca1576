/** The patcher against the public test suite for RFC 6902. */
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { equalJson } from "../../../src/core/json/equality.ts";
import { createPatcher } from "../../../src/core/json/patch.ts";
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
  ])("%s leaves no trace, also after another patch", (_, patch) => {
    const document = { a: 1, b: { deep: [1] }, list: [1, 2, 3] };
    const patcher = createPatcher(document);
    expect(patcher.apply([{ op: "add", path: "/b/deep/0", value: 0 }])).toBe(true);
    const between = structuredClone(patcher.document());
    expect(patcher.apply(patch)).toBe(false);
    expect(patcher.document()).toEqual(between);
    expect(document).toEqual({ a: 1, b: { deep: [1] }, list: [1, 2, 3] });
  });
});
