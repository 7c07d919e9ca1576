/** Checks again whenever a file changes, until the user stops it. */
import { type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { EXIT } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Editors write a file in several steps. */
const SETTLE_MS = 80;

/** Resolves with the exit code once the user stops it. */
export function watchFiles(
  paths: readonly string[],
  terminal: Terminal,
  checkAgain: () => Promise<void>,
): Promise<number> {
  const { note, noteStyle } = terminal;
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  return new Promise((resolve, reject) => {
    const onChange = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(async () => {
          note(`\n${noteStyle.dim("── changed ──")}\n\n`);
          await checkAgain();
          note(`${noteStyle.dim("Waiting for changes. Stop with Ctrl-C.")}\n`);
        });
        work.catch(stop);
      }, SETTLE_MS);
    };
    const watchers = paths.map((path) => watchPath(path, onChange));
    const stop = (error?: unknown): void => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
      if (error === undefined) resolve(EXIT.valid);
      else reject(error);
    };
    const onSignal = () => stop();
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
    note(`${noteStyle.dim("Waiting for changes. Stop with Ctrl-C.")}\n`);
  });
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
