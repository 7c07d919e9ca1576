/** JSON lines on standard error. Standard output is for the few lines that a person reads. */
import { pino } from "pino";
import type { Recorder } from "../../operations/record.ts";
import { callFields, callLevel } from "./log-line.ts";

export interface Log extends Recorder {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Writes what is still in memory before the process ends. Nothing may be logged after this. */
  flush(): Promise<void> | undefined;
}

/**
 * Lines of calls are collected and written together: one system call per line costs more than a whole check, and
 * the destination's own buffering measures all it holds for every line.
 */
const FLUSH_AT_LENGTH = 65_536;
const FLUSH_EVERY_MS = 250;
/** At exit, how long to wait if nothing can be written. */
const MAX_FLUSH_MS = 1_000;
/** If standard error blocks, lines beyond this are dropped. */
const MAX_KEPT_BYTES = 16_777_216;

export function createLog(level: string): Log {
  // Opening the stream makes writes to a pipe return at once when it is full. Otherwise a reader that has stopped
  // reading would block a thread in the middle of a write, and the process could not even exit.
  process.stderr.on("error", () => undefined);
  const destination = pino.destination({ dest: 2, sync: false, maxLength: MAX_KEPT_BYTES });
  // A closed pipe or a full disk must not end the service: the log is lost, but calls go on.
  let isClosed = false;
  destination.on("error", ({ code }: NodeJS.ErrnoException) => {
    isClosed ||= code === "EPIPE";
  });
  const logger = pino({ level, base: { pid: process.pid } }, destination);
  let lines = "";

  function writeLines(): void {
    if (lines === "") return;
    destination.write(lines);
    lines = "";
  }
  setInterval(writeLines, FLUSH_EVERY_MS).unref();

  const write = (name: "debug" | "info" | "warn" | "error") => (fields: object, message: string) => {
    writeLines();
    logger[name](fields, message);
  };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    record(call) {
      const lineLevel = callLevel(call);
      if (lineLevel < logger.levelVal) return;
      // The same format as pino, without checking the type of each field.
      lines += `{"level":${lineLevel},"time":${Date.now()},"pid":${process.pid},${callFields(call)},"msg":"call"}\n`;
      if (lines.length >= FLUSH_AT_LENGTH) writeLines();
    },
    flush() {
      writeLines();
      if (isClosed) return undefined;
      // Not `flushSync`, which never returns if the pipe turns out to be closed or the disk to be full. And not for
      // long: a reader that has stopped reading must not keep the process alive.
      return new Promise((resolve) => {
        const giveUp = (): void => {
          // Otherwise pino would try to write the rest when the process exits, for as long as it takes.
          destination.destroy();
          resolve();
        };
        let hasMoved = false;
        destination.on("write", () => {
          hasMoved = true;
        });
        // A process without processor time sees that time is up before it sees what was written meanwhile.
        const timer = setTimeout(() => setImmediate(() => (hasMoved ? goOn() : giveUp())), MAX_FLUSH_MS);
        const goOn = (): void => {
          hasMoved = false;
          timer.refresh();
        };
        destination.once("close", resolve).once("error", giveUp);
        destination.end();
      });
    },
  };
}
