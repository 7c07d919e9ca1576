/** A project with a configuration: which files are checked, by which rules, and what is said about its faults. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configRules } from "../../src/cli/config/config.ts";
import { FORMATS } from "../../src/cli/reports/outputs.ts";
import { checkCandidate } from "../../src/core/proposal/check.ts";
import { EMPTY_REGISTRY } from "../../src/core/registry/entries.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, VALID } from "./files.ts";

const folder = makeFolder();
const rules = readFileSync(
  new URL("../../spec-packages/datagen/generator-option.json", import.meta.url),
  "utf8",
);
const at = (path = ".") => ({
  cwd: join(folder.path, path),
  environment: { XDG_CACHE_HOME: join(folder.path, ".cache") },
});
const run = (...args: string[]) => preflight(args, at());
const configure = (config: unknown, path = "preflight.config.json") =>
  folder.write(path, JSON.stringify(config, null, 2));

beforeAll(() => {
  folder.write("rules.json", rules);
  folder.write("proposals/good.json", VALID);
  folder.write("proposals/deep/bad.json", FAULTY);
  folder.write("proposals/drafts/bad.json", FAULTY);
  folder.write("proposals/manifest/package.json", VALID);
  folder.write("other/bad.json", FAULTY);
});

const FILES = { include: ["proposals/**/*.json"], exclude: ["**/drafts/**"], spec: "rules.json" };

describe("preflight validate without a file", () => {
  test("checks what the configuration names, from any folder below, other tools' names included", async () => {
    configure({ files: [FILES] });
    const here = await run("validate", "--format", "json");
    expect(here.code).toBe(1);
    expect(
      JSON.parse(here.stdout).files.map(({ path, status }: { path: string; status: string }) => [
        path,
        status,
      ]),
    ).toEqual([
      ["proposals/deep/bad.json", "invalid"],
      ["proposals/good.json", "valid"],
      ["proposals/manifest/package.json", "valid"],
    ]);
    const below = await preflight(["validate", "--format", "json"], at("proposals"));
    expect(JSON.parse(below.stdout).files[0].path).toBe("deep/bad.json");
  });

  test("leaves out what .gitignore names", async () => {
    folder.write(".git/HEAD", "");
    folder.write(".gitignore", "deep/\nmanifest\n");
    const { stdout } = await run("validate", "--format", "json");
    expect(JSON.parse(stdout).summary).toMatchObject({ files: 1, valid: 1 });
    // As in Git, what stands nearer to a file counts.
    folder.write(".gitignore", "*.json\n");
    folder.write("proposals/.gitignore", "!*.json\nmanifest\n");
    const nearer = await run("validate", "--format", "json");
    expect(JSON.parse(nearer.stdout).summary).toMatchObject({ files: 2, valid: 1 });
    for (const name of [".gitignore", "proposals/.gitignore"]) folder.write(name, "");
  });

  test("takes no file for a proposal because a pattern says which it does not mean", async () => {
    configure({ files: [{ ...FILES, include: ["!other/**"] }] });
    expect(await run("validate")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No file matches the configuration."),
    });
    expect(await run("validate", "proposals", "!*.txt")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No file matches !*.txt."),
    });
  });

  test("takes format, outputs, level and baseline from it", async () => {
    configure({
      files: [FILES],
      format: "github",
      output: { json: "report/../quality.json" },
      maxWarnings: 0,
      fix: "suggested",
    });
    const { stdout } = await run("validate");
    expect(stdout).toContain("::error file=proposals/deep/bad.json");
    expect(JSON.parse(folder.read("quality.json")).summary).toMatchObject({ errors: 2 });
    const fixed = await run("validate", "--fix", "--diff");
    expect(fixed.stdout).toContain('+  "description"');
  });

  test("may stand in package.json", async () => {
    folder.write(
      "in-manifest/package.json",
      JSON.stringify({ name: "x", preflight: { files: [{ include: ["*.json"], spec: "../rules.json" }] } }),
    );
    folder.write("in-manifest/good.json", VALID);
    const { code, stdout } = await preflight(["validate", "good.json"], at("in-manifest"));
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("1 file is valid") });
  });
});

test("a file that it does not name is not checked by rules that nobody chose", async () => {
  configure({ files: [FILES] });
  expect(await run("validate", "other/bad.json")).toMatchObject({
    code: 2,
    stdout: expect.stringContaining("It is not among the files of the configuration."),
  });
  expect(await run("validate", "other")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/other\/bad.json is not in\s+the\s+configuration\./),
  });
  expect(await run("validate", "other/bad.json", "--domain", "generator-option")).toMatchObject({ code: 1 });
  expect(await run("validate", "other/bad.json", "--no-config")).toMatchObject({ code: 1 });
});

test("every fault of a configuration is shown at its place, and nothing is checked", async () => {
  folder.write(
    "preflight.config.json",
    '{\n  "file": [],\n  "format": "sarfi", // sic\n  "maxWarnings": "3"\n}\n',
  );
  const { code, stdout, stderr } = await run("validate");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("preflight.config.json:2:3  error  member-unknown");
  expect(stderr).toContain("preflight.config.json:3:13  error");
  expect(stderr).toContain("preflight.config.json:4:18  error");
  expect(stderr).toContain("preflight.config.json has faults, so nothing was checked.");
});

test("a service beside rules of one's own is a fault, as on the command line", async () => {
  configure({ files: [{ ...FILES, registry: "registry.json", server: "http://127.0.0.1:9" }] });
  const { code, stderr } = await run("validate");
  expect(code).toBe(2);
  expect(stderr).toContain('"spec" may not be here beside "server".');
  expect(stderr).toContain('"registry" may not be here beside "server".');
});

test("a configuration that is only part of its text is none", async () => {
  folder.write("preflight.config.json", `${JSON.stringify({ files: [FILES] })}\nand what else?\n`);
  expect(await run("validate", "proposals/good.json")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("syntax-error"),
  });
});

describe("rules behind a URL", () => {
  let status = 200;
  const page = '{"generators": [{"id": "a1", "name": "A one"}], "next": "/page?start=1"}';
  const server = createServer(({ url }, answer) =>
    answer.writeHead(status, { "Content-Type": "application/json" }).end(url === "/page" ? page : rules),
  );
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("are fetched; the last good ones serve with a notice, and without any nothing passes", async () => {
    const { port } = server.address() as AddressInfo;
    configure({ files: [{ ...FILES, spec: `http://127.0.0.1:${port}/rules` }] });
    expect(await run("validate", "proposals/good.json")).toMatchObject({ code: 0, stderr: "" });
    status = 503;
    const later = await run("validate", "proposals/good.json");
    expect(later.code).toBe(0);
    expect(later.stderr).toMatch(
      /cannot be fetched: the answer was 503\. What it said on \d{4}-\d{2}-\d{2} is used/,
    );
    configure({ files: [{ ...FILES, spec: `http://127.0.0.1:${port}/others` }] });
    expect(await run("validate", "proposals/good.json")).toMatchObject({ code: 2, stdout: "" });
  });

  test("are no pass without the other pages of a registry, nor where no folder can keep them", async () => {
    status = 200;
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    configure({ files: [{ ...FILES, spec: `${origin}/rules`, registry: `${origin}/page` }] });
    expect(await run("validate", "proposals/good.json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${origin}/page is one page of a registry`),
    });
    configure({ files: [{ ...FILES, spec: `${origin}/rules` }] });
    const environment = { XDG_CACHE_HOME: join(folder.path, "rules.json") };
    const full = await preflight(["validate", "proposals/good.json"], { cwd: folder.path, environment });
    expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining("not a directory") });
    expect(full.stderr).not.toContain("bug");
  });

  test("are named without what is secret in the address", async () => {
    for (const rule of ["spec", "server"]) {
      configure({ files: [{ include: FILES.include, [rule]: "http://ada:hush@127.0.0.1:9/rules" }] });
      const { code, stdout, stderr } = await run("validate", "proposals/good.json");
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr.replaceAll(/\s+/g, " ")).toContain("without user name and password");
      expect(stderr).not.toContain("hush");
    }
  });
});

test("quoted globs are expanded", async () => {
  const { stdout } = await run("validate", "--no-config", "proposals/**/*.json", "--format", "json");
  expect(JSON.parse(stdout).files).toHaveLength(3);
});

test("the published schema names every format", () => {
  const published = JSON.parse(
    readFileSync(new URL("../../schemas/preflight.config.schema.json", import.meta.url), "utf8"),
  );
  const { format, output } = published.properties;
  expect([format.enum, output.propertyNames.enum]).toEqual([FORMATS, FORMATS]);
});

test("the configuration in docs/cli.md is one", () => {
  const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");
  const [, example] = /```json config\n([\s\S]*?)```/.exec(page)!;
  const { diagnostics } = checkCandidate(configRules(), JSON.parse(example!), {
    registry: EMPTY_REGISTRY,
    now: 0,
  });
  expect(diagnostics).toEqual([]);
});
