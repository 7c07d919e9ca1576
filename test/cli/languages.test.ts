/** Front matter, JSON5 and a proposal on each line: read with places, and edited where they stand. */
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src/authoring/documents/document.ts";
import { writeValue } from "../../src/authoring/documents/edit/edit.ts";
import { openDocument } from "../../src/authoring/documents/open.ts";
import type { PatchOperation } from "../../src/core/index.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, FAULTY_YAML, VALID, VALID_YAML } from "./files.ts";

const folder = makeFolder();
const run = (...args: string[]) => preflight(["validate", ...args], { cwd: folder.path });
const oneLine = (text: string) => JSON.stringify(JSON.parse(text));

describe("front matter", () => {
  const body = "\n# A loyalty card\n\n---\n\ndescripton: no part of it\n";
  const page = (yaml: string) => `---\n${yaml}---\n${body}`;

  test("is checked at its lines, and its text alone is edited", async () => {
    folder.write("card.md", page(FAULTY_YAML));
    const { code, stdout } = await run("card.md");
    expect(code).toBe(1);
    expect(stdout).toContain("card.md:6:1  error  member-unknown");
    expect(await run("card.md", "--fix=suggested")).toMatchObject({ code: 0 });
    expect(folder.read("card.md")).toBe(page(VALID_YAML.replace("type: integer", "type: integer # sic")));
  });

  test("Markdown without it is passed over, unless somebody says that it is a proposal", async () => {
    folder.write("notes.md", "# Notes\n");
    expect(await run("notes.md", "--force-exclude")).toMatchObject({ code: 0 });
    expect(await run("notes.md")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("has no front matter"),
    });
    folder.write("preflight.config.json", JSON.stringify({ files: [{ include: ["*.md"] }] }));
    expect((await run()).stdout).toContain("2 files");
    folder.write("preflight.config.json", "{}");
  });
});

describe("JSON5", () => {
  const FILE = `// A card
{
  owner: { kind: 'human', id: 'ada@example.org' },
  generatorId: 'loyalty-card', /* free */
  'limit': 0x1F, half: .5, plus: +1, text: 'it\\'s "so" \\
far',
}
`;
  test("is read with its names, quotes and numbers, and nothing is said about them", async () => {
    const { isReadable, value, findings } = await openDocument("a.json5", FILE);
    expect({ isReadable, findings }).toEqual({ isReadable: true, findings: [] });
    expect(value).toMatchObject({ limit: 31, half: 0.5, plus: 1, text: 'it\'s "so" far' });
  });

  test("is edited in its own manner", async () => {
    const patch: PatchOperation[] = [
      { op: "move", from: "/limit", path: "/most" },
      { op: "replace", path: "/generatorId", value: "gift's card" },
      { op: "add", path: "/new", value: "x" },
    ];
    const document = await openDocument("a.json5", FILE);
    const { limit, ...rest } = document.value as Record<string, unknown>;
    const edited = writeValue(
      document,
      { ...rest, most: limit, generatorId: "gift's card", new: "x" },
      patch,
    );
    if ("refusal" in edited) throw new Error(edited.refusal);
    expect(edited.text).toBe(
      FILE.replace("'limit'", "'most'")
        .replace("'loyalty-card'", "'gift\\'s card'")
        .replace("far',\n", 'far\',\n  new: "x",\n'),
    );
  });

  test.each(["{ a: 1", "{ a 1 }", "{ a: NaN }", "{ 1a: 1 }", "{ a: '\\x1' }", "[1 2]", "[,]", ""])(
    "%j is none",
    async (text) => {
      const { isReadable, findings } = await openDocument("a.json5", text);
      expect({ isReadable, count: findings.length }).toEqual({ isReadable: false, count: 1 });
    },
  );

  test("a name may have escapes, and what JSON has no number for is named", async () => {
    expect(await openDocument("a.json5", "{ \\u006eame: 1 }")).toMatchObject({ value: { name: 1 } });
    for (const word of ["Infinity", "-Infinity", "NaN"])
      expect(await openDocument("a.json5", `{ a: ${word} }`)).toMatchObject({
        isReadable: false,
        findings: [{ message: `${word} is no number in JSON; write another one, or a text in quotes.` }],
      });
  });
});

describe("a repeated name", () => {
  test.each([
    ["a.json5", "{ a: 1, 'a': 2 }", ["{ a: 1 }", "{ 'a': 2 }"], "line 1, column 9"],
    [
      "a.yaml",
      "a: 1 # one\nb: 2\n# two\na: 3\n",
      ["a: 1 # one\nb: 2\n# two\n", "b: 2\n# two\na: 3\n"],
      "line 4, column 1",
    ],
    ["a.yaml", "- a: 1\n  a: [2]\n", ["- a: 1\n", "- a: [2]\n"], "line 2, column 3"],
    ["a.yaml", "{a: 1, a: 2, c: 3}\n", ["{a: 1, c: 3}\n", "{a: 2, c: 3}\n"], "line 1, column 8"],
    [
      "a.md",
      "---\na: 1\na: 2\n---\n# a\n",
      ["---\na: 1\n---\n# a\n", "---\na: 2\n---\n# a\n"],
      "line 3, column 1",
    ],
  ])(
    "in %s, %j, is an error with both places and values, and one fix a value",
    async (name, text, kept, place) => {
      const document = await openDocument(name, text);
      const [finding, ...others] = document.findings;
      expect(others).toEqual([]);
      expect(finding).toMatchObject({ code: "member-repeated", severity: "error" });
      expect(finding!.message).toContain(`at ${place}`);
      expect(finding!.fixes!.map(({ edits, decision }) => [applyEdits(text, edits), decision])).toEqual(
        kept.map((each) => [each, true]),
      );
    },
  );

  test("is named with its line in a file of lines, and so is what is no JSON", async () => {
    const line = oneLine(VALID);
    folder.write("twice.ndjson", `${line}\n${line.replace("{", '{"generatorId":"other-card",')}\n{"a" 1}\n`);
    const { stdout } = await run("twice.ndjson", "--format", "json");
    const messages: string[] = JSON.parse(stdout)
      .files.flatMap(({ diagnostics }: { diagnostics: { message: string }[] }) => diagnostics)
      .map(({ message }: { message: string }) => message);
    expect(messages).toEqual([
      expect.stringMatching(/"other-card" at line 2, column 2 and "loyalty-card" at line 2, column \d+/),
      expect.stringContaining("at line 3, column 6"),
    ]);
  });
});

test("comments may follow the last bracket, and stay there", async () => {
  const remarks = "// the end\n/* of it *//* all */\n";
  for (const name of ["end.json", "end.jsonc"]) {
    folder.write(name, VALID.replace('"integer"', '"int"') + remarks);
    const { stdout } = await run(name, "--format", "json");
    const [{ diagnostics }] = JSON.parse(stdout).files;
    expect(diagnostics.filter(({ code }: { code: string }) => code === "comment-in-json")).toHaveLength(
      name === "end.json" ? 3 : 0,
    );
    expect(await run(name, "--fix=suggested")).toMatchObject({ code: 0 });
    expect(folder.read(name)).toBe(VALID + remarks);
  }
  for (const rest of ["# b", "/* b", "{", '"', "[1,", "1"]) {
    const { findings } = await openDocument("a.jsonc", `{ "a": 1 } ${rest}`);
    expect([rest, findings.map(({ code }) => code)]).toEqual([rest, ["syntax-error"]]);
  }
});

test.each(["\u00a0", "\u2028", "\ufeff", "\v"])(
  "a space after JSON that JSON does not have (%j) is named",
  async (space) => {
    for (const name of ["a.json", "a.jsonc"]) {
      const { findings } = await openDocument(name, `{ "a": 1 }${space}\n`);
      expect(findings.map(({ code }) => code)).toEqual(["syntax-error"]);
    }
    expect(await openDocument("a.json", '{ "a": 1 } \t\r\n')).toMatchObject({ findings: [] });
    expect(await openDocument("a.jsonc", '{ "a": 1 } // b\n /* c */ \t')).toMatchObject({ findings: [] });
  },
);

test("JSON with comments may have commas after the last entry", async () => {
  folder.write("card.jsonc", VALID.replace('demo."\n', 'demo.", // sic\n'));
  const before = folder.read("card.jsonc");
  expect(await run("card.jsonc", "--fix")).toMatchObject({ code: 0 });
  expect(folder.read("card.jsonc")).toBe(before);
});

test("a proposal on each line: all are checked, at their lines, and fixed where they stand", async () => {
  const lines = [VALID, FAULTY, VALID.replace("loyalty-card", "gift-card")].map(oneLine);
  folder.write("cards.ndjson", `${lines.join("\n")}\n\n`);
  const { stdout } = await run("cards.ndjson", "--format", "json");
  const { files } = JSON.parse(stdout);
  expect(files.map(({ line, status }: { line: number; status: string }) => [line, status])).toEqual([
    [1, "valid"],
    [2, "invalid"],
    [3, "valid"],
  ]);
  expect(
    files[1].diagnostics.map(({ code, range }: { code: string; range: { start: { line: number } } }) => [
      code,
      range.start.line,
    ]),
  ).toEqual([
    ["member-unknown", 2],
    ["field-type-unknown", 2],
  ]);
  expect(await run("cards.ndjson", "--fix=suggested")).toMatchObject({ code: 0 });
  expect(folder.read("cards.ndjson")).toBe(`${[lines[0], oneLine(VALID), lines[2]].join("\n")}\n\n`);
});
