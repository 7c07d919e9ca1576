/** What a person sees in a terminal: colours and widths. Questions are in spawned.test.ts. */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createTerminal, type Terminal } from "../../src/cli/terminal/terminal.ts";
import { runWatching } from "../../src/cli/terminal/watch.ts";
import { makeFolder, preflight, type RunOptions } from "./command.ts";
import { FAULTY, VALID } from "./files.ts";

const folder = makeFolder();
folder.write("faulty.json", FAULTY);
folder.write("valid.json", VALID);

const run = (args: readonly string[], options: RunOptions = {}) =>
  preflight(args, { cwd: folder.path, ...options });
const inTerminal = (args: readonly string[], options: RunOptions = {}) =>
  run(args, { columns: 80, ...options });

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const COLOURS = /\u001b\[(\d+)m/g;

describe("colours", () => {
  test("the same words as in a pipe, in red and dim", async () => {
    const { stdout: shown } = await inTerminal(["validate", "faulty.json"]);
    const { stdout } = await run(["validate", "faulty.json"]);
    expect(shown.replace(COLOURS, "")).toBe(stdout);
    const used = new Set([...shown.matchAll(COLOURS)].map(([, number]) => number));
    expect([...used].sort()).toEqual(["2", "22", "31", "39"]);
  });

  test.each([
    ["NO_COLOR", { NO_COLOR: "1" }],
    ["a dumb terminal", { TERM: "dumb" }],
  ])("none with %s", async (_, environment) => {
    const { stdout } = await inTerminal(["validate", "faulty.json"], { environment });
    expect(stdout).not.toMatch(COLOURS);
  });

  test("in a pipe with FORCE_COLOR, which wins over NO_COLOR", async () => {
    const { stdout } = await run(["validate", "faulty.json"], {
      environment: { FORCE_COLOR: "1", NO_COLOR: "1" },
    });
    expect(stdout).toMatch(COLOURS);
  });
});

describe("widths", () => {
  test.each([60, 80, 120])("nothing is wider than %i columns", async (columns) => {
    const { stdout } = await inTerminal(["validate", "faulty.json"], { columns });
    const widths = stdout
      .replace(COLOURS, "")
      .split("\n")
      // A command stays on one line, so that it can be copied.
      .filter((line) => !line.includes(" preflight validate "))
      .map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    expect(Math.max(...widths)).toBeGreaterThan(columns / 2);
  });

  test("a long file name and a narrow terminal", async () => {
    expect(await inTerminal(["validate", "valid.json"], { columns: 20 })).toMatchObject({ code: 0 });
  });
});

test("commands to paste are called as this one was", async () => {
  const environment = { npm_command: "exec" };
  const { stdout } = await run(["validate", "faulty.json"], { environment });
  expect(stdout).toContain("→ npx proposal-preflight explain member-unknown\n");
  expect(stdout).toContain("npx proposal-preflight validate faulty.json --fix=suggested");
  const built = await run(["build", "valid.json", "-o", "built.json"], { environment });
  expect(built.stdout).toContain("npx proposal-preflight submit built.json\n");
});

test("many files are reported in the order of their paths", async () => {
  for (let index = 0; index < 30; index++)
    folder.write(`many/${String(index).padStart(4, "0")}.json`, index % 22 === 7 ? FAULTY : VALID);
  const { code, stdout, stderr } = await run(["validate", "many"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain("✖ 4 errors in 2 of 30 files");
  const places = [...stdout.matchAll(/^many\/(\d+)\.json:\d+:\d+/gm)].map(([, name]) => name);
  expect(places).toEqual(["0007", "0007", "0029", "0029"]);
});

test("results are written although nobody reads the messages about the run any more", () => {
  const written: string[] = [];
  const stream = () => {
    const listeners: ((error: Error) => void)[] = [];
    return {
      write: (text: string) => written.push(text),
      on: (_: string, listener: (error: Error) => void) => void listeners.push(listener),
      fail: () => listeners.forEach((each) => void each(Object.assign(new Error(), { code: "EPIPE" }))),
    };
  };
  const [stdout, stderr] = [stream(), stream()];
  const { write } = createTerminal({ stdout, stderr, env: {} }, () => expect.fail());
  stderr.fail();
  write("a result");
  stdout.fail();
  write("for nobody");
  expect(written).toEqual(["a result"]);
});

test("a watch that is stopped right after a change does not run again", async () => {
  folder.write("watched.json", VALID);
  const { width, style } = createTerminal(process, () => {});
  const terminal = { width, style, write() {} } as unknown as Terminal;
  let runs = 0;
  const stopped = runWatching([join(folder.path, "watched.json")], terminal, async () => void runs++);
  await setTimeout(20);
  folder.write("watched.json", FAULTY);
  await setTimeout(40);
  process.emit("SIGINT");
  expect(await stopped).toBe(0);
  await setTimeout(100);
  expect(runs).toBe(1);
});

test("each of thousands of places in one long line is shown, and fixed", async () => {
  const valid = JSON.stringify(JSON.parse(VALID)).slice(0, -1);
  const entries = (last: string) => `${valid},"more":[${`[1${last}],`.repeat(3_000)}[]]}`;
  folder.write("long.json", entries(","));
  const { stdout } = await run(["validate", "long.json"]);
  expect(stdout.split("warning  trailing-comma")).toHaveLength(3_001);
  expect(stdout).toContain("…],[1,],[1,]");
  await run(["validate", "long.json", "--fix"]);
  expect(folder.read("long.json")).toBe(entries(""));
});

test("thousands of comments stay when a fix is written", async () => {
  const comments = Array.from({ length: 3_000 }, (_, index) => `// ${index % 7}\n`).join("");
  const text = (kind: string) => `{${comments}"owner": {"kind": "${kind}"}}`;
  folder.write("comments.json5", text("person"));
  await run(["validate", "comments.json5", "--fix=suggested"]);
  expect(folder.read("comments.json5")).toBe(text("human"));
});
