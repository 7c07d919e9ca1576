/** JSON lines on standard error. Standard output is for the few lines that a person reads. */

import { write as writeBytes, writeSync } from "node:fs";
import type { DomainDescription, Trace } from "../operations/ports.ts";
import type { CallRecord, Recorder } from "../operations/record.ts";

/** The numbers that lines have, as in pino and bunyan. */
export const LOG_LEVELS = {
  fatal: 60,
  error: 50,
  warn: 40,
  info: 30,
  debug: 20,
  trace: 10,
  silent: Number.POSITIVE_INFINITY,
} as const;

export type LogLevel = keyof typeof LOG_LEVELS;

function callLevel({ status, route, problem }: CallRecord): number {
  // Orchestrators request these every few seconds. Why a service is not ready is logged when it happens.
  if (route === "/healthz" || route === "/readyz") return LOG_LEVELS.debug;
  // There are many of these at a time, and nothing is broken.
  if (problem === "overloaded") return LOG_LEVELS.warn;
  return status >= 500 ? LOG_LEVELS.error : LOG_LEVELS.info;
}

/** The members of a JSON object, without braces. Only values that are not fixed in code need escaping. */
export function callFields(call: CallRecord): string {
  const { operation, route, caller, problem, reason, domain, verdict, decision } = call;
  let text = `"requestId":"${call.requestId}","transport":"${call.transport}","status":${call.status}`;
  if (operation !== undefined) text += `,"operation":"${operation}"`;
  if (route !== undefined) text += `,"route":${JSON.stringify(route)}`;
  if (caller !== undefined) text += `,"caller":"${caller}"`;
  if (call.callerId !== undefined) text += `,"callerId":"${call.callerId}"`;
  if (call.trace !== undefined) text += traceFields(call.trace);
  if (problem !== undefined) text += `,"problem":"${problem}"`;
  if (reason !== undefined) text += `,"reason":${JSON.stringify(reason)}`;
  if (domain !== undefined) text += domainFields(domain);
  if (verdict !== undefined) {
    const findings = verdict.diagnostics.length + verdict.omitted;
    const version = JSON.stringify(verdict.specPackage.version);
    text += `,"valid":${verdict.valid},"diagnostics":${findings},"specVersion":${version}`;
  }
  if (decision !== undefined) text += `,"remaining":${decision.remaining}`;
  return `${text},"ms":${Math.round(call.milliseconds * 1000) / 1000}`;
}

/** The names of OpenTelemetry. These are hexadecimal digits: the only text of a caller that is logged. */
function traceFields({ traceId, spanId, parentId }: Trace): string {
  const parent = parentId === undefined ? "" : `,"parent_id":"${parentId}"`;
  return `,"trace_id":"${traceId}","span_id":"${spanId}"${parent}`;
}

function domainFields({ targetProduct, domainId }: DomainDescription): string {
  return `,"targetProduct":${JSON.stringify(targetProduct)},"domainId":${JSON.stringify(domainId)}`;
}

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

/**
 * Writes lines to a file descriptor. They are collected in blocks of bytes, because one system call a line costs more
 * than a whole check. Nothing here blocks or throws: what cannot be written is dropped and counted.
 */
interface LineWriter {
  /** With its line feed. */
  write(line: string): void;
  /** Writes what was collected now, and not at the next occasion. */
  flush(): void;
  /** Lines that were lost so far. */
  dropped(): number;
  /** Writes what is left, unless the reader takes nothing for `MAX_PAUSE_MS`. Later lines are dropped. */
  close(): Promise<void>;
}

const BLOCK_BYTES = 65_536;
const MAX_CHARACTER_BYTES = 3;
const FLUSH_EVERY_MS = 250;
/** While the reader takes nothing, at most 16 MiB are kept. */
const MAX_BLOCKS = 256;
const RETRY_MS = 20;
/** At exit, how long to wait for a reader that has stopped reading. */
const MAX_PAUSE_MS = 1_000;

/** A piece of the log that is complete. */
interface Block {
  readonly bytes: Buffer;
  readonly lines: number;
}

export function createLineWriter(descriptor: number): LineWriter {
  let bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  /** Where the lines begin that are collected now. Those before them may still be on their way. */
  let start = 0;
  let used = 0;
  let lines = 0;
  const waiting: Block[] = [];
  let isWriting = false;
  let isClosed = false;
  let dropped = 0;
  let onProgress: (() => void) | undefined;

  function keep(block: Block): void {
    if (waiting.length < MAX_BLOCKS) waiting.push(block);
    else dropped += block.lines;
    writeNext();
  }

  function endBlock(): void {
    if (lines === 0) return;
    keep({ bytes: bytes.subarray(start, used), lines });
    start = used;
    lines = 0;
  }

  function writeNext(): void {
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    writePart(waiting[0]!, 0);
  }

  function writePart(block: Block, from: number): void {
    writeBytes(descriptor, block.bytes, from, block.bytes.length - from, null, (error, count) => {
      if (error?.code === "EAGAIN") {
        setTimeout(writePart, RETRY_MS, block, from);
        return;
      }
      if (error === null && from + count < block.bytes.length) {
        onProgress?.();
        writePart(block, from + count);
        return;
      }
      waiting.shift();
      isWriting = false;
      // A disk that is full may have room later. Nobody will ever read from a closed pipe again.
      if (error !== null) dropped += block.lines;
      if (error?.code === "EPIPE") giveUp();
      writeNext();
      onProgress?.();
    });
  }

  function giveUp(): void {
    isClosed = true;
    for (const block of waiting.splice(isWriting ? 1 : 0)) dropped += block.lines;
  }

  const timer = setInterval(endBlock, FLUSH_EVERY_MS).unref();
  /** For a process that ends without waiting. */
  function writeAtExit(): void {
    if (isClosed) return;
    const rest = [
      ...waiting.slice(isWriting ? 1 : 0).map((block) => block.bytes),
      bytes.subarray(start, used),
    ];
    try {
      writeSync(descriptor, Buffer.concat(rest));
    } catch {
      // There is nowhere to say it.
    }
  }
  process.once("exit", writeAtExit);

  return {
    write(line) {
      if (isClosed) {
        dropped++;
        return;
      }
      const maxBytes = line.length * MAX_CHARACTER_BYTES;
      if (used + maxBytes > BLOCK_BYTES) {
        endBlock();
        bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES);
        start = 0;
        used = 0;
      }
      if (maxBytes > BLOCK_BYTES) keep({ bytes: Buffer.from(line), lines: 1 });
      else {
        used += bytes.write(line, used);
        lines++;
      }
    },
    flush: endBlock,
    dropped: () => dropped,
    close() {
      endBlock();
      isClosed = true;
      clearInterval(timer);
      process.off("exit", writeAtExit);
      if (waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => {
        let hasMoved = false;
        // A process without processor time sees that time is up before it sees what was written meanwhile.
        const pause = setTimeout(() => setImmediate(check), MAX_PAUSE_MS);
        const check = (): void => {
          if (hasMoved) pause.refresh();
          else finish();
          hasMoved = false;
        };
        const finish = (): void => {
          clearTimeout(pause);
          giveUp();
          resolve();
        };
        onProgress = () => {
          hasMoved = true;
          if (waiting.length === 0) finish();
        };
      });
    },
  };
}
