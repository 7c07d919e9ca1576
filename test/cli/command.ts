/** Runs the command in this process, in a folder of its own. For what only a process has, see spawned.ts. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { runProgram } from "../../src/cli/program.ts";
import type { Surroundings } from "../../src/cli/terminal/terminal.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** How wide the terminal is; without it, the output goes into a pipe. */
  readonly columns?: number;
}

/** Runs `preflight` to its end. Only one at a time, because a process has one current folder. */
export async function preflight(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { cwd, environment = {}, columns } = options;
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  const written = { stdout: "", stderr: "" };
  const into = (name: keyof typeof written): Surroundings["stdout"] => ({
    ...terminal,
    write(text) {
      written[name] += text;
    },
    on: () => undefined,
  });
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const streams = { stdin: terminal, stdout: into("stdout"), stderr: into("stderr") };
    const code = await runProgram(args, version, { ...streams, env: environment });
    return { code, ...written };
  } finally {
    process.chdir(before);
  }
}

export interface Folder {
  readonly path: string;
  write(name: string, content: string | Uint8Array): string;
  read(name: string): string;
  list(): string[];
  protect(name: string, mode: number): void;
}

/** A folder that is gone after the tests of the file. */
export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "preflight-cli-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write(name, content) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
      return name;
    },
    read: (name) => readFileSync(join(path, name), "utf8"),
    list: () => readdirSync(path, { recursive: true, encoding: "utf8" }).sort(),
    protect: (name, mode) => chmodSync(join(path, name), mode),
  };
}
