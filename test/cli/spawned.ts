/** Runs the command as a process, as a user would: in a pipe and in a terminal. */
import { PROGRAMS } from "../support/built.ts";
import {
  type Environment,
  type Finished,
  type ProcessOptions,
  type StartedProcess,
  startProcess,
} from "../support/processes.ts";

export function startPreflight(args: readonly string[], options: ProcessOptions = {}): StartedProcess {
  return startProcess(process.execPath, [PROGRAMS.command, ...args], options);
}

/** Runs `preflight` with a text on its standard input. */
export async function preflightWithInput(
  input: string | Uint8Array,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<Finished> {
  const started = startPreflight(args, { ...options, takesInput: true });
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
