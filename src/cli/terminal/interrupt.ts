/** Ctrl-C while files are written: the one in progress is finished, and no other is begun. */
import { setImmediate } from "node:timers/promises";

/** What shells report for a process that Ctrl-C ended. */
export const INTERRUPTED = 130;

export function catchInterrupt() {
  let isRequested = false;
  const request = (): void => {
    isRequested = true;
  };
  process.on("SIGINT", request).on("SIGTERM", request);
  return {
    /** Lets the signal through, which waits until the process is idle. True if it has come. */
    async isRequested(): Promise<boolean> {
      await setImmediate();
      return isRequested;
    },
    stop: () => void process.off("SIGINT", request).off("SIGTERM", request),
  };
}
