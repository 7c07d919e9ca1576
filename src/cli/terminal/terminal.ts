/** Standard output and standard error, with the decisions about colour and width made once, and what a command cannot do. */
import { setImmediate } from "node:timers/promises";
import { getSystemErrorMap } from "node:util";
import type { Severity } from "../../core/types.ts";
import { grouped, paragraph, visible } from "./text.ts";

export type Style = ReturnType<typeof createStyle>;

/** `FORCE_COLOR` wins over `NO_COLOR` (no-color.org), as in Node itself; otherwise only terminals get colours. */
function wantsColour(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = environment;
  if (force) return force !== "0" && force !== "false";
  return !no && stream.isTTY === true && term !== "dumb";
}

/** Colours: red for errors, yellow for warnings, dim for context. Nothing else is coloured. */
export function createStyle(hasColour: boolean) {
  const paint = (on: number, off: number) => (text: string) =>
    hasColour && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { red: paint(31, 39), yellow: paint(33, 39), dim: paint(2, 22), bold: paint(1, 22) };
}

export type Paint = (text: string) => string;

export function paintOf(severity: Severity, style: Style): Paint {
  return severity === "error" ? style.red : severity === "warning" ? style.yellow : style.dim;
}

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly writableNeedDrain?: boolean;
  write(text: string): unknown;
  on(event: string, listener: (error: Error) => void): unknown;
  off?(event: string, listener: (error: Error) => void): unknown;
}

export type Terminal = Readonly<ReturnType<typeof createTerminal>>;

export interface Session {
  readonly terminal: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
}

/** What a run is given by its process. */
export interface Surroundings {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: NodeJS.ProcessEnv;
}

/** A reader that is gone takes nothing more. */
const DRAINED = ["drain", "close", "error"] as const;
const MIN_WIDTH = 40;
const MAX_WIDTH = 120;
/** In a pipe nobody says how wide the reader is. */
const DEFAULT_WIDTH = 80;

/** `onLost`: called if something could not be written although somebody reads, as on a full disk. */
export function createTerminal({ stdout, stderr, env }: Surroundings, onLost: (error: Error) => void) {
  const closed = new Set<Stream>();
  for (const stream of [stdout, stderr])
    stream.on("error", (error) => {
      // The reader is gone. The verdict still stands, so the run goes on and its exit code is right.
      if ("code" in error && (error.code === "EPIPE" || error.code === "EIO")) closed.add(stream);
      else onLost(error);
    });
  return {
    /** Results, to standard output. */
    write(text: string): void {
      if (!closed.has(stdout)) stdout.write(text);
    },
    /** Waits for a slow reader, so that what is written does not pile up. */
    async drained(): Promise<void> {
      if (stdout.writableNeedDrain && !closed.has(stdout))
        await new Promise<void>((resolve) => {
          const end = (): void => {
            for (const event of DRAINED) stdout.off?.(event, end);
            resolve();
          };
          for (const event of DRAINED) stdout.on(event, end);
        });
    },
    /** Messages about the run, to standard error. */
    note(text: string): void {
      stderr.write(text);
    },
    /** How the command is called, for commands that can be pasted. */
    program: env.npm_command === "exec" ? "npx proposal-preflight" : "preflight",
    width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, (stdout.isTTY && stdout.columns) || DEFAULT_WIDTH)),
    style: createStyle(wantsColour(stdout, env)),
    noteStyle: createStyle(wantsColour(stderr, env)),
    /** Whether a person reads standard error, so that progress is worth showing. */
    showsProgress: stderr.isTTY === true && env.TERM !== "dumb" && env.CI === undefined,
  };
}

/** Where results would go that are not what standard output is for. */
export function onStandardError(terminal: Terminal): Terminal {
  return { ...terminal, write: terminal.note, style: terminal.noteStyle };
}

export function catchInterrupt() {
  let code: number | undefined;
  const end = (_: string, signal: number): void => {
    // What shells report for a process that a signal ended.
    code = 128 + signal;
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  return {
    /** Lets a signal through, which waits until the process is idle. The exit code, if one has come. */
    async code(): Promise<number | undefined> {
      // One alone may come before the next look at what has arrived.
      await setImmediate();
      await setImmediate();
      return code;
    },
    stop: () => void process.off("SIGINT", end).off("SIGTERM", end),
  };
}

const BAR_WIDTH = 20;
/** Shorter work needs no bar. */
const DELAY_MS = 300;
const INTERVAL_MS = 80;
const CLEAR_LINE = "\r\u001b[2K";

/**
 * A bar with count and rate, on a terminal only. It stands on one line that results push down. `total`: not a number if
 * it is not known.
 */
export function createProgress(terminal: Terminal, total: number, now = () => performance.now()) {
  const isWorthIt = terminal.showsProgress && !(total < 2);
  const start = now();
  let shownAt = start + DELAY_MS - INTERVAL_MS;
  let isShown = false;
  return {
    /** Shows how far the work is. `share`: of all of it, where that is not counted as `done` is. */
    show(done: number, share = done / total): void {
      const at = now();
      if (!isWorthIt || at - shownAt < INTERVAL_MS) return;
      shownAt = at;
      isShown = true;
      const filled = Math.round(Math.min(share, 1) * BAR_WIDTH);
      const rest = terminal.noteStyle.dim("░".repeat(BAR_WIDTH - filled));
      const bar = Number.isNaN(share) ? "" : `${"█".repeat(filled)}${rest} `;
      const of = Number.isNaN(total) ? "" : `/${grouped(total)}`;
      const rate = grouped(Math.round((done / Math.max(at - start, 1)) * 1000));
      terminal.note(`${CLEAR_LINE}${bar}${grouped(done)}${of} · ${rate}/s`);
    },
    /** Takes the bar away, before anything else is written. */
    clear(): void {
      if (isShown) terminal.note(CLEAR_LINE);
      isShown = false;
    },
  };
}

/** Something that the command could not do. It is printed as one message without a stack, and the exit code is 2. */
export class Failure extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "Failure";
    this.hint = hint;
  }
}

export function failureText({ message, hint }: Failure, style: Style, width: number): string {
  const text = paragraph(`${style.red("error")}  ${visible(message)}`, width, "       ", "");
  return hint === undefined ? text : text + paragraph(visible(hint), width, "       ");
}

export const EXIT = { valid: 0, invalid: 1, failed: 2 } as const;

export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EISDIR") return "it is a directory";
  const [, reason] = getSystemErrorMap().get("errno" in error ? Number(error.errno) : 0) ?? [];
  return reason ?? error.message;
}

/** Does what the system may refuse. Throws a Failure that says what cannot be done, and why; `more`: what it says then. */
export function attempt<Made>(what: string, make: () => Made, more = ""): Made {
  try {
    return make();
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${what}: ${systemReason(error)}.${more}`);
  }
}
