/** Every format as a whole, and SARIF by its official schema. */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../support/built.ts";
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
      "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json, sarif, github, junit.\nRun with --help for the options and examples.\n",
  });
});

const SCHEMA_URL =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const schema = await readSarifSchema();
const describeWithSchema = schema === undefined ? describe.skip : describe;

describeWithSchema(schema === undefined ? `SARIF [skipped, needs: ${SCHEMA_URL}]` : "SARIF", () => {
  test.each([
    ["everything", ["proposals", "missing.json"]],
    ["a valid file", ["proposals/a.json"]],
    ["fixes", ["proposals/b.json"]],
  ])("of %s fits the official schema", async (_, args) => {
    const { stdout } = await run("validate", ...args, "--format", "sarif");
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
    (formats as unknown as (ajv: Ajv) => void)(ajv);
    const validate = ajv.compile(schema!);
    validate(JSON.parse(stdout));
    expect(validate.errors ?? []).toEqual([]);
  });

  test("the schema is one that can refuse", () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema!);
    expect(validate({ version: "2.1.0", runs: [{ tool: {} }] })).toBe(false);
  });
});

/** The schema is published by OASIS and kept in the cache folder. It is of draft 4, whose `id` Ajv does not know. */
async function readSarifSchema(): Promise<object | undefined> {
  const path = join(projectFolder, ".cache", "sarif-schema-2.1.0.json");
  if (!existsSync(path)) {
    try {
      const answer = await fetch(SCHEMA_URL, { signal: AbortSignal.timeout(10_000) });
      if (!answer.ok) throw new Error(String(answer.status));
      await mkdir(join(projectFolder, ".cache"), { recursive: true });
      await writeFile(path, await answer.text());
    } catch (error) {
      if (process.env.CI === "true") throw new Error(`cannot fetch ${SCHEMA_URL}`, { cause: error });
      return undefined;
    }
  }
  const { $schema: _, id: __, ...rest } = JSON.parse(readFileSync(path, "utf8"));
  return rest;
}
