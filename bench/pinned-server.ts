/** A server process on its own core. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface PinnedServer {
  /** From the first line of its output that contains an address. */
  readonly url: string;
  readonly pid: number;
  /** Processor time of all its threads so far, with the resolution of a Linux clock tick, a hundredth of a second. */
  cpuMicros(): number;
  /** What it has printed since the log was last cleared. */
  output(): string;
  /** Clears the log, so that long runs do not fill the disk. */
  emptyLog(): void;
  stop(): Promise<void>;
}

/** The core that servers run on. The load comes from the other one. */
export const serverCore = "0";
export const loadCore = "1";

/** The key of the service's callers. */
export const key = "ai_bench_0123456789abcdef";
/** The service with everything on, and a budget that no bench can use up. */
export const serviceEnvironment = {
  HOST: "127.0.0.1",
  PORT: "0",
  PREFLIGHT_API_KEYS: key,
  PREFLIGHT_RATE_LIMIT: "1000000000",
  PREFLIGHT_ADMIN_PORT: "0",
  LOG_LEVEL: "info",
};

/** Runs a program. Output goes to a file, because a pipe would take time on one of the two cores. */
export async function startPinned(
  args: string[],
  environment: Record<string, string> = {},
  program = process.execPath,
): Promise<PinnedServer> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-bench-"));
  const file = join(folder, "output.log");
  const log = openSync(file, "a");
  const server = spawn("taskset", ["-c", serverCore, program, ...args], {
    stdio: ["ignore", log, log],
    env: { ...process.env, NODE_ENV: "production", ...environment },
  });
  const exited = once(server, "exit");
  const endWithUs = () => void server.kill("SIGKILL");
  process.once("exit", endWithUs);
  const output = () => readFileSync(file, "utf8");
  const cpuMicros = () => {
    // The second field, the program's name, can contain spaces, so count from its closing bracket.
    const stat = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(stat[11]) + Number(stat[12])) * 10_000;
  };
  const stop = async () => {
    process.off("exit", endWithUs);
    server.kill("SIGTERM");
    await exited;
    closeSync(log);
    rmSync(folder, { recursive: true, force: true });
  };

  for (let waited = 0; waited < 600; waited++) {
    const url = /https?:\/\/[\w.:[\]-]+/.exec(output())?.[0];
    if (url !== undefined)
      return { url, pid: server.pid ?? 0, cpuMicros, output, emptyLog: () => ftruncateSync(log), stop };
    if (server.exitCode !== null) break;
    await pause(50);
  }
  const printed = output();
  if (server.exitCode === null) await stop();
  throw new Error(`${args.join(" ")} did not start:\n${printed}`);
}
