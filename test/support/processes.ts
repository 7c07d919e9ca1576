/**
 * Starts every process that a test needs. The setup file of the lane ends it with the test file at the latest. Test files
 * that import this module run in a lane that has one (see test/lanes.ts). Each process leads a process group, so that its
 * children end with it.
 *
 * If a worker of Vitest is killed before it can clean up, the teardown of the run finds its processes by their mark,
 * ends them and fails the run. If Vitest itself is killed, a watchdog ends them. Both are in process-lane.ts.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { findMarked, killAll, type Leftover, MARK, untilGone } from "./leftovers.ts";

export type Environment = Readonly<Record<string, string>>;

const run = process.env[MARK];
if (run === undefined)
  throw new Error(
    "Only the lane `slow` starts processes. Vitest assigns files to lanes when it starts: restart it.",
  );
/** The mark of what this worker starts, for one test file after the other. */
const mark = `${run}.${process.pid}.`;
const children = new Set<ChildProcess>();

export interface ProcessOptions {
  /** Nothing else of this machine's environment is passed on, except PATH. */
  readonly environment?: Environment;
  readonly cwd?: string;
  /** Leaves standard input open, for what a test types. */
  readonly takesInput?: boolean;
}

export interface StartedProcess {
  readonly process: ChildProcess;
  /** Everything on standard output so far. */
  output(): string;
  /** Everything on standard error so far. */
  errors(): string;
  /** Resolves with the first match on standard output; rejects when the process ends before. */
  said(pattern: RegExp): Promise<RegExpMatchArray>;
  /** The exit code, once the last byte of both outputs was read; null where a signal ended it. */
  readonly exit: Promise<number | null>;
  /** Ends it at once, as a crash or the kernel would. */
  kill(): Promise<void>;
}

/** The environment for programs that are started by a library, such as a browser: with PATH and the mark. */
export function markedEnvironment(environment: Environment = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? "", ...environment, [MARK]: mark };
}

export function startProcess(
  command: string,
  args: readonly string[],
  { environment = {}, cwd, takesInput = false }: ProcessOptions = {},
): StartedProcess {
  const child = spawn(command, args, {
    env: markedEnvironment(environment),
    stdio: [takesInput ? "pipe" : "ignore", "pipe", "pipe"],
    detached: true,
    ...(cwd !== undefined && { cwd }),
  });
  children.add(child);
  let output = "";
  let errors = "";
  const { stdout, stderr } = child as ChildProcess & { stdout: Readable; stderr: Readable };
  stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  // A program may end before it has read what it was given.
  child.stdin?.on("error", () => undefined);
  const exit = once(child, "close").then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  exit.catch(() => children.delete(child));
  return {
    process: child,
    output: () => output,
    errors: () => errors,
    exit,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = output.match(pattern);
          if (found !== null) resolve(found);
        };
        look();
        stdout.on("data", look);
        exit.then(
          (code) => reject(new Error(`ended with ${code} before it said ${pattern}: ${errors}`)),
          reject,
        );
      }),
    async kill() {
      endGroup(child);
      await exit;
    },
  };
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export async function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<Finished> {
  const { exit, output, errors } = startProcess(command, args, options);
  return { code: await exit, stdout: output(), stderr: errors() };
}

/** Like `runProcess`, for programs that must not fail: what they print on standard output. */
export async function outputOf(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await runProcess(command, args, options);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr}`);
  return stdout;
}

function endGroup(child: ChildProcess): void {
  // Once it has ended, its number may belong to another process.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** What was started here and still runs, and what that started in turn. */
export function findRunning(): Leftover[] {
  return findMarked(mark);
}

/** Ends all of it. */
export async function endProcesses(): Promise<void> {
  endProcessesNow();
  await untilGone(findRunning, 10_000);
}

function endProcessesNow(): void {
  for (const child of children) endGroup(child);
  killAll(findRunning());
}

process.once("exit", endProcessesNow);
