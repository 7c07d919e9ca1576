/** The action and the hooks, run as their hosts run them: the same shell, the same environment, real files. */
import { chmodSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { PROGRAMS, projectFolder } from "../support/built.ts";
import { outputOf, runProcess } from "../support/processes.ts";
import { makeFolder } from "./command.ts";
import { FAULTY, VALID } from "./files.ts";

const folder = makeFolder();
folder.write("proposals/faulty one.json", FAULTY);
folder.write("proposals/valid.json", VALID);
// What npm and pre-commit would install.
folder.write(
  "bin/npm",
  `#!/bin/sh
case $1 in
  pack) echo '[{ "filename": "package.tgz", "integrity": "sha512-of-this-one" }]' ;;
  install) at=$3/node_modules/proposal-preflight/bin && mkdir -p "$at" && ln -s '${PROGRAMS.command}' "$at/preflight.mjs" ;;
esac
`,
);
folder.write("bin/preflight", `#!/bin/sh\nexec '${process.execPath}' '${PROGRAMS.command}' "$@"\n`);
for (const name of ["npm", "preflight"]) chmodSync(join(folder.path, "bin", name), 0o755);

const environment = { PATH: `${join(folder.path, "bin")}${delimiter}${process.env.PATH}` };
const read = (name: string) => parse(readFileSync(join(projectFolder, name), "utf8"));

describe("action.yml", () => {
  const { inputs, outputs, runs } = read("action.yml");

  /** As the runner does: defaults, then inputs, in the environment of each step. */
  async function runAction(given: Readonly<Record<string, string>>, event: object = {}) {
    const [step] = runs.steps;
    const values = Object.entries<string>(step.env).map(([name, text]) => {
      const input = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(text)![1]!;
      return [name, given[input] ?? inputs[input].default] as const;
    });
    folder.write("run/event.json", JSON.stringify(event));
    for (const name of ["output", "summary"]) folder.write(`run/${name}`, "");
    const at = (name: string) => join(folder.path, "run", name);
    const host = {
      RUNNER_TEMP: at(""),
      GITHUB_ACTION_PATH: projectFolder,
      GITHUB_EVENT_PATH: at("event.json"),
      GITHUB_OUTPUT: at("output"),
      GITHUB_STEP_SUMMARY: at("summary"),
    };
    const finished = await runProcess("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      cwd: folder.path,
      environment: { ...environment, ...host, ...Object.fromEntries(values) },
    });
    const lines = folder.read("run/output").split("\n").filter(Boolean);
    const told = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    return { ...finished, told: told as Record<string, string>, summary: folder.read("run/summary") };
  }

  test("is composite and uses no code of others", () => {
    expect(runs.using).toBe("composite");
    expect(JSON.stringify(runs.steps)).not.toContain('"uses"');
  });

  test("annotates the lines of a pull request, and writes SARIF", async () => {
    const { code, stdout } = await runAction({
      files: "proposals/",
      args: "--max-warnings=0",
      sarif: "out.sarif",
    });
    expect(code).toBe(1);
    expect(stdout).toContain(
      "::error file=proposals/faulty one.json,line=5,endLine=5,col=3,endColumn=15,title=member-unknown::",
    );
    expect(JSON.parse(folder.read("out.sarif")).runs[0].results).toHaveLength(2);
  });

  test("tells other steps what it found, and shows it in the summary", async () => {
    folder.write("proposals/faulty one.json", FAULTY.replace('"descripton"', '"<b>|`descripton`"'));
    const { told, summary } = await runAction({ files: "proposals/" });
    folder.write("proposals/faulty one.json", FAULTY);
    expect(Object.keys(told)).toEqual(Object.keys(outputs));
    expect(told).toMatchObject({ valid: "false", errors: "3" });
    expect(summary).toContain("2 files, 1 invalid, 0 not checked, 3 errors");
    expect(summary).not.toMatch(/<b>|`descripton/);
    const { diagnostics } = JSON.parse(readFileSync(told.rdjson!, "utf8"));
    const fixed = diagnostics.find(
      ({ code }: { code: { value: string } }) => code.value === "field-type-unknown",
    );
    expect(fixed.suggestions[0]).toMatchObject({ text: "eger" });
    expect(JSON.parse(readFileSync(told.report!, "utf8")).summary.errors).toBe(3);
  });

  test("checks what a pull request changes, and everything where its start is not there", async () => {
    const git = (...args: string[]) =>
      outputOf("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], { cwd: folder.path });
    await git("init", "-q", "-b", "trunk");
    await git("add", "proposals");
    await git("commit", "-qm", "start");
    const sha = (await git("rev-parse", "HEAD")).trim();
    folder.write("proposals/new.json", VALID);
    await git("add", "proposals");
    await git("commit", "-qm", "change");
    const changed = { files: "proposals/", changed: "true" };
    const { code, told } = await runAction(changed, { pull_request: { base: { sha } } });
    expect(code).toBe(0);
    const files: { path: string }[] = JSON.parse(readFileSync(told.report!, "utf8")).files;
    expect(files.map(({ path }) => path)).toEqual(["proposals/new.json"]);
    const elsewhere = await runAction(changed, { before: "12".repeat(20) });
    expect(elsewhere).toMatchObject({ code: 1, stdout: expect.stringContaining("Everything is checked") });
  });

  test("runs nothing whose integrity is another", async () => {
    expect(await runAction({ files: "proposals/valid.json", integrity: "sha512-of-this-one" })).toMatchObject(
      { code: 0 },
    );
    expect(await runAction({ files: "proposals/valid.json", integrity: "sha512-of-another" })).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("has the integrity sha512-of-this-one, not sha512-of-another"),
    });
  });

  test.each(["1", "^1.0.0", "latest", "1.0.0 --other"])(
    "runs no version that floats: %s",
    async (version) => {
      const { code, stdout } = await runAction({ files: "proposals/valid.json", version });
      expect([code, stdout]).toEqual([2, expect.stringContaining("version must be exact")]);
    },
  );

  test("takes names with spaces, one a line", async () => {
    expect(await runAction({ files: "proposals/valid.json\nproposals/faulty one.json" })).toMatchObject({
      code: 1,
    });
    expect(await runAction({ files: "proposals/valid.json" })).toMatchObject({ code: 0 });
  });
});

describe(".pre-commit-hooks.yaml", () => {
  const hooks: { id: string; entry: string; files: string }[] = read(".pre-commit-hooks.yaml");

  test.each(hooks)("$id checks the files that it is given", async ({ entry, files }) => {
    const names = ["proposals/valid.json", "notes.txt"].filter((name) => new RegExp(files).test(name));
    expect(names).toEqual(["proposals/valid.json"]);
    const run = (...args: string[]) =>
      runProcess("sh", ["-c", `${entry} "$@"`, "sh", ...args], { cwd: folder.path, environment });
    expect(await run(...names)).toMatchObject({ code: 0 });
    expect(await run("proposals/faulty one.json")).toMatchObject({ code: 1 });
  });
});
