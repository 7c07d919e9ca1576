/**
 * Finds processes by a mark in their environment, which children inherit: so nothing is missed when a process has
 * changed its parent, or when whoever started it was killed. Needs /proc; elsewhere nothing is found.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Holds `<run>` in Vitest and its workers, `<run>.<worker>` in what a worker started. Not PREFLIGHT_…: the service warns of settings it does not know. */
export const MARK = "TEST_RUN_OF_PREFLIGHT";

export interface Leftover {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Everything that bears a mark which begins so, but for this process. */
export function findMarked(mark: string): Leftover[] {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        if (!`\0${readFileSync(`/proc/${name}/environ`, "latin1")}`.includes(`\0${MARK}=${mark}`)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        // After the name, which is in brackets and may hold anything: the state, then the parent.
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        // It has ended meanwhile, or is somebody else's.
        return [];
      }
    });
}

/** Waits until `find` finds nothing, for at most so long; what is left then. */
export async function untilGone(find: () => Leftover[], milliseconds: number): Promise<Leftover[]> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const left = find();
    if (left.length === 0 || performance.now() > end) return left;
    await sleep(20);
  }
}

export function killAll(left: readonly Leftover[]): void {
  for (const { pid } of left) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It was faster.
    }
  }
}
