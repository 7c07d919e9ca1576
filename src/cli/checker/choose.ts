import { Failure } from "../terminal/failure.ts";
import type { Session } from "../terminal/terminal.ts";
import type { Checker, CheckerOptions } from "./checker.ts";

export async function chooseChecker(options: CheckerOptions, session: Session): Promise<Checker> {
  const { server } = options;
  if (server !== undefined) {
    if (!/^https?:\/\//i.test(server) || !URL.canParse(server))
      throw new Failure(`--server must be an http or https URL, such as https://preflight.example.`);
    const { createServerChecker } = await import("./server.ts");
    const { environment, version } = session;
    return createServerChecker({ ...options, server, environment, version, onWait: announcer(session) });
  }
  const { createOfflineChecker } = await import("./offline.ts");
  return createOfflineChecker(options);
}

/** Short waits are not worth a word. */
const MIN_ANNOUNCED_MS = 2_000;

function announcer({ terminal }: Session) {
  return ({ reason, waitMs }: { reason: string; waitMs: number }): void => {
    if (waitMs < MIN_ANNOUNCED_MS) return;
    const why = reason === "budget" ? "the calls of this minute are used up" : "the service says so";
    terminal.note(terminal.noteStyle.dim(`Waiting ${Math.ceil(waitMs / 1_000)} s: ${why}.`).concat("\n"));
  };
}
