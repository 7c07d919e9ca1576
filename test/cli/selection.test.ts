/** Which files and which codes a run is about: what Git says is changed, what a configuration covers, what options name. */
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { outputOf } from "../support/processes.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, VALID } from "./files.ts";

const folder = makeFolder();
const git = (...args: string[]) =>
  outputOf("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], { cwd: folder.path });
const run = (...args: string[]) => preflight(["validate", ...args], { cwd: folder.path });
async function checked(...args: string[]): Promise<[string, string][]> {
  const { stdout } = await run("--format", "json", ...args);
  return JSON.parse(stdout).files.map(({ path, status }: { path: string; status: string }) => [path, status]);
}
const OTHER = VALID.replace("loyalty-card", "loyalty-number").replace("Loyalty card", "Loyalty number");

describe("in a Git repository", () => {
  test("--changed and --staged are about what differs, and the latter about what is staged", async () => {
    await git("init", "-q", "-b", "trunk");
    folder.write("kept.json", VALID);
    folder.write("old name.json", OTHER);
    folder.write("gone.json", OTHER);
    await git("add", ".");
    await git("commit", "-qm", "start");
    expect(await run("--changed")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("There are no proposals among these files."),
    });
    folder.write("staged.json", FAULTY);
    folder.write("tsconfig.json", "{}");
    folder.write("notes.txt", "no proposal");
    await git("mv", "old name.json", "new name.json");
    await git("rm", "-q", "gone.json");
    await git("add", ".");
    folder.write("staged.json", VALID);
    folder.write("untracked.json", FAULTY);
    expect(await checked("--staged")).toEqual([
      ["new name.json", "valid"],
      ["staged.json", "invalid"],
    ]);
    expect(await checked("--changed")).toEqual([
      ["new name.json", "valid"],
      ["staged.json", "valid"],
      ["untracked.json", "invalid"],
    ]);
    await git("commit", "-qm", "next");
    expect(await checked("--changed")).toEqual([
      ["staged.json", "valid"],
      ["untracked.json", "invalid"],
    ]);
    expect(await checked("--changed=HEAD~1", "new name.json")).toEqual([["new name.json", "valid"]]);
  });

  test("a pattern chooses among what differs, and standard input is refused", async () => {
    await git("add", "untracked.json");
    for (const pattern of ["*.json", "./un*.json", join(folder.path, "un*.json")]) {
      expect(await checked("--staged", pattern)).toEqual([["untracked.json", "invalid"]]);
      expect(await checked(pattern, "--changed")).toContainEqual(["untracked.json", "invalid"]);
    }
    expect(await run("--staged", "un*.json")).toMatchObject({
      stdout: expect.stringContaining("preflight validate 'un*.json' --changed --fix=suggested"),
    });
    expect(await checked("--staged", "no*.json")).toEqual([]);
    for (const option of ["--staged", "--changed"]) {
      expect((await run("-", option)).code).toBe(2);
      const names = ["nowhere/", "untracked.json", "kept.json", "untraked.json"];
      expect(await run(option, ...names)).toMatchObject({
        code: 2,
        stdout: expect.stringMatching(/^nowhere\/ .*not be checked[\s\S]*^untraked.json .*not be checked/m),
      });
      expect(await checked(option, ...names)).toContainEqual(["untracked.json", "invalid"]);
      expect(await checked(option, "kept.json")).toEqual([]);
    }
    await git("reset", "-q");
  });

  test("where nothing differs the reports say so", async () => {
    folder.write("old.sarif", '{ "$schema": "https://example.org/sarif-2.1.0.json" }');
    const { code, stdout } = await run("--staged", "--format", "junit", "--output", "sarif=old.sarif");
    expect([code, stdout]).toEqual([0, expect.stringContaining('tests="0" failures="0" errors="0"')]);
    expect(JSON.parse(folder.read("old.sarif")).runs[0].results).toEqual([]);
    for (const format of ["pretty", "github"])
      expect((await run("--staged", "--format", format)).stdout).toBe("");
    rmSync(join(folder.path, "old.sarif"));
  });

  test("the report of an earlier run is no changed proposal", async () => {
    const report = ["--output", "json=changes.json"];
    const first = await checked("--changed", ...report);
    expect(first).toHaveLength(2);
    expect(await checked("--changed", ...report)).toEqual(first);
    rmSync(join(folder.path, "changes.json"));
  });

  test("a commit that does not exist, and options that do not fit, are named", async () => {
    expect(await run("--changed=no-such-branch")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no-such-branch"),
    });
    expect(await run("--changed=--output=x")).toMatchObject({ code: 2 });
    expect((await run("--staged", "--fix")).stderr).toContain("--staged goes with none of --fix");
  });

  test("a file in conflict or deleted since is left out", async () => {
    folder.write("late.json", FAULTY);
    await git("add", "late.json");
    rmSync(join(folder.path, "late.json"));
    expect((await checked("--changed")).map(([path]) => path)).not.toContain("late.json");
    expect(await checked("--staged")).toEqual([["late.json", "invalid"]]);
    await git("rm", "-q", "--cached", "late.json");
  });

  test("a name that is not UTF-8 is no pass", async () => {
    const path = Buffer.concat([Buffer.from(`${folder.path}/caf`), Buffer.of(0xe9), Buffer.from(".json")]);
    writeFileSync(path, FAULTY);
    expect(await run("--changed")).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("caf\ufffd.json"),
    });
    await git("add", ".");
    expect(await run("--staged")).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("caf\ufffd.json"),
    });
    await git("reset", "-q");
    rmSync(path);
  });

  test("a repository whose name ends with a space is found", async () => {
    folder.write("odd /in.json", FAULTY);
    const cwd = join(folder.path, "odd ");
    await outputOf("git", ["init", "-q"], { cwd });
    expect((await preflight(["validate", "--changed=HEAD"], { cwd })).stderr).toContain("HEAD");
    await outputOf("git", ["add", "."], { cwd });
    expect(await preflight(["validate", "--staged"], { cwd })).toMatchObject({ code: 1 });
    rmSync(cwd, { recursive: true });
  });

  test("a link is passed over, and what was one is not", async () => {
    symlinkSync("kept.json", join(folder.path, "link.json"));
    await git("add", "link.json");
    expect(await run("--staged")).toMatchObject({ code: 0 });
    await git("commit", "-qm", "link");
    rmSync(join(folder.path, "link.json"));
    folder.write("link.json", FAULTY);
    await git("add", "link.json");
    expect(await checked("--staged")).toEqual([["link.json", "invalid"]]);
    expect(await checked("--changed")).toContainEqual(["link.json", "invalid"]);
    await git("reset", "-q", "--hard");
  });

  test("a name that Git could take for a stage of another file is itself", async () => {
    folder.write("0:kept.json", FAULTY);
    await git("add", "0:kept.json");
    expect(await checked("--staged")).toEqual([["0:kept.json", "invalid"]]);
    await git("rm", "-qf", "0:kept.json");
  });
});

describe("codes", () => {
  test("--only and --skip choose among them, and refuse those that no rule has", async () => {
    folder.write("faulty.json", FAULTY);
    const codes = async (...args: string[]) => {
      const { code, stdout } = await run("--format", "json", "faulty.json", ...args);
      const [file] = JSON.parse(stdout).files;
      return [code, file.diagnostics.map((each: { code: string }) => each.code)];
    };
    expect(await codes()).toEqual([1, ["member-unknown", "field-type-unknown"]]);
    expect(await codes("--only", "field-type-unknown")).toEqual([1, ["field-type-unknown"]]);
    expect(await codes("--skip", "field-type-unknown, member-unknown")).toEqual([0, []]);
    // Valid, as far as it was asked: the summary says what was not.
    expect((await run("faulty.json", "--skip", "field-type-unknown,member-unknown")).stdout).toMatch(
      /^✔ 1 file is valid · 2 errors left out\n/,
    );
    expect((await run("faulty.json", "--only", "member-unknown")).stdout).toContain(
      "✖ 1 error in 1 file · 1 error left out",
    );
    expect(await run("faulty.json", "--only", "field-type-unknwon")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/did you mean\s+"field-type-unknown"\?/),
    });
    expect((await run("faulty.json", "--only", "member-unknown", "--fix")).code).toBe(2);
    for (const option of ["--only", "--skip"])
      expect(await run("faulty.json", option, "member-unknown", option, "rationale-missing")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("Separate several codes by commas."),
      });
  });

  test("a file that cannot be read has none of the codes of --only, and does not pass for that", async () => {
    folder.write("broken.json", VALID.slice(0, -20));
    expect(await run("broken.json", "--only", "member-unknown")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("syntax-error"),
    });
    rmSync(join(folder.path, "broken.json"));
  });

  test("--quiet says errors alone, and nothing where there are none", async () => {
    folder.write("warned.json", VALID.replace(/,\n {2}"rationaleNotes".*/, ""));
    expect((await run("warned.json")).stdout).toContain("warning");
    expect(await run("--quiet", "warned.json")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await run("--quiet", "faulty.json")).stdout).toContain("field-type-unknown");
    const limited = await run("--quiet", "--max-warnings", "0", "warned.json");
    expect(limited).toMatchObject({ code: 1, stdout: expect.stringContaining("rationale-missing") });
  });
});

describe("files", () => {
  test("the configuration nearest to a file counts, wherever the command runs", async () => {
    folder.write("team/preflight.config.json", JSON.stringify({ files: [{ include: ["in/*.json"] }] }));
    folder.write("team/in/card.json", VALID);
    folder.write("team/out/card.json", FAULTY);
    expect(await checked("team")).toEqual([
      ["team/in/card.json", "valid"],
      ["team/out/card.json", "skipped"],
    ]);
    expect(await run("team/out/card.json")).toMatchObject({ code: 2 });
  });

  test("--force-exclude passes over named files that are not covered, as hooks name all that change", async () => {
    expect(await run("--force-exclude", "team/out/card.json", "team/tsconfig.json")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("There are no proposals among these files."),
    });
    const both = await run("--force-exclude", "team/out/card.json", "team/in/card.json");
    expect(both).toMatchObject({ code: 0, stdout: expect.stringContaining("1 file is valid") });
  });

  test("the baseline is no proposal", async () => {
    folder.write("known/card.json", FAULTY);
    expect(await run("known", "--baseline", "known/known.json", "--write-baseline")).toMatchObject({
      code: 0,
    });
    expect(await checked("known", "--baseline", "known/known.json")).toEqual([["known/card.json", "valid"]]);
  });

  test("guesses are written only into files that are named or plainly proposals", async () => {
    const action = JSON.stringify({
      name: "Deploy",
      descripton: "Puts it there.",
      runs: {},
      author: "Ada",
      owner: "x",
    });
    folder.write("mixed/action.json", action);
    folder.write("mixed/card.json", FAULTY);
    await run("mixed", "--fix=suggested");
    expect(folder.read("mixed/action.json")).toBe(action);
    expect(folder.read("mixed/card.json")).toContain('"integer"');
    await run("mixed/action.json", "--fix=suggested");
    expect(folder.read("mixed/action.json")).not.toBe(action);
  });

  test.each([
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["tabs", (text: string) => text.replaceAll("  ", "\t")],
    ["one line without an end", (text: string) => text.trimEnd().replace(/\n */g, "")],
    ["a byte order mark", (text: string) => `\ufeff${text.trimEnd().replace(/\n */g, "")}\r\n`],
    [
      "no end of the last line",
      (text: string) => text.replace("ada@example.org", "ada@example.org ").trimEnd(),
    ],
  ])("--diff with %s can be applied, and gives what --fix writes", async (_, write) => {
    folder.write("shown.json", write(FAULTY));
    const { stdout } = await run("validate", "--fix=suggested", "--diff", "shown.json");
    folder.write("shown.patch", stdout);
    await outputOf("git", ["apply", "-p0", "--whitespace=nowarn", "shown.patch"], { cwd: folder.path });
    const applied = folder.read("shown.json");
    folder.write("shown.json", write(FAULTY));
    await run("validate", "--fix=suggested", "shown.json");
    expect(folder.read("shown.json")).toBe(applied);
    expect(applied).not.toBe(write(FAULTY));
  });

  test("--diff says what it did not write, and fails where there is something", async () => {
    const { code, stdout, stderr } = await run("faulty.json", "--fix=suggested", "--diff");
    expect({ code, stdout, stderr }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('+  "description"'),
      stderr: expect.stringContaining("2 would be fixed; nothing was written"),
    });
    expect(await run("kept.json", "--fix", "--diff")).toMatchObject({ code: 0 });
  });
});
