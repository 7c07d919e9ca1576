/** Runs something again whenever a file changes, until the user stops it. */
import { existsSync, type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { EXIT, Failure, failureText, type Terminal } from "./terminal.ts";

/** Editors write a file in several steps. */
const SETTLE_MS = 80;

/** The exit code of the last run. `paths`: files, and folders with all that is in them. */
export async function runWatching(
  paths: readonly string[],
  terminal: Terminal,
  run: () => Promise<number | undefined>,
): Promise<number> {
  const { write, style, width } = terminal;
  let code: number = EXIT.failed;
  let timer: NodeJS.Timeout | undefined;
  let places = paths;
  let watchers: FSWatcher[] = [];
  let work = Promise.resolve();
  return new Promise((resolve, reject) => {
    const runNext = (heading = ""): void => {
      work = work.then(async () => {
        // Before the run, so that no change is missed while it lasts, and each time: folders come and go.
        watchAgain();
        write(heading);
        code = await attempt();
      });
      work.catch(stop);
    };
    const onChange = (): void => {
      clearTimeout(timer);
      timer = setTimeout(runNext, SETTLE_MS, `\n${style.dim("── changed ──")}\n\n`);
    };
    const watchAgain = (): void => {
      const former = watchers;
      watchers = places.flatMap((path) => watchPath(path, onChange));
      for (const watcher of former) watcher.close();
    };
    const stop = (error?: unknown): void => {
      clearTimeout(timer);
      // A run that waits for the one before it must not watch on.
      places = [];
      watchAgain();
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
      return (await run()) ?? EXIT.valid;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      write(failureText(error, style, width));
      return EXIT.failed;
    } finally {
      write(`${style.dim("Waiting for changes. Stop with Ctrl-C.")}\n`);
    }
  }
}

/** What is not there yet is watched through the nearest folder above, and what is there too: editors often replace it. */
function watchPath(path: string, onChange: () => void): FSWatcher[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return watchPath(folder, onChange);
  const hear = (place: string, recursive: boolean, isMeant: (name: string) => boolean): FSWatcher =>
    watch(place, { recursive }, (_, name) => {
      if (name === null || isMeant(basename(name))) onChange();
    }).on("error", onChange);
  const itself = hear(folder, false, (name) => name === basename(path));
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? [itself, hear(path, true, (name) => !name.startsWith("."))] : [itself];
}
