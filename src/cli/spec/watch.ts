/** Runs a command again whenever one of its files changes, until it is interrupted. */
import { type FSWatcher, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import { Failure } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { paragraph, visible } from "../terminal/text.ts";

/** Editors write a file in several steps; one run after the last of them is enough. */
const QUIET_MS = 80;

/** The exit code of the last run. Never ends by itself. */
export async function runWatching(
  paths: readonly string[],
  run: () => Promise<number>,
  { write, style, width }: Terminal,
): Promise<number> {
  let code = await attempt();
  return await new Promise((finish) => {
    const watchers: FSWatcher[] = [];
    let timer: NodeJS.Timeout | undefined;
    let isRunning = false;
    let isStale = false;
    const again = async (): Promise<void> => {
      if (isRunning) {
        isStale = true;
        return;
      }
      isRunning = true;
      do {
        isStale = false;
        write("\n");
        code = await attempt();
      } while (isStale);
      isRunning = false;
    };
    const wanted = new Set(paths.map((path) => resolve(path)));
    // Editors replace files, so their folders are watched.
    for (const folder of new Set([...wanted].map((path) => dirname(path)))) {
      watchers.push(
        watch(folder, (_, name) => {
          if (name !== null && !wanted.has(resolve(folder, name))) return;
          clearTimeout(timer);
          timer = setTimeout(() => void again(), QUIET_MS);
        }),
      );
    }
    process.once("SIGINT", () => {
      for (const watcher of watchers) watcher.close();
      clearTimeout(timer);
      finish(code);
    });
    write(style.dim(`watching ${paths.map(visible).join(", ")}; stop with Ctrl+C\n`));
  });

  /** A file that cannot be read just now is reported, and the watch goes on. */
  async function attempt(): Promise<number> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      write(paragraph(`${style.red("error")}  ${visible(error.message)}`, width, "       ", ""));
      if (error.hint !== undefined) write(paragraph(visible(error.hint), width, "       "));
      return 2;
    }
  }
}
