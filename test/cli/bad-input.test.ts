/** Files that are not what they should be. */
import { readFileSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../support/built.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, VALID, VALID_YAML } from "./files.ts";

const folder = makeFolder();
const RULES = join(projectFolder, "spec-packages/datagen/generator-option.json");
const run = (...args: string[]) => preflight(args, { cwd: folder.path });

const unchecked = (path: string, message: string, hint = "") =>
  `${path}  error  could not be checked\n${message}\n${hint}\n✖ 1 file could not be checked\n`;

describe("could not be checked, exit code 2", () => {
  test("a missing file", async () => {
    expect(await run("validate", "missing.json")).toEqual({
      code: 2,
      stdout: unchecked("missing.json", "  The file cannot be read: no such file or directory."),
      stderr: "",
    });
  });

  test("a directory where a file is needed, by its name", async () => {
    folder.write("folder/card.json", "{}");
    for (const args of [["submit"], ["validate", "a.json", "--spec"], ["spec", "check"]])
      expect((await run(...args, "folder")).stderr).toMatch(/folder.* cannot be read: it is a directory\./);
  });

  test("a directory without proposals", async () => {
    folder.write("empty/notes.txt", "nothing here");
    folder.write("empty/package.json", "{}");
    expect(await run("validate", "empty")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error  There are no proposals in empty.\n       A directory is searched for JSON and YAML files, apart from those that\n       .gitignore names.\n",
    });
  });

  test("a directory with built packages alone", async () => {
    folder.write("built/one.json", '{"packageVersion": "1", "digest": "sha256:00"}');
    const { code, stderr } = await run("validate", "built");
    expect(code).toBe(2);
    expect(stderr).toContain("There are no proposals here");
  });

  test("a binary file", async () => {
    folder.write("picture.json", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x00, 0x01]));
    expect(await run("validate", "picture.json")).toEqual({
      code: 2,
      stdout: expect.stringContaining("not UTF-8 text, but binary"),
      stderr: "",
    });
  });

  test("a file in another encoding", async () => {
    folder.write("latin.json", new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]));
    const { code, stdout } = await run("validate", "latin.json");
    expect(code).toBe(2);
    expect(stdout).toContain("not UTF-8 text");
  });

  test("a file of more than 16 MiB, which is not even read", async () => {
    folder.write("huge.json", "");
    truncateSync(join(folder.path, "huge.json"), 16 * 2 ** 20 + 1);
    expect(await run("validate", "huge.json")).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("files of more than 16,777,216 bytes are not read"),
    });
  });

  test("a file that cannot be read", async () => {
    symlinkSync("circle.json", join(folder.path, "circle.json"));
    const { code, stdout } = await run("validate", "circle.json");
    expect(code).toBe(2);
    expect(stdout).toContain("too many symbolic links");
  });

  test.each([["--spec"], ["--baseline"], ["--server", "http://127.0.0.1:9", "--key-file"]])(
    "a device, which may have no end, as what %s names",
    async (...args) => {
      folder.write("good.json", VALID);
      expect(await run("validate", "good.json", ...args, "/dev/zero")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("/dev/zero cannot be read: it is a device."),
      });
    },
  );

  test("a spec package in which a member is there twice, of which one would be lost", async () => {
    const path = join(projectFolder, "spec-packages/datagen/generator-option.json");
    folder.write("twice.json", readFileSync(path, "utf8").replace('"rules":', '"rules": [],\n"rules":'));
    folder.write("good.json", VALID);
    expect(await run("validate", "good.json", "--spec", "twice.json")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/twice\.json:\d+:1 {2}The member "rules" occurs twice/),
    });
  });

  test("a folder by the name of .gitignore is not read, and names no file", async () => {
    folder.write("odd/.gitignore/x", "");
    folder.write("odd/good.json", VALID);
    expect(await run("validate", "odd")).toMatchObject({ code: 0 });
  });

  test("one of several files, and the others are checked all the same", async () => {
    folder.write("good.json", VALID);
    const { code, stdout } = await run("validate", "good.json", "missing.json");
    expect(code).toBe(2);
    expect(stdout).toBe(
      "missing.json  error  could not be checked\n  The file cannot be read: no such file or directory.\n\n✖ 1 file could not be checked\n  rules datagen/generator-option 1.2.0 · registry 66 entries as of 2026-11-01\n",
    );
  });
});

describe("invalid, exit code 1", () => {
  test.each([
    ["an empty file", "empty.json", "", "empty.json:1:1  error  syntax-error\n  The file is empty"],
    [
      "an empty YAML file",
      "empty.yaml",
      "# nothing\n",
      "empty.yaml:1:1  error  syntax-error\n  The file is empty",
    ],
    ["text that is not JSON", "half.json", '{\n  "owner": {\n', "half.json:3:1  error  syntax-error"],
    [
      "single quotes",
      "quotes.json",
      "{'a': 1}",
      "quotes.json:1:1  error  syntax-error\n  This is not JSON. A proposal was read in it, past a text in single quotes",
    ],
    ["a missing comma", "comma.json", '{"a": 1\n "b": 2}', "comma.json:2:2  error  syntax-error"],
    [
      "a zero in front of a number",
      "zero.json",
      '{"a": 007}',
      "zero.json:1:7  error  syntax-error\n  This is not JSON: at line 1, column 7 there is the number 007 with a zero in",
    ],
    ["text that is not YAML", "half.yaml", "a: [1, 2\nb: 3\n", "half.yaml:2:1  error  syntax-error"],
    ["a tab in YAML", "tab.yaml", "owner:\n\tkind: human\n", "tab.yaml:2:1  error  syntax-error"],
    [
      "several YAML documents",
      "two.yaml",
      "a: 1\n---\nb: 2\n",
      "two.yaml:2:1  error  syntax-error\n  The file holds several YAML documents; put each proposal into a file of its\n  own.",
    ],
    [
      "a YAML tag without meaning",
      "tag.yaml",
      "owner: !person ada\n",
      "The tag !person has no meaning in a proposal",
    ],
    [
      "a YAML type that JSON has not",
      "binary.yaml",
      "owner: !!binary aGk=\n",
      "binary.yaml:1:8  error  syntax-error",
    ],
    ["anchors that multiply", "bomb.yaml", bomb(), "The aliases of this file multiply one another too often"],
    [
      "an alias without an anchor",
      "alias.yaml",
      "owner: *ada\n",
      "There is no anchor &ada before this alias.",
    ],
    [
      "an alias inside of itself",
      "circle.yaml",
      "owner: &a [*a]\n",
      "The alias *a stands inside of what it repeats.",
    ],
    [
      "a merge key without an object",
      "merge.yaml",
      "<<: 3\nowner: x\n",
      "Only the members of an object can be merged",
    ],
    [
      "an object as a name that merges nothing in",
      "name.yaml",
      "? { a: 1, <<: 3 }\n: b\n",
      "name.yaml:1:3  error  syntax-error\n  The name of a member is a text",
    ],
    ["nesting without end", "deep.json", "[".repeat(100_000), "deep.json:1:501  error  syntax-error"],
    ["a value that is no object", "list.json", "[1]", "list.json:1:1  error  type-mismatch"],
  ])("%s", async (_, name, content, expected) => {
    folder.write(name, content);
    const { code, stdout, stderr } = await run("validate", name);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(expected);
  });

  test("members of the same name, with both places", async () => {
    folder.write(
      "twice.json",
      VALID.replace('"rationaleNotes"', '"generatorId": "other-card",\n  "rationaleNotes"'),
    );
    const { code, stdout } = await run("validate", "twice.json");
    expect(code).toBe(1);
    await expect(stdout).toMatchFileSnapshot("expected/member-repeated.txt");
    // Members without a value and lists stand between them.
    folder.write(
      "twice.yaml",
      `${VALID_YAML}generatorId: other-card\nempty:\nflow: [{ a: 1, a: 2 }, x: 1]\n`,
    );
    const yaml = await run("validate", "twice.yaml");
    expect(yaml.code).toBe(1);
    expect(yaml.stdout).toContain("twice.yaml:21:1  error  member-repeated");
    expect(yaml.stdout).toContain("twice.yaml:3:1: it occurs here as well");
    expect(yaml.stdout).toContain("twice.yaml:23:16  error  member-repeated");
    // The file itself repeats nothing.
    const text = VALID.replace('"rationaleNotes"', '"generatorId": "other-card", "rationaleNotes"');
    folder.write(
      "inside.json",
      JSON.stringify({ targetProduct: "datagen", domainId: "generator-option", candidate: text }),
    );
    const inside = await run("validate", "inside.json");
    expect(inside).toMatchObject({ code: 1, stdout: expect.stringContaining("error  member-repeated") });
  });
});

describe("read as it was meant, exit code 0", () => {
  test.each([
    ["a byte order mark", "mark.json", `\ufeff${VALID}`],
    ["line ends of Windows", "windows.json", VALID.replaceAll("\n", "\r\n")],
    ["line ends of Windows in YAML", "windows.yaml", VALID_YAML.replaceAll("\n", "\r\n")],
    ["words that YAML 1.1 takes for booleans", "no.yaml", VALID_YAML.replace("Loyalty card", "no")],
    ["YAML with anchors", "anchor.yaml", VALID_YAML.replace("id: ada@", "id: &id ada@")],
    [
      "YAML with merge keys",
      "merge.yaml",
      `${VALID_YAML.replace("owner: { kind: human, ", "owner: &owner { kind: human, ")
        .replace("  - name: tier\n    type: string\n", "  - &field\n    name: tier\n    type: string\n")
        .replace("  - name: points\n", "  - <<: *field\n    name: points\n")}`,
    ],
    [
      "the whole envelope",
      "envelope.json",
      `{"targetProduct": "datagen", "domainId": "generator-option", "candidate": ${VALID}}`,
    ],
  ])("%s", async (_, name, content) => {
    folder.write(name, content);
    expect(await run("validate", name)).toMatchObject({ code: 0, stderr: "" });
  });

  test("columns do not count a byte order mark, and lines end as on Windows", async () => {
    folder.write("mark-faulty.json", `\ufeff${FAULTY.replaceAll("\n", "\r\n")}`);
    const { stdout } = await run("validate", "mark-faulty.json");
    expect(stdout).toContain("mark-faulty.json:5:3  error  member-unknown");
    expect(stdout).toContain("mark-faulty.json:8:33  error  field-type-unknown");
    expect(stdout).not.toContain("\r");
  });

  test("comments and trailing commas are warnings with a fix", async () => {
    const content = VALID.replace("{\n", "{\n  // From the shop team.\n").replace('demo."\n', 'demo.",\n');
    folder.write("commented.json", content);
    const { code, stdout } = await run("validate", "commented.json");
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot("expected/commented-json.txt");
    expect(await run("validate", "commented.json", "--max-warnings", "1")).toMatchObject({ code: 1 });
    expect(await run("validate", "commented.json", "--max-warnings", "2")).toMatchObject({ code: 0 });
    await run("validate", "--fix", "commented.json");
    expect(folder.read("commented.json")).toBe(content.replace('demo.",\n', 'demo."\n'));
  });

  test("comments are what .jsonc files are for", async () => {
    folder.write("commented.jsonc", `// Why not.\n${VALID}`);
    expect(await run("validate", "commented.jsonc")).toMatchObject({ code: 0, stderr: "" });
  });
});

test.each([
  [["--at", "2027-02-30"], "It must be a date such as"],
  [["--at", "2027-01-01T25:00:00Z"], "It must be a date such as"],
  [["--output", "json=one.txt", "--output", "sarif=./one.txt"], "Two reports go to ./one.txt."],
  [["--spec", RULES, "--spec", RULES], "are both rules of datagen/generator-option"],
])("%j cannot be meant", async (options, reason) => {
  folder.write("good.json", VALID);
  const { code, stderr } = await run("validate", "good.json", ...options);
  expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringContaining(reason)]);
});

test("a file that is named twice is checked once", async () => {
  folder.write("named/good.json", VALID);
  const names = ["named/good.json", "./named/good.json", "named", join(folder.path, "named/good.json")];
  expect(await run("validate", ...names, "--identity", "/generatorId")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 file is valid"),
  });
});

test("no thread at all checks nothing", async () => {
  expect(await run("validate", "--threads", "0", "card.json")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("It must be a whole number from 1 on."),
  });
});

test("standard input without a name cannot be fixed", async () => {
  expect(await run("validate", "--fix", "-")).toMatchObject({
    code: 2,
    stderr:
      "error  Standard input is fixed only if its language is known.\n       Name it with --stdin-filename, such as draft.yaml; the fixed text goes to\n       standard output.\n",
  });
});

test("nothing in a file steers the terminal", async () => {
  folder.write(
    "escape.json",
    VALID.replace("Loyalty card", "\u001b[31mred\u001b[0m \u202etxt").replace('"tier",', '"\\u001b[2J",'),
  );
  const { code, stdout } = await run("validate", "escape.json");
  expect(code).toBe(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
});

/** Seven levels of ten aliases each would be ten million values. */
function bomb(): string {
  let text = "a0: &a0 [x, x]\n";
  for (let level = 1; level < 8; level++)
    text += `a${level}: &a${level} [${Array(10)
      .fill(`*a${level - 1}`)
      .join(", ")}]\n`;
  return text;
}
