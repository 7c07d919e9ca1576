/** Runs something again whenever a file changes, until the user stops it. */
import { type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { EXIT, Failure, failureText } from "./failure.ts";
import type { Terminal } from "./terminal.ts";

/** Editors write a file in several steps. */
const SETTLE_MS = 80;

/** The exit code of the last run. `paths`: files, and folders with all that is in them. */
export async function runWatching(
  paths: readonly string[],
  terminal: Terminal,
  run: () => Promise<number>,
): Promise<number> {
  const { write, style, width } = terminal;
  let code: number = EXIT.failed;
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  return new Promise((resolve, reject) => {
    const runNext = (heading = ""): void => {
      work = work.then(async () => {
        write(heading);
        code = await attempt();
      });
      work.catch(stop);
    };
    const onChange = (): void => {
      clearTimeout(timer);
      timer = setTimeout(runNext, SETTLE_MS, `\n${style.dim("── changed ──")}\n\n`);
    };
    // Before the first run, so that no change is missed while it lasts.
    const watchers = paths.map((path) => watchPath(path, onChange));
    const stop = (error?: unknown): void => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
      if (error === undefined) resolve(code);
      else reject(error);
    };
    const onSignal = () => stop();
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
    runNext();
  });

  /** A file that cannot be read just now is reported, and the watch goes on. */
  async function attempt(): Promise<number> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      write(failureText(error, style, width));
      return EXIT.failed;
    } finally {
      write(`${style.dim("Waiting for changes. Stop with Ctrl-C.")}\n`);
    }
  }
}

/** A file is watched through its folder, because editors often replace it. */
function watchPath(path: string, onChange: () => void): FSWatcher {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return watch(path, { recursive: true }, (_, name) => {
      if (name === null || !basename(name).startsWith(".")) onChange();
    });
  return watch(dirname(path), (_, name) => {
    if (name === null || name === basename(path)) onChange();
  });
}
