/** Runs the real command in a folder of its own, as a user would: in a pipe and in a terminal. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { PROGRAMS } from "../support/built.ts";
import {
  type Environment,
  type Finished,
  type ProcessOptions,
  runProcess,
  type StartedProcess,
  startProcess,
} from "../support/processes.ts";

/** Runs `preflight` in a pipe. */
export function preflight(args: readonly string[], options: ProcessOptions = {}): Promise<Finished> {
  return runProcess(process.execPath, [PROGRAMS.command, ...args], options);
}

/** Runs `preflight` with a text on its standard input. */
export async function preflightWithInput(
  input: string | Uint8Array,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<Finished> {
  const started = startProcess(process.execPath, [PROGRAMS.command, ...args], {
    ...options,
    takesInput: true,
  });
  started.process.stdin!.end(input);
  return { code: await started.exit, stdout: started.output(), stderr: started.errors() };
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly columns?: number;
  readonly environment?: Environment;
}

/**
 * Starts `preflight` in a pseudo-terminal, by `script` of util-linux. Everything it prints, on either stream, is the
 * output; what the test writes to standard input is typed.
 */
export function preflightInTerminal(
  args: readonly string[],
  { cwd, columns = 80, environment = {} }: TerminalOptions,
): StartedProcess {
  const words = [process.execPath, PROGRAMS.command, ...args].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const command = `stty cols ${columns} rows 24 -echo; exec ${words.join(" ")}`;
  return startProcess("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd,
    environment: { TERM: "xterm-256color", SHELL: "/bin/sh", ...environment },
    takesInput: true,
  });
}

/** What a terminal shows, with its line ends as in a pipe. */
export function shownBy({ output }: Pick<StartedProcess, "output">): string {
  return output().replaceAll("\r\n", "\n");
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
