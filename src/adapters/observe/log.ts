/** JSON lines on standard error. Standard output is left to the few lines meant for a person. */
import { pino } from "pino";
import type { Recorder } from "../../operations/record.ts";
import { callFields, callLevel } from "./log-line.ts";

export interface Log extends Recorder {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Writes what is still in memory, before the process ends. */
  flush(): void;
}

/**
 * Lines of calls are collected here and handed on together: one system call a line costs more than a whole check,
 * and the destination's own buffering measures everything it holds at every line.
 */
const FLUSH_AT_LENGTH = 16_384;
const FLUSH_EVERY_MS = 250;
/** Should standard error block, lines are dropped rather than kept without end. */
const MAX_KEPT_BYTES = 16_777_216;

export function createLog(level: string): Log {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: MAX_KEPT_BYTES });
  // A closed pipe must not end the service: the log is lost, the calls are not.
  destination.on("error", () => {});
  const logger = pino({ level, base: { pid: process.pid } }, destination);
  let lines = "";

  function handOn(): void {
    if (lines === "") return;
    destination.write(lines);
    lines = "";
  }
  setInterval(handOn, FLUSH_EVERY_MS).unref();

  const say = (name: "debug" | "info" | "warn" | "error") => (fields: object, message: string) => {
    handOn();
    logger[name](fields, message);
  };
  return {
    debug: say("debug"),
    info: say("info"),
    warn: say("warn"),
    error: say("error"),
    record(call) {
      const lineLevel = callLevel(call);
      if (lineLevel < logger.levelVal) return;
      // In pino's own form, but without asking each field for its type.
      lines += `{"level":${lineLevel},"time":${Date.now()},"pid":${process.pid},${callFields(call)},"msg":"call"}\n`;
      if (lines.length >= FLUSH_AT_LENGTH) handOn();
    },
    flush() {
      handOn();
      try {
        destination.flushSync();
      } catch {
        // The pipe is closed, and there is nobody to tell.
      }
    },
  };
}
