import type { Checker, CheckerOptions } from "./checker.ts";

export async function chooseChecker(options: CheckerOptions): Promise<Checker> {
  const { createOfflineChecker } = await import("./offline.ts");
  return createOfflineChecker(options);
}
