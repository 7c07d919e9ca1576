/**
 * Finds processes by a mark in their environment. Children inherit it, so a process is found even if it has left its
 * group or if whoever started it was killed. Needs /proc; on other systems it finds nothing.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * `<run>` in Vitest and its workers, `<run>.<worker>.` in what a worker started. The name does not start with
 * PREFLIGHT_, because the service warns of settings that it does not know.
 */
export const MARK = "TEST_RUN_OF_PREFLIGHT";

export interface Leftover {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** All processes with a mark that starts with `mark`, except this one. */
export function findMarked(mark: string): Leftover[] {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        if (!`\0${readFileSync(`/proc/${name}/environ`, "latin1")}`.includes(`\0${MARK}=${mark}`)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        // The name is in brackets and can hold anything. After it come the state and the parent.
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        // It has ended meanwhile, or belongs to another user.
        return [];
      }
    });
}

/** Waits until `find` finds nothing, but not longer than given. Returns what is left. */
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
      // It has ended meanwhile.
    }
  }
}
