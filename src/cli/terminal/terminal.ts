/** Standard output and standard error, with the decisions about colour and width made once. */
import { createStyle, type Style, wantsColour } from "./style.ts";

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

export interface Terminal {
  /** Results, to standard output. */
  write(text: string): void;
  /** Messages about the run, to standard error. */
  note(text: string): void;
  /** How the command is called, for commands that can be pasted. */
  readonly program: string;
  /** How wide lines may be. */
  readonly width: number;
  readonly style: Style;
  readonly noteStyle: Style;
  /** Whether a person reads standard error, so that progress is worth showing. */
  readonly showsProgress: boolean;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
}

/** What every command gets from the program. */
export interface Session {
  readonly terminal: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
}

/** What a run is given by its process. */
export interface Surroundings {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: NodeJS.ProcessEnv;
}

const MIN_WIDTH = 40;
const MAX_WIDTH = 120;
/** In a pipe nobody says how wide the reader is. */
const DEFAULT_WIDTH = 80;

export function createTerminal({ stdin, stdout, stderr, env }: Surroundings): Terminal {
  let closed = false;
  for (const stream of [stdout, stderr])
    stream.on("error", (error) => {
      // The reader is gone. The verdict still stands, so the run goes on and its exit code is right.
      if ("code" in error && (error.code === "EPIPE" || error.code === "EIO")) closed = true;
      else throw error;
    });
  const isTerminal = stdout.isTTY === true;
  return {
    write(text) {
      if (!closed) stdout.write(text);
    },
    note(text) {
      stderr.write(text);
    },
    program: env.npm_command === "exec" ? "npx proposal-preflight" : "preflight",
    width: isTerminal ? clamp(stdout.columns ?? DEFAULT_WIDTH) : DEFAULT_WIDTH,
    style: createStyle(wantsColour(stdout, env)),
    noteStyle: createStyle(wantsColour(stderr, env)),
    showsProgress: stderr.isTTY === true && env.TERM !== "dumb" && env.CI === undefined,
    isInteractive: stdin.isTTY === true && isTerminal,
  };
}

function clamp(columns: number): number {
  return columns === 0 ? DEFAULT_WIDTH : Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns));
}
