/**
 * Vitest's globalSetup for the lane `processes`: builds what the tests start, and makes sure that no process is left,
 * however the run ends.
 */
import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { TestProject } from "vitest/node";
import { build } from "./built.ts";
import { findMarked, killAll, MARK, untilGone } from "./leftovers.ts";

/**
 * Reads until Vitest closes its end of the pipe, which also happens if it is killed. Then it ends everything with the
 * mark, including Vitest's workers, and does so twice in case one of them has just started something.
 */
const WATCHDOG = `
  cat > /dev/null
  for round in 1 2; do
    for process in /proc/[0-9]*; do
      if grep -qzF "$1" "$process/environ"; then kill -9 "\${process#/proc/}"; fi
    done
    sleep 1
  done`;

export default function setUp(project: TestProject): () => Promise<void> {
  const run = `${process.pid}-${Date.now().toString(36)}`;
  const watchdog = spawn("sh", ["-c", WATCHDOG, "sh", `${MARK}=${run}`], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    // Without the mark of another lane that was set up before, which would count it among what its tests left.
    env: { PATH: process.env.PATH ?? "" },
  });
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  // Vitest's workers inherit it.
  process.env[MARK] = run;
  build();
  project.onTestsRerun(build);

  return async () => {
    // Vitest's workers are children of this process. It ends them itself later.
    const find = () => findMarked(run).filter(({ parent }) => parent !== process.pid);
    const left = await untilGone(find, 5_000);
    killAll(left);
    process.kill(-watchdog.pid!, "SIGKILL");
    if (left.length === 0) return;
    process.exitCode = 1;
    const names = left.map(({ pid, command }) => `  ${pid} ${command}`).join("\n");
    throw new Error(`Tests left these processes running (they are ended now):\n${names}`);
  };
}
