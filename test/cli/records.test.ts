/** Files of many records: lines, items of a list and documents of YAML, each checked as a file with its text would be. */
import { expect, test } from "vitest";
import { makeFolder, preflight } from "./command.ts";
import { VALID } from "./files.ts";

const folder = makeFolder();
folder.write(
  "rules.json",
  JSON.stringify({
    format: "preflight-spec-package/1",
    targetProduct: "archive",
    domainId: "entry",
    version: "1.0.0",
    title: "Entry",
    schema: {
      type: "object",
      properties: { id: { type: "string", maxLength: 20 }, size: { type: "integer", minimum: 0 } },
      required: ["id", "size"],
      additionalProperties: false,
    },
    rules: [],
    docs: {},
    examples: {
      valid: [{ title: "One", candidate: { id: "one", size: 1 } }],
      invalid: [
        {
          title: "Nothing",
          candidate: { size: 1 },
          expect: [{ code: "member-missing", pointer: "/id" }],
        },
      ],
    },
  }),
);
const validate = (...args: string[]) =>
  preflight(["validate", "--spec", "rules.json", ...args], { cwd: folder.path });
const lines = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** Valid, invalid in two ways, not JSON, JSON with a remark, no object, too deep, no text, and one without a line end. */
const RECORDS = [
  ...[
    '{"id":"a","size":1}',
    '{"id":"b"}',
    '{"id":"c","size":-1,"more":true}',
    '{"id":"d","size":',
    "{'id': 'e'}",
  ],
  ...[
    '{"id":"f","size":2} // f',
    "7",
    `${"[".repeat(600)}`,
    '{"id":"a","id":"h","size":3}',
    '{"id":"😀","size":4}',
  ],
  ...[`${"[".repeat(600)}${"]".repeat(600)}`, '{"id":"j","size":5}', '{"id":"k","size":999999999999999.99}'],
];

test("each has the verdict of a file with its text, in order, and the run goes on after broken ones", async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${RECORDS.join("\n")}\n\n`),
    Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
    Buffer.from('{"id":"z","size":9}'),
  ]);
  folder.write("many.ndjson", bytes);
  const { code, stdout } = await validate("many.ndjson", "--format", "ndjson");
  expect(code).toBe(2);
  const answers = lines(stdout);
  expect(answers.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16]);
  for (const [index, record] of RECORDS.entries()) {
    const path = folder.write("one.json", record);
    const { files } = JSON.parse((await validate(path, "--format", "json")).stdout);
    const { line, ...answer } = answers[index];
    const down = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value).replace(/\bline (\d+), /g, (_, own) => `line ${Number(own) + index}, `),
        (key, each) => (key === "line" ? each + index : each),
      );
    expect({ ...answer, path }).toEqual(down(files[0]));
  }
  expect(answers[13]).toMatchObject({ status: "unchecked", error: expect.stringContaining("UTF-8") });
  expect(answers[14]).toMatchObject({ status: "valid" });
});

test("pretty names file, line and place, with the line itself", async () => {
  folder.write("few.ndjson", '{"id":"a","size":1}\n\n{"id":"b","size":-1}\n');
  const { code, stdout } = await validate("few.ndjson");
  expect(code).toBe(1);
  expect(stdout).toContain("few.ndjson:3:18  error  number-too-small\n");
  expect(stdout).toContain(' >   3 │ {"id":"b","size":-1}\n       │                  ━━');
  expect(stdout).toContain("✖ 1 error in 1 of 2 records");
});

test("a file without a record is no failure", async () => {
  folder.write("none.ndjson", "\n");
  folder.write("none.json", "[ ]");
  expect(await validate("none.ndjson")).toMatchObject({ code: 0 });
  expect(await validate("none.json", "--each")).toMatchObject({ code: 0 });
});

test("the items of a list, with --each", async () => {
  const list = '[ {"id":"a,]","size":1},\n  {"id":"b" , "size":-1 /* ] */ },{"id":"c","size":"3"}\n]\n';
  folder.write("list.json", list);
  const { code, stdout } = await validate("list.json", "--each", "--format", "ndjson");
  expect(code).toBe(1);
  const [a, b, c, ...others] = lines(stdout);
  expect(others).toEqual([]);
  expect([a, b, c].map(({ line, status }) => [line, status])).toEqual([
    [1, "valid"],
    [2, "invalid"],
    [2, "invalid"],
  ]);
  expect(c.diagnostics[0].range.start).toEqual({ line: 2, column: list.split("\n")[1]!.indexOf('"3"') + 1 });
  expect(await validate("list.json", "--each", "--fix")).toMatchObject({ code: 1 });
  expect(folder.read("list.json")).toBe(list.replace('"3"', "3"));
  folder.write("list.json", '[{"id":"a","size":1},\n]');
  const trailing = await validate("list.json", "--each");
  expect(trailing).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("list.json:2:1  error  syntax-error\n  A record is missing here"),
  });
  expect(await validate("list.json", "--each", "--fix")).toMatchObject({ code: 1 });
  folder.write("list.jsonc", '[{"id":"a","size":1},\n]');
  expect(await validate("list.jsonc", "--each")).toMatchObject({ code: 0 });
  folder.write("list.json", '[{"id":"a","size":1},,{"id":"b","size":1}');
  const broken = await validate("list.json", "--each");
  expect(broken.code).toBe(2);
  expect(broken.stdout).toContain("there is no ] after its last item");
  expect(broken.stdout).toContain("list.json:1:22  error  syntax-error");
});

test("what spec test says about a broken record names its line", async () => {
  folder.write("broken.ndjson", '{"id":"a","size":1}\n{"id":\n');
  const { code, stdout } = await preflight(["spec", "test", "rules.json", "broken.ndjson"], {
    cwd: folder.path,
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^broken.ndjson:2:7 .*\n.* at line 2, column 7 it ends too early/m);
});

test("with --each a Markdown file has its front matter all the same", async () => {
  folder.write("one.md", '---\nid: a\nsize: "1"\n---\nText\n');
  const { code, stdout } = await validate("one.md", "--each", "--format", "ndjson");
  expect([code, lines(stdout)[0].diagnostics[0].code]).toEqual([1, "type-mismatch"]);
});

test("a record that cannot be checked has its place in the fixed file", async () => {
  folder.write(
    "moved.json",
    '[{\n"id": [\n"one"\n],\n"size": 1},\n{"targetProduct":"other","domainId":"entry","candidate":{}}]',
  );
  const { stdout } = await validate("moved.json", "--each", "--fix=suggested", "--format", "ndjson");
  expect(JSON.parse(folder.read("moved.json"))[0]).toEqual({ id: "one", size: 1 });
  expect(lines(stdout)).toMatchObject([
    { line: 1, status: "valid", fixed: 1 },
    { line: 4, status: "unchecked" },
  ]);
});

test("a place on a long line is counted in characters, and in bytes where a format does", async () => {
  const text = `[${'{"id":"é😀","size":1},'.repeat(4_000)}{"id":"z","size":-1}]`;
  const at = text.indexOf("-1");
  folder.write("long-line.json", text);
  const [last] = lines((await validate("long-line.json", "--each", "--format", "ndjson")).stdout).slice(-1);
  expect(last.diagnostics[0].range.start).toEqual({ line: 1, column: at + 1 });
  const { diagnostics } = JSON.parse(
    (await validate("long-line.json", "--each", "--format", "rdjson")).stdout,
  );
  const column = Buffer.byteLength(text.slice(0, at)) + 1;
  expect(diagnostics[0].location.range.start).toEqual({ line: 1, column });
});

test("a list that is too large is refused with what to do", async () => {
  folder.write("large.json", `[${'{"id":"a","size":1},\n'.repeat(900_000)}{}]`);
  const { code, stdout } = await validate("large.json", "--each");
  expect(code).toBe(2);
  expect(stdout).toContain("are not read. Write");
  expect(stdout).toContain('jq -c ".[]"');
});

test("a line that is too long is named, and the others are checked", async () => {
  const long = `{"id":"${"x".repeat(17_000_000)}","size":1}`;
  folder.write("long.ndjson", `{"id":"a","size":1}\n${long}\n{"id":"b","size":-1}\n`);
  const { code, stdout } = await validate("long.ndjson", "--format", "ndjson", "--threads", "1");
  expect(code).toBe(2);
  expect(lines(stdout).map(({ line, status }) => [line, status])).toEqual([
    [1, "valid"],
    [2, "unchecked"],
    [3, "invalid"],
  ]);
});

test("an id that is taken twice is a finding of the run, in no verdict", async () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => `id-${index}`);
  const records = [...ids, "ID-7", ...ids.map((id) => `more-${id}`), "id-2999"];
  folder.write("ids.ndjson", records.map((id) => JSON.stringify({ id, size: 1 })).join("\n"));
  const { code, stdout } = await validate("ids.ndjson", "--identity", "/id", "--format", "json");
  expect(code).toBe(1);
  const { files, findings, summary } = JSON.parse(stdout);
  expect(summary).toMatchObject({ files: 6_002, records: 6_002, valid: 6_002, invalid: 0, findings: 2 });
  expect(files).toHaveLength(6_002);
  expect(
    findings.map(({ diagnostics }: { diagnostics: { message: string }[] }) => diagnostics[0]!.message),
  ).toEqual([
    '"ID-7" is the identity of two records: ids.ndjson:8 and ids.ndjson:3001. Give one of them another.',
    '"id-2999" is the identity of two records: ids.ndjson:3000 and ids.ndjson:6002. Give one of them another.',
  ]);
  folder.write("pair.json", '{"id":"id-5","size":1}');
  const both = await validate("ids.ndjson", "pair.json", "--identity", "/id", "--skip", "member-unknown");
  expect(both.code).toBe(1);
  expect(both.stdout).toContain('"id-5" is the identity of two records: ids.ndjson:6 and pair.json.');
});

test("comments side by side hide no comma between items", async () => {
  folder.write("remarks.json", '[{"id":"a","size":1} /* a *//* b */, {"id":"b"} /*c*//*d*/]');
  const { code, stdout } = await validate("--each", "--format", "ndjson", "remarks.json");
  const answers = lines(stdout).filter((line) => "path" in line);
  expect([code, answers.map(({ status }) => status)]).toEqual([1, ["valid", "invalid"]]);
});

test("comments around a list leave it a list", async () => {
  const list = `// a [ b\n/* c */${"\n".repeat(2_000)}[{"id":"a","size":1},\n{"id":"b","size":"2"}]\n// d\n`;
  for (const name of ["around.jsonc", "around.json"]) {
    folder.write(name, list);
    const { code, stdout } = await validate(name, "--each", "--format", "ndjson");
    expect([code, lines(stdout).map(({ status }) => status)]).toEqual([1, ["valid", "invalid"]]);
    expect(await validate(name, "--each", "--fix")).toMatchObject({ code: 0 });
    expect(folder.read(name)).toBe(list.replace('"2"', "2"));
  }
});

test("a record in other words is written on its own line", async () => {
  const record = JSON.stringify(JSON.parse(VALID));
  folder.write("words.jsonl", `${record},\n${record.slice(0, -1)},}\r\n${record}`);
  const fixed = await preflight(["validate", "words.jsonl", "--fix=suggested"], { cwd: folder.path });
  expect(fixed).toMatchObject({ code: 0 });
  expect(folder.read("words.jsonl")).toBe(`${record}\n${record}\r\n${record}`);
});

test("records of which none is a proposal are no pass", async () => {
  folder.write("others.ndjson", '{"a":1,"b":2,"c":3}\n{"a":1,"b":2,"d":3}\n');
  folder.write("none.ndjson", "\n");
  expect(await validate("others.ndjson")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("There are no proposals here: others.ndjson is something else."),
  });
  expect(await validate("none.ndjson")).toMatchObject({ code: 0 });
  expect(await validate("--force-exclude", "others.ndjson")).toMatchObject({ code: 0 });
});

test("the command that fixes records reads them as records", async () => {
  folder.write("listed.json", '[{"Id":"a","size":1}]');
  const { stdout } = await validate("--each", "--identity", "/id", "listed.json");
  expect(stdout.replace(/\s+/g, " ")).toContain(
    "preflight validate listed.json --each --identity /id --spec rules.json --fix",
  );
});
