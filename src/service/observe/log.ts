/** JSON lines on standard error. Standard output is for the few lines that a person reads. */

import { write as writeBytes, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallRecord } from "../operations/record.ts";

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
  if (call.trace !== undefined) {
    // The names of OpenTelemetry. These are hexadecimal digits: the only text of a caller that is logged.
    const { traceId, spanId, parentId } = call.trace;
    text += `,"trace_id":"${traceId}","span_id":"${spanId}"`;
    if (parentId !== undefined) text += `,"parent_id":"${parentId}"`;
  }
  if (problem !== undefined) text += `,"problem":"${problem}"`;
  if (reason !== undefined) text += `,"reason":${JSON.stringify(reason)}`;
  if (domain !== undefined) {
    text += `,"targetProduct":${JSON.stringify(domain.targetProduct)}`;
    text += `,"domainId":${JSON.stringify(domain.domainId)}`;
  }
  if (verdict !== undefined) {
    const findings = verdict.diagnostics.length + verdict.omitted;
    const version = JSON.stringify(verdict.specPackage.version);
    text += `,"valid":${verdict.valid},"diagnostics":${findings},"specVersion":${version}`;
  }
  if (decision !== undefined) text += `,"remaining":${decision.remaining}`;
  return `${text},"ms":${Math.round(call.milliseconds * 1000) / 1000}`;
}

export type Log = ReturnType<typeof createLog>;

export function createLog(level: LogLevel) {
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
    record(call: CallRecord): void {
      const lineLevel = callLevel(call);
      if (lineLevel < least) return;
      writer.write(
        `{"level":${lineLevel},"time":${Date.now()},"pid":${pid},${callFields(call)},"msg":"call"}\n`,
      );
    },
    /** Lines that could not be written. */
    dropped: writer.dropped,
    /** Writes what is still in memory before the process ends. Nothing may be logged after this. */
    flush: writer.close,
  };
}

const BLOCK_LENGTH = 65_536;
const FLUSH_EVERY_MS = 250;
/** While the reader takes nothing, about 16 MiB are kept. */
const MAX_BLOCKS = 256;
const RETRY_MS = 20;
/** At exit, how long to wait for a reader that has stopped, in steps: a process without processor time does not know the time. */
const STEP_MS = 5;
const MAX_PAUSE_STEPS = 200;

/** Writes lines in blocks: a system call costs more than a check. Never blocks or throws: what is not written is counted. */
export function createLineWriter(descriptor: number) {
  let text = "";
  /** The first one is on its way. */
  const blocks: Buffer[] = [];
  let isClosed = false;
  let dropped = 0;
  let written = 0;

  function drop(lines: Buffer | string): void {
    dropped += lines.toString().split("\n").length - 1;
  }

  function flush(): void {
    if (text === "") return;
    if (blocks.length > MAX_BLOCKS) drop(text);
    else if (blocks.push(Buffer.from(text)) === 1) writeFirst(0);
    text = "";
  }

  function writeFirst(from: number): void {
    const block = blocks[0]!;
    writeBytes(descriptor, block, from, block.length - from, null, (error, count) => {
      if (error?.code === "EAGAIN") return void setTimeout(writeFirst, RETRY_MS, from);
      written += count;
      if (error === null && from + count < block.length) return writeFirst(from + count);
      if (error !== null) drop(block);
      // A disk that is full may have room later. Nobody will ever read from a closed pipe again.
      if (error?.code === "EPIPE") giveUp();
      blocks.shift();
      if (blocks.length > 0) writeFirst(0);
    });
  }

  function giveUp(): void {
    isClosed = true;
    blocks.splice(1).forEach(drop);
  }

  const timer = setInterval(flush, FLUSH_EVERY_MS).unref();
  /** For a process that ends without waiting. */
  function writeAtExit(): void {
    if (isClosed) return;
    try {
      writeSync(descriptor, Buffer.concat([...blocks.slice(1), Buffer.from(text)]));
    } catch {
      // There is nowhere to say it.
    }
  }
  process.once("exit", writeAtExit);

  return {
    /** With its line feed. */
    write(line: string): void {
      if (isClosed) return void dropped++;
      text += line;
      if (text.length >= BLOCK_LENGTH) flush();
    },
    flush,
    dropped: () => dropped,
    /** Writes what is left, unless the reader takes nothing for a while. Later lines are dropped. */
    async close(): Promise<void> {
      flush();
      isClosed = true;
      clearInterval(timer);
      process.off("exit", writeAtExit);
      for (let steps = 0, before = written; blocks.length > 0 && steps < MAX_PAUSE_STEPS; steps++) {
        if (written > before) steps = 0;
        before = written;
        await sleep(STEP_MS);
      }
      giveUp();
    },
  };
}
