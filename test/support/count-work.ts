/** Counts what code does instead of the time that it takes, so that a busy machine counts the same. */
import { type Profiler, Session } from "node:inspector";

export interface WorkCounter {
  /** How many functions, or parts of functions, of the counted files a run enters. */
  count(run: () => void): number;
  stop(): void;
}

/** `isCounted`: by the URL of a file. Everything runs slower until the counter is stopped. */
export function createWorkCounter(isCounted: (url: string) => boolean): WorkCounter {
  const session = new Session();
  session.connect();
  const take = (): Profiler.ScriptCoverage[] => {
    let taken: Profiler.ScriptCoverage[] = [];
    // Within one thread this is answered at once.
    session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error) throw error;
      taken = result;
    });
    return taken;
  };
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return {
    count(run) {
      take();
      run();
      return take()
        .filter(({ url }) => isCounted(url))
        .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
        .reduce((sum, { count }) => sum + count, 0);
    },
    stop: () => session.disconnect(),
  };
}
