import type { Environment } from "./environment.ts";
import type { Terminal } from "./terminal.ts";

/** What every command gets from the program. */
export interface Session {
  readonly terminal: Terminal;
  readonly environment: Environment;
  readonly version: string;
  /** Sets the exit code of the run. */
  finish(code: number): void;
}
