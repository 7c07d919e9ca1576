/** Every format as a whole, and SARIF by its official schema. */
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";
import { requireServer } from "../support/servers.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, FAULTY_YAML, VALID, VALID_YAML } from "./files.ts";

const folder = makeFolder();
folder.write("proposals/a.json", VALID);
folder.write("proposals/b.json", FAULTY);
folder.write("proposals/c d,e%.yaml", FAULTY_YAML.replace("points: 1840", 'points: "1840"'));
folder.write("proposals/sub/notes.json", '{"packageVersion": "1", "digest": "sha256:00"}');
folder.write("proposals/sub/warns.json", VALID.replace(/,\n {2}"rationaleNotes".*/, ""));
folder.write("proposals/z.json", '{"owner": <&>\u0007"}');
const run = (...args: string[]) => preflight(args, { cwd: folder.path });

/** Without the time of the run and the folder of the project. */
const sameEverywhere = (report: string) =>
  report
    .replaceAll(/\btime="[\d.]+"/g, 'time="0.000"')
    .replaceAll(/timestamp="[^"]+"/g, 'timestamp="2026-01-01T00:00:00"')
    .replaceAll(pathToFileURL(projectFolder).href, "file:///preflight/");

test.each([
  ["pretty", "txt"],
  ["json", "json"],
  ["sarif", "json"],
  ["github", "txt"],
  ["junit", "xml"],
])("%s", async (format, extension) => {
  const { code, stdout, stderr } = await run("validate", "proposals", "missing.json", "--format", format);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
  await expect(sameEverywhere(stdout)).toMatchFileSnapshot(`expected/all.${format}.${extension}`);
});

test.each([
  ["sarif", '"text": "100 more findings are not listed."'],
  ["rdjson", '"message": "100 more findings are not listed."'],
  ["github", "title=findings-omitted::100 more findings are not listed.\n"],
  ["junit", 'message="100 errors"'],
  ["json", '"omitted": 100'],
  ["ndjson", '"omitted":100'],
  ["pretty", "many.json  and 100 more"],
])("%s says that there is more where all that is listed is left out", async (format, expected) => {
  const sampleRecords = Array.from({ length: 100 }, () => ({ tier: 1, points: "many" }));
  folder.write("many.json", JSON.stringify({ ...JSON.parse(VALID), sampleRecords }));
  const args = ["many.json", "--only", "member-unknown", "--format", format];
  expect(await run("validate", ...args)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(expected),
  });
});

test("reports name a file as a repository does, however it was named", async () => {
  for (const path of ["./missing.json", ".//missing.json"]) {
    const { stdout } = await run("validate", path, "--format", "json");
    expect(JSON.parse(stdout).files[0].path).toBe("missing.json");
  }
});

test("a name that leads up again behind a link is that of the file there", async () => {
  folder.write("elsewhere/inner/notes.json", "{}");
  folder.write("elsewhere/card.json", FAULTY);
  folder.write("card.json", VALID);
  symlinkSync("elsewhere/inner", join(folder.path, "link"));
  expect(await run("validate", "link/../card.json", "--format", "json")).toMatchObject({ code: 1 });
});

test("an unknown format is refused with the list", async () => {
  expect(await run("validate", "proposals", "--format", "xml")).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json, ndjson, sarif, github, junit, rdjson.\nRun with --help for the options and examples.\n",
  });
});

const schema = JSON.parse(readFileSync(new URL("sarif/sarif-2.1.0.json", import.meta.url), "utf8")) as object;

requireServer("xmllint")("JUnit", () => {
  test.each([
    ["everything", ["proposals", "missing.json"]],
    ["a valid file", ["proposals/a.json"]],
    ["a warning", ["proposals/sub/warns.json"]],
    ["what cannot be fixed", ["proposals/b.json", "--fix"]],
  ])("of %s fits the strict schema", async (_, args) => {
    folder.protect("proposals/b.json", 0o444);
    const { stdout } = await run("validate", ...args, "--format", "junit");
    folder.protect("proposals/b.json", 0o644);
    folder.write("report.xml", stdout);
    const schema = fileURLToPath(new URL("junit.xsd", import.meta.url));
    const { code, stderr } = await runProcess(
      "xmllint",
      ["--noout", "--schema", schema, join(folder.path, "report.xml")],
      {},
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
  });
});

test("a file whose errors are all left out of the list is no test that passes", async () => {
  const sampleRecords = Array.from({ length: 60 }, () => ({ a: 1 }));
  folder.write("long.json", JSON.stringify({ ...JSON.parse(VALID), sampleRecords }));
  const skipped = ["--skip", "sample-record-unknown,sample-record-missing"];
  const { code, stdout } = await run("validate", "long.json", "--format", "junit", ...skipped);
  expect(code).toBe(1);
  expect(stdout).toMatch(/failures="1".*<failure message="\d+ errors" type="invalid"\/>/s);
});

describe("SARIF", () => {
  test("says of every rule where it is explained", async () => {
    const { stdout } = await run("validate", "proposals", "missing.json", "--format", "sarif");
    const [{ tool }] = JSON.parse(stdout).runs;
    const pages = tool.driver.rules.map(({ helpUri }: { helpUri: string }) => new URL(helpUri));
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(readFileSync(page, "utf8")).toContain(page.hash.slice(1));
  });

  test.each([
    ["everything", ["proposals", "missing.json"]],
    ["a valid file", ["proposals/a.json"]],
    ["fixes", ["proposals/b.json"]],
  ])("of %s fits the official schema", async (_, args) => {
    const { stdout } = await run("validate", ...args, "--format", "sarif");
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
    (formats as unknown as (ajv: Ajv2020) => void)(ajv);
    const validate = ajv.compile(schema);
    validate(JSON.parse(stdout));
    expect(validate.errors ?? []).toEqual([]);
  });

  test("the schema is one that can refuse", () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(validate({ version: "2.1.0", runs: [{ tool: {} }] })).toBe(false);
  });
});

test("a suggestion of rdjson keeps characters of four bytes whole", async () => {
  const text = '{"generatorId":"loyalty-card","😀":1,"😁":2,"description":"d"}';
  folder.write("smiles.json", text);
  const { stdout } = await run("validate", "smiles.json", "--format", "rdjson");
  const { diagnostics } = JSON.parse(stdout);
  const [{ suggestions }] = diagnostics.filter(({ message }: { message: string }) => message.includes("😀"));
  const { start, end } = suggestions[0].range;
  const bytes = Buffer.from(text);
  const after = bytes.toString("utf8", 0, start.column - 1) + bytes.toString("utf8", end.column - 1);
  expect(after).toBe(text.replace('"😀":1,', ""));
});

describe("fixes of the file itself", () => {
  /** The texts that the suggestions of rdjson make, each alone. */
  async function suggested(name: string, text: string): Promise<string[]> {
    folder.write(name, text);
    const { stdout } = await run("validate", name, "--format", "rdjson");
    const lines = text.split("\n");
    const offset = ({ line, column }: { line: number; column: number }) =>
      lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
    type Suggestion = {
      text: string;
      range: { start: { line: number; column: number }; end: { line: number; column: number } };
    };
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: { value: string }; suggestions?: Suggestion[] }[];
    };
    return diagnostics
      .filter(({ code }) => ["member-repeated", "trailing-comma"].includes(code.value))
      .flatMap(({ suggestions = [] }) => suggestions)
      .map(
        ({ range, text: piece }) =>
          text.slice(0, offset(range.start)) + piece + text.slice(offset(range.end)),
      );
  }

  test("thousands of them are offered, and each can be applied alone", async () => {
    const more = (commas: string, pairs: string) =>
      `${VALID.trimEnd().slice(0, -1)},"more":[${commas}{${pairs}}]}`;
    const pairs = (skip: number, which: number) =>
      Array.from({ length: 1_500 }, (_, index) =>
        [1, 2].filter((each) => index !== skip || each === which).map((each) => `"n${index}":${each}`),
      )
        .flat()
        .join(",");
    const commas = "[1,],".repeat(1_500);
    const found = await suggested("many.json", more(commas, pairs(-1, 0)));
    expect(found).toHaveLength(1_500 + 2 * 1_500);
    expect(found[7]).toBe(more(`${"[1,],".repeat(7)}[1],${"[1,],".repeat(1_492)}`, pairs(-1, 0)));
    expect(found.slice(1_500, 1_502)).toEqual([more(commas, pairs(0, 1)), more(commas, pairs(0, 2))]);
    expect(found.slice(-2)).toEqual([more(commas, pairs(1_499, 1)), more(commas, pairs(1_499, 2))]);
  });

  test("one that needs another one is not offered", async () => {
    const text = `a: &x 1\na: 2\nb: *x\nb: 3\n${VALID_YAML}`;
    const found = await suggested("alias.yaml", text);
    expect(found).toEqual([
      text.replace("a: 2\n", ""),
      text.replace("b: 3\n", ""),
      text.replace("b: *x\n", ""),
    ]);
  });
});
