import type { Session } from "../terminal/terminal.ts";
import type { Checker, CheckerOptions } from "./checker.ts";

export async function chooseChecker(options: CheckerOptions, session: Session): Promise<Checker> {
  const { server } = options;
  return server === undefined
    ? (await import("./offline.ts")).createOfflineChecker(options)
    : (await import("./server.ts")).createServerChecker({ ...options, server }, session);
}
