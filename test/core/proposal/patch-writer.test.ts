/** What each kind of edit becomes as a JSON Patch, and when there is none. */
import { describe, expect, test } from "vitest";
import {
  createPatchWriter,
  type Edit,
  type FixDraft,
  gradeOf,
  type Origin,
  Reading,
} from "../../../src/core/findings/finding.ts";
import { createPatcher } from "../../../src/core/json/patch.ts";
import type { Path } from "../../../src/core/json/values.ts";
import { Meter } from "../../../src/core/meter/meter.ts";
import { SCHEMA_ALONE } from "../../../src/core/schema/place.ts";
import type { PatchOperation } from "../../../src/core/types.ts";

type Followers = Parameters<typeof createPatchWriter>[1];
type Origins = [path: Path, origin: Origin][];

const nobody: Followers = () => undefined;
const draft = (...edits: Edit[]): FixDraft => ({
  title: "Fix it",
  grade: gradeOf(["notation", "same"]),
  edits,
});

function createWriter(sent: unknown, origins: Origins = [], followers = nobody) {
  const reading = new Reading(sent, new Meter(), SCHEMA_ALONE);
  for (const [path, origin] of origins) reading.setOrigin(path, origin);
  return createPatchWriter(reading, followers);
}

/** The patch of a fix with these edits; undefined if none is offered. */
function patchOf(sent: unknown, edits: Edit[], origins?: Origins): PatchOperation[] | undefined {
  const [fix] = createWriter(sent, origins)([draft(...edits)]);
  if (fix !== undefined) expect(createPatcher(sent).apply(fix.patch)).toBe(true);
  return fix?.patch;
}

/** `b` was read as `a`, and `list` from a text. */
const MISNAMED: Origins = [[["a"], { path: ["b"], isInText: false }]];
const IN_TEXT: Origins = [[["list", 0], { path: ["list"], isInText: true }]];

describe("offered", () => {
  test.each<[string, unknown, Edit[], PatchOperation[], Origins?]>([
    [
      "replace tests the scalar that it replaces",
      { a: 1 },
      [{ kind: "replace", path: ["a"], to: 2 }],
      [
        { op: "test", path: "/a", value: 1 },
        { op: "replace", path: "/a", value: 2 },
      ],
    ],
    [
      "replace of an object has nothing to test",
      { a: { b: 1 } },
      [{ kind: "replace", path: ["a"], to: 2 }],
      [{ op: "replace", path: "/a", value: 2 }],
    ],
    [
      "replace of a text with half a pair, which JSON cannot write",
      { a: "\ud800" },
      [{ kind: "replace", path: ["a"], to: "" }],
      [{ op: "replace", path: "/a", value: "" }],
    ],
    [
      "replace follows a misnamed member",
      { b: null },
      [{ kind: "replace", path: ["a"], to: 2 }],
      [
        { op: "test", path: "/b", value: null },
        { op: "replace", path: "/b", value: 2 },
      ],
      MISNAMED,
    ],
    [
      "add of a member",
      { a: {} },
      [{ kind: "add", path: ["a", "b"], value: 1 }],
      [{ op: "add", path: "/a/b", value: 1 }],
    ],
    [
      "add of an item before another",
      { a: [1] },
      [{ kind: "add", path: ["a", 0], value: 0 }],
      [{ op: "add", path: "/a/0", value: 0 }],
    ],
    [
      "add inside a misnamed member",
      { b: {} },
      [{ kind: "add", path: ["a", "c"], value: 1 }],
      [{ op: "add", path: "/b/c", value: 1 }],
      MISNAMED,
    ],
    [
      "remove of a member is named by its name",
      { a: "x" },
      [{ kind: "remove", path: ["a"] }],
      [{ op: "remove", path: "/a" }],
    ],
    [
      "remove of an item tests the item",
      { a: [false] },
      [{ kind: "remove", path: ["a", 0] }],
      [
        { op: "test", path: "/a/0", value: false },
        { op: "remove", path: "/a/0" },
      ],
    ],
    [
      "remove of an item tests a scalar inside it",
      { a: [{ b: [{}, [], {}, { c: [1] }] }] },
      [{ kind: "remove", path: ["a", 0] }],
      [
        { op: "test", path: "/a/0/b/3/c/0", value: 1 },
        { op: "remove", path: "/a/0" },
      ],
    ],
    [
      "remove of an item whose scalars lie too deep",
      { a: [{ b: { c: { d: { e: { f: 1 } } } } }] },
      [{ kind: "remove", path: ["a", 0] }],
      [{ op: "remove", path: "/a/0" }],
    ],
    [
      "remove of an item whose fourth member is its first scalar",
      { a: [{ b: {}, c: {}, d: {}, e: 1 }] },
      [{ kind: "remove", path: ["a", 0] }],
      [
        { op: "test", path: "/a/0/e", value: 1 },
        { op: "remove", path: "/a/0" },
      ],
    ],
    [
      "remove of an item whose fifth member is its first scalar",
      { a: [{ b: {}, c: {}, d: {}, e: {}, f: 1 }] },
      [{ kind: "remove", path: ["a", 0] }],
      [{ op: "remove", path: "/a/0" }],
    ],
    [
      "remove of a list whose fifth item is its first scalar",
      { a: [[[], [], [], [], 1]] },
      [{ kind: "remove", path: ["a", 0] }],
      [{ op: "remove", path: "/a/0" }],
    ],
    [
      "move",
      { a: 1, c: {} },
      [{ kind: "move", path: ["a"], to: ["c", "a"] }],
      [{ op: "move", from: "/a", path: "/c/a" }],
    ],
    [
      "move into an object that the same fix makes",
      { a: 1 },
      [
        { kind: "ensure", path: ["c"] },
        { kind: "move", path: ["a"], to: ["c", "a"] },
      ],
      [
        { op: "add", path: "/c", value: {} },
        { op: "move", from: "/a", path: "/c/a" },
      ],
    ],
    [
      "ensure of an object that is there",
      { a: 1, c: {} },
      [
        { kind: "ensure", path: ["c"] },
        { kind: "move", path: ["a"], to: ["c", "a"] },
      ],
      [{ op: "move", from: "/a", path: "/c/a" }],
    ],
    [
      "settle brings a misnamed member to its name",
      { b: 1 },
      [{ kind: "move", path: ["a"], to: ["a"] }],
      [{ op: "move", from: "/b", path: "/a" }],
      MISNAMED,
    ],
    [
      "settle of the whole candidate",
      { proposal: { a: 1 } },
      [{ kind: "move", path: [], to: [] }],
      [{ op: "move", from: "/proposal", path: "" }],
      [[[], { path: ["proposal"], isInText: false }]],
    ],
    [
      "wrap puts a value aside under a free name",
      { a: 1, a_: 2 },
      [{ kind: "wrap", path: ["a"] }],
      [
        { op: "move", from: "/a", path: "/a__" },
        { op: "add", path: "/a", value: [] },
        { op: "move", from: "/a__", path: "/a/0" },
      ],
    ],
  ])("%s", (_name, sent, edits, patch, origins) => {
    expect(patchOf(sent, edits, origins)).toEqual(patch);
  });
});

describe("not offered", () => {
  test.each<[string, unknown, Edit[], Origins?]>([
    ["no edit", {}, []],
    ["replace of what is not there", {}, [{ kind: "replace", path: ["a"], to: 1 }]],
    ["replace by the same", { a: 1 }, [{ kind: "replace", path: ["a"], to: 1 }]],
    ["replace inside a text", { list: "1,2" }, [{ kind: "replace", path: ["list", 0], to: 3 }], IN_TEXT],
    ["add of a member that is there", { a: 1 }, [{ kind: "add", path: ["a"], value: 2 }]],
    ["add to what is no object", { a: 1 }, [{ kind: "add", path: ["a", "b"], value: 2 }]],
    ["add to null", { a: null }, [{ kind: "add", path: ["a", "b"], value: 2 }]],
    ["add to what is not there", {}, [{ kind: "add", path: ["a", "b"], value: 2 }]],
    ["add inside a text", { list: "1,2" }, [{ kind: "add", path: ["list", 0, "a"], value: 3 }], IN_TEXT],
    ["remove of what is not there", {}, [{ kind: "remove", path: ["a"] }]],
    ["remove inside a text", { list: "1,2" }, [{ kind: "remove", path: ["list", 0] }], IN_TEXT],
    ["move of what is not there", { c: {} }, [{ kind: "move", path: ["a"], to: ["c", "a"] }]],
    ["move onto another value", { a: 1, c: 2 }, [{ kind: "move", path: ["a"], to: ["c"] }]],
    ["move into what is not there", { a: 1 }, [{ kind: "move", path: ["a"], to: ["c", "a"] }]],
    [
      "a name for a cell of a row",
      { rows: [[1]] },
      [{ kind: "move", path: ["rows", 0, "a"], to: ["rows", 0, "b"] }],
      [[["rows", 0, "a"], { path: ["rows", 0, 0], isInText: false }]],
    ],
    ["move out of a text", { list: "1,2" }, [{ kind: "move", path: ["list", 0], to: ["c"] }], IN_TEXT],
    [
      "move into another object than the one made",
      { a: 1 },
      [
        { kind: "ensure", path: ["c"] },
        { kind: "move", path: ["a"], to: ["d", "a"] },
      ],
    ],
    [
      "ensure inside what is not there",
      { a: 1 },
      [
        { kind: "ensure", path: ["c", "d"] },
        { kind: "move", path: ["a"], to: ["a2"] },
      ],
    ],
    ["move of a member at its place", { a: 1 }, [{ kind: "move", path: ["a"], to: ["a"] }]],
    ["wrap of the whole candidate", { a: 1 }, [{ kind: "wrap", path: [] }]],
    ["wrap of an item", [1], [{ kind: "wrap", path: [0] }]],
    ["wrap inside a text", { list: "1,2" }, [{ kind: "wrap", path: ["list", 0] }], IN_TEXT],
    [
      "a good edit before one that cannot be made",
      { a: 1 },
      [
        { kind: "replace", path: ["a"], to: 2 },
        { kind: "remove", path: ["b"] },
      ],
    ],
  ])("%s", (_name, sent, edits, origins) => {
    expect(patchOf(sent, edits, origins)).toBeUndefined();
    // Nor is the part of it that could be done.
    const possible: Edit = { kind: "add", path: ["possible"], value: 1 };
    if (edits.length > 0) expect(patchOf(sent, [possible, ...edits], origins)).toBeUndefined();
  });
});

describe("several findings", () => {
  const replace = (name: string, to: unknown) => draft({ kind: "replace", path: [name], to });
  const move = (from: string, to: string) => draft({ kind: "move", path: [from], to: [to] });
  const writtenBy = (sent: unknown, drafts: FixDraft[][]) => {
    const writer = createWriter(sent);
    return drafts.map((some) => writer(some).map(({ patch }) => patch.at(-1)));
  };

  test("no two first fixes write to one place", () => {
    const patches = writtenBy({ a: 1, b: 2 }, [[replace("a", 2)], [replace("a", 3)], [replace("b", 3)]]);
    expect(patches).toEqual([
      [{ op: "replace", path: "/a", value: 2 }],
      [],
      [{ op: "replace", path: "/b", value: 3 }],
    ]);
  });

  test("a second choice becomes the first where the first is taken", () => {
    const patches = writtenBy({ a: 1, b: 2 }, [[replace("a", 2)], [replace("a", 3), replace("b", 3)]]);
    expect(patches[1]).toEqual([{ op: "replace", path: "/b", value: 3 }]);
  });

  test("further choices may write where others do", () => {
    const patches = writtenBy({ a: 1, b: 2 }, [[replace("a", 2)], [replace("b", 3), replace("a", 3)]]);
    expect(patches[1]).toHaveLength(2);
  });

  test("a value is moved once, and a place is filled once", () => {
    const patches = writtenBy({ a: 1, b: 2 }, [[move("a", "c")], [move("a", "d")], [move("b", "c")]]);
    expect(patches).toEqual([[{ op: "move", from: "/a", path: "/c" }], [], []]);
  });

  test("a value can be moved and replaced", () => {
    const patches = writtenBy({ a: 1 }, [[move("a", "c")], [replace("a", 2)]]);
    expect(patches.map((some) => some.length)).toEqual([1, 1]);
  });

  test("two fixes may test one place", () => {
    const items = { a: [{ b: 1 }] };
    const writer = createWriter(items);
    expect(writer([draft({ kind: "replace", path: ["a", 0, "b"], to: 2 })])).toHaveLength(1);
    expect(writer([draft({ kind: "remove", path: ["a", 0] })])).toHaveLength(1);
  });

  test("what an author has to decide is said, and only then", () => {
    const writer = createWriter({ a: 1, b: 1 });
    expect(writer([{ ...replace("a", 2), grade: gradeOf("likeness") }])[0]).toMatchObject({
      decision: true,
    });
    expect(writer([replace("b", 2)])[0]).not.toHaveProperty("decision");
  });
});

describe("what follows a replacement", () => {
  const write = (followers: Followers) =>
    createWriter({ a: 1, b: 2 }, [], followers)([draft({ kind: "replace", path: ["a"], to: 2 })]);

  test("is part of the same fix", () => {
    const seen: unknown[] = [];
    const [fix] = write((path, to) => {
      seen.push([path, to]);
      return path[0] === "a" ? [{ kind: "remove", path: ["b"] }] : undefined;
    });
    expect(fix?.patch.at(-1)).toEqual({ op: "remove", path: "/b" });
    expect(seen).toEqual([[["a"], 2]]);
  });

  test.each<[string, ReturnType<Followers>]>([
    ["refused", "refuse"],
    ["nothing that could be done", []],
    ["cannot be made", [{ kind: "remove", path: ["c"] }]],
  ])("%s: there is no fix", (_name, followed) => {
    expect(write(() => followed)).toEqual([]);
  });
});
