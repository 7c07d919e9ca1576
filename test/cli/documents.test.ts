/** Edits of JSON and YAML files: right for every repair of the corpus, and nothing else changes. */
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { draftOf, listCases, readDomains } from "../../corpus/cases.mjs";
import type { SourceDocument } from "../../src/authoring/documents/document.ts";
import { writeValue } from "../../src/authoring/documents/edit/edit.ts";
import { openJson } from "../../src/authoring/documents/json/json.ts";
import { openYaml } from "../../src/authoring/documents/yaml/yaml.ts";
import { type PatchOperation, repairCandidate } from "../../src/core/index.ts";
import { loadDomain } from "../corpus/domain.ts";
import { draws } from "../support/random.ts";

const cases = listCases().filter(({ find }) => find !== undefined);
const domains = new Map([...readDomains()].map(([name, domain]) => [name, loadDomain(domain)]));

/** The last number: one of so many repairs is tried. */
const WAYS = [
  ["JSON", (value: unknown) => JSON.stringify(value, null, 2), openJson, 1],
  ["JSON on one line", (value: unknown) => JSON.stringify(value), openJson, 3],
  ["YAML", (value: unknown) => stringify(value), openYaml, 1],
  ["YAML in flow style", (value: unknown) => stringify(value, { collectionStyle: "flow" }), openYaml, 3],
] as const;

const repairs = cases.map((repairCase) => {
  const { spec, context } = domains.get(repairCase.domain)!;
  const candidate = draftOf(repairCase);
  return { candidate, repaired: repairCandidate(spec, candidate, context, repairCase.repair).repaired };
});

test.each(WAYS)("repairs can be written into %s", (_, write, open, every) => {
  const step = Math.max(1, Math.floor(repairs.length / draws(repairs.length / every)));
  for (const [index, { candidate, repaired }] of repairs.entries()) {
    if (index % step !== 0) continue;
    const { id } = cases[index]!;
    const document = open(write(candidate));
    expect(document.value, id).toEqual(candidate);
    if (repaired === undefined) continue;
    const edited = writeValue(document, repaired.candidate, repaired.patch);
    expect("refusal" in edited ? edited.refusal : edited.value, id).toEqual(repaired.candidate);
  }
});

test("a text that YAML 1.1 takes for something else is written in quotes", () => {
  const written = (value: string) =>
    writeValue(openYaml("a: x # sic\n"), { a: value }, [{ op: "replace", path: "/a", value }]);
  expect(written("no")).toMatchObject({ text: 'a: "no" # sic\n' });
  expect(written("2024-03-18")).toMatchObject({ text: 'a: "2024-03-18" # sic\n' });
  expect(written("none")).toMatchObject({ text: "a: none # sic\n" });
});

describe("what is written anew is spelled like what stood there", () => {
  const written = (
    text: string,
    value: unknown,
    patch: readonly PatchOperation[],
    open: (text: string) => SourceDocument = openYaml,
  ) => {
    const edited = writeValue(open(text), value, patch);
    return "refusal" in edited ? edited : edited.text;
  };

  test("a renamed name keeps its quotes", () => {
    const renamed = [{ op: "move", from: "/old", path: "/new" }] as const;
    expect(written(`"old": 1\n`, { new: 1 }, renamed)).toBe(`"new": 1\n`);
    expect(written(`{ 'old': 1 }\n`, { new: 1 }, renamed)).toBe(`{ 'new': 1 }\n`);
    expect(written("old: 1\n", { new: 1 }, renamed)).toBe("new: 1\n");
  });

  test("JSON without spaces stays so, whatever its texts hold", () => {
    expect(written('{"a":"x, y: z"}', { a: "x, y: z", b: [1, 2] }, [], openJson)).toBe(
      '{"a":"x, y: z","b":[1,2]}',
    );
  });

  test("a list keeps the quotes and the gap of the text that it was", () => {
    expect(written("tags:   'a, b' # c\n", { tags: ["a", "b"] }, [])).toBe("tags:   ['a', 'b'] # c\n");
  });

  test("a text over several lines keeps the ends of lines", () => {
    const text = "a: >-\r\n  one\r\n  two\r\nb: 1\r\n";
    const value = { a: "one\nthree", b: 1 };
    expect(written(text, value, [{ op: "replace", path: "/a", value: "one\nthree" }])).not.toMatch(/[^\r]\n/);
  });

  test.each([
    ["name: [x] # c\nsize: 1\n", "name: x # c\nsize: 1\n"],
    ["name:\n  # why\n  - x\nsize: 1\n", "name: x # why\nsize: 1\n"],
    ["name:\n  - x # c\nsize: 1\n", "name: x # c\nsize: 1\n"],
  ])("what is taken out of a list of one stays with its comments: %j", (text, expected) => {
    const patch = [{ op: "move", from: "/name/0", path: "/name" }] as const;
    expect(written(text, { name: "x", size: 1 }, patch)).toBe(expected);
  });

  test.each([
    ["a list", ["x"], "name: [x] # $c\nsize: 1\n"],
    ["another text", "two\nlines", "name: |- # $c\n  two\n  lines\nsize: 1\n"],
    ["a number", 7, "name: 7 # $c\nsize: 1\n"],
  ])("the comment after a bar stays where the text becomes %s", (_, name, expected) => {
    const patch = [{ op: "replace", path: "/name", value: name }] as const;
    expect(written("name: |-  # $c\n  x\nsize: 1\n", { name, size: 1 }, patch)).toBe(expected);
  });

  test("a name keeps its digits", () => {
    expect(openYaml("1.10: a\n0x1F: b\nTrue: c\n").value).toEqual({ "1.10": "a", "0x1F": "b", True: "c" });
  });

  test("a number keeps the digits of the text that it was", () => {
    expect(written('price: "1.50"\n', { price: 1.5 }, [])).toBe("price: 1.50\n");
    expect(written('{"price": "1.50"}', { price: 1.5 }, [], openJson)).toBe('{"price": 1.50}');
    expect(written('price: "1,50"\n', { price: 1.5 }, [])).toBe("price: 1.5\n");
  });

  test("a comment above a member stays there when its value becomes an item", () => {
    const patch = [
      { op: "move", from: "/tag", path: "/tag_" },
      { op: "add", path: "/tag", value: [] },
      { op: "move", from: "/tag_", path: "/tag/0" },
    ] as const;
    expect(written("id: x\n# what it is about\ntag: a\n", { id: "x", tag: ["a"] }, patch)).toBe(
      "id: x\n# what it is about\ntag: [a]\n",
    );
  });

  test("comments stay with a map that becomes a list, and with a row that becomes an object", () => {
    const map = [
      { op: "move", from: "/Tags", path: "/tags" },
      { op: "move", from: "/tags", path: "/tags_" },
      { op: "add", path: "/tags", value: [] },
      { op: "add", path: "/tags_/a/name", value: "a" },
      { op: "move", from: "/tags_/a", path: "/tags/0" },
      { op: "remove", path: "/tags_" },
    ] as const;
    const value = { tags: [{ size: 1, name: "a" }], id: "x" };
    expect(written("# what\nTags:\n  a:\n    size: 1 # one\n# which\nid: x\n", value, map)).toBe(
      "# what\ntags:\n  - size: 1 # one\n    name: a\n# which\nid: x\n",
    );
    const json = '{\n  // what\n  "Tags": {\n    "a": {"size": 1}\n    // later\n  },\n  "id": "x"\n}\n';
    expect(written(json, value, map, openJson)).toBe(
      '{\n  // what\n  "tags": [\n    {"size": 1, "name": "a"}\n    // later\n  ],\n  "id": "x"\n}\n',
    );
    const row = [
      { op: "add", path: "/rows/0", value: {} },
      { op: "move", from: "/rows/1/0", path: "/rows/0/a" },
      { op: "remove", path: "/rows/1" },
    ] as const;
    const rows = "rows:\n  # first\n  - [1] # one\n  # second\n  - {a: 2} # two\n";
    expect(written(rows, { rows: [{ a: 1 }, { a: 2 }] }, row)).toBe(
      "rows:\n  # first\n  - a: 1 # one\n  # second\n  - {a: 2} # two\n",
    );
  });

  test("what stood inside of a member becomes the whole with its comments", () => {
    const patch = [{ op: "move", from: "/a", path: "" }] as const;
    const text = "# top\na:\n  # about b\n  b: 'x'  # one\n  c:\n    - 2 # two\n";
    expect(written(text, { b: "x", c: [2] }, patch)).toBe(
      "# top\n# about b\nb: 'x'  # one\nc:\n  - 2 # two\n",
    );
    expect(written('{\n  "a": { "b": 1.50 } // one\n}\n', { b: 1.5 }, patch, openJson)).toBe(
      '{ "b": 1.50 }\n// one\n',
    );
  });
});
