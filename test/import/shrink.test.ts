/** Which definitions are left open when a schema has more parts than a spec package may have. */
import { describe, expect, test } from "vitest";
import { shrink } from "../../src/authoring/importing/fit.ts";
import { createReport, type Translation } from "../../src/authoring/importing/translate.ts";

type Schema = Record<string, unknown>;

const to = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
/** An object with this many members, each of them one part. */
const plain = (members: number): Schema => ({
  properties: Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, true])),
});
const users = (...names: string[]): Schema => ({ allOf: names.map(to) });

function shrunk(root: Schema, definitions: Record<string, Schema>, parts: number) {
  const translation: Translation = {
    root,
    definitions: new Map(Object.entries(definitions)),
    sourceOf: new WeakMap(Object.entries(definitions).map(([name, schema]) => [schema, `/$defs/${name}`])),
    loosened: new WeakSet(),
    takesAnyMember: new WeakSet(),
    boundByNot: new WeakSet(),
    report: createReport(),
  };
  const isChanged = shrink(translation, parts);
  const open = [...translation.definitions].filter(([, schema]) =>
    translation.loosened.has(schema as Schema),
  );
  for (const [name, schema] of open)
    expect(translation.sourceOf.get(schema as Schema)).toBe(`/$defs/${name}`);
  return { isChanged, open: Object.fromEntries(open), notes: translation.report.finish().leftOut };
}

test("a schema that just fits stays as it is", () => {
  // The root, and twice a definition of four parts.
  const fits = () => [users("a", "a"), { a: plain(3) }] as const;
  expect(shrunk(...fits(), 9)).toEqual({ isChanged: false, open: {}, notes: [] });
  expect(shrunk(...fits(), 8)).toStrictEqual({
    isChanged: true,
    open: { a: {} },
    notes: [
      {
        keyword: "schema",
        message:
          '"a" is used in 2 places, and with all of them the schema has more than 8 parts; anything of its type passes.',
        pointers: ["/$defs/a"],
      },
    ],
  });
});

test("a schema that is too large without its definitions is left to the loader", () => {
  expect(shrunk(plain(9), {}, 5)).toEqual({ isChanged: false, open: {}, notes: [] });
  expect(shrunk({ ...plain(9), ...users("a") }, { a: plain(2) }, 5)).toMatchObject({
    isChanged: true,
    open: { a: {} },
  });
});

test("what is left open keeps its type, title and description", () => {
  const a = { type: "object", title: "A", description: "The first.", ...plain(5) };
  expect(shrunk(users("a"), { a }, 5).open).toEqual({
    a: { type: "object", title: "A", description: "The first." },
  });
});

describe("left open first is", () => {
  test.each<[string, Schema, Record<string, Schema>, number, string[]]>([
    ["what is used most", users("a", "b", "b"), { a: plain(5), b: plain(3) }, 14, ["b"]],
    [
      "the larger one of those that are used as often",
      users("a", "b"),
      { a: plain(2), b: plain(4) },
      8,
      ["b"],
    ],
    [
      "what says least itself and costs most by what it uses",
      users("a", "b", "b"),
      { a: users("c", "c", "c", "c"), b: plain(3), c: plain(6) },
      30,
      ["a"],
    ],
  ])("%s", (_name, root, definitions, parts, names) => {
    expect(Object.keys(shrunk(root, definitions, parts).open)).toEqual(names);
  });

  test("counted wherever its users are used", () => {
    const { notes } = shrunk(
      users("a", "a", "a"),
      { a: { ...plain(60), ...users("b", "b") }, b: plain(20) },
      200,
    );
    expect(notes.map(({ message }) => message.slice(0, 23))).toEqual(['"b" is used in 6 places']);
  });
});
