/** What a person sees in a terminal: colours, widths, a bar for long work, and questions. */
import { describe, expect, test } from "vitest";
import { makeFolder, preflight, preflightInTerminal, shownBy } from "./command.ts";
import { FAULTY, VALID } from "./files.ts";

const folder = makeFolder();
folder.write("faulty.json", FAULTY);
folder.write("valid.json", VALID);

async function inTerminal(
  args: readonly string[],
  options: { columns?: number; environment?: Record<string, string> } = {},
) {
  const started = preflightInTerminal(args, { cwd: folder.path, ...options });
  const code = await started.exit;
  return { code, shown: shownBy(started) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const COLOURS = /\u001b\[(\d+)m/g;

describe("colours", () => {
  test("red, yellow and dim on a terminal, and nothing else", async () => {
    const { code, shown } = await inTerminal(["validate", "faulty.json"]);
    expect(code).toBe(1);
    await expect(shown).toMatchFileSnapshot("expected/faulty-json.terminal.txt");
    const used = new Set([...shown.matchAll(COLOURS)].map(([, number]) => number));
    expect([...used].sort()).toEqual(["2", "22", "31", "39"]);
  });

  test("the same words as in a pipe", async () => {
    const { shown } = await inTerminal(["validate", "faulty.json"]);
    const { stdout } = await preflight(["validate", "faulty.json"], { cwd: folder.path });
    expect(shown.replace(COLOURS, "")).toBe(stdout);
  });

  test.each([
    ["NO_COLOR", { NO_COLOR: "1" }],
    ["a dumb terminal", { TERM: "dumb" }],
  ])("none with %s", async (_, environment) => {
    const { shown } = await inTerminal(["validate", "faulty.json"], { environment });
    expect(shown).not.toMatch(COLOURS);
  });

  test("in a pipe with FORCE_COLOR, which wins over NO_COLOR", async () => {
    const environment = { FORCE_COLOR: "1", NO_COLOR: "1" };
    const { stdout } = await preflight(["validate", "faulty.json"], { cwd: folder.path, environment });
    expect(stdout).toMatch(COLOURS);
  });
});

describe("widths", () => {
  test.each([60, 80, 120])("nothing is wider than %i columns", async (columns) => {
    const { shown } = await inTerminal(["validate", "faulty.json"], { columns });
    const widths = shown
      .replace(COLOURS, "")
      .split("\n")
      .map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    expect(Math.max(...widths)).toBeGreaterThan(columns / 2);
  });

  test("a long file name and a narrow terminal", async () => {
    const { code } = await inTerminal(["validate", "valid.json"], { columns: 20 });
    expect(code).toBe(0);
  });
});

describe("--interactive", () => {
  test("applies what is chosen and leaves the rest", async () => {
    folder.write("choose.json", FAULTY);
    const started = preflightInTerminal(["validate", "--interactive", "choose.json"], { cwd: folder.path });
    await started.said(/descripton[\s\S]*What should be done\?[\s\S]*Stop here/);
    started.process.stdin!.write("\r");
    await started.said(/field-type-unknown[\s\S]*What should be done\?[\s\S]*Stop here/);
    // Down, to "Leave it".
    started.process.stdin!.write("\u001b[B");
    await started.said(/●\S* Leave it/);
    started.process.stdin!.write("\r");
    expect(await started.exit).toBe(1);
    expect(folder.read("choose.json")).toBe(FAULTY.replace("descripton", "description"));
  });

  test("Ctrl-C changes nothing", async () => {
    folder.write("stop.json", FAULTY);
    const started = preflightInTerminal(["validate", "--interactive", "stop.json"], { cwd: folder.path });
    await started.said(/What should be done\?[\s\S]*Stop here/);
    started.process.stdin!.write("\u0003");
    expect(await started.exit).toBe(1);
    expect(folder.read("stop.json")).toBe(FAULTY);
  });

  test("needs a terminal", async () => {
    expect(await preflight(["validate", "--interactive", "valid.json"], { cwd: folder.path })).toEqual({
      code: 2,
      stdout: "",
      stderr: "error  --interactive needs a terminal.\n       Use --fix in scripts.\n",
    });
  });
});

describe("--watch", () => {
  test("checks again when a file changes, and stops with Ctrl-C", async () => {
    folder.write("watched.json", FAULTY);
    const started = preflightInTerminal(["validate", "--watch", "watched.json"], { cwd: folder.path });
    await started.said(/2 errors[\s\S]*Waiting for changes/);
    folder.write("watched.json", VALID);
    await started.said(/1 file is valid[\s\S]*Waiting for changes/);
    started.process.stdin!.write("\u0003");
    expect(await started.exit).toBe(0);
  });
});

describe("many files", () => {
  test("are reported in the order of their paths, with a bar on a terminal alone", async () => {
    for (let index = 0; index < 3_000; index++)
      folder.write(`many/${String(index).padStart(4, "0")}.json`, VALID);
    folder.write("many/0007.json", FAULTY);
    folder.write("many/2999.json", FAULTY);
    const { code, shown } = await inTerminal(["validate", "many"]);
    expect(code).toBe(1);
    expect(shown).toMatch(/4 errors.* in 2 of 3,000 files/);
    const piped = await preflight(["validate", "many"], { cwd: folder.path });
    expect(piped.stderr).toBe("");
    expect(piped.stdout).toContain("✖ 4 errors in 2 of 3,000 files");
    const places = [...piped.stdout.matchAll(/^many\/(\d+)\.json:\d+:\d+/gm)].map(([, name]) => name);
    expect(places).toEqual(["0007", "0007", "2999", "2999"]);
  });
});
