/** JSON lines on standard error. Standard output is for the few lines that a person reads. */
import type { Recorder } from "../operations/record.ts";
import { createLineWriter } from "./line-writer.ts";
import { callFields, callLevel, LOG_LEVELS, type LogLevel } from "./log-line.ts";

export interface Log extends Recorder {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Lines that could not be written. */
  dropped(): number;
  /** Writes what is still in memory before the process ends. Nothing may be logged after this. */
  flush(): Promise<void>;
}

export function createLog(level: LogLevel): Log {
  // Opening the stream makes writes to a pipe return at once when it is full. Otherwise a reader that has stopped
  // reading would block a thread in the middle of a write, and the process could not even exit.
  process.stderr.on("error", () => undefined);
  const writer = createLineWriter(2);
  const { pid } = process;
  const least = LOG_LEVELS[level];

  const write = (name: LogLevel) => (fields: object, message: string) => {
    if (LOG_LEVELS[name] < least) return;
    const line = { level: LOG_LEVELS[name], time: Date.now(), pid, ...fields, msg: message };
    writer.write(`${JSON.stringify(line)}\n`);
    writer.flush();
  };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    record(call) {
      const lineLevel = callLevel(call);
      if (lineLevel < least) return;
      writer.write(
        `{"level":${lineLevel},"time":${Date.now()},"pid":${pid},${callFields(call)},"msg":"call"}\n`,
      );
    },
    dropped: writer.dropped,
    flush: writer.close,
  };
}
