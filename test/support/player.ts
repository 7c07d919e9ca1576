/**
 * Processes of programs that `npm run verify` starts outside of Vitest. All of them end with it. Tests start theirs with
 * processes.ts.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A process that can be killed, stopped for a while, and started again at the same address. */
export interface Player {
  readonly name: string;
  start(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Waits until it has ended. */
  ended(): Promise<number | null>;
  readonly pid: () => number;
}

const players = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of players) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

export function createPlayer(
  name: string,
  command: string,
  args: readonly string[],
  environment: Record<string, string>,
  isReady: RegExp,
  saidOn: "stdout" | "stderr" = "stdout",
  onError: (line: string) => void = () => undefined,
): Player {
  let child: ChildProcess | undefined;
  let exit: Promise<number | null> = Promise.resolve(0);
  return {
    name,
    pid: () => child!.pid!,
    async start() {
      const started = spawn(command, args, {
        env: { PATH: process.env.PATH ?? "", ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      players.add(started);
      let rest = "";
      started.stderr.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop()!;
        for (const line of lines) onError(line);
      });
      exit = once(started, "exit").then(([code]) => {
        players.delete(started);
        return code as number | null;
      });
      let output = "";
      await new Promise<void>((resolve, reject) => {
        started[saidOn].setEncoding("utf8").on("data", (text: string) => {
          output = (output + text).slice(-20_000);
          if (isReady.test(output)) resolve();
        });
        void exit.then((code) => reject(new Error(`${name} ended with ${code} while it started`)));
      });
    },
    signal: (signal) => void child?.kill(signal),
    ended: () => exit,
  };
}
