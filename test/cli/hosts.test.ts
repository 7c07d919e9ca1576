/** The action and the hooks, run as their hosts run them: the same shell, the same environment, real files. */
import { chmodSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { PROGRAMS, projectFolder } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";
import { makeFolder } from "./command.ts";
import { FAULTY, VALID } from "./files.ts";

const folder = makeFolder();
folder.write("proposals/faulty one.json", FAULTY);
folder.write("proposals/valid.json", VALID);
// What npx and pre-commit would install.
folder.write("bin/npx", `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${PROGRAMS.command}' "$@"\n`);
folder.write("bin/preflight", `#!/bin/sh\nexec '${process.execPath}' '${PROGRAMS.command}' "$@"\n`);
for (const name of ["npx", "preflight"]) chmodSync(join(folder.path, "bin", name), 0o755);

const environment = { PATH: `${join(folder.path, "bin")}${delimiter}${process.env.PATH}` };
const read = (name: string) => parse(readFileSync(join(projectFolder, name), "utf8"));

describe("action.yml", () => {
  const { inputs, runs } = read("action.yml");

  /** As the runner does: defaults, then inputs, in the environment of each step. */
  async function runAction(given: Readonly<Record<string, string>>) {
    const [step] = runs.steps;
    const values = Object.entries<string>(step.env).map(([name, text]) => {
      const input = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(text)![1]!;
      return [name, given[input] ?? inputs[input].default] as const;
    });
    const options = { cwd: folder.path, environment: { ...environment, ...Object.fromEntries(values) } };
    return runProcess("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], options);
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
