/** What only a process has: its entry point, pipes, signals, a terminal that asks, and the shell around it. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROGRAMS } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";
import { requireServer } from "../support/servers.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, FAULTY_YAML, VALID, VALID_YAML } from "./files.ts";
import { preflightInTerminal, preflightWithInput, shownBy, startPreflight } from "./spawned.ts";

const folder = makeFolder();
const cwd = folder.path;
folder.write("card.yaml", VALID_YAML);
folder.write("faulty.json", FAULTY);

test("the version is printed before anything is loaded", async () => {
  const started = startPreflight(["--version"]);
  expect(await started.exit).toBe(0);
  expect(started.output()).toBe("1.0.0\n");
});

describe("standard input", () => {
  test.each([
    ["JSON", FAULTY, "<stdin>:5:3  error  member-unknown"],
    ["YAML", FAULTY_YAML, "<stdin>:5:1  error  member-unknown"],
  ])("%s is checked", async (_, content, expected) => {
    const { code, stdout, stderr } = await preflightWithInput(content, ["validate", "-"]);
    // Of standard input without a name nothing is fixed.
    expect(stdout).not.toContain("--fix");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(expected);
  });

  test("is fixed under the name it is given, and the text printed", async () => {
    const options = ["validate", "--stdin-filename", "draft.yaml", "--fix=suggested"];
    const { code, stdout, stderr } = await preflightWithInput(FAULTY_YAML, options);
    expect({ code, stdout }).toEqual({ code: 0, stdout: VALID_YAML.replace("integer", "integer # sic") });
    expect(stderr).toContain("1 file is valid · 2 fixed");
  });

  test("is not waited for in a named pipe", async () => {
    await runProcess("mkfifo", ["pipe.json"], { cwd });
    const { code, stdout } = await preflight(["validate", "pipe.json"], { cwd });
    expect({ code, isNamed: stdout.includes("pipe.json is not a file.") }).toEqual({
      code: 2,
      isNamed: true,
    });
  });

  test("is built, and the package printed", async () => {
    folder.write("card.json", VALID);
    expect((await preflightWithInput(FAULTY, ["build", "-"])).stdout).not.toContain("--fix");
    const { stdout } = await preflightWithInput(VALID, ["build", "-"]);
    expect(stdout).toBe((await preflight(["build", "card.json", "-o", "-"], { cwd })).stdout);
  });
});

test("a full disk is a failure and no verdict, and a device is not replaced by a file", async () => {
  const run = (args: string) =>
    runProcess("bash", ["-c", `'${process.execPath}' '${PROGRAMS.command}' ${args}`], { cwd });
  for (const args of ["validate card.yaml", "validate faulty.json --format json", "build card.yaml -o -"])
    expect(await run(`${args} > /dev/full`)).toEqual({
      code: 2,
      stdout: "",
      stderr: "no space left on device: not all of the output could be written\n",
    });
  // A pipe, because nothing should reach a device of this machine if this fails.
  await runProcess("mkfifo", ["out.pipe"], { cwd });
  expect(await run("build card.yaml -o out.pipe")).toMatchObject({ code: 2 });
  expect(await run("build card.yaml -o out.pipe --force")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("out.pipe is not a file and was not changed."),
  });
});

test("a broken pipe is no error, and the verdict stands", async () => {
  const command = `'${process.execPath}' '${PROGRAMS.command}' validate faulty.json | true; echo "$?" "\${PIPESTATUS[0]}"`;
  expect(await runProcess("bash", ["-c", command], { cwd })).toEqual({
    code: 0,
    stdout: "0 1\n",
    stderr: "",
  });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
])("%s leaves each file either as it was or fixed, and nothing else", async (signal, code) => {
  const names = Array.from({ length: 100 }, (_, index) => `many/${String(index).padStart(4, "0")}.json`);
  for (const name of names) folder.write(name, FAULTY.replace("Loyalty card", "First name"));
  // It comes while the tenth file is reported: a signal from here may come when all files are written.
  const pressing = `
    let reports = 0;
    const { write } = process.stdout;
    process.stdout.write = function (text, ...given) {
      if (/warning/.test(text) && ++reports === 10) process.kill(process.pid, "${signal}");
      return write.call(this, text, ...given);
    };`;
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pressing)}` };
  const started = startPreflight(["validate", "--fix=suggested", "many"], { cwd, environment });
  expect(await started.exit).toBe(code);
  const texts = new Set(names.map((name) => folder.read(name)));
  expect(texts).toEqual(new Set([FAULTY, VALID].map((text) => text.replace("Loyalty card", "First name"))));
  expect(
    folder
      .list()
      .filter((name) => name.startsWith("many/"))
      .sort(),
  ).toEqual(names);
});

test("a signal leaves a file of many records as it was", async () => {
  const records = `${JSON.stringify(JSON.parse(FAULTY))}\n`.repeat(50);
  folder.write("many.jsonl", records);
  const pressing = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { readFileSync } = fs;
    fs.readFileSync = (path, ...given) => {
      if (path === "many.jsonl") process.kill(process.pid, "SIGINT");
      return readFileSync(path, ...given);
    };
    syncBuiltinESMExports();`;
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pressing)}` };
  const started = startPreflight(["validate", "--fix=suggested", "many.jsonl"], { cwd, environment });
  expect(await started.exit).toBe(130);
  expect(folder.read("many.jsonl")).toBe(records);
});

test("serve starts the service, and stops on a signal", async () => {
  const service = startPreflight(["serve"], { environment: { PORT: "0" } });
  const [, url] = await service.said(/(http:\/\/\S+)/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  service.process.kill("SIGTERM");
  expect(await service.exit).toBe(0);
});

test("spec check --watch checks again when the file changes, and stops on a signal", async () => {
  const starter = [
    "spec",
    "init",
    "watched.json",
    "--product",
    "my-shop",
    "--domain",
    "map-layer",
    "--force",
  ];
  await preflight(starter, { cwd });
  const good = folder.read("watched.json");
  const watching = startPreflight(["spec", "check", "watched.json", "--watch"], { cwd });
  await watching.said(/can be used[\s\S]*Waiting for changes/);
  folder.write("watched.json", "{");
  await watching.said(/error {2}watched\.json:1:2/);
  folder.write("watched.json", good.replace('"minLength": 2', '"minLenght": 2'));
  await watching.said(/is refused for 1 reason[\s\S]*Waiting for changes/);
  watching.process.kill("SIGINT");
  expect(await watching.exit).toBe(1);
});

test("validate --watch without arguments is about the files of the configuration, new ones too", async () => {
  const project = makeFolder();
  const files = [{ include: ["proposals/*.json"] }];
  project.write("preflight.config.json", JSON.stringify({ files }));
  project.write("proposals/one.json", VALID);
  const watching = startPreflight(["validate", "--watch"], { cwd: project.path });
  await watching.said(/1 file is valid[\s\S]*Waiting for changes/);
  project.write("proposals/two.json", FAULTY);
  await watching.said(/two\.json:5:3 {2}error[\s\S]*Waiting for changes/);
  watching.process.kill("SIGINT");
  expect(await watching.exit).toBe(1);
});

test("--watch goes on while a folder is away, and sees it come back", async () => {
  const project = makeFolder();
  const watching = startPreflight(["validate", "--watch", "later/in/one.json", "all"], { cwd: project.path });
  await watching.said(/2 files could not be checked[\s\S]*Waiting for changes/);
  project.write("later/in/one.json", VALID);
  project.write("all/deep/two.json", VALID);
  await watching.said(/2 files are valid[\s\S]*Waiting for changes/);
  renameSync(join(project.path, "all"), join(project.path, "away"));
  await watching.said(/1 file could not be checked[\s\S]*Waiting for changes/);
  project.write("all/deep/two.json", FAULTY);
  await watching.said(/two\.json:5:3 {2}error[\s\S]*Waiting for changes/);
  watching.process.kill("SIGINT");
  expect(await watching.exit).toBe(1);
});

describe("in a terminal", () => {
  test("a report is coloured", async () => {
    const started = preflightInTerminal(["validate", "faulty.json"], { cwd });
    expect(await started.exit).toBe(1);
    await expect(shownBy(started)).toMatchFileSnapshot("expected/faulty-json.terminal.txt");
  });

  test("--watch checks again when a file changes, and stops with Ctrl-C", async () => {
    folder.write("watched-proposal.json", FAULTY);
    const started = preflightInTerminal(["validate", "--watch", "watched-proposal.json"], { cwd });
    await started.said(/2 errors[\s\S]*Waiting for changes/);
    folder.write("watched-proposal.json", VALID);
    await started.said(/1 file is valid[\s\S]*Waiting for changes/);
    started.process.stdin!.write("\u0003");
    expect(await started.exit).toBe(0);
  });
});

test("bash completes commands, options, their values and files", async () => {
  folder.write("complete.bash", (await preflight(["completion", "bash"])).stdout);
  const asked = [
    ["val"],
    ["validate", "--form"],
    ["validate", "--format", "s"],
    ["validate", "card.y"],
    ["spec", "ch"],
    ["validate", "my dr"],
  ];
  folder.write("my draft.json", VALID);
  const command = `preflight() { '${process.execPath}' '${PROGRAMS.command}' "$@"; }`;
  const script = asked.map(
    (words) =>
      `COMP_WORDS=(preflight ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}; _preflight; printf '%s|' "\${COMPREPLY[@]}"; echo`,
  );
  const { stdout } = await runProcess(
    "bash",
    // The bash of macOS has no mapfile.
    ["-c", [command, "enable -n mapfile", 'eval "$(cat complete.bash)"', ...script].join("\n")],
    {
      cwd,
    },
  );
  expect(stdout.trim().split("\n")).toEqual([
    "validate|",
    "--format|",
    "sarif|",
    "card.yaml|",
    "check|",
    "my draft.json|",
  ]);
});

/** A terminal in which each line is ended by a tab and Enter. What is called there prints its arguments. */
const ZSH_SESSION = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; $1; print REA''DY"
zpty -r shell shown '*READY*'
shift
for line in "$@"; do
  zpty -w shell "$line"$'\t'
  zpty -r shell shown '*RAN<*>*'
  print -r -- "\${\${shown##*RAN<}%%>*}"
done
`;

requireServer("zsh")("zsh", () => {
  test.each([
    ["read as it is printed", "source ./_preflight"],
    ["from a folder of functions", ":"],
  ])("%s completes commands, options, their values and files", async (_, load) => {
    folder.write("_preflight", (await preflight(["completion", "zsh"])).stdout);
    folder.write("session.zsh", ZSH_SESSION);
    folder.write("my draft.json", VALID);
    const called = `'${process.execPath}' '${PROGRAMS.command}' "$@"`;
    const preflightHere = `preflight() { if [[ $1 == completion ]]; then ${called}; else print -r "RAN<\${(j:|:)@}>"; fi }`;
    const asked = [
      "val",
      "validate --form",
      "validate --format s",
      "validate card.y",
      "spec ch",
      "validate my\\ dr",
    ];
    const { stdout } = await runProcess(
      "zsh",
      ["-f", "session.zsh", `${preflightHere}; ${load}`, ...asked.map((line) => `preflight ${line}`)],
      { cwd },
    );
    expect(stdout.trim().split("\n")).toEqual([
      "validate",
      "validate|--format",
      "validate|--format|sarif",
      "validate|card.yaml",
      "spec|check",
      "validate|my draft.json",
    ]);
  });
});

describe("what the system does not give", () => {
  /** As somebody who may not read everything, even where the tests run as root. */
  const asOther = (...args: string[]) => {
    const words = [process.execPath, PROGRAMS.command, ...args];
    const [command, ...rest] =
      process.getuid?.() === 0 ? ["setpriv", "--reuid", "65534", "--clear-groups", ...words] : words;
    return runProcess(command!, rest, { cwd: folder.path });
  };

  test("a folder that cannot be read is named, and all else is checked", async () => {
    folder.write("given/locked/card.json", VALID);
    folder.write("given/open/card.json", FAULTY);
    folder.write("other/.gitignore", "x");
    folder.write("other/card.json", VALID);
    folder.protect(".", 0o755);
    folder.protect("given/locked", 0o000);
    folder.protect("other/.gitignore", 0o000);
    const { code, stdout } = await asOther("validate", "given", "--format", "ndjson");
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect({ code, lines }).toMatchObject({
      code: 2,
      lines: [
        { path: "given/locked", status: "unchecked", error: "The file cannot be read: permission denied." },
        { path: "given/open/card.json", status: "invalid" },
      ],
    });
    expect(await asOther("validate", "other")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("other/.gitignore cannot be read: permission denied."),
    });
    folder.protect("given/locked", 0o755);
  });

  test("a current folder that is gone is said", async () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"';
    const args = ["-c", script, process.execPath, PROGRAMS.command, "validate", "a.json"];
    expect(await runProcess("sh", args, { cwd: folder.path })).toMatchObject({
      code: 2,
      stderr: "error  The folder in which the command runs is gone.\n",
    });
  });
});
