import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { projectFolder } from "../support/built.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, FAULTY_YAML, VALID, VALID_YAML } from "./files.ts";

const folder = makeFolder();
const run = (...args: string[]) => preflight(args, { cwd: folder.path });

describe("validate", () => {
  test("a valid file takes one or two lines", async () => {
    folder.write("valid.json", VALID);
    expect(await run("validate", "valid.json")).toEqual({
      code: 0,
      stdout:
        "✔ 1 file is valid\n  rules datagen/generator-option 1.2.0 · registry 66 entries as of 2026-11-01\n",
      stderr: "",
    });
  });

  test("shows each problem at its place in JSON", async () => {
    folder.write("faulty.json", FAULTY);
    const { code, stdout, stderr } = await run("validate", "faulty.json");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    await expect(stdout).toMatchFileSnapshot("expected/faulty-json.txt");
  });

  test("shows each problem at its place in YAML", async () => {
    folder.write("faulty.yaml", FAULTY_YAML);
    const { code, stdout, stderr } = await run("validate", "faulty.yaml");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    await expect(stdout).toMatchFileSnapshot("expected/faulty-yaml.txt");
  });

  test("reads YAML with comments as JSON is read", async () => {
    folder.write("valid.yaml", VALID_YAML);
    expect(await run("validate", "valid.yaml")).toMatchObject({ code: 0 });
  });
});

describe("the program", () => {
  test("prints its version", async () => {
    expect(await run("--version")).toMatchObject({ code: 0, stdout: "1.0.0\n" });
  });

  test("has a hint for a typo, and exits with 2", async () => {
    const { code, stderr } = await run("valdate", "x.json");
    expect(code).toBe(2);
    expect(stderr).toBe(
      "error: unknown command 'valdate'\n(Did you mean validate?)\nRun with --help for the options and examples.\n",
    );
  });
});

describe("--spec", () => {
  const rules = readFileSync(join(projectFolder, "spec-packages/datagen/generator-option.json"), "utf8");
  test.each([
    ["rules.yaml", stringify(JSON.parse(rules))],
    ["rules.jsonc", `// The rules of the shop.\n${rules}`],
    ["rules.json", `\ufeff${rules}`],
  ])("takes %s, which spec check takes", async (name, text) => {
    folder.write(name, text);
    folder.write("valid.json", VALID);
    expect(await run("spec", "check", name)).toMatchObject({ code: 0 });
    expect(await run("validate", "valid.json", "--spec", name)).toMatchObject({ code: 0, stderr: "" });
  });

  test.each([
    ["no file", "nowhere.json", "nowhere.json cannot be read: no such file"],
    ["what is neither", "neither.json", "neither.json:1:2  This is not JSON"],
    ["standard input, which may carry a protocol", "-", "- cannot be read: no such file"],
  ])("says why it cannot take %s", async (_, name, reason) => {
    folder.write("neither.json", "{");
    folder.write("valid.json", VALID);
    const { code, stderr } = await run("validate", "valid.json", "--spec", name);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });

  test("needs no registry where only its codes are explained", async () => {
    const chain = join(projectFolder, "examples/chain/spec-package.json");
    expect(await run("explain", "member-unknown", "--spec", chain)).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("spec check", () => {
  test("names every reason at its place", async () => {
    folder.write("rules.json", '{\n  "format": "x"\n}\n');
    const { code, stdout } = await run("spec", "check", "rules.json");
    expect(code).toBe(1);
    expect(stdout).toContain("rules.json:2:13  error");
  });
});
