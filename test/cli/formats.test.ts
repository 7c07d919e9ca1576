/** Every format as a whole, and SARIF by its official schema. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, FAULTY_YAML, VALID } from "./files.ts";

const folder = makeFolder();
folder.write("proposals/a.json", VALID);
folder.write("proposals/b.json", FAULTY);
folder.write("proposals/c d,e%.yaml", FAULTY_YAML.replace("points: 1840", 'points: "1840"'));
folder.write("proposals/sub/notes.json", '{"packageVersion": "1", "digest": "sha256:00"}');
folder.write("proposals/sub/warns.json", VALID.replace(/,\n {2}"rationaleNotes".*/, ""));
folder.write("proposals/z.json", '{"owner": <&>\u0007"}');
const run = (...args: string[]) => preflight(args, { cwd: folder.path });

test.each([
  ["pretty", "txt"],
  ["json", "json"],
  ["sarif", "json"],
  ["github", "txt"],
  ["junit", "xml"],
])("%s", async (format, extension) => {
  const { code, stdout, stderr } = await run("validate", "proposals", "missing.json", "--format", format);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
  await expect(stdout).toMatchFileSnapshot(`expected/all.${format}.${extension}`);
});

test("an unknown format is refused with the list", async () => {
  expect(await run("validate", "proposals", "--format", "xml")).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json, sarif, github, gitlab, junit, rdjson.\nRun with --help for the options and examples.\n",
  });
});

const schema = JSON.parse(readFileSync(new URL("sarif/sarif-2.1.0.json", import.meta.url), "utf8")) as object;

describe("SARIF", () => {
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
