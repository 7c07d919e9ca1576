/**
 * Around all test files that start processes (Vitest's globalSetup of that lane): builds what they run, and makes sure
 * that nothing is left of them, whichever way the run ends.
 */
import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { TestProject } from "vitest/node";
import { build } from "./built.ts";
import { findMarked, killAll, MARK, untilGone } from "./leftovers.ts";

/**
 * Reads until Vitest is gone and its end of the pipe with it, even if it was killed. Then it ends everything marked,
 * workers of Vitest included; twice, since one of them may have started something meanwhile.
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
  });
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  // Workers inherit it.
  process.env[MARK] = run;
  build();
  project.onTestsRerun(build);

  return async () => {
    // Workers of Vitest are its own children; it ends them itself, after this.
    const find = () => findMarked(run).filter(({ parent }) => parent !== process.pid);
    const left = await untilGone(find, 5_000);
    killAll(left);
    process.kill(-watchdog.pid!, "SIGKILL");
    if (left.length === 0) return;
    process.exitCode = 1;
    const names = left.map(({ pid, command }) => `  ${pid} ${command}`).join("\n");
    throw new Error(`These processes of tests were left running (they are ended now):\n${names}`);
  };
}
