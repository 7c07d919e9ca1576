/** Runs something again whenever a file changes, until the user stops it. */
import { existsSync, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { EXIT, Failure, failureText, type Terminal } from "./terminal.ts";

/** Editors write a file in several steps. */
const SETTLE_MS = 80;

/** The exit code of the last run. `paths`: files, and folders with all that is in them. */
export async function runWatching(
  paths: readonly string[],
  { write, style, width }: Terminal,
  run: () => Promise<number | undefined>,
): Promise<number> {
  let code: number = EXIT.failed;
  const user = new AbortController();
  const stop = (): void => user.abort();
  const isStopped = new Promise<void>((resolve) => user.signal.addEventListener("abort", () => resolve()));
  process.on("SIGINT", stop).on("SIGTERM", stop);
  let round = new AbortController();
  try {
    for (;;) {
      // Before the run, so that no change is missed while it lasts, and each time: folders come and go.
      const isChanged = new Promise<void>((resolve) => {
        for (const path of paths) watchPath(path, resolve, round.signal);
      });
      await Promise.race([Promise.all([isChanged, attempt()]), isStopped]);
      round.abort();
      round = new AbortController();
      await setTimeout(SETTLE_MS);
      if (user.signal.aborted) return code;
      write(`\n${style.dim("── changed ──")}\n\n`);
    }
  } finally {
    round.abort();
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }

  /** A file that cannot be read just now is reported, and the watch goes on. */
  async function attempt(): Promise<void> {
    try {
      code = (await run()) ?? EXIT.valid;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      write(failureText(error, style, width));
      code = EXIT.failed;
    }
    write(`${style.dim("Waiting for changes. Stop with Ctrl-C.")}\n`);
  }
}

/** What is not there yet is watched through the nearest folder above, and what is there too: editors often replace it. */
function watchPath(given: string, onChange: () => void, signal: AbortSignal): void {
  let path = given;
  while (!existsSync(dirname(path))) path = dirname(path);
  const hear = (place: string, recursive: boolean, isMeant: (name: string) => boolean) =>
    watch(place, { recursive, signal }, (_, name) => {
      if (name === null || isMeant(basename(name))) onChange();
    }).on("error", onChange);
  hear(dirname(path), false, (name) => name === basename(path));
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    hear(path, true, (name) => !name.startsWith("."));
}
