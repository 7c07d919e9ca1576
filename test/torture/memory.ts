/** What the replicas hold as a run goes on. */
import { readFileSync } from "node:fs";
import type { Replica } from "./cast.ts";

/** At which parts of a run the memory is printed: of an hour, after 10, 30 and 60 minutes. */
const MARKS = [1 / 6, 1 / 2, 1];
const SAMPLE_MS = 5_000;
/** The samples of a minute, so that garbage which is about to be collected does not decide. */
const KEPT_SAMPLES = 12;

interface Sample {
  readonly pid: number;
  readonly resident: number;
  readonly heap: number | undefined;
}

export interface MemoryWatch {
  /** Prints the last mark. */
  finish(): void;
}

export function watchMemory(
  replicas: readonly Replica[],
  seconds: number,
  print: (line: string) => void,
): MemoryWatch {
  const started = performance.now();
  const samples: Sample[][] = replicas.map(() => []);
  const marks = MARKS.map((part) => part * seconds);

  async function sample(replica: Replica, kept: Sample[]): Promise<void> {
    const pid = replica.pid();
    const resident = residentOf(pid);
    if (resident === undefined) return;
    const taken = { pid, resident, heap: await heapOf(replica) };
    // A replica that was started again begins anew.
    if (kept.at(-1)?.pid !== pid) kept.length = 0;
    kept.push(taken);
    if (kept.length > KEPT_SAMPLES) kept.shift();
  }

  function printMark(mark: number): void {
    const time = mark >= 60 ? `${Math.round(mark / 6) / 10} min` : `${Math.round(mark)} s`;
    const each = replicas.map(({ name }, index) => `${name} ${describe(samples[index]!)}`);
    print(`memory after ${time}: ${each.join("; ")}`);
  }

  async function tick(): Promise<void> {
    await Promise.all(replicas.map((replica, index) => sample(replica, samples[index]!)));
    while (marks.length > 1 && performance.now() - started >= marks[0]! * 1_000) printMark(marks.shift()!);
  }
  const timer = setInterval(() => void tick(), Math.min(SAMPLE_MS, (seconds * 1_000) / 20));

  return {
    finish() {
      clearInterval(timer);
      for (const mark of marks.splice(0)) printMark(mark);
    },
  };
}

function describe(samples: readonly Sample[]): string {
  const resident = samples.map((sample) => sample.resident).sort((one, other) => one - other);
  if (resident.length === 0) return "is not running";
  const heap = samples.map((sample) => sample.heap).filter((size) => size !== undefined);
  const lowest = heap.length === 0 ? "" : `, heap at its lowest ${Math.min(...heap)} MB`;
  return `${resident[Math.floor(resident.length / 2)]} MB resident${lowest}`;
}

/** In megabytes; undefined if there is no such process. */
function residentOf(pid: number): number | undefined {
  try {
    return Math.round(Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) / 256);
  } catch {
    return undefined;
  }
}

/** In megabytes; undefined if the replica does not answer now. */
async function heapOf({ adminUrl }: Replica): Promise<number | undefined> {
  try {
    const response = await fetch(`${adminUrl}/metrics`, { signal: AbortSignal.timeout(2_000) });
    const bytes = /^preflight_nodejs_heap_size_used_bytes (\S+)$/m.exec(await response.text())?.[1];
    return bytes === undefined ? undefined : Math.round(Number(bytes) / 1_048_576);
  } catch {
    return undefined;
  }
}
